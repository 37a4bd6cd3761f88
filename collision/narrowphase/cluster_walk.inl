// SPDX-License-Identifier: Apache-2.0
// The functions of a ClusterWalk (cluster_walk.h). Included once for each instruction set, in a namespace of its own.

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

// Appends those of eight numbers whose bits are set, in order; returns how many. Eight are written.
PASSUNG_INLINE std::size_t append(const int* eight, unsigned mask, int* to) {
#ifdef PASSUNG_AVX2
  using Any8 = int __attribute__((vector_size(32), aligned(4), may_alias));
  using Bytes8 = unsigned char __attribute__((vector_size(8), aligned(8), may_alias));
  const Int8 order = __builtin_convertvector(*reinterpret_cast<const Bytes8*>(kSetBits[mask].data()), Int8);
  *reinterpret_cast<Any8*>(to) = __builtin_ia32_permvarsi256(*reinterpret_cast<const Any8*>(eight), order);
  return static_cast<std::size_t>(std::popcount(mask));
#else
  std::size_t count = 0;
  for (; mask != 0; mask &= mask - 1) to[count++] = eight[std::countr_zero(mask)];
  return count;
#endif
}
// ... the places of the bits that are set.
PASSUNG_INLINE std::size_t appendBits(unsigned mask, int* to) {
  static constexpr int kPlaces[kClusterLanes] = {0, 1, 2, 3, 4, 5, 6, 7};
  return append(kPlaces, mask, to);
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

PASSUNG_INLINE void above(const FreePiece& piece, const Float8& x, const Float8& y, const Float8& z, float distance,
                          Int8& all) {
  const Float8 dx = x - piece.centre[0], dy = y - piece.centre[1], dz = z - piece.centre[2];
  all &= dx * dx + dy * dy + dz * dz <= piece.radius * piece.radius;
#pragma GCC unroll 4
  for (int k = 0; k < FreePiece::kPlanes; ++k) {
    all &= piece.n[k][0] * x + piece.n[k][1] * y + piece.n[k][2] * z >= piece.h[k] + distance;
  }
}

unsigned clear(const FreePiece& piece, const Group& group, float distance, bool segments) {
  if (!(distance <= piece.margin)) return 0;
  Int8 all = ~Int8{};
  above(piece, group.x0, group.y0, group.z0, distance, all);
  if (segments) above(piece, group.x1, group.y1, group.z1, distance, all);
  return bits(all);
}

// The eight boxes within a distance of one.
struct Around {
  Float8 lower[3], upper[3];
  float limit;  // [m^2]
  Around(const Float4& from, const Float4& to, float distance) : limit(distance * distance) {
    for (int a = 0; a < 3; ++a) {
      lower[a] = Float8{} + from[a];
      upper[a] = Float8{} + to[a];
    }
  }
  [[nodiscard]] PASSUNG_INLINE unsigned near(const ClusterTree::Boxes& boxes) const {
    const Float8 zero{};
    Float8 squared{};
#pragma GCC unroll 3
    for (int a = 0; a < 3; ++a) {
      const Float8 below = boxes.lower[a] - upper[a], above = lower[a] - boxes.upper[a];
      Float8 d;
      greater(below, above, d);
      greater(d, zero, d);
      squared += d * d;
    }
    return bits(squared <= limit);
  }
};

std::size_t nodes(const ClusterTree& tree, const Float4& lower, const Float4& upper, float distance, int* found) {
  if (tree.nodes().empty()) return 0;
  const Around around(lower, upper, distance);
  std::size_t count = 0;
  int stack[128];  // seven wait at each level, and what is written beyond
  std::size_t depth = 0;
  stack[depth++] = 0;
  const ClusterTree::Node* all = tree.nodes().data();
  while (depth > 0) {
    const int index = stack[--depth];
    const ClusterTree::Node& node = all[index];
    const unsigned near = around.near(node.boxes);
    found[count] = index;
    count += (near & node.blocks) != 0 ? 1 : 0;
    depth += append(node.child.data(), near & ~node.blocks, stack + depth);
  }
  return count;
}

// All clusters whose boxes are near; returns how many. Whether a box is near cannot be foretold, so nothing branches on
// it.
PASSUNG_INLINE std::size_t clustersNear(const Searched& in, const Around& around) {
  std::size_t blocks = 0, count = 0;
  const ClusterTree::Node* nodes = in.tree->nodes().data();
  for (std::size_t i = 0; i < in.nodeCount; ++i) {
    const ClusterTree::Node& node = nodes[in.nodes[i]];
    blocks += append(node.child.data(), around.near(node.boxes) & node.blocks, in.scratch.blocks + blocks);
  }
  const ClusterTree::Block* all = in.tree->blocks().data();
  for (std::size_t i = 0; i < blocks; ++i) {
    const ClusterTree::Block& block = all[~in.scratch.blocks[i]];
    count += append(block.clusters.data(), around.near(block.boxes), in.scratch.clusters + count);
  }
  return count;
}

// Members of the group that may be within `distance` [m] of something in the box: by their points, by their segments.
struct Members {
  unsigned points = 0, segments = 0;  // bits
};

template <bool kPoints, bool kSegments>
PASSUNG_INLINE Members membersNear(const ClusterBox& box, const Group& group, float pointDistance,
                                   float segmentDistance) {
  const Float8 zero{};
  const float pointLimit = pointDistance * pointDistance, segmentLimit = segmentDistance * segmentDistance;
  Float8 points = zero, segments = zero;
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    const float ax = box.axis[k][0], ay = box.axis[k][1], az = box.axis[k][2];
    const float lower = box.ownLower[k], upper = box.ownUpper[k];
    const Float8 s = ax * group.x0 + ay * group.y0 + az * group.z0;
    if constexpr (kPoints) {
      const Float8 below = lower - s, above = s - upper;
      Float8 d;
      greater(below, above, d);
      greater(d, zero, d);
      points += d * d;
    }
    if constexpr (kSegments) {
      const Float8 t = ax * group.x1 + ay * group.y1 + az * group.z1;
      Float8 least, most;
      lesser(s, t, least);
      greater(s, t, most);
      const Float8 below = lower - most, above = least - upper;
      Float8 d;
      greater(below, above, d);
      greater(d, zero, d);
      segments += d * d;
    }
    // Along the normal most are told apart.
    if (k > 0) continue;
    Int8 any = Int8{};
    if constexpr (kPoints) any |= points <= pointLimit;
    if constexpr (kSegments) any |= segments <= segmentLimit;
    if (bits(any) == 0) return {};
  }
  Members members;
  if constexpr (kPoints) members.points = bits(points <= pointLimit) & group.asking;
  if constexpr (kSegments) members.segments = bits(segments <= segmentLimit) & group.asking;
  return members;
}

