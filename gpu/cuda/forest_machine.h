// SPDX-License-Identifier: Apache-2.0
// The CUDA device that builds trees over samples. Here only what the rest of the program may see; no header of CUDA is
// needed.
#pragma once

#include <memory>

#include "gpu/trees/forest_machine.h"

namespace passung::gpu::cuda {

// The first device. Throws DeviceError when there is none that can be used.
[[nodiscard]] std::unique_ptr<ForestMachine> openForestMachine();

}  // namespace passung::gpu::cuda
