// SPDX-License-Identifier: GPL-3.0-or-later
// passung difference: how far two recordings part.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// Exit status: 0 as near as asked, 1 farther apart, 130 interrupted. Throws InputError.
int runDifference(const std::vector<std::string>& args);

}  // namespace passung::app
