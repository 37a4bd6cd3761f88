// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/check_report.h"

#include <iomanip>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/run/units.h"

namespace passung::app {
namespace {

constexpr int kScene = 21, kShows = 30, kFigure = 13, kVerdict = 8, kSmall = 8;

// A number with its unit; turns, ratios and percents as they are.
std::string figure(double value, const std::string& unit) {
  if (unit.empty() || unit == "x" || unit == "%" || unit == "turns" || unit == "rad/s") {
    return plain(value, 4) + (unit.empty() ? "" : " " + unit);
  }
  return readable(value, unit.c_str());
}

std::string cut(const std::string& text, int width) {
  const auto most = static_cast<std::size_t>(width - 1);
  return text.size() <= most ? text : text.substr(0, most - 2) + "..";
}

std::string small(const std::optional<double>& value, const char* unit) {
  if (!value) return "-";
  return *unit != 0 ? readable(*value, unit) : plain(*value, 2);
}

}  // namespace

void CheckTable::header() {
  out_ << std::left << std::setw(kScene) << "scene" << std::setw(kShows) << "shows" << std::right << std::setw(kFigure)
       << "asked for" << std::setw(kFigure) << "measured"
       << "  " << std::left << std::setw(kVerdict) << "" << std::right << std::setw(kSmall) << "drift"
       << std::setw(kSmall) << "gain" << std::setw(kSmall) << "depth" << std::setw(8) << "x real" << std::endl;
}

void CheckTable::row(const CheckRow& row) {
  const std::string asked = row.expected ? figure(*row.expected, row.unit)
                            : row.limit  ? "<= " + figure(*row.limit, row.unit)
                                         : "-";
  out_ << std::left << std::setw(kScene) << cut(row.scene == lastScene_ ? "" : row.scene, kScene) << std::setw(kShows)
       << cut(row.shows, kShows) << std::right << std::setw(kFigure) << asked << std::setw(kFigure)
       << (row.measured ? figure(*row.measured, row.unit) : "-") << "  " << std::left << std::setw(kVerdict)
       << verdictName(row.verdict) << std::right;
  lastScene_ = row.scene;
  if (row.verdict == Verdict::kSkipped) {
    out_ << ' ' << row.detail << std::endl;
    return;
  }
  out_ << std::setw(kSmall) << small(row.drift, "m") << std::setw(kSmall) << small(row.gainShare, "")
       << std::setw(kSmall) << small(row.penetration, "m") << std::setw(8) << small(row.realTimeFactor, "");
  if (!row.finite) out_ << "  NOT FINITE";
  out_ << std::endl;
  if (row.verdict == Verdict::kFailed) out_ << "  " << row.detail << std::endl;
}

nlohmann::ordered_json checkJson(const CheckRow& row) {
  nlohmann::ordered_json json = {{"check", row.check}, {"scene", row.scene}, {"shows", row.shows}};
  const auto put = [&](const char* key, const std::optional<double>& value) {
    if (value) json[key] = *value;
  };
  put("expected", row.expected);
  put("limit", row.limit);
  put("measured", row.measured);
  if (!row.unit.empty()) json["unit"] = row.unit;
  json["verdict"] = row.verdict == Verdict::kFailed   ? "failed"
                    : row.verdict == Verdict::kFigure ? "figure"
                                                      : verdictName(row.verdict);
  json["detail"] = row.detail;
  put("drift_m", row.drift);
  put("gain_share", row.gainShare);
  put("max_penetration_m", row.penetration);
  put("real_time_factor", row.realTimeFactor);
  json["finite"] = row.finite;
  return json;
}

}  // namespace passung::app
