// SPDX-License-Identifier: Apache-2.0
// Problem: the walk from groups of eight points or segments to the triangles or edges near them, thousands of times a
//   step.
// Method: blocks of eight boxes, then a cluster's own box, thin along its normal, then the features themselves, eight
//   at a time in floats. A triangle is near a point that is within the distance of its plane and, seen along the
//   cluster's normal, of its three sides' lines and of the ends of the longest. Nothing branches on whether a box is
//   near, which cannot be foretold: each stage packs what is into a list for the next, for all groups of a company
//   together, so that the processor seldom waits for a list to end.
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
  int group, member;
  unsigned lanes;  // bits
};
// Triangles of a cluster near a point.
struct alignas(32) PointLook {
  Float8 height;  // above their planes [m]
  int cluster;
  int group, member;
  unsigned lanes;  // bits
  int count;       // of lanes
  unsigned above;  // lanes of triangles whose face the point is over; if above their plane, surely within the distance
};
// A cluster that the ways of these members of a group may have met.
struct Way {
  int cluster;
  int group;
  unsigned members;  // bits
};

// Eight times a group's box, grown by a distance.
struct alignas(32) Around {
  Float8 lower[3], upper[3];
};
// A cluster that members of a group are near, with their places along its axes: points and first ends, second ends.
struct alignas(32) Hit {
  Float8 s[3], t[3];
  int cluster, group;
};
// A list, and for which groups what is in it was found.
struct Listed {
  std::size_t count = 0;
  int* numbers = nullptr;
  int* groups = nullptr;
};
// The lists of a walk for the groups of a company, each with room for all that its stage may find: of numbers for
// whole eights, of others for one more that is tried at the end.
struct Walked {
  const Group* groups = nullptr;
  std::size_t groupCount = 0;
  float rounding = 0;  // of their places [m]
  float reach = 0;     // how far they look, rounding and all [m]
  std::span<const int> nodes;
  Around* around = nullptr;
  Listed blocks, clusters;
  Hit* hits = nullptr;
  std::size_t hitCount = 0;
  std::size_t pairs = 0;  // of hits and members that are to be looked at
  int* pairHits = nullptr;
  int* pairMembers = nullptr;
  std::size_t ways = 0;
  Way* way = nullptr;
};
// Where they look.
struct SearchedTriangles {
  const ClusterTree* tree;
  const ClusterBox* boxes;
  const TriangleCluster* clusters;
};
struct SearchedEdges {
  const ClusterTree* tree;
  const ClusterBox* boxes;
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
  // The blocks of the walk's nodes near each group, then the clusters near, then the pairs of these and of points, with
  // the ways of those not known to be outside or without, or of segments.
  void (*blocks)(const ClusterTree& tree, Walked& walk);
  void (*clusters)(const ClusterTree& tree, Walked& walk);
  void (*pointPairs)(const ClusterBox* boxes, bool ways, Walked& walk);
  void (*segmentPairs)(const ClusterBox* boxes, Walked& walk);
  // Triangles within the walk's reach of points, and perhaps some others. Returns how many looks; one more is tried at
  // the end, here and below.
  std::size_t (*trianglesNear)(const SearchedTriangles& in, const Walked& walk, PointLook* looks);
  // Triangles that the ways of these members (bits) of a group meet, and perhaps some others.
  std::size_t (*waysMeet)(const SearchedTriangles& in, const Group& points, std::span<const Way> ways, unsigned members,
                          Look* looks);
  // Edges within the walk's reach of segments, and perhaps some others.
  std::size_t (*edgesNear)(const SearchedEdges& in, const Walked& walk, Look* looks);
  // Triangles that segments meet, and perhaps some others.
  std::size_t (*crossings)(const SearchedTriangles& in, const Walked& walk, Look* looks);
};

// The best for this processor.
const ClusterWalk& clusterWalk();
// All that this processor can run: the first needs nothing beyond the least it may have.
std::span<const ClusterWalk> clusterWalks();

}  // namespace passung::collision
