// SPDX-License-Identifier: Apache-2.0
// The functions of a ClusterWalk (cluster_walk.h). Included once for each instruction set, in a namespace of its own;
// not each of them is used of each.

// One bit for each lane that is set.
PASSUNG_INLINE unsigned bits(const Int8& mask) {
#ifdef PASSUNG_AVX2
  return static_cast<unsigned>(__builtin_ia32_movmskps256(__builtin_bit_cast(Float8, mask)));
#else
  return bitsOf(mask);
#endif
}

// x < y ? x : y and x > y ? x : y: one instruction each, which the compiler does not always see.
PASSUNG_INLINE void lesser(const Float8& x, const Float8& y, Float8& result) {
#ifdef PASSUNG_AVX2
  result = __builtin_ia32_minps256(x, y);
#else
  result = x < y ? x : y;
#endif
}
PASSUNG_INLINE void greater(const Float8& x, const Float8& y, Float8& result) {
#ifdef PASSUNG_AVX2
  result = __builtin_ia32_maxps256(x, y);
#else
  result = x > y ? x : y;
#endif
}

// Which of eight numbers come one after the other, if those are kept whose bits are set.
class Packing {
 public:
#ifdef PASSUNG_AVX2
  explicit PASSUNG_INLINE Packing(unsigned mask)
      : order_(__builtin_ia32_pmovzxbd256(
            __builtin_bit_cast(Bytes16, Two{*reinterpret_cast<const Eight*>(kSetBits[mask].data()), 0}))),
        count_(static_cast<std::size_t>(std::popcount(mask))) {}
  // Eight are written; the first is repeated.
  PASSUNG_INLINE void write(const Int8& eight, int* to) const {
    *reinterpret_cast<Any8*>(to) = __builtin_ia32_permvarsi256(eight, order_);
  }
  PASSUNG_INLINE void writePlaces(int* to) const { *reinterpret_cast<Any8*>(to) = order_; }
  PASSUNG_INLINE void operator()(const Float8& eight, Float8& result) const {
    result = __builtin_ia32_permvarsf256(eight, order_);
  }

 private:
  using Eight = long long __attribute__((aligned(8), may_alias));
  using Two = long long __attribute__((vector_size(16)));
  using Bytes16 = char __attribute__((vector_size(16)));
  using Any8 = int __attribute__((vector_size(32), aligned(4), may_alias));
  Int8 order_;
#else
  explicit Packing(unsigned mask) : mask_(mask), count_(static_cast<std::size_t>(std::popcount(mask))) {}
  void write(const Int8& eight, int* to) const {
    for (unsigned rest = mask_; rest != 0; rest &= rest - 1) *to++ = eight[std::countr_zero(rest)];
  }
  void writePlaces(int* to) const {
    for (unsigned rest = mask_; rest != 0; rest &= rest - 1) *to++ = std::countr_zero(rest);
  }
  PASSUNG_INLINE void operator()(const Float8& eight, Float8& result) const {
    result = Float8{} + (mask_ == 0 ? 0 : eight[std::countr_zero(mask_)]);
    int l = 0;
    for (unsigned rest = mask_; rest != 0; rest &= rest - 1) result[l++] = eight[std::countr_zero(rest)];
  }

 private:
  unsigned mask_;
#endif
  std::size_t count_;

 public:
  [[nodiscard]] PASSUNG_INLINE std::size_t count() const { return count_; }
};

// Those of `bits` where the bits of `mask` are set, one after the other.
PASSUNG_INLINE unsigned packed(unsigned bits, unsigned mask) {
#ifdef PASSUNG_AVX2
  return __builtin_ia32_pext_si(bits, mask);
#else
  unsigned result = 0;
  for (int l = 0; mask != 0; mask &= mask - 1) result |= (bits >> std::countr_zero(mask) & 1) << l++;
  return result;
#endif
}

// Appends those of eight numbers whose bits are set, in order; returns how many. Eight are written.
PASSUNG_INLINE std::size_t append(const int* eight, unsigned mask, int* to) {
  using Any8 = int __attribute__((vector_size(32), aligned(4), may_alias));
  const Packing packing(mask);
  packing.write(*reinterpret_cast<const Any8*>(eight), to);
  return packing.count();
}
// ... the places of the bits that are set.
PASSUNG_INLINE std::size_t appendBits(unsigned mask, int* to) {
  const Packing packing(mask);
  packing.writePlaces(to);
  return packing.count();
}
// Eight times the same number.
PASSUNG_INLINE void fillEight(int value, int* to) {
  for (int l = 0; l < kClusterLanes; ++l) to[l] = value;
}

