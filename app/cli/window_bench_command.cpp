// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window_bench_command.h"

#include <filesystem>

#include "app/cli/parser.h"
#include "core/error.h"
#include "core/output_file.h"

namespace passung::app {
namespace {

void checkCount(const char* option, int value, int least, int most) {
  if (value >= least && value <= most) return;
  throw InputError("", option, std::to_string(value) + " is out of range",
                   "give " + std::to_string(least) + " to " + std::to_string(most));
}

}  // namespace

WindowOptions parseWindowBenchArguments(const std::vector<std::string>& args) {
  CLI::App parser(
      "Opens the window and measures it: frames of a large scene, the steps of a scene with and without the window "
      "drawing, and the longest gaps between events while files are opened.",
      "passung bench window");
  WindowBenchOptions bench;
  bench.scene = "screw_into_bracket";
  parser.add_option("FILE", bench.file, "scene, CAD or mesh file to open, for its gaps");
  parser.add_option("--scene", bench.scene, "scene whose steps are counted (default screw_into_bracket)");
  parser.add_option("--triangles", bench.triangles, "of the large scene (default 200000)");
  parser.add_option("--frames", bench.frames, "of it (default 60)");
  parser.add_option("--stretch", bench.stretch, "seconds of steps, ten times (default 1)");
  const CLI::Option* jsonOption = parser.add_option("--json", bench.json, "write the figures to this file");
  parse(parser, args);
  checkCount("--triangles", bench.triangles, 1000, 5'000'000);
  checkCount("--frames", bench.frames, 1, 100'000);
  checkPositive("--stretch", bench.stretch);
  if (!bench.file.empty() && !std::filesystem::exists(bench.file)) {
    throw InputError(bench.file, "", "there is no such file", "give a scene, CAD or mesh file");
  }
  // A bad path does not cost the time of all.
  if (jsonOption->count() > 0) (void)OutputFile(bench.json);
  WindowOptions options;
  options.width = 1600;
  options.height = 1000;
  options.bench = std::move(bench);
  return options;
}

}  // namespace passung::app
