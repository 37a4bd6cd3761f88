// SPDX-License-Identifier: GPL-3.0-or-later
// The values of one curve over simulated time, in bounded memory: when it is full, the older half is thinned to its
// extremes, so that no peak is lost.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace passung::app {

struct CurveSample {
  double time = 0, value = 0;  // [s], SI; NaN where the engine did not know it
};

struct ValueRange {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  [[nodiscard]] bool empty() const { return !(low <= high); }
  void add(double value);  // no numbers are left out
};

class CurveData {
 public:
  static constexpr std::size_t kMost = 200000;

  explicit CurveData(std::size_t most = kMost) : most_(most) {}

  // A time at or before the last one begins the run anew from there: what was kept of it is forgotten.
  void add(double time, double value);
  // Forgets what is later than a time.
  void cutAfter(double time);
  void clear() { samples_.clear(); }

  [[nodiscard]] std::span<const CurveSample> samples() const { return samples_; }
  // Those from the last at or before `from` to the first at or after `to`, so that a line reaches both ends.
  [[nodiscard]] std::span<const CurveSample> between(double from, double to) const;
  // Of the last sample at or before a time; nothing before the first.
  [[nodiscard]] std::optional<double> at(double time) const;
  [[nodiscard]] ValueRange range(double from, double to) const;

 private:
  void thin();

  std::size_t most_;
  std::vector<CurveSample> samples_;
};

}  // namespace passung::app
