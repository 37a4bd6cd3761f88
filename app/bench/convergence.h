// SPDX-License-Identifier: GPL-3.0-or-later
// How the error of motions with a closed form shrinks with the time step.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace passung::app {

struct ConvergencePoint {
  double dt = 0;        // [s]
  double measured = 0;  // in the unit of the study
  double error = 0;     // |measured - expected| / |expected|
};

struct ConvergenceStudy {
  const char* name;
  const char* purpose;  // what is measured, and what by
  const char* unit;
  // Measures at one time step with one solver. Throws InputError when it cannot be run. Returns the value, and what it
  // should be.
  std::pair<double, double> (*measure)(const std::string& solver, double dt, const std::atomic<bool>* cancel);
};

// descent, slope, top.
[[nodiscard]] const std::vector<ConvergenceStudy>& convergenceStudies();
// From 4 ms down to 0.1 ms.
[[nodiscard]] std::vector<double> convergenceSteps();

// The slope of log error over log dt, by least squares: the order. 0 below two points with an error.
[[nodiscard]] double convergenceOrder(const std::vector<ConvergencePoint>& points);

}  // namespace passung::app
