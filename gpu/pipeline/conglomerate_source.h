// SPDX-License-Identifier: Apache-2.0
// Problem: an engine takes its contacts from the search by conglomerates.
// Method: the narrow phase's seam (collision/narrowphase/face_pair_source.h) over a finder of face pairs: each mesh
// gets
//   its conglomerates, shell and trees once; all queries of a call are one run of the finder (conglomerate_pairs.h).
// Cost: that of the finder; a mesh is made ready in up to a second for 25,000 faces (partitioner `convex`).
// Failure modes: those of the finder. A device that is not there or fails is replaced by the processor, same pairs.
// Models are kept as long as the source lives.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "collision/narrowphase/face_pair_source.h"
#include "core/jobs.h"
#include "gpu/pipeline/pair_backend.h"

namespace passung::gpu {

struct SourceSettings {
  Backend backend = Backend::kCpu;
  Partitioner partitioner = Partitioner::kConvex;
  PartitionLimits limits{};
  ModelSettings model{};
  PairSettings pairs{};
  DeviceSettings device{};
  int threads = 1;  // 0: all cores
};

class ConglomerateSource final : public collision::FacePairSource {
 public:
  // Throws InputError when a setting has no meaning.
  explicit ConglomerateSource(const SourceSettings& settings = {});

  void prepare(const std::shared_ptr<const TriangleMesh>& mesh) override;
  void find(std::span<const collision::FacePairQuery> queries) override;
  [[nodiscard]] std::span<const collision::NearFaces> found(std::size_t query) const override;
  [[nodiscard]] collision::FaceSearchReport report() const override { return report_; }

 private:
  const ConglomerateModel& modelOf(const std::shared_ptr<const TriangleMesh>& mesh);

  SourceSettings settings_;
  Jobs jobs_;
  std::unique_ptr<FacePairFinder> finder_;
  std::unordered_map<const TriangleMesh*, std::unique_ptr<const ConglomerateModel>> models_;  // hold their meshes
  std::vector<ObjectPair> objects_;
  std::vector<collision::NearFaces> faces_;  // of all queries
  std::vector<std::size_t> first_;           // of each query, and the end
  collision::FaceSearchReport report_;
  std::mutex preparing_;
};

}  // namespace passung::gpu
