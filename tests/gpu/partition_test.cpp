// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/partition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <numeric>
#include <set>

#include "core/error.h"
#include "gpu/conglomerates/conglomerate_boxes.h"
#include "gpu/conglomerates/convex_hull.h"
#include "gpu/conglomerates/convex_partition.h"
#include "gpu/conglomerates/euclidean_partition.h"
#include "gpu/conglomerates/face_graph.h"
#include "gpu/conglomerates/ransac_partition.h"
#include "tests/collision/test_meshes.h"
#include "tests/gpu/partition_meshes.h"

namespace passung::gpu {
namespace {

using test::built;
using test::cellBox;
using test::helix;
using test::libraryMesh;
using test::MeshPtr;
using test::Random;
using test::scattered;
using test::sheet;
using test::Soup;
using test::tangled;

int faceCount(const TriangleMesh& mesh) { return static_cast<int>(mesh.triangles().size()); }

// Every face in exactly one conglomerate, told without isPartition(): sorted, the faces are 0, 1, 2, ...
void expectEachFaceOnce(const Partition& p, int faces) {
  std::vector<int> sorted = p.faces;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> all(static_cast<std::size_t>(faces));
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(sorted, all);
  ASSERT_GE(p.firsts.size(), 2U);
  EXPECT_EQ(p.firsts.front(), 0);
  EXPECT_EQ(p.firsts.back(), faces);
  EXPECT_TRUE(std::is_sorted(p.firsts.begin(), p.firsts.end()));
}

void expectWithin(const Partition& p, const PartitionLimits& limits) {
  const int faces = static_cast<int>(p.faces.size());
  for (int c = 0; c < p.count(); ++c) {
    EXPECT_LE(static_cast<int>(p.of(c).size()), limits.most);
    EXPECT_GE(static_cast<int>(p.of(c).size()), std::min(limits.least, faces));
  }
}

// Meshes of every sort of trouble, one a seed.
MeshPtr anyMesh(Random& random, int kind) {
  Soup s;
  switch (kind % 8) {
    case 0:
      s = scattered(random, 1 + random.below(300), 1, 0.1);
      break;
    case 1:
      s = tangled(random, 6 + random.below(30), 10 + random.below(300));
      break;
    case 2:
      s = testing::sphere(3 + random.below(12), 3 + random.below(20), 1);
      break;
    case 3:
      s = helix(6 + random.below(20), 1 + random.below(4), 1, 0.1);
      break;
    case 4:
      s = sheet(1 + random.below(20), 1 + random.below(20),
                [&](double u, double v) { return Vec3(u, v, 0.05 * random.uniform(-1, 1)); });
      break;
    case 5:
      s = testing::torus(3 + random.below(20), 3 + random.below(12), 1, 0.3);
      s.add(testing::box(Vec3(0.1, 2, 0.3)), random.pose(2));
      break;
    case 6:
      s = testing::prism(3 + random.below(60), 1, random.uniform(1e-6, 3));
      break;
    default:
      // Far apart and of very different sizes.
      for (int i = 0; i < 5; ++i) s.add(testing::sphere(4, 5 + random.below(9), std::pow(10, -i)), random.pose(100));
  }
  return built(std::move(s));
}

TEST(Partition, EachFaceIsInExactlyOneConglomerateWithinTheLimitsWhateverTheMesh) {
  Random random(1);
  int meshes = 0, open = 0, nonManifold = 0, pieces = 0, single = 0, several = 0;
  for (int i = 0; i < 56; ++i) {
    const MeshPtr mesh = anyMesh(random, i);
    const int least = 1 + random.below(20);
    const PartitionLimits limits{least, 2 * least - 1 + random.below(60)};
    ++meshes;
    open += mesh->diagnosis().openEdges > 0;
    nonManifold += mesh->diagnosis().nonManifoldEdges > 0;
    pieces += mesh->diagnosis().components > 1;
    for (const Partitioner partitioner : kPartitioners) {
      SCOPED_TRACE(nameOf(partitioner) + ", mesh " + std::to_string(i));
      const Partition p = partition(*mesh, partitioner, limits);
      expectEachFaceOnce(p, faceCount(*mesh));
      EXPECT_TRUE(isPartition(p, faceCount(*mesh)));
      expectWithin(p, limits);
      (p.count() == 1 ? single : several) += 1;
      // The sum of a report, from another way of counting.
      const PartitionReport r = report(p);
      EXPECT_EQ(r.conglomerates, p.count());
      EXPECT_NEAR(r.mean * r.conglomerates, faceCount(*mesh), 1e-9 * faceCount(*mesh));
      EXPECT_LE(r.smallest, r.median);
      EXPECT_LE(r.median, r.largest);
      EXPECT_LE(r.balance, 1);
    }
  }
  EXPECT_GE(open, meshes / 4);
  EXPECT_GE(nonManifold, meshes / 10);
  EXPECT_GE(pieces, meshes / 4);
  EXPECT_GE(single, 10);
  EXPECT_GE(several, 3 * single);
}

TEST(Partition, TheSameMeshGivesTheSameBits) {
  Random random(2);
  for (int i = 0; i < 16; ++i) {
    const MeshPtr mesh = anyMesh(random, i);
    for (const Partitioner partitioner : kPartitioners) {
      const Partition p = partition(*mesh, partitioner, {5, 40}), q = partition(*mesh, partitioner, {5, 40});
      EXPECT_EQ(p.firsts, q.firsts);
      EXPECT_EQ(p.faces, q.faces);
    }
  }
}

// Powers of two scale every product exactly, so that not one comparison may turn out another way.
TEST(Partition, IsTheSameForAPartOfAnotherSize) {
  for (const MeshPtr& mesh : {built(testing::torus(30, 12, 1, 0.4)), built(helix(24, 3, 1, 0.1))}) {
    for (const double scale : {1.0 / 1024, 1024.0}) {
      const MeshPtr scaled = mesh->transformed({}, scale);
      for (const Partitioner partitioner : kPartitioners) {
        SCOPED_TRACE(nameOf(partitioner));
        const Partition p = partition(*mesh, partitioner), q = partition(*scaled, partitioner);
        EXPECT_EQ(p.firsts, q.firsts);
        EXPECT_EQ(p.faces, q.faces);
      }
    }
  }
}

TEST(Partition, LimitsThatCannotBeMetAreRefused) {
  const MeshPtr mesh = built(testing::box(Vec3::Ones()));
  EXPECT_THROW((void)partition(*mesh, Partitioner::kHierarchy, {0, 10}), InputError);
  EXPECT_THROW((void)partition(*mesh, Partitioner::kHierarchy, {10, 18}), InputError);
  EXPECT_NO_THROW((void)partition(*mesh, Partitioner::kHierarchy, {10, 19}));
  EXPECT_EQ(partition(*mesh, Partitioner::kHierarchy, {20, 100}).count(), 1);
}

TEST(Partition, AListWithAFaceTwiceOrMissingOrAnEmptyGroupIsNoPartition) {
  EXPECT_TRUE(isPartition({{0, 1, 3}, {2, 0, 1}}, 3));
  EXPECT_FALSE(isPartition({{0, 1, 3}, {2, 0, 2}}, 3));
  EXPECT_FALSE(isPartition({{0, 1, 3}, {2, 0, 3}}, 3));
  EXPECT_FALSE(isPartition({{0, 1, 2}, {2, 0}}, 3));
  EXPECT_FALSE(isPartition({{0, 1, 1, 3}, {2, 0, 1}}, 3));
  EXPECT_FALSE(isPartition({}, 0));
}

TEST(Partition, TheReportGivesSizesByHand) {
  // Sizes 1, 2, 3 and 6.
  const PartitionReport r = report({{0, 2, 3, 9, 12}, std::vector<int>(12)});
  EXPECT_EQ(r.conglomerates, 4);
  EXPECT_EQ(r.faces, 12);
  EXPECT_EQ(r.smallest, 1);
  EXPECT_EQ(r.largest, 6);
  EXPECT_DOUBLE_EQ(r.median, 2.5);
  EXPECT_DOUBLE_EQ(r.mean, 3);
  EXPECT_DOUBLE_EQ(r.deviation, std::sqrt(14.0 / 4));
  EXPECT_DOUBLE_EQ(r.balance, 0.5);
  EXPECT_EQ(describe(r),
            "12 faces in 4 conglomerates of 1 to 6 faces: median 2.5, mean 3.0, deviation 1.9, balance 0.50");
}

// Two spheres side by side. A gap of a fifth of the diagonal is far beyond the distance of a cluster.
TEST(EuclideanPartition, TwoSpheresApartNeverShareAConglomerate) {
  Soup s = testing::sphere(10, 16, 1);
  const auto onFirst = s.triangles.size();
  s.add(testing::sphere(12, 20, 1), Transform{Quat::Identity(), Vec3(4, 0, 0)});
  const MeshPtr mesh = built(std::move(s));
  const FaceGraph graph(*mesh);
  EXPECT_EQ(euclideanGroups(*mesh, graph).size(), 2U);
  const Partition p = partition(*mesh, Partitioner::kEuclidean);
  EXPECT_GT(p.count(), 4);
  for (int c = 0; c < p.count(); ++c) {
    std::set<bool> sides;
    for (const int f : p.of(c)) sides.insert(static_cast<std::size_t>(f) < onFirst);
    EXPECT_EQ(sides.size(), 1U);
  }
}

// Against the definition: two faces are in one cluster if a chain of faces leads from one to the other, each step with
// samples within the distance.
TEST(EuclideanPartition, ClustersAreTheComponentsOfTheGraphOfNearSamples) {
  Random random(5);
  int clusters = 0, joinedOverGaps = 0;
  for (int round = 0; round < 30; ++round) {
    const MeshPtr mesh = built(scattered(random, 60, 1, 0.05));
    const FaceGraph graph(*mesh);
    const EuclideanSettings settings{.distance = random.uniform(0.01, 0.08)};
    const double d = settings.distance * mesh->bounds().size();
    const auto samples = [&](int f) {
      std::vector<Vec3> list{graph.center(f)};
      for (const int v : mesh->triangles()[f]) list.push_back(mesh->vertices()[v]);
      return list;
    };
    const int n = faceCount(*mesh);
    std::vector<int> label(static_cast<std::size_t>(n));
    std::iota(label.begin(), label.end(), 0);
    for (int f = 0; f < n; ++f) {
      for (int g = 0; g < f; ++g) {
        bool close = false;
        for (const Vec3& a : samples(f)) {
          for (const Vec3& b : samples(g)) close = close || (a - b).norm() <= d;
        }
        if (!close || label[f] == label[g]) continue;
        const int from = label[f], to = label[g];
        for (int& l : label) {
          if (l == from) l = to;
        }
        ++joinedOverGaps;
      }
    }
    const FaceGroups groups = euclideanGroups(*mesh, graph, settings);
    EXPECT_EQ(groups.size(), std::set<int>(label.begin(), label.end()).size());
    for (const auto& group : groups) {
      for (const int f : group) EXPECT_EQ(label[f], label[group.front()]);
    }
    clusters += static_cast<int>(groups.size());
  }
  EXPECT_GT(clusters, 60);
  EXPECT_GT(joinedOverGaps, 60);
}

TEST(RansacPartition, ABoxIsItsSixSides) {
  const MeshPtr mesh = built(cellBox(Vec3(1, 2, 3), 4));
  ASSERT_TRUE(mesh->diagnosis().watertight);
  const Partition p = partition(*mesh, Partitioner::kRansac);
  ASSERT_EQ(p.count(), 6);
  for (int c = 0; c < 6; ++c) {
    ASSERT_EQ(p.of(c).size(), 32U);
    for (const int f : p.of(c)) {
      EXPECT_NEAR(mesh->faceNormals()[f].dot(mesh->faceNormals()[p.of(c).front()]), 1, 1e-12);
    }
  }
}

// One surface alone, somewhere in space, found with its parameters.
//   expect(found) is told the one shape; all faces must belong to it.
void expectShape(const Soup& surface, SurfaceModel::Kind kind, const Transform& X,
                 const std::function<void(const SurfaceModel&)>& expect) {
  const MeshPtr mesh = built(Soup().add(surface, X));
  const FaceGraph graph(*mesh);
  const auto shapes = findShapes(*mesh, graph, 20);
  ASSERT_EQ(shapes.size(), 1U);
  EXPECT_EQ(shapes[0].faces.size(), mesh->triangles().size());
  ASSERT_EQ(nameOf(shapes[0].model.kind), nameOf(kind));
  expect(shapes[0].model);
}

TEST(RansacPartition, APlaneASphereACylinderAndAConeAreFoundWithTheirParameters) {
  using Kind = SurfaceModel::Kind;
  Random random(7);
  for (int i = 0; i < 6; ++i) {
    const Transform X = random.pose(5);
    const Vec3 z = X.q * Vec3::UnitZ();
    const double r = random.uniform(0.5, 2), h = random.uniform(1, 3);
    expectShape(sheet(8, 8, [&](double u, double v) { return Vec3(r * u, h * v, 0); }), Kind::kPlane, X,
                [&](const SurfaceModel& m) {
                  EXPECT_NEAR(std::abs(m.axis.dot(z)), 1, 1e-12);
                  EXPECT_NEAR(m.axis.dot(m.point - X.p), 0, 1e-12);
                });
    expectShape(testing::sphere(16, 24, r), Kind::kSphere, X, [&](const SurfaceModel& m) {
      EXPECT_NEAR((m.point - X.p).norm(), 0, 1e-6);
      EXPECT_NEAR(m.radius, r, 1e-6);
    });
    const auto round = [&](double u, double v, double bottom, double top) {
      const double a = 2 * kPi * u, radius = bottom + v * (top - bottom);
      return Vec3(radius * std::cos(a), radius * std::sin(a), h * v);
    };
    expectShape(sheet(40, 4, [&](double u, double v) { return round(u, v, r, r); }), Kind::kCylinder, X,
                [&](const SurfaceModel& m) {
                  EXPECT_NEAR(std::abs(m.axis.dot(z)), 1, 1e-9);
                  EXPECT_NEAR((m.point - X.p).cross(z).norm(), 0, 1e-6);
                  EXPECT_NEAR(m.radius, r, 1e-6);
                });
    // From radius r at the height 0 to r / 2 at h: the apex is at 2 h, and the cone opens downwards.
    expectShape(sheet(40, 4, [&](double u, double v) { return round(u, v, r, 0.5 * r); }), Kind::kCone, X,
                [&](const SurfaceModel& m) {
                  EXPECT_NEAR(m.axis.dot(z), -1, 1e-9);
                  EXPECT_NEAR((m.point - (X.p + 2 * h * z)).norm(), 0, 1e-6);
                  EXPECT_NEAR(m.angle, std::atan(0.5 * r / h), 1e-6);
                });
  }
}

TEST(RansacPartition, TheGradientAndTheDistanceOfAModelAgree) {
  Random random(8);
  for (int i = 0; i < 400; ++i) {
    const SurfaceModel m{static_cast<SurfaceModel::Kind>(i % 4), random.inCube(1), random.direction(),
                         random.uniform(0.1, 1), random.uniform(0.1, 1.4)};
    const Vec3 p = random.inCube(3), e = random.direction();
    const double step = 1e-6;
    const double slope = (distance(m, p + step * e) - distance(m, p - step * e)) / (2 * step);
    EXPECT_NEAR(gradient(m, p).dot(e), slope, 1e-6);
    EXPECT_NEAR(gradient(m, p).norm(), 1, 1e-12);
  }
}

// Corners off the surface by up to a tenth of a millimetre on a metre.
TEST(RansacPartition, FitsOfNoisyPointsFindTheSurface) {
  Random random(9);
  for (int i = 0; i < 40; ++i) {
    const auto kind = static_cast<SurfaceModel::Kind>(i % 4);
    const SurfaceModel truth{kind, random.inCube(1), random.direction(), 0.7, 0.4};
    const Vec3 u = truth.axis.unitOrthogonal(), v = truth.axis.cross(u);
    std::vector<Vec3> points;
    for (int k = 0; k < 200; ++k) {
      const double a = random.uniform(0, 2 * kPi), h = random.uniform(0.5, 1.5), z = random.uniform(-1, 1);
      const Vec3 out = std::cos(a) * u + std::sin(a) * v;
      Vec3 p;
      if (kind == SurfaceModel::Kind::kPlane) p = truth.point + h * out;
      if (kind == SurfaceModel::Kind::kSphere) p = truth.point + 0.7 * (std::sqrt(1 - z * z) * out + z * truth.axis);
      if (kind == SurfaceModel::Kind::kCylinder) p = truth.point + 0.7 * out + h * truth.axis;
      if (kind == SurfaceModel::Kind::kCone) p = truth.point + h * (std::sin(0.4) * out + std::cos(0.4) * truth.axis);
      ASSERT_NEAR(distance(truth, p), 0, 1e-12);
      points.push_back(p + random.inCube(1e-4));
    }
    SurfaceModel guess = truth;
    guess.point += random.inCube(0.05);
    guess.axis = (guess.axis + random.inCube(0.05)).normalized();
    guess.radius = 0.8;
    guess.angle = 0.5;
    const auto found = fitted(guess, points);
    ASSERT_TRUE(found.has_value());
    for (const Vec3& p : points) EXPECT_NEAR(distance(*found, p), 0, 5e-4);
    if (kind == SurfaceModel::Kind::kSphere || kind == SurfaceModel::Kind::kCylinder) {
      EXPECT_NEAR(found->radius, 0.7, 1e-4);
    }
    if (kind == SurfaceModel::Kind::kCone) {
      EXPECT_NEAR(found->angle, 0.4, 1e-4);
    }
  }
}

// An L of two bars of square section 1, legs of 4, extruded along y:
//      __
//     |  |          each unit square of its surface is 4 x 4 cells
//     |  |____      the notch is between the inner walls x = 1 and z = 1
//     |_______|
TEST(ConvexPartition, AnLIsPartedAtItsNotch) {
  const std::vector<Eigen::Vector2d> outline{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
  Soup s;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Eigen::Vector2d a = outline[i], b = outline[(i + 1) % outline.size()];
    const int cells = static_cast<int>(std::lround(4 * (b - a).norm()));
    s.add(sheet(4, cells, [&](double u, double v) {
      const Eigen::Vector2d p = a + v * (b - a);
      return Vec3(p.x(), u, p.y());
    }));
  }
  // Ends of the two bars at y = 0 and y = 1.
  for (const double y : {0.0, 1.0}) {
    const auto end = [&](const Eigen::Vector2d& corner, const Eigen::Vector2d& size) {
      return sheet(static_cast<int>(4 * size.x()), static_cast<int>(4 * size.y()), [&](double u, double v) {
        return Vec3(corner.x() + (y > 0 ? 1 - u : u) * size.x(), y, corner.y() + v * size.y());
      });
    };
    s.add(end({0, 0}, {4, 1})).add(end({0, 1}, {1, 3}));
  }
  const MeshPtr mesh = built(std::move(s));
  ASSERT_TRUE(mesh->diagnosis().watertight);
  ASSERT_NEAR(mesh->diagnosis().volume, 7, 1e-12);

  const FaceGraph graph(*mesh);
  const FaceGroups groups = convexGroups(*mesh, graph, graph.allFaces(), 100);
  const auto onWall = [&](int f, int axis) {
    const Vec3& n = mesh->faceNormals()[f];
    return n[axis] > 0.5 && std::abs(graph.center(f)[axis] - 1) < 1e-9;
  };
  int walls = 0;
  for (const auto& group : groups) {
    bool x = false, z = false;
    for (const int f : group) {
      x = x || onWall(f, 0);
      z = z || onWall(f, 2);
    }
    EXPECT_FALSE(x && z) << "a patch reaches across the notch";
    EXPECT_LE(group.size(), 100U);
    walls += x || z;
  }
  EXPECT_GE(walls, 2);
  EXPECT_LT(groups.size(), 60U);
}

// Two balls on a thin rod: patches are less concave than the tolerance, so none reaches from a ball to the other.
TEST(ConvexPartition, ADumbbellIsPartedAtItsRod) {
  std::vector<std::pair<double, double>> profile;
  for (int i = 0; i <= 48; ++i) {
    const double z = 6 * i / 48.0 - 3;
    const double ball = std::sqrt(std::max(0.0, 1 - std::pow(std::abs(z) - 2, 2)));
    profile.emplace_back(std::max(ball, std::abs(z) < 2 ? 0.2 : 0.0), z);
  }
  const MeshPtr mesh = collision::test::revolved(profile, 16);
  ASSERT_TRUE(mesh->diagnosis().watertight);
  const FaceGraph graph(*mesh);
  const ConvexSettings settings;
  const FaceGroups groups = convexGroups(*mesh, graph, graph.allFaces(), faceCount(*mesh), settings);
  EXPECT_GE(groups.size(), 3U);
  EXPECT_LE(groups.size(), 40U);
  for (const auto& group : groups) {
    Aabb box;
    for (const int f : group) {
      for (const int v : mesh->triangles()[f]) box.add(mesh->vertices()[v]);
    }
    EXPECT_FALSE(box.lower.z() < -1.2 && box.upper.z() > 1.2);
    EXPECT_LT(concavityOf(*mesh, graph, group), settings.concavity * mesh->bounds().size());
  }
}

TEST(ConvexPartition, TheConcavityOfANotchIsItsDepthAlongTheNormal) {
  // A roof turned upside down: two squares that meet in a valley at a right angle. The middle vertices' normal bisects
  // the walls, and the lid over the notch is sqrt(1/2) away.
  const MeshPtr valley = built(sheet(2, 1, [](double u, double v) {
    const double x = (2 * u - 1) / std::sqrt(2);
    return Vec3(x, v, std::abs(x));
  }));
  ASSERT_GT(valley->faceNormals()[0].z(), 0);
  const auto concavityOfAll = [](const TriangleMesh& mesh) {
    const FaceGraph graph(mesh);
    return concavityOf(mesh, graph, graph.allFaces());
  };
  EXPECT_NEAR(concavityOfAll(*valley), std::sqrt(0.5), 1e-9);

  // From the other side it is a ridge.
  const Soup ridge{{valley->vertices().begin(), valley->vertices().end()},
                   {valley->triangles().begin(), valley->triangles().end()}};
  EXPECT_NEAR(concavityOfAll(*built(ridge.turned())), 0, 1e-9);
  EXPECT_NEAR(concavityOfAll(*built(testing::sphere(10, 12, 1))), 0, 1e-9);
}

// The same valley as the floor of a body with walls down both sides: the normals of its corners lean outwards, and rays
// along them leave the floor's hull at once. Those from the centres of the faces, 1/3 and 2/3 up the slopes, do not.
TEST(ConvexPartition, ANarrowStripAcrossAHollowIsConcave) {
  const auto x = [](double u) { return (2 * u - 1) / std::sqrt(2); };
  Soup s = sheet(2, 1, [&](double u, double v) { return Vec3(x(u), v, std::abs(x(u))); });
  const std::vector<int> floor{0, 1, 2, 3};
  ASSERT_EQ(s.triangles.size(), floor.size());
  s.add(sheet(2, 1, [&](double u, double v) { return Vec3(x(u), 0, std::abs(x(u)) - 1 + v); }));
  s.add(sheet(2, 1, [&](double u, double v) { return Vec3(x(u), 1, std::abs(x(u)) - v); }));
  const MeshPtr mesh = built(std::move(s));
  ASSERT_EQ(mesh->diagnosis().components, 1);
  const FaceGraph graph(*mesh);
  EXPECT_NEAR(concavityOf(*mesh, graph, floor), 2.0 / 3, 1e-9);
}

TEST(ConvexHull, BoundsEveryPointAndHasTheVolumeOfTheSolid) {
  Random random(11);
  for (int i = 0; i < 200; ++i) {
    std::vector<Vec3> points;
    const Vec3 e(random.uniform(0.01, 1), random.uniform(0.01, 1), random.uniform(0.01, 1));
    const Transform X = random.pose(3);
    // The corners of a box with points inside it, on its sides and twice.
    for (const Vec3& p : testing::box(e).vertices) points.push_back(X * p);
    for (int k = 0; k < 40; ++k) {
      Vec3 p = random.inCube(0.5).cwiseProduct(e);
      if (k % 2) p[k % 3] = 0.5 * e[k % 3];
      points.push_back(X * p);
      if (k % 5 == 0) points.push_back(points.back());
    }
    for (std::size_t k = points.size(); k > 1; --k) std::swap(points[k - 1], points[random.below(static_cast<int>(k))]);
    const ConvexHull hull = convexHull(points);
    ASSERT_EQ(hull.dimension, 3);
    double volume = 0;
    for (const auto& facet : hull.facets) {
      for (const Vec3& p : points) EXPECT_LE(facet.normal.dot(p) - facet.offset, 1e-12);
      const auto [a, b, c] = facet.corners;
      volume += (points[a] - X.p).dot((points[b] - X.p).cross(points[c] - X.p)) / 6;
    }
    EXPECT_NEAR(volume, e.prod(), 1e-9);
  }
}

TEST(ConvexHull, FlatAndThinSetsHaveAPlaneOrALine) {
  Random random(12);
  for (int i = 0; i < 50; ++i) {
    const Vec3 o = random.inCube(10), u = random.direction(), v = u.unitOrthogonal();
    std::vector<Vec3> line, plane;
    for (int k = 0; k < 12; ++k) {
      line.push_back(o + random.uniform(-1, 1) * u);
      plane.push_back(o + random.uniform(-1, 1) * u + random.uniform(-1, 1) * v);
    }
    EXPECT_EQ(convexHull(line).dimension, 1);
    EXPECT_NEAR(std::abs(convexHull(line).direction.dot(u)), 1, 1e-9);
    EXPECT_EQ(convexHull(plane).dimension, 2);
    EXPECT_NEAR(std::abs(convexHull(plane).direction.dot(u.cross(v))), 1, 1e-9);
    EXPECT_EQ(convexHull(std::vector<Vec3>{o, o, o}).dimension, 0);
  }
}

TEST(HierarchyPartition, OfAStripIsARowOfIntervals) {
  // Along a strip, boxes of a hierarchy are intervals: conglomerates may not interleave.
  const MeshPtr mesh = built(sheet(400, 1, [](double u, double v) { return Vec3(100 * u, v, 0); }));
  const FaceGraph graph(*mesh);
  const Partition p = partition(*mesh, Partitioner::kHierarchy);
  std::vector<std::pair<double, double>> intervals;
  for (int c = 0; c < p.count(); ++c) {
    double lower = 1e9, upper = -1e9;
    for (const int f : p.of(c)) {
      lower = std::min(lower, graph.center(f).x());
      upper = std::max(upper, graph.center(f).x());
    }
    intervals.emplace_back(lower, upper);
  }
  std::sort(intervals.begin(), intervals.end());
  for (std::size_t i = 1; i < intervals.size(); ++i) EXPECT_LT(intervals[i - 1].second, intervals[i].first + 0.26);
  EXPECT_GE(p.count(), 8);
}

TEST(ChainPartition, TakesTheShapesFirst) {
  // A cell box beside a lump: the box's sides are found as planes, the lump's faces are grouped as patches.
  Random random(13);
  Soup s = cellBox(Vec3(2, 2, 2), 4);
  const auto onBox = static_cast<int>(s.triangles.size());
  Soup lump = testing::sphere(14, 20, 1);
  for (Vec3& p : lump.vertices) p *= random.uniform(0.7, 1.3);
  s.add(lump, Transform{Quat::Identity(), Vec3(5, 0, 0)});
  const MeshPtr mesh = built(std::move(s));
  const Partition p = partition(*mesh, Partitioner::kChain);
  int sides = 0;
  for (int c = 0; c < p.count(); ++c) {
    const int f0 = p.of(c).front();
    if (f0 >= onBox || p.of(c).size() != 32) continue;
    sides += std::all_of(p.of(c).begin(), p.of(c).end(),
                         [&](int f) { return mesh->faceNormals()[f].dot(mesh->faceNormals()[f0]) > 1 - 1e-9; });
  }
  EXPECT_EQ(sides, 6);
  EXPECT_GT(p.count(), 8);
}

// The tables of docs/conglomerates.md. Prints them; run with --gtest_filter=*TablesOfSizes*.
TEST(Partition, SlowTablesOfSizesAndOfNearBoxes) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  const MeshPtr bolt = libraryMesh("m16_factory_loose/factory_bolt_m16_loose.obj");
  const MeshPtr nut = libraryMesh("m16_factory_loose/factory_nut_m16_loose_subdiv_3x.obj");
  const std::vector<std::pair<const char*, MeshPtr>> meshes{
      {"bolt", bolt}, {"nut", nut}, {"sphere", built(testing::sphere(72, 72, 1))}};
  for (const Partitioner partitioner : kPartitioners) {
    std::vector<ConglomerateBoxes> boxes;
    for (const auto& [name, mesh] : meshes) {
      auto start = Clock::now();
      const Partition p = partition(*mesh, partitioner);
      const double partitionMs = since(start);
      start = Clock::now();
      boxes.push_back(conglomerateBoxes(*mesh, p));
      const double boxMs = since(start);
      double area = 0;
      for (const OrientedBox& box : boxes.back().boxes) area += box.area();
      expectEachFaceOnce(p, faceCount(*mesh));
      expectWithin(p, {});
      std::printf("%-10s %-7s %s; boxes' area %.2f of the surface's; %.0f ms, boxes %.0f ms\n",
                  nameOf(partitioner).c_str(), name, describe(report(p)).c_str(), area / mesh->diagnosis().area,
                  partitionMs, boxMs);
    }
    // The nut on its bolt as the scene has it.
    const Transform X_BoltNut{Quat::Identity(), Vec3(0, 0, 0.01)};
    const auto start = Clock::now();
    int nearPairs = 0;
    for (const OrientedBox& a : boxes[0].boxes) {
      for (const OrientedBox& b : boxes[1].boxes) nearPairs += near(a, b, X_BoltNut, 1e-4);
    }
    std::printf("%-10s nut on bolt: %d of %zu pairs of boxes within 0.1 mm, %.1f ms\n", nameOf(partitioner).c_str(),
                nearPairs, boxes[0].boxes.size() * boxes[1].boxes.size(), since(start));
  }
}

}  // namespace
}  // namespace passung::gpu
