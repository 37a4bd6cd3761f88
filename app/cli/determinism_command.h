// SPDX-License-Identifier: GPL-3.0-or-later
// passung determinism: whether a scene gives the same bits with one thread and with many.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// Exit status: 0 the same bits, 1 a difference, 130 interrupted. Throws InputError.
int runDeterminism(const std::vector<std::string>& args);

}  // namespace passung::app
