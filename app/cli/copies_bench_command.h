// SPDX-License-Identifier: GPL-3.0-or-later
// `passung bench copies`: frames of many copies of a nut on its bolt, beside a published figure.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

[[nodiscard]] int runBenchCopies(const std::vector<std::string>& args);

}  // namespace passung::app
