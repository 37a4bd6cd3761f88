// SPDX-License-Identifier: Apache-2.0
// Problem: the walk from a group of eight points or segments to the triangles or edges near it, thousands of times a
//   step.
// Method: blocks of eight boxes, then a cluster's own box, thin along its normal, then the features themselves, eight
//   at a time in floats. A triangle is near a point that is within the distance of its plane and, in the plane, of its
//   three sides' lines. Nothing branches on whether a box is near, which cannot be foretold: each stage packs what is
//   into a list for the next. The whole way of a group is one function.
// Several instruction sets have the same source (cluster_walk.inl) and the same arithmetic, so the same results; the
//   processor's best is taken.
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

// What a walk notes on its way, each with room for what may be found and eight more.
struct WalkScratch {
  int* blocks = nullptr;
  int* clusters = nullptr;
  int* pairClusters = nullptr;
  int* pairMembers = nullptr;
};

// Where a group looks: the nodes that were found for its company, of a tree of clusters with these boxes and frames.
struct Searched {
  const ClusterTree* tree = nullptr;
  const ClusterBox* boxes = nullptr;
  const ClusterFrame* frames = nullptr;
  const int* nodes = nullptr;
  std::size_t nodeCount = 0;
  WalkScratch scratch{};
};
struct SearchedTriangles : Searched {
  const TriangleCluster* clusters;
  const TriangleSides* sides;
};
struct SearchedEdges : Searched {
  const EdgeCluster* clusters;
};

// What is written at most for a node.
inline constexpr std::size_t kLooksOfNode = kClusterLanes * kClusterLanes * kClusterLanes;

struct ClusterWalk {
  const char* name;  // of the instruction set
  // Members that are outside and farther than `distance` [m] from the surface, as bits: by their points, or by their
  // segments.
  unsigned (*clear)(const FreePiece& piece, const Group& group, float distance, bool segments);
  // Nodes that have blocks within `distance` [m] of the box [lower, upper]; `found` has room for all and one more.
  // Returns how many.
  std::size_t (*nodes)(const ClusterTree& tree, const Float4& lower, const Float4& upper, float distance, int* found);
  // Triangles within `distance` [m] of points, and perhaps some others; the ways, unless `ways` is null.
  Found (*trianglesNear)(const SearchedTriangles& in, const Group& points, float distance, PointLook* looks, Way* ways);
  // Those of `members` whose way may have met a triangle, as bits.
  unsigned (*waysMeet)(const SearchedTriangles& in, const Group& points, std::span<const Way> ways, unsigned members);
  // Edges within `distance` [m] of segments, and perhaps some others.
  Found (*edgesNear)(const SearchedEdges& in, const Group& segments, float distance, Look* looks);
  // Triangles that segments meet, and perhaps some others.
  Found (*crossings)(const SearchedTriangles& in, const Group& segments, Look* looks);
};

// The best for this processor.
const ClusterWalk& clusterWalk();
// All that this processor can run: the first needs nothing beyond the least it may have.
std::span<const ClusterWalk> clusterWalks();

}  // namespace passung::collision
