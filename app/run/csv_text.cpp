// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/csv_text.h"

#include <array>
#include <charconv>

namespace passung::app {

std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

void appendNumber(std::string& row, double value) {
  std::array<char, 32> text{};
  row.append(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
}

}  // namespace passung::app
