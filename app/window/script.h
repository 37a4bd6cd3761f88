// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a script: one command a line, words apart by blanks, "quoted words", # comments.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace passung::app {

struct ScriptLine {
  int number = 0;  // in the file, from 1
  QString command;
  QStringList arguments;
};

// A comment begins with # at the start of a line, or with # and a blank. Empty lines are left out. In quotes, \" is a
// quote and \\ a backslash. Throws InputError ("file:line: ...").
[[nodiscard]] std::vector<ScriptLine> parseScript(const QString& text, const QString& file);

}  // namespace passung::app
