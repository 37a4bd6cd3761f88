// SPDX-License-Identifier: Apache-2.0
#include "render/passes/stroke_pass.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/passes/shadow_pass.h"
#include "render/shaders/stroke.h"

namespace passung::render {

namespace {

// Lines on a surface come nearer by this share of their distance, which beats the depth buffer's steps on the surface
// and is too little to show lines through a wall.
constexpr float kPull = 8e-4F;
constexpr int kArrowSides = 14;
// Of arrows behind a surface, in that of lines and points squared.
constexpr double kHiddenArrow = 0.625;

constexpr const char* kPerLine = "#define PER_LINE\n";

void push(std::vector<float>& out, const Vec3& v) {
  for (int i = 0; i < 3; ++i) out.push_back(static_cast<float>(v[i]));
}
void push(std::vector<float>& out, const Color& c) { out.insert(out.end(), {c.r, c.g, c.b, c.a}); }

void attribute(const Gl& gl, GLuint index, GLint count, int stride, int offset) {
  gl.EnableVertexAttribArray(index);
  gl.VertexAttribPointer(index, count, GL_FLOAT, GL_FALSE, stride * static_cast<GLsizei>(sizeof(float)),
                         reinterpret_cast<const void*>(static_cast<std::uintptr_t>(offset) * sizeof(float)));
}

template <class T>
void stream(const Gl& gl, GLenum target, GLuint buffer, const std::vector<T>& data) {
  gl.BindBuffer(target, buffer);
  gl.BufferData(target, static_cast<GLsizeiptr>(data.size() * sizeof(T)), data.data(), GL_STREAM_DRAW);
}

std::array<float, 4> viewOf(const Frame& f, float pull) {
  return {static_cast<float>(f.nearDepth), f.orthographic ? 1.0F : 0.0F, pull, 0.0F};
}

// Bottom square, top square, uprights of a box's corners numbered by bits x, y, z.
constexpr std::array<std::array<int, 2>, 12> kBoxEdges = {
    {{0, 1}, {1, 3}, {3, 2}, {2, 0}, {4, 5}, {5, 7}, {7, 6}, {6, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};

Vec3 boxCorner(const Aabb& b, int i) {
  return {(i & 1) != 0 ? b.upper.x() : b.lower.x(), (i & 2) != 0 ? b.upper.y() : b.lower.y(),
          (i & 4) != 0 ? b.upper.z() : b.lower.z()};
}

}  // namespace

StrokePass::StrokePass(const Gl& gl)
    : gl_(gl),
      edgeProgram_(gl, "edges", {shaders::kLineVertex}, {shaders::kLineFragment}, {"aFrom", "aTo", "aCorner"}),
      lineProgram_(gl, "lines", {kPerLine, shaders::kLineVertex}, {shaders::kLineFragment},
                   {"aFrom", "aTo", "aCorner", "aColor", "aWidth"}),
      pointProgram_(gl, "points", {shaders::kPointVertex}, {shaders::kPointFragment},
                    {"aFrom", "aTo", "aCorner", "aColor", "aWidth"}),
      solidProgram_(gl, "solids", {shaders::kSolidVertex}, {shaders::kSolidFragment},
                    {"aPosition", "aNormal", "aColor"}),
      strokeArray_(gl),
      solidArray_(gl),
      strokeBuffer_(gl),
      strokeIndices_(gl),
      solidBuffer_(gl),
      solidIndices_(gl) {
  gl.BindVertexArray(strokeArray_.id());
  gl.BindBuffer(GL_ARRAY_BUFFER, strokeBuffer_.id());
  gl.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, strokeIndices_.id());
  attribute(gl, 0, 3, 13, 0);
  attribute(gl, 1, 3, 13, 3);
  attribute(gl, 2, 2, 13, 6);
  attribute(gl, 3, 4, 13, 8);
  attribute(gl, 4, 1, 13, 12);
  gl.BindVertexArray(solidArray_.id());
  gl.BindBuffer(GL_ARRAY_BUFFER, solidBuffer_.id());
  gl.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, solidIndices_.id());
  attribute(gl, 0, 3, 10, 0);
  attribute(gl, 1, 3, 10, 3);
  attribute(gl, 2, 4, 10, 6);
  gl.BindVertexArray(0);
}

void StrokePass::drawMeshEdges(const Frame& f, const GpuMesh& mesh, const Transform& X_WM, const EdgeStyle& style,
                               bool cut) {
  if (mesh.edgeIndexCount == 0) return;
  edgeProgram_.use();
  edgeProgram_.set("uModelView", f.modelView(X_WM, mesh.center, mesh.size));
  edgeProgram_.set("uProjection", f.projection);
  edgeProgram_.set("uViewport", static_cast<float>(f.width), static_cast<float>(f.height));
  edgeProgram_.set("uView", viewOf(f, kPull));
  edgeProgram_.set("uLineColor", std::array<float, 4>{style.color.r, style.color.g, style.color.b, style.color.a});
  edgeProgram_.set("uLineWidth", style.width);
  edgeProgram_.set("uFade", 1.0F);
  edgeProgram_.set("uClip", f.clip(X_WM, mesh.center, mesh.size, cut));
  if (cut) gl_.Enable(GL_CLIP_DISTANCE0);
  gl_.BindVertexArray(mesh.edges.id());
  gl_.DrawElements(GL_TRIANGLES, mesh.edgeIndexCount, GL_UNSIGNED_INT, nullptr);
  gl_.Disable(GL_CLIP_DISTANCE0);
}

void StrokePass::addLine(Strokes& s, const Vec3& a_V, const Vec3& b_V, const Color& color, double width) {
  const auto first = static_cast<std::uint32_t>(s.vertices.size() / 13);
  for (int k = 0; k < 4; ++k) {
    push(s.vertices, a_V);
    push(s.vertices, b_V);
    s.vertices.push_back((k & 1) != 0 ? 1.0F : 0.0F);
    s.vertices.push_back((k & 2) != 0 ? 1.0F : -1.0F);
    push(s.vertices, color);
    s.vertices.push_back(static_cast<float>(width));
  }
  for (std::uint32_t i : {0U, 1U, 2U, 2U, 1U, 3U}) s.indices.push_back(first + i);
}

// A shaft and a cone round it. Their thickness is that of the pixels at the arrow's middle; a short arrow is all cone.
void StrokePass::addArrow(Solids& s, const Frame& f, const DrawArrow& arrow, double widthScale) {
  const Vec3 a = f.toView(arrow.from);
  const Vec3 b = f.toView(arrow.to);
  const double length = (b - a).norm();
  if (!(length > 0)) return;
  const Vec3 d = (b - a) / length;
  const double pixel = 1 / f.pixelsPerUnit(std::max(-0.5 * (a.z() + b.z()), f.orthographic ? 0.0 : f.nearDepth));
  double radius = 0.5 * arrow.width * widthScale * pixel;
  double head = 4.2 * arrow.width * widthScale * pixel;
  const double fit = std::min(1.0, length / head);
  head *= fit;
  radius *= std::max(fit, 0.5);
  const double headRadius = 0.36 * head;
  const double shaft = length - head;

  Vec3 u = d.cross(std::abs(d.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitY()).normalized();
  const Vec3 w = d.cross(u);
  const auto ring = [&](double along, double r, double normalAlong) {
    const auto first = static_cast<std::uint32_t>(s.vertices.size() / 10);
    for (int i = 0; i < kArrowSides; ++i) {
      const double t = 2 * kPi * i / kArrowSides;
      const Vec3 out = std::cos(t) * u + std::sin(t) * w;
      push(s.vertices, a + along * d + r * out);
      push(s.vertices, normalAlong <= -1 ? Vec3(-d) : (out + normalAlong * d).normalized());
      push(s.vertices, arrow.color);
    }
    return first;
  };
  const auto join = [&](std::uint32_t lower, std::uint32_t upper) {
    for (std::uint32_t i = 0; i < kArrowSides; ++i) {
      const std::uint32_t j = (i + 1) % kArrowSides;
      for (std::uint32_t k : {lower + i, lower + j, upper + j, lower + i, upper + j, upper + i}) s.indices.push_back(k);
    }
  };
  const double slope = headRadius / std::max(head, 1e-300);
  if (shaft > 0) {
    join(ring(0, 0, -1), ring(0, radius, -1));
    join(ring(0, radius, 0), ring(shaft, radius, 0));
  }
  join(ring(shaft, 0, -1), ring(shaft, headRadius, -1));
  join(ring(shaft, headRadius, slope), ring(length, 0, slope));
}

void StrokePass::drawStrokes(Program& program, const Strokes& s, const Frame& f, float fade) {
  if (s.indices.empty()) return;
  program.use();
  program.set("uModelView", Eigen::Matrix4f(Eigen::Matrix4f::Identity()));
  program.set("uProjection", f.projection);
  program.set("uViewport", static_cast<float>(f.width), static_cast<float>(f.height));
  program.set("uView", viewOf(f, kPull));
  program.set("uFade", fade);
  gl_.BindVertexArray(strokeArray_.id());
  stream(gl_, GL_ARRAY_BUFFER, strokeBuffer_.id(), s.vertices);
  stream(gl_, GL_ELEMENT_ARRAY_BUFFER, strokeIndices_.id(), s.indices);
  gl_.DrawElements(GL_TRIANGLES, static_cast<GLsizei>(s.indices.size()), GL_UNSIGNED_INT, nullptr);
}

void StrokePass::drawSolids(const Solids& s, const Frame& f, float fade) {
  if (s.indices.empty()) return;
  solidProgram_.use();
  solidProgram_.set("uProjection", f.projection);
  solidProgram_.set("uFade", fade);
  const Vec3 light = f.R_VW * ShadowPass::lightDirection();
  solidProgram_.set("uLight", std::array<float, 3>{static_cast<float>(light.x()), static_cast<float>(light.y()),
                                                   static_cast<float>(light.z())});
  gl_.BindVertexArray(solidArray_.id());
  stream(gl_, GL_ARRAY_BUFFER, solidBuffer_.id(), s.vertices);
  stream(gl_, GL_ELEMENT_ARRAY_BUFFER, solidIndices_.id(), s.indices);
  gl_.Enable(GL_CULL_FACE);
  gl_.DrawElements(GL_TRIANGLES, static_cast<GLsizei>(s.indices.size()), GL_UNSIGNED_INT, nullptr);
  gl_.Disable(GL_CULL_FACE);
}

void StrokePass::draw(const DrawList& list, const Frame& f, bool onTop, double widthScale, double hidden) {
  // Solids first: they write depth, which the smooth rims of lines and points must not.
  Solids solids;
  for (const DrawArrow& a : list.arrows) {
    if (a.onTop == onTop && a.from.allFinite() && a.to.allFinite()) addArrow(solids, f, a, widthScale);
  }
  gl_.DepthMask(GL_FALSE);
  if (onTop && hidden > 0) {
    gl_.DepthFunc(GL_GREATER);
    drawSolids(solids, f, static_cast<float>(kHiddenArrow * hidden * hidden));
    gl_.DepthFunc(GL_LEQUAL);
  }
  gl_.DepthMask(GL_TRUE);
  drawSolids(solids, f, 1);
  gl_.DepthMask(GL_FALSE);

  const auto drawBoth = [&](Program& program, const Strokes& s) {
    if (onTop && hidden > 0) {
      gl_.DepthFunc(GL_GREATER);
      drawStrokes(program, s, f, static_cast<float>(hidden));
      gl_.DepthFunc(GL_LEQUAL);
    }
    drawStrokes(program, s, f, 1);
  };
  Strokes lines;
  if (!onTop) {
    for (const DrawBox& b : list.boxes) {
      if (b.box.empty() || !b.box.lower.allFinite() || !b.box.upper.allFinite() || !isFinite(b.X_WB)) continue;
      for (const auto& [i, j] : kBoxEdges) {
        addLine(lines, f.toView(b.X_WB * boxCorner(b.box, i)), f.toView(b.X_WB * boxCorner(b.box, j)), b.color,
                widthScale);
      }
    }
  }
  for (const DrawLine& l : list.lines) {
    if (l.onTop == onTop && l.a.allFinite() && l.b.allFinite()) {
      addLine(lines, f.toView(l.a), f.toView(l.b), l.color, l.width * widthScale);
    }
  }
  drawBoth(lineProgram_, lines);

  // Far points first, so that near ones cover them.
  std::vector<std::pair<double, const DrawPoint*>> order;
  for (const DrawPoint& p : list.points) {
    if (p.onTop == onTop && p.p.allFinite()) order.emplace_back(f.toView(p.p).z(), &p);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Strokes points;
  for (const auto& item : order) {
    const Vec3 v = f.toView(item.second->p);
    addLine(points, v, v, item.second->color, item.second->size * widthScale);
  }
  drawBoth(pointProgram_, points);
  gl_.DepthMask(GL_TRUE);
}

}  // namespace passung::render
