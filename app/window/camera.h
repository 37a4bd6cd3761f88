// SPDX-License-Identifier: GPL-3.0-or-later
// The turntable camera of the window: z stays up, and every motion keeps the point the user grabbed under the cursor.
#pragma once

#include "core/aabb.h"
#include "render/renderer.h"
#include "scenes/scene.h"

namespace passung::app {

struct Ray {
  Vec3 origin, direction;  // direction is a unit vector
};

enum class StandardView { kFront, kBack, kLeft, kRight, kTop, kBottom, kIsometric };

// Plain values, no Qt: azimuth and elevation of the direction of sight, the target and its distance.
class Camera {
 public:
  [[nodiscard]] render::View view() const;
  [[nodiscard]] Vec3 direction() const;  // of sight, unit
  [[nodiscard]] Vec3 up() const;         // of the picture, unit; defined at the poles too
  [[nodiscard]] Vec3 right() const;
  [[nodiscard]] Vec3 eye() const { return target_ - distance_ * direction(); }
  [[nodiscard]] const Vec3& target() const { return target_; }
  [[nodiscard]] double distance() const { return distance_; }
  [[nodiscard]] bool orthographic() const { return orthographic_; }
  void setOrthographic(bool on) { orthographic_ = on; }

  void set(const scenes::Camera& camera);  // its roll is dropped
  void lookAlong(StandardView view);       // keeps target and distance

  // Turns by angles [rad] round a pivot that stays where it is in the picture.
  void orbit(double yaw, double pitch, const Vec3& pivot);
  // Moves so that a point at `depth` [m] in front of the eye follows the cursor by dx, dy pixels (y down).
  void pan(double dx, double dy, double depth, int height);
  // Brings everything `factor` times as far (< 1: nearer), with `point` fixed in the picture.
  void zoom(double factor, const Vec3& point);
  void centerOn(const Vec3& point) { target_ = point; }
  // Shows the box whole.
  void fit(const Aabb& box, double aspect);

  // From the top left of a picture of this size [pixel].
  [[nodiscard]] Ray ray(double x, double y, int width, int height) const;
  [[nodiscard]] double depthOf(const Vec3& p) const { return (p - eye()).dot(direction()); }
  [[nodiscard]] double metersPerPixel(double depth, int height) const;

  // Between two cameras, for smooth changes; t = 0 gives a, 1 gives b.
  [[nodiscard]] static Camera between(const Camera& a, const Camera& b, double t);

 private:
  double azimuth_ = 2.356194490192345, elevation_ = -0.6154797086703873;  // [rad]
  Vec3 target_ = Vec3::Zero();
  double distance_ = 1;
  double fovY_ = 0.61;
  bool orthographic_ = false;
};

}  // namespace passung::app
