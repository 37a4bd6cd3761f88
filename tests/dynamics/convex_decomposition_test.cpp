// SPDX-License-Identifier: Apache-2.0
// Convex pieces against what they stand for: the same solid, its openings open.
#ifdef PASSUNG_BULLET
#include "dynamics/bullet/convex_decomposition.h"

#include <gtest/gtest.h>

#include <cmath>

#include "collision/shapes/shape.h"

namespace passung::dynamics {
namespace {

// A square plate of half width `half` and thickness `thickness` with a round hole of `facets` corners on `radius`.
std::shared_ptr<const TriangleMesh> plateWithHole(double half, double thickness, double radius, int facets) {
  // Each corner of the hole and a point outwards of it on the square's rim; with facets a multiple of 8 the rim has
  // its four corners among them.
  std::vector<Vec3> vertices;
  for (int i = 0; i < facets; ++i) {
    const double a = 2 * kPi * i / facets;
    const Vec3 u(std::cos(a), std::sin(a), 0);
    const Vec3 rim = half / std::max(std::abs(u.x()), std::abs(u.y())) * u;
    for (const double z : {0.0, thickness}) {
      vertices.push_back(radius * u + z * Vec3::UnitZ());
      vertices.push_back(rim + z * Vec3::UnitZ());
    }
  }
  std::vector<Triangle> triangles;
  const auto quad = [&](int a, int b, int c, int d) {
    triangles.push_back({a, b, c});
    triangles.push_back({a, c, d});
  };
  for (int i = 0; i < facets; ++i) {
    const int p = 4 * i,
              q = 4 * ((i + 1) % facets);  // corners: +0 hole below, +1 rim below, +2 hole above, +3 rim above
    quad(p, q, q + 1, p + 1);
    quad(p + 2, p + 3, q + 3, q + 2);
    quad(p + 1, q + 1, q + 3, p + 3);
    quad(q, p, p + 2, q + 2);
  }
  return TriangleMesh::build(std::move(vertices), std::move(triangles));
}

// The largest value of dot(n, p) over a convex piece.
double support(const ConvexPiece& piece, const Vec3& n) {
  double best = -1e300;
  for (const Vec3& p : piece) best = std::max(best, n.dot(p));
  return best;
}

TEST(ConvexDecomposition, AConvexMeshIsOnePiece) {
  const auto box = collision::tessellate(collision::Box{Vec3(0.1, 0.2, 0.3)});
  EXPECT_EQ(convexPieces(box)->size(), 1U);
  EXPECT_EQ(convexPieces(box), convexPieces(box)) << "kept for the next engine";
}

TEST(ConvexDecomposition, AHoleStaysOpenAndNothingOfThePlateIsLost) {
  for (const double scale : {0.001, 1.0, 1000.0}) {
    const double half = 0.03 * scale, radius = 0.008 * scale, thickness = 0.006 * scale;
    const int facets = 64;
    const auto mesh = plateWithHole(half, thickness, radius, facets);
    ASSERT_TRUE(mesh->diagnosis().watertight);
    const auto pieces = convexPieces(mesh);
    EXPECT_GT(pieces->size(), 8U);
    EXPECT_LT(pieces->size(), 65U);

    // A piece lies beyond a line through the hole's inscribed circle, less the tolerance; so a peg passes.
    const double open = radius * std::cos(kPi / facets) - 1.1e-3 * mesh->bounds().size();
    for (const ConvexPiece& piece : *pieces) {
      double farthest = -1e300;
      for (int i = 0; i < 720; ++i) {
        const double a = kPi * i / 360;
        farthest = std::max(farthest, -support(piece, -Vec3(std::cos(a), std::sin(a), 0)));
      }
      EXPECT_GT(farthest, open) << scale;
    }

    // Every vertex of the plate is a corner of some piece.
    for (const Vec3& v : mesh->vertices()) {
      double nearest = 1e300;
      for (const ConvexPiece& piece : *pieces) {
        for (const Vec3& p : piece) nearest = std::min(nearest, (p - v).norm());
      }
      EXPECT_LT(nearest, 1e-9 * mesh->bounds().size());
    }
  }
}

}  // namespace
}  // namespace passung::dynamics
#endif
