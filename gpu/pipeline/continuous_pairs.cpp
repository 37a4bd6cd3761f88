// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/continuous_pairs.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <utility>

#include "core/error.h"

namespace passung::gpu {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kEps = std::numeric_limits<double>::epsilon();

double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void check(const MovingPair& o, std::size_t index) {
  const std::string place = "moving pair " + std::to_string(index);
  if (!(o.distance >= 0) || !std::isfinite(o.distance))
    throw InputError("", place, "the distance is not a length", "give zero or more metres");
  const Transform start = transformAt(o.motion, 0), end = transformAt(o.motion, 1);
  if (!isFinite(start) || !isFinite(end) || !(o.motion.angle >= 0 && o.motion.angle <= kPi * (1 + 1e-9)))
    throw InputError("", place, "the motion is not finite or turns by more than half a turn");
}

TriangleCorners cornersOf(const TriangleMesh& mesh, int face) {
  const Triangle& t = mesh.triangles()[static_cast<std::size_t>(face)];
  const auto vertex = [&](int i) {
    const Vec3& p = mesh.vertices()[static_cast<std::size_t>(i)];
    return Double3{p.x(), p.y(), p.z()};
  };
  return {{vertex(t[0]), vertex(t[1]), vertex(t[2])}};
}

}  // namespace

ContinuousPairs::ContinuousPairs(const ContinuousSettings& settings) : settings_(settings), pairs_(settings.pairs) {
  if (!(settings.tolerance > 0) || !(settings.subLength >= 0) || settings.mostSteps < 1)
    throw InputError("", "continuous pairs", "a setting is out of range",
                     "give a tolerance above zero, a length of zero or more, one step or more");
  if (settings.mostLevels < 0 || settings.mostLevels > 20)
    throw InputError("", "continuous pairs", "the number of halvings is out of range", "give 0 to 20");
}

const ContinuousResult& ContinuousPairs::run(std::span<const MovingPair> objects, Jobs& jobs) {
  for (std::size_t i = 0; i < objects.size(); ++i) check(objects[i], i);
  result_.report = {};
  bounds_.clear();
  for (const MovingPair& o : objects) {
    const PointShell& a = o.a->shell();
    const PointShell& b = o.b->shell();
    const double length =
        lengthOf(o.motion, b.origin_B().norm() + 2 * b.extent()) + a.origin_B().norm() + 2 * a.extent() + o.distance;
    const double speed = speedBound(o.motion, reachOf(o.motion, o.b->boxes().whole));
    bounds_.push_back({speed * (1 + 64 * kEps), 256 * kEps * length});
  }
  result_.impacts.clear();
  result_.firstTimes.assign(objects.size(), kInf);
  reached_.assign(objects.size(), 0);
  const double start = secondsNow();
  findParts(objects, jobs);
  result_.report.seconds.sweep = secondsNow() - start;
  if (settings_.firstOnly) {
    searchInOrder(objects, jobs);
  } else {
    active_ = parts_;
    search(objects, jobs);
    advanceAll(objects, jobs);
  }
  return result_;
}

void ContinuousPairs::searchInOrder(std::span<const MovingPair> objects, Jobs& jobs) {
  // Where the parts of each object begin and end.
  std::vector<std::size_t> next(objects.size() + 1, 0);
  for (const Part& p : parts_) ++next[static_cast<std::size_t>(p.object) + 1];
  for (std::size_t o = 0; o < objects.size(); ++o) next[o + 1] += next[o];
  const std::vector<std::size_t> ends(next.begin() + 1, next.end());
  for (;;) {
    active_.clear();
    for (std::size_t o = 0; o < objects.size(); ++o) {
      if (next[o] < ends[o] && !reached_[o]) active_.push_back(parts_[next[o]++]);
    }
    if (active_.empty()) break;
    search(objects, jobs);
    advanceAll(objects, jobs);
  }
  // Objects ended in different rounds. Of a face pair that was cut off in several parts, the first time counts.
  std::vector<FaceImpact>& impacts = result_.impacts;
  std::sort(impacts.begin(), impacts.end(), [](const FaceImpact& x, const FaceImpact& y) {
    return std::tie(x.pair.object, x.pair.faceA, x.pair.faceB, x.time, y.cut) <
           std::tie(y.pair.object, y.pair.faceA, y.pair.faceB, y.time, x.cut);
  });
  const auto cutAgain = [](const FaceImpact& x, const FaceImpact& y) { return x.pair == y.pair && x.cut && y.cut; };
  impacts.erase(std::unique(impacts.begin(), impacts.end(), cutAgain), impacts.end());
  result_.report.cut = std::count_if(impacts.begin(), impacts.end(), [](const FaceImpact& i) { return i.cut; });
}

