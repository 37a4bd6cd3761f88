// SPDX-License-Identifier: GPL-3.0-or-later
// CAD and mesh files as parts of a scene: several opened as one assembly, some added to an open scene, and the unit
// that the numbers of a file are in.
//
// Files are read where these functions are called, which may take long: in a thread beside the window. What comes back
// is an edit that reads nothing any more, since it brings the meshes.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/edits.h"
#include "scenes/description/mesh_cache.h"

namespace passung::app {

struct FileRequest {
  std::string path;
  std::string unit{};  // mm, cm, m, in, ft; empty: the file's own, or the guess
};

// Tells how many files are read; false: the work is to end.
using FileProgress = std::function<bool(int done, int total)>;

// What came of files that are to join a scene.
struct ReadFiles {
  Edit edit{};                          // adds their parts; without `apply` where there are none
  std::vector<std::string> failures{};  // a line for each file that could not be read
  std::vector<std::string> warnings{};  // what had to be assumed of the others
};

// The parts move under gravity, in the scene's default material; a name that is taken gets a number. A cancelled
// reading adds what was read by then.
[[nodiscard]] ReadFiles readFiles(std::span<const FileRequest> files, const FileProgress& progress = {});

// The first file that can be read as a scene of its own, and the others as what joins it. A file that cannot be read
// leaves the others.
struct Assembly {
  std::size_t base = 0;                  // which of the files the scene is
  std::optional<scenes::Scene> scene{};  // empty: none could be read
  ReadFiles others{};                    // its failures are those of all files
};
using OpenScene = std::function<scenes::Scene(const FileRequest& file)>;
[[nodiscard]] Assembly readAssembly(std::span<const FileRequest> files, const OpenScene& open,
                                    const FileProgress& progress = {});

// A file that a scene takes parts from.
struct SourceFile {
  std::string path;              // absolute
  std::string format;            // "STEP", ...
  std::string unit, unitSource;  // as ImportedFile
  Vec3 size = Vec3::Zero();      // of all its parts together, in its own numbers, z up
};
// Metres per unit, also of one without a name ("0.5 m"); 0 for what is none.
[[nodiscard]] double metresOf(const std::string& unit);
[[nodiscard]] std::vector<SourceFile> sourceFiles(const scenes::MeshCache& meshes);
// The files of the scene's meshes, by path.
[[nodiscard]] std::vector<SourceFile> sourceFiles(const scenes::Scene& scene);
// The file of each mesh of the scene, as scaled by it.
[[nodiscard]] std::map<const TriangleMesh*, const scenes::ImportedFile*> filesOfMeshes(const scenes::MeshCache& meshes);

// The file of the body's first mesh, absolute; empty where it has none. Throws InputError when there is no such body.
[[nodiscard]] std::string fileOf(const SceneDocument& document, const std::string& body);
// All parts of the file take its numbers in that unit ("": as the file says). Their places stay, as do joints and
// monitors. `meshes`: those of the scene that are known already. Throws InputError, also when no part is of that file.
[[nodiscard]] Edit readUnit(const SceneDocument& document, const std::string& path, const std::string& unit,
                            const scenes::MeshCache& meshes);
// All parts of the file come from another one, which takes its place. Throws InputError as above.
[[nodiscard]] scenes::Json withFileMoved(const scenes::Json& document, const std::string& folder,
                                         const std::string& path, const std::string& found);

}  // namespace passung::app
