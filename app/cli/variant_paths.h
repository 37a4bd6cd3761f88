// SPDX-License-Identifier: GPL-3.0-or-later
// Where each variant of a comparison writes its own file.
#pragma once

#include <string>
#include <vector>

#include "app/run/variant.h"

namespace passung::app {

// "out.csv", native with impulse at 0.5 ms -> "out.native-impulse-dt0.0005.csv"; of equal ones the second is
// "out.native-2.csv". One a variant, no two the same; all empty where `path` is.
[[nodiscard]] std::vector<std::string> pathsForVariants(const std::string& path, const std::vector<Variant>& variants);

}  // namespace passung::app
