// SPDX-License-Identifier: Apache-2.0
#include "scenes/exporters/scene_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>
#include <vector>

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

// Whether a plain file of exactly this content lies there.
bool holds(const fs::path& path, const std::string& content) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) != content.size() || error) return false;
  std::ifstream file(path, std::ios::binary);
  return std::equal(content.begin(), content.end(), std::istreambuf_iterator<char>(file), {});
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

// Copies of mesh files in one folder. All sources are read and every copy has its place before the first is written, so
// that a source that cannot be read, or a place that is taken, costs no file.
//
// A copy lies in the folder under the name of its source, together with the files that the source names; where one of
// these places holds something else, all go to the folder 2, 3, ... below it. A source that lies in the folder already
// stays where it is.
class MeshCopies {
 public:
  // The sources are all files of one document.
  MeshCopies(fs::path folder, const std::vector<fs::path>& sources) : folder_(std::move(folder)) {
    // Those that stay come first: their places are taken, whatever the order in the document.
    for (const fs::path& source : sources) {
      if (isInFolder(source)) keep(source);
    }
    for (const fs::path& source : sources) {
      if (!copies_.contains(source)) place(source);
    }
  }

  // Where the copy of a source lies.
  [[nodiscard]] const fs::path& copyOf(const fs::path& source) const { return copies_.at(source); }

  void write() const {
    for (const auto& [path, content] : written_) {
      std::error_code error;
      fs::create_directories(path.parent_path(), error);
      if (error) throw InputError(path.parent_path().string(), "", "the folder cannot be made: " + error.message());
      writeFile(path.string(), content);
    }
  }

 private:
  using Files = std::map<fs::path, std::string>;  // path below the folder of a mesh, content

  [[nodiscard]] bool isInFolder(const fs::path& source) const {
    const fs::path relative = source.lexically_relative(folder_);
    return !relative.empty() && *relative.begin() != "..";
  }

  // A mesh and the files it names, by their places beside it.
  static Files filesOf(const fs::path& source) {
    Files files;
    const std::string& content = files[source.filename()] = contentOf(source);
    for (const std::string& side : sideFiles(source, content)) {
      files[fs::path(side).lexically_normal()] = contentOf(source.parent_path() / side);
    }
    return files;
  }

  void keep(const fs::path& source) {
    for (auto& [name, content] : filesOf(source)) {
      taken_[(source.parent_path() / name).lexically_normal()] = std::move(content);
    }
    copies_[source] = source;
  }

  void place(const fs::path& source) {
    Files files = filesOf(source);
    fs::path place = folder_;
    for (int n = 2; !fits(files, place); ++n) place = folder_ / std::to_string(n);
    for (auto& [name, content] : files) {
      const fs::path path = place / name;
      if (!fs::exists(path)) written_[path] = content;
      taken_[path] = std::move(content);
    }
    copies_[source] = place / source.filename();
  }

  // Whether nothing else lies, or will lie, where these files would go.
  [[nodiscard]] bool fits(const Files& files, const fs::path& place) const {
    return std::all_of(files.begin(), files.end(), [&](const auto& file) {
      const fs::path path = place / file.first;
      if (const auto found = taken_.find(path); found != taken_.end()) return found->second == file.second;
      std::error_code ignored;
      return !fs::exists(path, ignored) || holds(path, file.second);
    });
  }

  fs::path folder_;
  std::map<fs::path, fs::path> copies_;  // of each source
  Files taken_, written_;                // by full path; what is written is new
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
    std::vector<fs::path> sources;
    const auto sourceOf = [&](const Json& file) { return absolutePath(file.get<std::string>(), to); };
    visitMeshFiles(written, [&](Json& file) { sources.push_back(sourceOf(file)); });
    const MeshCopies copies(to / (fs::path(path).stem().string() + "_meshes"), sources);
    visitMeshFiles(written, [&](Json& file) { file = copies.copyOf(sourceOf(file)).lexically_relative(to).string(); });
    copies.write();
  }
  writeFile(path, written.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace passung::scenes