PASSUNG_INLINE void clampToUnit(Float8& t) {
  const Float8 zero{}, one = zero + 1.0f;
  greater(t, zero, t);
  lesser(t, one, t);
}

// How far above all planes of the piece [m]; below nought beyond its ball.
PASSUNG_INLINE void heights(const FreePiece& piece, const Float8* at, Float8& least) {
  const Float8 x = at[0], y = at[1], z = at[2];
  const Float8 dx = x - piece.centre[0], dy = y - piece.centre[1], dz = z - piece.centre[2];
  const Float8 none = Float8{} - 1.0f;
  least = Float8{} + std::numeric_limits<float>::max();
#pragma GCC unroll 4
  for (int k = 0; k < FreePiece::kPlanes; ++k) {
    lesser(piece.n[k][0] * x + piece.n[k][1] * y + piece.n[k][2] * z - piece.h[k], least, least);
  }
  least = dx * dx + dy * dy + dz * dz <= piece.radius * piece.radius ? least : none;
}

PASSUNG_INLINE void place(const Places& from, const float* R, const Float8* middles, int group, Float8* to) {
#pragma GCC unroll 3
  for (int a = 0; a < 3; ++a) {
    to[a] = R[a] * from.x + R[a + 3] * from.y + R[a + 6] * from.z + middles[a][group];
  }
}

PASSUNG_INLINE float leastOf(const Float8& v) {
  const Float8 w = __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3);
  Float8 x;
  lesser(v, w, x);
  const Float8 y = __builtin_shufflevector(x, x, 2, 3, 0, 1, 6, 7, 4, 5);
  Float8 z;
  lesser(x, y, z);
  return z[0] < z[1] ? z[0] : z[1];
}

// The least of each of four times eight numbers, in both halves of the result: of their first fours and of their last.
PASSUNG_INLINE void leastOfFours(const Float8& a, const Float8& b, const Float8& c, const Float8& d, Float8& result) {
  Float8 ab, cd;
  lesser(__builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13),
         __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15), ab);
  lesser(__builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13),
         __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15), cd);
  lesser(__builtin_shufflevector(ab, cd, 0, 1, 8, 9, 4, 5, 12, 13),
         __builtin_shufflevector(ab, cd, 2, 3, 10, 11, 6, 7, 14, 15), result);
}
// The box of places whose least coordinates in eight lanes, and the opposites of whose largest, are these.
PASSUNG_INLINE void boxOf(const Float8* least, const Float8* opposites, Group& group) {
  Float8 x, y, both;
  leastOfFours(least[0], least[1], least[2], least[2], x);
  leastOfFours(opposites[0], opposites[1], opposites[2], opposites[2], y);
  lesser(__builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11),
         __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15), both);
  group.lower = __builtin_shufflevector(both, both, 0, 1, 2, 3);
  group.upper = -__builtin_shufflevector(both, both, 4, 5, 6, 7);
}

// Those of the members at these places whose bits are set, as a group.
template <bool kSecond>
PASSUNG_INLINE std::size_t pack(const Float8* places, const int* items, unsigned members, float rounding,
                                Group& group) {
  const Packing packing(members);
  Float8* const ends[6] = {&group.x0, &group.y0, &group.z0, &group.x1, &group.y1, &group.z1};
  using Any8 = int __attribute__((vector_size(32), aligned(4), may_alias));
  packing.write(*reinterpret_cast<const Any8*>(items), group.items.data());
  Float8 least[3], opposites[3];
#pragma GCC unroll 3
  for (int a = 0; a < 3; ++a) {
    packing(places[a], least[a]);
    *ends[a] = least[a];
    opposites[a] = -least[a];
    if constexpr (kSecond) {
      Float8 other;
      packing(places[a + 3], other);
      *ends[a + 3] = other;
      lesser(-other, opposites[a], opposites[a]);
      lesser(least[a], other, least[a]);
    }
  }
  boxOf(least, opposites, group);
  group.rounding = rounding;
  group.count = static_cast<int>(packing.count());
  return packing.count();
}

