// SPDX-License-Identifier: GPL-3.0-or-later
// Script commands of seeing, measuring and placing: section, exploded view, gap colours, ruler, mates, picture
// sequences.
#pragma once

#include <span>

#include "app/window/script_commands.h"

namespace passung::app {

[[nodiscard]] std::span<const ScriptCommand> lookCommands();

}  // namespace passung::app
