// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/shape_reader.h"

#include <filesystem>

#include "core/error.h"
#include "scenes/description/schema.h"
#include "scenes/description/suggest.h"
#include "scenes/description/values.h"
#include "scenes/generators/generator.h"

namespace passung::scenes {
namespace {

// The parts that a mesh shape asks for.
std::vector<const ImportedPart*> chosenParts(const ImportedFile& file, const Json& json, const std::string& place,
                                             const ErrorSite& site) {
  std::vector<const ImportedPart*> parts;
  if (!json.contains("part")) {
    for (const ImportedPart& part : file.parts) parts.push_back(&part);
    return parts;
  }
  const Json& wanted = json["part"];
  if (wanted.is_number()) {
    const auto index = static_cast<std::size_t>(wanted.get<double>());
    if (index >= file.parts.size()) {
      site.fail(memberPlace(place, "part"), "there is no part " + std::to_string(index),
                file.path + " has " + std::to_string(file.parts.size()) + ", counted from 0");
    }
    return {&file.parts[index]};
  }
  std::vector<std::string> names;
  for (const ImportedPart& part : file.parts) {
    if (part.name == wanted.get<std::string>()) return {&part};
    names.push_back(part.name);
  }
  site.fail(memberPlace(place, "part"), "there is no part '" + wanted.get<std::string>() + "' in " + file.path,
            allowedNames(wanted.get<std::string>(), names));
}

}  // namespace

void ShapeReader::read(const Json& json, const std::string& place, std::vector<collision::Collider>& colliders,
                       Color& color) {
  const Transform X_BG = readPose(json, place, site_);
  const std::string type = json["type"].get<std::string>();
  const auto number = [&](const char* key) { return json[key].get<double>(); };
  if (type == "mesh") {
    readMesh(json, place, X_BG, colliders, color);
  } else if (type == "generated") {
    colliders.push_back({collision::MeshShape{generated(json, place)}, X_BG});
  } else if (type == "sphere") {
    colliders.push_back({collision::Sphere{number("radius")}, X_BG});
  } else if (type == "capsule") {
    colliders.push_back({collision::Capsule{number("radius"), 0.5 * number("length")}, X_BG});
  } else if (type == "box") {
    colliders.push_back({collision::Box{0.5 * readVec3(json["size"])}, X_BG});
  } else if (type == "cylinder") {
    colliders.push_back(
        {collision::Cylinder{number("radius"), 0.5 * number("length"), readInt(json, "sides", 64)}, X_BG});
  } else {
    colliders.push_back({collision::HalfSpace{}, X_BG});
  }
}

void ShapeReader::readMesh(const Json& json, const std::string& place, const Transform& X_BG,
                           std::vector<collision::Collider>& colliders, Color& color) {
  const ImportedFile& file = imported(json, place);
  for (const ImportedPart* part : chosenParts(file, json, place, site_)) {
    const bool mend = json.value("mend", false);
    const MeshPtr mesh = mend ? meshes_.mendedMesh(part->mesh) : part->mesh;
    if (const int left = mesh->diagnosis().openEdges; mend && left > 0) {
      warn(file.path + ": " + part->name + ": mending left " + std::to_string(left) +
           " edges open, round holes too large or too crooked to fill; close them in the CAD program");
    }
    if (!mesh->massAssumption().empty()) warn(file.path + ": " + part->name + ": " + mesh->massAssumption());
    if (part->hasColor) color = part->color;
    colliders.push_back({collision::MeshShape{meshes_.scaledMesh(mesh, json.value("scale", 1.0))}, X_BG});
  }
}

ShapeReader::MeshPtr ShapeReader::generated(const Json& json, const std::string& place) {
  const Json parameters = json.value("parameters", Json::object());
  const std::string name = json["generator"].get<std::string>();
  MeshPtr& mesh = meshes_.generated[name + parameters.dump()];
  if (!mesh) {
    GeneratorValues values;
    try {
      for (const auto& [key, value] : parameters.items()) {
        values[key] =
            value.is_string() ? choiceValue(generatorNamed(name), key, value.get<std::string>()) : value.get<double>();
      }
      mesh = generate(name, values);
    } catch (const InputError& e) {
      site_.fail(memberPlace(place, "parameters"), e.what());
    }
  }
  return meshes_.scaledMesh(mesh, json.value("scale", 1.0));
}

const ImportedFile& ShapeReader::imported(const Json& json, const std::string& place) {
  namespace fs = std::filesystem;
  const fs::path given = json["file"].get<std::string>();
  const std::string path = given.is_absolute() ? given.string() : (fs::path(folder_) / given).string();
  ImportOptions options;
  options.unit = json.value("unit", "");
  options.deflection = json.value("deflection", options.deflection);
  options.angle = json.value("angle", options.angle);
  try {
    const ImportedFile& file = meshes_.file(path, options);
    if (file.parts.empty()) site_.fail(memberPlace(place, "file"), path + " holds no part");
    for (const std::string& warning : file.warnings)
      warn(warning.find(file.path) == 0 ? warning : file.path + ": " + warning);
    return file;
  } catch (const InputError& e) {
    site_.fail(memberPlace(place, "file"), e.what());
  }
}

void ShapeReader::warn(const std::string& line) {
  if (warned_.insert(line).second) warnings_.push_back(line);
}

}  // namespace passung::scenes
