// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/window_command.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "app/cli/args.h"
#include "app/cli/dispatch.h"
#include "app/cli/parser.h"
#include "app/run/variant.h"
#include "core/error.h"
#include "scenes/importers/units.h"
#include "scenes/scene.h"

namespace passung::app {
namespace {

// "1280x720"
void parseSize(const std::string& text, int& width, int& height) {
  const char* end = text.data() + text.size();
  const auto [x, firstError] = std::from_chars(text.data(), end, width);
  bool good = firstError == std::errc() && x != end && *x == 'x';
  if (good) {
    const auto [rest, secondError] = std::from_chars(x + 1, end, height);
    good = secondError == std::errc() && rest == end && width > 0 && height > 0 && width <= 16384 && height <= 16384;
  }
  if (!good) throw InputError("", "--size", "'" + text + "' is no size", "write for instance 1280x720");
}

}  // namespace

WindowOptions parseWindowArguments(const std::vector<std::string>& args) {
  CLI::App parser("Opens the window.", "passung");
  WindowOptions options;
  std::string size;
  parser.add_option("FILE", options.file, "built-in scene, scene, CAD or mesh file");
  parser.add_option("--unit", options.unit, "of a CAD or mesh file: mm, cm, m, in or ft");
  parser.add_flag("--play", options.play, "start playing once it is loaded");
  parser.add_option("--engines", options.engines, "one to four engines; several open the comparison")->delimiter(',');
  parser.add_option("--screenshot", options.screenshot, "write this PNG and leave");
  parser.add_option("--select", options.select, "name of a part to select for the screenshot");
  parser.add_option("--at", options.at, "simulated time of the screenshot [s]");
  parser.add_option("--script", options.script,
                    "run the commands of this file, one a line; docs/scripts.md lists them");
  parser.add_option("--size", size, "WxH of the window [pixel]");
  parser.add_option("--theme", options.theme, "light or dark");
  parser.add_option("--language", options.language, "of the window, for instance en or de; default: as chosen there");
  parse(parser, args);

  if (!size.empty()) parseSize(size, options.width, options.height);
  scenes::checkUnit(options.unit);
  if (!options.unit.empty() && options.file.empty()) {
    throw InputError("", "--unit", "no file is named whose unit it could be", "FILE --unit mm");
  }
  checkPositive("--at", options.at, true);
  if (options.engines.size() > kMostVariants) {
    throw InputError("", "--engines", std::to_string(options.engines.size()) + " engines",
                     "the window compares up to " + std::to_string(kMostVariants));
  }
  if (!options.theme.empty() && options.theme != "light" && options.theme != "dark") {
    throw InputError("", "--theme", "there is no theme '" + options.theme + "'", "use light or dark");
  }
  // A word that is neither file nor scene is most likely a mistyped subcommand.
  if (!options.file.empty() && !std::filesystem::exists(options.file)) {
    const auto builtin = scenes::builtinScenes();
    const bool known =
        std::any_of(builtin.begin(), builtin.end(), [&](const auto& s) { return s.name == options.file; });
    if (!known && scenes::looksLikeFile(options.file))
      throw InputError(options.file, "", "there is no such file", "check the path");
    if (!known) {
      throw InputError("", "'" + options.file + "'", "is no subcommand, no built-in scene and no file",
                       "the subcommands are " + commandNames());
    }
  }
  return options;
}

}  // namespace passung::app
