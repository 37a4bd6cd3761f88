// SPDX-License-Identifier: Apache-2.0
// The conglomerates of a model as blocks (kernels/conglomerate_block.h), packed when they are to be sent to a device.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gpu/kernels/conglomerate_block.h"
#include "gpu/pipeline/conglomerate_model.h"

namespace passung::gpu {

// Bytes of all blocks of a model, known without packing them.
class ModelBlocks {
 public:
  explicit ModelBlocks(const ConglomerateModel& model) { update(model); }

  // After a deformation: takes over what has changed. Precondition of the other functions: it is up to date.
  void update(const ConglomerateModel& model);

  [[nodiscard]] long long bytesOf(int conglomerate) const {
    return layouts_[static_cast<std::size_t>(conglomerate)].bytes;
  }
  // Writes a block; `memory` is aligned to 16 bytes and holds bytesOf(conglomerate). `model` as at the last update.
  void pack(const ConglomerateModel& model, int conglomerate, std::byte* memory) const;

 private:
  std::vector<ConglomerateBlock> layouts_;
  std::vector<int> revisions_;  // of the conglomerates when they were laid out
};

}  // namespace passung::gpu
