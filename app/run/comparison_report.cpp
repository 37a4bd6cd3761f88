// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/comparison_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <sstream>

#include "app/run/csv_text.h"
#include "app/run/result_rows.h"
#include "app/run/svg_plot.h"
#include "app/run/units.h"
#include "core/version.h"

namespace passung::app {
namespace {

std::vector<RunResult> notRefused(const std::vector<RunResult>& results) {
  std::vector<RunResult> run;
  std::copy_if(results.begin(), results.end(), std::back_inserter(run),
               [](const RunResult& r) { return r.refusal.empty(); });
  return run;
}

// --- HTML

// RFC 4648, section 4.
std::string base64(const std::string& bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t block = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      block = block << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? kDigits[block >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

constexpr const char* kStyle = R"(
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; color: #1d2229; background: #fff;
       max-width: 1080px; margin: 0 auto; padding: 28px 24px 48px; }
h1 { font-size: 26px; margin: 0; } h2 { font-size: 18px; margin: 34px 0 10px; }
p { margin: 6px 0; } .faint { color: #66707c; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(420px, 1fr)); gap: 16px; }
figure { margin: 0; } img { width: 100%; border: 1px solid #d5d9de; border-radius: 6px; }
figcaption { font-weight: 600; margin-top: 4px; }
.wide { overflow-x: auto; } table { border-collapse: collapse; min-width: 60%; }
th, td { padding: 5px 14px 5px 0; text-align: right; border-bottom: 1px solid #e2e5e9; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } thead th { border-bottom: 2px solid #9aa4af; }
td.bad { color: #b3261e; font-weight: 600; } svg { max-width: 100%; height: auto; }
@media print { body { max-width: none; padding: 0; } figure, svg, tr { break-inside: avoid; } }
)";

void addTable(std::ostream& out, const std::vector<RunResult>& results, const std::vector<ResultRow>& rows) {
  out << "<div class=\"wide\"><table>\n<thead><tr><th></th>";
  for (const RunResult& result : results) out << "<th>" << escapedXml(variantLabel(result)) << "</th>";
  out << "</tr></thead>\n<tbody>\n";
  for (const ResultRow& row : rows) {
    out << "<tr><td" << (row.tip.empty() ? std::string() : " title=\"" + escapedXml(row.tip) + "\"") << '>'
        << escapedXml(row.label) << "</td>";
    for (const std::string& text : row.texts) {
      out << (text == "FAILED" ? "<td class=\"bad\">" : "<td>") << escapedXml(text) << "</td>";
    }
    out << "</tr>\n";
  }
  out << "</tbody></table></div>\n";
}

struct Curve {
  const char *title, *label;
  double CurvePoint::*value;
  const char* whenZero;
};
constexpr std::array kCurves{
    Curve{"Total energy over time", "energy [J]", &CurvePoint::energy, "The energy is zero at every sample."},
    Curve{"Deepest penetration over time", "depth [m]", &CurvePoint::depth, "No two parts overlap at any sample."},
    Curve{"Fastest point of any moving body", "speed [m/s]", &CurvePoint::speed, "Nothing moves at any sample."}};

void addPlot(std::ostream& out, const std::vector<RunResult>& results, const Curve& curve) {
  Plot plot{.title = curve.title, .xLabel = "time [s]", .yLabel = curve.label, .logX = false, .logY = false};
  plot.width = 980;
  plot.height = 330;
  bool zero = true;
  for (const RunResult& result : results) {
    PlotSeries series{.name = variantLabel(result), .marks = false};
    for (const CurvePoint& point : result.curve) {
      series.points.emplace_back(point.time, point.*curve.value);
      zero = zero && point.*curve.value == 0;
    }
    plot.series.push_back(std::move(series));
  }
  if (zero) {
    out << "<p><b>" << escapedXml(curve.title) << ".</b> " << curve.whenZero << "</p>\n";
  } else {
    out << svgText(plot);
  }
}

// Monitors in words, then what is worth knowing of each run.
void addNotes(std::ostream& out, const std::vector<RunResult>& results) {
  std::ostringstream lines;
  const auto line = [&lines](const RunResult& result, const std::string& text) {
    lines << "<li><b>" << escapedXml(variantLabel(result)) << "</b>: " << escapedXml(text) << "</li>\n";
  };
  for (const RunResult& result : results) {
    if (!result.refusal.empty()) line(result, "not run: " + result.refusal);
    for (const MonitorResult& m : result.monitors) {
      line(result, m.name + (m.passed ? ": passed: " : ": FAILED: ") + m.detail);
    }
    for (const std::string& warning : result.warnings) line(result, warning);
  }
  if (!lines.str().empty()) out << "<h2>In words</h2>\n<ul>\n" << lines.str() << "</ul>\n";
}

}  // namespace

std::string comparisonCsv(const std::vector<RunResult>& results) {
  const std::vector<RunResult> run = notRefused(results);
  std::string text = "figure,unit";
  for (const RunResult& result : results) text += ',' + csvField(variantLabel(result));
  text += '\n';
  for (const ResultRow& row : resultRows(run)) {
    text += csvField(row.label) + ',' + row.unit;
    std::size_t column = 0;
    for (const RunResult& result : results) {
      text += ',';
      if (!result.refusal.empty()) continue;
      const std::optional<double>& value = row.values[column++];
      if (value && std::isfinite(*value)) appendNumber(text, *value);
    }
    text += '\n';
  }
  return text;
}

std::string comparisonHtml(const std::string& title, const std::string& purpose, const std::vector<RunResult>& results,
                           const std::vector<ReportPicture>& pictures) {
  const std::vector<RunResult> run = notRefused(results);
  std::ostringstream out;
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" << escapedXml(title)
      << ": comparison</title>\n<style>" << kStyle << "</style>\n</head>\n<body>\n<h1>" << escapedXml(title)
      << "</h1>\n";
  if (!purpose.empty()) out << "<p>" << escapedXml(purpose) << "</p>\n";
  out << "<p class=\"faint\">Passung " << kVersion << ", " << results.size() << " variants on one clock";
  if (!run.empty()) out << ", " << plain(run.front().simulated, 6) << " s simulated";
  out << ". All are measured by the same code, from their body states. Speeds are those of the machine that wrote this "
         "page.</p>\n";

  if (!pictures.empty()) out << "<div class=\"pictures\">\n";
  for (const ReportPicture& picture : pictures) {
    out << "<figure><img alt=\"" << escapedXml(picture.caption) << "\" src=\"data:image/png;base64,"
        << base64(picture.png) << "\"><figcaption>" << escapedXml(picture.caption) << "</figcaption></figure>\n";
  }
  if (!pictures.empty()) out << "</div>\n";

  if (!run.empty()) {
    out << "<h2>Stability</h2>\n";
    addTable(out, run, stabilityRows(run));
    out << "<h2>Over time</h2>\n";
    for (const Curve& curve : kCurves) addPlot(out, run, curve);
    out << "<h2>All figures</h2>\n";
    addTable(out, run, resultRows(run));
  }
  addNotes(out, results);
  out << "</body>\n</html>\n";
  return out.str();
}

}  // namespace passung::app
