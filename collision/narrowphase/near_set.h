// SPDX-License-Identifier: Apache-2.0
// Problem: the closest-distance contacts between two shapes at many nearby poses, complete and cheap.
// Method: at a reference pose all feature pairs (point-triangle both ways, point-plane, convex edge-edge) within a
// reach
//   are collected from the hierarchies. While the relative motion D of the two shapes since then stays below
//   reach - cutoff, no pair can have come within the cutoff without being in the list, so each evaluation looks only at
//   the list, and only at its front: a pair at distance d0 then is at least d0 - D apart now.
//   One term a point: the globally closest point of the other mesh, its sign by the angle-weighted pseudo-normal
//   (Baerentzen and Aanaes, "Signed distance computation using the angle weighted pseudonormal", 2005). Edge pairs are
//   not filtered (the potential would jump); they count as crossed where the two outward normal cones say so, and fade
//   out near parallel, where points cover them (the mollifier of Li et al., "Incremental Potential Contact", 2020, eq.
//   24).
// Cost: collection O(pairs of boxes within reach); evaluation O(pairs within D of touching).
// Failure modes: overlap that began deeper than the reach is not seen; open meshes remember the side of the reference
// pose.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "collision/narrowphase/contact_geometry.h"

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

  // Lists all feature pairs within `reach` [m] at these poses (frames G of the two shapes).
  void collect(const Transform& X_WA, const Transform& X_WB, double reach);

  // Makes the set good for a motion from poses 0 (which must be free) to poses 1, with spare reach for more of the
  // same: collects at poses 0 unless it already covers poses 1. False if that motion exceeds `motionLimit` [m].
  bool prepare(const Transform& X_WA0, const Transform& X_WB0, const Transform& X_WA1, const Transform& X_WB1,
               double cutoff, double motionLimit);
  [[nodiscard]] bool collected() const { return collected_; }
  void forget() { collected_ = false; }  // the next prepare() collects anew

  // Drops spare reach: true if the list was made for a motion much larger than `move` [m] and should be made anew.
  [[nodiscard]] bool wasteful(double move, double cutoff) const { return reach_ > 4 * spareReach(move, cutoff); }

  // Largest displacement [m] of any point near the pair since collect().
  [[nodiscard]] double motion(const Transform& X_WA, const Transform& X_WB) const;
  // True if after that much motion every pair closer than `cutoff` is still in the list.
  [[nodiscard]] bool covers(double motion, double cutoff) const { return collected_ && motion + cutoff <= reach_; }

  // Largest relative displacement [m] of any point near the pair between two relative poses X_AB.
  [[nodiscard]] double displacement(const Transform& X_AB0, const Transform& X_AB1) const;

  // Appends all terms with gap < cutoff. `depthLimit` [m]: edge pairs count as crossed only to that depth (the motion
  // since the last pose known to be free), so that far sides of thin parts are not mistaken for it.
  void evaluate(const Transform& X_WA, const Transform& X_WB, double cutoff, double depthLimit,
                std::vector<ContactTerm>& terms);

  [[nodiscard]] bool empty() const { return points_.empty() && edges_.empty() && planePoints_.empty(); }
  [[nodiscard]] int count() const { return static_cast<int>(triangles_.size() + edges_.size() + planePoints_.size()); }
  [[nodiscard]] const ContactGeometry& a() const { return *geometry_[0]; }
  [[nodiscard]] const ContactGeometry& b() const { return *geometry_[1]; }

 private:
  struct PointEntry {
    int point;              // of shape `side`
    int first, count;       // candidate triangles in triangles_
    signed char side;       // 0: point of A against B, 1: point of B against A
    signed char sheetSide;  // for two-sided meshes: the side of the sheet, 0 unknown
  };
  struct EdgeEntry {
    int edgeA, edgeB;
  };
  struct Candidate {
    int triangle;
    double distance;  // unsigned, at the base pose [m]
  };
  struct Found {
    double squared;
    int point, triangle;
  };

  void collectPoints(int side, const Transform& X_AB, double reach);
  void collectEdges(const Transform& X_AB, double reach);
  static double spareReach(double move, double cutoff);
  // Each returns the pair's signed distance and appends its term when that is below the cutoff.
  double evaluatePlane(int point, const Transform& X_WA, const Transform& X_WB, double cutoff,
                       std::vector<ContactTerm>& terms) const;
  double evaluatePoint(const PointEntry& entry, const Transform X_WG[2], const Transform X_TP[2], double cutoff,
                       double motion, bool rebase, std::vector<ContactTerm>& terms);
  double evaluateEdges(const EdgeEntry& entry, const Transform& X_WA, const Transform& X_AB, double cutoff,
                       double depthLimit, std::vector<ContactTerm>& terms) const;

  std::shared_ptr<const ContactGeometry> geometry_[2];
  bool collected_ = false;
  double reach_ = 0;
  Transform collectedAt_, base_;  // X_AB
  std::vector<PointEntry> points_;
  std::vector<Candidate> triangles_;
  std::vector<EdgeEntry> edges_;
  std::vector<int> planePoints_;
  // Signed distances at the base pose, in the order of the lists above [m].
  std::vector<double> pointDistance_, edgeDistance_, planeDistance_;
  std::vector<Found> found_;  // scratch of collect()
};

}  // namespace passung::collision
