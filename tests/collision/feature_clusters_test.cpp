// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/feature_clusters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

#include "collision/narrowphase/contact_geometry.h"
#include "collision/queries/closest.h"
#include "collision/queries/exact_triangle.h"
#include "collision/queries/mesh_queries.h"
#include "core/union_find.h"
#include "test_meshes.h"

namespace passung::collision {
namespace {

using test::ripples;

Transform randomPose(std::mt19937& random, double length) {
  std::normal_distribution<double> n;
  return {rotationFromVector(Vec3(n(random), n(random), n(random))), length * Vec3(n(random), n(random), n(random))};
}

using Pairs = std::set<std::pair<int, int>>;

void addAll(std::span<const Look> looks, const Group& group, const FeatureClusters& clusters, Pairs& pairs) {
  for (const Look& look : looks) {
    for (std::size_t l = 0; l < kClusterLanes; ++l) {
      if ((look.lanes >> l & 1) == 0) continue;
      pairs.emplace(group.items[static_cast<std::size_t>(look.member)],
                    clusters.triangleCluster(look.cluster).items[l]);
    }
  }
}

// Whatever the size of the parts, and with triangles of all shapes, every pair of features within the distance is
// visited, and few others.
TEST(FeatureClusters, VisitAllThatIsNear) {
  std::mt19937 random(5);
  ClusterSearch search;
  int edges = 0, crossings = 0, visitedEdges = 0, ways = 0;
  int points[2] = {}, visitedPoints[2] = {};  // at a small and at a large distance
  for (const double size : {2e-4, 0.02, 20.0}) {
    for (const double squeeze : {1.0, 0.01, 1e-5}) {
      const auto a = ContactGeometry::make(MeshShape{ripples(size, 39, 20, squeeze)}, 0);
      const auto b = ContactGeometry::make(MeshShape{ripples(0.9 * size, 36, 21, squeeze)}, 0);
      ASSERT_TRUE(a->clusters && b->clusters);
      const SideTest side(*a->mesh, a->triangleBvh);
      for (int trial = 0; trial < 5; ++trial) {
        const Transform X = randomPose(random, 0.7 * size);  // of b in a
        const Transform before{X.q, X.p + 0.02 * size * Vec3(1, -0.5, 0.3)};
        const double distance = (trial % 2 == 0 ? 2e-3 : 3e-2) * size;

        Pairs near, visited;
        Pairs metExpected, met;
        for (int p = 0; p < static_cast<int>(b->points.size()); ++p) {
          const Vec3 at = X * b->points[static_cast<std::size_t>(p)];
          const Vec3 from = before * b->points[static_cast<std::size_t>(p)];
          for (int t = 0; t < static_cast<int>(a->mesh->triangles().size()); ++t) {
            const auto c = corners(*a->mesh, t);
            if (closestPointTriangle(at, c[0], c[1], c[2]).squared < distance * distance) near.emplace(p, t);
            if (segmentIntersectsTriangle(from, at, c)) metExpected.emplace(p, t);
          }
        }
        b->clusters->points(X, &before, *a->clusters, distance, search,
                            [&](const Group& group, std::span<const PointLook> looks) {
                              for (const PointLook& look : looks) {
                                for (std::size_t l = 0; l < kClusterLanes; ++l) {
                                  if ((look.lanes >> l & 1) == 0) continue;
                                  const auto m = static_cast<std::size_t>(look.member);
                                  visited.emplace(group.items[m], a->clusters->triangleCluster(look.cluster).items[l]);
                                }
                              }
                              Pairs all, some, asked;
                              a->clusters->waysMeet(group, search, ~0U, [&](std::size_t m, int t) {
                                all.emplace(group.items[m], t);
                                if ((0x5a >> m & 1) != 0) asked.emplace(group.items[m], t);
                              });
                              a->clusters->waysMeet(group, search, 0x5a,
                                                    [&](std::size_t m, int t) { some.emplace(group.items[m], t); });
                              EXPECT_EQ(some, asked);
                              met.insert(all.begin(), all.end());
                            });
        EXPECT_TRUE(std::includes(visited.begin(), visited.end(), near.begin(), near.end()))
            << size << " " << squeeze << " " << trial << " " << distance;
        // Ways are told for points that end inside the other part.
        for (const auto& pair : metExpected) {
          const Vec3 at = X * b->points[static_cast<std::size_t>(pair.first)];
          if (side.at(at) == Side::kInside) {
            EXPECT_TRUE(met.contains(pair)) << pair.first;
            ++ways;
          }
        }
        points[trial % 2] += static_cast<int>(near.size());
        visitedPoints[trial % 2] += static_cast<int>(visited.size());

        near.clear();
        visited.clear();
        Pairs crossing, crossed;
        for (int e = 0; e < static_cast<int>(b->edges.size()); ++e) {
          const ContactEdge& edge = b->edges[static_cast<std::size_t>(e)];
          const Vec3 p0 = X * b->points[static_cast<std::size_t>(edge.v0)];
          const Vec3 p1 = X * b->points[static_cast<std::size_t>(edge.v1)];
          for (int f = 0; f < static_cast<int>(a->edges.size()); ++f) {
            const ContactEdge& other = a->edges[static_cast<std::size_t>(f)];
            if (closestSegmentSegment(p0, p1, a->points[static_cast<std::size_t>(other.v0)],
                                      a->points[static_cast<std::size_t>(other.v1)])
                    .squared < distance * distance) {
              near.emplace(e, f);
            }
          }
          for (int t = 0; t < static_cast<int>(a->mesh->triangles().size()); ++t) {
            if (segmentIntersectsTriangle(p0, p1, corners(*a->mesh, t))) crossing.emplace(e, t);
          }
        }
        b->clusters->edges(X, *a->clusters, distance, search, [&](const Group& group, std::span<const Look> looks) {
          a->clusters->eachEdge(looks, [&](std::size_t m, int f) { visited.emplace(group.items[m], f); });
        });
        b->clusters->edgesAcross(X, *a->clusters, search, [&](const Group& group, std::span<const Look> looks) {
          addAll(looks, group, *a->clusters, crossed);
        });
        EXPECT_TRUE(std::includes(visited.begin(), visited.end(), near.begin(), near.end()))
            << size << " " << squeeze << " " << trial << " " << distance;
        EXPECT_TRUE(std::includes(crossed.begin(), crossed.end(), crossing.begin(), crossing.end()));
        edges += static_cast<int>(near.size());
        visitedEdges += static_cast<int>(visited.size());
        crossings += static_cast<int>(crossing.size());
      }
    }
  }
  EXPECT_GT(points[0], 30);
  EXPECT_GT(points[1], 1000);
  EXPECT_GT(edges, 3000);
  EXPECT_GT(crossings, 800);
  EXPECT_GT(ways, 90);
  // The corners of the prisms around triangles are beyond the distance; they grow with it.
  EXPECT_LT(visitedPoints[0], 1.2 * points[0]);
  EXPECT_LT(visitedPoints[1], 1.5 * points[1]);
  EXPECT_LT(visitedEdges, 1.2 * edges);
}

// One cluster of triangles of any kind (needles, without area, of one point, edge-on to the cluster's normal, fewer
// than eight) beside points and segments, at the pads that it gives itself: nothing within the distance is missed.
TEST(FeatureClusters, ClustersOfDegenerateTrianglesMissNothing) {
  std::mt19937 random(61);
  std::normal_distribution<double> normal;
  const auto anywhere = [&]() -> Vec3 { return Vec3(normal(random), normal(random), normal(random)); };
  int near = 0, crossed = 0, degenerate = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const double scale = std::pow(10.0, trial % 5 - 3);
    const Vec3 middle = (trial % 2 == 0 ? 0.0 : 20.0) * anywhere();  // places far away round more
    std::vector<std::array<Vec3, 3>> triangles(1 + random() % kClusterLanes);
    for (auto& t : triangles) {
      t[0] = scale * (middle + anywhere());
      t[1] = t[0] + scale * anywhere();
      t[2] = t[0] + scale * anywhere();
      const auto kind = random() % 6;
      if (kind == 0) t[2] = t[0] + 0.3 * (t[1] - t[0]) + 1e-7 * scale * anywhere();
      if (kind == 1) t[2] = t[0] + 0.3 * (t[1] - t[0]);
      if (kind == 2) t[2] = t[1];
      if (kind == 3) t[1] = t[2] = t[0];
      if (kind == 4) t[2] = t[0] + scale * Vec3(normal(random), 0, 0);
      degenerate += kind < 5 ? 1 : 0;
    }
    // Axes as they come, or those of the frame.
    const Mat3 axes = trial % 3 == 0 ? Mat3::Identity() : rotationFromVector(3 * anywhere()).toRotationMatrix();
    ClusterBox box;
    double farthest = 0;
    Aabb along, bounds;
    for (const auto& t : triangles) {
      for (const Vec3& v : t) {
        farthest = std::max(farthest, v.norm());
        along.add(axes * v);
        bounds.add(v);
      }
    }
    const double rounding = 1e-6 * farthest;  // of the slabs; what triangles need themselves is their pad
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) box.axis[i][k] = static_cast<float>(axes(i, k));
      box.lower[i] = static_cast<float>(along.lower[i] - rounding);
      box.upper[i] = static_cast<float>(along.upper[i] + rounding);
    }
    const TriangleCluster cluster = triangleCluster(triangles, box);
    const double distance = scale * std::pow(10.0, -static_cast<int>(random() % 4));
    Group group;
    group.count = kClusterLanes;
    std::array<std::array<Vec3, 2>, kClusterLanes> ends;
    for (int m = 0; m < kClusterLanes; ++m) {
      const auto& t = triangles[random() % triangles.size()];
      const Vec3 on = t[0] + 0.4 * (t[1] - t[0]) + 0.3 * (t[2] - t[0]);
      const Vec3 p0 = on + 0.7 * distance * anywhere(), p1 = on + (on - p0) * (m % 2 == 0 ? 1.0 : 0.1);
      for (const auto& [p, x, y, z] :
           {std::tuple{&p0, &group.x0, &group.y0, &group.z0}, {&p1, &group.x1, &group.y1, &group.z1}}) {
        (*x)[m] = static_cast<float>(p->x());
        (*y)[m] = static_cast<float>(p->y());
        (*z)[m] = static_cast<float>(p->z());
      }
      // As they are in floats.
      ends[static_cast<std::size_t>(m)] = {Vec3(group.x0[m], group.y0[m], group.z0[m]),
                                           Vec3(group.x1[m], group.y1[m], group.z1[m])};
      group.rounding = 0;
    }
    for (const ClusterWalk& walk : clusterWalks()) {
      int number = 0, whose = 0;
      std::array<Hit, 2> hits;
      std::array<int, 2 * kClusterLanes> pairHits, pairMembers;
      Walked walked;
      walked.groups = &group;
      walked.groupCount = 1;
      walked.clusters = {1, &number, &whose};
      walked.hits = hits.data();
      walked.pairHits = pairHits.data();
      walked.pairMembers = pairMembers.data();
      const SearchedTriangles in{nullptr, &box, &cluster};
      const float slack = static_cast<float>(rounding);  // slabs of a place in floats along axes in floats
      walked.reach = static_cast<float>(distance) + slack;
      walk.pointPairs(&box, false, walked);
      walked.reach = static_cast<float>(distance);
      std::array<PointLook, kClusterLanes + 1> pointLooks;
      std::array<unsigned, kClusterLanes> lanes{};
      std::size_t count = walk.trianglesNear(in, walked, pointLooks.data());
      for (std::size_t i = 0; i < count; ++i) {
        lanes[static_cast<std::size_t>(pointLooks[i].member)] = pointLooks[i].lanes;
      }
      walked.reach = slack;
      walk.segmentPairs(&box, walked);
      std::array<Look, kClusterLanes + 1> looks;
      std::array<unsigned, kClusterLanes> met{};
      count = walk.crossings(in, walked, looks.data());
      for (std::size_t i = 0; i < count; ++i) met[static_cast<std::size_t>(looks[i].member)] = looks[i].lanes;
      for (std::size_t m = 0; m < kClusterLanes; ++m) {
        for (std::size_t l = 0; l < triangles.size(); ++l) {
          const auto& t = triangles[l];
          const double squared = closestPointTriangle(ends[m][0], t[0], t[1], t[2]).squared;
          if (squared < distance * distance * (1 - 1e-9)) {
            EXPECT_TRUE((lanes[m] >> l & 1) != 0) << walk.name << " " << trial << " " << m << " " << l;
            ++near;
          }
          if (segmentIntersectsTriangle(ends[m][0], ends[m][1], t)) {
            EXPECT_TRUE((met[m] >> l & 1) != 0) << walk.name << " " << trial << " " << m << " " << l;
            ++crossed;
          }
        }
        for (std::size_t l = triangles.size(); l < kClusterLanes; ++l) {
          EXPECT_EQ((lanes[m] | met[m]) >> l & 1, 0U) << "a lane without a triangle";
        }
      }
    }
  }
  EXPECT_GT(near, 100000);
  EXPECT_GT(crossed, 20000);
  EXPECT_GT(degenerate, 50000);
}

