// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/residency.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"
#include "tests/collision/random_geometry.h"

namespace passung::gpu {
namespace {

using collision::test::Random;

// The same rules on a plain list, the least recently used first.
class PlainResidency {
 public:
  explicit PlainResidency(long long budget) : budget_(budget) {}

  void beginStep() {
    for (Entry& e : entries) e.inStep = false;
  }
  // What is dropped for `items`, which fit the budget together.
  std::vector<ResidentKey> need(const std::vector<ResidentItem>& items) {
    std::vector<ResidentKey> dropped;
    std::vector<Entry> added;
    for (const ResidentItem& i : items) use(i.key);
    long long total = bytes();
    std::vector<ResidentItem> missing;
    for (const ResidentItem& i : items) {
      const auto listed = [&](const ResidentItem& m) { return m.key == i.key; };
      if (has(i.key) || std::any_of(missing.begin(), missing.end(), listed)) continue;
      missing.push_back(i);
      total += i.bytes;
    }
    while (total > budget_) {
      total -= entries.front().item.bytes;
      dropped.push_back(entries.front().item.key);
      entries.erase(entries.begin());
    }
    for (const ResidentItem& i : items) {
      if (!use(i.key)) entries.push_back({i, true});
    }
    return dropped;
  }
  void prefetch(const std::vector<ResidentItem>& items) {
    for (const ResidentItem& i : items) use(i.key);
    for (const ResidentItem& i : items) {
      if (has(i.key)) continue;
      std::vector<Entry> left = entries;
      long long total = bytes() + i.bytes;
      while (total > budget_ && !left.empty() && !left.front().inStep) {
        total -= left.front().item.bytes;
        left.erase(left.begin());
      }
      if (total > budget_) return;
      entries = left;
      entries.push_back({i, true});
    }
  }
  [[nodiscard]] bool has(const ResidentKey& key) const {
    return std::any_of(entries.begin(), entries.end(), [&](const Entry& e) { return e.item.key == key; });
  }
  [[nodiscard]] long long bytes() const {
    long long sum = 0;
    for (const Entry& e : entries) sum += e.item.bytes;
    return sum;
  }

  struct Entry {
    ResidentItem item;
    bool inStep;
  };
  std::vector<Entry> entries;

 private:
  bool use(const ResidentKey& key) {
    const auto e = std::find_if(entries.begin(), entries.end(), [&](const Entry& x) { return x.item.key == key; });
    if (e == entries.end()) return false;
    Entry used = *e;
    used.inStep = true;
    entries.erase(e);
    entries.push_back(used);
    return true;
  }

  long long budget_;
};

// 200 random histories: order, bytes and counts are those of the plain list; the budget is never exceeded, what is
// needed is there, and what a step has used is not dropped for what is only expected.
TEST(Residency, FollowsAPlainListOfWhatWasUsed) {
  Random random(500);
  long long evictions = 0;
  long long prefetched = 0;
  for (int history = 0; history < 200; ++history) {
    std::vector<ResidentItem> items;
    const int count = 5 + random.below(40);
    for (int i = 0; i < count; ++i)
      items.push_back({{static_cast<std::uint64_t>(1 + i % 3), i / 2, i % 2}, 1 + random.below(100)});
    const long long budget = 200 + random.below(2000);
    Residency residency(budget);
    PlainResidency plain(budget);
    const auto some = [&] {
      std::vector<ResidentItem> chosen;
      const int wanted = random.below(8);
      long long bytes = 0;
      for (int i = 0; i < wanted; ++i) {
        const ResidentItem& item = items[static_cast<std::size_t>(random.below(count))];
        bytes += item.bytes;
        if (bytes > budget) break;
        chosen.push_back(item);
      }
      return chosen;
    };
    for (int step = 0; step < 30; ++step) {
      residency.beginStep();
      plain.beginStep();
      long long sent = 0;
      std::vector<ResidentKey> usedNow;
      const auto sizeOf = [&](const ResidentKey& key) {
        return std::find_if(items.begin(), items.end(), [&](const ResidentItem& i) { return i.key == key; })->bytes;
      };
      for (int unit = 0; unit < 1 + random.below(3); ++unit) {
        const std::vector<ResidentItem> needed = some();
        const std::vector<ResidentKey> dropped = plain.need(needed);
        const Residency::Moves& moves = residency.need(needed);
        EXPECT_EQ(moves.evicted, dropped);
        for (const ResidentKey& k : moves.uploaded) sent += sizeOf(k);
        for (const ResidentItem& i : needed) {
          EXPECT_TRUE(residency.resident(i.key));
          usedNow.push_back(i.key);
        }
        EXPECT_LE(residency.bytes(), budget);
      }
      std::vector<ResidentKey> stay;
      for (const ResidentKey& k : usedNow) {
        if (residency.resident(k)) stay.push_back(k);
      }
      const std::vector<ResidentItem> expected = some();
      plain.prefetch(expected);
      for (const ResidentKey& k : residency.prefetch(expected).uploaded) sent += sizeOf(k);
      for (const ResidentKey& k : stay) EXPECT_TRUE(residency.resident(k));

      EXPECT_LE(residency.bytes(), budget);
      EXPECT_EQ(residency.bytes(), plain.bytes());
      EXPECT_EQ(residency.counts().bytesUp, sent);
      const std::vector<ResidentKey> order = residency.order();
      ASSERT_EQ(order.size(), plain.entries.size());
      for (std::size_t i = 0; i < order.size(); ++i) EXPECT_TRUE(order[i] == plain.entries[i].item.key);
      evictions += residency.counts().evictions;
      prefetched += residency.counts().prefetched;
    }
  }
  EXPECT_GT(evictions, 1000);
  EXPECT_GT(prefetched, 1000);
}

TEST(Residency, RefusesWhatCannotFitAndChangesNothing) {
  Residency residency(100);
  residency.beginStep();
  residency.need(std::vector<ResidentItem>{{{1, 0}, 60}});
  EXPECT_THROW(residency.need(std::vector<ResidentItem>{{{1, 1}, 60}, {{1, 2}, 50}}), InputError);
  EXPECT_TRUE(residency.resident({1, 0}));
  EXPECT_EQ(residency.bytes(), 60);
  // The same item twice is one.
  EXPECT_EQ(residency.need(std::vector<ResidentItem>{{{1, 1}, 60}, {{1, 1}, 60}}).uploaded.size(), 1U);
  EXPECT_FALSE(residency.resident({1, 0}));
  residency.clear();
  EXPECT_EQ(residency.bytes(), 0);
  EXPECT_EQ(residency.count(), 0U);
  EXPECT_THROW(Residency(-1), InputError);
}

}  // namespace
}  // namespace passung::gpu
