// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/render_command.h"

#include <charconv>
#include <cmath>
#include <cstdio>

#include "app/cli/args.h"
#include "app/cli/image.h"
#include "app/cli/parser.h"
#include "app/cli/variant_run.h"
#include "app/run/units.h"
#include "core/error.h"
#include "dynamics/engine.h"

namespace passung::app {

namespace {

constexpr int kMaxSide = 16384;  // [pixel]
constexpr double kMaxSteps = 1e12;

struct RenderArguments {
  std::string file, out;
  double time = 0;
  ImageOptions image;
  dynamics::EngineOptions engine;
  std::string solver;
  scenes::LoadOptions load;
};

void readSize(const std::string& text, ImageOptions& image) {
  int w = 0;
  int h = 0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, w);
  const bool cross = first.ec == std::errc() && first.ptr != end && *first.ptr == 'x';
  const auto second = cross ? std::from_chars(first.ptr + 1, end, h) : first;
  if (!cross || second.ec != std::errc() || second.ptr != end || w < 1 || h < 1 || w > kMaxSide || h > kMaxSide) {
    throw InputError("", "--size", "'" + text + "' is not a size",
                     "width and height in pixels, 1 to " + std::to_string(kMaxSide) + ", as in --size 1280x720");
  }
  image.width = w;
  image.height = h;
}

RenderArguments readArguments(const std::vector<std::string>& args) {
  CLI::App parser("Draws a scene, CAD or mesh file into a PNG file, without a display.", "passung render");
  RenderArguments a;
  std::string size, overlays = "contacts,forces";
  std::vector<std::string> sets;
  parser.add_option("FILE", a.file, "built-in scene, scene file, CAD or mesh file")->required();
  parser.add_option("--out,-o", a.out, "the picture (PNG)")->required();
  parser.add_option("--time", a.time, "simulated time of the picture [s] (default 0)");
  parser.add_option("--size", size, "WxH [pixel] (default 1280x720)");
  parser.add_option("--overlay", overlays, "list of overlays, or none (default " + overlays + ")");
  parser.add_option("--camera", a.image.camera, "a camera of the scene, or front, back, left, right, top, bottom, iso");
  parser.add_option("--engine", a.engine.engine, "native, bullet or bullet-convex (default native)");
  parser.add_option("--solver", a.solver, "implicit; native engine only");
  parser.add_option("--set", sets, "KEY=VALUE: any setting of the scene by its JSON path; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  parser.add_option("--unit", a.load.unit, "unit of a mesh or CAD file: mm, cm, m, in or ft");
  parser.add_flag("--dark", a.image.dark, "dark background");
  parser.add_flag("--hidden-line", a.image.hiddenLine, "as a drawing: edges on paper, those behind parts pale");
  parse(parser, args);
  checkPositive("--time", a.time, true);
  if (!size.empty()) readSize(size, a.image);
  checkEngine(a.engine.engine);
  if (!a.solver.empty()) checkSolver(a.solver);
  for (const std::string& set : sets) a.load.overrides.push_back(parseSet(set));
  setOverlays(a.image.overlays, overlays);
  return a;
}

}  // namespace

int runRender(const std::vector<std::string>& args) {
  RenderArguments a = readArguments(args);
  scenes::Scene scene = scenes::loadScene(a.file, a.load);
  if (!a.solver.empty()) scene.world.solver.name = a.solver;
  checkImage(a.out);
  // A wrong camera is told before the simulation, not after.
  (void)sceneView(scene, {}, a.image.camera, 1);

  const auto engine = dynamics::makeEngine(scene.world, a.engine);
  dynamics::StepReport report;
  const double steps = std::round(a.time / scene.world.dt);
  if (steps > kMaxSteps) {
    throw InputError("", "--time", "it takes " + plain(steps) + " steps", "take an earlier time or a longer step");
  }
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(steps); ++i) report = engine->step();

  render::writePng(renderScene(scene, dynamics::snapshotOf(*engine, report), a.image), a.out);
  for (const std::string& w : scene.warnings) std::fprintf(stderr, "%s\n", w.c_str());
  return 0;
}

}  // namespace passung::app
