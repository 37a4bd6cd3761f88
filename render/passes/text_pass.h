// SPDX-License-Identifier: Apache-2.0
// Text on the finished picture: glyphs at whole pixels from one atlas, each line over a halo of the background's
// colour.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "render/frame.h"
#include "render/gl/objects.h"
#include "render/text/font.h"

namespace passung::render {

struct ScreenText {
  double x = 0, y = 0;  // of the upper left corner of the text, from the top left of the window [pixel]
  std::string text;     // lines separated by \n
  Color color;
  int pixels = 13;
  double align = 0;  // share of each line's width that lies left of x: 0 left, 0.5 centred, 1 right
};

// From the top left of the window [pixel].
struct TextBox {
  double left = 0, top = 0, right = 0, bottom = 0;
  [[nodiscard]] bool overlaps(const TextBox& b) const {
    return left < b.right && b.left < right && top < b.bottom && b.top < bottom;
  }
};

class TextPass {
 public:
  explicit TextPass(const Gl& gl);
  // width, height: of the viewport that is set [pixel].
  void draw(const std::vector<ScreenText>& texts, const Color& halo, int width, int height);
  [[nodiscard]] double width(const std::string& line, int pixels);
  // The room that a text takes.
  [[nodiscard]] TextBox box(const ScreenText& text);

 private:
  struct Glyph {
    int x = 0, y = 0, width = 0, height = 0, left = 0, top = 0;  // in the atlas, and from the pen
    double advance = 0;
  };
  const Glyph& glyph(char32_t code, int pixels);
  void clearAtlas();

  const Gl& gl_;
  Font font_;
  Program program_;
  Texture atlas_;
  VertexArray array_;
  Buffer buffer_, indices_;
  std::map<std::pair<char32_t, int>, Glyph> glyphs_;
  int rowX_ = 0, rowY_ = 0, rowHeight_ = 0;
  std::vector<std::uint8_t> pixels_;
  bool changed_ = true;
};

}  // namespace passung::render
