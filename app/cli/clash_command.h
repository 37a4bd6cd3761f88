// SPDX-License-Identifier: GPL-3.0-or-later
// passung clash: what touches what in an assembly, before the first step.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// args: what follows `clash`. Returns 0 without a clash, 1 with one, 130 when interrupted; throws InputError.
int runClash(const std::vector<std::string>& args);

}  // namespace passung::app
