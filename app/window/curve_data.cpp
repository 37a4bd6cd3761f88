// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/curve_data.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace passung::app {

namespace {

constexpr double kSameTime = 1e-12;  // [s] times are multiples of a step; closer ones are the same but for rounding

// Also where one of them is no number.
bool less(const CurveSample& a, const CurveSample& b) { return a.value < b.value; }

}  // namespace

void ValueRange::add(double value) {
  if (!std::isfinite(value)) return;
  low = std::min(low, value);
  high = std::max(high, value);
}

void CurveData::add(double time, double value) {
  while (!samples_.empty() && samples_.back().time >= time - kSameTime) samples_.pop_back();
  samples_.push_back({time, value});
  if (samples_.size() > most_) thin();
}

void CurveData::cutAfter(double time) {
  while (!samples_.empty() && samples_.back().time > time + kSameTime) samples_.pop_back();
}

// Four samples of the older half become two, their smallest and their largest.
void CurveData::thin() {
  std::vector<CurveSample> kept;
  kept.reserve(samples_.size());
  const std::size_t half = samples_.size() / 8 * 4;
  for (std::size_t i = 0; i < half; i += 4) {
    const auto begin = samples_.begin() + static_cast<std::ptrdiff_t>(i);
    auto [low, high] = std::minmax_element(begin, begin + 4, less);
    if (low == high) high = begin + 3;
    if (high < low) std::swap(low, high);
    kept.push_back(*low);
    kept.push_back(*high);
  }
  kept.insert(kept.end(), samples_.begin() + static_cast<std::ptrdiff_t>(half), samples_.end());
  samples_ = std::move(kept);
}

std::span<const CurveSample> CurveData::between(double from, double to) const {
  const auto after = [](double t, const CurveSample& s) { return t < s.time; };
  auto begin = std::upper_bound(samples_.begin(), samples_.end(), from, after);
  if (begin != samples_.begin()) --begin;
  auto end = std::upper_bound(begin, samples_.end(), to, after);
  if (end != samples_.end()) ++end;
  return {begin, end};
}

std::optional<double> CurveData::at(double time) const {
  const auto next = std::upper_bound(samples_.begin(), samples_.end(), time + kSameTime,
                                     [](double t, const CurveSample& s) { return t < s.time; });
  return next == samples_.begin() ? std::nullopt : std::optional(std::prev(next)->value);
}

ValueRange CurveData::range(double from, double to) const {
  ValueRange range;
  for (const CurveSample& s : between(from, to)) range.add(s.value);
  return range;
}

}  // namespace passung::app
