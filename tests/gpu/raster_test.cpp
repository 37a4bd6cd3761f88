// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernels/raster.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "tests/gpu/random_faces.h"

namespace passung::gpu {
namespace {

using test::FaceKind;
using test::Random;

bool sameBits(Float3 p, Float3 q) { return std::memcmp(&p, &q, sizeof p) == 0; }

int bitCount(const FaceMask& m) {
  int count = 0;
  for (const std::uint64_t w : m.words) count += std::popcount(w);
  return count;
}

bool isSet(const FaceMask& m, int i, int j) { return (m.words[wordOf(i, j)] >> bitOf(i, j) & 1U) != 0; }

FaceCorners floatCorners(const std::array<Vec3, 3>& t) {
  Float3 v[3];
  for (int k = 0; k < 3; ++k) {
    const Vec3 p = t[k];
    v[k] = {static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z())};
  }
  const int turns = turnsToLongestEdge(v[0], v[1], v[2]);
  return {v[turns], v[(turns + 1) % 3], v[(turns + 2) % 3]};
}

// A roof of base 4 and height 1 with a grid of 1: five points on the base, one at the tip.
TEST(Raster, SetsTheBitsThatAPersonWouldCount) {
  const FaceFrame f = faceFrame({{1, 2, 3}, {5, 2, 3}, {3, 2, 4}});
  const CellSize cell = cellSize(f, 1.0F);
  EXPECT_EQ(cell.width, 1.0F);
  EXPECT_EQ(cell.height, 1.0F);
  const FaceMask m = rasterised(f, cell);
  const std::uint64_t base = 1ULL | 1ULL << 8 | 1ULL << 16 | 1ULL << 24 | 1ULL << 32;
  EXPECT_EQ(m.words[0], base | 1ULL << 17);
  EXPECT_EQ(m.words[1] | m.words[2] | m.words[3], 0U);
  EXPECT_TRUE(sameBits(gridPoint(f, cell, 2, 1), {3, 2, 4}));
}

TEST(Raster, HoldsOneBitForEachOfTheTiles) {
  std::uint64_t seen[4] = {0, 0, 0, 0};
  for (int i = 0; i < kGridSide; ++i) {
    for (int j = 0; j < kGridSide; ++j) {
      ASSERT_LT(wordOf(i, j), 4);
      ASSERT_LT(bitOf(i, j), 64);
      seen[wordOf(i, j)] |= std::uint64_t{1} << bitOf(i, j);
    }
  }
  for (const std::uint64_t w : seen) EXPECT_EQ(w, ~std::uint64_t{0});
}

TEST(Raster, TurnsTheLongestEdgeToTheFront) {
  Random random(2);
  for (int n = 0; n < 2000; ++n) {
    const FaceCorners t = floatCorners(test::randomFace(random, static_cast<FaceKind>(n % test::kFaceKinds)));
    EXPECT_GE(squaredLength(t.v0, t.v1), squaredLength(t.v1, t.v2));
    EXPECT_GE(squaredLength(t.v0, t.v1), squaredLength(t.v2, t.v0));
  }
}

// Points that lie clearly inside have a bit, points clearly outside have none; v0 always has one.
TEST(Raster, AgreesWithPointsInATriangleInDoublePrecision) {
  Random random(3);
  int inside = 0;
  int outside = 0;
  for (int n = 0; n < 3000; ++n) {
    const FaceFrame f = faceFrame(floatCorners(test::randomFace(random, static_cast<FaceKind>(n % test::kFaceKinds))));
    const CellSize cell = cellSize(f, static_cast<float>(std::pow(10, random.uniform(-4, 0.5))));
    const FaceMask m = rasterised(f, cell);
    EXPECT_TRUE(isSet(m, 0, 0));
    const double clear = 1e-6 * (f.length + f.height);
    for (int i = 0; i < kGridSide; ++i) {
      for (int j = 0; j < kGridSide; ++j) {
        // Signed distances from the three sides, positive inside.
        const double x = static_cast<double>(i) * cell.width;
        const double y = static_cast<double>(j) * cell.height;
        const double l0 = std::hypot(f.foot, f.height);
        const double l1 = std::hypot(f.length - f.foot, f.height);
        if (l0 == 0 || l1 == 0) continue;
        const double d0 = (x * f.height - static_cast<double>(f.foot) * y) / l0;
        const double d1 = ((f.length - x) * f.height - (static_cast<double>(f.length) - f.foot) * y) / l1;
        const double d = std::min({d0, d1, y});
        if (d > clear) {
          ++inside;
          EXPECT_TRUE(isSet(m, i, j)) << i << ' ' << j << ' ' << d;
        }
        if (std::min(d0, d1) < -clear || x > f.length + clear || y > f.height + clear) {
          ++outside;
          EXPECT_FALSE(isSet(m, i, j)) << i << ' ' << j << ' ' << d;
        }
      }
    }
  }
  EXPECT_GT(inside, 30000);
  EXPECT_GT(outside, 30000);
}

// What is rebuilt from a mask are the points that were tested when it was made, to the bit, and each tells its place.
TEST(Raster, IsRebuiltExactly) {
  Random random(4);
  int points = 0;
  for (int n = 0; n < 3000; ++n) {
    const FaceCorners t = floatCorners(test::randomFace(random, static_cast<FaceKind>(n % test::kFaceKinds)));
    const FaceFrame f = faceFrame(t);
    const CellSize cell = cellSize(f, static_cast<float>(std::pow(10, random.uniform(-4, 0.5))));
    const FaceMask m = rasterised(f, cell);
    std::vector<Float3> rastered;
    for (int tile = 0; tile < 4; ++tile) {
      for (int k = 0; k < 64; ++k) {
        const int i = 8 * (tile / 2) + k / 8;
        const int j = 8 * (tile % 2) + k % 8;
        if (gridPointInside(f, cell, i, j)) rastered.push_back(gridPoint(f, cell, i, j));
      }
    }
    std::vector<Float3> rebuilt;
    forEachSample(t, m, cell, 0, [&](Float3 p) { rebuilt.push_back(p); });

    // The two last ones are the corners v1 and v2; v0 comes from the grid.
    ASSERT_EQ(rebuilt.size(), rastered.size() + 2);
    ASSERT_EQ(rastered.size(), static_cast<std::size_t>(bitCount(m)));
    for (std::size_t k = 0; k < rastered.size(); ++k) ASSERT_TRUE(sameBits(rebuilt[k], rastered[k]));
    EXPECT_TRUE(sameBits(rebuilt[0], t.v0));
    EXPECT_TRUE(sameBits(rebuilt[rastered.size()], t.v1));
    EXPECT_TRUE(sameBits(rebuilt.back(), t.v2));
    points += bitCount(m);

    // Back to the mask, where the axes exist and cells are well above the rounding of positions.
    if (!(f.height > 1e-3F * f.length) || f.length < 1e-3F) continue;
    FaceMask again{};
    for (const Float3& p : rastered) {
      const Float3 d = p - t.v0;
      const int i = static_cast<int>(std::lround(dot(d, f.ex) / cell.width));
      const int j = static_cast<int>(std::lround(dot(d, f.ey) / cell.height));
      again.words[wordOf(i, j)] |= std::uint64_t{1} << bitOf(i, j);
    }
    EXPECT_EQ(std::memcmp(&again, &m, sizeof m), 0);
  }
  EXPECT_GT(points, 50000);
}

TEST(Raster, SpreadsFiveSamplesBetweenTheEndsOfEachEdge) {
  const FaceCorners t{{0, 0, 0}, {6, 0, 0}, {0, 3, 0}};
  const FaceCorners turned{t.v1, t.v2, t.v0};  // the longest edge is v1 v2
  ASSERT_EQ(turnsToLongestEdge(t.v0, t.v1, t.v2), 1);
  const CellSize cell{100, 100};
  std::vector<Float3> samples;
  forEachSample(turned, rasterised(faceFrame(turned), cell), cell, 5, [&](Float3 p) { samples.push_back(p); });
  ASSERT_EQ(samples.size(), 3U + 15U);
  for (int m = 1; m <= 5; ++m) {
    EXPECT_NEAR(samples[2 + m].x, 6.0F - static_cast<float>(m), 1e-6F);
    EXPECT_NEAR(samples[2 + m].y, 0.5F * static_cast<float>(m), 1e-6F);
    EXPECT_NEAR(samples[7 + m].y, 3.0F - 0.5F * static_cast<float>(m), 1e-6F);
    EXPECT_NEAR(samples[12 + m].x, static_cast<float>(m), 1e-6F);
  }
}

}  // namespace
}  // namespace passung::gpu
