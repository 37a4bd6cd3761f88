// SPDX-License-Identifier: Apache-2.0
#include "gpu/references/tree_front.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/error.h"
#include "gpu/pipeline/placing.h"

namespace passung::gpu {

double wayBetween(const Transform& from, const Transform& to, const FloatFrame& frame_B) {
  const Vec3& c_B = frame_B.origin_B;
  const double radius = std::sqrt(3.0) * frame_B.extent;
  // The way of the middle and that of the turn, whose chord is no longer than its angle.
  const double turned = vectorFromRotation((to.q * from.q.conjugate()).normalized()).norm();
  const double way = (to * c_B - from * c_B).norm() + turned * radius;
  // The roundings of both poses.
  return way * (1 + 1e-12) + 1e-14 * (from.p.norm() + to.p.norm() + 2 * c_B.norm() + 2 * radius);
}

TreeFront::TreeFront(const TreeModel& a, const TreeModel& b, double distance, int slice)
    : a_(a), b_(b), distance_(distance), slice_(slice) {
  if (slice < 1) throw InputError("", "front of hierarchies", "a size is below one", "give sizes of one or more");
  (void)checkedPlacement({}, distance, 0);
}

void TreeFront::setDistance(double distance) {
  (void)checkedPlacement({}, distance, 0);
  // What is apart by a gap more than the distance is apart by so much less now, as if it had moved.
  if (distance > distance_) motion_ += (distance - distance_) * (1 + 1e-12);
  distance_ = distance;
}

const FrontResult& TreeFront::run(const Transform& X_AB, Jobs& jobs) {
  const auto start = std::chrono::steady_clock::now();
  const TreeObjects objects{&a_, &b_, X_AB, distance_};
  const TreePlacement o = placedTrees(objects, 0);
  FrontReport& report = result_.report;
  report = {};
  result_.candidates.clear();
  if (o.a.faceCount > 0 && o.b.faceCount > 0) {
    begin(X_AB);
    try {
      descend(o, jobs);
      climb(o, jobs);
    } catch (...) {
      items_.clear();  // half a front is none
      throw;
    }
  } else {
    items_.clear();
  }
  for (const FrontItem& i : items_) {
    if (i.apartUntil == kNearLeaves) result_.candidates.push_back({0, o.a.nodes[i.a].right, o.b.nodes[i.b].right});
  }
  sortPairs(result_.candidates, 1);
  const PlacedMeshes meshes = placedMeshes(objects);
  exactContacts(result_.candidates, std::span(&meshes, 1), slice_, jobs, squared_, result_.contacts);
  report.items = static_cast<long long>(items_.size());
  report.candidates = static_cast<long long>(result_.candidates.size());
  report.contacts = static_cast<long long>(result_.contacts.size());
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result_;
}

void TreeFront::begin(const Transform& X_AB) {
  const Transform X{X_AB.q.normalized(), X_AB.p};
  if (items_.empty() || idA_ != a_.tree.id() || idB_ != b_.tree.id()) {
    result_.report.cold = true;
    items_.assign(1, {0, 0, 0, 0});
    motion_ = 0;
  } else {
    motion_ += wayBetween(X_AB_, X, {b_.tree.origin_B(), b_.tree.extent()});
  }
  idA_ = a_.tree.id();
  idB_ = b_.tree.id();
  X_AB_ = X;
}

void TreeFront::descend(const TreePlacement& o, Jobs& jobs) {
  const std::size_t slice = static_cast<std::size_t>(slice_);
  const std::size_t slices = (items_.size() + slice - 1) / slice;
  std::vector<long long> tests(slices, 0), known(slices, 0);
  parts_.resize(std::max(parts_.size(), slices));
  jobs.parallelFor(static_cast<int>(slices), [&](int k) {
    const auto s = static_cast<std::size_t>(k);
    parts_[s].clear();
    for (std::size_t i = s * slice; i < std::min(items_.size(), (s + 1) * slice); ++i) {
      const int made = frontBelow(o, items_[i], motion_, [&](const FrontItem& item) { parts_[s].push_back(item); });
      tests[s] += made;
      known[s] += made == 0 ? 1 : 0;
    }
  });
  items_.clear();
  for (std::size_t s = 0; s < slices; ++s) {
    items_.insert(items_.end(), parts_[s].begin(), parts_[s].end());
    result_.report.nodeTests += tests[s];
    result_.report.known += known[s];
  }
}

void TreeFront::climb(const TreePlacement& o, Jobs& jobs) {
  // Level by level, as long as any pair of children is replaced.
  for (bool again = true; again;) {
    const std::size_t slice = static_cast<std::size_t>(slice_);
    const std::size_t slices = (items_.size() + slice - 1) / slice;
    std::vector<long long> tests(slices, 0);
    std::vector<FrontClimb> climbs(items_.size(), FrontClimb::kNotAsked);
    std::vector<FrontItem> parents(items_.size());
    jobs.parallelFor(static_cast<int>(slices), [&](int k) {
      const auto s = static_cast<std::size_t>(k);
      for (std::size_t i = s * slice; i < std::min(items_.size() - 1, (s + 1) * slice); ++i) {
        climbs[i] = climbOf(o, items_[i], items_[i + 1], motion_, parents[i]);
        tests[s] += climbs[i] == FrontClimb::kNotAsked ? 0 : 1;
      }
    });
    for (const long long t : tests) result_.report.nodeTests += t;

    again = false;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      items_[kept++] = afterClimb(items_[i], climbs[i], parents[i], motion_);
      if (climbs[i] != FrontClimb::kApart) continue;
      ++i;
      ++result_.report.climbed;
      again = true;
    }
    items_.resize(kept);
  }
}

}  // namespace passung::gpu
