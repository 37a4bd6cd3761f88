// SPDX-License-Identifier: Apache-2.0
#include "render/frame.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace passung::render {

namespace {

// Depth along the view direction of the eight corners of a box, in view units.
void addDepths(const Frame& f, const Aabb& box, double& lowest, double& highest) {
  if (box.empty() || !box.lower.allFinite() || !box.upper.allFinite()) return;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner((i & 1) != 0 ? box.upper.x() : box.lower.x(), (i & 2) != 0 ? box.upper.y() : box.lower.y(),
                      (i & 4) != 0 ? box.upper.z() : box.lower.z());
    const double depth = -f.toView(corner).z();
    lowest = std::min(lowest, depth);
    highest = std::max(highest, depth);
  }
}

void setCamera(Frame& f, const View& view) {
  Vec3 eye = view.eye.allFinite() ? view.eye : Vec3(1, -1, 1);
  const Vec3 target = view.target.allFinite() ? view.target : Vec3::Zero();
  Vec3 back = eye - target;
  if (!(back.norm() > 0)) back = Vec3::UnitZ();
  f.eye_W = target + back;
  f.unit = back.norm();
  const Vec3 z = back.normalized();
  Vec3 x = view.up.allFinite() ? view.up.normalized().cross(z) : Vec3::Zero();
  if (!(x.norm() > 1e-6)) x = (std::abs(z.z()) < 0.9 ? Vec3::UnitZ() : Vec3::UnitY()).cross(z);
  x.normalize();
  f.R_VW.row(0) = x.transpose();
  f.R_VW.row(1) = z.cross(x).transpose();
  f.R_VW.row(2) = z.transpose();
  f.orthographic = view.orthographic;
  f.tanHalf = std::tan(0.5 * std::clamp(view.fovY, 0.01, 3.0));
}

void setProjection(Frame& f) {
  const double aspect = static_cast<double>(f.width) / f.height;
  const double n = f.nearDepth;
  const double r = f.farDepth;
  Eigen::Matrix4d P = Eigen::Matrix4d::Zero();
  P(0, 0) = 1 / (f.tanHalf * aspect);
  P(1, 1) = 1 / f.tanHalf;
  if (f.orthographic) {
    P(2, 2) = -2 / (r - n);
    P(2, 3) = -(r + n) / (r - n);
    P(3, 3) = 1;
  } else {
    P(2, 2) = -(r + n) / (r - n);
    P(2, 3) = -2 * r * n / (r - n);
    P(3, 2) = -1;
  }
  f.projection = P.cast<float>();
}

// The whole picture when the box reaches behind the eye.
std::array<int, 4> rectOf(const Frame& f, const Aabb& box) {
  if (box.empty()) return {0, 0, 0, 0};
  double x0 = f.width;
  double y0 = f.height;
  double x1 = 0;
  double y1 = 0;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner((i & 1) != 0 ? box.upper.x() : box.lower.x(), (i & 2) != 0 ? box.upper.y() : box.lower.y(),
                      (i & 4) != 0 ? box.upper.z() : box.lower.z());
    const Vec3 p = f.toView(corner);
    double x = 0;
    double y = 0;
    if (!f.project(p, x, y)) return {0, 0, f.width, f.height};
    const double rim = f.pixelsPerUnit(-p.z()) * f.ambientRadius() + 8;
    x0 = std::min(x0, x - rim);
    x1 = std::max(x1, x + rim);
    y0 = std::min(y0, f.height - y - rim);
    y1 = std::max(y1, f.height - y + rim);
  }
  // Even numbers, because ambient occlusion works on pairs of pixels.
  const auto even = [](double v, int most) { return std::clamp(2 * static_cast<int>(v / 2), 0, most); };
  const int left = even(std::max(x0, 0.0), f.width);
  const int low = even(std::max(y0, 0.0), f.height);
  return {left, low, std::max(0, even(std::clamp(x1 + 2, 0.0, 1e6), f.width) - left),
          std::max(0, even(std::clamp(y1 + 2, 0.0, 1e6), f.height) - low)};
}

}  // namespace

double Frame::ambientRadius() const { return std::min(0.07 * stage.size() / unit, 0.16 * tanHalf); }

Eigen::Matrix4f Frame::modelView(const Transform& X_WM, const Vec3& center_M, double size) const {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.topLeftCorner<3, 3>() = R_VW * X_WM.R() * (size / unit);
  m.topRightCorner<3, 1>() = toView(X_WM * center_M);
  return m.cast<float>();
}

std::array<float, 4> Frame::clip(const Transform& X_WM, const Vec3& center_M, double size, bool cut) const {
  if (!section || !cut) return {0, 0, 0, 1};
  const Vec3 n_M = X_WM.q.conjugate() * section->n;
  const double atCenter = section->n.dot(X_WM * center_M - section->p) / size;
  return {static_cast<float>(-n_M.x()), static_cast<float>(-n_M.y()), static_cast<float>(-n_M.z()),
          static_cast<float>(-atCenter)};
}

