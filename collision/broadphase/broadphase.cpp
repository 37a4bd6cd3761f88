// SPDX-License-Identifier: Apache-2.0
#include "collision/broadphase/broadphase.h"

#include <array>

#include "collision/broadphase/broadphase_all_pairs.h"
#include "collision/broadphase/broadphase_tree.h"
#include "core/error.h"

namespace passung::collision {
namespace {

template <class T>
std::unique_ptr<Broadphase> make() {
  return std::make_unique<T>();
}

constexpr std::array<BroadphaseEntry, 2> kBroadphases{{
    {"tree", "a tree of enlarged boxes, changed only where bodies leave theirs", make<BroadphaseTree>},
    {"all-pairs", "every box against every other: the reference", make<BroadphaseAllPairs>},
}};

}  // namespace

std::span<const BroadphaseEntry> broadphases() { return kBroadphases; }

std::unique_ptr<Broadphase> makeBroadphase(std::string_view name) {
  std::string known;
  for (const BroadphaseEntry& e : kBroadphases) {
    if (e.name == name) return e.make();
    known += (known.empty() ? "" : ", ") + std::string(e.name);
  }
  throw InputError("", "broad phase", "'" + std::string(name) + "' is not known", "one of: " + known);
}

}  // namespace passung::collision
