// SPDX-License-Identifier: Apache-2.0
// Numbers that are worked on together. The compiler aligns them as the least instruction set asks, so what holds them
// is aligned for the largest.
#pragma once

// A function compiled for several instruction sets, of which the processor's best is taken when the program starts; the
// arithmetic, and so the result, is the same for all. Where compiler and loader can choose between them.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define PASSUNG_DISPATCH
#define PASSUNG_KERNEL __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define PASSUNG_KERNEL
#endif

// Part of a kernel, compiled for the kernel's instruction set.
#define PASSUNG_INLINE inline __attribute__((always_inline))

namespace passung::collision {

using Float4 = float __attribute__((vector_size(16)));
using Int4 = int __attribute__((vector_size(16)));
using Float8 = float __attribute__((vector_size(32)));
using Int8 = int __attribute__((vector_size(32)));

// One bit for each lane that is set.
inline unsigned bitsOf(const Int8& mask) {
  const Int8 a = mask & Int8{1, 2, 4, 8, 16, 32, 64, 128};
  const Int8 b = a | __builtin_shufflevector(a, a, 4, 5, 6, 7, 0, 1, 2, 3);
  const Int8 c = b | __builtin_shufflevector(b, b, 2, 3, 0, 1, 6, 7, 4, 5);
  return static_cast<unsigned>(c[0] | c[1]);
}

}  // namespace passung::collision
