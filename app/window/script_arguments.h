// SPDX-License-Identifier: GPL-3.0-or-later
// Words of a script line as what they stand for. Each throws InputError: what is wrong, and what would be right.
#pragma once

#include <QString>
#include <QStringList>
#include <string>

#include "app/window/quantity.h"
#include "app/window/script_commands.h"

namespace passung::app {

[[noreturn]] void fail(const std::string& wrong, const std::string& right);

// In SI, or with a unit of the quantity.
[[nodiscard]] double numberOf(const QString& text, const Quantity& quantity);
// Three of them, from place `at` on.
[[nodiscard]] Vec3 vectorOf(const QStringList& a, qsizetype at, const Quantity& quantity);
[[nodiscard]] double positive(const QString& text, const char* what);
[[nodiscard]] double positive(const QString& text, const Quantity& quantity, const char* what);

[[nodiscard]] bool onOff(const QString& text);  // of "on" or "off"

// The open scene as edited; its part of that name.
[[nodiscard]] const scenes::Scene& sceneOf(const ScriptContext& c);
[[nodiscard]] std::size_t bodyOf(const ScriptContext& c, const QString& name);

}  // namespace passung::app
