// SPDX-License-Identifier: Apache-2.0
// Problem: the closest-distance contacts between two shapes at many nearby poses, complete and cheap.
// Method: at a base pose all feature pairs (point-triangle both ways, point-plane, convex edge-edge) that may be within
//   a reach are listed, each with the tangent plane of its distance: a lower bound at every other pose, too, since the
//   distance to a convex set is convex (LinearBounds). While the relative motion D of the two shapes since then stays
//   below reach - cutoff, no pair can have come within the cutoff without being in the list. An evaluation looks at
//   those listed pairs whose bound is below the cutoff, exactly. The base is the pose that a step is expected to end
//   at, so D is the deviation from the expected motion, not the motion.
//   One term a point: the globally closest point of the other mesh, its sign by the angle-weighted pseudo-normal
//   (Baerentzen and Aanaes, "Signed distance computation using the angle weighted pseudonormal", 2005). Edge pairs are
//   not filtered (the potential would jump); they count as crossed where the two outward normal cones say so, and fade
//   out near parallel, where points cover them (the mollifier of Li et al., "Incremental Potential Contact", 2020, eq.
//   24).
//   Terms depend on the pose alone, down to the bits, unless points are deeper inside than sets that do not follow them
//   list: a fresh set and a long-used one give the same.
// Cost: collection by hierarchies O(pairs of boxes within reach), by FeatureClusters O(points beside the other shape);
//   evaluation a few operations for each listed pair within D of touching, an exact test for the few that touch.
// Failure modes: overlap deeper than the depth asked for is not seen; open meshes remember the side of the last pose
//   known to be free; edge pairs that crossed deeper than the reach are left to edgesPierce(), and so are points of
//   sets that do not follow them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "collision/narrowphase/cluster_search.h"
#include "collision/narrowphase/contact_geometry.h"
#include "collision/narrowphase/face_pair_source.h"
#include "collision/narrowphase/linear_bounds.h"
#include "collision/narrowphase/placement.h"
#include "collision/queries/closest.h"

namespace passung::collision {

// One distance between closest features of shape A and shape B, in W.
struct ContactTerm {
  double gap = 0;             // [m], negative when overlapping
  double weight = 1;          // 0..1, fades near-parallel edge pairs
  Vec3 n_W = Vec3::UnitZ();   // unit, from A to B
  Vec3 p_W = Vec3::Zero();    // midpoint of the two closest points [m]
  std::uint64_t feature = 0;  // kind and the two feature indices
};

class NearSet {
 public:
  NearSet(std::shared_ptr<const ContactGeometry> a, std::shared_ptr<const ContactGeometry> b);

  // Lists all feature pairs with a signed distance below `reach` [m] at these poses (frames G of the two shapes).
  // Overlap is seen as deep as `depth` [m], at least as deep as the reach; sets of large meshes that are not careful
  // see it as deep as the reach. `X_AB_free`: a pose at which the shapes were apart, for the sides of open meshes;
  // null: this pose. `edgeMargin` [m]: edge pairs are listed this much farther, at least as setEdgeMargin() says.
  void collect(const Transform& X_WA, const Transform& X_WB, double reach, double depth = 0,
               const Transform* X_AB_free = nullptr, double edgeMargin = 0);

  // The list that collect(X_WA, X_WB, reach) makes, of two meshes, from pairs of faces that another search found at
  // these poses: at least all within faceDistance(reach).
  void collectFrom(std::span<const NearFaces> faces, const Transform& X_WA, const Transform& X_WB, double reach);
  [[nodiscard]] double faceDistance(double reach) const;  // [m]

