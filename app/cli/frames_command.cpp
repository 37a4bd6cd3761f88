// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frames_command.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/bench/query_bench.h"
#include "app/cli/parser.h"
#include "app/overlays/bench_scene.h"
#include "app/run/units.h"
#include "core/error.h"
#include "core/output_file.h"
#include "core/version.h"
#include "render/frame_timing.h"

namespace passung::app {
namespace {

constexpr double kTurn = 0.02;  // of the camera a frame [rad]
constexpr double kFovY = 0.61;  // [rad]

}  // namespace

int runBenchFrames(const std::vector<std::string>& args) {
  int triangles = 2'000'000, frames = 60, width = 1280, height = 720;
  std::string file;
  CLI::App parser("Draws a large scene off screen, through EGL, and measures each picture to its last pixel.",
                  "passung bench frames");
  parser.add_option("--triangles", triangles, "of the scene (default 2000000)");
  parser.add_option("--frames", frames, "pictures that are measured (default 60)");
  parser.add_option("--width", width, "of a picture [pixel] (default 1280)");
  parser.add_option("--height", height, "of a picture [pixel] (default 720)");
  const CLI::Option* jsonOption = parser.add_option("--json", file, "write the figures to this file");
  parse(parser, args);
  const auto check = [](const char* option, int value, int least, int most) {
    if (value >= least && value <= most) return;
    throw InputError("", option, std::to_string(value) + " is out of range",
                     "give " + std::to_string(least) + " to " + std::to_string(most));
  };
  check("--triangles", triangles, 1000, 20'000'000);
  check("--frames", frames, 1, 100'000);
  check("--width", width, 16, 8192);
  check("--height", height, 16, 8192);
  // Opened first, so that a bad path does not cost the time of all.
  std::optional<OutputFile> out;
  if (jsonOption->count() > 0) out.emplace(file);

  const DrawList list = ringScene(triangles);
  const auto [box, count] = drawnSize(list);
  const auto view = [&, box = box](int frame) {
    const double angle = kTurn * frame;
    return render::fitView(box, Vec3(std::sin(angle), std::cos(angle), -0.7), Vec3::UnitZ(), kFovY,
                           static_cast<double>(width) / height);
  };
  render::RenderOptions plain3d;
  plain3d.shadows = plain3d.ambientOcclusion = false;
  const render::FrameTimes full = render::timeFrames(list, view, {}, width, height, frames);
  const render::FrameTimes bare = render::timeFrames(list, view, plain3d, width, height, frames);

  nlohmann::ordered_json json = {{"passung", kVersion},  {"device", full.device}, {"triangles", count},
                                 {"width", width},       {"height", height},      {"frames", frames},
                                 {"first_s", full.first}};
  std::cout << "drawn by " << full.device << '\n'
            << count << " triangles, " << width << " x " << height << ", " << frames << " frames\n";
  const auto report = [&](const char* what, const char* key, const render::FrameTimes& measured) {
    std::vector<double> sorted = measured.times;
    std::sort(sorted.begin(), sorted.end());
    const double middle = median(sorted), late = sorted[(sorted.size() - 1) * 95 / 100];
    json[key] = {{"median_s", middle}, {"p95_s", late}, {"max_s", sorted.back()}};
    std::cout << what << ": median " << plain(1e3 * middle, 3) << " ms, 95 % within " << plain(1e3 * late, 3)
              << " ms, longest " << plain(1e3 * sorted.back(), 3) << " ms\n";
  };
  report("with shadows and ambient occlusion", "full", full);
  report("without", "bare", bare);
  if (out) {
    out->write(json.dump(2) + "\n");
    out->commit();
  }
  return 0;
}

}  // namespace passung::app