// Whatever the processor can do, what is found is the same to the bit, and in the same order.
TEST(FeatureClusters, InstructionSetsAgreeToTheBit) {
  std::mt19937 random(23);
  const auto walks = clusterWalks();
  if (walks.size() < 2) GTEST_SKIP() << "this processor has one set of instructions to choose from";
  using InOrder = std::vector<std::pair<int, int>>;
  struct Run {
    std::vector<std::array<unsigned, 5>> looks;
    std::vector<float> heights;
    InOrder edges, crossings, ways;
    std::vector<std::array<unsigned, 3>> groups;
    std::vector<float> boxes;
    void add(const Group& group) {
      groups.push_back({static_cast<unsigned>(group.count), group.outside, static_cast<unsigned>(group.items[0])});
      for (int a = 0; a < 3; ++a) boxes.insert(boxes.end(), {group.lower[a], group.upper[a], group.rounding});
    }
  };
  std::size_t looks = 0, edges = 0, crossings = 0, ways = 0;
  for (int trial = 0; trial < 24; ++trial) {
    const double squeeze = trial % 2 == 0 ? 1 : 1e-3;
    const auto a = ContactGeometry::make(MeshShape{ripples(1, 39, 20, squeeze)}, 0);
    const auto b = ContactGeometry::make(MeshShape{ripples(0.9, 36, 21, squeeze)}, 0);
    const Transform X = randomPose(random, 0.7), before{X.q, X.p + Vec3(0.02, -0.01, 0.006)};
    const double distance = 0.02;
    std::vector<Run> runs;
    for (const ClusterWalk& walk : walks) {
      ClusterSearch search(walk);
      Run& run = runs.emplace_back();
      b->clusters->points(
          X, &before, *a->clusters, distance, search, [&](const Group& group, std::span<const PointLook> found) {
            run.add(group);
            for (const PointLook& look : found) {
              run.looks.push_back({static_cast<unsigned>(look.cluster),
                                   static_cast<unsigned>(group.items[static_cast<std::size_t>(look.member)]),
                                   look.lanes, look.above, static_cast<unsigned>(look.count)});
              for (int l = 0; l < kClusterLanes; ++l) run.heights.push_back(look.height[l]);
            }
            a->clusters->waysMeet(group, search, ~0U,
                                  [&](std::size_t m, int t) { run.ways.emplace_back(group.items[m], t); });
          });
      b->clusters->points(
          X, nullptr, *a->clusters, distance, search, [&](const Group& group, std::span<const PointLook> found) {
            run.add(group);
            for (const PointLook& look : found) {
              run.looks.push_back({static_cast<unsigned>(look.cluster),
                                   static_cast<unsigned>(group.items[static_cast<std::size_t>(look.member)]),
                                   look.lanes, look.above, static_cast<unsigned>(look.count)});
            }
          });
      b->clusters->oneOfEach(X, before, *a->clusters, search,
                             [&](const Group& group, std::span<const Look>) { run.add(group); });
      b->clusters->edges(X, *a->clusters, distance, search, [&](const Group& group, std::span<const Look> found) {
        run.add(group);
        a->clusters->eachEdge(found, [&](std::size_t m, int f) { run.edges.emplace_back(group.items[m], f); });
      });
      b->clusters->edgesAcross(X, *a->clusters, search, [&](const Group& group, std::span<const Look> found) {
        run.add(group);
        // Which cross is decided exactly, so those that do not may be others.
        a->clusters->eachTriangle(found, [&](std::size_t m, int t) {
          const int item = group.items[m];
          const auto& [v0, v1] = b->clusters->across()[static_cast<std::size_t>(item)];
          const Vec3 p0 = X * b->points[static_cast<std::size_t>(v0)], p1 = X * b->points[static_cast<std::size_t>(v1)];
          if (segmentIntersectsTriangle(p0, p1, corners(*a->mesh, t))) run.crossings.emplace_back(item, t);
        });
      });
    }
    for (const Run& run : runs) {
      EXPECT_EQ(run.looks, runs[0].looks);
      EXPECT_EQ(run.heights, runs[0].heights);
      EXPECT_EQ(run.ways, runs[0].ways);
      EXPECT_EQ(run.groups, runs[0].groups);
      EXPECT_EQ(run.boxes, runs[0].boxes);
      EXPECT_EQ(run.edges, runs[0].edges);
      EXPECT_EQ(run.crossings, runs[0].crossings);
    }
    looks += runs[0].looks.size();
    edges += runs[0].edges.size();
    crossings += runs[0].crossings.size();
    ways += runs[0].ways.size();
  }
  EXPECT_GT(looks, 250U);
  EXPECT_GT(edges, 500U);
  EXPECT_GT(crossings, 100U);
  EXPECT_GT(ways, 50U);
}

