// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of scripts that take arguments. Every command of the menus can be called by its name as well.
//
// To add one: a function and its line in the table of the script_*commands.cpp it belongs to, and its row in
// docs/scripts.md; the help and the check of how many arguments it takes follow the table.
#pragma once

#include <QStringList>
#include <functional>
#include <span>
#include <string>

#include "app/window/main_window.h"

namespace passung::app {

// What a command works on: the window, and a way to wait for it that keeps it alive.
struct ScriptContext {
  MainWindow& window;
  // Runs the event loop until `done`. Throws InputError when the window closes or the run stops with an error.
  std::function<void(const std::function<bool()>& done)> wait;
};

struct ScriptCommand {
  const char* name;
  const char* arguments;  // as in a usage line: "NAME fixed|moving|driven"
  const char* purpose;    // one line; translated in the context "ScriptCommands"
  // Throws InputError; what is wrong without file and line.
  void (*run)(ScriptContext& context, const QStringList& arguments);
};

// In the order of help and docs.
[[nodiscard]] std::span<const ScriptCommand> scriptCommands();
[[nodiscard]] const ScriptCommand* scriptCommand(const QString& name);

// Runs one command, of this list or of the menus, and waits for what it began. Throws InputError.
void runScriptCommand(ScriptContext& context, const QString& name, const QStringList& arguments);

}  // namespace passung::app
