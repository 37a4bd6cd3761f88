// SPDX-License-Identifier: Apache-2.0
#include "render/passes/mesh_pass.h"

#include <cmath>
#include <vector>

#include "render/shaders/ground.h"
#include "render/shaders/mesh.h"

namespace passung::render {

namespace {

constexpr int kDiscSides = 48;

std::array<float, 3> floats(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

}  // namespace

MeshPass::MeshPass(const Gl& gl)
    : gl_(gl),
      shaded_(gl, "mesh", {shaders::kMeshVertex}, {shaders::kShadowFunction, shaders::kMeshFragment},
              {"aPosition", "aNormal", "aColor"}),
      plain_(gl, "plain mesh", {shaders::kPlainVertex}, {shaders::kPlainFragment}, {"aPosition", "aNormal", "aColor"}),
      ground_(gl, "ground", {shaders::kGroundVertex}, {shaders::kShadowFunction, shaders::kGroundFragment},
              {"aPosition"}),
      flat_(gl, "flat", {shaders::kDepthVertex}, {shaders::kFlatFragment}, {"aPosition"}),
      cap_(gl, "cap", {shaders::kCapVertex}, {shaders::kCapFragment}, {"aPosition"}),
      disc_(gl),
      discBuffer_(gl) {
  // The ground is a fan: a disc costs a software renderer less than its square.
  std::vector<float> fan = {0, 0};
  for (int i = 0; i <= kDiscSides; ++i) {
    const double t = 2 * kPi * i / kDiscSides;
    fan.push_back(static_cast<float>(std::cos(t)));
    fan.push_back(static_cast<float>(std::sin(t)));
  }
  gl.BindVertexArray(disc_.id());
  gl.BindBuffer(GL_ARRAY_BUFFER, discBuffer_.id());
  gl.BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(fan.size() * sizeof(float)), fan.data(), GL_STATIC_DRAW);
  gl.EnableVertexAttribArray(0);
  gl.VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
  gl.BindVertexArray(0);
}

void MeshPass::setShadow(Program& program, const Frame& f, const ShadowPass& shadow, bool shadows) {
  gl_.ActiveTexture(GL_TEXTURE0);
  gl_.BindTexture(GL_TEXTURE_2D, shadow.texture());
  program.set("uShadowMap", 0);
  program.set("uShadowTexel", shadows ? shadow.texel() : 0.0F);
  program.set("uShadowFromView", shadow.fromView(f));
  program.set("uShadowStep", shadow.step(f));
}

void MeshPass::begin(const Frame& f, const ShadowPass& shadow, bool shadows, bool plain) {
  lit_ = plain ? &plain_ : &shaded_;
  lit_->use();
  if (!plain) setShadow(shaded_, f, shadow, shadows);
  lit_->set("uProjection", f.projection);
  lit_->set("uLight", floats(f.R_VW * ShadowPass::lightDirection()));
  lit_->set("uUp", floats(f.R_VW.col(2)));
  lit_->set("uOrthographic", f.orthographic ? 1.0F : 0.0F);
  gl_.Enable(GL_DEPTH_TEST);
  // Surfaces step back by their slope, which leaves room for the lines on them.
  gl_.PolygonOffset(1.0F, 1.0F);
}

void MeshPass::drawTriangles(const GpuMesh& mesh) {
  gl_.BindVertexArray(mesh.vertices.id());
  gl_.DrawElements(GL_TRIANGLES, mesh.indexCount, GL_UNSIGNED_INT, nullptr);
}

void MeshPass::setClip(Program& program, const Frame& f, const GpuMesh& mesh, const DrawMesh& part) {
  program.set("uClip", f.clip(part.X_WM, mesh.center, mesh.size, !part.whole));
  if (f.section && !part.whole) gl_.Enable(GL_CLIP_DISTANCE0);
}

void MeshPass::draw(const Frame& f, const GpuMesh& mesh, const DrawMesh& part, const Color& color) {
  lit_->use();
  lit_->set("uModelView", f.modelView(part.X_WM, mesh.center, mesh.size));
  lit_->set("uVertexColors", part.vertexColors && mesh.colors.lock() == part.vertexColors ? 1.0F : 0.0F);
  setClip(*lit_, f, mesh, part);
  lit_->set("uColor", std::array<float, 4>{color.r, color.g, color.b, color.a});
  gl_.Enable(GL_POLYGON_OFFSET_FILL);
  if (color.a >= 1.0F) {
    gl_.Disable(GL_BLEND);
    gl_.DepthMask(GL_TRUE);
    if (mesh.closed) gl_.Enable(GL_CULL_FACE);
    drawTriangles(mesh);
  } else {
    gl_.Enable(GL_BLEND);
    gl_.DepthMask(GL_FALSE);
    gl_.Enable(GL_CULL_FACE);
    gl_.CullFace(GL_FRONT);
    drawTriangles(mesh);
    gl_.CullFace(GL_BACK);
    drawTriangles(mesh);
    gl_.DepthMask(GL_TRUE);
  }
  gl_.Disable(GL_CULL_FACE);
  gl_.Disable(GL_POLYGON_OFFSET_FILL);
  gl_.Disable(GL_CLIP_DISTANCE0);
}

void MeshPass::drawCap(const Frame& f, const GpuMesh& mesh, const DrawMesh& part, const Color& color, double hatch) {
  // Along a ray, the back faces less the front faces of what is kept say how often the solid winds round the point
  // where the ray meets the plane.
  gl_.Enable(GL_STENCIL_TEST);
  gl_.StencilFuncSeparate(GL_FRONT_AND_BACK, GL_ALWAYS, 0, 0xFFU);
  gl_.StencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, GL_INCR_WRAP);
  gl_.StencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_DECR_WRAP);
  gl_.ColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  gl_.DepthMask(GL_FALSE);
  gl_.Disable(GL_DEPTH_TEST);
  gl_.Enable(GL_DEPTH_CLAMP);  // what lies before the near plane counts, too
  drawFlat(f, f.projection, mesh, part, {0, 0, 0, 0});
  gl_.Disable(GL_DEPTH_CLAMP);
  gl_.Enable(GL_DEPTH_TEST);
  gl_.DepthMask(GL_TRUE);
  gl_.ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);

  gl_.StencilFuncSeparate(GL_FRONT_AND_BACK, GL_NOTEQUAL, 0, 0xFFU);
  gl_.StencilOpSeparate(GL_FRONT_AND_BACK, GL_ZERO, GL_ZERO, GL_ZERO);
  gl_.Enable(GL_POLYGON_OFFSET_FILL);
  drawPlane(f, part, color, hatch);
  gl_.Disable(GL_POLYGON_OFFSET_FILL);
  gl_.Disable(GL_STENCIL_TEST);
}

