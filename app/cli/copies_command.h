// SPDX-License-Identifier: GPL-3.0-or-later
// `passung copies`: many copies of a scene, each with start poses of its own, stepped as one batch.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

[[nodiscard]] int runCopiesCommand(const std::vector<std::string>& args);

}  // namespace passung::app