  // Makes the set good at poses 1, to which a motion from poses 0 (which must be free) led. False if that motion
  // exceeds `motionLimit` [m], or if a point is seen to be deeper inside than `deepest` [m] (asked of clusters only).
  bool prepare(const Transform& X_WA0, const Transform& X_WB0, const Transform& X_WA1, const Transform& X_WB1,
               double cutoff, double motionLimit, double deepest = std::numeric_limits<double>::infinity());
  // Careful sets list edge pairs as far apart as the motion that led to the expected pose, so that no crossing is too
  // deep to be seen. Dear where there are many edges.
  void setCareful(bool careful) { careful_ = careful; }
  [[nodiscard]] bool careful() const { return careful_; }
  // Sets of two clustered meshes find points that came deeper inside than the reach on their way from pose 0. Without
  // that, lists that are not empty may lack such points: only for those who ask edgesPierce() and pointsEntered() about
  // the pose that they end at.
  void setFollowing(bool following) { following_ = following; }
  [[nodiscard]] bool following() const { return following_ || !clustered(); }
  // Lists of collect() and collectFrom() hold edge pairs this much farther apart [m] than points: crossed ones count by
  // their depth.
  void setEdgeMargin(double margin) { edgeMargin_ = margin; }
  // Once a step, before prepare(): chooses how far the next lists reach, and drops a list that costs more than a new
  // one would.
  void beginStep(const Transform& X_WA, const Transform& X_WB);
  // Another end pose is expected from here on: a list that does not reach it is no miss.
  void beginSubstep() { misses_ = 0; }
  [[nodiscard]] bool collected() const { return collected_; }
  [[nodiscard]] double reach() const { return reach_; }  // of the list [m]
  void forget() { collected_ = false; }                  // the next prepare() collects anew

  // Largest displacement [m] of any point near the pair since collect().
  [[nodiscard]] double motion(const Transform& X_WA, const Transform& X_WB) const;
  // True if after that much motion every pair closer than `cutoff` is still in the list, and every edge pair closer
  // than `depth`.
  [[nodiscard]] bool covers(double motion, double cutoff, double depth = 0) const {
    return collected_ && motion + cutoff <= reach_ && motion + depth <= reach_ + listedMargin_;
  }

  // Largest relative displacement [m] of any point near the pair between two relative poses X_AB.
  [[nodiscard]] double displacement(const Transform& X_AB0, const Transform& X_AB1) const;

  // False only if the two surfaces are more than `distance` [m] apart.
  [[nodiscard]] bool mayBeWithin(const Transform& X_WA, const Transform& X_WB, double distance) const;

  // Appends all terms with gap < cutoff, in the order of their features. `depthLimit` [m]: edge pairs count as crossed
  // only to that depth (at most the motion since the last pose known to be free), so that far sides of thin parts are
  // not mistaken for it. The list must cover the larger of the two.
  void evaluate(const Transform& X_WA, const Transform& X_WB, double cutoff, double depthLimit,
                std::vector<ContactTerm>& terms);

  // The share of a motion from poses 0, where evaluate() was called last, to poses 1 after which no gap above `rest`
  // [m] has shrunk below it and no smaller one below `keep` of itself. In (0, 1]; rigid motions this small count as
  // linear.
  [[nodiscard]] double freeShare(const Transform& X_WA0, const Transform& X_WB0, const Transform& X_WA1,
                                 const Transform& X_WB1, double rest, double keep);

  // Whether an edge of one shape pierces a triangle of the other, exactly: the crossing that sets which are not careful
  // may miss. Of edges that are not listed, some that connect all points of a component are looked at: with an end
  // inside. Only asked of shapes with clusters; else false.
  [[nodiscard]] bool edgesPierce(const Transform& X_WA, const Transform& X_WB);
  // Where edgesPierce() is false: whether points that were outside at poses 0, or whole shells, have come inside at
  // poses 1.
  [[nodiscard]] bool pointsEntered(const Transform& X_WA0, const Transform& X_WB0, const Transform& X_WA1,
                                   const Transform& X_WB1);

  // Both shapes have clusters: pairs are found by these.
  [[nodiscard]] bool clustered() const { return geometry_[0]->clusters && geometry_[1]->clusters; }
  [[nodiscard]] bool empty() const { return count() == 0; }
  [[nodiscard]] int count() const {
    return static_cast<int>(points_[0].entries.size() + points_[1].entries.size() + edges_.entries.size() +
                            planePoints_.size());
  }
  // Lists are ordered by bounds, nearest first, as finely as this.
  static constexpr int kShelves = 32;
  [[nodiscard]] const ContactGeometry& a() const { return *geometry_[0]; }
  [[nodiscard]] const ContactGeometry& b() const { return *geometry_[1]; }