// Pairs of a cluster and a member that are to be looked at.
PASSUNG_INLINE std::size_t addPairs(const WalkScratch& scratch, int cluster, unsigned members, std::size_t count) {
  fillEight(cluster, scratch.pairClusters + count);
  return count + appendBits(members, scratch.pairMembers + count);
}
// ... of the segments that may be within `distance` [m] of the boxes of clusters near.
PASSUNG_INLINE std::size_t segmentPairs(const Searched& in, const Group& segments, float distance) {
  const std::size_t clusters = clustersNear(in, Around(segments.lower, segments.upper, distance));
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < clusters; ++i) {
    const int id = in.scratch.clusters[i];
    pairs = addPairs(in.scratch, id, membersNear<false, true>(in.boxes[id], segments, 0, distance).segments, pairs);
  }
  return pairs;
}

struct Local {
  float x, y, z;
};
PASSUNG_INLINE Local local(const ClusterFrame& frame, const Places& places, std::size_t m) {
  return {static_cast<float>(places.x[m] - frame.centre[0]), static_cast<float>(places.y[m] - frame.centre[1]),
          static_cast<float>(places.z[m] - frame.centre[2])};
}

// Beyond `sure` [m] no triangle counts as surely near.
PASSUNG_INLINE void trianglesBeside(const TriangleCluster& c, const Local& p, float distance, float sure,
                                    PointLook& look) {
  const Float8 zero{};
  const Float8 rx = p.x - c.ax, ry = p.y - c.ay, rz = p.z - c.az;
  const Float8 h = rx * c.nx + ry * c.ny + rz * c.nz;
  const Float8 u = c.u0 + rx * c.ux + ry * c.uy + rz * c.uz;
  const Float8 v = rx * c.vx + ry * c.vy + rz * c.vz;
  const Float8 w = u + v;
  look.height = h;
  look.lanes = bits((h <= distance) & (h >= -distance) & (u >= -distance * c.gu) & (v >= -distance * c.gv) &
                    (w <= 1 + distance * c.gw));
  look.above = bits((u >= zero) & (v >= zero) & (w <= zero + 1) & (h <= sure)) & look.lanes;
}

