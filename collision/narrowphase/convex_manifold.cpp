// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/convex_manifold.h"

#include <array>
#include <cmath>

#include "collision/queries/closest.h"

namespace passung::collision {
namespace {

using Face = ConvexPolyhedron::Face;
using Edge = ConvexPolyhedron::Edge;

// Another kind of axis must be better by this share of the parts' size to be taken: contacts that stay the same from
// step to step keep their memory.
constexpr double kPrefer = 1e-5;
// Edges whose directions enclose less than about this angle [rad] have no common normal of their own.
constexpr double kParallel = 1e-3;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// The two parts in the frame of A.
struct Placed {
  const ConvexPolyhedron& a;
  const ConvexPolyhedron& b;
  Transform X_AB;
  Mat3 R;  // of X_AB
};

struct FaceAxis {
  int face = -1;
  double separation = -std::numeric_limits<double>::infinity();
};

// The face of `p` from which the other part, placed by (R, t) in p's frame, is farthest.
FaceAxis bestFace(const ConvexPolyhedron& p, const ConvexPolyhedron& other, const Mat3& R, const Vec3& t) {
  FaceAxis best;
  for (int f = 0; f < static_cast<int>(p.faces.size()); ++f) {
    const Face& face = p.faces[at(f)];
    const Vec3 n = R.transpose() * face.normal;
    double s = std::numeric_limits<double>::infinity();
    for (const Vec3& v : other.vertices) s = std::min(s, n.dot(v));
    s += face.normal.dot(t) - face.offset;
    if (s > best.separation) best = {f, s};
  }
  return best;
}

struct EdgeAxis {
  int edgeA = -1, edgeB = -1;
  double separation = -std::numeric_limits<double>::infinity();
  Vec3 normal = Vec3::UnitZ();  // in A, from A to B
};

// Only edge pairs whose arcs cross on the sphere of directions are faces of the Minkowski difference.
EdgeAxis bestEdges(const Placed& p) {
  EdgeAxis best;
  for (int j = 0; j < static_cast<int>(p.b.edges.size()); ++j) {
    const Edge& f = p.b.edges[at(j)];
    const Vec3 q0 = p.X_AB.p + p.R * p.b.vertices[at(f.v0)];
    const Vec3 e2 = p.R * (p.b.vertices[at(f.v1)] - p.b.vertices[at(f.v0)]);
    // Arc of B's normals, turned round: those of -B.
    const Vec3 c = -(p.R * p.b.faces[at(f.face0)].normal), d = -(p.R * p.b.faces[at(f.face1)].normal);
    const double length2 = e2.squaredNorm();
    for (int i = 0; i < static_cast<int>(p.a.edges.size()); ++i) {
      const Edge& e = p.a.edges[at(i)];
      const Vec3 p0 = p.a.vertices[at(e.v0)];
      const Vec3 e1 = p.a.vertices[at(e.v1)] - p0;
      const Vec3 &na = p.a.faces[at(e.face0)].normal, &nb = p.a.faces[at(e.face1)].normal;
      // The arcs' planes are perpendicular to the edges themselves.
      const Vec3 ba = nb.cross(na), dc = d.cross(c);
      const double cba = c.dot(ba), dba = d.dot(ba), adc = na.dot(dc), bdc = nb.dot(dc);
      if (!(cba * dba < 0 && adc * bdc < 0 && cba * bdc > 0)) continue;
      Vec3 n = e1.cross(e2);
      const double n2 = n.squaredNorm();
      if (n2 < kParallel * kParallel * e1.squaredNorm() * length2) continue;
      n /= std::sqrt(n2);
      if (n.dot(p0 - p.a.center) < 0) n = -n;
      const double s = n.dot(q0 - p0);
      if (s > best.separation) best = {i, j, s, n};
    }
  }
  return best;
}

// A corner of the clipped polygon, named by the two lines that meet in it: edges of the incident face, or sides of the
// reference face (numbered from kSide).
struct Corner {
  Vec3 p = Vec3::Zero();
  int in = 0, out = 0;
};
constexpr int kSide = 64;
using Polygon = std::vector<Corner>;

// Keeps the part of the polygon with normal . x <= offset; the new side is called `label`.
void clip(const Polygon& from, const Vec3& normal, double offset, int label, Polygon& to) {
  to.clear();
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Corner& a = from[i];
    const Corner& b = from[(i + 1) % from.size()];
    const double da = normal.dot(a.p) - offset, db = normal.dot(b.p) - offset;
    if (da <= 0) to.push_back(a);
    if ((da <= 0) == (db <= 0)) continue;
    const Vec3 p = a.p + (b.p - a.p) * (da / (da - db));
    // Leaving: from a's line onto the side; entering: from the side onto a's line.
    to.push_back(da <= 0 ? Corner{p, a.out, label} : Corner{p, label, a.out});
  }
}

// Reference face of r, in r's frame; the other part placed by (R, t). `flipped`: r is B.
void faceTerms(const ConvexPolyhedron& r, int faceIndex, const ConvexPolyhedron& other, const Mat3& R, const Vec3& t,
               const Transform& X_WR, bool flipped, double cutoff, std::vector<ContactTerm>& terms) {
  const Face& face = r.faces[at(faceIndex)];
  int incident = 0;
  double most = std::numeric_limits<double>::infinity();
  const Vec3 n_O = R.transpose() * face.normal;
  for (int f = 0; f < static_cast<int>(other.faces.size()); ++f) {
    const double d = n_O.dot(other.faces[at(f)].normal);
    if (d < most) {
      most = d;
      incident = f;
    }
  }
  const Face& turned = other.faces[at(incident)];
  thread_local Polygon polygon, clipped;
  polygon.clear();
  for (int k = 0; k < turned.count; ++k) {
    polygon.push_back(
        {t + R * other.vertices[at(other.loops[at(turned.first + k)])], (k + turned.count - 1) % turned.count, k});
  }
  for (int k = 0; k < face.count && !polygon.empty(); ++k) {
    const Vec3& v0 = r.vertices[at(r.loops[at(face.first + k)])];
    const Vec3& v1 = r.vertices[at(r.loops[at(face.first + (k + 1) % face.count)])];
    const Vec3 side = (v1 - v0).cross(face.normal).normalized();
    clip(polygon, side, side.dot(v0), kSide + k, clipped);
    std::swap(polygon, clipped);
  }
  const Vec3 n_W = X_WR.q * face.normal;
  for (const Corner& c : polygon) {
    const double gap = face.normal.dot(c.p) - face.offset;
    if (gap >= cutoff) continue;
    const auto id = (std::uint64_t{7} << 61) | (std::uint64_t{flipped} << 60) |
                    (static_cast<std::uint64_t>(faceIndex) << 40) | (static_cast<std::uint64_t>(incident) << 32) |
                    (static_cast<std::uint64_t>(c.in) << 16) | static_cast<std::uint64_t>(c.out);
    terms.push_back({.gap = gap,
                     .n_W = flipped ? Vec3(-n_W) : n_W,
                     .p_W = X_WR * Vec3(c.p - 0.5 * gap * face.normal),
                     .feature = id});
  }
}

}  // namespace

