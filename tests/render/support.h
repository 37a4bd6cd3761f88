// SPDX-License-Identifier: Apache-2.0
// Pictures for tests: a context shared by all of them, simple meshes, and questions to ask of pixels.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

#include "render/frame.h"
#include "render/gl/objects.h"
#include "render/renderer.h"

namespace passung::render {

inline std::shared_ptr<const TriangleMesh> boxMesh(const Vec3& half) {
  std::vector<Vec3> v;
  for (int i = 0; i < 8; ++i) {
    v.emplace_back((i & 1) != 0 ? half.x() : -half.x(), (i & 2) != 0 ? half.y() : -half.y(),
                   (i & 4) != 0 ? half.z() : -half.z());
  }
  return TriangleMesh::build(v, {{0, 2, 1},
                                 {1, 2, 3},
                                 {4, 5, 6},
                                 {5, 7, 6},
                                 {0, 1, 4},
                                 {1, 5, 4},
                                 {2, 6, 3},
                                 {3, 6, 7},
                                 {0, 4, 2},
                                 {2, 4, 6},
                                 {1, 3, 5},
                                 {3, 7, 5}});
}

// Poles on z; the facets are inscribed.
inline std::shared_ptr<const TriangleMesh> sphereMesh(double radius, int around = 128) {
  const int rings = around / 2;
  std::vector<Vec3> v = {Vec3(0, 0, radius), Vec3(0, 0, -radius)};
  std::vector<Triangle> t;
  for (int i = 1; i < rings; ++i) {
    for (int j = 0; j < around; ++j) {
      const double a = kPi * i / rings;
      const double b = 2 * kPi * j / around;
      v.push_back(radius * Vec3(std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a)));
    }
  }
  const auto at = [around](int i, int j) { return 2 + (i - 1) * around + j % around; };
  for (int j = 0; j < around; ++j) {
    t.push_back({0, at(1, j), at(1, j + 1)});
    t.push_back({1, at(rings - 1, j + 1), at(rings - 1, j)});
    for (int i = 1; i + 1 < rings; ++i) {
      t.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      t.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return TriangleMesh::build(v, t);
}

inline DrawMesh part(std::shared_ptr<const TriangleMesh> mesh, const Vec3& p, const Color& color,
                     std::uint32_t id = 0) {
  DrawMesh m;
  m.mesh = std::move(mesh);
  m.X_WM.p = p;
  m.color = color;
  m.pickId = id;
  return m;
}

// No shadow, occlusion, edges, grid or axes: a pixel is background or part.
inline RenderOptions plainOptions() {
  RenderOptions o;
  o.shadows = o.ambientOcclusion = o.meshEdges = o.grid = o.axes = false;
  return o;
}

struct Pixel {
  int r = 0, g = 0, b = 0;
  [[nodiscard]] int sum() const { return r + g + b; }
};

inline Pixel at(const Image& i, int x, int y) {
  const std::size_t k =
      3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(i.width) + static_cast<std::size_t>(x));
  return {i.rgb[k], i.rgb[k + 1], i.rgb[k + 2]};
}

inline int difference(const Pixel& a, const Pixel& b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

// Where a point of W appears [pixel].
inline std::array<int, 2> pixelOf(const View& view, const Vec3& p_W, int width, int height) {
  const Frame f = makeFrame({}, view, width, height, false);
  const Vec3 p = f.toView(p_W);
  const double s = f.pixelsPerUnit(-p.z());
  return {static_cast<int>(std::floor(0.5 * width + s * p.x())),
          static_cast<int>(std::floor(0.5 * height - s * p.y()))};
}

// One context and one renderer for all tests of a program; tests are skipped where there is no EGL.
class RenderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      if (!context()) {
        context() = std::make_unique<OffscreenContext>();
        context()->makeCurrent();
        renderer() = std::make_unique<Renderer>(context()->loader());
      }
    } catch (const std::runtime_error& e) {
      GTEST_SKIP() << e.what();
    }
    context()->makeCurrent();
    gl_ = std::make_unique<Gl>(context()->loader());
  }

  Image draw(const DrawList& list, const View& view, const RenderOptions& options, int width = 320, int height = 240) {
    Texture color = makeTexture(*gl_, width, height, {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE}, GL_NEAREST);
    Framebuffer target = makeFramebuffer(*gl_, color.id(), 0);
    renderer()->draw(list, view, options, target.id(), {0, 0, width, height});
    EXPECT_EQ(gl_->GetError(), static_cast<GLenum>(GL_NO_ERROR));
    return read(target.id(), width, height);
  }
  Image read(GLuint target, int width, int height) {
    const std::size_t row = 3 * static_cast<std::size_t>(width);
    std::vector<std::uint8_t> up(row * static_cast<std::size_t>(height));
    gl_->BindFramebuffer(GL_FRAMEBUFFER, target);
    gl_->PixelStorei(GL_PACK_ALIGNMENT, 1);
    gl_->ReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, up.data());
    Image image{width, height, std::vector<std::uint8_t>(up.size())};
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
      std::copy_n(up.begin() + static_cast<std::ptrdiff_t>(row * (static_cast<std::size_t>(height) - 1 - y)), row,
                  image.rgb.begin() + static_cast<std::ptrdiff_t>(row * y));
    }
    return image;
  }

  static std::unique_ptr<Renderer>& renderer() {
    static std::unique_ptr<Renderer> r;
    return r;
  }
  std::unique_ptr<Gl> gl_;

 private:
  static std::unique_ptr<OffscreenContext>& context() {
    static std::unique_ptr<OffscreenContext> c;
    return c;
  }
};

}  // namespace passung::render
