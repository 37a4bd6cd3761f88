// SPDX-License-Identifier: Apache-2.0
// Figures of benchmarks.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace passung::gpu {

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

// Of what `run` returns in so many calls.
template <class Run>
double medianOf(int runs, Run&& run) {
  std::vector<double> values;
  for (int i = 0; i < runs; ++i) values.push_back(run());
  return median(std::move(values));
}

// [s] as text; "-" where nothing was measured.
inline std::string milliseconds(double seconds) {
  if (seconds == 0) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", 1e3 * seconds);
  return text;
}

}  // namespace passung::gpu