// A part that is a hundred thousand times larger: its edges reach far beyond the small one, where floats hold fewer
// digits.
TEST(FeatureClusters, VisitAllThatIsNearAMuchLargerPart) {
  std::mt19937 random(17);
  ClusterSearch search;
  const auto large = ContactGeometry::make(MeshShape{ripples(1000, 39, 20, 1)}, 0);
  const auto small = ContactGeometry::make(MeshShape{ripples(0.01, 36, 21, 1)}, 0);
  int edges = 0, crossings = 0;
  for (int trial = 0; trial < 60; ++trial) {
    // Some point of the large part beside one of the small part.
    const Quat q = randomPose(random, 1).q;
    const Vec3& there = large->points[random() % large->points.size()];
    const Vec3& here = small->points[random() % small->points.size()];
    const Transform X{q, here - q * there + 1e-4 * randomPose(random, 1).p};  // of the large one in the small
    // The distance of one pair, so that this pair is told apart by the last digits.
    std::vector<std::pair<double, std::pair<int, int>>> distances;
    Pairs crossing;
    for (int e = 0; e < static_cast<int>(large->edges.size()); ++e) {
      const ContactEdge& edge = large->edges[static_cast<std::size_t>(e)];
      const Vec3 p0 = X * large->points[static_cast<std::size_t>(edge.v0)];
      const Vec3 p1 = X * large->points[static_cast<std::size_t>(edge.v1)];
      if (closestPointSegment(small->bounds.center(), p0, p1).squared > 1e-3) continue;
      for (int f = 0; f < static_cast<int>(small->edges.size()); ++f) {
        const ContactEdge& other = small->edges[static_cast<std::size_t>(f)];
        const double squared = closestSegmentSegment(p0, p1, small->points[static_cast<std::size_t>(other.v0)],
                                                     small->points[static_cast<std::size_t>(other.v1)])
                                   .squared;
        distances.push_back({std::sqrt(squared), {e, f}});
      }
      for (int t = 0; t < static_cast<int>(small->mesh->triangles().size()); ++t) {
        if (segmentIntersectsTriangle(p0, p1, corners(*small->mesh, t))) crossing.emplace(e, t);
      }
    }
    std::sort(distances.begin(), distances.end());
    for (std::size_t rank : {0, 3, 10, 40}) {
      if (rank >= distances.size()) continue;
      const double distance = distances[rank].first * (1 + 1e-6);
      Pairs visited, crossed;
      large->clusters->edges(
          X, *small->clusters, distance, search, [&](const Group& group, std::span<const Look> looks) {
            small->clusters->eachEdge(looks, [&](std::size_t m, int f) { visited.emplace(group.items[m], f); });
          });
      large->clusters->edgesAcross(X, *small->clusters, search, [&](const Group& group, std::span<const Look> looks) {
        addAll(looks, group, *small->clusters, crossed);
      });
      for (std::size_t i = 0; i <= rank; ++i) EXPECT_TRUE(visited.contains(distances[i].second)) << distance;
      EXPECT_TRUE(std::includes(crossed.begin(), crossed.end(), crossing.begin(), crossing.end()));
      ++edges;
    }
    crossings += static_cast<int>(crossing.size());
  }
  EXPECT_GT(edges, 100);
  EXPECT_GT(crossings, 30);
}

