// SPDX-License-Identifier: Apache-2.0
#include "scenes/exporters/scene_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "core/error.h"
#include "core/output_file.h"
#include "scenes/importers/formats.h"

namespace passung::scenes {
namespace {

namespace fs = std::filesystem;

void visitMeshFiles(Json& document, const std::function<void(Json& file)>& visit) {
  for (Json& body : document["bodies"]) {
    if (!body.contains("shapes")) continue;
    for (Json& shape : body["shapes"]) {
      if (shape.contains("file")) visit(shape["file"]);
    }
  }
}

fs::path absolutePath(const fs::path& file, const fs::path& folder) {
  return (file.is_absolute() ? file : fs::absolute(folder) / file).lexically_normal();
}

fs::path folderOf(const std::string& path) { return fs::absolute(path).lexically_normal().parent_path(); }

std::string contentOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(file), {}};
  if (!file && !file.eof()) throw InputError(path.string(), "", "cannot be read", "meshes are copied beside the scene");
  if (!fs::is_regular_file(path))
    throw InputError(path.string(), "", "no such file", "meshes are copied beside the scene");
  return content;
}

// Files that a mesh file names beside itself: materials of an OBJ, buffers of a glTF. Others hold all they need.
std::vector<std::string> sideFiles(const fs::path& mesh, const std::string& content) {
  std::vector<std::string> names;
  const std::string extension = extensionOf(mesh.string());
  if (extension == ".obj") {
    std::istringstream lines(content);
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("mtllib ", 0) != 0) continue;
      line.erase(line.find_last_not_of(" \r\t") + 1);
      names.push_back(line.substr(7));
    }
  } else if (extension == ".gltf") {
    const Json gltf = Json::parse(content, nullptr, false);
    if (gltf.is_object() && gltf.contains("buffers") && gltf["buffers"].is_array()) {
      for (const Json& buffer : gltf["buffers"]) {
        if (buffer.is_object() && buffer.contains("uri") && buffer["uri"].is_string()) names.push_back(buffer["uri"]);
      }
    }
  }
  // Only what lies beside or below the mesh, and only what is there: a missing material was no error on reading either.
  std::erase_if(names, [&](const std::string& name) {
    const fs::path path(name);
    std::error_code ignored;
    return path.is_absolute() || name.find("..") != std::string::npos || name.rfind("data:", 0) == 0 ||
           !fs::is_regular_file(mesh.parent_path() / path, ignored);
  });
  return names;
}

// Copies files into one folder, each once.
class MeshCopies {
 public:
  explicit MeshCopies(fs::path folder) : folder_(std::move(folder)) {}

  // Where the copy lies.
  fs::path add(const fs::path& source) {
    if (const auto found = copies_.find(source); found != copies_.end()) return found->second;
    // Two files of one name lie in folders of their own.
    fs::path place = folder_;
    for (int n = 2; !taken_.insert(place / source.filename()).second; ++n) place = folder_ / std::to_string(n);
    const fs::path copy = place / source.filename();
    const std::string content = contentOf(source);
    write(source, copy, content);
    for (const std::string& side : sideFiles(source, content)) {
      taken_.insert(place / side);
      write(source.parent_path() / side, place / side, contentOf(source.parent_path() / side));
    }
    return copies_[source] = copy;
  }

 private:
  static void write(const fs::path& source, const fs::path& copy, const std::string& content) {
    std::error_code error;
    if (fs::equivalent(source, copy, error)) return;
    fs::create_directories(copy.parent_path(), error);
    if (error) throw InputError(copy.parent_path().string(), "", "the folder cannot be made: " + error.message());
    writeFile(copy.string(), content);
  }

  fs::path folder_;
  std::map<fs::path, fs::path> copies_;
  std::set<fs::path> taken_;
};

}  // namespace

Json movedDocument(const Json& document, const std::string& from, const std::string& to) {
  Json moved = document;
  std::error_code ignored;
  if (fs::equivalent(from, to, ignored)) return moved;
  const fs::path target = fs::absolute(to).lexically_normal();
  visitMeshFiles(moved, [&](Json& file) {
    const fs::path path = absolutePath(file.get<std::string>(), from);
    const fs::path relative = path.lexically_relative(target);
    const bool below = !relative.empty() && *relative.begin() != "..";
    file = below ? relative.string() : path.string();
  });
  return moved;
}

void writeSceneFile(const std::string& path, const Json& document, const std::string& folder, MeshFiles meshes) {
  const fs::path to = folderOf(path);
  Json written = movedDocument(document, folder, to.string());
  if (meshes == MeshFiles::kCopied) {
    MeshCopies copies(to / (fs::path(path).stem().string() + "_meshes"));
    visitMeshFiles(written, [&](Json& file) {
      const fs::path copy = copies.add(absolutePath(file.get<std::string>(), to));
      file = copy.lexically_relative(to).string();
    });
  }
  writeFile(path, written.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace passung::scenes