 private:
  struct PointEntry {
    double bound;  // the least of its triangles' bounds at the base pose [m]
    int point;
    int first, count;       // candidate triangles
    Eigen::Vector3f p;      // in the target's frame, from the middle of its bounds, at the base pose [m]
    signed char sheetSide;  // for two-sided meshes: the side of the sheet, 0 unknown
    bool inside;            // at the base pose
  };
  // The points of one shape near the other.
  struct PointList {
    std::vector<PointEntry> entries;  // by shelves
    std::vector<int> triangles;
    LinearBounds bounds;  // of each candidate
  };
  struct EdgeEntry {
    double bound;  // at the base pose [m]
    int edgeA, edgeB;
    bool apart;  // where the bound is as large as the cutoff they have not crossed, see staysApart()
  };
  struct EdgeList {
    std::vector<EdgeEntry> entries;  // by shelves
    double far = 0;                  // bounds that were looked for are below this [m]
    LinearBounds bounds[2];          // at both ends of the owner's edge
    int owner = 0;
  };
  // The entries whose bounds at one pose were within `slack` of the cutoff, with those bounds side by side: enough for
  // poses that near.
  struct Front {
    struct Point {
      std::size_t entry, first, count;  // bounds [first, first + count)
    };
    Transform X_AB;
    double cutoff = -1, far = 0, slack = 0;  // of points and of edges [m]
    std::vector<Point> points[2];
    LinearBounds pointBounds[2];
    std::vector<std::size_t> edges;
    LinearBounds edgeBounds[2];
  };
  struct PlaneEntry {
    double gap;  // at the base pose [m]
    int point;
  };
  // What a collection finds, before it is sorted.
  struct FoundTriangle {
    int point, triangle;
    float bound;             // [m]
    Eigen::Vector3f normal;  // of the bound, in the target's frame
  };
  struct FoundEdge {
    int edgeA, edgeB;
    double bound[2];  // at the ends of the owner's edge [m]
    Vec3 normal;
    Eigen::Vector3f ends[2];  // those ends, as PointEntry::p
  };

  // What is nearer than this share of the reach has no direction that could bound it elsewhere.
  static constexpr double kTouching = 1e-6;
  // Of a bound in a list that reaches `far`.
  static int shelf(double bound, double far) {
    return bound > 0 ? static_cast<int>(std::min(bound / far, 1.0) * (kShelves - 1)) : 0;
  }
  // All bounds below `last` and those that share its shelf.
  static bool onShelves(double bound, double last, double far) { return shelf(bound, far) <= shelf(last, far); }
  [[nodiscard]] FoundTriangle boundAt(int point, int triangle, const Vec3& p, const PointTriangle& c) const;
  static FoundEdge boundAt(const SegmentSegment& c, const Vec3& p0, const Vec3& p1, const Vec3& middle, double far);
  static bool byPoint(const FoundTriangle& x, const FoundTriangle& y);
  static bool nearer(const FoundTriangle& x, const FoundTriangle& y);
  void collectAt(const Transform& X_AB, double reach, double depth, const Transform* X_AB_free, double edgeMargin);
  void collectPlane(int side);
  void collectPoints(int side, double depth, const Transform* X_AB_free);
  void findByClusters(int side, double depth, const Transform& X_TP, const Transform* X_TP_free);
  void findByTrees(int side, double depth, const Transform& X_TP);
  void findByFaces(int side, const Transform& X_TP);
  unsigned listGroup(int side, double depth, const Group& group, std::span<const PointLook> looks,
                     const Placement& X_TP, bool ways);
  bool listExactly(int side, double depth, const Vec3& p, std::size_t first, std::size_t last);
  void listDeep(int side, double depth, int point, const Vec3& p);
  void listInside(int side, double depth, int point, const Vec3& p, double distance);
  void addPoint(int side, std::size_t first, std::size_t last, const Transform& X_TP, const Transform* X_TP_free);
  void addOutside(int side, std::size_t first, std::size_t last, const Eigen::Vector3f& p, int sheetSide = 0);
  void addInside(int side, std::size_t first, std::size_t last, const Eigen::Vector3f& p, int sheetSide = 0);
  // As entries have it.
  [[nodiscard]] Eigen::Vector3f fromMiddle(int side, const Vec3& p) const {
    return (p - geometry_[1 - side]->bounds.center()).cast<float>();
  }
  void collectEdges();
  void findEdgesByClusters(double far);
  void findEdgesByTrees(double far);
  void findEdgesByFaces(double far);

