// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/suggest.h"

#include <algorithm>
#include <numeric>

namespace passung::scenes {
namespace {

// Levenshtein's distance, one row at a time.
std::size_t editDistance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[k - 1] ? 0 : 1);
      diagonal = row[k];
      row[k] = std::min({row[k] + 1, row[k - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearestName(const std::string& wrong, const std::vector<std::string>& names) {
  constexpr std::size_t kLongest = 64;  // a longer name is no misspelling
  if (wrong.size() > kLongest) return {};
  std::string nearest;
  std::size_t best = std::max<std::size_t>(2, wrong.size() / 3) + 1;
  for (const std::string& name : names) {
    const std::size_t distance = editDistance(wrong, name);
    if (distance < best) {
      best = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string listedNames(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 24;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kShown; ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kShown) text += ", ...";
  return text;
}

std::string allowedNames(const std::string& wrong, const std::vector<std::string>& names) {
  const std::string nearest = nearestName(wrong, names);
  std::string text = nearest.empty() ? "" : "did you mean '" + nearest + "'? ";
  return text + "allowed: " + listedNames(names);
}

}  // namespace passung::scenes