bool Frame::cuts(const Aabb& box_M, const Transform& X_WM) const {
  if (!section || box_M.empty()) return false;
  const double reach = (X_WM.R().transpose() * section->n).cwiseAbs().dot(0.5 * box_M.extent());
  return std::abs(section->n.dot(X_WM * box_M.center() - section->p)) <= reach;
}

double Frame::pixelsPerUnit(double depth) const {
  return 0.5 * height / (tanHalf * (orthographic ? 1.0 : std::max(depth, 1e-9)));
}

bool Frame::project(const Vec3& p_V, double& x, double& y) const {
  const double depth = -p_V.z();
  if (!orthographic && depth < nearDepth) return false;
  const double s = pixelsPerUnit(depth);
  x = 0.5 * width + s * p_V.x();
  y = 0.5 * height - s * p_V.y();
  return true;
}

bool drawable(const DrawMesh& mesh) {
  return mesh.mesh != nullptr && isFinite(mesh.X_WM) && mesh.mesh->bounds().size() > 0;
}

Frame makeFrame(const DrawList& list, const View& view, int width, int height, bool ground) {
  Frame f;
  f.width = std::max(width, 1);
  f.height = std::max(height, 1);
  setCamera(f, view);
  if (list.section && list.section->p.allFinite() && list.section->n.allFinite() && list.section->n.norm() > 0) {
    f.section = list.section;
    f.section->n.normalize();
  }

  for (const DrawMesh& m : list.meshes) {
    if (drawable(m)) f.meshBounds.add(transformed(m.mesh->bounds(), m.X_WM));
  }
  Aabb all = f.meshBounds;
  const auto add = [&all](const Vec3& p) {
    if (p.allFinite()) all.add(p);
  };
  for (const DrawLine& l : list.lines) add(l.a), add(l.b);
  for (const DrawPoint& p : list.points) add(p.p);
  for (const DrawArrow& a : list.arrows) add(a.from), add(a.to);
  for (const DrawBox& b : list.boxes) {
    if (b.box.lower.allFinite() && b.box.upper.allFinite() && isFinite(b.X_WB)) all.add(transformed(b.box, b.X_WB));
  }
  f.stage = !list.stage.empty() ? list.stage : f.meshBounds.empty() ? all : f.meshBounds;
  if (f.stage.empty()) f.stage = Aabb{}, f.stage.add(view.target.allFinite() ? view.target : Vec3::Zero());
  if (!(f.stage.size() > 0)) f.stage = f.stage.grown(0.25 * f.unit);
  f.groundZ = f.stage.lower.z();

  // Near and far from what is drawn, with a margin; the eye may stand inside it.
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  addDepths(f, all, lowest, highest);
  if (ground) {
    const double reach = groundSize(f.stage).reach;
    const Vec3 c = f.stage.center();
    addDepths(f, {Vec3(c.x() - reach, c.y() - reach, f.groundZ), Vec3(c.x() + reach, c.y() + reach, f.groundZ)}, lowest,
              highest);
  }
  if (!(highest >= lowest)) lowest = 0.5, highest = 2;
  const double margin = 0.01 * (highest - lowest) + 1e-3;
  if (f.orthographic) {
    f.nearDepth = lowest - margin;
    f.farDepth = highest + margin;
  } else {
    f.farDepth = std::max(highest + margin, 0.02);
    f.nearDepth = std::clamp(lowest - margin, std::min(0.01, 0.1 * f.farDepth), 0.9 * f.farDepth);
  }
  setProjection(f);
  f.meshRect = rectOf(f, f.meshBounds);
  return f;
}

Eigen::Matrix4f pixelProjection(const Frame& f, int x, int y) {
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  const double px = 2 * (x + 0.5) / f.width - 1;
  const double py = 1 - 2 * (y + 0.5) / f.height;
  m(0, 0) = f.width;
  m(1, 1) = f.height;
  m(0, 3) = -px * f.width;
  m(1, 3) = -py * f.height;
  return (m * f.projection.cast<double>()).cast<float>();
}

double roundLengthBelow(double x) {
  if (!(x > 0) || !std::isfinite(x)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  const double mantissa = x / power * (1 + 1e-9);
  return power * (mantissa >= 5 ? 5 : mantissa >= 2 ? 2 : 1);
}

GroundSize groundSize(const Aabb& stage) { return {roundLengthBelow(0.12 * stage.size()), 2.2 * stage.size()}; }

std::string lengthText(double metres) {
  struct Unit {
    double size;
    const char* name;
  };
  constexpr Unit kUnits[] = {{1e3, "km"}, {1, "m"}, {1e-3, "mm"}, {1e-6, "\xC2\xB5m"}, {1e-9, "nm"}};
  const double size = std::abs(metres) * (1 + 1e-9);
  Unit unit = kUnits[4];
  for (const Unit& u : kUnits) {
    if (size >= u.size) {
      unit = u;
      break;
    }
  }
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g %s", metres / unit.size, unit.name);
  return text.data();
}

}  // namespace passung::render
