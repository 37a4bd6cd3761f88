// SPDX-License-Identifier: Apache-2.0
#include <png.h>

#include <algorithm>
#include <cstring>

#include "core/error.h"
#include "core/output_file.h"
#include "render/renderer.h"

namespace passung::render {

namespace {

constexpr int kGap = 4;  // white pixels between two pictures

Image white(int width, int height) {
  Image out;
  out.width = width;
  out.height = height;
  out.rgb.assign(3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 255);
  return out;
}

// Copies a picture to (x, y) of a larger one.
void paste(const Image& image, int x, int y, Image& onto) {
  const auto row = 3 * static_cast<std::ptrdiff_t>(image.width), wide = 3 * static_cast<std::ptrdiff_t>(onto.width);
  for (std::ptrdiff_t i = 0; i < image.height; ++i) {
    std::copy_n(image.rgb.begin() + i * row, row,
                onto.rgb.begin() + (y + i) * wide + 3 * static_cast<std::ptrdiff_t>(x));
  }
}

}  // namespace

Image sideBySide(const std::vector<Image>& images) {
  int width = 0, height = 0, x = 0;
  for (const Image& i : images) {
    width += i.width + (width > 0 ? kGap : 0);
    height = std::max(height, i.height);
  }
  Image out = white(width, height);
  for (const Image& i : images) {
    paste(i, x, 0, out);
    x += i.width + kGap;
  }
  return out;
}

Image belowEachOther(const std::vector<Image>& images) {
  int width = 0, height = 0, y = 0;
  for (const Image& i : images) {
    height += i.height + (height > 0 ? kGap : 0);
    width = std::max(width, i.width);
  }
  Image out = white(width, height);
  for (const Image& i : images) {
    paste(i, 0, y, out);
    y += i.height + kGap;
  }
  return out;
}

std::string pngBytes(const Image& image) {
  png_image png;
  std::memset(&png, 0, sizeof png);
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGB;
  // The first call says how much room the second needs.
  std::string bytes;
  png_alloc_size_t size = 0;
  if (png_image_write_to_memory(&png, nullptr, &size, 0, image.rgb.data(), 0, nullptr) != 0) {
    bytes.resize(size);
    if (png_image_write_to_memory(&png, bytes.data(), &size, 0, image.rgb.data(), 0, nullptr) != 0) {
      bytes.resize(size);
      return bytes;
    }
  }
  throw InputError("", "picture", std::string("it cannot be made (") + png.message + ")", "make it smaller");
}

void writePng(const Image& image, const std::string& path) { writeFile(path, pngBytes(image)); }

}  // namespace passung::render
