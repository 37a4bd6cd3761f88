// SPDX-License-Identifier: Apache-2.0
#include "collision/shapes/shape.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"

namespace passung::collision {
namespace {

template <class... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

const TriangleMesh& meshOf(const MeshShape& s) {
  if (!s.mesh) throw InputError("", "mesh shape", "it holds no mesh", "give it one made by TriangleMesh::build");
  return *s.mesh;
}

// Corner k of a regular polygon about z, the first one on +x.
Vec3 corner(double radius, int k, int count, double z) {
  const double angle = 2 * kPi * k / count;
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

Aabb pointBounds(std::span<const Vec3> points, const Transform& X) {
  Aabb box;
  const Mat3 R = X.R();
  for (const Vec3& p : points) box.add(Vec3(R * p + X.p));
  return box;
}

MassProperties aboutOrigin(double volume, double xx, double yy, double zz) {
  return {volume, Vec3::Zero(), Vec3(xx, yy, zz).asDiagonal()};
}

// A surface of revolution about z: rings of `segments` corners, closed by poles at both ends.
class Revolution {
 public:
  Revolution(int segments, double lowerPole) : segments_(segments) { vertices_.push_back({0, 0, lowerPole}); }

  void ring(double radius, double z) {
    const int base = static_cast<int>(vertices_.size());
    for (int k = 0; k < segments_; ++k) vertices_.push_back(corner(radius, k, segments_, z));
    for (int k = 0; k < segments_; ++k) {
      const int next = (k + 1) % segments_;
      if (base == 1) {
        triangles_.push_back({0, base + next, base + k});
      } else {
        const int below = base - segments_;
        triangles_.push_back({below + k, below + next, base + next});
        triangles_.push_back({below + k, base + next, base + k});
      }
    }
  }
  std::shared_ptr<const TriangleMesh> close(double upperPole) {
    const int pole = static_cast<int>(vertices_.size());
    vertices_.push_back({0, 0, upperPole});
    const int base = pole - segments_;
    for (int k = 0; k < segments_; ++k) triangles_.push_back({base + k, base + (k + 1) % segments_, pole});
    return TriangleMesh::build(std::move(vertices_), std::move(triangles_));
  }

 private:
  int segments_;
  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
};

std::shared_ptr<const TriangleMesh> boxMesh(const Vec3& h) {
  std::vector<Vec3> v;
  for (int i = 0; i < 8; ++i) {
    v.push_back({(i & 1) != 0 ? h.x() : -h.x(), (i & 2) != 0 ? h.y() : -h.y(), (i & 4) != 0 ? h.z() : -h.z()});
  }
  return TriangleMesh::build(std::move(v), {{0, 2, 3},
                                            {0, 3, 1},
                                            {4, 5, 7},
                                            {4, 7, 6},
                                            {0, 1, 5},
                                            {0, 5, 4},
                                            {2, 6, 7},
                                            {2, 7, 3},
                                            {0, 4, 6},
                                            {0, 6, 2},
                                            {1, 3, 7},
                                            {1, 7, 5}});
}

// Two hemispheres of radius r about z = +-h, joined by a cylinder unless h is zero.
std::shared_ptr<const TriangleMesh> roundMesh(double r, double h, int segments) {
  const int n = std::max(3, segments);
  const int quarter = std::max(1, n / 4);
  Revolution mesh(n, -h - r);
  const auto latitude = [&](int k) { return 0.5 * kPi * k / quarter; };
  for (int k = -quarter + 1; k <= 0; ++k) mesh.ring(r * std::cos(latitude(k)), -h + r * std::sin(latitude(k)));
  for (int k = h > 0 ? 0 : 1; k < quarter; ++k) mesh.ring(r * std::cos(latitude(k)), h + r * std::sin(latitude(k)));
  return mesh.close(h + r);
}

}  // namespace

std::string shapeName(const Shape& shape) {
  return std::visit(Overloaded{[](const Sphere&) { return "sphere"; }, [](const Capsule&) { return "capsule"; },
                               [](const Box&) { return "box"; }, [](const Cylinder&) { return "cylinder"; },
                               [](const HalfSpace&) { return "half_space"; }, [](const MeshShape&) { return "mesh"; }},
                    shape);
}

Aabb bounds(const Shape& shape) {
  if (const auto* m = std::get_if<MeshShape>(&shape)) return meshOf(*m).bounds();
  return bounds(shape, Transform{});
}

Aabb bounds(const Shape& shape, const Transform& X_BG) {
  const auto around = [&](const Vec3& half) { return Aabb{X_BG.p - half, X_BG.p + half}; };
  return std::visit(
      Overloaded{[&](const Sphere& s) { return around(Vec3::Constant(s.radius)); },
                 [&](const Capsule& s) {
                   return around((X_BG.q * Vec3(0, 0, s.halfLength)).cwiseAbs() + Vec3::Constant(s.radius));
                 },
                 [&](const Box& s) { return around(X_BG.R().cwiseAbs() * s.half); },
                 [&](const Cylinder& s) {
                   std::vector<Vec3> points;
                   for (int k = 0; k < s.sides; ++k) {
                     for (const double z : {-s.halfLength, s.halfLength}) {
                       points.push_back(corner(s.radius, k, s.sides, z));
                     }
                   }
                   return pointBounds(points, X_BG);
                 },
                 [&](const HalfSpace&) {
                   // Bounded only along an axis that is exactly its normal.
                   constexpr double kInf = std::numeric_limits<double>::infinity();
                   Aabb box{Vec3::Constant(-kInf), Vec3::Constant(kInf)};
                   const Vec3 n = X_BG.q * Vec3::UnitZ();
                   for (int i = 0; i < 3; ++i) {
                     if (n[i] == 1) box.upper[i] = X_BG.p[i];
                     if (n[i] == -1) box.lower[i] = X_BG.p[i];
                   }
                   return box;
                 },
                 [&](const MeshShape& s) { return pointBounds(meshOf(s).vertices(), X_BG); }},
      shape);
}

MassProperties unitMass(const Shape& shape) {
  return std::visit(Overloaded{[](const Sphere& s) {
                                 const double v = 4.0 / 3.0 * kPi * std::pow(s.radius, 3);
                                 const double i = 0.4 * v * s.radius * s.radius;
                                 return aboutOrigin(v, i, i, i);
                               },
                               [](const Capsule& s) {
                                 // A cylinder and two half balls, whose centres of mass lie 3/8 r outside the
                                 // cylinder's ends.
                                 const double r = s.radius;
                                 const double h = s.halfLength;
                                 const double cylinder = 2 * kPi * r * r * h;
                                 const double ball = 4.0 / 3.0 * kPi * r * r * r;
                                 const double axial = cylinder * r * r / 2 + 0.4 * ball * r * r;
                                 const double across =
                                     cylinder * (r * r / 4 + h * h / 3) + ball * (0.4 * r * r + h * h + 0.75 * h * r);
                                 return aboutOrigin(cylinder + ball, across, across, axial);
                               },
                               [](const Box& s) {
                                 const double v = 8 * s.half.prod();
                                 const Vec3 q = s.half.cwiseAbs2() * (v / 3);
                                 return aboutOrigin(v, q.y() + q.z(), q.z() + q.x(), q.x() + q.y());
                               },
                               [](const Cylinder& s) {
                                 // The regular prism: its section's second moments are the same about every diameter.
                                 const double r2 = s.radius * s.radius;
                                 const double step = 2 * kPi / s.sides;
                                 const double area = 0.5 * s.sides * r2 * std::sin(step);
                                 const double v = 2 * s.halfLength * area;
                                 const double section = v * r2 * (2 + std::cos(step)) / 12;
                                 const double across = section + v * s.halfLength * s.halfLength / 3;
                                 return aboutOrigin(v, across, across, 2 * section);
                               },
                               [](const HalfSpace&) { return MassProperties{}; },
                               [](const MeshShape& s) { return meshOf(s).unitMass(); }},
                    shape);
}

std::shared_ptr<const TriangleMesh> tessellate(const Shape& shape, int segments, double extent) {
  using Result = std::shared_ptr<const TriangleMesh>;
  return std::visit(
      Overloaded{[&](const Sphere& s) -> Result { return roundMesh(s.radius, 0, segments); },
                 [&](const Capsule& s) -> Result { return roundMesh(s.radius, s.halfLength, segments); },
                 [&](const Box& s) -> Result { return boxMesh(s.half); },
                 [&](const Cylinder& s) -> Result {
                   Revolution mesh(s.sides, -s.halfLength);
                   mesh.ring(s.radius, -s.halfLength);
                   mesh.ring(s.radius, s.halfLength);
                   return mesh.close(s.halfLength);
                 },
                 [&](const HalfSpace&) -> Result {
                   const double e = extent;
                   return TriangleMesh::build({{-e, -e, 0}, {e, -e, 0}, {e, e, 0}, {-e, e, 0}}, {{0, 1, 2}, {0, 2, 3}});
                 },
                 [&](const MeshShape& s) -> Result {
                   static_cast<void>(meshOf(s));
                   return s.mesh;
                 }},
      shape);
}

}  // namespace passung::collision
