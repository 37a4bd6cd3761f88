// SPDX-License-Identifier: GPL-3.0-or-later
// A plot as an SVG picture: series of points over logarithmic or linear axes.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace passung::app {

struct PlotSeries {
  std::string name;
  std::vector<std::pair<double, double>> points{};  // x, y
  bool guide = false;                               // dashed and grey, without marks: to compare slopes with
  bool marks = true;                                // a dot at each point; leave out where there are many
};

struct Plot {
  std::string title, xLabel, yLabel;
  std::vector<PlotSeries> series{};
  bool logX = true, logY = true;
  int width = 760, height = 480;  // [pixel]
};

// Text as it stands in XML and HTML.
[[nodiscard]] std::string escapedXml(const std::string& text);

// The whole SVG document. Points that cannot be shown (not finite, or not positive on a logarithmic axis) are left out.
[[nodiscard]] std::string svgText(const Plot& plot);

}  // namespace passung::app
