// SPDX-License-Identifier: Apache-2.0
#include "render/passes/screen_pass.h"

#include <algorithm>
#include <string>

#include "render/shaders/ground.h"
#include "render/shaders/screen.h"

namespace passung::render {

namespace {

constexpr TargetFormat kColor = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
constexpr TargetFormat kDepth = {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT};
constexpr TargetFormat kDepthStencil = {GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV};
constexpr TargetFormat kAmbient = {GL_RG32F, GL_RG, GL_FLOAT};
constexpr TargetFormat kMask = {GL_R8, GL_RED, GL_UNSIGNED_BYTE};

std::array<float, 3> rgb(const Color& c) { return {c.r, c.g, c.b}; }

}  // namespace

ScreenPass::ScreenPass(const Gl& gl)
    : gl_(gl),
      background_(gl, "background", {shaders::kScreenVertex}, {shaders::kBackgroundFragment}, {"aPosition"}),
      ambient_(gl, "ambient", {shaders::kScreenVertex}, {shaders::kDepthFunction, shaders::kAmbientFragment},
               {"aPosition"}),
      blur_(gl, "blur", {shaders::kScreenVertex}, {shaders::kBlurFragment}, {"aPosition"}),
      smooth_(gl, "smooth", {shaders::kScreenVertex}, {shaders::kSmoothFragment}, {"aPosition"}),
      halve_(gl, "halve", {shaders::kScreenVertex}, {shaders::kHalveFragment}, {"aPosition"}),
      screen_(gl),
      screenBuffer_(gl) {
  constexpr std::array<float, 8> kCorners = {-1, -1, 1, -1, -1, 1, 1, 1};
  gl.BindVertexArray(screen_.id());
  gl.BindBuffer(GL_ARRAY_BUFFER, screenBuffer_.id());
  gl.BufferData(GL_ARRAY_BUFFER, sizeof kCorners, kCorners.data(), GL_STATIC_DRAW);
  gl.EnableVertexAttribArray(0);
  gl.VertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
  gl.BindVertexArray(0);
}

void ScreenPass::resize(int width, int height, bool stencil) {
  if (width == width_ && height == height_ && stencil == stencil_) return;
  gl_.ActiveTexture(GL_TEXTURE0);
  color0_ = makeTexture(gl_, width, height, kColor, GL_LINEAR);
  color1_ = makeTexture(gl_, width, height, kColor, GL_LINEAR);
  depth_ = makeTexture(gl_, width, height, stencil ? kDepthStencil : kDepth, GL_NEAREST);
  mask_ = makeTexture(gl_, width, height, kMask, GL_NEAREST);
  const int w = (width + 1) / 2;
  const int h = (height + 1) / 2;
  ambientMap0_ = makeTexture(gl_, w, h, kAmbient, GL_NEAREST);
  ambientMap1_ = makeTexture(gl_, w, h, kAmbient, GL_NEAREST);
  scene_ = makeFramebuffer(gl_, color0_.id(), depth_.id(), stencil);
  composed_ = makeFramebuffer(gl_, color1_.id(), 0);
  marks_ = makeFramebuffer(gl_, color1_.id(), depth_.id(), stencil);
  maskTarget_ = makeFramebuffer(gl_, mask_.id(), 0);
  ambientTarget0_ = makeFramebuffer(gl_, ambientMap0_.id(), 0);
  ambientTarget1_ = makeFramebuffer(gl_, ambientMap1_.id(), 0);
  width_ = width;
  height_ = height;
  stencil_ = stencil;
}

void ScreenPass::bindTexture(int unit, const Texture& texture) {
  gl_.ActiveTexture(static_cast<GLenum>(GL_TEXTURE0 + unit));
  gl_.BindTexture(GL_TEXTURE_2D, texture.id());
}

void ScreenPass::bindScene() {
  gl_.BindFramebuffer(GL_FRAMEBUFFER, scene_.id());
  gl_.Viewport(0, 0, width_, height_);
}
void ScreenPass::bindMarks() {
  gl_.BindFramebuffer(GL_FRAMEBUFFER, marks_.id());
  gl_.Viewport(0, 0, width_, height_);
}
void ScreenPass::bindMask() {
  gl_.BindFramebuffer(GL_FRAMEBUFFER, maskTarget_.id());
  gl_.Viewport(0, 0, width_, height_);
}

void ScreenPass::drawScreen() {
  gl_.BindVertexArray(screen_.id());
  gl_.DrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void ScreenPass::drawBackground(const Color& top, const Color& bottom) {
  gl_.Disable(GL_DEPTH_TEST);
  gl_.Disable(GL_BLEND);
  background_.use();
  background_.set("uTop", rgb(top));
  background_.set("uBottom", rgb(bottom));
  drawScreen();
}

void ScreenPass::setDepth(Program& program, const Frame& f) {
  program.set("uDepth", std::array<float, 4>{static_cast<float>(f.nearDepth), static_cast<float>(f.farDepth),
                                             f.orthographic ? 1.0F : 0.0F, 0.0F});
  program.set("uDepthMap", 0);
}

void ScreenPass::ambientOcclusion(const Frame& f) {
  gl_.Disable(GL_DEPTH_TEST);
  gl_.Disable(GL_BLEND);
  const int w = (width_ + 1) / 2;
  const int h = (height_ + 1) / 2;
  gl_.Viewport(0, 0, w, h);

  // Beside the parts nothing is occluded.
  gl_.ClearColor(1.0F, 1e4F, 0.0F, 0.0F);
  for (const Framebuffer* target : {&ambientTarget1_, &ambientTarget0_}) {
    gl_.BindFramebuffer(GL_FRAMEBUFFER, target->id());
    gl_.Clear(GL_COLOR_BUFFER_BIT);
  }
  const std::array<int, 4>& rect = f.meshRect;
  gl_.Enable(GL_SCISSOR_TEST);
  gl_.Scissor(rect[0] / 2, rect[1] / 2, (rect[2] + 1) / 2, (rect[3] + 1) / 2);
  gl_.BindFramebuffer(GL_FRAMEBUFFER, ambientTarget0_.id());
  ambient_.use();
  bindTexture(0, depth_);
  setDepth(ambient_, f);
  ambient_.set("uProject", std::array<float, 4>{static_cast<float>(f.tanHalf * width_ / height_),
                                                static_cast<float>(f.tanHalf), static_cast<float>(f.ambientRadius()),
                                                static_cast<float>(0.5 * height_ / f.tanHalf)});
  ambient_.set("uSize", static_cast<float>(width_), static_cast<float>(height_));
  drawScreen();

  blur_.use();
  blur_.set("uAmbient", 0);
  gl_.BindFramebuffer(GL_FRAMEBUFFER, ambientTarget1_.id());
  bindTexture(0, ambientMap0_);
  blur_.set("uStep", 1.0F, 0.0F);
  drawScreen();
  gl_.BindFramebuffer(GL_FRAMEBUFFER, ambientTarget0_.id());
  bindTexture(0, ambientMap1_);
  blur_.set("uStep", 0.0F, 1.0F);
  drawScreen();
  gl_.Disable(GL_SCISSOR_TEST);
}

Program& ScreenPass::composeProgram(const Compose& o) {
  const std::size_t variant = (o.ambient ? 1U : 0U) + (o.outlines ? 2U : 0U) + (o.mask ? 4U : 0U);
  auto& program = compose_[variant];
  if (!program) {
    program = std::make_unique<Program>(
        gl_, "compose", Program::Names{shaders::kScreenVertex},
        Program::Names{o.ambient ? "#define AMBIENT\n" : "", o.outlines ? "#define OUTLINE\n" : "",
                       o.mask ? "#define MASK\n" : "", shaders::kDepthFunction, shaders::kComposeFragment},
        Program::Names{"aPosition"});
  }
  return *program;
}

void ScreenPass::compose(const Frame& f, const Compose& o) {
  gl_.Disable(GL_DEPTH_TEST);
  gl_.Disable(GL_BLEND);
  copy(scene_.id(), composed_.id(), {0, 0, width_, height_});
  gl_.BindFramebuffer(GL_FRAMEBUFFER, composed_.id());
  gl_.Viewport(0, 0, width_, height_);
  gl_.Enable(GL_SCISSOR_TEST);
  gl_.Scissor(f.meshRect[0], f.meshRect[1], f.meshRect[2], f.meshRect[3]);
  Program& p = composeProgram(o);
  p.use();
  bindTexture(3, mask_);
  bindTexture(2, ambientMap0_);
  bindTexture(1, color0_);
  bindTexture(0, depth_);
  setDepth(p, f);
  p.set("uColorMap", 1);
  p.set("uAmbient", 2);
  p.set("uMask", 3);
  p.set("uStroke", o.stroke);
  p.set("uInk", rgb(o.ink));
  p.set("uAccent", rgb(o.accent));
  drawScreen();
  gl_.Disable(GL_SCISSOR_TEST);
}

void ScreenPass::copy(unsigned from, unsigned to, const std::array<int, 4>& place, GLenum filter) {
  gl_.BindFramebuffer(GL_READ_FRAMEBUFFER, from);
  gl_.BindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
  gl_.BlitFramebuffer(0, 0, width_, height_, place[0], place[1], place[0] + place[2], place[1] + place[3],
                      GL_COLOR_BUFFER_BIT, filter);
}

void ScreenPass::output(const Frame& f, unsigned target, const std::array<int, 4>& viewport, Scale scale) {
  const bool halve = scale == Scale::kHalve;
  gl_.Disable(GL_DEPTH_TEST);
  gl_.Disable(GL_BLEND);
  const std::array<int, 4> own = {0, 0, width_, height_};
  const std::array<int, 4>& place = halve ? own : viewport;
  const unsigned smoothTarget = halve ? scene_.id() : target;  // colour 0 is free by now

  // Lines and marks are smooth already; only the parts' rims need the filter. A multisampled target cannot be copied
  // to.
  gl_.BindFramebuffer(GL_FRAMEBUFFER, smoothTarget);
  GLint multisampled = 0;
  gl_.GetIntegerv(GL_SAMPLE_BUFFERS, &multisampled);
  if (multisampled == 0 && scale == Scale::kEnlarge) {
    copy(marks_.id(), target, place, GL_LINEAR);
    gl_.BindFramebuffer(GL_FRAMEBUFFER, target);
    gl_.Viewport(place[0], place[1], place[2], place[3]);
    return;
  }
  if (multisampled == 0) {
    copy(marks_.id(), smoothTarget, place);
    gl_.BindFramebuffer(GL_FRAMEBUFFER, smoothTarget);
    gl_.Enable(GL_SCISSOR_TEST);
    gl_.Scissor(place[0] + f.meshRect[0], place[1] + f.meshRect[1], f.meshRect[2], f.meshRect[3]);
  }
  gl_.Viewport(place[0], place[1], place[2], place[3]);
  smooth_.use();
  bindTexture(0, color1_);
  smooth_.set("uColorMap", 0);
  smooth_.set("uPixel", 1.0F / static_cast<float>(width_), 1.0F / static_cast<float>(height_));
  drawScreen();
  gl_.Disable(GL_SCISSOR_TEST);
  if (!halve) return;

  gl_.BindFramebuffer(GL_FRAMEBUFFER, target);
  gl_.Viewport(viewport[0], viewport[1], viewport[2], viewport[3]);
  halve_.use();
  bindTexture(0, color0_);
  halve_.set("uColorMap", 0);
  halve_.set("uOrigin", static_cast<float>(viewport[0]), static_cast<float>(viewport[1]));
  drawScreen();
}

}  // namespace passung::render