void convexManifold(const ConvexPolyhedron& a, const Transform& X_WA, const ConvexPolyhedron& b, const Transform& X_WB,
                    double cutoff, std::vector<ContactTerm>& terms) {
  const Transform X_AB = X_WA.inverse() * X_WB;
  const Placed placed{a, b, X_AB, X_AB.R()};
  const FaceAxis faceA = bestFace(a, b, placed.R, X_AB.p);
  if (faceA.separation >= cutoff) return;
  const Mat3 Rt = placed.R.transpose();
  const Vec3 p_BA = -(Rt * X_AB.p);
  const FaceAxis faceB = bestFace(b, a, Rt, p_BA);
  if (faceB.separation >= cutoff) return;
  const EdgeAxis edges = bestEdges(placed);
  if (edges.separation >= cutoff) return;

  const double prefer = kPrefer * std::min(a.size, b.size);
  const double face = std::max(faceA.separation, faceB.separation);
  if (edges.edgeA >= 0 && edges.separation > face + prefer + 0.02 * std::abs(face)) {
    const Edge& e = a.edges[at(edges.edgeA)];
    const Edge& f = b.edges[at(edges.edgeB)];
    const SegmentSegment c = closestSegmentSegment(a.vertices[at(e.v0)], a.vertices[at(e.v1)],
                                                   X_AB * b.vertices[at(f.v0)], X_AB * b.vertices[at(f.v1)]);
    terms.push_back({.gap = edges.separation,
                     .n_W = X_WA.q * edges.normal,
                     .p_W = X_WA * Vec3(0.5 * (c.pointP + c.pointQ)),
                     .feature = (std::uint64_t{3} << 62) | (std::uint64_t{1} << 59) |
                                (static_cast<std::uint64_t>(edges.edgeA) << 16) |
                                static_cast<std::uint64_t>(edges.edgeB)});
    return;
  }
  if (faceB.separation > faceA.separation + prefer) {
    faceTerms(b, faceB.face, a, Rt, p_BA, X_WB, true, cutoff, terms);
  } else {
    faceTerms(a, faceA.face, b, placed.R, X_AB.p, X_WA, false, cutoff, terms);
  }
}

}  // namespace passung::collision
