// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/part_files.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "app/document/body_entry.h"
#include "core/error.h"
#include "scenes/description/import_scene.h"
#include "scenes/importers/units.h"

namespace passung::app {
namespace {

namespace fs = std::filesystem;

std::string absolutePath(const std::string& path, const std::string& folder) {
  const fs::path given(path);
  return fs::absolute(given.is_absolute() ? given : fs::path(folder) / given).lexically_normal().string();
}

std::string freeName(const std::string& name, std::vector<std::string>& taken) {
  std::string result = name;
  for (int n = 2; std::find(taken.begin(), taken.end(), result) != taken.end(); ++n) {
    result = name + "#" + std::to_string(n);
  }
  taken.push_back(result);
  return result;
}

// The bodies of a file's own scene, to be moved into another one.
void addBodies(SceneDocument& document, const std::vector<Json>& bodies) {
  std::vector<std::string> taken = bodyNames(document);
  const double scale = document.scale();
  for (Json body : bodies) {
    body["name"] = freeName(body["name"].get<std::string>(), taken);
    body["motion"] = "dynamic";
    // The scene's scale multiplies every shape: files keep their size.
    if (scale != 1) {
      for (Json& shape : body["shapes"]) shape["scale"] = 1 / scale;
    }
    document.bodies.push_back(std::make_shared<const Json>(std::move(body)));
  }
}

std::string titleOf(const std::vector<std::string>& names) {
  if (names.size() == 1) return "Parts of " + names.front();
  return "Parts of " + std::to_string(names.size()) + " files";
}

// Calls `visit(shape)` for every mesh shape of a body's entry that is of the file.
template <typename Visit>
void eachShapeOf(Json& body, const std::string& folder, const std::string& path, const Visit& visit) {
  if (!body.contains("shapes")) return;
  for (Json& shape : body["shapes"]) {
    if (shape.value("type", "") != "mesh") continue;
    if (absolutePath(shape["file"].get<std::string>(), folder) == path) visit(shape);
  }
}

}  // namespace

double metresOf(const std::string& unit) {
  char* rest = nullptr;
  const double number = std::strtod(unit.c_str(), &rest);
  const bool counted = rest != unit.c_str() && std::string(rest) == " m" && std::isfinite(number);
  return counted ? number : scenes::metresPerUnit(unit);
}

ReadFiles readFiles(std::span<const FileRequest> files, const FileProgress& progress) {
  ReadFiles result;
  auto meshes = std::make_shared<scenes::MeshCache>();
  std::vector<Json> bodies;
  std::vector<std::string> names;
  int done = 0;
  for (const FileRequest& file : files) {
    if (progress && !progress(done++, static_cast<int>(files.size()))) break;
    try {
      std::vector<std::string> taken;  // what a scene of its own would say of it
      const Json document = scenes::sceneOfFile(file.path, file.unit, taken, *meshes);
      for (const Json& body : document["bodies"]) bodies.push_back(body);
      names.push_back(fs::path(file.path).filename().string());
      scenes::ImportOptions options;
      options.unit = file.unit;
      for (const std::string& warning : meshes->file(file.path, options).warnings) {
        result.warnings.push_back(file.path + ": " + warning);
      }
    } catch (const InputError& e) {
      result.failures.emplace_back(e.what());
    }
  }
  if (bodies.empty()) return result;
  result.edit = {titleOf(names), "", [bodies](SceneDocument& document) { addBodies(document, bodies); }, meshes};
  return result;
}

Assembly readAssembly(std::span<const FileRequest> files, const OpenScene& open, const FileProgress& progress) {
  const int total = static_cast<int>(files.size());
  std::vector<std::string> failures;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (progress) (void)progress(static_cast<int>(i), total);
    try {
      Assembly assembly{.base = i, .scene = open(files[i])};
      assembly.others = readFiles(files.subspan(i + 1), [&](int done, int) {
        return !progress || progress(static_cast<int>(i) + 1 + done, total);
      });
      std::vector<std::string>& all = assembly.others.failures;
      all.insert(all.begin(), failures.begin(), failures.end());
      return assembly;
    } catch (const InputError& e) {
      failures.emplace_back(e.what());
    }
  }
  return {.others = {.failures = std::move(failures)}};
}

