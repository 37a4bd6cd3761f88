// SPDX-License-Identifier: Apache-2.0
// Help after a misspelt name.
#pragma once

#include <string>
#include <vector>

namespace passung::scenes {

// The most similar of `names` by edit distance, or empty when none is near.
[[nodiscard]] std::string nearestName(const std::string& wrong, const std::vector<std::string>& names);
// "position, radius, type"; a long list is cut short.
[[nodiscard]] std::string listedNames(const std::vector<std::string>& names);
// "did you mean 'radius'? allowed: position, radius, type"
[[nodiscard]] std::string allowedNames(const std::string& wrong, const std::vector<std::string>& names);

}  // namespace passung::scenes
