// SPDX-License-Identifier: Apache-2.0
// The OpenGL 3.3 core functions the renderer uses, fetched by name from a loader: no link to a GL library is needed,
// and several contexts with different drivers may live in one process.
#pragma once

#include <GL/glcorearb.h>

#include "render/renderer.h"

// clang-format off
#define PASSUNG_GL_FUNCTIONS(X) \
  X(ActiveTexture, ACTIVETEXTURE) X(AttachShader, ATTACHSHADER) X(BindAttribLocation, BINDATTRIBLOCATION) \
  X(BindBuffer, BINDBUFFER) X(BindFragDataLocation, BINDFRAGDATALOCATION) X(BindFramebuffer, BINDFRAMEBUFFER) \
  X(BindSampler, BINDSAMPLER) X(BindTexture, BINDTEXTURE) X(BindVertexArray, BINDVERTEXARRAY) \
  X(BlendEquationSeparate, BLENDEQUATIONSEPARATE) X(BlendFuncSeparate, BLENDFUNCSEPARATE) \
  X(BlitFramebuffer, BLITFRAMEBUFFER) X(BufferData, BUFFERDATA) X(CheckFramebufferStatus, CHECKFRAMEBUFFERSTATUS) X(ClearStencil, CLEARSTENCIL) \
  X(Clear, CLEAR) X(ClearColor, CLEARCOLOR) X(ClearDepth, CLEARDEPTH) X(ColorMask, COLORMASK) \
  X(CompileShader, COMPILESHADER) X(CreateProgram, CREATEPROGRAM) X(CreateShader, CREATESHADER) X(CullFace, CULLFACE) \
  X(DeleteBuffers, DELETEBUFFERS) X(DeleteFramebuffers, DELETEFRAMEBUFFERS) X(DeleteProgram, DELETEPROGRAM) \
  X(DeleteShader, DELETESHADER) X(DeleteTextures, DELETETEXTURES) X(DeleteVertexArrays, DELETEVERTEXARRAYS) \
  X(DepthFunc, DEPTHFUNC) X(DepthMask, DEPTHMASK) X(DepthRange, DEPTHRANGE) X(Disable, DISABLE) \
  X(DrawArrays, DRAWARRAYS) X(DrawBuffer, DRAWBUFFER) X(DrawElements, DRAWELEMENTS) X(Enable, ENABLE) \
  X(EnableVertexAttribArray, ENABLEVERTEXATTRIBARRAY) X(Finish, FINISH) X(FramebufferTexture2D, FRAMEBUFFERTEXTURE2D) \
  X(FrontFace, FRONTFACE) X(GenBuffers, GENBUFFERS) X(GenFramebuffers, GENFRAMEBUFFERS) X(GenTextures, GENTEXTURES) \
  X(GenVertexArrays, GENVERTEXARRAYS) X(GetBooleanv, GETBOOLEANV) X(GetDoublev, GETDOUBLEV) X(GetError, GETERROR) \
  X(GetFloatv, GETFLOATV) X(GetIntegerv, GETINTEGERV) X(GetProgramInfoLog, GETPROGRAMINFOLOG) \
  X(GetProgramiv, GETPROGRAMIV) X(GetShaderInfoLog, GETSHADERINFOLOG) X(GetShaderiv, GETSHADERIV) \
  X(GetString, GETSTRING) X(GetUniformLocation, GETUNIFORMLOCATION) X(IsEnabled, ISENABLED) \
  X(LinkProgram, LINKPROGRAM) X(PixelStorei, PIXELSTOREI) X(PolygonMode, POLYGONMODE) X(PolygonOffset, POLYGONOFFSET) \
  X(ReadBuffer, READBUFFER) X(ReadPixels, READPIXELS) X(Scissor, SCISSOR) X(ShaderSource, SHADERSOURCE) \
  X(StencilFuncSeparate, STENCILFUNCSEPARATE) X(StencilMaskSeparate, STENCILMASKSEPARATE) \
  X(StencilOpSeparate, STENCILOPSEPARATE) \
  X(TexImage2D, TEXIMAGE2D) X(TexParameteri, TEXPARAMETERI) X(TexParameterfv, TEXPARAMETERFV) \
  X(TexSubImage2D, TEXSUBIMAGE2D) X(Uniform1f, UNIFORM1F) X(Uniform1i, UNIFORM1I) X(Uniform2f, UNIFORM2F) \
  X(Uniform3f, UNIFORM3F) X(Uniform4f, UNIFORM4F) X(UniformMatrix3fv, UNIFORMMATRIX3FV) \
  X(UniformMatrix4fv, UNIFORMMATRIX4FV) X(UseProgram, USEPROGRAM) X(VertexAttribPointer, VERTEXATTRIBPOINTER) \
  X(Viewport, VIEWPORT)
// clang-format on

namespace passung::render {

struct Gl {
#define PASSUNG_GL_DECLARE(name, NAME) PFNGL##NAME##PROC name = nullptr;
  PASSUNG_GL_FUNCTIONS(PASSUNG_GL_DECLARE)
#undef PASSUNG_GL_DECLARE

  // With the context current. Throws std::runtime_error, one line, when it is older than OpenGL 3.3 or lacks a
  // function.
  explicit Gl(const GlLoader& loader);
};

}  // namespace passung::render
