// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/text_lookup.h"

#include <atomic>

namespace passung::app {

namespace {

std::atomic<TextLookup> textLookup = nullptr;

}  // namespace

void setTextLookup(TextLookup lookup) { textLookup = lookup; }

std::string lookedUp(const char* context, const char* text, std::initializer_list<std::string> arguments) {
  const TextLookup lookup = textLookup;
  const std::string pattern = lookup ? lookup(context, text) : std::string(text);
  // What an argument says is not looked at again: a part may be called "%1".
  std::string result;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool place = pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' && pattern[i + 1] <= '9';
    const auto number = place ? static_cast<std::size_t>(pattern[i + 1] - '1') : arguments.size();
    if (number >= arguments.size()) {
      result += pattern[i];
      continue;
    }
    result += *(arguments.begin() + number);
    ++i;
  }
  return result;
}

}  // namespace passung::app