// Points of the large part beside the small one, and the other way round.
TEST(FeatureClusters, VisitPointsOfPartsOfUnequalSize) {
  std::mt19937 random(19);
  ClusterSearch search;
  const auto large = ContactGeometry::make(MeshShape{ripples(1000, 39, 20, 1)}, 0);
  const auto small = ContactGeometry::make(MeshShape{ripples(0.01, 36, 21, 1)}, 0);
  int near = 0;
  for (int trial = 0; trial < 80; ++trial) {
    const Quat q = randomPose(random, 1).q;
    const Vec3& there = large->points[random() % large->points.size()];
    const Vec3& here = small->points[random() % small->points.size()];
    const Transform X_SL{q, here - q * there + 1e-4 * randomPose(random, 1).p};
    const bool swap = trial % 2 == 1;
    const auto& owner = swap ? small : large;
    const auto& target = swap ? large : small;
    const Transform X = swap ? X_SL.inverse() : X_SL;
    std::vector<std::pair<double, std::pair<int, int>>> distances;
    for (int p = 0; p < static_cast<int>(owner->points.size()); ++p) {
      const Vec3 at = X * owner->points[static_cast<std::size_t>(p)];
      if (!swap && (at - small->bounds.center()).norm() > 0.1) continue;
      for (int t = 0; t < static_cast<int>(target->mesh->triangles().size()); ++t) {
        const auto c = corners(*target->mesh, t);
        distances.push_back({std::sqrt(closestPointTriangle(at, c[0], c[1], c[2]).squared), {p, t}});
      }
    }
    std::sort(distances.begin(), distances.end());
    for (std::size_t rank : {0, 3, 10}) {
      if (rank >= distances.size()) continue;
      const double distance = distances[rank].first * (1 + 1e-6);
      Pairs visited;
      owner->clusters->points(X, nullptr, *target->clusters, distance, search,
                              [&](const Group& group, std::span<const PointLook> looks) {
                                for (const PointLook& look : looks) {
                                  for (std::size_t l = 0; l < kClusterLanes; ++l) {
                                    if ((look.lanes >> l & 1) == 0) continue;
                                    visited.emplace(group.items[static_cast<std::size_t>(look.member)],
                                                    target->clusters->triangleCluster(look.cluster).items[l]);
                                  }
                                }
                              });
      for (std::size_t i = 0; i <= rank; ++i) EXPECT_TRUE(visited.contains(distances[i].second)) << distance;
      ++near;
    }
  }
  EXPECT_GT(near, 150);
}

