// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/recording_comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/run/units.h"
#include "core/error.h"
#include "dynamics/recording.h"

namespace passung::app {
namespace {

constexpr double kSameTime = 1e-9;  // of a time: two clocks that add up time steps differ by rounding

std::vector<std::string> without(const std::vector<std::string>& names, const std::vector<std::string>& others) {
  std::vector<std::string> left;
  for (const std::string& name : names) {
    if (std::find(others.begin(), others.end(), name) == others.end()) left.push_back(name);
  }
  return left;
}

// Instants in both, as indices of samples.
std::vector<std::pair<std::size_t, std::size_t>> common(const dynamics::Recording& a, const dynamics::Recording& b) {
  std::vector<std::pair<std::size_t, std::size_t>> both;
  for (std::size_t i = 0, j = 0; i < a.sampleCount() && j < b.sampleCount();) {
    const double t = a.time(i), u = b.time(j);
    if (std::abs(t - u) <= kSameTime * std::max(std::abs(t), std::abs(u))) {
      both.emplace_back(i++, j++);
    } else {
      ++(t < u ? i : j);
    }
  }
  return both;
}

bool sameBits(const dynamics::BodyState& a, const dynamics::BodyState& b) {
  return dynamics::stateHash({&a, 1}) == dynamics::stateHash({&b, 1});
}

// What is no number, of a run that went astray, is as far off as can be.
double finite(double value) { return std::isnan(value) ? std::numeric_limits<double>::infinity() : value; }

template <class Value>
double largest(const std::vector<RecordingComparison::Body>& bodies, Value value) {
  double most = 0;
  for (const auto& body : bodies) most = std::max(most, body.*value);
  return most;
}

}  // namespace

double RecordingComparison::largestDistance() const { return largest(bodies, &Body::distance); }
double RecordingComparison::largestAngle() const { return largest(bodies, &Body::angle); }

RecordingComparison compareRecordings(const std::string& first, const std::string& second,
                                      const std::function<bool(double share)>& progress) {
  dynamics::Recording a(first), b(second);
  const auto& namesA = a.header().bodies;
  const auto& namesB = b.header().bodies;
  RecordingComparison result;
  result.onlyFirst = without(namesA, namesB);
  result.onlySecond = without(namesB, namesA);
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  for (std::size_t i = 0; i < namesA.size(); ++i) {
    const auto found = std::find(namesB.begin(), namesB.end(), namesA[i]);
    if (found == namesB.end()) continue;
    parts.emplace_back(i, static_cast<std::size_t>(found - namesB.begin()));
    result.bodies.push_back({.name = namesA[i]});
  }
  if (parts.empty()) {
    throw InputError(second, "", "no part has the name of one in '" + first + "'", "two recordings of one assembly");
  }
  const auto instants = common(a, b);
  if (instants.empty()) {
    throw InputError(second, "", "no instant is also in '" + first + "'", "two recordings with the same --sample");
  }
  for (const auto* recording : {&a, &b}) {
    if (!recording->warning().empty()) result.warnings.push_back(recording->warning());
    const double end = recording->time(recording->sampleCount() - 1);
    (recording == &a ? result.firstEnd : result.secondEnd) = end;
  }

  for (std::size_t k = 0; k < instants.size(); ++k) {
    if (progress && !progress(static_cast<double>(k) / static_cast<double>(instants.size()))) {
      result.cancelled = true;
      break;
    }
    const dynamics::RecordedSample s = a.sample(instants[k].first), t = b.sample(instants[k].second);
    RecordingComparison::Instant instant{.time = s.time};
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const dynamics::BodyState& x = s.states[parts[p].first];
      const dynamics::BodyState& y = t.states[parts[p].second];
      if (!result.parted && !sameBits(x, y)) result.parted = s.time;
      RecordingComparison::Body& body = result.bodies[p];
      const double distance = finite((y.X_WB.p - x.X_WB.p).norm());
      // Of the turn between them; atan2 keeps small angles exact.
      const Quat turn = x.X_WB.q.conjugate() * y.X_WB.q;
      const double angle = finite(2 * std::atan2(turn.vec().norm(), std::abs(turn.w())));
      instant.distance = std::max(instant.distance, distance);
      instant.angle = std::max(instant.angle, angle);
      if (distance > body.distance) {
        body.distance = distance;
        body.distanceTime = s.time;
      }
      if (angle > body.angle) {
        body.angle = angle;
        body.angleTime = s.time;
      }
    }
    result.instants.push_back(instant);
  }
  return result;
}

std::string describe(const RecordingComparison& c) {
  std::string text;
  const std::string count = std::to_string(c.instants.size());
  if (!c.parted) {
    text = "the same bits at all " + count + " instants";
  } else {
    text = "bits differ from " + plain(*c.parted, 6) + " s on, at most " + plain(1e3 * c.largestDistance(), 3) +
           " mm and " + plain(c.largestAngle() * 180 / kPi, 3) + " degrees over " + count + " instants";
  }
  const auto names = [&](const char* what, const std::vector<std::string>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) text += (i == 0 ? what : ", ") + list[i];
  };
  names("; only in the first: ", c.onlyFirst);
  names("; only in the second: ", c.onlySecond);
  // A run that was cut short has the same bits as far as it goes.
  if (c.firstEnd != c.secondEnd) {
    text += "; the first ends at " + plain(c.firstEnd, 6) + " s, the second at " + plain(c.secondEnd, 6) + " s";
  }
  if (c.cancelled) text += " (cancelled)";
  return text;
}

}  // namespace passung::app
