// SPDX-License-Identifier: Apache-2.0
// The answer of another process is not to be trusted.
#include "scenes/importers/raw_file.h"

#include <gtest/gtest.h>

#include <random>

namespace passung::scenes {
namespace {

RawFile example() {
  RawFile file;
  file.format = "STL";
  file.metresPerUnit = 0.0254;
  file.upAxis = 'y';
  file.warnings = {"one", "two"};
  RawPart part;
  part.name = "a part";
  part.vertices = {Vec3(1, 2, 3), Vec3(4, 5, 6), Vec3(-7, 8, 1e-300)};
  part.triangles = {{0, 1, 2}, {2, 1, 0}};
  part.color = {0.1F, 0.2F, 0.3F, 0.4F};
  part.hasColor = true;
  file.parts = {part, RawPart{}};
  return file;
}

TEST(RawFile, DecodingInvertsEncoding) {
  const RawFile a = example(), b = decoded(encoded(a));
  EXPECT_EQ(a.format, b.format);
  EXPECT_EQ(a.metresPerUnit, b.metresPerUnit);
  EXPECT_EQ(a.upAxis, b.upAxis);
  EXPECT_EQ(a.warnings, b.warnings);
  ASSERT_EQ(b.parts.size(), 2U);
  EXPECT_EQ(a.parts[0].name, b.parts[0].name);
  EXPECT_EQ(a.parts[0].vertices, b.parts[0].vertices);
  EXPECT_EQ(a.parts[0].triangles, b.parts[0].triangles);
  EXPECT_EQ(a.parts[0].color.g, b.parts[0].color.g);
  EXPECT_TRUE(b.parts[0].hasColor);
  EXPECT_TRUE(b.parts[1].vertices.empty());
}

TEST(RawFile, AnErrorComesAsItsLine) {
  try {
    static_cast<void>(decoded(encodedError("what went wrong")));
    FAIL();
  } catch (const std::runtime_error& e) {
    EXPECT_STREQ(e.what(), "what went wrong");
  }
}

TEST(RawFile, EveryTruncationIsNoticed) {
  for (const std::string& whole : {encoded(example()), encodedError("line")}) {
    for (std::size_t n = 0; n < whole.size(); ++n) {
      EXPECT_THROW(static_cast<void>(decoded(std::string_view(whole).substr(0, n))), std::runtime_error) << n;
    }
    EXPECT_THROW(static_cast<void>(decoded(whole + "x")), std::runtime_error);
  }
}

// Any damage is refused or gives a file whose indices are sound; it never crashes or asks for absurd memory.
TEST(RawFile, RandomDamageIsHarmless) {
  std::mt19937 random(5);
  const std::string whole = encoded(example());
  int refused = 0, taken = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = whole;
    for (int k = 0; k < 1 + i % 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
    try {
      const RawFile file = decoded(bytes);
      for (const RawPart& part : file.parts) {
        for (const Triangle& t : part.triangles) {
          for (const int v : t) ASSERT_LT(static_cast<std::size_t>(v), part.vertices.size());
        }
      }
      ++taken;
    } catch (const std::runtime_error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(taken, 1000);
}

}  // namespace
}  // namespace passung::scenes
