// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/svg_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>

#include "app/run/axis_ticks.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

constexpr double kLeft = 86, kRight = 190, kTop = 44, kBottom = 58;  // margins [pixel]; the legend is to the right
constexpr std::array kColors{"#1f6fb4", "#d1602c", "#2f8f4e", "#8a55b5", "#b0892a", "#4a4a4a"};

struct Tick {
  double value;
  std::string text;
};

// One axis: from values to pixels, and where its ticks are.
class Axis {
 public:
  Axis(bool log, double pixelLow, double pixelHigh) : log_(log), pixelLow_(pixelLow), pixelHigh_(pixelHigh) {}

  // Differences of values beyond the largest would overflow.
  [[nodiscard]] bool shows(double value) const { return std::abs(value) < kLargest && (!log_ || value > 0); }
  void include(double value) {
    if (!shows(value)) return;
    low_ = std::min(low_, mapped(value));
    high_ = std::max(high_, mapped(value));
  }
  // Rounds the range outwards: to decades, or to round numbers.
  void finish() {
    if (!(low_ <= high_)) low_ = 0, high_ = 1;
    if (log_) {
      low_ = std::floor(low_ + 1e-9);
      high_ = std::ceil(high_ - 1e-9);
      if (low_ == high_) high_ += 1;
      step_ = std::max(1.0, std::ceil((high_ - low_) / 8));
      return;
    }
    // A constant has some room above and below; its last digits are no curve.
    const double largest = std::max(std::abs(low_), std::abs(high_));
    if (high_ - low_ <= kConstant * largest) {
      low_ -= 0.5 * largest;
      high_ += largest > 0 ? 0.5 * largest : 1;
    }
    step_ = roundStep(low_, high_, 6);
    low_ = std::floor(low_ / step_) * step_;
    high_ = std::ceil(high_ / step_) * step_;
  }
  [[nodiscard]] double pixel(double value) const {
    return pixelLow_ + (mapped(value) - low_) / (high_ - low_) * (pixelHigh_ - pixelLow_);
  }
  [[nodiscard]] std::vector<Tick> ticks() const {
    std::vector<Tick> ticks;
    for (const double at : ticksWithin(low_, high_, step_)) {
      const double value = log_ ? std::pow(10.0, at) : at;
      if (shows(value)) ticks.push_back({value, log_ ? plain(value, 3) : tickText(value, step_)});
    }
    return ticks;
  }

 private:
  static constexpr double kLargest = 1e300;
  static constexpr double kConstant = 1e-9;  // share of the values below which their range is noise
  [[nodiscard]] double mapped(double value) const { return log_ ? std::log10(value) : value; }
  bool log_;
  double pixelLow_, pixelHigh_;
  double low_ = std::numeric_limits<double>::infinity(), high_ = -std::numeric_limits<double>::infinity(), step_ = 1;
};

class Drawing {
 public:
  explicit Drawing(const Plot& plot)
      : plot_(plot), x_(plot.logX, kLeft, plot.width - kRight), y_(plot.logY, plot.height - kBottom, kTop) {
    for (const PlotSeries& series : plot.series) {
      for (const auto& [x, y] : series.points) {
        if (!x_.shows(x) || !y_.shows(y)) continue;
        x_.include(x);
        y_.include(y);
      }
    }
    x_.finish();
    y_.finish();
  }

  std::string text() {
    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << plot_.width << "\" height=\"" << plot_.height
         << "\" viewBox=\"0 0 " << plot_.width << ' ' << plot_.height << "\" font-family=\"sans-serif\">\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
    write(kLeft, 24, "start", 15, plot_.title);
    frame();
    int color = 0;
    double legend = kTop + 10;
    for (const PlotSeries& series : plot_.series) {
      const char* ink = series.guide ? "#9a9a9a" : kColors[static_cast<std::size_t>(color++) % kColors.size()];
      curve(series, ink);
      entry(series, ink, legend);
      legend += 20;
    }
    out_ << "</svg>\n";
    return out_.str();
  }

 private:
  void write(double x, double y, const char* anchor, int size, const std::string& text, const char* extra = "") {
    out_ << "<text x=\"" << plain(x, 6) << "\" y=\"" << plain(y, 6) << "\" text-anchor=\"" << anchor
         << "\" font-size=\"" << size << "\" fill=\"#202020\"" << extra << '>' << escapedXml(text) << "</text>\n";
  }
  void line(double x1, double y1, double x2, double y2, const char* style) {
    out_ << "<line x1=\"" << plain(x1, 6) << "\" y1=\"" << plain(y1, 6) << "\" x2=\"" << plain(x2, 6) << "\" y2=\""
         << plain(y2, 6) << "\" " << style << "/>\n";
  }

  void frame() {
    const double right = plot_.width - kRight;
    const double bottom = plot_.height - kBottom;
    for (const Tick& tick : x_.ticks()) {
      const double x = x_.pixel(tick.value);
      line(x, kTop, x, bottom, "stroke=\"#e2e2e2\"");
      write(x, bottom + 18, "middle", 12, tick.text);
    }
    for (const Tick& tick : y_.ticks()) {
      const double y = y_.pixel(tick.value);
      line(kLeft, y, right, y, "stroke=\"#e2e2e2\"");
      write(kLeft - 8, y + 4, "end", 12, tick.text);
    }
    line(kLeft, bottom, right, bottom, "stroke=\"#404040\"");
    line(kLeft, kTop, kLeft, bottom, "stroke=\"#404040\"");
    write(0.5 * (kLeft + right), plot_.height - 16.0, "middle", 13, plot_.xLabel);
    const std::string turn = " transform=\"rotate(-90 20 " + plain(0.5 * (kTop + bottom), 6) + ")\"";
    write(20, 0.5 * (kTop + bottom), "middle", 13, plot_.yLabel, turn.c_str());
  }

  void curve(const PlotSeries& series, const char* ink) {
    std::ostringstream points, marks;
    for (const auto& [x, y] : series.points) {
      if (!x_.shows(x) || !y_.shows(y)) continue;
      points << plain(x_.pixel(x), 6) << ',' << plain(y_.pixel(y), 6) << ' ';
      marks << "<circle cx=\"" << plain(x_.pixel(x), 6) << "\" cy=\"" << plain(y_.pixel(y), 6) << "\" r=\"3.5\" fill=\""
            << ink << "\"/>\n";
    }
    out_ << "<polyline points=\"" << points.str() << "\" fill=\"none\" stroke=\"" << ink << "\" stroke-width=\"2\""
         << (series.guide ? " stroke-dasharray=\"6 5\"" : "") << "/>\n";
    if (!series.guide && series.marks) out_ << marks.str();
  }

  void entry(const PlotSeries& series, const char* ink, double y) {
    const double x = plot_.width - kRight + 16;
    const std::string style =
        "stroke=\"" + std::string(ink) + "\" stroke-width=\"2\"" + (series.guide ? " stroke-dasharray=\"6 5\"" : "");
    line(x, y, x + 22, y, style.c_str());
    write(x + 28, y + 4, "start", 12, series.name);
  }

  const Plot& plot_;
  Axis x_, y_;
  std::ostringstream out_;
};

}  // namespace

std::string escapedXml(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string svgText(const Plot& plot) { return Drawing(plot).text(); }

}  // namespace passung::app
