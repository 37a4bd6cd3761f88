// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/script.h"

#include "core/error.h"

namespace passung::app {
namespace {

QStringList wordsOf(const QString& line, const std::string& place) {
  QStringList words;
  QString word;
  bool quoted = false, open = false;  // inside quotes; a word has begun
  for (qsizetype i = 0; i < line.size(); ++i) {
    const QChar c = line[i];
    if (quoted && c == '\\' && i + 1 < line.size() && (line[i + 1] == '"' || line[i + 1] == '\\')) {
      word += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
      open = true;
    } else if (!quoted && c == '#' && !open && (words.isEmpty() || i + 1 == line.size() || line[i + 1].isSpace())) {
      break;  // but "#c08030" within a line is a colour
    } else if (!quoted && c.isSpace()) {
      if (open) words << word;
      word.clear();
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (quoted) throw InputError(place, "", "a quote is not closed", "write \"as here\"");
  if (open) words << word;
  return words;
}

}  // namespace

std::vector<ScriptLine> parseScript(const QString& text, const QString& file) {
  std::vector<ScriptLine> lines;
  int number = 0;
  for (const QString& line : text.split('\n')) {
    ++number;
    QStringList words = wordsOf(line, file.toStdString() + ":" + std::to_string(number));
    if (words.isEmpty()) continue;
    const QString command = words.takeFirst();
    lines.push_back({number, command, words});
  }
  return lines;
}

}  // namespace passung::app
