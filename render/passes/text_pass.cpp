// SPDX-License-Identifier: Apache-2.0
#include "render/passes/text_pass.h"

#include <algorithm>
#include <cmath>

#include "render/shaders/stroke.h"

namespace passung::render {

namespace {

constexpr int kAtlas = 1024;
constexpr int kMargin = 5;  // empty texels round a glyph: its quad reaches 2 beyond it, and the halo looks 2 further
constexpr int kStride = 8;  // position, place in the atlas, color

}  // namespace

TextPass::TextPass(const Gl& gl)
    : gl_(gl),
      program_(gl, "text", {shaders::kTextVertex}, {shaders::kTextFragment}, {"aPosition", "aUv", "aColor"}),
      array_(gl),
      buffer_(gl),
      indices_(gl) {
  clearAtlas();
  gl.BindVertexArray(array_.id());
  gl.BindBuffer(GL_ARRAY_BUFFER, buffer_.id());
  gl.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
  int offset = 0;
  for (GLuint i = 0; i < 3; ++i) {
    const GLint count = i == 2 ? 4 : 2;
    gl.EnableVertexAttribArray(i);
    gl.VertexAttribPointer(i, count, GL_FLOAT, GL_FALSE, kStride * static_cast<GLsizei>(sizeof(float)),
                           reinterpret_cast<const void*>(static_cast<std::uintptr_t>(offset) * sizeof(float)));
    offset += count;
  }
  gl.BindVertexArray(0);
}

void TextPass::clearAtlas() {
  glyphs_.clear();
  pixels_.assign(static_cast<std::size_t>(kAtlas) * kAtlas, 0);
  rowX_ = kMargin;
  rowY_ = kMargin;
  rowHeight_ = 0;
  changed_ = true;
}

const TextPass::Glyph& TextPass::glyph(char32_t code, int pixels) {
  const auto it = glyphs_.find({code, pixels});
  if (it != glyphs_.end()) return it->second;
  const GlyphBitmap b = font_.glyph(code, pixels);
  if (rowX_ + b.width + kMargin > kAtlas) {
    rowX_ = kMargin;
    rowY_ += rowHeight_ + kMargin;
    rowHeight_ = 0;
  }
  Glyph g{
      .x = rowX_, .y = rowY_, .width = b.width, .height = b.height, .left = b.left, .top = b.top, .advance = b.advance};
  if (b.width + 2 * kMargin > kAtlas || rowY_ + b.height + kMargin > kAtlas) {
    g.width = g.height = 0;  // no room: the glyph stays blank until draw() starts a new atlas
  }
  for (int y = 0; y < g.height; ++y) {
    std::copy_n(b.coverage.begin() + y * b.width, b.width, pixels_.begin() + (g.y + y) * kAtlas + g.x);
  }
  if (g.width > 0) {
    rowX_ += g.width + kMargin;
    rowHeight_ = std::max(rowHeight_, g.height);
    changed_ = true;
  }
  return glyphs_[{code, pixels}] = g;
}

double TextPass::width(const std::string& line, int pixels) {
  double w = 0;
  for (char32_t c : codePoints(line)) w += std::round(glyph(c, pixels).advance);
  return w;
}

TextBox TextPass::box(const ScreenText& t) {
  const int px = std::clamp(t.pixels, 6, 200);
  double widest = 0, height = 0;
  for (std::size_t begin = 0; begin <= t.text.size();) {
    const std::size_t end = std::min(t.text.find('\n', begin), t.text.size());
    widest = std::max(widest, width(t.text.substr(begin, end - begin), px));
    height += std::round(font_.lineHeight(px));
    begin = end + 1;
  }
  const double left = t.x - t.align * widest;
  return {.left = left, .top = t.y, .right = left + widest, .bottom = t.y + height};
}

void TextPass::draw(const std::vector<ScreenText>& texts, const Color& halo, int width, int height) {
  if (texts.empty()) return;
  if (rowY_ > kAtlas * 3 / 4) clearAtlas();
  std::vector<float> vertices;
  std::vector<std::uint32_t> indices;
  for (const ScreenText& t : texts) {
    const int px = std::clamp(t.pixels, 6, 200);
    double base = std::round(t.y + font_.ascent(px));
    for (std::size_t begin = 0; begin <= t.text.size();) {
      const std::size_t end = std::min(t.text.find('\n', begin), t.text.size());
      const std::string line = t.text.substr(begin, end - begin);
      double pen = std::round(t.x - (t.align > 0 ? t.align * this->width(line, px) : 0.0));
      for (char32_t c : codePoints(line)) {
        const Glyph& g = glyph(c, px);
        if (g.width > 0) {
          const auto first = static_cast<std::uint32_t>(vertices.size() / kStride);
          for (int k = 0; k < 4; ++k) {
            const int dx = (k & 1) != 0 ? g.width + 2 : -2;
            const int dy = (k & 2) != 0 ? g.height + 2 : -2;
            vertices.insert(vertices.end(), {static_cast<float>(pen + g.left + dx),
                                             static_cast<float>(base + g.top + dy), static_cast<float>(g.x + dx),
                                             static_cast<float>(g.y + dy), t.color.r, t.color.g, t.color.b, t.color.a});
          }
          for (std::uint32_t i : {0U, 1U, 2U, 2U, 1U, 3U}) indices.push_back(first + i);
        }
        pen += std::round(g.advance);
      }
      base += std::round(font_.lineHeight(px));
      begin = end + 1;
    }
  }
  if (indices.empty()) return;

  gl_.ActiveTexture(GL_TEXTURE0);
  if (changed_) {
    atlas_ = makeTexture(gl_, kAtlas, kAtlas, {GL_R8, GL_RED, GL_UNSIGNED_BYTE}, GL_NEAREST, pixels_.data());
    changed_ = false;
  }
  gl_.BindTexture(GL_TEXTURE_2D, atlas_.id());
  gl_.Disable(GL_DEPTH_TEST);
  gl_.Enable(GL_BLEND);
  program_.use();
  program_.set("uGlyphs", 0);
  program_.set("uViewport", static_cast<float>(width), static_cast<float>(height));
  program_.set("uHalo", std::array<float, 3>{halo.r, halo.g, halo.b});
  gl_.BindVertexArray(array_.id());
  gl_.BindBuffer(GL_ARRAY_BUFFER, buffer_.id());
  gl_.BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(float)), vertices.data(),
                 GL_STREAM_DRAW);
  gl_.BufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(indices.size() * sizeof(std::uint32_t)),
                 indices.data(), GL_STREAM_DRAW);
  for (float pass : {1.0F, 0.0F}) {
    program_.set("uHaloPass", pass);
    gl_.DrawElements(GL_TRIANGLES, static_cast<GLsizei>(indices.size()), GL_UNSIGNED_INT, nullptr);
  }
}

}  // namespace passung::render
