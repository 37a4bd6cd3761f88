// SPDX-License-Identifier: Apache-2.0
#include "scenes/generators/generator.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/error.h"
#include "scenes/description/suggest.h"

namespace passung::scenes {
namespace {

std::string text(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

}  // namespace

std::span<const Generator> generators() {
  static const std::vector<Generator> all = {
      armSegmentGenerator(), boxGenerator(),         bracketGenerator(),      coilGenerator(),
      crankcaseGenerator(),  gearGenerator(),        involuteGearGenerator(), lBracketGenerator(),
      lumpGenerator(),       nutGenerator(),         pinGenerator(),          plateGenerator(),
      screwGenerator(),      screwdriverGenerator(), threadedBoltGenerator(), threadedNutGenerator(),
      torusGenerator(),      trayGenerator(),        washerGenerator(),
  };
  return all;
}

const Generator& generatorNamed(const std::string& name) {
  std::vector<std::string> names;
  for (const Generator& generator : generators()) {
    if (generator.name == name) return generator;
    names.push_back(generator.name);
  }
  throw InputError("", "", "unknown generator '" + name + "'", allowedNames(name, names));
}

std::shared_ptr<const TriangleMesh> generate(const std::string& name, const GeneratorValues& given) {
  const Generator& generator = generatorNamed(name);
  GeneratorValues values;
  std::vector<std::string> names;
  for (const GeneratorParameter& parameter : generator.parameters) {
    values[parameter.name] = parameter.value;
    names.push_back(parameter.name);
  }
  for (const auto& [key, value] : given) {
    if (!values.count(key)) {
      throw InputError("", "", "unknown parameter '" + key + "' of " + name, allowedNames(key, names));
    }
    values[key] = value;
  }
  for (const GeneratorParameter& p : generator.parameters) {
    const double value = values[p.name];
    if (!(value >= p.lower && value <= p.upper) || (p.integer && value != std::floor(value))) {
      throw InputError("", "", p.name + " is " + text(value),
                       "it must be " + std::string(p.integer ? "a whole number " : "") + "from " + text(p.lower) +
                           " to " + text(p.upper));
    }
  }
  return generator.build(values);
}

double choiceValue(const Generator& generator, const std::string& parameter, const std::string& choice) {
  std::vector<std::string> names;
  for (const GeneratorParameter& p : generator.parameters) {
    names.push_back(p.name);
    if (p.name != parameter) continue;
    if (p.choices.empty()) throw InputError("", "", parameter + " is '" + choice + "'", "it must be a number");
    const auto found = std::find(p.choices.begin(), p.choices.end(), choice);
    if (found != p.choices.end()) return static_cast<double>(found - p.choices.begin());
    throw InputError("", "", parameter + " is '" + choice + "'", allowedNames(choice, p.choices));
  }
  throw InputError("", "", "unknown parameter '" + parameter + "' of " + generator.name,
                   allowedNames(parameter, names));
}

void requireBelow(const std::string& small, double smallValue, const std::string& large, double largeValue) {
  if (smallValue < largeValue) return;
  throw InputError("", "", small + " is " + text(smallValue), "it must be below " + large + ", " + text(largeValue));
}

}  // namespace passung::scenes
