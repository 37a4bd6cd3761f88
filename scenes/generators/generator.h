// SPDX-License-Identifier: Apache-2.0
// Parts that are made from numbers: closed solids with outward triangles, named in scene files as `generated` shapes.
//
// To add one: 1. a file here with its parameter table and its build function; 2. its line in generators() below;
// 3. a test of its volume against a closed form; 4. its name in the schema (a test reminds you) and in
// docs/scene-format.md.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/triangle_mesh.h"

namespace passung::scenes {

struct GeneratorParameter {
  std::string name;
  double value = 0;             // default; lengths in metres
  double lower = 0, upper = 0;  // the allowed range, ends included
  bool integer = false;
  std::string meaning;
  std::vector<std::string> choices = {};  // names that may stand for 0, 1, ...; empty: a number
};

// Every parameter of a generator by name, checked and complete.
using GeneratorValues = std::map<std::string, double>;

struct Generator {
  std::string name, purpose;
  std::vector<GeneratorParameter> parameters;
  // Throws InputError where the values do not fit each other.
  std::shared_ptr<const TriangleMesh> (*build)(const GeneratorValues&);
};

// All generators, by name.
[[nodiscard]] std::span<const Generator> generators();
// Throws InputError that lists the names there are.
[[nodiscard]] const Generator& generatorNamed(const std::string& name);
// Fills in defaults. Throws InputError for an unknown name or a value out of range.
[[nodiscard]] std::shared_ptr<const TriangleMesh> generate(const std::string& generator, const GeneratorValues& given);

// One a file of this folder.
[[nodiscard]] Generator armSegmentGenerator();
[[nodiscard]] Generator boxGenerator();
[[nodiscard]] Generator bracketGenerator();
[[nodiscard]] Generator coilGenerator();
[[nodiscard]] Generator crankcaseGenerator();
[[nodiscard]] Generator gearGenerator();
[[nodiscard]] Generator involuteGearGenerator();
[[nodiscard]] Generator lBracketGenerator();
[[nodiscard]] Generator lumpGenerator();
[[nodiscard]] Generator nutGenerator();
[[nodiscard]] Generator pinGenerator();
[[nodiscard]] Generator plateGenerator();
[[nodiscard]] Generator screwGenerator();
[[nodiscard]] Generator screwdriverGenerator();
[[nodiscard]] Generator threadedBoltGenerator();
[[nodiscard]] Generator threadedNutGenerator();
[[nodiscard]] Generator torusGenerator();
[[nodiscard]] Generator trayGenerator();
[[nodiscard]] Generator washerGenerator();

// Parameter rows that many generators share.
[[nodiscard]] inline GeneratorParameter lengthParameter(std::string name, double value, std::string meaning) {
  return {std::move(name), value, 1e-9, 1e9, false, std::move(meaning) + " [m]"};
}
[[nodiscard]] inline GeneratorParameter facetsParameter(std::string name, double value, std::string meaning) {
  return {std::move(name), value, 3, 512, true, std::move(meaning)};
}
// The first name is the default.
[[nodiscard]] inline GeneratorParameter choiceParameter(std::string name, std::vector<std::string> choices,
                                                        const std::string& meaning) {
  std::string all = meaning + ":";
  for (const std::string& choice : choices) all += ' ' + choice;
  const double last = static_cast<double>(choices.size()) - 1;
  return {std::move(name), 0, 0, last, true, std::move(all), std::move(choices)};
}
// The number that stands for a name. Throws InputError where the generator has no such parameter or choice.
[[nodiscard]] double choiceValue(const Generator& generator, const std::string& parameter, const std::string& choice);
// Throws InputError unless small < large: "shank_diameter must be below head_diameter".
void requireBelow(const std::string& small, double smallValue, const std::string& large, double largeValue);

}  // namespace passung::scenes
