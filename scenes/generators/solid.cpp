// SPDX-License-Identifier: Apache-2.0
#include "scenes/generators/solid.h"

#include <cmath>

#include "core/error.h"

namespace passung::scenes {
namespace {

double distanceToSegment(const Vec2& p, const Vec2& a, const Vec2& b) {
  const double t = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (p - (a + t * (b - a))).norm();
}

// Points on rings round each hole, half as many from ring to ring, wherever the border leaves room: between the short
// sides of a hole and the long ones of the outline they spare the triangulation its needles.
std::vector<Vec2> ringsRoundHoles(const Region& region) {
  std::vector<std::pair<Vec2, Vec2>> border;
  const auto addBorder = [&](const std::vector<Vec2>& loop) {
    for (std::size_t i = 0; i < loop.size(); ++i) border.emplace_back(loop[i], loop[(i + 1) % loop.size()]);
  };
  addBorder(region.outline);
  for (const auto& hole : region.holes) addBorder(circle(hole.center, hole.radius, hole.facets, hole.phase));

  std::vector<Vec2> rings;
  for (const auto& hole : region.holes) {
    double radius = hole.radius;
    for (int facets = hole.facets / 2; facets >= 8; facets /= 2) {
      const double spacing = 2 * kPi * radius / facets;
      radius += spacing;
      for (const Vec2& p : circle(hole.center, radius, facets, hole.phase + kPi / facets)) {
        // Inside the outline by the parity of the edges that a ray to +x crosses.
        bool inside = false;
        double nearest = std::numeric_limits<double>::infinity();
        for (const auto& [a, b] : border) {
          nearest = std::min(nearest, distanceToSegment(p, a, b));
          if ((a.y() > p.y()) != (b.y() > p.y()) && (turn(a, b, p) > 0) == (b.y() > a.y())) inside = !inside;
        }
        for (const Vec2& q : rings) nearest = std::min(nearest, (p - q).norm());
        if (inside && nearest > 0.6 * spacing) rings.push_back(p);
      }
    }
  }
  return rings;
}

}  // namespace

std::vector<Vec2> circle(const Vec2& center, double radius, int facets, double phase) {
  std::vector<Vec2> points;
  for (int i = 0; i < facets; ++i) {
    const double angle = phase + 2 * kPi * i / facets;
    points.push_back(center + radius * Vec2(std::cos(angle), std::sin(angle)));
  }
  return points;
}

double circumscribed(double radius, int facets) { return radius / std::cos(kPi / facets); }

void Solid::addTriangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const int first = static_cast<int>(vertices_.size());
  vertices_.insert(vertices_.end(), {a, b, c});
  triangles_.push_back({first, first + 1, first + 2});
}

void Solid::addQuad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  addTriangle(a, b, c);
  addTriangle(a, c, d);
}

void Solid::addFace(const Region& region, const Map& map, bool reversed) {
  std::vector<Vec2> points;
  std::vector<Loop> loops;
  const auto addLoop = [&](const std::vector<Vec2>& corners, bool clockwise) {
    Loop loop;
    for (const Vec2& p : corners) {
      loop.push_back(static_cast<int>(points.size()));
      points.push_back(p);
    }
    if (clockwise) std::reverse(loop.begin(), loop.end());
    loops.push_back(std::move(loop));
  };
  addLoop(region.outline, false);
  for (const auto& hole : region.holes) addLoop(circle(hole.center, hole.radius, hole.facets, hole.phase), true);

  std::vector<int> interior;
  for (const Vec2& p : ringsRoundHoles(region)) {
    interior.push_back(static_cast<int>(points.size()));
    points.push_back(p);
  }
  for (const auto& [a, b, c] : triangulate(points, loops, interior)) {
    const Vec3 pa = map(points[a]);
    const Vec3 pb = map(points[b]);
    const Vec3 pc = map(points[c]);
    reversed ? addTriangle(pa, pc, pb) : addTriangle(pa, pb, pc);
  }
}

void Solid::addWall(std::span<const Vec3> lower, std::span<const Vec3> upper) {
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const std::size_t k = (i + 1) % lower.size();
    addQuad(lower[i], lower[k], upper[k], upper[i]);
  }
}

std::shared_ptr<const TriangleMesh> Solid::build() const {
  Aabb box;
  for (const Vec3& p : vertices_) box.add(p);
  // The same corner is reached over different sums; they differ by rounding only.
  auto mesh = TriangleMesh::build(vertices_, triangles_, {.weldTolerance = 1e-10 * box.size()});
  if (!mesh->diagnosis().watertight || mesh->diagnosis().inverted) {
    throw InputError("", "", "these parameters do not give a closed solid");
  }
  return mesh;
}

std::shared_ptr<const TriangleMesh> extruded(const Region& region, double z0, double z1) {
  const auto at = [](double z) { return [z](const Vec2& p) { return Vec3(p.x(), p.y(), z); }; };
  Solid solid;
  solid.addFace(region, at(z1), false);
  solid.addFace(region, at(z0), true);
  const auto addWall = [&](const std::vector<Vec2>& loop, bool hole) {
    std::vector<Vec3> lower, upper;
    for (const Vec2& p : loop) {
      lower.emplace_back(p.x(), p.y(), z0);
      upper.emplace_back(p.x(), p.y(), z1);
    }
    hole ? solid.addWall(upper, lower) : solid.addWall(lower, upper);
  };
  addWall(region.outline, false);
  for (const auto& hole : region.holes) addWall(circle(hole.center, hole.radius, hole.facets, hole.phase), true);
  return solid.build();
}

void addRevolved(Solid& solid, std::span<const Vec2> profile, bool closed, int facets) {
  const std::vector<Vec2> directions = circle(Vec2::Zero(), 1.0, facets);
  const auto at = [&](const Vec2& p, std::size_t i) {
    const Vec2& d = directions[i % directions.size()];
    return Vec3(p.x() * d.x(), p.x() * d.y(), p.y());
  };
  const std::size_t strips = closed ? profile.size() : profile.size() - 1;
  for (std::size_t s = 0; s < strips; ++s) {
    const Vec2& lower = profile[s];
    const Vec2& upper = profile[(s + 1) % profile.size()];
    for (std::size_t i = 0; i < directions.size(); ++i) {
      if (lower.x() == 0) {
        solid.addTriangle(at(lower, 0), at(upper, i + 1), at(upper, i));
      } else if (upper.x() == 0) {
        solid.addTriangle(at(lower, i), at(lower, i + 1), at(upper, 0));
      } else {
        solid.addQuad(at(lower, i), at(lower, i + 1), at(upper, i + 1), at(upper, i));
      }
    }
  }
}

void addLoft(Solid& solid, std::span<const std::vector<Vec3>> rings, const Vec3& first, const Vec3& last) {
  for (std::size_t r = 0; r + 1 < rings.size(); ++r) solid.addWall(rings[r], rings[r + 1]);
  const std::vector<Vec3>& lower = rings.front();
  const std::vector<Vec3>& upper = rings.back();
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const std::size_t k = (i + 1) % lower.size();
    solid.addTriangle(lower[k], lower[i], first);
    solid.addTriangle(upper[i], upper[k], last);
  }
}

double roundedSquare(double angle, double exponent) {
  const double x = std::pow(std::abs(std::cos(angle)), exponent);
  const double y = std::pow(std::abs(std::sin(angle)), exponent);
  return std::pow(x + y, -1 / exponent);
}

double smoothStep(double t) {
  const double s = std::clamp(t, 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

}  // namespace passung::scenes
