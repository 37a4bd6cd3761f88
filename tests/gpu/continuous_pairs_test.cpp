// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/continuous_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "core/error.h"
#include "tests/gpu/near_meshes.h"
#include "tests/gpu/partition_meshes.h"

namespace passung::gpu {
namespace {

using test::MeshPtr;
using test::Random;
using ModelPtr = std::unique_ptr<const ConglomerateModel>;

constexpr double kTolerance = 1e-7;  // the default

ModelPtr modelOf(const MeshPtr& mesh, PartitionLimits limits = {4, 12}) {
  return std::make_unique<const ConglomerateModel>(mesh, partition(*mesh, Partitioner::kHierarchy, limits));
}

Transform at(const Vec3& p) { return {Quat::Identity(), p}; }

// The pose at time t in the words of Eigen, not of the kernel.
Transform poseOf(const RigidMotion& m, double t) {
  const auto vec = [](Double3 p) { return Vec3(p.x, p.y, p.z); };
  Mat3 R0;
  R0 << m.R0[0], m.R0[1], m.R0[2], m.R0[3], m.R0[4], m.R0[5], m.R0[6], m.R0[7], m.R0[8];
  Transform X;
  X.q = Quat(Eigen::AngleAxisd(t * m.angle, vec(m.axis)).toRotationMatrix() * R0).normalized();
  X.p = vec(m.c_A) + t * vec(m.v_A) - X.q * vec(m.c_B);
  return X;
}

double distanceAt(const MovingPair& o, const FacePair& p, double t) {
  const Transform X = poseOf(o.motion, t);
  const auto corners = [](const TriangleMesh& m, int f) {
    const Triangle& c = m.triangles()[f];
    return collision::Corners{m.vertices()[c[0]], m.vertices()[c[1]], m.vertices()[c[2]]};
  };
  collision::Corners b = corners(o.b->mesh(), p.faceB);
  for (Vec3& q : b) q = X * q;
  return std::sqrt(collision::closestTriangles(corners(o.a->mesh(), p.faceA), b).squared);
}

// A cube of 2 cm passes a sheet of 1 mm, 10 m in one step: at both ends and at most times between they are far apart.
TEST(ContinuousPairs, LetNothingFastPassAThinWall) {
  const ModelPtr wall = modelOf(test::built(test::cellBox({0.001, 1, 1}, 6)));
  const ModelPtr cube = modelOf(test::built(test::cellBox({0.02, 0.02, 0.02}, 1)));
  Jobs jobs(2);
  ContinuousPairs pairs;
  for (const double distance : {0.0, 1e-3}) {
    for (const double y : {0.0, 0.31, 2.0}) {
      const MovingPair o{wall.get(), cube.get(), screwMotion(at({-4, y, 0.1}), at({6, y, 0.1})), distance};
      const ContinuousResult& result = pairs.run(std::span(&o, 1), jobs);
      if (y > 1) {
        EXPECT_TRUE(result.impacts.empty());
        EXPECT_EQ(result.firstTimes[0], std::numeric_limits<double>::infinity());
        continue;
      }
      const double expected = (4 - 0.01 - 0.0005 - distance) / 10;
      EXPECT_LE(result.firstTimes[0], expected + 1e-14);
      EXPECT_GE(result.firstTimes[0], expected - kTolerance / 10 - 1e-14);
      EXPECT_GT(result.report.parts, 0);
      // Most of the way is dropped by swept boxes.
      EXPECT_LT(result.report.parts, 0.2 * (1 << 10));
      EXPECT_EQ(result.report.cut, 0);
    }
  }
}

// A ball falls on a plane without turning: its lowest vertex comes within d first.
TEST(ContinuousPairs, HitAPlaneAtTheTimeOfTheLowestVertex) {
  const MeshPtr ball = test::built(testing::sphere(12, 16, 0.1));
  const ModelPtr ballModel = modelOf(ball);
  const ModelPtr floor = modelOf(test::built(test::cellBox({2, 2, 0.2}, 5)));
  Random random(1);
  Jobs jobs(1);
  ContinuousPairs pairs;
  for (int n = 0; n < 30; ++n) {
    const double distance = n % 3 == 0 ? 0 : random.uniform(0, 0.02);
    const Transform X0{random.rotation(), Vec3(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 0.5)};
    const Vec3 way(random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), random.uniform(-0.4, -0.8));
    const MovingPair o{floor.get(), ballModel.get(), straightMotion(X0, {X0.q, X0.p + way}, Vec3::Zero()), distance};
    double lowest = 1;
    for (const Vec3& v : ball->vertices()) lowest = std::min(lowest, (X0 * v).z());
    const double expected = (lowest - 0.1 - distance) / -way.z();
    const double found = pairs.run(std::span(&o, 1), jobs).firstTimes[0];
    EXPECT_LE(found, expected + 1e-13);
    EXPECT_GE(found, expected - 1.01 * kTolerance / -way.z());
  }
}

// The same 100 km from the origins of both meshes, where a coordinate is rounded to 1e-11 m.
TEST(ContinuousPairs, HitAPlaneFarFromTheOrigin) {
  const Vec3 far(6e4, -7e4, 4e4);
  const MeshPtr ball = test::built(testing::sphere(8, 10, 0.1))->transformed({Quat::Identity(), far});
  const ModelPtr ballModel = modelOf(ball);
  const ModelPtr floor = modelOf(test::built(test::cellBox({2, 2, 0.2}, 5))->transformed({Quat::Identity(), -far}));
  Random random(6);
  Jobs jobs(1);
  ContinuousPairs pairs;
  for (int n = 0; n < 10; ++n) {
    const Transform near{random.rotation(), Vec3(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 0.5)};
    const Transform X0{near.q, near.p - far - near.q * far};
    const Vec3 way(0.1, random.uniform(-0.3, 0.3), random.uniform(-0.4, -0.8));
    const MovingPair o{floor.get(), ballModel.get(), straightMotion(X0, {X0.q, X0.p + way}, far), 0.001};
    double lowest = 1;
    for (const Vec3& v : ball->vertices()) lowest = std::min(lowest, (near * Vec3(v - far)).z());
    const double expected = (lowest - 0.1 - 0.001) / -way.z();
    const ContinuousResult& result = pairs.run(std::span(&o, 1), jobs);
    EXPECT_LE(result.firstTimes[0], expected + 1e-9);
    EXPECT_GE(result.firstTimes[0], expected - 4e-7 / -way.z());
    EXPECT_EQ(result.report.cut, 0);
  }
}

// A bar turns about the origin towards a wall: its corner at (length, width) comes to y = h - d where
// R sin(theta + phi) = h - d, with R and phi the corner's polar coordinates.
TEST(ContinuousPairs, HitAWallWithTheCornerOfATurningBar) {
  const double length = 1, width = 0.05;
  const ModelPtr bar = modelOf(test::built(testing::box({2 * length, 2 * width, 0.1})));
  Jobs jobs(1);
  ContinuousPairs pairs;
  for (const double h : {0.2, 0.6, 0.9}) {
    for (const double distance : {0.0, 0.01}) {
      const ModelPtr wall = modelOf(test::built(testing::box({4, 1, 1}, {0, h + 0.5, 0})));
      const double angle = 0.5 * kPi;
      const Transform end{Quat(Eigen::AngleAxisd(angle, Vec3::UnitZ())), Vec3::Zero()};
      const MovingPair o{wall.get(), bar.get(), straightMotion({}, end, Vec3::Zero()), distance};
      const double radius = std::hypot(length, width), phi = std::atan2(width, length);
      const double theta = std::asin((h - distance) / radius) - phi;
      const double speed = angle * radius * std::cos(theta + phi);
      const ContinuousResult& result = pairs.run(std::span(&o, 1), jobs);
      EXPECT_EQ(result.report.cut, 0);
      EXPECT_LE(result.firstTimes[0], theta / angle + 1e-13);
      EXPECT_GE(result.firstTimes[0], theta / angle - 1.01 * kTolerance / speed);
    }
  }
}

// What many samples of the step show, the continuous mode has found, no later; and what it found is there.
TEST(ContinuousPairs, MissNothingThatDenseSamplesOfTheStepShow) {
  constexpr int kMeshes = 18, kMotions = 400, kSamples = 60;
  Random random(2);
  std::vector<ModelPtr> models;
  for (int m = 0; m < kMeshes; ++m) models.push_back(modelOf(test::smallMesh(random, m)));
  Jobs jobs(2);
  long long sampled = 0, impacts = 0, later = 0, cut = 0, empty = 0;
  for (int n = 0; n < kMotions; ++n) {
    const ConglomerateModel& a = *models[random.below(kMeshes)];
    const ConglomerateModel& b = *models[random.below(kMeshes)];
    const double size = 0.5 * (a.mesh().bounds().size() + b.mesh().bounds().size());
    const double distance = n % 4 == 0 ? 0 : size * std::pow(10, random.uniform(-4, -1.5));
    const Transform X0{random.rotation(), 1.5 * size * random.direction()};
    const double turn = n % 3 == 0 ? random.uniform(0, kPi) : std::pow(10, random.uniform(-4, 0));
    const Transform X1{rotationFromVector(turn * random.direction()) * X0.q,
                       -random.uniform(-0.3, 1) * X0.p + 0.3 * size * random.direction()};
    const RigidMotion motion = n % 2 == 0 ? screwMotion(X0, X1) : straightMotion(X0, X1, random.inCube(size));
    const MovingPair o{&a, &b, motion, distance};
    ContinuousSettings settings;
    settings.tolerance = 1e-6 * size;
    settings.subLength = size * std::pow(10, random.uniform(-1.5, 0));
    settings.mostLevels = n % 5 == 0 ? 2 : 8;
    ContinuousPairs pairs(settings);
    const ContinuousResult& result = pairs.run(std::span(&o, 1), jobs);

    std::map<std::pair<int, int>, FaceImpact> found;
    for (const FaceImpact& i : result.impacts) found[{i.pair.faceA, i.pair.faceB}] = i;
    ASSERT_EQ(found.size(), result.impacts.size());
    if (found.empty()) ++empty;
    for (int s = 0; s <= kSamples; ++s) {
      const double t = static_cast<double>(s) / kSamples;
      std::vector<FaceContact> near;
      test::appendAllPairs(near, a.mesh(), b.mesh(), poseOf(motion, t), distance, 0);
      sampled += static_cast<long long>(near.size());
      for (const FaceContact& c : near) {
        // A pair just at the distance may be on its other side in the kernel's roundings.
        if (std::sqrt(c.squared) > distance - 1e-12 && distance > 0) continue;
        const auto at = found.find({c.pair.faceA, c.pair.faceB});
        ASSERT_NE(at, found.end()) << n << ": " << c.pair.faceA << ", " << c.pair.faceB << " at " << t;
        ASSERT_LE(at->second.time, t + 1e-13);
      }
    }
    for (const FaceImpact& i : result.impacts) {
      ++impacts;
      const double there = distanceAt(o, i.pair, i.time);
      if (i.time > 0) {
        ++later;
        EXPECT_GE(there, distance - 1e-10 * size);
      }
      cut += i.cut;
      if (!i.cut) {
        EXPECT_LE(there, distance + settings.tolerance * (1 + 1e-6));
        EXPECT_NEAR(there, i.distance, 1e-10 * size);
      }
    }
  }
  EXPECT_GT(sampled, 50000);
  EXPECT_GT(later, 5000);
  EXPECT_GT(empty, kMotions / 20);
  EXPECT_LT(cut, impacts / 50);
}

// With the first impacts only: the same first times, at most a tolerance apart, from fewer searches.
TEST(ContinuousPairs, EndAtTheFirstImpactsWhenOnlyTheseAreWanted) {
  Random random(5);
  const ModelPtr a = modelOf(collision::test::lump(random, 1, 10)), b = modelOf(collision::test::lump(random, 0.3, 8));
  std::vector<MovingPair> objects;
  for (int k = 0; k < 12; ++k) {
    const Vec3 p = 1.8 * random.direction();
    const Vec3 aside = k % 4 == 0 ? Vec3(1.9 * p.unitOrthogonal()) : Vec3::Zero();
    objects.push_back(
        {a.get(), b.get(), screwMotion({random.rotation(), p + aside}, {random.rotation(), aside - p}), 0.01});
  }
  Jobs jobs(2);
  ContinuousSettings settings;
  ContinuousPairs whole(settings);
  settings.firstOnly = true;
  ContinuousPairs first(settings);
  const ContinuousResult &all = whole.run(objects, jobs), &result = first.run(objects, jobs);
  int hits = 0;
  for (std::size_t o = 0; o < objects.size(); ++o) {
    if (all.firstTimes[o] > 1) {
      EXPECT_EQ(result.firstTimes[o], all.firstTimes[o]);
      continue;
    }
    ++hits;
    // Both are safe, so they differ by the way within the tolerance, at the speed of the impact.
    EXPECT_NEAR(result.firstTimes[o], all.firstTimes[o], 1e-6);
  }
  EXPECT_GT(hits, 6);
  EXPECT_LT(hits, 12);
  EXPECT_EQ(all.report.searched, all.report.parts);
  EXPECT_LT(result.report.searched, all.report.searched / 2);
  EXPECT_LT(result.impacts.size(), all.impacts.size() / 2);
  for (std::size_t i = 1; i < result.impacts.size(); ++i) {
    const FacePair &x = result.impacts[i - 1].pair, &y = result.impacts[i].pair;
    EXPECT_LT(std::tie(x.object, x.faceA, x.faceB), std::tie(y.object, y.faceA, y.faceB));
  }
}

TEST(ContinuousPairs, GiveTheSameBitsForAnyThreadsAndUnits) {
  Random random(3);
  const ModelPtr a = modelOf(collision::test::lump(random, 1, 10)), b = modelOf(collision::test::lump(random, 0.6, 8));
  std::vector<MovingPair> objects;
  for (int k = 0; k < 4; ++k) {
    const Vec3 p = 2 * random.direction();
    objects.push_back({a.get(), b.get(), screwMotion({random.rotation(), p}, {random.rotation(), -p}), 0.01});
  }
  Jobs serial(1), three(3);
  ContinuousPairs reference;
  const ContinuousResult expected = reference.run(objects, serial);
  EXPECT_GT(expected.impacts.size(), 1000U);
  for (const int unit : {1, 50, 100000}) {
    ContinuousSettings settings;
    settings.pairs.unitFaces = unit;
    ContinuousPairs pairs(settings);
    const ContinuousResult& result = pairs.run(objects, three);
    ASSERT_EQ(result.impacts.size(), expected.impacts.size());
    for (std::size_t i = 0; i < expected.impacts.size(); ++i) {
      const FaceImpact &x = result.impacts[i], &y = expected.impacts[i];
      ASSERT_TRUE(x.pair == y.pair && x.time == y.time && x.distance == y.distance && x.cut == y.cut);
    }
    EXPECT_EQ(result.report.advanceSteps, expected.report.advanceSteps);
    EXPECT_EQ(result.report.sweptTests, expected.report.sweptTests);
    EXPECT_TRUE(result.firstTimes == expected.firstTimes);
  }
}

// Steps are short where a pair stays a little above d + tolerance while it turns. What is cut off is counted and kept.
TEST(ContinuousPairs, CountAndKeepWhatTheyCutOff) {
  const ModelPtr plate = modelOf(TriangleMesh::build({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}), {1, 4});
  const ModelPtr chip = modelOf(TriangleMesh::build({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}), {1, 4});
  ContinuousSettings settings;
  settings.tolerance = 1e-6;
  settings.mostSteps = 20;
  ContinuousPairs pairs(settings);
  Jobs jobs(1);
  // The chip stands on its corner at the origin and rocks about it, 1.5e-6 above d = 0.
  const Transform X0{Quat(Eigen::AngleAxisd(-0.2, Vec3::UnitY()) * Eigen::AngleAxisd(kPi / 3, Vec3::UnitX())),
                     Vec3(1, 1, 1.5e-6)};
  const Transform X1{Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX())) * X0.q, X0.p};
  const MovingPair o{plate.get(), chip.get(), straightMotion(X0, X1, Vec3::Zero()), 0};
  const ContinuousResult& result = pairs.run(std::span(&o, 1), jobs);
  ASSERT_EQ(result.impacts.size(), 1U);
  EXPECT_TRUE(result.impacts[0].cut);
  EXPECT_EQ(result.report.cut, 1);
  EXPECT_GE(result.impacts[0].time, 0);
}

