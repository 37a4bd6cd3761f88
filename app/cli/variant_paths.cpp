// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/variant_paths.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace passung::app {
namespace {

std::string labelOf(const Variant& variant) {
  std::string label = variantText(variant);
  for (const char* word : {"solver=", "policy=", "material=", "="}) {
    for (std::size_t at = 0; (at = label.find(word)) != std::string::npos;) label.erase(at, std::strlen(word));
  }
  std::replace(label.begin(), label.end(), ',', '-');
  return label;
}

}  // namespace

std::vector<std::string> pathsForVariants(const std::string& path, const std::vector<Variant>& variants) {
  std::vector<std::string> paths;
  for (const Variant& variant : variants) {
    std::filesystem::path full(path);
    const std::string stem = full.stem().string() + "." + labelOf(variant), ending = full.extension().string();
    std::string own = path.empty() ? path : full.replace_filename(stem + ending).string();
    for (int n = 2; !path.empty() && std::find(paths.begin(), paths.end(), own) != paths.end(); ++n) {
      own = full.replace_filename(stem + "-" + std::to_string(n) + ending).string();
    }
    paths.push_back(own);
  }
  return paths;
}

}  // namespace passung::app