  // Displacement, since the base, of the points of shape `side` in the frame of the other.
  [[nodiscard]] Displacement displaced(int side, const Transform& X_AB) const;
  void evaluatePlanes(const Transform& X_WA, const Transform& X_WB, double cutoff, double moved,
                      std::vector<ContactTerm>& terms) const;
  // Makes front_ for this pose unless it serves.
  void updateFront(const Transform& X_AB, double cutoff, double depthLimit, double moved);
  void evaluatePoints(int side, const Transform& X_WT, const Transform& X_TP, double cutoff, double moved,
                      std::vector<ContactTerm>& terms);
  [[nodiscard]] bool crossedSinceBase(int side, const PointEntry& entry, const Vec3& p) const;
  struct PointPoses {
    Placement X_WT, X_TP, base;  // X_TP at the base pose
  };
  void tightenPoint(int side, const Front::Point& at, const Vec3& p, const PointPoses& poses);
  // `bound` [m]: known before.
  void evaluatePoint(int side, const Front::Point& at, const PointPoses& poses, double bound, double cutoff,
                     std::vector<ContactTerm>& terms);
  void evaluateEdges(const Transform& X_WA, const Transform& X_AB, double cutoff, double depthLimit, double moved,
                     std::vector<ContactTerm>& terms);
  struct EdgePoses {
    Placement X_WA, X_AB, base;  // the owner's in the target at the base pose
    bool turned;                 // too far from there for staysApart()
  };
  void tightenEdges(std::size_t at, const SegmentSegment& c, const EdgePoses& poses);
  // Whether two edges cannot have crossed at any pose where the plane square to the direction m_A from A's to B's, in
  // A's frame, holds them apart by some half of their distance, and which is not turned much.
  [[nodiscard]] static bool staysApart(const ContactEdge& e, const ContactEdge& f, const Vec3& m_A, const Mat3& R_AB);
  void evaluateEdgePair(std::size_t at, const EdgePoses& poses, double known, double cutoff, double depthLimit,
                        std::vector<ContactTerm>& terms);

  std::shared_ptr<const ContactGeometry> geometry_[2];
  bool collected_ = false, careful_ = true, following_ = true;
  double reach_ = 0, edgeMargin_ = 0, listedMargin_ = 0;
  double deepest_ = std::numeric_limits<double>::infinity();
  bool tooDeep_ = false;
  Transform base_;  // X_AB
  PointList points_[2];
  EdgeList edges_;
  std::vector<PlaneEntry> planePoints_;  // nearest first
  Front front_;
  // Scratch.
  std::vector<FoundTriangle> found_;
  const std::span<const NearFaces>* faces_ = nullptr;  // that a list is being made from; null: by an own search
  std::vector<std::uint64_t> visits_;                  // two features
  std::vector<PointEntry> sortedEntries_;
  std::vector<FoundEdge> sortedEdges_;
  std::vector<FoundEdge> foundEdges_;
  ClusterSearch search_;
  std::vector<float> values_[4];
  std::vector<PointTriangle> closest_;
  std::vector<std::size_t> chosen_;  // bounds

  // How far lists reach beyond the cutoff.
  bool renewed_ = false;  // in this step
  int misses_ = 0;        // lists made in this substep
  double deviation_ = 0;  // of the last steps' ends from their base [m]
  double listCost_ = 0;   // of the last collection, in exact tests
  double spent_ = 0;      // bounds looked at by full looks since then, in exact tests
};

}  // namespace passung::collision
