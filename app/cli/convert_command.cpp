// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/convert_command.h"

#include <filesystem>
#include <iostream>

#include "app/cli/args.h"
#include "app/cli/parser.h"
#include "app/cli/scene_argument.h"
#include "core/error.h"
#include "scenes/exporters/export_file.h"
#include "scenes/exporters/scene_file.h"
#include "scenes/importer.h"
#include "scenes/importers/formats.h"
#include "scenes/scene.h"

namespace passung::app {
namespace {

// The bodies of a scene where they start, each collider's surface; planes without end are left out.
std::vector<scenes::ImportedPart> partsOf(const scenes::Scene& scene) {
  std::vector<scenes::ImportedPart> parts;
  for (std::size_t i = 0; i < scene.world.bodies.size(); ++i) {
    const dynamics::BodyDef& body = scene.world.bodies[i];
    for (std::size_t k = 0; k < body.colliders.size(); ++k) {
      const collision::Collider& collider = body.colliders[k];
      if (std::holds_alternative<collision::HalfSpace>(collider.shape)) continue;
      scenes::ImportedPart part;
      part.name = body.colliders.size() == 1 ? body.name : body.name + "/" + std::to_string(k + 1);
      part.mesh = collision::tessellate(collider.shape)->transformed(body.X_WB * collider.X_BG);
      part.hasColor = i < scene.colors.size();
      if (part.hasColor) part.color = scene.colors[i];
      parts.push_back(std::move(part));
    }
  }
  return parts;
}

struct Loaded {
  std::vector<scenes::ImportedPart> parts;
  std::vector<std::string> warnings;
};

Loaded loadParts(const std::string& file, const scenes::ImportOptions& options) {
  if (isSceneArgument(file)) {
    scenes::LoadOptions load;
    load.unit = options.unit;
    const scenes::Scene scene = scenes::loadScene(file, load);
    return {partsOf(scene), scene.warnings};
  }
  scenes::ImportedFile imported = scenes::importFile(file, options);
  return {std::move(imported.parts), std::move(imported.warnings)};
}

void checkNotOver(const std::string& in, const std::string& out) {
  std::error_code ignored;
  if (!std::filesystem::equivalent(in, out, ignored)) return;
  throw InputError(out, "", "it is the input as well", "give the output a name of its own");
}

void warn(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) std::cerr << "warning: " << warning << '\n';
}

}  // namespace

int runConvert(const std::vector<std::string>& args) {
  std::string in, out;
  scenes::ImportOptions options;
  CLI::App parser("A scene, CAD or mesh file to a scene or mesh file", "passung convert");
  parser.add_option("IN", in, "a CAD, mesh or scene file, or the name of a built-in scene")->required();
  parser.add_option("OUT", out, "a scene (.json) or a mesh: " + scenes::writableFormats())->required();
  parser.add_option("--unit", options.unit, "mm, cm, m, in or ft: overrules the unit of IN");
  parser.add_option("--deflection", options.deflection, "chord error of CAD surfaces, as a share of the part's size");
  parse(parser, args);
  if (parser.count("--deflection") > 0) checkPositive("--deflection", options.deflection);

  checkNotOver(in, out);
  if (scenes::extensionOf(out) == ".json") {
    scenes::LoadOptions load;
    load.unit = options.unit;
    const scenes::Scene scene = scenes::loadScene(in, load);
    scenes::writeSceneFile(out, scenes::parseJson(scene.json, in), scene.folder);
    warn(scene.warnings);
    std::cout << out << ": scene, " << scene.world.bodies.size() << " bodies\n";
    return 0;
  }
  scenes::checkWritable(out);
  const Loaded loaded = loadParts(in, options);
  const scenes::ExportedFile written = scenes::exportFile(out, loaded.parts);
  warn(loaded.warnings);
  std::cout << out << ": " << written.format << ", unit " << written.unit << ", " << loaded.parts.size()
            << (loaded.parts.size() == 1 ? " part, " : " parts, ") << written.triangles << " triangles\n";
  return 0;
}

}  // namespace passung::app
