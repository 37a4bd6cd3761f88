// SPDX-License-Identifier: Apache-2.0
// The whole program's operator new is replaced. Only threads that ask for it run out of memory.
#include "tests/gpu/failing_memory.h"

#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr long long kAll = std::numeric_limits<long long>::max();
thread_local long long blocksLeft = kAll;

}  // namespace

void* operator new(std::size_t bytes) {
  if (blocksLeft != kAll && blocksLeft-- <= 0) throw std::bad_alloc();
  if (void* memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace passung::gpu::test {

MemoryFor::MemoryFor(long long blocks) { blocksLeft = blocks; }
MemoryFor::~MemoryFor() { blocksLeft = kAll; }

}  // namespace passung::gpu::test
