// SPDX-License-Identifier: Apache-2.0
// Memory that runs out, for tests of what is left behind then.
#pragma once

namespace passung::gpu::test {

// As long as it lives, this thread gets so many blocks of memory, then std::bad_alloc.
class MemoryFor {
 public:
  explicit MemoryFor(long long blocks);
  ~MemoryFor();
  MemoryFor(const MemoryFor&) = delete;
  MemoryFor& operator=(const MemoryFor&) = delete;
};

}  // namespace passung::gpu::test
