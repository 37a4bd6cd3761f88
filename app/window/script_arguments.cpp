// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/script_arguments.h"

#include "core/error.h"
#include "scenes/description/suggest.h"

namespace passung::app {

void fail(const std::string& wrong, const std::string& right) { throw InputError("", "", wrong, right); }

double numberOf(const QString& text, const Quantity& quantity) {
  const std::optional<double> value = quantity.parse(text, true);
  if (!value) {
    const QString units = quantity.unitNames();
    fail("'" + text.toStdString() + "' is not " + quantity.name.toStdString(),
         units.isEmpty() ? "a number as 0.5" : "a number in SI, or with one of the units " + units.toStdString());
  }
  return *value;
}

Vec3 vectorOf(const QStringList& a, qsizetype at, const Quantity& quantity) {
  return {numberOf(a[at], quantity), numberOf(a[at + 1], quantity), numberOf(a[at + 2], quantity)};
}

double positive(const QString& text, const char* what) { return positive(text, Quantity::plain(), what); }

double positive(const QString& text, const Quantity& quantity, const char* what) {
  const double value = numberOf(text, quantity);
  if (!(value > 0)) fail("'" + text.toStdString() + "' is no " + what, "a number above 0");
  return value;
}

const scenes::Scene& sceneOf(const ScriptContext& c) {
  if (!c.window.frame()->scene) fail("no scene is open", "begin with: open FILE");
  return *c.window.history().scene();
}

std::size_t bodyOf(const ScriptContext& c, const QString& name) {
  const auto& bodies = sceneOf(c).world.bodies;
  std::vector<std::string> names;
  for (const dynamics::BodyDef& body : bodies) {
    if (body.name == name.toStdString()) return static_cast<std::size_t>(&body - bodies.data());
    names.push_back(body.name);
  }
  fail("there is no part '" + name.toStdString() + "'", scenes::allowedNames(name.toStdString(), names));
}

bool onOff(const QString& text) {
  if (text != QLatin1String("on") && text != QLatin1String("off"))
    fail("'" + text.toStdString() + "' is no switch", "on or off");
  return text == QLatin1String("on");
}

}  // namespace passung::app