// The edges that are looked for across another part are the listed ones and as many more as connect the points of each
// component; one point of each stands for all.
TEST(FeatureClusters, EdgesAcrossConnectEachComponent) {
  for (const double hidden : {0.0, 1e-3, 10.0}) {
    const auto shells = test::together(*ripples(1, 30, 16, 1), *test::torus(0.2, 0.05, 20, 12), Vec3::Zero());
    const auto g = ContactGeometry::make(MeshShape{shells}, hidden);
    ASSERT_TRUE(g->clusters);
    const auto components = static_cast<std::size_t>(g->mesh->diagnosis().components);
    ASSERT_GE(components, 2U);
    const std::span<const std::array<int, 2>> across = g->clusters->across();
    ASSERT_GE(across.size(), g->edges.size());
    UnionFind sets(g->points.size());
    for (std::size_t i = 0; i < across.size(); ++i) {
      const auto& [v0, v1] = across[i];
      if (i < g->edges.size()) {
        EXPECT_EQ(v0, g->edges[i].v0);
        EXPECT_EQ(v1, g->edges[i].v1);
      } else {
        EXPECT_NE(sets.find(v0), sets.find(v1)) << "more than needed";
      }
      sets.join(v0, v1);
    }
    std::set<int> names;
    for (int i = 0; i < static_cast<int>(g->points.size()); ++i) names.insert(sets.find(i));
    EXPECT_EQ(names.size(), components);
    // On the surface nothing is clear of it: asked of itself, all come.
    ClusterSearch search;
    std::set<int> edges, ones;
    g->clusters->edgesAcross({}, *g->clusters, search, [&](const Group& group, std::span<const Look>) {
      edges.insert(group.items.begin(), group.items.begin() + group.count);
    });
    EXPECT_EQ(edges.size(), across.size());
    g->clusters->oneOfEach({}, {}, *g->clusters, search, [&](const Group& group, std::span<const Look>) {
      for (int m = 0; m < group.count; ++m) ones.insert(sets.find(group.items[static_cast<std::size_t>(m)]));
    });
    EXPECT_EQ(ones, names);
  }
}

TEST(FeatureClusters, AreNotMadeForFewTrianglesOrOpenMeshes) {
  EXPECT_EQ(ContactGeometry::make(Box{Vec3::Ones()}, 0)->clusters, nullptr);
  const auto closed = ripples(1, 42, 20, 1);
  std::vector<Vec3> v(closed->vertices().begin(), closed->vertices().end());
  std::vector<Triangle> t(closed->triangles().begin(), closed->triangles().end());
  EXPECT_NE(ContactGeometry::make(MeshShape{closed}, 0)->clusters, nullptr);
  t.pop_back();
  EXPECT_EQ(ContactGeometry::make(MeshShape{TriangleMesh::build(v, t)}, 0)->clusters, nullptr);
}

}  // namespace
}  // namespace passung::collision
