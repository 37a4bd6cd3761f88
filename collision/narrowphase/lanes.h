// SPDX-License-Identifier: Apache-2.0
// Numbers that are worked on together. The compiler aligns them as the least instruction set asks, so what holds them
// is aligned for the largest.
#pragma once

namespace passung::collision {

using Float4 = float __attribute__((vector_size(16)));
using Int4 = int __attribute__((vector_size(16)));
using Float8 = float __attribute__((vector_size(32)));
using Int8 = int __attribute__((vector_size(32)));

}  // namespace passung::collision
