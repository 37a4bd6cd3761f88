// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/unit_plan.h"

#include <algorithm>
#include <bit>
#include <string>
#include <unordered_set>

#include "core/error.h"

namespace passung::gpu {
namespace {

int bitsFor(int count) { return static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(count - 1, 0)))); }

// The unit that box pairs are being taken into.
class OpenUnit {
 public:
  OpenUnit(std::span<const FaceCounts> objects, const UnitLimits& limits) : objects_(objects), limits_(limits) {}

  void open(std::size_t pair, long long begin, int object) {
    unit_ = {pair, pair, begin, begin, {object, 0, 0}};
    bytes_ = 0;
    seen_.clear();
  }
  // False, and nothing is changed, when it does not fit.
  bool take(const BoxPair& pair, const std::array<ResidentItem, 2>& items) {
    FaceKeys keys = unit_.keys;
    const FaceCounts& faces = objects_[static_cast<std::size_t>(pair.object)];
    keys.bitsA = std::max(keys.bitsA, bitsFor(faces.a));
    keys.bitsB = std::max(keys.bitsB, bitsFor(faces.b));
    if (bitsFor(pair.object - keys.firstObject + 1) + keys.bitsA + keys.bitsB > 64) return false;

    long long bytes = bytes_;
    if (!seen_.contains(items[0].key)) bytes += items[0].bytes;
    if (!(items[1].key == items[0].key) && !seen_.contains(items[1].key)) bytes += items[1].bytes;
    if (bytes > limits_.bytes) return false;
    bytes_ = bytes;
    for (const ResidentItem& i : items) seen_.insert(i.key);
    unit_.keys = keys;
    ++unit_.endPair;
    return true;
  }
  [[nodiscard]] long long room() const { return limits_.faces - (unit_.end - unit_.begin); }
  [[nodiscard]] bool empty() const { return unit_.end == unit_.begin; }
  void extendTo(long long end) { unit_.end = end; }
  [[nodiscard]] const WorkUnit& unit() const { return unit_; }

 private:
  std::span<const FaceCounts> objects_;
  UnitLimits limits_;
  WorkUnit unit_;
  long long bytes_ = 0;
  std::unordered_set<ResidentKey, ResidentKeyHash> seen_;
};

}  // namespace

std::vector<WorkUnit> planUnits(std::span<const BoxPair> pairs, std::span<const long long> firstAsking,
                                std::span<const std::array<ResidentItem, 2>> items, std::span<const FaceCounts> objects,
                                const UnitLimits& limits) {
  if (limits.faces < 1) throw InputError("", "work units", "a unit has no face", "give one or more");
  std::vector<WorkUnit> units;
  OpenUnit open(objects, limits);
  const auto close = [&] {
    if (!open.empty()) units.push_back(open.unit());
  };
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    for (long long begin = firstAsking[k]; begin < firstAsking[k + 1];) {
      if (k == 0 || open.room() == 0 || !open.take(pairs[k], items[k])) {
        close();
        open.open(k, begin, pairs[k].object);
        if (!open.take(pairs[k], items[k]))
          throw InputError("", "device memory",
                           "a pair of conglomerates takes " + std::to_string(items[k][0].bytes + items[k][1].bytes) +
                               " bytes of " + std::to_string(limits.bytes),
                           "raise the budget or make conglomerates smaller");
      }
      begin = std::min(firstAsking[k + 1], begin + open.room());
      open.extendTo(begin);
    }
  }
  close();
  return units;
}

}  // namespace passung::gpu
