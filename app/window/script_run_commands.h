// SPDX-License-Identifier: GPL-3.0-or-later
// Script commands of the run and its past: drives and joints, recording, the timeline; and of the camera's motions.
#pragma once

#include <span>

#include "app/window/script_commands.h"

namespace passung::app {

[[nodiscard]] std::span<const ScriptCommand> runCommands();

}  // namespace passung::app
