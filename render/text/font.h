// SPDX-License-Identifier: Apache-2.0
// Glyphs as coverage bitmaps: DejaVu Sans (or a like face) where a font file is found, else a plain built-in face, so
// that text is drawn on any machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace passung::render {

struct GlyphBitmap {
  int width = 0, height = 0;
  int left = 0, top = 0;  // of the bitmap's upper left corner from the pen on the base line, y down [pixel]
  double advance = 0;     // [pixel]
  std::vector<std::uint8_t> coverage;  // top row first
};

class Font {
 public:
  Font();  // looks for a font file; never fails
  ~Font();
  Font(const Font&) = delete;
  Font& operator=(const Font&) = delete;

  [[nodiscard]] GlyphBitmap glyph(char32_t code, int pixels) const;
  [[nodiscard]] double ascent(int pixels) const;      // base line below the top of a line [pixel]
  [[nodiscard]] double lineHeight(int pixels) const;  // [pixel]
  [[nodiscard]] bool scalable() const { return data_ != nullptr; }

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

// Code points of UTF-8 text; a byte that is not UTF-8 becomes U+FFFD.
[[nodiscard]] std::u32string codePoints(const std::string& utf8);

}  // namespace passung::render
