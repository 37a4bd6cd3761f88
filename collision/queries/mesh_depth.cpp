// SPDX-License-Identifier: Apache-2.0
#include "collision/queries/mesh_depth.h"

#include <algorithm>
#include <array>
#include <utility>

#include "collision/queries/exact_triangle.h"

namespace passung::collision {
namespace {

// A place where an edge of one mesh meets the other's surface.
struct Cut {
  int edge = -1;
  double s = 0;  // from the edge's v0 (0) to its v1 (1)
};

const Vec3& vertex(const PreparedMesh& m, int v) { return m.mesh->vertices()[static_cast<std::size_t>(v)]; }
const MeshEdge& edge(const PreparedMesh& m, int e) { return m.mesh->edges()[static_cast<std::size_t>(e)]; }

// Where pq meets the plane of t. Segments within the plane are cut by the neighbours of t.
double planeCut(const Vec3& p, const Vec3& q, const Corners& t) {
  const Vec3 n = (t[1] - t[0]).cross(t[2] - t[0]);
  const double dp = n.dot(p - t[0]);
  const double dq = n.dot(q - t[0]);
  return dp == dq ? 0.0 : std::clamp(dp / (dp - dq), 0.0, 1.0);
}

// Notes the cuts of a triangle's three sides by another triangle, both in one frame. Returns the meeting points'
// number.
void addCuts(const PreparedMesh& m, int triangle, const Corners& own, const Corners& other, std::vector<Cut>& cuts,
             std::vector<Vec3>& points) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3& p = own[k];
    const Vec3& q = own[(k + 1) % 3];
    if (!segmentIntersectsTriangle(p, q, other)) continue;
    const double s = planeCut(p, q, other);
    points.push_back(p + s * (q - p));
    const int e = m.mesh->triangleEdges()[static_cast<std::size_t>(triangle)][k];
    const bool forwards = m.mesh->triangles()[static_cast<std::size_t>(triangle)][k] == edge(m, e).v0;
    cuts.push_back({e, forwards ? s : 1 - s});
  }
}

// How far two triangles that meet reach into each other, judged by themselves alone.
double localOverlap(const Corners& a, const Corners& b, const std::vector<Vec3>& meeting) {
  double length = 0;
  for (const Vec3& p : meeting) {
    for (const Vec3& q : meeting) length = std::max(length, (p - q).norm());
  }
  const auto reach = [](const Corners& plane, const Corners& t) {
    const Vec3 n = (plane[1] - plane[0]).cross(plane[2] - plane[0]).normalized();
    double above = 0;
    double below = 0;
    for (const Vec3& p : t) {
      above = std::max(above, n.dot(p - plane[0]));
      below = std::max(below, -n.dot(p - plane[0]));
    }
    return std::min(above, below);
  };
  return std::min({length, reach(a, b), reach(b, a)});
}

// The deepest vertex or edge of `a` inside `b`.
class OneWay {
 public:
  OneWay(const PreparedMesh& a, const PreparedMesh& b, const Transform& X_BA, std::vector<Cut>& cuts)
      : a_(a), b_(b), X_BA_(X_BA), cuts_(cuts) {
    std::sort(cuts.begin(), cuts.end(),
              [](const Cut& x, const Cut& y) { return std::pair(x.edge, x.s) < std::pair(y.edge, y.s); });
  }

  Deepest run() {
    splitCutEdges();
    findUncutComponents();
    spread();
    for (const int v : inside_) {
      const Vec3 p = inB(v);
      const SurfaceDistance d = surfaceDistance(b_, p);
      best_.offer(d.value, p, d.triangle, edgeAt(v));
    }
    for (const Piece& x : pieces_) deepestOnSegment(b_, x.p, x.q, x.edge, best_);
    return best_;
  }

  [[nodiscard]] bool anyInside() const { return !inside_.empty() || !pieces_.empty(); }

 private:
  struct Piece {
    Vec3 p, q;  // in B
    int edge;
  };

  [[nodiscard]] Vec3 inB(int v) const { return X_BA_ * vertex(a_, v); }
  [[nodiscard]] int edgeAt(int v) const {
    return a_.edgesOfVertex[static_cast<std::size_t>(a_.edgeStart[static_cast<std::size_t>(v)])];
  }
  [[nodiscard]] bool isCut(int e) const {
    const auto at = std::lower_bound(cuts_.begin(), cuts_.end(), e, [](const Cut& c, int x) { return c.edge < x; });
    return at != cuts_.end() && at->edge == e;
  }
  [[nodiscard]] char& mark(int v) { return marked_[static_cast<std::size_t>(v)]; }
  void enter(int v) {
    if (mark(v) != 0) return;
    mark(v) = 1;
    inside_.push_back(v);
  }

