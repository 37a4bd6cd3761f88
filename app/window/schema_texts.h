// SPDX-License-Identifier: GPL-3.0-or-later
// Names and descriptions of the scene format, in the language of the window.
#pragma once

#include <QString>
#include <span>
#include <string>

namespace passung::app {

// A description of the schema, translated in the context "Schema".
[[nodiscard]] QString schemaText(const std::string& text);
// A name of the schema as a title: "at_rest" becomes "At rest", translated in the same context.
[[nodiscard]] QString schemaTitle(std::string name);
// All that can be translated, in English: titles and descriptions.
[[nodiscard]] std::span<const char* const> schemaTexts();

}  // namespace passung::app
