// SPDX-License-Identifier: Apache-2.0
// Small meshes of every kind in poses near each other, and the pairs of their faces by a loop over all of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "collision/queries/mesh_distance.h"
#include "gpu/pipeline/exact_pairs.h"
#include "tests/collision/test_meshes.h"

namespace passung::gpu::test {

using collision::test::MeshPtr;
using collision::test::Random;

// Faces without order, some of them slivers and needles.
inline MeshPtr soup(Random& random, int faces) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  const double size = std::pow(10, random.uniform(-1.5, 0));
  for (int f = 0; f < faces; ++f) {
    const Vec3 a = random.inCube(1);
    const Vec3 along = size * random.direction();
    const double height = f % 4 == 0 ? std::pow(10, random.uniform(f % 8 == 0 ? -17 : -6, -1)) : 1;
    vertices.push_back(a);
    vertices.push_back(a + along);
    vertices.push_back(a + random.uniform(0, 1) * along + height * size * random.direction());
    triangles.push_back({3 * f, 3 * f + 1, 3 * f + 2});
  }
  return TriangleMesh::build(std::move(vertices), std::move(triangles));
}

// An open sheet over a grid with uneven steps: long thin faces beside small ones.
inline MeshPtr unevenSheet(Random& random, int side) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  std::vector<double> steps{-1};
  for (int i = 0; i < side; ++i) steps.push_back(steps.back() + std::pow(10, random.uniform(-3, 0)));
  for (const double x : steps) {
    for (const double y : steps) vertices.push_back({x, y, random.uniform(-0.1, 0.1)});
  }
  const int row = side + 1;
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      const int k = i * row + j;
      triangles.push_back({k, k + row, k + row + 1});
      triangles.push_back({k, k + row + 1, k + 1});
    }
  }
  return TriangleMesh::build(std::move(vertices), std::move(triangles));
}

inline MeshPtr smallMesh(Random& random, int kind) {
  switch (kind % 6) {
    case 0:
      return soup(random, 4 + random.below(9));
    case 1:
      return soup(random, 13 + random.below(48));
    case 2:
      return collision::test::box(-Vec3(1, 0.3, 0.1), Vec3(1, 0.3, 0.1));
    case 3:
      return collision::test::lump(random, 1, 4 + 2 * random.below(2));
    case 4:
      return unevenSheet(random, 2 + random.below(3));
    default:
      return collision::test::pipe(0.5, 1, 0.3, 3 + random.below(4));
  }
}

// A corner of B in the frame of A, with its sums in the order in which the exact stage rounds them.
inline Vec3 movedCorner(const Mat3& R, const Vec3& p, const Vec3& q) {
  Vec3 moved;
  for (int i = 0; i < 3; ++i) moved[i] = ((R(i, 0) * q[0] + R(i, 1) * q[1]) + R(i, 2) * q[2]) + p[i];
  return moved;
}

// All pairs of faces within the distance, by a loop over all of them.
inline void appendAllPairs(std::vector<FaceContact>& contacts, const TriangleMesh& a, const TriangleMesh& b,
                           const Transform& X_AB, double distance, int object) {
  const Mat3 R_AB = X_AB.q.normalized().toRotationMatrix();
  const auto cornersOf = [](const TriangleMesh& m, std::size_t f) {
    const Triangle& t = m.triangles()[f];
    return collision::Corners{m.vertices()[t[0]], m.vertices()[t[1]], m.vertices()[t[2]]};
  };
  std::vector<collision::Corners> cornersB;
  std::vector<Aabb> boxesB;
  for (std::size_t f = 0; f < b.triangles().size(); ++f) {
    collision::Corners t = cornersOf(b, f);
    Aabb box;
    for (Vec3& p : t) {
      p = movedCorner(R_AB, X_AB.p, p);
      box.add(p);
    }
    cornersB.push_back(t);
    boxesB.push_back(box.grown(distance * (1 + 1e-9) + 1e-9));
  }
  for (std::size_t f = 0; f < a.triangles().size(); ++f) {
    const collision::Corners t = cornersOf(a, f);
    Aabb box;
    for (const Vec3& p : t) box.add(p);
    for (std::size_t g = 0; g < cornersB.size(); ++g) {
      if (!box.overlaps(boxesB[g])) continue;
      // Without a limit, by which a mistake of the exact stage could hide.
      const double squared =
          collision::trianglesIntersect(t, cornersB[g]) ? 0 : collision::closestTriangles(t, cornersB[g]).squared;
      if (squared <= distance * distance)
        contacts.push_back({{object, static_cast<int>(f), static_cast<int>(g)}, squared});
    }
  }
}

inline bool same(const std::vector<FaceContact>& a, const std::vector<FaceContact>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const FaceContact& x, const FaceContact& y) {
    return x.pair == y.pair && x.squared == y.squared;
  });
}

inline Vec3 farthestVertex(const TriangleMesh& mesh, const Vec3& direction) {
  return *std::max_element(mesh.vertices().begin(), mesh.vertices().end(),
                           [&](const Vec3& p, const Vec3& q) { return p.dot(direction) < q.dot(direction); });
}

// A pose in which the two meshes are apart, near, touching or through each other, and a distance for it.
struct NearPose {
  Transform X_AB;
  double distance = 0;
};
inline NearPose randomNearPose(Random& random, const TriangleMesh& a, const TriangleMesh& b) {
  const double sizeA = 0.5 * a.bounds().size();
  const double sizeB = 0.5 * b.bounds().size();
  NearPose o{{}, random.below(6) == 0 ? 0 : std::min(sizeA, sizeB) * std::pow(10, random.uniform(-4, -0.5))};
  o.X_AB.q = random.rotation();
  const Vec3 direction = random.direction();
  if (random.below(3) == 0) {
    // Anywhere on the way from through each other to apart.
    const double way = random.uniform(0, 1.1) * (sizeA + sizeB) + o.distance;
    o.X_AB.p = a.bounds().center() + way * direction - o.X_AB.q * b.bounds().center();
    // Flush faces: a turn by right angles about the axes, in steps of a coarse grid.
    if (random.below(3) == 0) {
      o.X_AB.q = Quat(Eigen::AngleAxisd(0.5 * kPi * random.below(4), Vec3::Unit(random.below(3))));
      o.X_AB.p = (o.X_AB.p * 10).array().round() / 10;
    }
    return o;
  }
  // The outermost vertices along a direction face each other with a gap round the distance, some just at it.
  const double gap = o.distance * (random.below(4) == 0 ? 1 + 1e-12 * random.normal() : random.uniform(-0.1, 1.3));
  const Vec3 onA = farthestVertex(a, direction);
  const Vec3 onB = farthestVertex(b, o.X_AB.q.conjugate() * -direction);
  o.X_AB.p = onA + gap * direction - o.X_AB.q * onB;
  return o;
}

}  // namespace passung::gpu::test
