// SPDX-License-Identifier: Apache-2.0
#include "gpu/references/bulk_poses.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/error.h"
#include "gpu/kernels/pose_walk.h"
#include "gpu/pipeline/placing.h"

namespace passung::gpu {
namespace {

// The poses as pairs of objects. Where only meeting counts, boxes and faces are compared at distance zero.
struct Poses {
  std::vector<TreePlacement> placed;
  std::vector<PlacedMeshes> meshes;
};

Poses placedPoses(const BulkQuery& q, bool contacts) {
  Poses poses;
  for (std::size_t i = 0; i < q.X_AB.size(); ++i) {
    TreeObjects o{q.a, q.b, q.X_AB[i], q.distance};
    (void)checkedPlacement(o.X_AB, o.distance, i);
    if (!contacts) o.distance = 0;
    poses.placed.push_back(placedTrees(o, i));
    poses.meshes.push_back(placedMeshes(o));
  }
  return poses;
}

void meetingByPose(const Poses& poses, Jobs& jobs, BulkResult& result) {
  std::vector<long long> nodeTests(poses.placed.size()), exactTests(poses.placed.size());
  jobs.parallelFor(static_cast<int>(poses.placed.size()), [&](int pose) {
    const auto i = static_cast<std::size_t>(pose);
    nodeTests[i] = walkTrees(poses.placed[i], [&](int faceA, int faceB) {
      ++exactTests[i];
      if (squaredWithin(poses.meshes[i], faceA, faceB) > 0) return false;
      result.meets[i] = 1;
      return true;
    });
  });
  for (std::size_t i = 0; i < poses.placed.size(); ++i) {
    result.report.nodeTests += nodeTests[i];
    result.report.exactTests += exactTests[i];
  }
}

void meetingByQueue(const Poses& poses, const TreeSettings& settings, Jobs& jobs, BulkResult& result) {
  PairQueue queue(settings);
  std::vector<double> squared;
  std::vector<FaceContact> meeting;
  const auto testLeaves = [&] {
    exactContacts(queue.leaves(), poses.meshes, settings.slice, jobs, squared, meeting);
    result.report.exactTests += static_cast<long long>(queue.leaves().size());
    for (const FaceContact& c : meeting) result.meets[static_cast<std::size_t>(c.pair.object)] |= c.squared == 0;
    queue.leaves().clear();
    queue.filter([&](const NodePair& p) { return result.meets[static_cast<std::size_t>(p.object)] == 0; });
  };
  queue.start(poses.placed);
  testLeaves();
  while (!queue.empty()) {
    queue.round(poses.placed, jobs);
    testLeaves();
  }
  result.report.nodeTests = queue.nodeTests();
}

// Pairs of faces whose boxes are near, of all poses.
std::vector<FacePair> nearPairs(const Poses& poses, const BulkSettings& settings, Jobs& jobs, long long& nodeTests) {
  if (settings.layout == PoseLayout::kQueue) {
    PairQueue queue(settings.queue);
    queue.start(poses.placed);
    while (!queue.empty()) queue.round(poses.placed, jobs);
    nodeTests = queue.nodeTests();
    return std::move(queue.leaves());
  }
  std::vector<std::vector<FacePair>> ofPose(poses.placed.size());
  std::vector<long long> tests(poses.placed.size());
  jobs.parallelFor(static_cast<int>(poses.placed.size()), [&](int pose) {
    const auto i = static_cast<std::size_t>(pose);
    tests[i] = walkTrees(poses.placed[i], [&](int faceA, int faceB) {
      ofPose[i].push_back({pose, faceA, faceB});
      return false;
    });
  });
  std::vector<FacePair> pairs;
  for (std::size_t i = 0; i < ofPose.size(); ++i) {
    pairs.insert(pairs.end(), ofPose[i].begin(), ofPose[i].end());
    nodeTests += tests[i];
  }
  return pairs;
}

}  // namespace

BulkResult bulkPoses(const BulkQuery& query, const BulkSettings& settings, Jobs& jobs) {
  if (settings.queue.slice < 1 || settings.queue.queueStart < 1)
    throw InputError("", "poses in bulk", "a size is below one", "give sizes of one or more");
  checkItemCount(query.X_AB.size(), "poses");
  const auto start = std::chrono::steady_clock::now();
  const Poses poses = placedPoses(query, settings.contacts);
  BulkResult result;
  result.meets.assign(query.X_AB.size(), 0);
  if (settings.contacts) {
    std::vector<FacePair> pairs = nearPairs(poses, settings, jobs, result.report.nodeTests);
    sortPairs(pairs, static_cast<int>(query.X_AB.size()));
    std::vector<double> squared;
    exactContacts(pairs, poses.meshes, settings.queue.slice, jobs, squared, result.contacts);
    result.report.exactTests = static_cast<long long>(pairs.size());
    for (const FaceContact& c : result.contacts)
      result.meets[static_cast<std::size_t>(c.pair.object)] |= static_cast<unsigned char>(c.squared == 0);
  } else if (settings.layout == PoseLayout::kPose) {
    meetingByPose(poses, jobs, result);
  } else {
    meetingByQueue(poses, settings.queue, jobs, result);
  }
  result.report.meeting = static_cast<int>(std::count(result.meets.begin(), result.meets.end(), 1));
  result.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace passung::gpu