std::map<const TriangleMesh*, const scenes::ImportedFile*> filesOfMeshes(const scenes::MeshCache& meshes) {
  std::map<const TriangleMesh*, const scenes::ImportedFile*> owners;
  for (const auto& [key, file] : meshes.files) {
    if (!file) continue;
    for (const scenes::ImportedPart& part : file->parts) owners[part.mesh.get()] = file.get();
  }
  for (const auto& [source, mesh] : meshes.mended) {
    if (const auto found = owners.find(source); found != owners.end()) owners.emplace(mesh.get(), found->second);
  }
  // A mesh may be scaled by its shape, and the result by the scene.
  for (int pass = 0; pass < 2; ++pass) {
    for (const auto& [key, mesh] : meshes.scaled) {
      if (const auto found = owners.find(key.first); found != owners.end()) owners.emplace(mesh.get(), found->second);
    }
  }
  return owners;
}

namespace {

SourceFile sourceFileOf(const scenes::ImportedFile& file) {
  Aabb box;
  for (const scenes::ImportedPart& part : file.parts) box.add(part.mesh->bounds());
  const double metres = metresOf(file.unit);
  return {.path = absolutePath(file.path, "."),
          .format = file.format,
          .unit = file.unit,
          .unitSource = file.unitSource,
          .size = box.empty() ? Vec3(0, 0, 0) : Vec3(box.extent() / (metres > 0 ? metres : 1))};
}

}  // namespace

std::vector<SourceFile> sourceFiles(const scenes::MeshCache& meshes) {
  std::vector<SourceFile> files;
  for (const auto& [key, file] : meshes.files) {
    if (file) files.push_back(sourceFileOf(*file));
  }
  return files;
}

std::vector<SourceFile> sourceFiles(const scenes::Scene& scene) {
  if (!scene.meshes) return {};
  const auto owners = filesOfMeshes(*scene.meshes);
  std::map<std::string, const scenes::ImportedFile*> used;
  for (const dynamics::BodyDef& body : scene.world.bodies) {
    for (const collision::Collider& collider : body.colliders) {
      const auto* mesh = std::get_if<collision::MeshShape>(&collider.shape);
      if (!mesh) continue;
      if (const auto found = owners.find(mesh->mesh.get()); found != owners.end()) {
        used[absolutePath(found->second->path, ".")] = found->second;
      }
    }
  }
  std::vector<SourceFile> files;
  for (const auto& [path, file] : used) files.push_back(sourceFileOf(*file));
  return files;
}

std::string fileOf(const SceneDocument& document, const std::string& body) {
  for (const Json& shape : entryOf(document, body).value("shapes", Json::array())) {
    if (shape.value("type", "") == "mesh") return absolutePath(shape["file"].get<std::string>(), document.folder);
  }
  return {};
}

Edit readUnit(const SceneDocument& document, const std::string& path, const std::string& unit,
              const scenes::MeshCache& meshes) {
  scenes::checkUnit(unit);
  auto read = std::make_shared<scenes::MeshCache>(meshes);
  bool any = false;
  for (const auto& entry : document.bodies) {
    Json body = *entry;
    eachShapeOf(body, document.folder, path, [&](const Json& shape) {
      any = true;
      scenes::ImportOptions options;
      options.unit = unit;
      options.deflection = shape.value("deflection", options.deflection);
      options.angle = shape.value("angle", options.angle);
      (void)read->file(path, options);
    });
  }
  if (!any) throw InputError(path, "", "no part of the scene is of this file", "choose a part that is");
  return {"Unit of " + fs::path(path).filename().string(), "",
          [path, unit](SceneDocument& edited) {
            for (std::size_t i = 0; i < edited.bodies.size(); ++i) {
              Json body = *edited.bodies[i];
              eachShapeOf(body, edited.folder, path, [&](Json& shape) {
                if (unit.empty()) {
                  shape.erase("unit");
                } else {
                  shape["unit"] = unit;
                }
              });
              if (body != *edited.bodies[i]) changeEntry(edited, i, [&](Json& entry) { entry = body; });
            }
          },
          read};
}

Json withFileMoved(const Json& document, const std::string& folder, const std::string& path, const std::string& found) {
  Json moved = document;
  const std::string wanted = absolutePath(path, ".");
  bool any = false;
  for (Json& body : moved["bodies"]) {
    eachShapeOf(body, folder, wanted, [&](Json& shape) {
      shape["file"] = found;
      any = true;
    });
  }
  if (!any) throw InputError(path, "", "no part of the scene is of this file", "choose another one");
  return moved;
}

}  // namespace passung::app