void ContinuousPairs::findParts(std::span<const MovingPair> objects, Jobs& jobs) {
  std::vector<std::vector<Part>> ofObject(objects.size());
  std::vector<long long> tests(objects.size(), 0);
  jobs.parallelFor(static_cast<int>(objects.size()), [&](int o) {
    const auto k = static_cast<std::size_t>(o);
    ofObject[k] = partsOf(objects[k], o, tests[k]);
  });
  parts_.clear();
  for (std::size_t k = 0; k < objects.size(); ++k) {
    parts_.insert(parts_.end(), ofObject[k].begin(), ofObject[k].end());
    result_.report.sweptTests += tests[k];
  }
  for (const Part& p : parts_) result_.report.largestDelta = std::max(result_.report.largestDelta, p.delta);
  result_.report.parts = static_cast<int>(parts_.size());
}

std::vector<ContinuousPairs::Part> ContinuousPairs::partsOf(const MovingPair& o, int object, long long& tests) const {
  const Bounds& bounds = bounds_[static_cast<std::size_t>(object)];
  const double wanted =
      settings_.subLength > 0 ? settings_.subLength : 0.25 * std::max(o.a->shell().spacing(), o.b->shell().spacing());
  const double distance = o.distance + bounds.rounding;
  const std::vector<OrientedBox>& boxesA = o.a->boxes().boxes;
  const std::vector<OrientedBox>& boxesB = o.b->boxes().boxes;

  // A part of the step with the pairs of conglomerates that were near in the part round it.
  struct Open {
    double begin, end;
    int level;
    std::vector<std::pair<int, int>> pairs;
  };
  std::vector<Part> parts;
  std::vector<Open> stack(1);
  stack[0] = {0, 1, 0, {}};
  for (int a = 0; a < o.a->count(); ++a) {
    for (int b = 0; b < o.b->count(); ++b) stack[0].pairs.emplace_back(a, b);
  }
  while (!stack.empty()) {
    Open open = std::move(stack.back());
    stack.pop_back();
    ++tests;
    const OrientedBox whole = sweptBox(o.motion, o.b->boxes().whole, open.begin, open.end);
    if (!near(o.a->boxes().whole, whole, {}, distance)) continue;

    // Swept when first asked for, as many conglomerates of B are in no pair.
    std::vector<OrientedBox> swept(boxesB.size());
    std::vector<char> made(boxesB.size(), 0);
    std::erase_if(open.pairs, [&](const std::pair<int, int>& p) {
      const auto b = static_cast<std::size_t>(p.second);
      if (!made[b]) swept[b] = sweptBox(o.motion, boxesB[b], open.begin, open.end);
      made[b] = 1;
      ++tests;
      return !near(boxesA[static_cast<std::size_t>(p.first)], swept[b], {}, distance);
    });
    if (open.pairs.empty()) continue;

    const double delta = 0.5 * bounds.speed * (open.end - open.begin);
    if (delta <= wanted || open.level == settings_.mostLevels) {
      parts.push_back({object, open.begin, open.end, delta});
      continue;
    }
    // The earlier half comes first.
    const double middle = 0.5 * (open.begin + open.end);
    stack.push_back({middle, open.end, open.level + 1, open.pairs});
    stack.push_back({open.begin, middle, open.level + 1, std::move(open.pairs)});
  }
  return parts;
}

