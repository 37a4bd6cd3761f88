// SPDX-License-Identifier: Apache-2.0
// FNV-1a, 64 bit: a hash of bytes, the same on every little-endian machine. Not cryptographic.
#pragma once

#include <cstddef>
#include <cstdint>

namespace passung {

inline constexpr std::uint64_t kHashSeed = 14695981039346656037ULL;

inline std::uint64_t hashBytes(const void* data, std::size_t size, std::uint64_t h = kHashSeed) {
  const auto* p = static_cast<const unsigned char*>(data);
  for (std::size_t i = 0; i < size; ++i) h = (h ^ p[i]) * 1099511628211ULL;
  return h;
}

inline std::uint64_t hashDouble(double x, std::uint64_t h) { return hashBytes(&x, sizeof x, h); }

}  // namespace passung