// By the sides, within the root of `limit` [m^2].
PASSUNG_INLINE unsigned sidesNear(const TriangleCluster& c, const TriangleSides& s, const Local& p, float limit) {
  const Float8 rx = p.x - c.ax, ry = p.y - c.ay, rz = p.z - c.az;
  Int8 any{};
  const auto side = [limit, &any](const Float8& x, const Float8& y, const Float8& z, const Float8& dx, const Float8& dy,
                                  const Float8& dz, const Float8& inverse) {
    Float8 t = (x * dx + y * dy + z * dz) * inverse;
    clampToUnit(t);
    const Float8 wx = x - t * dx, wy = y - t * dy, wz = z - t * dz;
    any |= wx * wx + wy * wy + wz * wz < limit;
  };
  side(rx, ry, rz, s.bx, s.by, s.bz, s.ib);
  side(rx, ry, rz, s.cx, s.cy, s.cz, s.ic);
  side(rx - s.bx, ry - s.by, rz - s.bz, s.cx - s.bx, s.cy - s.by, s.cz - s.bz, s.ie);
  return bits(any);
}

Found trianglesNear(const SearchedTriangles& in, const Group& points, float distance, PointLook* looks, Way* ways) {
  const std::size_t clusters = clustersNear(in, Around(points.lower, points.upper, distance));
  Found found;
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < clusters; ++i) {
    const int id = in.scratch.clusters[i];
    Members members;
    if (ways == nullptr) {
      members = membersNear<true, false>(in.boxes[id], points, distance, 0);
    } else {
      members = membersNear<true, true>(in.boxes[id], points, distance, points.rounding);
      ways[found.ways] = {id, members.segments};
      found.ways += members.segments != 0 ? 1 : 0;
    }
    pairs = addPairs(in.scratch, id, members.points, pairs);
  }
  for (std::size_t i = 0; i < pairs; ++i) {
    const int id = in.scratch.pairClusters[i], m = in.scratch.pairMembers[i];
    const ClusterFrame& frame = in.frames[id];
    const float reach = distance + frame.pad;
    const Local p = local(frame, points.places0, static_cast<std::size_t>(m));
    PointLook& look = looks[found.looks];
    // What a triangle is nearer than, rounding and all, every triangle that is nearer still is looked at.
    trianglesBeside(in.clusters[id], p, reach, distance - 2 * (points.rounding + frame.pad), look);
    if (frame.flat != 0) look.lanes |= sidesNear(in.clusters[id], in.sides[id], p, reach * reach) & frame.flat;
    look.cluster = id;
    look.member = m;
    found.looks += look.lanes != 0 ? 1 : 0;
  }
  return found;
}

// Edges within the root of `limit` [m^2] of a segment; Ericson, "Real-Time Collision Detection", 2005, section 5.1.9.
PASSUNG_INLINE unsigned edgesBeside(const EdgeCluster& c, const Local& p0, const Local& p1, float limit) {
  // Points p0 + s D and a + t d.
  const Local D{p1.x - p0.x, p1.y - p0.y, p1.z - p0.z};
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
  return bits(wx * wx + wy * wy + wz * wz < limit);
}

Found edgesNear(const SearchedEdges& in, const Group& segments, float distance, Look* looks) {
  const std::size_t pairs = segmentPairs(in, segments, distance);
  Found found;
  for (std::size_t i = 0; i < pairs; ++i) {
    const int id = in.scratch.pairClusters[i], m = in.scratch.pairMembers[i];
    const ClusterFrame& frame = in.frames[id];
    const Local p0 = local(frame, segments.places0, static_cast<std::size_t>(m));
    const Local p1 = local(frame, segments.places1, static_cast<std::size_t>(m));
    const float x = p1.x - p0.x, y = p1.y - p0.y, z = p1.z - p0.z;
    const float limit = distance * distance + frame.edgePad(std::sqrt(x * x + y * y + z * z));
    const unsigned lanes = edgesBeside(in.clusters[id], p0, p1, limit);
    looks[found.looks] = {id, m, lanes};
    found.looks += lanes != 0 ? 1 : 0;
  }
  return found;
}

