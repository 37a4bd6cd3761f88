// SPDX-License-Identifier: GPL-3.0-or-later
// The light and the dark look of the window.
#pragma once

class QApplication;

namespace passung::app {

void applyTheme(QApplication& app, bool dark);
// What the desktop prefers, judged by the palette the platform gave.
[[nodiscard]] bool systemPrefersDark();

}  // namespace passung::app
