// SPDX-License-Identifier: Apache-2.0
// The reference: every box against every other. Cost O(n^2), no state, nothing to go wrong.
#pragma once

#include "collision/broadphase/broadphase.h"

namespace passung::collision {

class BroadphaseAllPairs final : public Broadphase {
 public:
  [[nodiscard]] std::string_view name() const override { return "all-pairs"; }
  void update(std::span<const Aabb> boxes) override { boxes_.assign(boxes.begin(), boxes.end()); }
  [[nodiscard]] std::vector<BodyPair> findPairs(const PairFilter& filter) const override;
  [[nodiscard]] std::vector<LevelBox> boxes() const override;

 private:
  std::vector<Aabb> boxes_;
};

}  // namespace passung::collision
