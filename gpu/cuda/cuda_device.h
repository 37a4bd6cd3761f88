// SPDX-License-Identifier: Apache-2.0
// The CUDA device that runs units. Here only what the rest of the program may see; no header of CUDA is needed.
#pragma once

#include <memory>

#include "gpu/pipeline/pair_backend.h"
#include "gpu/pipeline/pair_device.h"

namespace passung::gpu::cuda {

// The first device and its memory, or why there is none that can be used. Whatever the runtime says counts as none.
[[nodiscard]] DeviceStatus status();

// The first device. Throws DeviceError when there is none that can be used.
[[nodiscard]] std::unique_ptr<PairDevice> openDevice();

// Free memory of the first device [bytes]. Throws DeviceError.
[[nodiscard]] long long freeBytes();

}  // namespace passung::gpu::cuda
