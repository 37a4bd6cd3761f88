// SPDX-License-Identifier: GPL-3.0-or-later
// Times of geometric queries between two exact meshes, beside the Flexible Collision Library where it is installed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/triangle_mesh.h"

namespace passung::app {

// Two meshes and the relative poses X_AB at which they are asked about.
struct QueryCase {
  std::string name;
  std::shared_ptr<const TriangleMesh> a, b;
  std::vector<Transform> X_AB{};
};

struct QueryTimes {
  double build = 0;                 // [s] hierarchies of both meshes
  double collide = 0;               // [s] median: do they intersect?
  double distance = 0;              // [s] median: how near are they? 0 when they intersect
  std::vector<bool> intersects{};   // at each pose
  std::vector<double> distances{};  // [m]
};

// By our own hierarchy and exact triangle tests. The distance is the least over all pairs of features.
[[nodiscard]] QueryTimes timeOwnQueries(const QueryCase& what);
// By FCL (OBB-RSS hierarchies); empty in a build without it.
[[nodiscard]] std::optional<QueryTimes> timeFclQueries(const QueryCase& what);

// Median of the values; 0 of none.
[[nodiscard]] double median(std::vector<double> values);

}  // namespace passung::app
