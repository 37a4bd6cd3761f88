// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/render_command.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>

#include "app/cli/image.h"
#include "core/error.h"
#include "dynamics/engine.h"

namespace passung::app {

namespace {

constexpr const char* kUsage =
    "passung render FILE --out X.png [--time S] [--size WxH] [--overlay a,b] [--camera NAME] [--engine E] [--solver S] "
    "[--set KEY=VALUE] [--unit U] [--dark]";
constexpr int kMaxSide = 16384;  // [pixel]

struct RenderArguments {
  std::string file, out, overlays = "contacts,forces";
  double time = 0;
  ImageOptions image;
  dynamics::EngineOptions engine;
  std::string solver;
  scenes::LoadOptions load;
};

double numberOf(const std::string& option, const std::string& text) {
  double value = 0;
  const auto r = std::from_chars(text.data(), text.data() + text.size(), value);
  if (r.ec != std::errc() || r.ptr != text.data() + text.size() || !std::isfinite(value) || value < 0) {
    throw InputError("", option, "'" + text + "' is not a time",
                     "a number of seconds, 0 or more, as in " + option + " 1.5");
  }
  return value;
}

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

scenes::Override readSetting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError("", "--set", "'" + text + "' is not a setting", "KEY=VALUE, as in --set scale=0.001");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

RenderArguments readArguments(const std::vector<std::string>& args) {
  RenderArguments a;
  for (std::size_t i = 0; i < args.size(); ++i) {
    std::string option = args[i];
    std::optional<std::string> attached;
    if (const std::size_t equals = option.find('='); option.rfind("--", 0) == 0 && equals != std::string::npos) {
      attached = option.substr(equals + 1);
      option.resize(equals);
    }
    const auto value = [&]() -> std::string {
      if (attached) return *attached;
      if (i + 1 >= args.size()) throw InputError("", option, "a value is missing", kUsage);
      return args[++i];
    };
    if (option == "--out" || option == "-o") {
      a.out = value();
    } else if (option == "--time") {
      a.time = numberOf(option, value());
    } else if (option == "--size") {
      readSize(value(), a.image);
    } else if (option == "--overlay") {
      a.overlays = value();
    } else if (option == "--camera") {
      a.image.camera = value();
    } else if (option == "--engine") {
      a.engine.engine = value();
    } else if (option == "--solver") {
      a.solver = value();
    } else if (option == "--set") {
      a.load.overrides.push_back(readSetting(value()));
    } else if (option == "--unit") {
      a.load.unit = value();
    } else if (option == "--dark") {
      a.image.dark = true;
    } else if (option.size() > 1 && option[0] == '-') {
      throw InputError("", option, "unknown option", kUsage);
    } else if (a.file.empty()) {
      a.file = option;
    } else {
      throw InputError("", option, "a second file", kUsage);
    }
  }
  if (a.file.empty()) throw InputError("", "render", "no file is named", kUsage);
  if (a.out.empty()) throw InputError("", "render", "no --out is named", kUsage);
  setOverlays(a.image.overlays, a.overlays);
  return a;
}

}  // namespace

int runRender(const std::vector<std::string>& args) {
  RenderArguments a = readArguments(args);
  scenes::Scene scene = scenes::loadScene(a.file, a.load);
  if (!a.solver.empty()) scene.world.solver.name = a.solver;
  // A wrong camera is told before the simulation, not after.
  (void)sceneView(scene, {}, a.image.camera, 1);

  const auto engine = dynamics::makeEngine(scene.world, a.engine);
  dynamics::StepReport report;
  const auto steps = static_cast<std::int64_t>(std::llround(a.time / scene.world.dt));
  for (std::int64_t i = 0; i < steps; ++i) report = engine->step();

  render::writePng(renderScene(scene, dynamics::snapshotOf(*engine, report), a.image), a.out);
  for (const std::string& w : scene.warnings) std::fprintf(stderr, "%s\n", w.c_str());
  return 0;
}

}  // namespace passung::app
