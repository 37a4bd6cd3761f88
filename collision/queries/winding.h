// SPDX-License-Identifier: Apache-2.0
// Problem: how often a surface winds round a point, also where the surface has holes: near 1 inside, near 0 outside.
// Method: the sum of the solid angles of all triangles (Jacobson, Kavan, Sorkine-Hornung, "Robust Inside-Outside
//   Segmentation Using Generalized Winding Numbers", 2013); a far node of the hierarchy counts as a dipole, its summed
//   area vector at its centre (Barill et al., "Fast Winding Numbers for Soups and Clouds", 2018, first order).
// Cost: O(log n) for points away from the surface.
// Failure modes: the dipoles leave an error of some hundredths, so only thresholds well between the whole numbers are
//   safe.
#pragma once

#include <vector>

#include "collision/bvh/bvh.h"

namespace passung::collision {

class WindingField {
 public:
  // The mesh and its triangleBvh must outlive the field.
  WindingField(const TriangleMesh& mesh, const Bvh& bvh);

  [[nodiscard]] double at(const Vec3& p) const;

 private:
  struct Dipole {
    Vec3 moment = Vec3::Zero();  // sum of area vectors [m^2]
    Vec3 center = Vec3::Zero();  // area-weighted
    double area = 0;
    double radius = 0;  // of a ball about the centre that holds the node's box
  };
  const TriangleMesh* mesh_;
  const Bvh* bvh_;
  std::vector<Dipole> dipoles_;  // one a node
};

}  // namespace passung::collision
