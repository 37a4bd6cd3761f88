// SPDX-License-Identifier: Apache-2.0
// The shadow map of the key light: depth of all parts seen along the light, in an orthographic square that holds them.
// Kept while no part moves; its square grows in steps and lies on whole texels, so that shadows do not crawl.
#pragma once

#include <cstdint>
#include <optional>

#include "render/frame.h"
#include "render/mesh_buffers.h"

namespace passung::render {

class ShadowPass {
 public:
  explicit ShadowPass(const Gl& gl);

  // Draws the map when something moved. Leaves its framebuffer bound.
  void update(const DrawList& list, const Frame& frame, MeshCache& meshes, int size);
  // From view space to the map: x, y and depth in 0..1.
  [[nodiscard]] Eigen::Matrix4f fromView(const Frame& frame) const;
  [[nodiscard]] GLuint texture() const { return map_.id(); }
  [[nodiscard]] float texel() const { return size_ > 0 ? 1.0F / static_cast<float>(size_) : 0.0F; }
  // A step off the surface that hides the map's steps [view units].
  [[nodiscard]] float step(const Frame& frame) const;

  [[nodiscard]] static Vec3 lightDirection();  // to the light, W

 private:
  const Gl& gl_;
  Program program_;
  Texture map_;
  Framebuffer framebuffer_;
  int size_ = 0;
  std::optional<std::uint64_t> drawn_;  // what the map shows
  Mat3 R_LW_;                           // light axes
  Vec3 center_L_ = Vec3::Zero();
  double half_ = 1;  // half side of the square [m]
};

}  // namespace passung::render
