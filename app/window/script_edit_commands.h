// SPDX-License-Identifier: GPL-3.0-or-later
// Script commands that edit the scene: its parts, joints and monitors.
#pragma once

#include <span>

#include "app/window/script_commands.h"

namespace passung::app {

[[nodiscard]] std::span<const ScriptCommand> editCommands();

}  // namespace passung::app
