// SPDX-License-Identifier: Apache-2.0
// The mesh formats that Passung writes itself, since it keeps more digits than a library of floats.
#pragma once

#include <span>
#include <string>

#include "scenes/importer.h"

namespace passung::scenes {

// Each multiplies coordinates by `scale` on writing and throws InputError when the file cannot be written.
// OBJ: an object a part, every digit; colours in a material library beside it.
void writeObj(const std::string& path, std::span<const ImportedPart> parts, double scale);
// Binary STL: single precision, no names, no colours.
void writeStl(const std::string& path, std::span<const ImportedPart> parts, double scale);
// Binary PLY of doubles, all parts in one.
void writePly(const std::string& path, std::span<const ImportedPart> parts, double scale);
// OFF text, every digit, all parts in one.
void writeOff(const std::string& path, std::span<const ImportedPart> parts, double scale);

}  // namespace passung::scenes
