// SPDX-License-Identifier: Apache-2.0
#include "render/gl/state_guard.h"

namespace passung::render {

namespace {

constexpr std::array<GLenum, 10> kSwitches = {
    GL_BLEND,       GL_DEPTH_TEST,  GL_CULL_FACE,        GL_SCISSOR_TEST,  GL_STENCIL_TEST, GL_POLYGON_OFFSET_FILL,
    GL_MULTISAMPLE, GL_DEPTH_CLAMP, GL_FRAMEBUFFER_SRGB, GL_CLIP_DISTANCE0};

constexpr std::array<GLenum, 2> kFaces = {GL_FRONT, GL_BACK};
constexpr std::array<std::array<GLenum, 7>, 2> kStencil = {
    {{GL_STENCIL_FUNC, GL_STENCIL_REF, GL_STENCIL_VALUE_MASK, GL_STENCIL_FAIL, GL_STENCIL_PASS_DEPTH_FAIL,
      GL_STENCIL_PASS_DEPTH_PASS, GL_STENCIL_WRITEMASK},
     {GL_STENCIL_BACK_FUNC, GL_STENCIL_BACK_REF, GL_STENCIL_BACK_VALUE_MASK, GL_STENCIL_BACK_FAIL,
      GL_STENCIL_BACK_PASS_DEPTH_FAIL, GL_STENCIL_BACK_PASS_DEPTH_PASS, GL_STENCIL_BACK_WRITEMASK}}};

void setSwitch(const Gl& gl, GLenum what, bool on) {
  if (on) {
    gl.Enable(what);
  } else {
    gl.Disable(what);
  }
}

}  // namespace

StateGuard::StateGuard(const Gl& gl) : gl_(gl) {
  gl.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &drawFramebuffer_);
  gl.GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &readFramebuffer_);
  gl.GetIntegerv(GL_CURRENT_PROGRAM, &program_);
  gl.GetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertexArray_);
  gl.GetIntegerv(GL_ARRAY_BUFFER_BINDING, &arrayBuffer_);
  gl.GetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &pixelPack_);
  gl.GetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &pixelUnpack_);
  gl.GetIntegerv(GL_ACTIVE_TEXTURE, &activeUnit_);
  for (int i = 0; i < kUnits; ++i) {
    gl.ActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + i));
    gl.GetIntegerv(GL_TEXTURE_BINDING_2D, &textures_[static_cast<std::size_t>(i)]);
    gl.GetIntegerv(GL_SAMPLER_BINDING, &samplers_[static_cast<std::size_t>(i)]);
  }
  gl.GetIntegerv(GL_VIEWPORT, viewport_.data());
  gl.GetIntegerv(GL_SCISSOR_BOX, scissor_.data());
  gl.GetIntegerv(GL_BLEND_SRC_RGB, &blendFunc_[0]);
  gl.GetIntegerv(GL_BLEND_DST_RGB, &blendFunc_[1]);
  gl.GetIntegerv(GL_BLEND_SRC_ALPHA, &blendFunc_[2]);
  gl.GetIntegerv(GL_BLEND_DST_ALPHA, &blendFunc_[3]);
  gl.GetIntegerv(GL_BLEND_EQUATION_RGB, &blendEquation_[0]);
  gl.GetIntegerv(GL_BLEND_EQUATION_ALPHA, &blendEquation_[1]);
  gl.GetBooleanv(GL_COLOR_WRITEMASK, colorMask_.data());
  gl.GetBooleanv(GL_DEPTH_WRITEMASK, &depthMask_);
  gl.GetFloatv(GL_COLOR_CLEAR_VALUE, clearColor_.data());
  gl.GetDoublev(GL_DEPTH_CLEAR_VALUE, &clearDepth_);
  gl.GetDoublev(GL_DEPTH_RANGE, depthRange_.data());
  gl.GetFloatv(GL_POLYGON_OFFSET_FACTOR, &polygonOffset_[0]);
  gl.GetFloatv(GL_POLYGON_OFFSET_UNITS, &polygonOffset_[1]);
  gl.GetIntegerv(GL_DEPTH_FUNC, &depthFunc_);
  gl.GetIntegerv(GL_CULL_FACE_MODE, &cullFace_);
  gl.GetIntegerv(GL_FRONT_FACE, &frontFace_);
  gl.GetIntegerv(GL_POLYGON_MODE, polygonMode_.data());
  gl.GetIntegerv(GL_UNPACK_ALIGNMENT, &unpack_);
  gl.GetIntegerv(GL_PACK_ALIGNMENT, &pack_);
  gl.GetIntegerv(GL_UNPACK_ROW_LENGTH, &unpackRow_);
  gl.GetIntegerv(GL_PACK_ROW_LENGTH, &packRow_);
  gl.GetIntegerv(GL_STENCIL_CLEAR_VALUE, &clearStencil_);
  for (std::size_t face = 0; face < kFaces.size(); ++face) {
    for (std::size_t i = 0; i < kStencil[face].size(); ++i) gl.GetIntegerv(kStencil[face][i], &stencil_[face][i]);
  }
  for (std::size_t i = 0; i < kSwitches.size(); ++i) enabled_[i] = gl.IsEnabled(kSwitches[i]);
}

