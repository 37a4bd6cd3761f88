// SPDX-License-Identifier: Apache-2.0
// Ticks of axes: round, as many as asked for, told apart by their texts, and finitely many of any range.
#include "app/run/axis_ticks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "app/run/svg_plot.h"

namespace passung::app {
namespace {

TEST(AxisTicks, AreMultiplesOfOneTwoOrFive) {
  EXPECT_EQ(roundStep(0, 1, 5), 0.2);
  EXPECT_EQ(roundStep(-3, 12, 3), 5);
  EXPECT_EQ(ticksWithin(0, 1, 0.2), (std::vector<double>{0, 0.2, 0.4, 3 * 0.2, 0.8, 1}));
  EXPECT_EQ(ticksWithin(-3, 12, 5), (std::vector<double>{0, 5, 10}));
}

// Ranges of any size and place: the ticks lie in it, a step apart, and no two have the same text.
TEST(AxisTicks, FillAnyRangeAndAreToldApart) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> decade(-11, 12), place(-1, 1);
  for (int i = 0; i < 2000; ++i) {
    const double width = std::pow(10, decade(random)), low = place(random) * std::min(1e9 * width, 1e12);
    const double high = low + width, step = roundStep(low, high, 6);
    const std::vector<double> ticks = ticksWithin(low, high, step);
    ASSERT_GE(ticks.size(), 2U) << low << ' ' << high;
    ASSERT_LE(ticks.size(), 8U) << low << ' ' << high;
    std::set<std::string> texts;
    for (const double tick : ticks) {
      EXPECT_GE(tick, low - 1e-6 * step);
      EXPECT_LE(tick, high + 1e-6 * step);
      const std::string text = tickText(tick, step);
      EXPECT_TRUE(texts.insert(text).second) << text << " twice, from " << low << " to " << high;
      EXPECT_NEAR(std::stod(text), tick, 0.01 * step) << text;
    }
  }
}

// What is narrower than any step has a tick or two at most; it neither loops nor divides by nothing.
TEST(AxisTicks, OfNeighbouringDoublesEnd) {
  for (const double low : {0.0, 1.0, -1.0, 246.0, 1e-300, 1e15, 9007199254740993.0, 1e300}) {
    const double high = std::nextafter(low, std::numeric_limits<double>::infinity());
    for (const double end : {low, high}) {
      const double step = roundStep(low, end, 6);
      EXPECT_GT(step, 0);
      EXPECT_LE(ticksWithin(low, end, step).size(), 2U) << low;
    }
  }
  EXPECT_TRUE(std::isfinite(roundStep(-1.7e308, 1.7e308, 6)));
}

TEST(AxisTicks, TextsHaveTheDigitsOfTheStep) {
  EXPECT_EQ(tickText(246, 0.05), "246.00");
  EXPECT_EQ(tickText(246.05, 0.05), "246.05");
  EXPECT_EQ(tickText(0.30000000000000004, 0.1), "0.3");
  EXPECT_EQ(tickText(-3e-17, 0.1), "0");
  EXPECT_EQ(tickText(40, 20), "40");
  EXPECT_EQ(tickText(1.25e-7, 5e-9), "1.25e-07");
}

// A curve that is all but constant far from zero: its ticks differ, and there are few of them.
TEST(SvgPlot, OfNeighbouringDoublesHasFewTicks) {
  for (const double value : {246.0, 1e-12, -3e8}) {
    Plot plot{.title = "t", .xLabel = "x", .yLabel = "y", .logX = false, .logY = false};
    plot.series = {{.name = "s", .points = {{value, value}, {std::nextafter(value, 1e9), std::nextafter(value, 1e9)}}}};
    const std::string text = svgText(plot);
    EXPECT_LT(text.size(), 8000U) << value;
    EXPECT_EQ(text.find("nan"), std::string::npos);
    EXPECT_EQ(text.find("inf"), std::string::npos);
  }
}

TEST(SvgPlot, TellsTicksOfASmallRangeApart) {
  Plot plot{.title = "t", .xLabel = "x", .yLabel = "y", .logX = false, .logY = false};
  plot.series = {{.name = "s", .points = {{0, 246.0}, {1, 246.3}}}};
  const std::string text = svgText(plot);
  for (const char* tick : {">246.00<", ">246.05<", ">246.30<"}) EXPECT_NE(text.find(tick), std::string::npos) << tick;
  EXPECT_EQ(text.find(">246<"), std::string::npos);
}

}  // namespace
}  // namespace passung::app