// The section's plane as far as the part's box reaches.
void MeshPass::drawPlane(const Frame& f, const DrawMesh& part, const Color& color, double hatch) {
  const DrawSection& s = *f.section;
  const Aabb& box = part.mesh->bounds();
  const Vec3 center = part.X_WM * box.center();
  Transform X_WS;
  X_WS.q = Quat::FromTwoVectors(Vec3::UnitZ(), s.n);
  X_WS.p = center - s.n.dot(center - s.p) * s.n;
  cap_.use();
  cap_.set("uProjection", f.projection);
  cap_.set("uModelView", f.modelView(X_WS, Vec3::Zero(), 0.51 * box.size()));
  cap_.set("uColor", std::array<float, 4>{color.r, color.g, color.b, 1.0F});
  double period = 0;
  if (hatch > 0 && s.hatch) {
    // Neighbours by number differ in direction or distance.
    constexpr std::array<double, 4> kAngles = {45, 135, 30, 120};  // [degree]
    constexpr std::array<double, 4> kPeriods = {8, 8, 11, 6};      // [nominal pixel]
    const std::size_t kind = part.pickId % kAngles.size();
    period = kPeriods[kind] * hatch;
    const double angle = kAngles[kind] * kPi / 180;
    const double ax = -std::sin(angle) / period;
    const double ay = std::cos(angle) / period;
    double x = 0;
    double y = 0;
    if (f.project(f.toView(X_WS.p), x, y)) y = f.height - y;
    const double shift = std::fmod(ax * x + ay * y, 1.0);
    cap_.set("uHatch", std::array<float, 4>{static_cast<float>(ax), static_cast<float>(ay), static_cast<float>(shift),
                                            static_cast<float>(0.6 * hatch)});
  }
  cap_.set("uHatchPeriod", static_cast<float>(period));
  gl_.BindVertexArray(disc_.id());
  gl_.DrawArrays(GL_TRIANGLE_FAN, 0, kDiscSides + 2);
}

