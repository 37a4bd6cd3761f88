// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of `passung clash --image`: red where parts clash, and only there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>
#include <unistd.h>

#include <filesystem>

#include "app/cli/clash_command.h"
#include "core/error.h"
#include "core/output_file.h"

namespace passung::app {
namespace {

using ::testing::HasSubstr;

struct Picture {
  unsigned width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};
Picture readPng(const std::string& path) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&png, path.c_str()) == 0) return {};
  png.format = PNG_FORMAT_RGB;
  Picture picture{png.width, png.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(png))};
  png_image_finish_read(&png, nullptr, picture.rgb.data(), 0, nullptr);
  return picture;
}

// Pixels that are clearly red, in the left and in the right half.
std::pair<int, int> redPixels(const Picture& picture) {
  std::pair<int, int> count;
  for (std::size_t i = 0; i + 2 < picture.rgb.size(); i += 3) {
    const int r = picture.rgb[i], g = picture.rgb[i + 1], b = picture.rgb[i + 2];
    if (r < 110 || r < 1.5 * g || r < 1.5 * b) continue;
    ++(i / 3 % picture.width < picture.width / 2 ? count.first : count.second);
  }
  return count;
}

// Two cubes of 20 mm, 1 mm in each other, and far to the right two that are 5 mm apart.
class ClashPicture : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("passung_clash_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    std::string bodies;
    for (const double x : {0.0, 0.019, 0.1, 0.125}) {
      bodies += (bodies.empty() ? "" : ",") + std::string("{\"name\": \"at ") + std::to_string(x) +
                "\", \"position\": [" + std::to_string(x) +
                ", 0, 0], \"shapes\": [{\"type\": \"box\", \"size\": [0.02, 0.02, 0.02]}]}";
    }
    writeFile(path("scene.json"),
              "{\"version\": 1, \"cameras\": {\"along y\": {\"eye\": [0.06, -0.4, 0], \"target\": [0.06, 0, 0]}}, "
              "\"bodies\": [" +
                  bodies + "]}");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  int clash(std::vector<std::string> options) {
    options.insert(options.begin(), path("scene.json"));
    ::testing::internal::CaptureStdout();
    try {
      const int status = runClash(options);
      (void)::testing::internal::GetCapturedStdout();
      return status;
    } catch (const InputError& e) {
      (void)::testing::internal::GetCapturedStdout();
      error_ = e.what();
      return 2;
    }
  }

  std::filesystem::path folder_;
  std::string error_;
};

TEST_F(ClashPicture, IsRedWherePartsClash) {
  ASSERT_EQ(clash({"--image", path("clash.png"), "--camera", "along y"}), 1);
  const Picture picture = readPng(path("clash.png"));
  EXPECT_EQ(picture.width, 1280U);
  EXPECT_EQ(picture.height, 720U);
  const auto [left, right] = redPixels(picture);
  EXPECT_GT(left, 2000);  // both cubes, some 100 pixels wide
  EXPECT_EQ(right, 0);

  // A tolerance above the depth: they touch, and nothing is red but the word in the legend.
  ASSERT_EQ(clash({"--image", path("mild.png"), "--camera", "along y", "--tolerance", "0.0011"}), 0) << error_;
  const auto [none, nowhere] = redPixels(readPng(path("mild.png")));
  EXPECT_LT(none + nowhere, left / 20);
}

TEST_F(ClashPicture, ABadPlaceOrCameraIsOneLineAndLeavesNoFile) {
  for (const std::string& place : {path("none/clash.png"), folder_.string()}) {
    EXPECT_EQ(clash({"--image", place}), 2) << place;
    EXPECT_THAT(error_, HasSubstr(place));
    EXPECT_EQ(error_.find('\n'), std::string::npos) << error_;
  }
  EXPECT_EQ(clash({"--image", path("clash.png"), "--camera", "behind"}), 2);
  EXPECT_THAT(error_, HasSubstr("behind"));
  EXPECT_FALSE(std::filesystem::exists(path("clash.png")));
}

}  // namespace
}  // namespace passung::app
