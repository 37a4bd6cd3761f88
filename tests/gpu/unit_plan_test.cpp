// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/unit_plan.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "core/error.h"
#include "tests/collision/random_geometry.h"

namespace passung::gpu {
namespace {

using collision::test::Random;

struct Line {
  std::vector<BoxPair> pairs;
  std::vector<long long> firstAsking{0};
  std::vector<std::array<ResidentItem, 2>> items;
  std::vector<FaceCounts> objects;
};

Line randomLine(Random& random, bool huge) {
  Line line;
  const int objects = 1 + random.below(6);
  for (int o = 0; o < objects; ++o) {
    const auto faces = [&] { return huge ? (1 << 30) + random.below(1 << 30) : 1 + random.below(5000); };
    line.objects.push_back({faces(), faces()});
    const int count = random.below(20);
    for (int k = 0; k < count; ++k) {
      line.pairs.push_back({o, random.below(5), random.below(5), true});
      const BoxPair& p = line.pairs.back();
      // The size of a conglomerate is its own.
      line.items.push_back({ResidentItem{{1, p.a}, 10 + 7 * p.a}, ResidentItem{{2, p.b}, 5 + 11 * p.b}});
      line.firstAsking.push_back(line.firstAsking.back() + 1 + random.below(60));
    }
  }
  return line;
}

long long bytesOf(const Line& line, const WorkUnit& unit) {
  std::set<std::tuple<std::uint64_t, int>> seen;
  long long bytes = 0;
  for (std::size_t k = unit.firstPair; k < unit.endPair; ++k) {
    for (const ResidentItem& i : line.items[k]) {
      if (seen.insert({i.key.model, i.key.conglomerate}).second) bytes += i.bytes;
    }
  }
  return bytes;
}

// 3000 random lines: the units are the line, in order and without gaps, within all limits, and none could have taken
// the next face as well.
TEST(UnitPlan, CutsTheLineWithinTheLimits) {
  Random random(600);
  int byFaces = 0;
  int byBytes = 0;
  int byKeys = 0;
  for (int n = 0; n < 3000; ++n) {
    const bool huge = n % 3 == 0;
    const Line line = randomLine(random, huge);
    const UnitLimits limits{1 + random.below(n % 2 == 0 ? 300 : 3000), 90 + random.below(300)};
    const std::vector<WorkUnit> units = planUnits(line.pairs, line.firstAsking, line.items, line.objects, limits);
    long long at = 0;
    for (std::size_t u = 0; u < units.size(); ++u) {
      const WorkUnit& unit = units[u];
      EXPECT_EQ(unit.begin, at);
      EXPECT_GT(unit.end, unit.begin);
      at = unit.end;
      // Its pairs are those that its faces lie in.
      EXPECT_LE(line.firstAsking[unit.firstPair], unit.begin);
      EXPECT_GT(line.firstAsking[unit.firstPair + 1], unit.begin);
      EXPECT_LT(line.firstAsking[unit.endPair - 1], unit.end);
      EXPECT_GE(line.firstAsking[unit.endPair], unit.end);
      EXPECT_LE(unit.end - unit.begin, limits.faces);
      EXPECT_LE(bytesOf(line, unit), limits.bytes);
      EXPECT_EQ(unit.keys.firstObject, line.pairs[unit.firstPair].object);

      // Keys keep the order and lose nothing, also at the ends of the ranges.
      std::uint64_t last = 0;
      bool first = true;
      for (int o = unit.keys.firstObject; o <= line.pairs[unit.endPair - 1].object; ++o) {
        bool taken = false;
        for (std::size_t k = unit.firstPair; k < unit.endPair; ++k) taken = taken || line.pairs[k].object == o;
        if (!taken) continue;
        const FaceCounts& f = line.objects[static_cast<std::size_t>(o)];
        for (const auto& [a, b] :
             {std::pair(0, 0), std::pair(0, f.b - 1), std::pair(f.a - 1, 0), std::pair(f.a - 1, f.b - 1)}) {
          const std::uint64_t key = unit.keys.keyOf(o, a, b);
          EXPECT_TRUE(unit.keys.pairOf(key) == (FacePair{o, a, b}));
          if (f.a > 1 && f.b > 1 && !first) {
            EXPECT_GT(key, last);
          }
          last = key;
          first = false;
        }
      }
      if (u + 1 == units.size()) continue;
      if (unit.end - unit.begin == limits.faces) {
        ++byFaces;
        continue;
      }
      WorkUnit more = unit;
      ++more.endPair;
      if (bytesOf(line, more) > limits.bytes) {
        ++byBytes;
      } else {
        ++byKeys;
        EXPECT_TRUE(huge);
      }
    }
    EXPECT_EQ(at, line.firstAsking.back());
  }
  EXPECT_GT(byFaces, 1000);
  EXPECT_GT(byBytes, 1000);
  EXPECT_GT(byKeys, 20);
}

TEST(UnitPlan, RefusesAPairThatDoesNotFit) {
  const std::vector<BoxPair> pairs{{0, 0, 0, true}};
  const std::vector<long long> first{0, 10};
  const std::vector<std::array<ResidentItem, 2>> items{{ResidentItem{{1, 0}, 60}, ResidentItem{{2, 0}, 50}}};
  const std::vector<FaceCounts> objects{{10, 10}};
  EXPECT_THROW((void)planUnits(pairs, first, items, objects, {100, 109}), InputError);
  EXPECT_EQ(planUnits(pairs, first, items, objects, {100, 110}).size(), 1U);
  EXPECT_EQ(planUnits(pairs, first, items, objects, {3, 110}).size(), 4U);
  // A conglomerate against itself lies there once.
  const std::vector<std::array<ResidentItem, 2>> same{{ResidentItem{{1, 0}, 60}, ResidentItem{{1, 0}, 60}}};
  EXPECT_EQ(planUnits(pairs, first, same, objects, {100, 60}).size(), 1U);
  EXPECT_THROW((void)planUnits(pairs, first, items, objects, {0, 110}), InputError);
  EXPECT_TRUE(planUnits({}, std::vector<long long>{0}, {}, {}, {100, 110}).empty());
}

}  // namespace
}  // namespace passung::gpu
