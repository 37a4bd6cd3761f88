// SPDX-License-Identifier: Apache-2.0
#include "render/passes/shadow_pass.h"

#include <cmath>

#include "core/hash.h"
#include "render/shaders/mesh.h"

namespace passung::render {

namespace {

// Transparent parts let the light through.
bool casts(const DrawMesh& m) { return drawable(m) && m.color.a > 0.99F; }

std::uint64_t keyOf(const DrawList& list, const Frame& frame, int size, MeshCache& meshes) {
  std::uint64_t h = hashBytes(&size, sizeof size);
  if (frame.section) {
    h = hashBytes(frame.section->p.data(), 3 * sizeof(double), h);
    h = hashBytes(frame.section->n.data(), 3 * sizeof(double), h);
  }
  for (const DrawMesh& m : list.meshes) {
    if (!casts(m)) continue;
    const std::uint64_t serial = meshes.get(m.mesh).serial;
    h = hashBytes(&serial, sizeof serial, h);
    h = hashBytes(m.X_WM.q.coeffs().data(), 4 * sizeof(double), h);
    h = hashBytes(m.X_WM.p.data(), 3 * sizeof(double), h);
    h = hashBytes(&m.whole, sizeof m.whole, h);
  }
  return h;
}

}  // namespace

Vec3 ShadowPass::lightDirection() { return Vec3(-0.30, -0.62, 1.15).normalized(); }

ShadowPass::ShadowPass(const Gl& gl)
    : gl_(gl), program_(gl, "shadow", {shaders::kDepthVertex}, {"void main() {}"}, {"aPosition"}) {
  const Vec3 z = lightDirection();
  const Vec3 x = Vec3::UnitZ().cross(z).normalized();
  R_LW_.row(0) = x.transpose();
  R_LW_.row(1) = z.cross(x).transpose();
  R_LW_.row(2) = z.transpose();
}

void ShadowPass::update(const DrawList& list, const Frame& frame, MeshCache& meshes, int size) {
  const std::uint64_t key = keyOf(list, frame, size, meshes);
  if (drawn_ == key) return;
  if (size != size_) {
    map_ = makeTexture(gl_, size, size, {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT}, GL_LINEAR);
    gl_.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    gl_.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    framebuffer_ = makeFramebuffer(gl_, 0, map_.id());
    size_ = size;
  }

  // Half side: the next power of 2^(1/4) above the radius; centre on whole texels.
  const double radius = std::max(0.5 * frame.meshBounds.size(), 1e-300);
  half_ = std::pow(2.0, 0.25 * std::ceil(4 * std::log2(radius) + 1e-9)) * 1.01;
  const double texel = 2 * half_ / size;
  center_L_ = R_LW_ * frame.meshBounds.center();
  for (int i : {0, 1}) center_L_[i] = texel * std::round(center_L_[i] / texel);

  gl_.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  gl_.Viewport(0, 0, size, size);
  gl_.DepthMask(GL_TRUE);
  gl_.Clear(GL_DEPTH_BUFFER_BIT);
  gl_.Enable(GL_DEPTH_TEST);
  gl_.Disable(GL_BLEND);
  gl_.Disable(GL_CULL_FACE);
  gl_.Enable(GL_POLYGON_OFFSET_FILL);
  gl_.PolygonOffset(2.0F, 4.0F);
  program_.use();
  Eigen::Matrix4f projection = Eigen::Matrix4f::Identity();
  projection(2, 2) = -1;
  program_.set("uProjection", projection);
  for (const DrawMesh& m : list.meshes) {
    if (!casts(m)) continue;
    const GpuMesh& g = meshes.get(m.mesh);
    Eigen::Matrix4d X = Eigen::Matrix4d::Identity();
    X.topLeftCorner<3, 3>() = R_LW_ * m.X_WM.R() * (g.size / half_);
    X.topRightCorner<3, 1>() = (R_LW_ * (m.X_WM * g.center) - center_L_) / half_;
    program_.set("uModelView", Eigen::Matrix4f(X.cast<float>()));
    program_.set("uClip", frame.clip(m.X_WM, g.center, g.size, !m.whole));
    if (frame.section && !m.whole) gl_.Enable(GL_CLIP_DISTANCE0);
    gl_.BindVertexArray(g.vertices.id());
    gl_.DrawElements(GL_TRIANGLES, g.indexCount, GL_UNSIGNED_INT, nullptr);
    gl_.Disable(GL_CLIP_DISTANCE0);
  }
  gl_.Disable(GL_POLYGON_OFFSET_FILL);
  drawn_ = key;
}

Eigen::Matrix4f ShadowPass::fromView(const Frame& f) const {
  // W = eye + unit R^T v, then light axes, then 0..1.
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.topLeftCorner<3, 3>() = R_LW_ * f.R_VW.transpose() * (f.unit / half_);
  m.topRightCorner<3, 1>() = (R_LW_ * f.eye_W - center_L_) / half_;
  m.row(2) *= -1;
  Eigen::Matrix4d unitRange = Eigen::Matrix4d::Identity();
  unitRange.topLeftCorner<3, 3>() *= 0.5;
  unitRange.topRightCorner<3, 1>() = Vec3::Constant(0.5);
  return (unitRange * m).cast<float>();
}

float ShadowPass::step(const Frame& f) const {
  return size_ > 0 ? static_cast<float>(3.0 * half_ / size_ / f.unit) : 0.0F;
}

}  // namespace passung::render
