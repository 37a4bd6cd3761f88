// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/clash_command.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/args.h"
#include "app/cli/parser.h"
#include "app/cli/progress.h"
#include "app/cli/scene_argument.h"
#include "app/cli/variant_run.h"
#include "app/run/clash_report.h"
#include "app/run/units.h"
#include "core/error.h"
#include "core/version.h"
#include "scenes/importer.h"
#include "scenes/scene.h"
#ifdef PASSUNG_RENDER
#include "app/cli/clash_image.h"
#endif

namespace passung::app {
namespace {

using Json = nlohmann::ordered_json;
using collision::Clearance;
using collision::ClearanceState;

struct Arguments {
  std::string file, image, camera;
  scenes::LoadOptions load;
  scenes::ImportOptions import;
  ClashOptions clash;
  bool json = false, quiet = false, dark = false;
};

Arguments readArguments(const std::vector<std::string>& args) {
  CLI::App parser("What touches what: clashes, contacts and clearances between the parts of an assembly, as it stands.",
                  "passung clash");
  Arguments a;
  double clearance = 0, tolerance = 0;
  std::vector<std::string> sets;
  parser.add_option("FILE", a.file, "built-in scene, scene file, CAD or mesh file")->required();
  parser.add_flag("--json", a.json, "the report as JSON on standard output");
  parser.add_option("--clearance", clearance,
                    "largest gap that is reported [m] (default: 1 % of the size of the assembly)");
  parser.add_option("--tolerance", tolerance,
                    "gaps and depths up to it are \"touching\" [m] (default: by rule, see docs/cli.md)");
  parser.add_option("--image", a.image, "picture of the assembly (PNG): clashes red, contacts yellow, clearances cyan");
  parser.add_option("--camera", a.camera,
                    "of the picture: a camera of the scene, or front, back, left, right, top, bottom, iso");
  parser.add_flag("--dark", a.dark, "dark background of the picture");
  parser.add_option("--set", sets, "KEY=VALUE: any setting of the scene by its JSON path; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  parser.add_option("--unit", a.import.unit, "unit of a mesh or CAD file: mm, cm, m, in or ft");
  parser.add_option("--deflection", a.import.deflection, "chord error of CAD surfaces, as a share of the part's size");
  parser.add_option("--threads", a.clash.threads, "threads (default 0: all cores)")->default_val(0);
  parser.add_flag("--quiet", a.quiet, "no progress bar");
  parse(parser, args);
  if (parser.count("--clearance") > 0) {
    checkPositive("--clearance", clearance, true);
    a.clash.limit = clearance;
  }
  if (parser.count("--tolerance") > 0) {
    checkPositive("--tolerance", tolerance, true);
    a.clash.tolerance = tolerance;
  }
  if (parser.count("--deflection") > 0) checkPositive("--deflection", a.import.deflection);
  checkThreads(a.clash.threads);
  a.clash.threads = threadCount(a.clash.threads);
  for (const std::string& set : sets) a.load.overrides.push_back(parseSet(set));
  a.load.unit = a.import.unit;
  return a;
}

// The parts of a CAD or mesh file where the file puts them. Nothing moves here, so nothing is fixed.
scenes::Scene sceneOfParts(const Arguments& a) {
  if (!a.load.overrides.empty()) {
    throw InputError(a.file, "--set", "a CAD or mesh file has no settings", "--set goes with scenes");
  }
  scenes::ImportedFile file = scenes::importFile(a.file, a.import);
  scenes::Scene scene;
  scene.name = scene.source = a.file;
  scene.warnings = std::move(file.warnings);
  for (const scenes::ImportedPart& part : file.parts) {
    dynamics::BodyDef body;
    body.name = part.name;
    body.colliders.push_back({collision::MeshShape{part.mesh}, {}});
    scene.world.bodies.push_back(std::move(body));
    scene.colors.push_back(part.color);
  }
  return scene;
}

Json pointJson(const Vec3& p) { return Json::array({p.x(), p.y(), p.z()}); }

Json reportJson(const scenes::Scene& scene, const Arguments& a, const ClashReport& report) {
  const auto name = [&](int body) { return scene.world.bodies[static_cast<std::size_t>(body)].name; };
  Json json = {{"passung", kVersion},
               {"file", a.file},
               {"size_m", report.size},
               {"clearance_limit_m", report.limit},
               {"tolerance", a.clash.tolerance ? "given" : "rule"},
               {"counts", {{"clash", report.clashes}, {"touching", report.touching}, {"clearance", report.apart}}}};
  if (const auto gap = report.smallestGap()) json["smallest_gap_m"] = *gap;
  if (const auto depth = report.deepestClash()) json["deepest_clash_m"] = *depth;
  if (report.cancelled) json["cancelled"] = true;
  json["parts"] = Json::array();
  for (std::size_t i = 0; i < scene.world.bodies.size(); ++i) {
    json["parts"].push_back({{"name", name(static_cast<int>(i))}, {"chord_error_m", report.chordErrors[i]}});
  }
  json["pairs"] = Json::array();
  for (const Clearance& c : report.pairs) {
    json["pairs"].push_back({{"a", name(c.bodyA)},
                             {"b", name(c.bodyB)},
                             {"state", clearanceWord(c.state)},
                             {"gap_m", c.gap},
                             {"depth_m", c.depth},
                             {"point_a_m", pointJson(c.pA_W)},
                             {"point_b_m", pointJson(c.pB_W)},
                             {"gap_tolerance_m", c.gapTolerance},
                             {"overlap_tolerance_m", c.overlapTolerance}});
  }
  json["joined"] = Json::array();
  for (const auto& [x, y] : report.joined) json["joined"].push_back(Json::array({name(x), name(y)}));
  json["warnings"] = scene.warnings;
  return json;
}

// What is left of rounding is shown as nothing.
double cleared(double value, double size) { return std::abs(value) < 1e-12 * size ? 0.0 : value; }

std::string millimetres(double metres, const char* format = "%.4g") {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), format, 1000 * metres);
  return text.data();
}

// Coordinates to a hundred-thousandth of the assembly's size.
std::string placeText(const Vec3& p, double size) {
  const double step = 1e-5 * std::max(size, 1e-12);
  std::string text;
  for (int i = 0; i < 3; ++i) {
    const double rounded = std::round(p[i] / step) * step + 0.0;
    text += (i == 0 ? "" : ", ") + millimetres(rounded, "%.5g");
  }
  return text;
}

std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Columns as wide as their widest cell; numbers to the right.
void printRows(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string pad(widths[i] - width(row[i]), ' ');
      line += "  " + (i == 3 || i == 4 ? pad + row[i] : row[i] + pad);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    std::cout << line << '\n';
  }
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

void printReport(const scenes::Scene& scene, const Arguments& a, const ClashReport& report) {
  const auto name = [&](int body) { return scene.world.bodies[static_cast<std::size_t>(body)].name; };
  std::cout << a.file << ": " << counted(scene.world.bodies.size(), "part", "parts") << ", pairs up to "
            << millimetres(report.limit) << " mm apart\n";
  if (!report.pairs.empty()) {
    std::vector<std::vector<std::string>> rows = {{"part", "part", "state", "gap [mm]", "depth [mm]", "place [mm]"}};
    for (const Clearance& c : report.pairs) {
      rows.push_back({name(c.bodyA), name(c.bodyB), clearanceWord(c.state),
                      c.depth > 0 ? "-" : millimetres(cleared(c.gap, report.size)),
                      c.depth > 0 ? millimetres(cleared(c.depth, report.size)) : "-",
                      placeText(0.5 * (c.pA_W + c.pB_W), report.size)});
    }
    printRows(rows);
  }
  std::cout << counted(static_cast<std::size_t>(report.clashes), "clash", "clashes") << ", " << report.touching
            << " touching, " << counted(static_cast<std::size_t>(report.apart), "clearance", "clearances");
  if (const auto depth = report.deepestClash()) std::cout << "; deepest clash " << millimetres(*depth) << " mm";
  if (const auto gap = report.smallestGap()) std::cout << "; smallest gap " << millimetres(*gap) << " mm";
  std::cout << '\n';
  if (a.clash.tolerance) {
    std::cout << "tolerance, given: " << millimetres(*a.clash.tolerance) << " mm\n";
  } else if (!report.pairs.empty()) {
    double gap = 0, overlap = 0;
    for (const Clearance& c : report.pairs) {
      gap = std::max(gap, c.gapTolerance);
      overlap = std::max(overlap, c.overlapTolerance);
    }
    std::cout << "tolerance: gaps count as touching up to 1e-6 of the larger part (here at most " << millimetres(gap)
              << " mm), overlaps up to that or the chord errors of both parts' facets (here at most "
              << millimetres(overlap) << " mm)\n";
  }
  if (!report.joined.empty()) {
    std::cout << counted(report.joined.size(), "pair", "pairs")
              << " left out: joined by a joint that lets them overlap\n";
  }
  if (report.cancelled) std::cout << "interrupted: some pairs are missing\n";
  for (const std::string& warning : scene.warnings) std::cout << "warning: " << warning << '\n';
}

}  // namespace

int runClash(const std::vector<std::string>& args) {
  const Arguments a = readArguments(args);
  checkImage(a.image);
  const scenes::Scene scene = isSceneArgument(a.file) ? scenes::loadScene(a.file, a.load) : sceneOfParts(a);
#ifdef PASSUNG_RENDER
  if (!a.image.empty()) checkClashCamera(scene, a.camera);
#endif

  const InterruptGuard interrupts;
  const ClashReport report = [&] {
    const ClashCheck check(scene.world);
    ProgressBar bar("measuring pairs", !a.quiet && !a.json);
    return check.report(startPoses(scene.world), a.clash, [&](int done, int total) {
      bar.show(static_cast<double>(done) / std::max(total, 1));
      return !InterruptGuard::flag().load();
    });
  }();

  if (a.json) {
    std::cout << reportJson(scene, a, report).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
  } else {
    printReport(scene, a, report);
  }
#ifdef PASSUNG_RENDER
  if (!a.image.empty()) writeClashImage(scene, report, {.file = a.image, .camera = a.camera, .dark = a.dark});
#endif
  if (report.cancelled) return 130;
  return report.clashes > 0 ? 1 : 0;
}

}  // namespace passung::app
