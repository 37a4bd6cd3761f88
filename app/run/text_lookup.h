// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that the user reads in the window, from sources that know no Qt. The window sets what looks a text up in the
// language of the user; without it (command line, tests) texts stay as they are written.
#pragma once

#include <initializer_list>
#include <string>

namespace passung::app {

// `text` as marked with QT_TRANSLATE_NOOP (app/run/translated.h), and its context there.
using TextLookup = std::string (*)(const char* context, const char* text);

// null: none. Safe at any time; texts that were made before stay.
void setTextLookup(TextLookup lookup);

// The text for the user; %1, %2, ... up to %9 are the arguments, in any order.
[[nodiscard]] std::string lookedUp(const char* context, const char* text,
                                   std::initializer_list<std::string> arguments = {});

}  // namespace passung::app
