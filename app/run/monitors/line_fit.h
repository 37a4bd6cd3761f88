// SPDX-License-Identifier: GPL-3.0-or-later
// The least-squares line y = a + b x through points that come one by one.
#pragma once

#include <algorithm>
#include <optional>

namespace passung::app {

// Means and moments are updated (Welford 1962), so long runs lose no digits.
class LineFit {
 public:
  void add(double x, double y) {
    lowest_ = count_ == 0 ? x : std::min(lowest_, x);
    highest_ = count_ == 0 ? x : std::max(highest_, x);
    ++count_;
    const double dx = x - meanX_;
    meanX_ += dx / static_cast<double>(count_);
    meanY_ += (y - meanY_) / static_cast<double>(count_);
    xx_ += dx * (x - meanX_);
    xy_ += dx * (y - meanY_);
  }
  // b; empty below two different x.
  [[nodiscard]] std::optional<double> slope() const {
    if (!(xx_ > 0)) return std::nullopt;
    return xy_ / xx_;
  }
  [[nodiscard]] double spanX() const { return highest_ - lowest_; }

 private:
  long count_ = 0;
  double meanX_ = 0, meanY_ = 0, xx_ = 0, xy_ = 0, lowest_ = 0, highest_ = 0;
};

}  // namespace passung::app
