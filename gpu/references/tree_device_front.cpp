// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/error.h"
#include "gpu/references/tree_device.h"
#include "gpu/references/tree_front.h"

namespace passung::gpu {

int TreeDevice::openFront(int a, int b, double distance) {
  (void)checked(a);
  (void)checked(b);
  (void)checkedPlacement({}, distance, 0);
  fronts_.push_back({a, b, distance, -1, 0, 0, {}, -1, -1});
  return static_cast<int>(fronts_.size()) - 1;
}

TreeDevice::Front& TreeDevice::checkedFront(int front) {
  if (front < 0 || front >= static_cast<int>(fronts_.size()))
    throw InputError("", "hierarchies on a device", "a front was not opened here",
                     "give a number that openFront() returned");
  return fronts_[static_cast<std::size_t>(front)];
}

const TreeDeviceResult& TreeDevice::moveFront(int front, const Transform& X_AB) {
  Front& f = checkedFront(front);
  attempt([&] { moveOnDevice(f, X_AB); },
          [&] {
            const TreeObjects same{&onHost(f.a), &onHost(f.b), X_AB, f.distance};
            TreePairs pairs;
            result_.contacts = pairs.run(std::span(&same, 1), jobs_).contacts;
          });
  return result_;
}

void TreeDevice::moveOnDevice(Front& f, const Transform& X_AB) {
  const TreeDeviceObjects objects{f.a, f.b, X_AB, f.distance};
  take(std::span(&objects, 1), -1);
  machine_->start({objects_, keys_, false, 1, leafRoom_, 1});
  std::uint32_t count = enterFront(f, X_AB);
  f.items = 0;  // half a front is none
  count = descendFront(count);
  count = climbFront(count);
  f.items = count;

  // Candidates for which there is no room are listed again; the front stays.
  WalkCounters c{};
  for (;;) {
    machine_->fronts().run(FrontStep::kLeaves, count);
    c = machine_->look();
    ++result_.report.looks;
    if (!grow(c, true, false)) break;
    ++result_.report.grown;
    machine_->start({objects_, keys_, false, 1, leafRoom_, 1});
  }
  const FrontCounters made = machine_->fronts().counters();
  TreeDeviceReport& r = result_.report;
  r.nodeTests = static_cast<long long>(made.nodeTests);
  r.front.items = count;
  r.front.known = static_cast<long long>(made.known);
  r.front.climbed = static_cast<long long>(made.climbed);
  decideContacts(static_cast<std::uint32_t>(c.leaves[0]));
}

std::uint32_t TreeDevice::enterFront(Front& f, const Transform& X_AB) {
  FrontMachine& m = machine_->fronts();
  const Model &a = checked(f.a), &b = checked(f.b);
  const Transform X{X_AB.q.normalized(), X_AB.p};
  if (f.stored < 0) f.stored = m.open();
  const bool cold = f.items == 0 || f.fitsA != a.fits || f.fitsB != b.fits;
  f.motion = cold ? 0 : f.motion + wayBetween(f.X_AB, X, b.frame);
  f.X_AB = X;
  f.fitsA = a.fits;
  f.fitsB = b.fits;
  m.enter(f.stored, f.motion);
  if (cold) m.startAtRoots();
  result_.report.front.cold = cold;
  return cold ? 1 : f.items;
}

// The items that have come near become the cut below them.
std::uint32_t TreeDevice::descendFront(std::uint32_t count) {
  FrontMachine& m = machine_->fronts();
  m.reserveItems(count);
  m.run(FrontStep::kCount, count);
  const unsigned long long next = m.sum(count);
  ++result_.report.looks;
  if (next > kMostWalkItems)
    throw DeviceError("hierarchies on a device: a front of 2^30 items or more; ask for a smaller distance");
  m.growNext(static_cast<std::uint32_t>(next));
  m.run(FrontStep::kDescend, count);
  m.swap();
  return static_cast<std::uint32_t>(next);
}

// Siblings that are apart become their parents, level by level.
std::uint32_t TreeDevice::climbFront(std::uint32_t count) {
  FrontMachine& m = machine_->fronts();
  m.reserveItems(count);
  for (;;) {
    m.run(FrontStep::kClimb, count);
    m.run(FrontStep::kKeep, count);
    const auto kept = static_cast<std::uint32_t>(m.sum(count));
    ++result_.report.looks;
    m.growNext(kept);
    m.run(FrontStep::kTake, count);
    m.swap();
    if (kept == count) return count;
    count = kept;
  }
}

std::vector<FrontItem> TreeDevice::readFront(int front) {
  const Front& f = checkedFront(front);
  std::vector<FrontItem> items;
  attempt(
      [&] {
        items.resize(f.stored < 0 ? 0 : f.items);
        if (!items.empty()) machine_->fronts().read(f.stored, items);
      },
      [&] { items.clear(); });
  return items;
}

}  // namespace passung::gpu