// Triangles that the segment may meet; `pad` [m] is what a coordinate may be wrong by.
PASSUNG_INLINE unsigned trianglesMet(const TriangleCluster& c, const Local& p0, const Local& p1, float pad) {
  constexpr float kSlack = 1e-3f;      // of barycentric coordinates
  constexpr float kSumOfThree = 1.8f;  // at least the sum of a unit vector's coordinates
  const float tolerance = kSumOfThree * pad;
  const Float8 rx = p0.x - c.ax, ry = p0.y - c.ay, rz = p0.z - c.az;
  const Float8 sx = p1.x - c.ax, sy = p1.y - c.ay, sz = p1.z - c.az;
  const Float8 h0 = c.nx * rx + c.ny * ry + c.nz * rz, h1 = c.nx * sx + c.ny * sy + c.nz * sz;
  Float8 least, most;
  lesser(h0, h1, least);
  greater(h0, h1, most);
  const Int8 reached = (least <= tolerance) & (most >= -tolerance) & (c.ax < static_cast<float>(0.5 * kFar));
  if (bits(reached) == 0) return 0;
  // Where the segment meets the plane, known the worse the flatter it falls; in the plane, or beside a flat triangle,
  // nothing is said.
  const Float8 fall = h0 - h1, steep = most - least;
  const Int8 sure = (steep > tolerance) & (c.u0 > -kSlack);
  const Float8 some = sure ? fall : tolerance + std::numeric_limits<float>::min();
  const Float8 t = h0 / some;
  const Float8 x = rx + t * (sx - rx), y = ry + t * (sy - ry), z = rz + t * (sz - rz);
  const Float8 u = c.u0 + x * c.ux + y * c.uy + z * c.uz, v = x * c.vx + y * c.vy + z * c.vz;
  const float dx = p1.x - p0.x, dy = p1.y - p0.y, dz = p1.z - p0.z;
  const Float8 error = pad + tolerance * std::sqrt(dx * dx + dy * dy + dz * dz) / (some < 0 ? -some : some);
  const Float8 slackU = kSlack + kSumOfThree * error * c.gu, slackV = kSlack + kSumOfThree * error * c.gv;
  const Int8 beside = sure & ((u < -slackU) | (v < -slackV) | (u + v > 1 + slackU + slackV));
  return bits(reached & ~beside);
}

unsigned waysMeet(const SearchedTriangles& in, const Group& points, std::span<const Way> ways, unsigned members) {
  unsigned met = 0;
  for (const Way& way : ways) {
    const ClusterFrame& frame = in.frames[way.cluster];
    for (unsigned rest = way.members & members & ~met; rest != 0; rest &= rest - 1) {
      const auto m = static_cast<std::size_t>(std::countr_zero(rest));
      const unsigned lanes = trianglesMet(in.clusters[way.cluster], local(frame, points.places0, m),
                                          local(frame, points.places1, m), frame.pad + points.rounding);
      if (lanes != 0) met |= 1u << m;
    }
  }
  return met;
}

Found crossings(const SearchedTriangles& in, const Group& segments, Look* looks) {
  const std::size_t pairs = segmentPairs(in, segments, segments.rounding);
  Found found;
  for (std::size_t i = 0; i < pairs; ++i) {
    const int id = in.scratch.pairClusters[i], m = in.scratch.pairMembers[i];
    const ClusterFrame& frame = in.frames[id];
    const unsigned lanes =
        trianglesMet(in.clusters[id], local(frame, segments.places0, static_cast<std::size_t>(m)),
                     local(frame, segments.places1, static_cast<std::size_t>(m)), frame.pad + segments.rounding);
    looks[found.looks] = {id, m, lanes};
    found.looks += lanes != 0 ? 1 : 0;
  }
  return found;
}
