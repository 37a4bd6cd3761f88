// SPDX-License-Identifier: Apache-2.0
// Problem: many poses of one object against another, as planning of paths asks: in which do they meet, and what are the
//   contacts?
// Method: two ways to lay the work out, after the study of parallel pose queries by Erbes et al., 2013:
//     kPose   a job walks the hierarchies of one pose, depth first, and ends at the first faces that meet ("KernelA");
//     kQueue  all poses share one queue of pairs of nodes, cut into slices, so that several jobs work for a pose
//             ("KernelD"); round by round, and poses that are known to meet leave the queue (tree_pairs.h).
//   Meeting is decided exactly where the computed distance is not zero; a computed 0 counts as meeting, as the true
//   distance is below rounding then (exact_pairs.h). An empty walk means that they do not meet.
// Cost: kPose: the nodes met before the first meeting faces; kQueue: all nodes of the rounds until then.
// Failure modes: kPose is as slow as its slowest pose where there are fewer poses than threads; kQueue stores all pairs
//   of a round.
// Determinism: the same bits for either layout, any slice and any number of threads.
#pragma once

#include <span>
#include <vector>

#include "gpu/references/tree_pairs.h"

namespace passung::gpu {

enum class PoseLayout { kPose, kQueue };

struct BulkSettings {
  PoseLayout layout = PoseLayout::kPose;
  bool contacts = false;  // all contacts within the distance, or only whether faces meet
  TreeSettings queue;     // slices and the start of the queue
};

// The models must outlive the call.
struct BulkQuery {
  const TreeModel* a = nullptr;
  const TreeModel* b = nullptr;
  std::span<const Transform> X_AB;  // poses of the mesh of B in the frame of the mesh of A; unit quaternions
  double distance = 0;              // [m], of the contacts
};

struct BulkReport {
  double seconds = 0;
  long long nodeTests = 0;
  long long exactTests = 0;  // pairs of faces
  int meeting = 0;           // poses
};

struct BulkResult {
  std::vector<unsigned char> meets;   // of the poses: 1 when any faces of the surfaces meet
  std::vector<FaceContact> contacts;  // when wanted: sorted by (pose, faceA, faceB); pair.object is the pose
  BulkReport report;
};

// Throws InputError when the distance is negative, a pose not a finite one or a setting not positive.
[[nodiscard]] BulkResult bulkPoses(const BulkQuery& query, const BulkSettings& settings, Jobs& jobs);

}  // namespace passung::gpu
