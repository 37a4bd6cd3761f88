// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/variant.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "app/run/units.h"
#include "core/error.h"
#include "scenes/description/suggest.h"
#include "scenes/materials.h"

namespace passung::app {
namespace {

struct NumberSetting {
  const char* key;
  std::optional<double> Variant::*value;
  double least, most;
  const char* range;
};
// A time step of 0 would never end.
constexpr std::array kNumbers{
    NumberSetting{"dt", &Variant::dt, 1e-12, 1e3, "a time step in seconds, above 0"},
    NumberSetting{"friction", &Variant::friction, 0, 1e3, "a coefficient of friction, 0 or more"},
    NumberSetting{"restitution", &Variant::restitution, 0, 1, "0 (plastic) to 1 (elastic)"}};

struct WordSetting {
  const char* key;
  std::string Variant::*value;
};
constexpr std::array kWords{WordSetting{"solver", &Variant::solver}, WordSetting{"policy", &Variant::policy},
                            WordSetting{"narrow-phase", &Variant::narrowPhase},
                            WordSetting{"backend", &Variant::backend}, WordSetting{"material", &Variant::material}};

[[noreturn]] void fail(const std::string& text, const std::string& wrong, const std::string& right) {
  throw InputError("", "variant " + text, wrong, right);
}

[[noreturn]] void failTwice(const std::string& text, const std::string& key) {
  fail(text, key + " is given twice", "write it once");
}

double numberOf(const std::string& text, const std::string& value, const NumberSetting& setting) {
  double number = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error == std::errc() && stop == end && number >= setting.least && number <= setting.most) return number;
  fail(text, std::string(setting.key) + " is '" + value + "'", setting.range);
}

void set(Variant& variant, const std::string& text, const std::string& key, const std::string& value) {
  for (const WordSetting& word : kWords) {
    if (key != word.key) continue;
    if (value.empty()) fail(text, key + " is empty", "name one, or leave it out");
    if (!(variant.*word.value).empty()) failTwice(text, key);
    variant.*word.value = value;
    if (key == "material" && !scenes::engineeringMaterial(value)) {
      std::vector<std::string> names;
      for (const scenes::EngineeringMaterial& m : scenes::engineeringMaterials()) names.emplace_back(m.name);
      fail(text, "there is no material '" + value + "'", scenes::allowedNames(value, names));
    }
    return;
  }
  for (const NumberSetting& number : kNumbers) {
    if (key != number.key) continue;
    if (variant.*number.value) failTwice(text, key);
    variant.*number.value = numberOf(text, value, number);
    return;
  }
  fail(text, "there is no setting '" + key + "'",
       "solver, policy, narrow-phase, backend, dt, material, friction or restitution");
}

// The shortest text that reads back as the same number.
std::string exactly(double number) {
  for (int digits = 1;; ++digits) {
    const std::string text = plain(number, digits);
    if (digits == 17 || std::strtod(text.c_str(), nullptr) == number) return text;
  }
}

std::string joined(const std::string& a, const std::string& b) { return a.empty() || b.empty() ? a + b : a + ", " + b; }

// A mass that was given goes with the density.
void setMaterial(const dynamics::Material& values, dynamics::BodyDef& body) {
  if (body.mass && body.material.density > 0) {
    const double ratio = values.density / body.material.density;
    body.mass->mass *= ratio;
    body.mass->inertia *= ratio;
  }
  body.material = values;
}

}  // namespace

Variant parseVariant(const std::string& text) {
  std::istringstream words(text);
  Variant variant;
  std::getline(words, variant.engine, ',');
  if (variant.engine.empty() || variant.engine.find('=') != std::string::npos) {
    fail(text, "it does not begin with an engine", "as in native,solver=impulse");
  }
  for (std::string word; std::getline(words, word, ',');) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) fail(text, "'" + word + "' is no setting", "KEY=VALUE, as in dt=0.0005");
    set(variant, text, word.substr(0, equals), word.substr(equals + 1));
  }
  if (variant.engine != "native" && !(variant.solver.empty() && variant.policy.empty())) {
    fail(text, "the engine " + variant.engine + " has its own solver", "leave solver and policy out, or take native");
  }
  return variant;
}

std::string variantText(const Variant& variant) {
  std::string text = variant.engine;
  for (const WordSetting& word : kWords) {
    if (!(variant.*word.value).empty()) text += "," + std::string(word.key) + "=" + variant.*word.value;
  }
  for (const NumberSetting& number : kNumbers) {
    if (!(variant.*number.value)) continue;
    text += "," + std::string(number.key) + "=" + exactly(*(variant.*number.value));
  }
  return text;
}

std::string variantSettings(const Variant& variant) {
  std::string text = variant.narrowPhase;
  if (!variant.backend.empty()) text += " on " + variant.backend;
  text = joined(joined(variant.policy, text), variant.material);
  if (variant.dt) text = joined(text, "dt " + readable(*variant.dt, "s"));
  if (variant.friction) text = joined(text, "friction " + plain(*variant.friction));
  if (variant.restitution) text = joined(text, "restitution " + plain(*variant.restitution));
  return text;
}

std::string variantTitle(const Variant& variant) {
  return joined(variant.solver.empty() ? variant.engine : variant.solver, variantSettings(variant));
}

std::vector<Variant> variantsOf(const std::vector<std::string>& engines) {
  std::vector<Variant> variants;
  for (const std::string& engine : engines) variants.push_back({.engine = engine});
  return variants;
}

void checkRecordable(const Variant& variant, const std::string& output) {
  if (variant.policy.empty() && variant.material.empty() && !variant.friction && !variant.restitution) return;
  throw InputError("", output, "the recording of " + variantText(variant) + " could not be replayed",
                   "give its policy and materials in the scene, or with --set");
}

void applyVariant(const Variant& variant, dynamics::WorldDef& def) {
  if (!variant.solver.empty()) def.solver.name = variant.solver;
  if (!variant.policy.empty()) def.solver.contactPolicy = variant.policy;
  if (variant.dt) def.dt = *variant.dt;
  const scenes::EngineeringMaterial* material = scenes::engineeringMaterial(variant.material);
  for (dynamics::BodyDef& body : def.bodies) {
    if (material && body.motion == dynamics::Motion::kDynamic) setMaterial(material->values, body);
    if (variant.friction) body.material.friction = *variant.friction;
    if (variant.restitution) body.material.restitution = *variant.restitution;
  }
}

}  // namespace passung::app