void MeshPass::drawGround(const Frame& f, const ShadowPass& shadow, bool shadows, const Ground& ground) {
  const GroundSize size = groundSize(f.stage);
  const Vec3 c = f.stage.center();
  ground_.use();
  setShadow(ground_, f, shadow, shadows);
  ground_.set("uProjection", f.projection);
  ground_.set("uModelView", f.modelView({Quat::Identity(), Vec3(c.x(), c.y(), f.groundZ)}, Vec3::Zero(), size.reach));
  // Lines lie at whole cells of the world; the remainder by ten keeps digits far from the origin.
  const double x = std::fmod(c.x() / size.cell, 10.0);
  const double y = std::fmod(c.y() / size.cell, 10.0);
  ground_.set("uCells", std::array<float, 4>{static_cast<float>(size.reach / size.cell), 0, static_cast<float>(x),
                                             static_cast<float>(y)});
  ground_.set("uInk", std::array<float, 3>{ground.ink.r, ground.ink.g, ground.ink.b});
  ground_.set("uShade", shadows ? ground.shade : 0.0F);
  ground_.set("uLines", ground.lines ? 1.0F : 0.0F);
  gl_.Enable(GL_DEPTH_TEST);
  gl_.Enable(GL_BLEND);
  gl_.DepthMask(ground.solid ? GL_TRUE : GL_FALSE);
  gl_.Enable(GL_POLYGON_OFFSET_FILL);
  gl_.PolygonOffset(1.0F, 2.0F);
  gl_.BindVertexArray(disc_.id());
  gl_.DrawArrays(GL_TRIANGLE_FAN, 0, kDiscSides + 2);
  gl_.Disable(GL_POLYGON_OFFSET_FILL);
  gl_.DepthMask(GL_TRUE);
  gl_.Disable(GL_BLEND);
}

void MeshPass::drawPaper(const Frame& f, const GpuMesh& mesh, const DrawMesh& part, const Color& color) {
  gl_.Disable(GL_BLEND);
  gl_.DepthMask(GL_TRUE);
  gl_.Enable(GL_POLYGON_OFFSET_FILL);
  drawFlat(f, f.projection, mesh, part, {color.r, color.g, color.b, 1});
  gl_.Disable(GL_POLYGON_OFFSET_FILL);
}

void MeshPass::drawFlat(const Frame& f, const Eigen::Matrix4f& projection, const GpuMesh& mesh, const DrawMesh& part,
                        const std::array<float, 4>& color) {
  flat_.use();
  flat_.set("uProjection", projection);
  flat_.set("uModelView", f.modelView(part.X_WM, mesh.center, mesh.size));
  flat_.set("uColor", color);
  setClip(flat_, f, mesh, part);
  drawTriangles(mesh);
  gl_.Disable(GL_CLIP_DISTANCE0);
}

}  // namespace passung::render
