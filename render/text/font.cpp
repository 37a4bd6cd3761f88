// SPDX-License-Identifier: Apache-2.0
#include "render/text/font.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_easy_font.h>
#include <stb/stb_truetype.h>

namespace passung::render {

namespace {

constexpr const char* kFontFiles[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
};

// The built-in face is drawn in a grid of 12 lines of which 7 stand above the base line.
constexpr double kPlainLines = 12, kPlainAscent = 9;

// Adds the covered share of each pixel of the rectangle x0..x1, y0..y1.
void cover(GlyphBitmap& g, double x0, double y0, double x1, double y1) {
  for (int y = std::max(0, static_cast<int>(y0)); y < g.height && y < y1; ++y) {
    for (int x = std::max(0, static_cast<int>(x0)); x < g.width && x < x1; ++x) {
      const double w = std::min<double>(x + 1, x1) - std::max<double>(x, x0);
      const double h = std::min<double>(y + 1, y1) - std::max<double>(y, y0);
      auto& c = g.coverage[static_cast<std::size_t>(y * g.width + x)];
      c = static_cast<std::uint8_t>(std::min(255.0, c + 255 * std::max(0.0, w) * std::max(0.0, h)));
    }
  }
}

GlyphBitmap plainGlyph(char32_t code, int pixels) {
  const double scale = pixels / kPlainAscent;
  std::array<char, 2> text = {code == 0xB5 || code == 0x3BC ? 'u'
                              : code > 32 && code < 127     ? static_cast<char>(code)
                                                            : ' ',
                              0};
  GlyphBitmap g;
  g.advance = std::round(scale * stb_easy_font_width(text.data()));
  g.width = static_cast<int>(g.advance) + 1;
  g.height = static_cast<int>(std::ceil(scale * kPlainLines));
  g.top = -static_cast<int>(std::round(scale * kPlainAscent));
  g.coverage.assign(static_cast<std::size_t>(g.width) * static_cast<std::size_t>(g.height), 0);
  struct Vertex {
    float x, y, z;
    std::uint32_t color;
  };
  std::array<Vertex, 256> vertices{};
  const int quads = stb_easy_font_print(0, 0, text.data(), nullptr, vertices.data(), sizeof vertices);
  for (int i = 0; i < quads; ++i) {
    const Vertex& a = vertices[static_cast<std::size_t>(4 * i)];
    const Vertex& b = vertices[static_cast<std::size_t>(4 * i + 2)];
    cover(g, scale * a.x, scale * a.y, scale * b.x, scale * b.y);
  }
  return g;
}

}  // namespace

struct Font::Data {
  std::vector<unsigned char> file;
  stbtt_fontinfo info{};
};

Font::Font() {
  for (const char* path : kFontFiles) {
    std::ifstream in(path, std::ios::binary);
    if (!in) continue;
    auto data = std::make_unique<Data>();
    data->file.assign(std::istreambuf_iterator<char>(in), {});
    if (data->file.size() > 1024 &&
        stbtt_InitFont(&data->info, data->file.data(), stbtt_GetFontOffsetForIndex(data->file.data(), 0)) != 0) {
      data_ = std::move(data);
      return;
    }
  }
}

Font::~Font() = default;

GlyphBitmap Font::glyph(char32_t code, int pixels) const {
  if (data_ == nullptr) return plainGlyph(code, pixels);
  const stbtt_fontinfo* info = &data_->info;
  const float scale = stbtt_ScaleForMappingEmToPixels(info, static_cast<float>(pixels));
  const int index = stbtt_FindGlyphIndex(info, static_cast<int>(code));
  GlyphBitmap g;
  int advance = 0;
  int bearing = 0;
  stbtt_GetGlyphHMetrics(info, index, &advance, &bearing);
  g.advance = scale * static_cast<float>(advance);
  int x1 = 0;
  int y1 = 0;
  stbtt_GetGlyphBitmapBox(info, index, scale, scale, &g.left, &g.top, &x1, &y1);
  g.width = std::max(0, x1 - g.left);
  g.height = std::max(0, y1 - g.top);
  g.coverage.assign(static_cast<std::size_t>(g.width) * static_cast<std::size_t>(g.height), 0);
  if (!g.coverage.empty()) {
    stbtt_MakeGlyphBitmap(info, g.coverage.data(), g.width, g.height, g.width, scale, scale, index);
  }
  return g;
}

double Font::ascent(int pixels) const {
  if (data_ == nullptr) return pixels;
  int up = 0;
  int down = 0;
  int gap = 0;
  stbtt_GetFontVMetrics(&data_->info, &up, &down, &gap);
  return stbtt_ScaleForMappingEmToPixels(&data_->info, static_cast<float>(pixels)) * static_cast<float>(up);
}

double Font::lineHeight(int pixels) const { return 1.35 * pixels; }

std::u32string codePoints(const std::string& s) {
  std::u32string out;
  for (std::size_t i = 0; i < s.size();) {
    const auto c = static_cast<unsigned char>(s[i]);
    const int extra = c < 0x80 ? 0 : (c >> 5) == 6 ? 1 : (c >> 4) == 14 ? 2 : (c >> 3) == 30 ? 3 : -1;
    char32_t code = extra == 0 ? c : extra == 1 ? c & 0x1FU : extra == 2 ? c & 0x0FU : c & 0x07U;
    bool good = extra >= 0 && i + static_cast<std::size_t>(extra) < s.size();
    for (int k = 1; good && k <= extra; ++k) {
      const auto d = static_cast<unsigned char>(s[i + static_cast<std::size_t>(k)]);
      good = (d >> 6) == 2;
      code = (code << 6) | (d & 0x3FU);
    }
    out.push_back(good ? code : U'\uFFFD');
    i += good ? static_cast<std::size_t>(extra) + 1 : 1;
  }
  return out;
}

}  // namespace passung::render