using Double8 = double __attribute__((vector_size(64)));

// The middles of groups, in floats.
PASSUNG_INLINE void placeMiddles(const Company& company, const double* R, const double* p, Float8* to) {
  Double8 x, y, z;
  std::memcpy(&x, company.x.data(), sizeof x);
  std::memcpy(&y, company.y.data(), sizeof y);
  std::memcpy(&z, company.z.data(), sizeof z);
#pragma GCC unroll 3
  for (int a = 0; a < 3; ++a) {
    const Double8 sum = R[a] * x + R[a + 3] * y + R[a + 6] * z + p[a];
    to[a] = __builtin_convertvector(sum, Float8);
  }
}

// Segments, or points; these with second ends or without.
template <bool kSegments, bool kSecond>
PASSUNG_INLINE std::size_t gatherThe(const Askers& askers, const Motion& motion, const Surroundings& around,
                                     float distance, Group* groups) {
  static_assert(kSecond || !kSegments);
  const Company& company = *askers.company;
  Float8 middles[6];
  placeMiddles(company, motion.R0, motion.p0, middles);
  if constexpr (kSecond) placeMiddles(company, motion.R1, motion.p1, middles + 3);
  // Of the middle, of places around it and of turning these, a place is wrong by at most 1.8 eps of the first and 9.5
  // eps of the radius; the rest is for what is worked out with it: 6 eps of a place along other axes, up to the
  // distance, and 12 of the ends of a way that passes.
  Float8 farthest = company.radius;
#pragma GCC unroll 6
  for (int k = 0; k < (kSecond ? 6 : 3); ++k) {
    greater(middles[k], farthest, farthest);
    greater(-middles[k], farthest, farthest);
  }
  const Float8 roundings = 6 * std::numeric_limits<float>::epsilon() * (farthest + 2 * distance + 4 * company.radius);
  // One for all groups.
  const Float8 some = company.radius >= Float8{} ? roundings : Float8{};
  const float rounding = -leastOf(-some);
  const Float8 far = distance + company.radius + rounding;
  Int8 beside = company.radius >= Float8{};
  Int8 within = beside, cell{};
#pragma GCC unroll 3
  for (int a = 0; a < 3; ++a) {
    beside &= (middles[a] >= around.lower[a] - far) & (middles[a] <= around.upper[a] + far);
    Float8 at = (middles[a] - around.grid.origin[a]) * around.grid.inverse;
    within &= (at >= Float8{}) & (at < around.grid.count[a]);
    greater(at, Float8{}, at);
    lesser(at, around.grid.count[a] - Float8{}, at);
    cell = cell * static_cast<int>(around.grid.count[a]) + __builtin_convertvector(at, Int8);
  }
  const Int8 none = around.grid.none - Int8{};
  alignas(32) int cells[kCompany];
  const Int8 known = within ? cell : none;
  std::memcpy(cells, &known, sizeof known);
  // All pieces are called for before the first is looked at.
  const unsigned asking = bits(beside);
  for (unsigned rest = asking; rest != 0; rest &= rest - 1)
    __builtin_prefetch(around.cells + cells[std::countr_zero(rest)]);
  for (unsigned rest = asking; rest != 0; rest &= rest - 1) {
    const FreePiece* piece = around.pieces + around.cells[cells[std::countr_zero(rest)]];
    __builtin_prefetch(piece);
    __builtin_prefetch(reinterpret_cast<const char*>(piece) + 64);
  }
  constexpr std::size_t kEach = kSegments ? 2 : 1;
  const float clear = distance + rounding;
  std::size_t made = 0;
  for (unsigned rest = asking; rest != 0; rest &= rest - 1) {
    const int g = std::countr_zero(rest);
    const FreePiece& piece = around.pieces[around.cells[cells[g]]];
    const Places* places = askers.places + kEach * static_cast<std::size_t>(g);
    Float8 placed[6];
    place(places[0], motion.f0, middles, g, placed);
    if constexpr (kSecond) place(places[kEach - 1], motion.f1, middles + 3, g, placed + 3);
    unsigned left = (1U << company.members[static_cast<std::size_t>(g)]) - 1, outside = 0;
    if (clear <= piece.margin) {
      Float8 height;
      heights(piece, placed, height);
      if constexpr (kSegments) {
        Float8 other;
        heights(piece, placed + 3, other);
        lesser(height, other, height);
      }
      outside = bits(height >= rounding);
      left &= ~bits(height >= clear);
    }
    Group& group = groups[made];
    made += pack<kSecond>(placed, askers.items + kClusterLanes * g, left, rounding, group) > 0 ? 1 : 0;
    group.outside = packed(outside, left);
  }
  return made;
}