  void splitCutEdges() {
    marked_.assign(a_.mesh->vertices().size(), 0);
    std::vector<double> places;
    for (std::size_t i = 0; i < cuts_.size();) {
      const int e = cuts_[i].edge;
      places.clear();
      for (; i < cuts_.size() && cuts_[i].edge == e; ++i) places.push_back(cuts_[i].s);
      const Vec3 p = inB(edge(a_, e).v0);
      const Vec3 q = inB(edge(a_, e).v1);
      insidePieces(b_, p, q, places, [&](double s0, double s1) {
        pieces_.push_back({p + s0 * (q - p), p + s1 * (q - p), e});
        if (s0 == 0) enter(edge(a_, e).v0);
        if (s1 == 1) enter(edge(a_, e).v1);
      });
    }
  }

  void findUncutComponents() {
    std::vector<char> cut(a_.vertexOfComponent.size(), 0);
    for (const Cut& c : cuts_) {
      cut[static_cast<std::size_t>(a_.componentOfVertex[static_cast<std::size_t>(edge(a_, c.edge).v0)])] = 1;
    }
    for (std::size_t c = 0; c < cut.size(); ++c) {
      if (cut[c] != 0) continue;
      const int v = a_.vertexOfComponent[c];
      if (b_.side.at(inB(v)) == Side::kInside) enter(v);
    }
  }

  // Uncut edges lead from inside vertices to inside vertices.
  void spread() {
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      const auto v = static_cast<std::size_t>(inside_[i]);
      for (int k = a_.edgeStart[v]; k < a_.edgeStart[v + 1]; ++k) {
        const int e = a_.edgesOfVertex[static_cast<std::size_t>(k)];
        if (isCut(e)) continue;
        const int other = edge(a_, e).v0 == inside_[i] ? edge(a_, e).v1 : edge(a_, e).v0;
        // Both ends come by here; the lower one notes the edge.
        if (other > inside_[i]) pieces_.push_back({inB(inside_[i]), inB(other), e});
        enter(other);
      }
    }
  }

  const PreparedMesh& a_;
  const PreparedMesh& b_;
  const Transform& X_BA_;
  const std::vector<Cut>& cuts_;
  std::vector<char> marked_;
  std::vector<int> inside_;
  std::vector<Piece> pieces_;
  Deepest best_;
};

}  // namespace

MeshDepth meshDepth(const PreparedMesh& a, const PreparedMesh& b, const Transform& X_AB) {
  MeshDepth result;
  const Transform X_BA = X_AB.inverse();
  const Mat3 R_AB = X_AB.R();
  std::vector<Cut> cutsA, cutsB;
  std::vector<Vec3> meeting;
  Bvh::overlappingPairs(a.bvh, b.bvh, X_AB, 0, [&](int i, int j) {
    const Corners ca = corners(*a.mesh, i);
    Corners cb = corners(*b.mesh, j);
    for (Vec3& p : cb) p = R_AB * p + X_AB.p;
    if (!trianglesIntersect(ca, cb)) return;
    result.intersecting = true;
    meeting.clear();
    addCuts(a, i, ca, cb, cutsA, meeting);
    addCuts(b, j, cb, ca, cutsB, meeting);
    if (a.side.closed() && b.side.closed()) return;
    const double overlap = localOverlap(ca, cb, meeting);
    if (overlap <= result.depth || meeting.empty()) return;
    result.depth = overlap;
    result.p_A = meeting.front();
    result.triangleA = i;
    result.triangleB = j;
  });

  // Without cuts only a whole component can be inside, which needs overlapping boxes.
  if (!result.intersecting && !transformed(b.bvh.bounds(), X_AB).overlaps(a.bvh.bounds())) return result;

  OneWay aInB(a, b, X_BA, cutsA);
  const Deepest da = aInB.run();
  OneWay bInA(b, a, X_AB, cutsB);
  const Deepest db = bInA.run();
  result.intersecting = result.intersecting || aInB.anyInside() || bInA.anyInside();
  if (da.depth > result.depth) {
    result = {da.depth, X_AB * da.point, edge(a, da.source).face0, da.triangle, true};
  }
  if (db.depth > result.depth) result = {db.depth, db.point, db.triangle, edge(b, db.source).face0, true};
  return result;
}

}  // namespace passung::collision
