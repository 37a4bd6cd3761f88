// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/camera.h"

#include <algorithm>
#include <cmath>

namespace passung::app {

namespace {

constexpr double kQuarter = kPi / 2;
constexpr double kFitMargin = 1.08;

Mat3 basis(const Camera& camera) {
  Mat3 B;
  B << camera.right(), camera.up(), camera.direction();
  return B;
}

}  // namespace

Vec3 Camera::direction() const {
  const double c = std::cos(elevation_);
  return {c * std::cos(azimuth_), c * std::sin(azimuth_), std::sin(elevation_)};
}

Vec3 Camera::up() const {
  const double s = std::sin(elevation_);
  return {-s * std::cos(azimuth_), -s * std::sin(azimuth_), std::cos(elevation_)};
}

Vec3 Camera::right() const { return {std::sin(azimuth_), -std::cos(azimuth_), 0}; }

render::View Camera::view() const {
  return {.eye = eye(), .target = target_, .up = up(), .fovY = fovY_, .orthographic = orthographic_};
}

void Camera::set(const scenes::Camera& camera) {
  const Vec3 sight = camera.target - camera.eye;
  const double length = sight.norm();
  if (!(length > 0) || !std::isfinite(length)) return;
  target_ = camera.target;
  distance_ = length;
  elevation_ = std::asin(std::clamp(sight.z() / length, -1.0, 1.0));
  // Straight up or down, the picture's own up says where it is turned.
  const Vec3 level =
      std::hypot(sight.x(), sight.y()) > 1e-9 * length ? sight : Vec3(camera.up * (sight.z() < 0 ? 1 : -1));
  azimuth_ = std::atan2(level.y(), level.x());
  fovY_ = std::clamp(camera.fovDegrees, 1.0, 150.0) * kPi / 180;
}

void Camera::lookAlong(StandardView view) {
  switch (view) {
    case StandardView::kFront:
      azimuth_ = kQuarter, elevation_ = 0;
      break;
    case StandardView::kBack:
      azimuth_ = -kQuarter, elevation_ = 0;
      break;
    case StandardView::kLeft:
      azimuth_ = 0, elevation_ = 0;
      break;
    case StandardView::kRight:
      azimuth_ = kPi, elevation_ = 0;
      break;
    case StandardView::kTop:
      azimuth_ = kQuarter, elevation_ = -kQuarter;
      break;
    case StandardView::kBottom:
      azimuth_ = kQuarter, elevation_ = kQuarter;
      break;
    case StandardView::kIsometric:
      azimuth_ = 0.75 * kPi, elevation_ = -std::atan(std::sqrt(0.5));
      break;
  }
}

void Camera::orbit(double yaw, double pitch, const Vec3& pivot) {
  const Mat3 before = basis(*this);
  azimuth_ = std::remainder(azimuth_ + yaw, 2 * kPi);
  elevation_ = std::clamp(elevation_ + pitch, -kQuarter, kQuarter);
  target_ = pivot + basis(*this) * (before.transpose() * (target_ - pivot));
}

double Camera::metersPerPixel(double depth, int height) const {
  return 2 * (orthographic_ ? distance_ : depth) * std::tan(0.5 * fovY_) / std::max(height, 1);
}

void Camera::pan(double dx, double dy, double depth, int height) {
  const double scale = metersPerPixel(depth > 0 ? depth : distance_, height);
  target_ += scale * (dy * up() - dx * right());
}

void Camera::zoom(double factor, const Vec3& point) {
  // Beyond these the matrices of single precision lose the scene.
  factor = std::clamp(factor, 1e-7 / distance_, 1e7 / distance_);
  target_ = point + factor * (target_ - point);
  distance_ *= factor;
}

void Camera::fit(const Aabb& box, double aspect) {
  if (box.empty() || !box.lower.allFinite() || !box.upper.allFinite() || !(box.size() > 0)) return;
  target_ = box.center();
  const double ty = std::tan(0.5 * fovY_), tx = ty * std::max(aspect, 0.05);
  const Vec3 d = direction(), r = right(), u = up();
  double needed = 0;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner((i & 1) ? box.upper.x() : box.lower.x(), (i & 2) ? box.upper.y() : box.lower.y(),
                      (i & 4) ? box.upper.z() : box.lower.z());
    const Vec3 c = corner - target_;
    const double nearer = orthographic_ ? 0 : -c.dot(d);
    needed = std::max({needed, std::abs(c.dot(r)) / tx + nearer, std::abs(c.dot(u)) / ty + nearer});
  }
  distance_ = kFitMargin * needed;
}

Ray Camera::ray(double x, double y, int width, int height) const {
  const double t = std::tan(0.5 * fovY_);
  const double u = (2 * (x + 0.5) - width) / std::max(height, 1) * t;
  const double v = (height - 2 * (y + 0.5)) / std::max(height, 1) * t;
  if (orthographic_) return {eye() + distance_ * (u * right() + v * up()), direction()};
  return {eye(), (direction() + u * right() + v * up()).normalized()};
}

Camera Camera::between(const Camera& a, const Camera& b, double t) {
  if (t <= 0) return a;
  if (t >= 1) return b;
  Camera c = b;
  c.azimuth_ = a.azimuth_ + t * std::remainder(b.azimuth_ - a.azimuth_, 2 * kPi);
  c.elevation_ = a.elevation_ + t * (b.elevation_ - a.elevation_);
  c.target_ = a.target_ + t * (b.target_ - a.target_);
  c.distance_ = a.distance_ * std::pow(b.distance_ / a.distance_, t);
  return c;
}

}  // namespace passung::app