[[maybe_unused]] std::size_t gather(const Askers& askers, const Motion& motion, const Surroundings& around,
                                    float distance, Group* groups) {
  if (askers.each > 1) return gatherThe<true, true>(askers, motion, around, distance, groups);
  return askers.ways ? gatherThe<false, true>(askers, motion, around, distance, groups)
                     : gatherThe<false, false>(askers, motion, around, distance, groups);
}

PASSUNG_INLINE void growAround(const Float4& lower, const Float4& upper, float distance, Around& around) {
#pragma GCC unroll 3
  for (int a = 0; a < 3; ++a) {
    around.lower[a] = (lower[a] - distance) - Float8{};
    around.upper[a] = (upper[a] + distance) - Float8{};
  }
}
// Which of eight boxes overlap the one around, along each axis.
PASSUNG_INLINE unsigned near(const ClusterTree::Boxes& boxes, const Around& around) {
  Int8 all = (boxes.lower[0] <= around.upper[0]) & (boxes.upper[0] >= around.lower[0]);
  all &= (boxes.lower[1] <= around.upper[1]) & (boxes.upper[1] >= around.lower[1]);
  all &= (boxes.lower[2] <= around.upper[2]) & (boxes.upper[2] >= around.lower[2]);
  return bits(all);
}

// Level by level: what is near is then known long before it is looked at.
[[maybe_unused]] std::size_t nodes(const ClusterTree& tree, const Float4& lower, const Float4& upper, float distance,
                                   int* queue, int* found) {
  if (tree.nodes().empty()) return 0;
  Around around;
  growAround(lower, upper, distance, around);
  std::size_t count = 0, waiting = 1;
  queue[0] = 0;
  const ClusterTree::Node* all = tree.nodes().data();
  for (std::size_t i = 0; i < waiting; ++i) {
    const ClusterTree::Node& node = all[queue[i]];
    const unsigned hit = near(node.boxes, around);
    found[count] = queue[i];
    count += (hit & node.blocks) != 0 ? 1 : 0;
    waiting += append(node.child.data(), hit & ~node.blocks, queue + waiting);
  }
  return count;
}

// Those of eight numbers whose bits are set are found for the group.
PASSUNG_INLINE void add(const int* eight, unsigned mask, int group, Listed& to) {
  fillEight(group, to.groups + to.count);
  to.count += append(eight, mask, to.numbers + to.count);
}

[[maybe_unused]] void blocks(const ClusterTree& tree, Walked& walk) {
  const ClusterTree::Node* all = tree.nodes().data();
  Listed found = walk.blocks;
  found.count = 0;
  for (std::size_t g = 0; g < walk.groupCount; ++g) {
    Around& around = walk.around[g];
    growAround(walk.groups[g].lower, walk.groups[g].upper, walk.reach, around);
    for (const int n : walk.nodes) {
      add(all[n].child.data(), near(all[n].boxes, around) & all[n].blocks, static_cast<int>(g), found);
    }
  }
  walk.blocks.count = found.count;
}

[[maybe_unused]] void clusters(const ClusterTree& tree, Walked& walk) {
  const ClusterTree::Block* all = tree.blocks().data();
  const Listed in = walk.blocks;
  Listed found = walk.clusters;
  found.count = 0;
  for (std::size_t i = 0; i < in.count; ++i) {
    const ClusterTree::Block& block = all[~in.numbers[i]];
    const int g = in.groups[i];
    add(block.clusters.data(), near(block.boxes, walk.around[g]), g, found);
  }
  walk.clusters.count = found.count;
}

// Members of the group that may be within `distance` [m] of something in the box: by their points, by their segments.
struct Members {
  unsigned points = 0, segments = 0;  // bits
};

