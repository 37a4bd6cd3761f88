// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/cli/args.h"
#include "app/run/units.h"
#include "core/error.h"

namespace passung::app {

void parse(CLI::App& parser, const std::vector<std::string>& args) {
  // CLI11 takes the arguments last first.
  std::vector<std::string> reversed(args.rbegin(), args.rend());
  try {
    parser.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    throw HelpAsked{parser.help()};
  } catch (const CLI::ParseError& error) {
    std::string text = error.what();
    while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
    // The program puts its own name before every error.
    constexpr std::string_view kProgram = "passung";
    std::string place = parser.get_name();
    if (place.starts_with(kProgram)) place.erase(0, std::min(kProgram.size() + 1, place.size()));
    throw InputError("", place, text, "see " + parser.get_name() + " --help");
  }
}

void checkPositive(const char* option, double value, bool zero) {
  if (std::isfinite(value) && (value > 0 || (zero && value == 0))) return;
  throw InputError("", option, "it is " + plain(value),
                   zero ? "it must be a number, zero or more" : "it must be a number above zero");
}

}  // namespace passung::app
