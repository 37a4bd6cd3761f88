// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/difference_command.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/parser.h"
#include "app/cli/progress.h"
#include "app/cli/variant_run.h"
#include "app/run/csv_text.h"
#include "app/run/recording_comparison.h"
#include "app/run/units.h"
#include "core/error.h"
#include "core/output_file.h"

namespace passung::app {
namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
  std::string first, second, csv;
  double within = 0;  // [m]
  bool json = false, quiet = false;
};

void checkCsv(const Arguments& a) {
  if (a.csv.empty()) throw InputError("", "--csv", "the name of the file is empty", "give a file to write");
  std::error_code none;
  const auto csv = std::filesystem::weakly_canonical(a.csv, none);
  for (const std::string& input : {a.first, a.second}) {
    if (csv != std::filesystem::weakly_canonical(input, none)) continue;
    throw InputError(a.csv, "--csv", "that is one of the recordings", "give another file");
  }
}

Arguments readArguments(const std::vector<std::string>& args) {
  CLI::App parser("Compares two recordings part by part, at the instants that both hold.", "passung difference");
  Arguments a;
  parser.add_option("FIRST", a.first, "recording (.prec)")->required();
  parser.add_option("SECOND", a.second, "recording (.prec)")->required();
  parser.add_option("--within", a.within,
                    "distance of places that still counts as the same [m] (default 0: every bit)");
  parser.add_option("--csv", a.csv, "largest distance and angle at each instant");
  parser.add_flag("--json", a.json, "the result as JSON on standard output");
  parser.add_flag("--quiet", a.quiet, "no progress bar");
  parse(parser, args);
  if (parser.count("--within") > 0) checkPositive("--within", a.within);
  if (parser.count("--csv") > 0) checkCsv(a);
  return a;
}

Json resultJson(const Arguments& a, const RecordingComparison& c, bool near) {
  Json json = {{"first", a.first},
               {"second", a.second},
               {"same", c.same()},
               {"near", near},
               {"instants", c.instants.size()},
               {"distance_m", c.largestDistance()},
               {"angle_rad", c.largestAngle()},
               {"first_end_s", c.firstEnd},
               {"second_end_s", c.secondEnd}};
  if (c.parted) json["parted_s"] = *c.parted;
  if (!c.onlyFirst.empty()) json["only_first"] = c.onlyFirst;
  if (!c.onlySecond.empty()) json["only_second"] = c.onlySecond;
  if (!c.warnings.empty()) json["warnings"] = c.warnings;
  if (c.cancelled) json["cancelled"] = true;
  for (const auto& body : c.bodies) {
    json["bodies"].push_back({{"name", body.name},
                              {"distance_m", body.distance},
                              {"distance_time_s", body.distanceTime},
                              {"angle_rad", body.angle},
                              {"angle_time_s", body.angleTime}});
  }
  return json;
}

std::string csvText(const RecordingComparison& c) {
  std::string text = "time_s,distance_m,angle_rad\n";
  for (const auto& instant : c.instants) {
    appendNumber(text, instant.time);
    text += ',';
    appendNumber(text, instant.distance);
    text += ',';
    appendNumber(text, instant.angle);
    text += '\n';
  }
  return text;
}

void print(const RecordingComparison& c) {
  std::cout << describe(c) << '\n';
  for (const std::string& warning : c.warnings) std::cout << "warning: " << warning << '\n';
  if (!c.parted) return;
  std::size_t width = 4;
  for (const auto& body : c.bodies) width = std::max(width, body.name.size());
  const auto row = [&](const std::string& name, const char* a, const char* b, const char* d, const char* e) {
    std::printf("%-*s %12s %10s %14s %10s\n", static_cast<int>(width), name.c_str(), a, b, d, e);
  };
  std::cout.flush();
  row("part", "apart [mm]", "at [s]", "turned [deg]", "at [s]");
  for (const auto& body : c.bodies) {
    row(body.name, plain(1e3 * body.distance).c_str(), plain(body.distanceTime).c_str(),
        plain(body.angle * 180 / kPi).c_str(), plain(body.angleTime).c_str());
  }
  std::fflush(stdout);
}

}  // namespace

int runDifference(const std::vector<std::string>& args) {
  const Arguments a = readArguments(args);
  // Opened first, so that a bad path does not cost the time of the comparison.
  std::optional<OutputFile> csv;
  if (!a.csv.empty()) csv.emplace(a.csv);
  const InterruptGuard interrupts;
  const RecordingComparison c = [&] {
    ProgressBar bar("comparing", !a.quiet && !a.json);
    return compareRecordings(a.first, a.second, [&](double share) {
      bar.show(share);
      return !InterruptGuard::flag().load();
    });
  }();
  const bool near =
      a.within > 0 ? c.largestDistance() <= a.within && c.onlyFirst.empty() && c.onlySecond.empty() : c.same();
  if (csv) {
    csv->write(csvText(c));
    csv->commit();
  }
  if (a.json) {
    std::cout << resultJson(a, c, near).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  } else {
    print(c);
  }
  if (!near) return 1;
  return c.cancelled ? kExitInterrupted : 0;
}

}  // namespace passung::app
