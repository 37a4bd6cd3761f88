// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace passung {
inline constexpr const char* kVersion = "0.1.0";
}
