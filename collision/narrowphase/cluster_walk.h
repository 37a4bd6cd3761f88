// SPDX-License-Identifier: Apache-2.0
// Problem: the walk from a group of eight points or segments to the triangles or edges near it, thousands of times a
//   step.
// Method: blocks of eight boxes, then a cluster's own box, thin along its normal, then the features themselves, eight
//   at a time in floats. A triangle is near a point that is within the distance of its plane and, in the plane, of its
//   three sides' lines. Nothing branches on whether a box is near, which cannot be foretold: each stage packs what is
//   into a list for the next. The whole way of a group is one function.
// Several instruction sets have the same source (cluster_walk.inl) and the same arithmetic, so the same results; the
//   processor's best is taken. Only crossings() rounds as it likes: of what it finds exact tests decide, and nothing
//   else depends on it.
#pragma once

#include <span>

#include "collision/narrowphase/cluster_kernels.h"
#include "collision/narrowphase/cluster_tree.h"
#include "collision/narrowphase/free_space.h"

namespace passung::collision {

// Features of a cluster near one member of a group.
struct Look {
  int cluster;
  int member;
  unsigned lanes;  // bits
};
// Triangles of a cluster near a point.
struct alignas(32) PointLook {
  Float8 height;  // above their planes [m]
  int cluster;
  int member;
  unsigned lanes;  // bits
  int count;       // of lanes
  unsigned above;  // lanes of triangles whose face the point is over, surely within the distance
};
// A cluster that the ways of these members of a group may have met.
struct Way {
  int cluster;
  unsigned members;  // bits
};
struct Found {
  std::size_t looks = 0, ways = 0;
};

// A cluster that members of a group are near, with their places along its axes: points and first ends, second ends.
struct alignas(32) Hit {
  Float8 s[3], t[3];
  int cluster;
};
// What a walk notes on its way, each with room for what may be found and eight more.
struct WalkScratch {
  int* blocks = nullptr;
  int* clusters = nullptr;
  Hit* hits = nullptr;
  int* pairHits = nullptr;
  int* pairMembers = nullptr;
};

// Where a group looks: the nodes that were found for its company, of a tree of clusters with these boxes.
struct Searched {
  const ClusterTree* tree = nullptr;
  const ClusterBox* boxes = nullptr;
  const int* nodes = nullptr;
  std::size_t nodeCount = 0;
  WalkScratch scratch{};
};
struct SearchedTriangles : Searched {
  const TriangleCluster* clusters;
};
struct SearchedEdges : Searched {
  const EdgeCluster* clusters;
};

// Where those who ask come to be, relative to the middle of the mesh that is asked: their first ends and their second.
struct Motion {
  double R0[9], p0[3], R1[9], p1[3];  // rotations by columns
  float f0[9], f1[9];                 // the rotations again
};
// What is known of the mesh as a whole.
struct Surroundings {
  float lower[3], upper[3];  // its box
  FreeSpace::Grid grid;
  const int* cells;
  const FreePiece* pieces;
};
// A company with the places of its groups (`each` of a group) and their items; points come on their ways or without.
struct Askers {
  const Company* company;
  const Places* places;
  std::size_t each;
  const int* items;
  bool ways;
};

// What is written at most for a node.
inline constexpr std::size_t kClustersOfNode = kClusterLanes * kClusterLanes;
inline constexpr std::size_t kLooksOfNode = kClusterLanes * kClustersOfNode;

struct ClusterWalk {
  const char* name;  // of the instruction set
  // Places a company and leaves those out that are farther than `distance` [m] from the box of the mesh, by their first
  // ends, or known to be outside and that far from its surface: by their points (one place each) or by their segments.
  // Returns in how many groups the others are. Points without ways have no second ends.
  std::size_t (*gather)(const Askers& askers, const Motion& motion, const Surroundings& around, float distance,
                        Group* groups);
  // Nodes that have blocks within `distance` [m] of the box [lower, upper]; `queue` and `found` have room for all and
  // eight more. Returns how many.
  std::size_t (*nodes)(const ClusterTree& tree, const Float4& lower, const Float4& upper, float distance, int* queue,
                       int* found);
  // Triangles within `distance` [m] of points, and perhaps some others; the ways of those not known to be outside,
  // unless `ways` is null.
  Found (*trianglesNear)(const SearchedTriangles& in, const Group& points, float distance, PointLook* looks, Way* ways);
  // Triangles that the ways of these members (bits) meet, and perhaps some others. Returns how many looks.
  std::size_t (*waysMeet)(const SearchedTriangles& in, const Group& points, std::span<const Way> ways, unsigned members,
                          Look* looks);
  // Edges within `distance` [m] of segments, and perhaps some others. Returns how many looks.
  std::size_t (*edgesNear)(const SearchedEdges& in, const Group& segments, float distance, Look* looks);
  // Triangles that segments meet, and perhaps some others. Returns how many looks.
  std::size_t (*crossings)(const SearchedTriangles& in, const Group& segments, Look* looks);
};

// The best for this processor.
const ClusterWalk& clusterWalk();
// All that this processor can run: the first needs nothing beyond the least it may have.
std::span<const ClusterWalk> clusterWalks();

}  // namespace passung::collision
