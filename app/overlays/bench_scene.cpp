// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/overlays/bench_scene.h"

#include <algorithm>
#include <cmath>

#include "scenes/generators/generator.h"

namespace passung::app {

namespace {
constexpr int kRow = 5, kParts = 2 * kRow;
constexpr double kRadius = 0.05;  // of a ring [m]
}  // namespace

DrawList ringScene(int triangles) {
  const double segments = std::max(3.0, std::round(std::sqrt(triangles / (2.0 * kParts))));
  const auto mesh = scenes::generate("torus", {{"major_radius", 0.7 * kRadius},
                                               {"minor_radius", 0.3 * kRadius},
                                               {"major_segments", segments},
                                               {"minor_segments", segments}});
  DrawList list;
  for (int i = 0; i < kParts; ++i) {
    DrawMesh part;
    part.mesh = i == 0 ? mesh : mesh->transformed(Transform{});
    part.X_WM.p = Vec3(2.2 * kRadius * (i % kRow), 2.2 * kRadius * (i / kRow), kRadius);
    part.color = {0.3F + 0.06F * static_cast<float>(i), 0.5F, 0.7F, 1};
    part.pickId = static_cast<std::uint32_t>(i + 1);
    list.meshes.push_back(std::move(part));
  }
  return list;
}

DrawnSize drawnSize(const DrawList& list) {
  DrawnSize size;
  for (const DrawMesh& part : list.meshes) {
    size.box.add(transformed(part.mesh->bounds(), part.X_WM));
    size.triangles += part.mesh->triangles().size();
  }
  return size;
}

}  // namespace passung::app