template <bool kPoints, bool kSegments>
PASSUNG_INLINE Members membersNear(const ClusterBox& box, const Group& group, float pointDistance,
                                   float segmentDistance, Hit& hit) {
  // The gap along the axis that has most.
  Float8 points, segments;
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    const float ax = box.axis[k][0], ay = box.axis[k][1], az = box.axis[k][2];
    const float lower = box.lower[k], upper = box.upper[k];
    const Float8 s = ax * group.x0 + ay * group.y0 + az * group.z0;
    hit.s[k] = s;
    if constexpr (kPoints) {
      const Float8 below = lower - s, above = s - upper;
      if (k == 0) {
        greater(below, above, points);
      } else {
        greater(below, points, points);
        greater(above, points, points);
      }
    }
    if constexpr (kSegments) {
      const Float8 t = ax * group.x1 + ay * group.y1 + az * group.z1;
      hit.t[k] = t;
      Float8 least, most;
      lesser(s, t, least);
      greater(s, t, most);
      const Float8 below = lower - most, above = least - upper;
      if (k == 0) {
        greater(below, above, segments);
      } else {
        greater(below, segments, segments);
        greater(above, segments, segments);
      }
    }
  }
  const unsigned all = (1U << group.count) - 1;
  Members members;
  if constexpr (kPoints) members.points = bits(points <= pointDistance) & all;
  if constexpr (kSegments) members.segments = bits(segments <= segmentDistance) & all;
  return members;
}

// Pairs of clusters and of members that are to be looked at.
template <bool kPoints, bool kSegments>
PASSUNG_INLINE void pairsOf(const ClusterBox* boxes, Walked& walk) {
  const Listed in = walk.clusters;
  for (std::size_t i = 0; i < in.count; ++i) __builtin_prefetch(boxes + in.numbers[i]);
  std::size_t hits = 0, pairs = 0, ways = 0;
  for (std::size_t i = 0; i < in.count; ++i) {
    Hit& hit = walk.hits[hits];
    const int id = hit.cluster = in.numbers[i], g = hit.group = in.groups[i];
    const Group& group = walk.groups[g];
    const Members members =
        membersNear<kPoints, kSegments>(boxes[id], group, walk.reach, kPoints ? walk.rounding : walk.reach, hit);
    if constexpr (kPoints && kSegments) {
      walk.way[ways] = {id, g, members.segments & ~group.outside};
      ways += (members.segments & ~group.outside) != 0 ? 1 : 0;
    }
    const unsigned looking = kPoints ? members.points : members.segments;
    fillEight(static_cast<int>(hits), walk.pairHits + pairs);
    pairs += appendBits(looking, walk.pairMembers + pairs);
    hits += looking != 0 ? 1 : 0;
  }
  walk.pairs = pairs;
  walk.hitCount = hits;
  walk.ways = ways;
}

[[maybe_unused]] void pointPairs(const ClusterBox* boxes, bool ways, Walked& walk) {
  if (ways) {
    pairsOf<true, true>(boxes, walk);
  } else {
    pairsOf<true, false>(boxes, walk);
  }
}
[[maybe_unused]] void segmentPairs(const ClusterBox* boxes, Walked& walk) { pairsOf<false, true>(boxes, walk); }

struct Place {
  float x, y, z;
};
PASSUNG_INLINE Place first(const Group& group, int m) { return {group.x0[m], group.y0[m], group.z0[m]}; }
PASSUNG_INLINE Place second(const Group& group, int m) { return {group.x1[m], group.y1[m], group.z1[m]}; }

// How far a place, seen along the cluster's normal, is beyond what triangles cover [m]; below nought within.
PASSUNG_INLINE void beyond(const TriangleCluster& c, const Float8& s1, const Float8& s2, Float8& most) {
  const Float8 along = c.y[0] * s1 - c.x[0] * s2;
  greater(c.lower - along, along - c.upper, most);
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) greater(c.x[k] * s1 + c.y[k] * s2 - c.f[k], most, most);
}

// Notes the lanes of triangles near. Beyond `sure` [m] no triangle counts as surely near.
PASSUNG_INLINE void trianglesBeside(const TriangleCluster& c, float s0, float s1, float s2, float distance, float sure,
                                    PointLook& look) {
  constexpr float kSteep = 0.25f;  // triangles that are steeper along the normal are never surely near
  const Float8 h = c.n[0] * s0 + c.n[1] * s1 + c.n[2] * s2 - c.d;
  Float8 most;
  beyond(c, Float8{} + s1, Float8{} + s2, most);
  look.height = h;
  look.lanes = bits((h <= distance) & (h >= -distance) & (most <= distance));
  look.above = bits((most <= Float8{}) & (h <= sure * c.n[0]) & (c.n[0] >= kSteep)) & look.lanes;
}

