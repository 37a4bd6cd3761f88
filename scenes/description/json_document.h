// SPDX-License-Identifier: Apache-2.0
// JSON text to a document, with errors that name the file and the place.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace passung::scenes {

using Json = nlohmann::ordered_json;

// Where errors come from: the file and, where a setting of the command line made the value, that setting.
struct ErrorSite {
  struct AppliedOverride {
    std::string place;  // as errors write it: bodies[0].position
    std::string text;   // as given: bodies.screw.position=[0,0,1]
  };
  std::string file;
  std::vector<AppliedOverride> overrides;

  // Throws InputError.
  [[noreturn]] void fail(const std::string& place, const std::string& wrong, const std::string& right = {}) const;
};

// The whole file as text. Throws InputError when it is missing, no plain file, empty or above 64 MiB.
[[nodiscard]] std::string readTextFile(const std::string& path);

// Throws InputError with line and column for malformed text, keys listed twice, numbers beyond double precision, and
// nesting beyond 64 levels (which the recursive readers rely on).
[[nodiscard]] Json parseJson(const std::string& text, const std::string& file);

// The value as short text, for error messages.
[[nodiscard]] std::string shortText(const Json& value);

}  // namespace passung::scenes