void ContinuousPairs::search(std::span<const MovingPair> objects, Jobs& jobs) {
  const double start = secondsNow();
  std::vector<ObjectPair> placed;
  for (const Part& p : active_) {
    const MovingPair& o = objects[static_cast<std::size_t>(p.object)];
    const double rounding = bounds_[static_cast<std::size_t>(p.object)].rounding;
    placed.push_back({o.a, o.b, transformAt(o.motion, 0.5 * (p.begin + p.end)),
                      (o.distance + p.delta) * (1 + 64 * kEps) + 2 * rounding});
  }
  const PairResult& found = pairs_.run(placed, jobs);
  result_.report.pairs = found.report;
  chances_.clear();
  for (const FaceContact& c : found.contacts) {
    const int object = active_[static_cast<std::size_t>(c.pair.object)].object;
    chances_.push_back({{object, c.pair.faceA, c.pair.faceB}, c.pair.object});
  }
  std::sort(chances_.begin(), chances_.end(), [](const Chance& x, const Chance& y) {
    return std::tie(x.pair.object, x.pair.faceA, x.pair.faceB, x.part) <
           std::tie(y.pair.object, y.pair.faceA, y.pair.faceB, y.part);
  });
  result_.report.searched += static_cast<int>(active_.size());
  result_.report.seconds.search += secondsNow() - start;
}

void ContinuousPairs::advanceAll(std::span<const MovingPair> objects, Jobs& jobs) {
  const double start = secondsNow();
  // The chances of each face pair.
  std::vector<std::size_t> firsts;
  for (std::size_t i = 0; i < chances_.size(); ++i) {
    if (i == 0 || !(chances_[i].pair == chances_[i - 1].pair)) firsts.push_back(i);
  }
  const std::size_t count = firsts.size();
  firsts.push_back(chances_.size());

  std::vector<Advance> advances(count);
  std::vector<int> steps(count);
  constexpr std::size_t kSlice = 64;
  jobs.parallelFor(static_cast<int>((count + kSlice - 1) / kSlice), [&](int slice) {
    const std::size_t begin = static_cast<std::size_t>(slice) * kSlice;
    for (std::size_t k = begin; k < std::min(count, begin + kSlice); ++k) {
      const std::span<const Chance> chances = std::span(chances_).subspan(firsts[k], firsts[k + 1] - firsts[k]);
      advances[k] = firstTime(objects[static_cast<std::size_t>(chances[0].pair.object)], chances, steps[k]);
    }
  });

  ContinuousReport& report = result_.report;
  report.facePairs += static_cast<long long>(count);
  for (std::size_t k = 0; k < count; ++k) {
    report.advanceSteps += steps[k];
    const Advance& a = advances[k];
    if (a.end == AdvanceEnd::kApart) continue;
    const FacePair& pair = chances_[firsts[k]].pair;
    result_.impacts.push_back({pair, a.time, a.distance, a.end == AdvanceEnd::kCut});
    if (a.end == AdvanceEnd::kCut) {
      ++report.cut;
    } else {
      reached_[static_cast<std::size_t>(pair.object)] = 1;
    }
    double& first = result_.firstTimes[static_cast<std::size_t>(pair.object)];
    first = std::min(first, a.time);
  }
  report.seconds.advance += secondsNow() - start;
}

Advance ContinuousPairs::firstTime(const MovingPair& o, std::span<const Chance> chances, int& steps) const {
  const FacePair& pair = chances[0].pair;
  const Bounds& bounds = bounds_[static_cast<std::size_t>(pair.object)];
  const TriangleCorners a = cornersOf(o.a->mesh(), pair.faceA);
  const TriangleCorners b = cornersOf(o.b->mesh(), pair.faceB);
  double rho = 0;
  for (const Double3 corner : b.v) rho = std::max(rho, reachOf(o.motion, corner));
  AdvanceLimits limits{};
  limits.distance = o.distance;
  limits.rounding = bounds.rounding;
  limits.tolerance = std::max(settings_.tolerance, 4 * bounds.rounding);
  limits.mostSteps = settings_.mostSteps;

  // Parts that follow each other are advanced through as one.
  Advance result{AdvanceEnd::kApart, 0, 0, 0};
  for (std::size_t i = 0; i < chances.size() && result.end == AdvanceEnd::kApart;) {
    const Part& first = active_[static_cast<std::size_t>(chances[i].part)];
    limits.begin = first.begin;
    limits.end = first.end;
    for (++i; i < chances.size(); ++i) {
      const Part& next = active_[static_cast<std::size_t>(chances[i].part)];
      if (next.begin != limits.end) break;
      limits.end = next.end;
    }
    result = advance(o.motion, a, b, rho * (1 + 64 * kEps), limits);
    steps += result.steps;
  }
  return result;
}

}  // namespace passung::gpu