// Calls for the clusters of all hits before the first is looked at.
template <class Cluster>
PASSUNG_INLINE void callFor(const Cluster* clusters, const Walked& walk) {
  constexpr std::size_t kLine = 64;  // of the cache
  for (std::size_t i = 0; i < walk.hitCount; ++i) {
    const char* bytes = reinterpret_cast<const char*>(clusters + walk.hits[i].cluster);
#pragma GCC unroll 8
    for (std::size_t at = 0; at < sizeof(Cluster); at += kLine) __builtin_prefetch(bytes + at);
  }
}

[[maybe_unused]] std::size_t trianglesNear(const SearchedTriangles& in, const Walked& walk, PointLook* looks) {
  callFor(in.clusters, walk);
  std::size_t found = 0;
  for (std::size_t i = 0; i < walk.pairs; ++i) {
    const Hit& hit = walk.hits[walk.pairHits[i]];
    const int m = walk.pairMembers[i];
    const float pad = in.boxes[hit.cluster].pad;
    PointLook& look = looks[found];
    // What a triangle is nearer than, rounding and all, every triangle that is nearer still is looked at.
    trianglesBeside(in.clusters[hit.cluster], hit.s[0][m], hit.s[1][m], hit.s[2][m], walk.reach + pad,
                    walk.reach - 8 * (walk.rounding + pad), look);
    look.count = std::popcount(look.lanes);
    look.cluster = hit.cluster;
    look.group = hit.group;
    look.member = m;
    found += look.lanes != 0 ? 1 : 0;
  }
  return found;
}

// Edges within `distance` [m] of a segment; Ericson, "Real-Time Collision Detection", 2005, section 5.1.9.
PASSUNG_INLINE unsigned edgesBeside(const EdgeCluster& c, const Place& p0, const Place& p1, float distance) {
  // Points p0 + s D and a + t d.
  const Place D{p1.x - p0.x, p1.y - p0.y, p1.z - p0.z};
  const float DD = D.x * D.x + D.y * D.y + D.z * D.z;
  const float iD = DD > 0 ? 1 / DD : 0;
  const Float8 rx = p0.x - c.ax, ry = p0.y - c.ay, rz = p0.z - c.az;
  const Float8 b = D.x * c.dx + D.y * c.dy + D.z * c.dz;
  const Float8 f = rx * c.dx + ry * c.dy + rz * c.dz;
  const Float8 e = D.x * rx + D.y * ry + D.z * rz;
  const Float8 denominator = DD * c.dd - b * b;
  const Float8 tiny = 1e-7f * DD * c.dd;
  const Float8 sine = denominator > tiny ? denominator : tiny + std::numeric_limits<float>::min();
  Float8 s = (b * f - e * c.dd) / sine;
  clampToUnit(s);
  Float8 t = (b * s + f) * c.id;
  clampToUnit(t);
  s = (b * t - e) * iD;
  clampToUnit(s);
  const Float8 wx = rx + s * D.x - t * c.dx, wy = ry + s * D.y - t * c.dy, wz = rz + s * D.z - t * c.dz;
  // Squared distances are too large by what is not known of the place of the closest points on nearly parallel edges,
  // 4e-6 of the squared distance between any of their points: at most both lengths and their distance together.
  const float limit = distance * distance;
  return bits(wx * wx + wy * wy + wz * wz < limit + 1.2e-5f * (c.dd + (DD + limit)));
}

[[maybe_unused]] std::size_t edgesNear(const SearchedEdges& in, const Walked& walk, Look* looks) {
  callFor(in.clusters, walk);
  std::size_t found = 0;
  for (std::size_t i = 0; i < walk.pairs; ++i) {
    const Hit& hit = walk.hits[walk.pairHits[i]];
    const Group& segments = walk.groups[hit.group];
    const int m = walk.pairMembers[i];
    const unsigned lanes = edgesBeside(in.clusters[hit.cluster], first(segments, m), second(segments, m),
                                       walk.reach + in.boxes[hit.cluster].pad);
    looks[found] = {hit.cluster, hit.group, m, lanes};
    found += lanes != 0 ? 1 : 0;
  }
  return found;
}

