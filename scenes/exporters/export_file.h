// SPDX-License-Identifier: Apache-2.0
// Parts to mesh files.
#pragma once

#include <span>
#include <string>

#include "scenes/importer.h"

namespace passung::scenes {

// What was written, for the user to read.
struct ExportedFile {
  std::string format, unit;
  std::size_t triangles = 0;
};

// Writes parts (in metres, z up) in the format of the path's extension: .obj .stl .ply .off by Passung itself, .gltf
// .glb .dae .3mf through Assimp. Formats that state a unit get theirs (glTF and COLLADA metres and y up, 3MF
// millimetres). The others are written in millimetres, or in metres when everything together is no larger than 3 mm, so
// that the guess on reading (units.h) finds the right size again. OBJ, PLY and OFF keep every digit of a double; STL
// stores single precision. Throws InputError when the extension is unknown or the file cannot be written.
ExportedFile exportFile(const std::string& path, std::span<const ImportedPart> parts);

// Throws InputError when the extension of the path is of no format that can be written.
void checkWritable(const std::string& path);

// "OBJ (.obj), STL (.stl), ...".
[[nodiscard]] std::string writableFormats();

}  // namespace passung::scenes
