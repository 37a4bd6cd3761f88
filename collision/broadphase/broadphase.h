// SPDX-License-Identifier: Apache-2.0
// The seam of the broad phases: which bodies have overlapping boxes.
//
// To add a broad phase: 1. a class that derives from Broadphase, in a file named after it; 2. its line in the list of
// broadphase.cpp; the tests of tests/collision/broadphase_test.cpp then run on it. See docs/adding/broad-phase.md.
#pragma once

#include <compare>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/aabb.h"

namespace passung::collision {

// Two bodies, a < b.
struct BodyPair {
  int a = -1, b = -1;
  auto operator<=>(const BodyPair&) const = default;
};

// True where a pair is of interest. Must not depend on the order of the calls.
using PairFilter = std::function<bool(int a, int b)>;

// A box of the structure itself, for the viewer.
struct LevelBox {
  Aabb box;       // [m], in W
  int level = 0;  // 0 at the top
  int body = -1;  // the body in a box at the bottom, else -1
};

class Broadphase {
 public:
  virtual ~Broadphase() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  // Takes the bounds in W of all bodies; body i is boxes[i]. Bodies may have come or gone since the last call. An
  // infinite box (a half-space) is allowed; an empty one (lower > upper) overlaps nothing. No NaN.
  virtual void update(std::span<const Aabb> boxes) = 0;
  // The pairs whose boxes of the last update overlap or touch and that pass the filter: sorted, each once. Every broad
  // phase gives the same list. An empty filter passes everything.
  [[nodiscard]] virtual std::vector<BodyPair> findPairs(const PairFilter& filter = {}) const = 0;
  [[nodiscard]] virtual std::vector<LevelBox> boxes() const = 0;
};

struct BroadphaseEntry {
  std::string_view name, purpose;
  std::unique_ptr<Broadphase> (*make)();
};
// All broad phases, the default one first.
[[nodiscard]] std::span<const BroadphaseEntry> broadphases();
// Throws InputError with the list of names for an unknown one.
[[nodiscard]] std::unique_ptr<Broadphase> makeBroadphase(std::string_view name = "tree");

}  // namespace passung::collision