// What is cut off in an early part does not end the search: the chip of above meets a wall later, as it turns on.
TEST(ContinuousPairs, GoOnToTheFirstImpactThatIsNotCutOff) {
  // The chip turns about the x axis through (1, 1, 0). The wall holds this axis; its foremost corner lies above it.
  const double wallAngle = 80 * kPi / 180;
  const auto onWall = [&](double x, double radius) {
    return Vec3(1 + x, 1 + radius * std::cos(wallAngle), radius * std::sin(wallAngle));
  };
  const ModelPtr room = modelOf(TriangleMesh::build(
      {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, onWall(0, 0.6), onWall(-0.4, 1.2), onWall(-0.4, 0.5)}, {{0, 1, 2}, {3, 4, 5}}));
  const ModelPtr chip = modelOf(TriangleMesh::build({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}), {1, 4});
  const Transform X0{Quat(Eigen::AngleAxisd(-0.2, Vec3::UnitY()) * Eigen::AngleAxisd(kPi / 3, Vec3::UnitX())),
                     Vec3(1, 1, 1.5e-6)};
  const Transform X1{Quat(Eigen::AngleAxisd(0.5, Vec3::UnitX())) * X0.q, X0.p};
  const MovingPair o{room.get(), chip.get(), straightMotion(X0, X1, Vec3::Zero()), 0};
  // Where the chip's plane cuts the plane across the axis.
  const Vec3 normal = X0.q * Vec3::UnitZ();
  const double expected = (wallAngle - std::atan2(-normal.y(), normal.z())) / 0.5;
  ContinuousSettings settings;
  settings.tolerance = 1e-6;
  settings.mostSteps = 20;
  settings.subLength = 0.02;
  Jobs jobs(1);
  for (const bool firstOnly : {false, true}) {
    settings.firstOnly = firstOnly;
    ContinuousPairs pairs(settings);
    const ContinuousResult& result = pairs.run(std::span(&o, 1), jobs);
    ASSERT_EQ(result.impacts.size(), 2U) << firstOnly;
    EXPECT_EQ(result.report.cut, 1);
    EXPECT_TRUE(result.impacts[0].cut);
    EXPECT_LT(result.impacts[0].time, 0.1);
    EXPECT_EQ(result.firstTimes[0], result.impacts[0].time);
    EXPECT_FALSE(result.impacts[1].cut);
    EXPECT_EQ(result.impacts[1].pair.faceA, 1);
    // Up to the tolerance and the 1.5e-6 above the floor.
    EXPECT_NEAR(result.impacts[1].time, expected, 2e-5);
    EXPECT_GT(result.report.parts, 8);
    if (firstOnly) {
      EXPECT_LT(result.report.searched, result.report.parts);
      EXPECT_GT(result.report.searched, result.report.parts / 2);
    }
  }
}

