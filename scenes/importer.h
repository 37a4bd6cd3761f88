// SPDX-License-Identifier: Apache-2.0
// Files to parts: meshes through Assimp, STEP and IGES through Open CASCADE, each read by the program passung-exchange.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/draw_list.h"
#include "core/triangle_mesh.h"

namespace passung::scenes {

struct ImportOptions {
  std::string unit;          // "", mm, cm, m, in, ft: overrules the file's unit and the guess
  double deflection = 0;     // chord error of CAD tessellation, as a share of the part's size; 0: the default 5e-4
  double angle = 0;          // largest angle between neighbouring facets [rad]; 0: the default 0.2
  double timeLimit = 120;    // [s] of processor time for the child; three times that on the clock
  double memoryLimit = 8e9;  // [byte] of address space for the child
};

struct ImportedPart {
  std::string name;
  std::shared_ptr<const TriangleMesh> mesh;  // in metres, z up, otherwise in the file's frame (instances are placed)
  Color color;
  bool hasColor = false;
};

struct ImportedFile {
  std::string path, format;  // "STEP", "STL", ...
  std::string unit;          // "mm", ...
  std::string unitSource;    // "file" | "guessed" | "given"
  std::vector<ImportedPart> parts;
  std::vector<std::string> warnings;
};

// Throws InputError with one clear line when the file cannot be read, for whatever reason: missing, malformed, no
// triangles, a crash, time or memory of the child.
[[nodiscard]] ImportedFile importFile(const std::string& path, const ImportOptions& options = {});

}  // namespace passung::scenes
