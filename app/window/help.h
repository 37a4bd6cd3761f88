// SPDX-License-Identifier: GPL-3.0-or-later
// The windows of the help menu. Neither blocks.
#pragma once

#include <vector>

class QAction;
class QWidget;

namespace passung::app {

// Every shortcut of `commands`, by their menus, and the gestures of the mouse.
void showShortcuts(QWidget& parent, const std::vector<QAction*>& commands);
// What a script can say: the commands with arguments, then those of the menus.
void showScriptCommands(QWidget& parent, const std::vector<QAction*>& commands);
void showAbout(QWidget& parent);

}  // namespace passung::app
