// SPDX-License-Identifier: Apache-2.0
// OpenGL objects that free themselves. Made and destroyed with their context current.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>

#include "render/gl/functions.h"

namespace passung::render {

// One name of a GL object; Kind says how it is made and deleted.
template <class Kind>
class GlObject {
 public:
  GlObject() = default;
  explicit GlObject(const Gl& gl) : gl_(&gl) { Kind::make(gl, &id_); }
  ~GlObject() { reset(); }
  GlObject(GlObject&& o) noexcept : gl_(o.gl_), id_(std::exchange(o.id_, 0)) {}
  GlObject& operator=(GlObject&& o) noexcept {
    if (this != &o) {
      reset();
      gl_ = o.gl_;
      id_ = std::exchange(o.id_, 0);
    }
    return *this;
  }
  [[nodiscard]] GLuint id() const { return id_; }
  void reset() {
    if (id_ != 0) Kind::drop(*gl_, &id_);
    id_ = 0;
  }

 private:
  const Gl* gl_ = nullptr;
  GLuint id_ = 0;
};

struct BufferKind {
  static void make(const Gl& gl, GLuint* id) { gl.GenBuffers(1, id); }
  static void drop(const Gl& gl, GLuint* id) { gl.DeleteBuffers(1, id); }
};
struct VertexArrayKind {
  static void make(const Gl& gl, GLuint* id) { gl.GenVertexArrays(1, id); }
  static void drop(const Gl& gl, GLuint* id) { gl.DeleteVertexArrays(1, id); }
};
struct TextureKind {
  static void make(const Gl& gl, GLuint* id) { gl.GenTextures(1, id); }
  static void drop(const Gl& gl, GLuint* id) { gl.DeleteTextures(1, id); }
};
struct FramebufferKind {
  static void make(const Gl& gl, GLuint* id) { gl.GenFramebuffers(1, id); }
  static void drop(const Gl& gl, GLuint* id) { gl.DeleteFramebuffers(1, id); }
};
using Buffer = GlObject<BufferKind>;
using VertexArray = GlObject<VertexArrayKind>;
using Texture = GlObject<TextureKind>;
using Framebuffer = GlObject<FramebufferKind>;

// A linked program. Each stage's source is given in pieces, the version line is added. Attributes are bound in the
// order given, from location 0.
class Program {
 public:
  using Names = std::initializer_list<const char*>;
  Program(const Gl& gl, const char* name, Names vertex, Names fragment, Names attributes);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void use() const { gl_.UseProgram(id_); }
  // Uniforms of the program in use; one the compiler dropped is ignored.
  void set(const char* name, int x);
  void set(const char* name, float x);
  void set(const char* name, float x, float y);
  void set(const char* name, const std::array<float, 3>& v);
  void set(const char* name, const std::array<float, 4>& v);
  void set(const char* name, const Eigen::Matrix4f& m);
  void set(const char* name, const Eigen::Matrix3f& m);

 private:
  GLint location(const char* name);
  const Gl& gl_;
  GLuint id_ = 0;
  std::map<std::string, GLint, std::less<>> locations_;
};

// One colour and/or depth texture to draw into; reallocated only when the size changes.
struct TargetFormat {
  GLenum internal, format, type;
};
Texture makeTexture(const Gl& gl, int width, int height, const TargetFormat& f, GLenum filter,
                    const void* data = nullptr);
// `stencil`: the depth texture's format has one as well. Throws std::runtime_error when the driver cannot draw into the
// two (0: none).
Framebuffer makeFramebuffer(const Gl& gl, GLuint color, GLuint depth, bool stencil = false);

}  // namespace passung::render
