// SPDX-License-Identifier: Apache-2.0
#include <png.h>

#include <algorithm>
#include <cstring>

#include "core/error.h"
#include "render/renderer.h"

namespace passung::render {

Image sideBySide(const std::vector<Image>& images) {
  constexpr int kGap = 4;  // white columns between two pictures
  Image out;
  for (const Image& i : images) {
    out.width += i.width + (out.width > 0 ? kGap : 0);
    out.height = std::max(out.height, i.height);
  }
  out.rgb.assign(3 * static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height), 255);
  std::size_t x = 0;
  for (const Image& i : images) {
    const std::size_t row = 3 * static_cast<std::size_t>(i.width);
    for (std::size_t y = 0; y < static_cast<std::size_t>(i.height); ++y) {
      std::copy_n(i.rgb.begin() + static_cast<std::ptrdiff_t>(y * row), row,
                  out.rgb.begin() + static_cast<std::ptrdiff_t>(3 * (y * static_cast<std::size_t>(out.width) + x)));
    }
    x += static_cast<std::size_t>(i.width + kGap);
  }
  return out;
}

Image belowEachOther(const std::vector<Image>& images) {
  constexpr int kGap = 4;  // white rows between two pictures
  Image out;
  for (const Image& i : images) {
    out.height += i.height + (out.height > 0 ? kGap : 0);
    out.width = std::max(out.width, i.width);
  }
  out.rgb.assign(3 * static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height), 255);
  std::size_t y0 = 0;
  for (const Image& i : images) {
    const std::size_t row = 3 * static_cast<std::size_t>(i.width);
    for (std::size_t y = 0; y < static_cast<std::size_t>(i.height); ++y) {
      std::copy_n(i.rgb.begin() + static_cast<std::ptrdiff_t>(y * row), row,
                  out.rgb.begin() + static_cast<std::ptrdiff_t>(3 * (y0 + y) * static_cast<std::size_t>(out.width)));
    }
    y0 += static_cast<std::size_t>(i.height + kGap);
  }
  return out;
}

void writePng(const Image& image, const std::string& path) {
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGB;
  if (png_image_write_to_file(&png, path.c_str(), 0, image.rgb.data(), 0, nullptr) == 0) {
    throw InputError(path, "", std::string("the picture cannot be written (") + png.message + ")",
                     "a writable place is needed");
  }
}

}  // namespace passung::render
