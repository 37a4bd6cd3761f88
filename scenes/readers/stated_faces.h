// SPDX-License-Identifier: Apache-2.0
// How many faces a mesh file says it has, to tell a file that was read in part from one that was read whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace passung::scenes {

// Faces (of any number of corners) by the header of STL, PLY and OFF files, triangles by the accessors of glTF; nothing
// where the file does not say. Never throws on bad content.
[[nodiscard]] std::optional<std::int64_t> statedFaces(const std::string& path, const std::string& format);

}  // namespace passung::scenes
