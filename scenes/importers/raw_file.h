// SPDX-License-Identifier: Apache-2.0
// What a reader finds in a file, before units, welding and topology; and its binary form between two processes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/draw_list.h"
#include "core/mass_properties.h"

namespace passung::scenes {

struct RawPart {
  std::string name;            // may be empty or not unique
  std::vector<Vec3> vertices;  // in file units and file axes
  std::vector<Triangle> triangles;
  Color color;
  bool hasColor = false;
};

struct RawFile {
  std::string format;
  double metresPerUnit = 0;  // 0: the file states none
  char upAxis = 'z';         // 'x', 'y' or 'z', as the file or its format states it
  std::vector<RawPart> parts;
  std::vector<std::string> warnings;
};

// The byte form: either a file or one line that says why there is none.
[[nodiscard]] std::string encoded(const RawFile& file);
[[nodiscard]] std::string encodedError(const std::string& line);

// Inverse of the above. Every length, index and number is checked: throws std::runtime_error with the sender's own line
// when it sent one, and with "incomplete answer" when the bytes are not a whole, sound message.
[[nodiscard]] RawFile decoded(std::string_view bytes);

}  // namespace passung::scenes
