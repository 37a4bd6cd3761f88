// SPDX-License-Identifier: Apache-2.0
// The readers and writers that run inside passung-exchange. Each throws InputError, or whatever its library throws.
#pragma once

#include <string>

#include "scenes/importers/formats.h"
#include "scenes/importers/raw_file.h"

namespace passung::scenes {

struct Tessellation {
  double deflection = 5e-4;  // chord error as a share of the part's size
  double angle = 0.2;        // [rad] between neighbouring facets
};

[[nodiscard]] RawFile readObj(const std::string& path);
[[nodiscard]] RawFile readWithAssimp(const std::string& path, const FileFormat& format);
[[nodiscard]] RawFile readCad(const std::string& path, const FileFormat& format, const Tessellation& tessellation);

// Writes parts, given in metres and z up, in the format of the path's extension.
void writeWithAssimp(const std::string& path, const RawFile& file);

}  // namespace passung::scenes
