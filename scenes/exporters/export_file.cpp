// SPDX-License-Identifier: Apache-2.0
#include "scenes/exporters/export_file.h"

#include <array>
#include <filesystem>
#include <stdexcept>

#include "core/error.h"
#include "scenes/exporters/mesh_writers.h"
#include "scenes/importers/exchange_process.h"
#include "scenes/importers/formats.h"
#include "scenes/importers/raw_file.h"
#include "scenes/importers/units.h"

namespace passung::scenes {
namespace {

struct Target {
  const char* name;
  const char* extension;
  void (*write)(const std::string&, std::span<const ImportedPart>, double);  // null: by the exchange process
  const char* unit;                                                          // null: chosen by size
};

// To add a format: one line here, and a round trip in the tests.
constexpr std::array kTargets = {
    Target{"OBJ", ".obj", writeObj, nullptr}, Target{"STL", ".stl", writeStl, nullptr},
    Target{"PLY", ".ply", writePly, nullptr}, Target{"OFF", ".off", writeOff, nullptr},
    Target{"glTF", ".gltf", nullptr, "m"},    Target{"glTF", ".glb", nullptr, "m"},
    Target{"COLLADA", ".dae", nullptr, "m"},  Target{"3MF", ".3mf", nullptr, "mm"},
};

void writeInProcess(const std::string& path, std::span<const ImportedPart> parts) {
  RawFile file;
  file.format = "parts";
  for (const ImportedPart& part : parts) {
    RawPart raw;
    raw.name = part.name;
    raw.vertices.assign(part.mesh->vertices().begin(), part.mesh->vertices().end());
    raw.triangles.assign(part.mesh->triangles().begin(), part.mesh->triangles().end());
    raw.color = part.color;
    raw.hasColor = part.hasColor;
    file.parts.push_back(std::move(raw));
  }
  ExchangeRequest request;
  request.arguments = {"write", path};
  request.meshes = encoded(file);
  const std::string answer = exchange(path, request);
  try {
    static_cast<void>(decoded(answer));
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& e) {
    throw InputError("", "", e.what());
  }
}

}  // namespace

std::string writableFormats() {
  std::string text;
  for (const Target& target : kTargets) {
    text += (text.empty() ? "" : ", ") + std::string(target.name) + " (" + target.extension + ")";
  }
  return text;
}

namespace {

const Target& targetOf(const std::string& path) {
  const std::string extension = extensionOf(path);
  for (const Target& target : kTargets) {
    if (extension == target.extension) return target;
  }
  throw InputError(path, "", "\"" + extension + "\" is no format that can be written", "write " + writableFormats());
}

}  // namespace

void checkWritable(const std::string& path) { static_cast<void>(targetOf(path)); }

ExportedFile exportFile(const std::string& path, std::span<const ImportedPart> parts) {
  const Target* target = &targetOf(path);
  if (parts.empty()) throw InputError(path, "", "there is no part to write", "give at least one");
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty() && !std::filesystem::is_directory(folder, error)) {
    throw InputError(path, "", "its folder does not exist", "create " + folder.string() + " first");
  }

  Aabb bounds;
  ExportedFile written{target->name, "", 0};
  for (const ImportedPart& part : parts) {
    bounds.add(part.mesh->bounds());
    written.triangles += part.mesh->triangles().size();
  }
  written.unit = target->unit ? target->unit : guessedUnit(bounds.size() / metresPerUnit("mm")) == "mm" ? "mm" : "m";
  if (target->write) {
    target->write(path, parts, 1.0 / metresPerUnit(written.unit));
  } else {
    writeInProcess(path, parts);
  }
  return written;
}

}  // namespace passung::scenes
