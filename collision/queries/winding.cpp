// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/winding.h"

#include <array>
#include <cmath>

namespace passung::collision {
namespace {

// A node counts as a dipole beyond this many of its radii.
constexpr double kFar = 2.5;

double solidAngle(const Vec3& p, const Vec3& a0, const Vec3& b0, const Vec3& c0) {
  const Vec3 a = a0 - p;
  const Vec3 b = b0 - p;
  const Vec3 c = c0 - p;
  const double la = a.norm();
  const double lb = b.norm();
  const double lc = c.norm();
  // tan(omega / 2) = a . (b x c) / (|a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|), van Oosterom & Strackee 1983.
  return 2 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

}  // namespace

WindingField::WindingField(const TriangleMesh& mesh, const Bvh& bvh) : mesh_(&mesh), bvh_(&bvh) {
  const auto nodes = bvh.nodes();
  dipoles_.resize(nodes.size());
  for (std::size_t k = nodes.size(); k-- > 0;) {
    const BvhNode& n = nodes[k];
    Dipole& d = dipoles_[k];
    const auto add = [&d](const Vec3& moment, const Vec3& center, double area) {
      d.moment += moment;
      d.center += area * center;
      d.area += area;
    };
    if (n.leaf()) {
      for (int i = n.first; i < n.first + n.count; ++i) {
        const Triangle& t = mesh.triangles()[static_cast<std::size_t>(bvh.order()[static_cast<std::size_t>(i)])];
        const Vec3& a = mesh.vertices()[static_cast<std::size_t>(t[0])];
        const Vec3& b = mesh.vertices()[static_cast<std::size_t>(t[1])];
        const Vec3& c = mesh.vertices()[static_cast<std::size_t>(t[2])];
        const Vec3 moment = 0.5 * (b - a).cross(c - a);
        add(moment, (a + b + c) / 3, moment.norm());
      }
    } else {
      for (const int child : {n.left, n.right}) {
        const Dipole& x = dipoles_[static_cast<std::size_t>(child)];
        add(x.moment, x.center, x.area);
      }
    }
    d.center = d.area > 0 ? Vec3(d.center / d.area) : n.box.center();
    d.radius = (n.box.upper - d.center).cwiseMax(d.center - n.box.lower).norm();
  }
}

double WindingField::at(const Vec3& p) const {
  if (bvh_->empty()) return 0;
  double sum = 0;
  std::array<int, 256> stack;
  std::size_t top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const auto k = static_cast<std::size_t>(stack[--top]);
    const BvhNode& n = bvh_->nodes()[k];
    const Dipole& d = dipoles_[k];
    const Vec3 r = d.center - p;
    const double squared = r.squaredNorm();
    if (squared > kFar * kFar * d.radius * d.radius) {
      sum += d.moment.dot(r) / (squared * std::sqrt(squared));
    } else if (n.leaf()) {
      for (int i = n.first; i < n.first + n.count; ++i) {
        const Triangle& t = mesh_->triangles()[static_cast<std::size_t>(bvh_->order()[static_cast<std::size_t>(i)])];
        sum += solidAngle(p, mesh_->vertices()[static_cast<std::size_t>(t[0])],
                          mesh_->vertices()[static_cast<std::size_t>(t[1])],
                          mesh_->vertices()[static_cast<std::size_t>(t[2])]);
      }
    } else {
      stack[top++] = n.left;
      stack[top++] = n.right;
    }
  }
  return sum / (4 * kPi);
}

}  // namespace passung::collision
