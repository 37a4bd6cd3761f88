// SPDX-License-Identifier: Apache-2.0
// The conglomerates of a model as blocks (kernels/conglomerate_block.h), packed when they are to be sent to a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "gpu/kernels/conglomerate_block.h"
#include "gpu/pipeline/conglomerate_model.h"
#include "gpu/pipeline/pair_device.h"

namespace passung::gpu {

// Hands out room in a block, array after array, each aligned to 16 bytes.
class BlockRoom {
 public:
  // The offset of `count` items. Throws DeviceError when the block takes 4 GB or more.
  template <class T>
  std::uint32_t take(std::size_t count) {
    const std::size_t offset = used_;
    used_ = (used_ + count * sizeof(T) + 15) / 16 * 16;
    if (used_ > std::numeric_limits<std::uint32_t>::max())
      throw DeviceError("a conglomerate takes 4 GB or more; make conglomerates smaller");
    return static_cast<std::uint32_t>(offset);
  }
  [[nodiscard]] std::uint32_t used() const { return static_cast<std::uint32_t>(used_); }

 private:
  std::size_t used_ = 0;
};

// Bytes of all blocks of a model, known without packing them. Throws DeviceError when a conglomerate cannot be one.
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
