// SPDX-License-Identifier: GPL-3.0-or-later
// Runs scripts in the window: each line waits for the loads and steps of the one before.
#pragma once

#include <QString>

#include "app/window/main_window.h"

namespace passung::app {

// Runs every line and returns once the last is done, or once the window was closed (by `quit`, say). The camera moves
// without a glide meanwhile and nothing is asked. `file` is what errors name. Throws InputError: "file:line: what is
// wrong; what would be right".
void runScript(MainWindow& window, const QString& text, const QString& file);
// The same from a file.
void runScriptFile(MainWindow& window, const QString& path);

}  // namespace passung::app
