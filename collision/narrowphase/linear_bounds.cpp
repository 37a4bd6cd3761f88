// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/linear_bounds.h"

#include <array>
#include <cstring>

#include "collision/narrowphase/lanes.h"

namespace passung::collision {
namespace {

using Arrays = std::array<const float*, 7>;  // l, n, p

// Eight floats anywhere in an array.
using Any8 = float __attribute__((vector_size(32), aligned(4), may_alias));

// The first eights of `count`; returns how many.
PASSUNG_KERNEL std::size_t evaluateEights(const Arrays& arrays, const float* A, const float* b, std::size_t count,
                                          float* values) {
  const auto eight = [&arrays](std::size_t k, std::size_t i) -> const Any8& {
    return *reinterpret_cast<const Any8*>(arrays[k] + i);
  };
  const Float8 zero{};
  const Float8 a0 = zero + A[0], a1 = zero + A[1], a2 = zero + A[2];
  const Float8 a3 = zero + A[3], a4 = zero + A[4], a5 = zero + A[5];
  const Float8 a6 = zero + A[6], a7 = zero + A[7], a8 = zero + A[8];
  const Float8 b0 = zero + b[0], b1 = zero + b[1], b2 = zero + b[2];
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const Float8 x = eight(4, i), y = eight(5, i), z = eight(6, i);
    const Float8 sx = a0 * x + a3 * y + a6 * z + b0;
    const Float8 sy = a1 * x + a4 * y + a7 * z + b1;
    const Float8 sz = a2 * x + a5 * y + a8 * z + b2;
    *reinterpret_cast<Any8*>(values + i) = eight(0, i) + eight(1, i) * sx + eight(2, i) * sy + eight(3, i) * sz;
  }
  return i;
}

// The share at each of eight gaps.
PASSUNG_INLINE void shares(const Float8& before, const Float8& after, float radius, float rest, float keep,
                           Float8& share) {
  const Float8 gap = before - radius, end = after - radius;
  const Float8 kept = keep * gap, at = rest - Float8{}, least = gap > rest ? at : kept;
  const Int8 shrinks = (gap > Float8{}) & (end < gap) & (end < least);
  const Float8 one = Float8{} + 1.0f, way = shrinks ? gap - end : one, to = shrinks ? (gap - least) / way : one;
  share = to < share ? to : share;
}

PASSUNG_KERNEL float leastShare(const float* before, const float* after, std::size_t count, float radius, float rest,
                                float keep) {
  Float8 share = Float8{} + 1.0f;
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const Float8 x = *reinterpret_cast<const Any8*>(before + i), y = *reinterpret_cast<const Any8*>(after + i);
    shares(x, y, radius, rest, keep, share);
  }
  if (i < count) {
    // What is missing to eight does not move.
    Float8 x{}, y{};
    std::memcpy(&x, before + i, (count - i) * sizeof(float));
    std::memcpy(&y, after + i, (count - i) * sizeof(float));
    shares(x, y, radius, rest, keep, share);
  }
  float least = 1;
  for (int l = 0; l < 8; ++l) least = share[l] < least ? share[l] : least;
  return least;
}

}  // namespace

float LinearBounds::freeShare(std::span<const float> before, std::span<const float> after, float radius, float rest,
                              float keep) {
  return leastShare(before.data(), after.data(), before.size(), radius, rest, keep);
}

void LinearBounds::at(const Displacement& d, std::size_t count, std::vector<float>& values) const {
  if (values.size() < count) values.resize(count);
  Arrays arrays{};
  for (std::size_t k = 0; k < 7; ++k) arrays[k] = data_[k].data();
  // Eigen's matrices go by columns.
  for (std::size_t i = evaluateEights(arrays, d.A.data(), d.b.data(), count, values.data()); i < count; ++i) {
    values[i] = at(d, i);
  }
}

}  // namespace passung::collision
