// SPDX-License-Identifier: Apache-2.0
#include "collision/broadphase/broadphase_all_pairs.h"

namespace passung::collision {

std::vector<BodyPair> BroadphaseAllPairs::findPairs(const PairFilter& filter) const {
  std::vector<BodyPair> pairs;
  const int n = static_cast<int>(boxes_.size());
  for (int a = 0; a < n; ++a) {
    const Aabb& box = boxes_[static_cast<std::size_t>(a)];
    if (box.empty()) continue;
    for (int b = a + 1; b < n; ++b) {
      const Aabb& other = boxes_[static_cast<std::size_t>(b)];
      if (!other.empty() && box.overlaps(other) && (!filter || filter(a, b))) pairs.push_back({a, b});
    }
  }
  return pairs;
}

std::vector<LevelBox> BroadphaseAllPairs::boxes() const {
  std::vector<LevelBox> result;
  for (std::size_t i = 0; i < boxes_.size(); ++i) result.push_back({boxes_[i], 0, static_cast<int>(i)});
  return result;
}

}  // namespace passung::collision
