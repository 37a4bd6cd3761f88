// SPDX-License-Identifier: GPL-3.0-or-later
// From a scene's cameras to the renderer's view.
#include <array>

#include "app/overlays/overlays.h"
#include "core/error.h"

namespace passung::app {

namespace {

constexpr double kFov = 35 * kPi / 180;

struct Standard {
  const char* name;
  Vec3 direction, up;
};

// The directions looked along; z is up.
const std::array<Standard, 7>& standards() {
  static const std::array<Standard, 7> kStandards = {{{"iso", Vec3(-1, 1.5, -1), Vec3::UnitZ()},
                                                      {"front", Vec3(0, 1, 0), Vec3::UnitZ()},
                                                      {"back", Vec3(0, -1, 0), Vec3::UnitZ()},
                                                      {"left", Vec3(1, 0, 0), Vec3::UnitZ()},
                                                      {"right", Vec3(-1, 0, 0), Vec3::UnitZ()},
                                                      {"top", Vec3(0, 0, -1), Vec3::UnitY()},
                                                      {"bottom", Vec3(0, 0, 1), Vec3::UnitY()}}};
  return kStandards;
}

bool unset(const scenes::Camera& c) {
  const scenes::Camera plain;
  return c.eye == plain.eye && c.target == plain.target && c.up == plain.up && c.fovDegrees == plain.fovDegrees;
}

std::string namesOf(const scenes::Scene& scene) {
  std::string names;
  for (const auto& [name, camera] : scene.cameras) names += name + ", ";
  for (const Standard& s : standards()) names += std::string(s.name) + ", ";
  return names.substr(0, names.size() - 2);
}

}  // namespace

render::View viewOf(const scenes::Camera& camera) {
  return {.eye = camera.eye, .target = camera.target, .up = camera.up, .fovY = camera.fovDegrees * kPi / 180};
}

std::vector<std::string> standardViewNames() {
  std::vector<std::string> names;
  for (const Standard& s : standards()) names.emplace_back(s.name);
  return names;
}

render::View standardView(const std::string& name, const Aabb& box, double aspect) {
  for (const Standard& s : standards()) {
    if (name == s.name) return render::fitView(box, s.direction, s.up, kFov, aspect);
  }
  throw InputError("", "camera", "no view '" + name + "'", "there are iso, front, back, left, right, top, bottom");
}

render::View sceneView(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot, const std::string& name,
                       double aspect) {
  if (name.empty()) {
    return unset(scene.camera) ? standardView("iso", sceneBounds(scene, snapshot), aspect) : viewOf(scene.camera);
  }
  for (const auto& [given, camera] : scene.cameras) {
    if (given == name) return viewOf(camera);
  }
  for (const Standard& s : standards()) {
    if (name == s.name) return standardView(name, sceneBounds(scene, snapshot), aspect);
  }
  throw InputError(scene.source, "--camera", "no camera '" + name + "'", "there are " + namesOf(scene));
}

}  // namespace passung::app