// Triangles beyond one of whose lines, or ends, both ends of a segment are, by more than `tolerance` [m].
PASSUNG_INLINE unsigned bothBeyond(const TriangleCluster& c, const float* s, const float* t, float tolerance) {
  const Float8 a = c.y[0] * s[1] - c.x[0] * s[2], b = c.y[0] * t[1] - c.x[0] * t[2];
  Float8 least, most;
  lesser(a, b, least);
  greater(a, b, most);
  Int8 any = (least > c.upper + tolerance) | (most < c.lower - tolerance);
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    lesser(c.x[k] * s[1] + c.y[k] * s[2], c.x[k] * t[1] + c.y[k] * t[2], least);
    any |= least > c.f[k] + tolerance;
  }
  return bits(any);
}

// Triangles that a segment may meet, whose ends are s and t along the axes of the cluster; `pad` [m] is what a
// coordinate may be wrong by.
PASSUNG_INLINE unsigned trianglesMet(const TriangleCluster& c, const float* s, const float* t, float pad) {
  constexpr float kSumOfThree = 1.8f;  // at least the sum of a unit vector's coordinates
  const float tolerance = kSumOfThree * pad;
  const Float8 h0 = c.n[0] * s[0] + c.n[1] * s[1] + c.n[2] * s[2] - c.d;
  const Float8 h1 = c.n[0] * t[0] + c.n[1] * t[1] + c.n[2] * t[2] - c.d;
  Float8 least, most;
  lesser(h0, h1, least);
  greater(h0, h1, most);
  const Int8 reached = (least <= tolerance) & (most >= -tolerance);
  if (bits(reached) == 0) return 0;
  // Where the segment meets the plane, known the worse the flatter it falls.
  const Float8 steep = most - least;
  const Int8 sure = steep > tolerance;
  const Float8 fall = sure ? h0 - h1 : tolerance + std::numeric_limits<float>::min();
  const Float8 share = h0 / fall;
  const float x = t[1] - s[1], y = t[2] - s[2];
  Float8 out;
  beyond(c, s[1] + share * x, s[2] + share * y, out);
  const float length = std::abs(x) + std::abs(y);  // at least
  const Int8 beside = out * steep > tolerance * (2 * steep + length);
  // In the plane, or beside a triangle without area: where both ends are beyond the same line.
  unsigned lanes = bits(reached & ~(sure & beside));
  const unsigned flat = lanes & ~bits(sure);
  if (flat != 0) lanes &= ~(flat & bothBeyond(c, s, t, tolerance));
  return lanes;
}

// Triangles of the hit that its member's segment may meet.
PASSUNG_INLINE unsigned met(const SearchedTriangles& in, const Hit& hit, int m, float rounding) {
  const float s[3] = {hit.s[0][m], hit.s[1][m], hit.s[2][m]}, t[3] = {hit.t[0][m], hit.t[1][m], hit.t[2][m]};
  return trianglesMet(in.clusters[hit.cluster], s, t, in.boxes[hit.cluster].pad + rounding);
}

[[maybe_unused]] std::size_t waysMeet(const SearchedTriangles& in, const Group& points, std::span<const Way> ways,
                                      unsigned members, Look* looks) {
  std::size_t found = 0;
  for (const Way& way : ways) {
    if ((way.members & members) == 0) continue;
    Hit hit;
    hit.cluster = way.cluster;
    membersNear<false, true>(in.boxes[way.cluster], points, 0, 0, hit);
    for (unsigned rest = way.members & members; rest != 0; rest &= rest - 1) {
      const int m = std::countr_zero(rest);
      const unsigned lanes = met(in, hit, m, points.rounding);
      looks[found] = {way.cluster, way.group, m, lanes};
      found += lanes != 0 ? 1 : 0;
    }
  }
  return found;
}

[[maybe_unused]] std::size_t crossings(const SearchedTriangles& in, const Walked& walk, Look* looks) {
  callFor(in.clusters, walk);
  std::size_t found = 0;
  for (std::size_t i = 0; i < walk.pairs; ++i) {
    const Hit& hit = walk.hits[walk.pairHits[i]];
    const int m = walk.pairMembers[i];
    const unsigned lanes = met(in, hit, m, walk.rounding);
    looks[found] = {hit.cluster, hit.group, m, lanes};
    found += lanes != 0 ? 1 : 0;
  }
  return found;
}
