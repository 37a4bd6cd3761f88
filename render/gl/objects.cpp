// SPDX-License-Identifier: Apache-2.0
#include "render/gl/objects.h"

#include <stdexcept>
#include <vector>

namespace passung::render {

namespace {

GLuint compile(const Gl& gl, const char* name, GLenum stage, Program::Names source) {
  const GLuint shader = gl.CreateShader(stage);
  std::vector<const char*> pieces = {"#version 330 core\n"};
  pieces.insert(pieces.end(), source.begin(), source.end());
  gl.ShaderSource(shader, static_cast<GLsizei>(pieces.size()), pieces.data(), nullptr);
  gl.CompileShader(shader);
  GLint ok = 0;
  gl.GetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok == 0) {
    std::array<char, 1024> log{};
    gl.GetShaderInfoLog(shader, static_cast<GLsizei>(log.size()) - 1, nullptr, log.data());
    gl.DeleteShader(shader);
    throw std::runtime_error(std::string("OpenGL: shader ") + name + ": " + log.data());
  }
  return shader;
}

}  // namespace

Program::Program(const Gl& gl, const char* name, Names vertex, Names fragment, Names attributes) : gl_(gl) {
  const GLuint vs = compile(gl, name, GL_VERTEX_SHADER, vertex);
  const GLuint fs = compile(gl, name, GL_FRAGMENT_SHADER, fragment);
  id_ = gl.CreateProgram();
  gl.AttachShader(id_, vs);
  gl.AttachShader(id_, fs);
  GLuint i = 0;
  for (const char* attribute : attributes) gl.BindAttribLocation(id_, i++, attribute);
  gl.BindFragDataLocation(id_, 0, "outColor");
  gl.LinkProgram(id_);
  gl.DeleteShader(vs);
  gl.DeleteShader(fs);
  GLint ok = 0;
  gl.GetProgramiv(id_, GL_LINK_STATUS, &ok);
  if (ok == 0) {
    std::array<char, 1024> log{};
    gl.GetProgramInfoLog(id_, static_cast<GLsizei>(log.size()) - 1, nullptr, log.data());
    gl.DeleteProgram(id_);
    throw std::runtime_error(std::string("OpenGL: program ") + name + ": " + log.data());
  }
}

Program::~Program() { gl_.DeleteProgram(id_); }

GLint Program::location(const char* name) {
  const auto it = locations_.find(name);
  if (it != locations_.end()) return it->second;
  const GLint l = gl_.GetUniformLocation(id_, name);
  locations_.emplace(name, l);
  return l;
}

void Program::set(const char* name, int x) { gl_.Uniform1i(location(name), x); }
void Program::set(const char* name, float x) { gl_.Uniform1f(location(name), x); }
void Program::set(const char* name, float x, float y) { gl_.Uniform2f(location(name), x, y); }
void Program::set(const char* name, const std::array<float, 3>& v) { gl_.Uniform3f(location(name), v[0], v[1], v[2]); }
void Program::set(const char* name, const std::array<float, 4>& v) {
  gl_.Uniform4f(location(name), v[0], v[1], v[2], v[3]);
}
void Program::set(const char* name, const Eigen::Matrix4f& m) {
  gl_.UniformMatrix4fv(location(name), 1, GL_FALSE, m.data());
}
void Program::set(const char* name, const Eigen::Matrix3f& m) {
  gl_.UniformMatrix3fv(location(name), 1, GL_FALSE, m.data());
}

Texture makeTexture(const Gl& gl, int width, int height, const TargetFormat& f, GLenum filter, const void* data) {
  Texture t(gl);
  gl.BindTexture(GL_TEXTURE_2D, t.id());
  gl.TexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(f.internal), width, height, 0, f.format, f.type, data);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, static_cast<GLint>(filter));
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, static_cast<GLint>(filter));
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  return t;
}

Framebuffer makeFramebuffer(const Gl& gl, GLuint color, GLuint depth, bool stencil) {
  Framebuffer f(gl);
  gl.BindFramebuffer(GL_FRAMEBUFFER, f.id());
  if (color != 0) gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
  const GLenum place = stencil ? GL_DEPTH_STENCIL_ATTACHMENT : GL_DEPTH_ATTACHMENT;
  if (depth != 0) gl.FramebufferTexture2D(GL_FRAMEBUFFER, place, GL_TEXTURE_2D, depth, 0);
  gl.DrawBuffer(color != 0 ? GL_COLOR_ATTACHMENT0 : GL_NONE);
  gl.ReadBuffer(color != 0 ? GL_COLOR_ATTACHMENT0 : GL_NONE);
  if (gl.CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw std::runtime_error("OpenGL: the driver cannot draw into an off-screen target");
  }
  return f;
}

}  // namespace passung::render
