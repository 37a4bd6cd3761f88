// SPDX-License-Identifier: Apache-2.0
// Numbers that are worked on together. The compiler aligns them as the least instruction set asks, so what holds them
// is aligned for the largest.
#pragma once

// A function compiled for several instruction sets, of which the processor's best is taken when the program starts; the
// arithmetic, and so the result, is the same for all. Where compiler and loader can choose between them.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define PASSUNG_KERNEL __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define PASSUNG_KERNEL
#endif

namespace passung::collision {

using Float4 = float __attribute__((vector_size(16)));
using Int4 = int __attribute__((vector_size(16)));
using Float8 = float __attribute__((vector_size(32)));
using Int8 = int __attribute__((vector_size(32)));

}  // namespace passung::collision