TEST(ContinuousPairs, FindWhatIsNearAtOnceAndNothingElse) {
  const ModelPtr box = modelOf(test::built(testing::box({1, 1, 1})));
  Jobs jobs(1);
  ContinuousPairs pairs;
  EXPECT_TRUE(pairs.run({}, jobs).impacts.empty());
  // At rest: what is within the distance, at time 0.
  const MovingPair touching{box.get(), box.get(), screwMotion(at({1, 0.3, 0.2}), at({1, 0.3, 0.2})), 1e-6};
  const ContinuousResult resting = pairs.run(std::span(&touching, 1), jobs);
  EXPECT_EQ(resting.firstTimes[0], 0);
  EXPECT_GT(resting.impacts.size(), 4U);
  for (const FaceImpact& i : resting.impacts) EXPECT_EQ(i.time, 0);
  // Moving away and along: no impact.
  const MovingPair away{box.get(), box.get(), screwMotion(at({1.1, 0, 0}), at({5, 0, 0})), 1e-3};
  EXPECT_TRUE(pairs.run(std::span(&away, 1), jobs).impacts.empty());
  const MovingPair along{box.get(), box.get(), screwMotion(at({1.01, -7, 0}), at({1.01, 7, 0})), 1e-3};
  EXPECT_TRUE(pairs.run(std::span(&along, 1), jobs).impacts.empty());
}

TEST(ContinuousPairs, RefuseWhatHasNoMeaning) {
  const ModelPtr box = modelOf(test::built(testing::box({1, 1, 1})));
  Jobs jobs(1);
  ContinuousPairs pairs;
  MovingPair o{box.get(), box.get(), screwMotion({}, {}), -1};
  EXPECT_THROW(pairs.run(std::span(&o, 1), jobs), InputError);
  o.distance = 0;
  o.motion.angle = 7;
  EXPECT_THROW(pairs.run(std::span(&o, 1), jobs), InputError);
  o.motion.angle = 0;
  o.motion.v_A.y = std::nan("");
  EXPECT_THROW(pairs.run(std::span(&o, 1), jobs), InputError);
  ContinuousSettings settings;
  settings.tolerance = 0;
  EXPECT_THROW(ContinuousPairs{settings}, InputError);
  settings = {};
  settings.mostLevels = 21;
  EXPECT_THROW(ContinuousPairs{settings}, InputError);
}

}  // namespace
}  // namespace passung::gpu