StateGuard::~StateGuard() {
  const Gl& gl = gl_;
  for (std::size_t i = 0; i < kSwitches.size(); ++i) setSwitch(gl, kSwitches[i], enabled_[i] != GL_FALSE);
  gl.ClearStencil(clearStencil_);
  for (std::size_t face = 0; face < kFaces.size(); ++face) {
    const auto& s = stencil_[face];
    gl.StencilFuncSeparate(kFaces[face], static_cast<GLenum>(s[0]), s[1], static_cast<GLuint>(s[2]));
    gl.StencilOpSeparate(kFaces[face], static_cast<GLenum>(s[3]), static_cast<GLenum>(s[4]), static_cast<GLenum>(s[5]));
    gl.StencilMaskSeparate(kFaces[face], static_cast<GLuint>(s[6]));
  }
  gl.PixelStorei(GL_PACK_ROW_LENGTH, packRow_);
  gl.PixelStorei(GL_UNPACK_ROW_LENGTH, unpackRow_);
  gl.PixelStorei(GL_PACK_ALIGNMENT, pack_);
  gl.PixelStorei(GL_UNPACK_ALIGNMENT, unpack_);
  gl.PolygonMode(GL_FRONT_AND_BACK, static_cast<GLenum>(polygonMode_[0]));
  gl.FrontFace(static_cast<GLenum>(frontFace_));
  gl.CullFace(static_cast<GLenum>(cullFace_));
  gl.DepthFunc(static_cast<GLenum>(depthFunc_));
  gl.PolygonOffset(polygonOffset_[0], polygonOffset_[1]);
  gl.DepthRange(depthRange_[0], depthRange_[1]);
  gl.ClearDepth(clearDepth_);
  gl.ClearColor(clearColor_[0], clearColor_[1], clearColor_[2], clearColor_[3]);
  gl.DepthMask(depthMask_);
  gl.ColorMask(colorMask_[0], colorMask_[1], colorMask_[2], colorMask_[3]);
  gl.BlendEquationSeparate(static_cast<GLenum>(blendEquation_[0]), static_cast<GLenum>(blendEquation_[1]));
  gl.BlendFuncSeparate(static_cast<GLenum>(blendFunc_[0]), static_cast<GLenum>(blendFunc_[1]),
                       static_cast<GLenum>(blendFunc_[2]), static_cast<GLenum>(blendFunc_[3]));
  gl.Scissor(scissor_[0], scissor_[1], scissor_[2], scissor_[3]);
  gl.Viewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  for (int i = 0; i < kUnits; ++i) {
    gl.ActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + i));
    gl.BindTexture(GL_TEXTURE_2D, static_cast<GLuint>(textures_[static_cast<std::size_t>(i)]));
    gl.BindSampler(static_cast<GLuint>(i), static_cast<GLuint>(samplers_[static_cast<std::size_t>(i)]));
  }
  gl.ActiveTexture(static_cast<GLenum>(activeUnit_));
  gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, static_cast<GLuint>(pixelUnpack_));
  gl.BindBuffer(GL_PIXEL_PACK_BUFFER, static_cast<GLuint>(pixelPack_));
  gl.BindVertexArray(static_cast<GLuint>(vertexArray_));
  gl.BindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(arrayBuffer_));
  gl.UseProgram(static_cast<GLuint>(program_));
  gl.BindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(readFramebuffer_));
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(drawFramebuffer_));
}

void setDefaultState(const Gl& gl) {
  for (GLenum s : kSwitches) gl.Disable(s);
  for (GLuint i = 0; i < 4; ++i) gl.BindSampler(i, 0);
  gl.BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  gl.BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  gl.PixelStorei(GL_PACK_ALIGNMENT, 1);
  gl.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  gl.PixelStorei(GL_PACK_ROW_LENGTH, 0);
  gl.PixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  gl.PolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  gl.FrontFace(GL_CCW);
  gl.CullFace(GL_BACK);
  gl.DepthFunc(GL_LEQUAL);
  gl.DepthRange(0, 1);
  gl.ClearDepth(1);
  gl.DepthMask(GL_TRUE);
  gl.ClearStencil(0);
  gl.StencilMaskSeparate(GL_FRONT_AND_BACK, 0xFFU);
  gl.ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  gl.BlendEquationSeparate(GL_FUNC_ADD, GL_FUNC_ADD);
  // Colour is blended; alpha of the target stays, it marks which pixels show a part.
  gl.BlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
}

}  // namespace passung::render
