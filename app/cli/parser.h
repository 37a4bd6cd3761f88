// SPDX-License-Identifier: GPL-3.0-or-later
// CLI11 with the program's own manners: an error is an InputError of one line, --help is a text.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace passung::app {

// Reads `args` (what follows the subcommand) into `parser`. Throws InputError or HelpAsked (args.h).
void parse(CLI::App& parser, const std::vector<std::string>& args);

// Throws InputError unless `value` is finite and positive (or zero, where `zero` allows it).
void checkPositive(const char* option, double value, bool zero = false);

}  // namespace passung::app
