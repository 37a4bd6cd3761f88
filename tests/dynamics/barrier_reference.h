// SPDX-License-Identifier: Apache-2.0
// Problem: an independent answer to the question how one rigid body moves among fixed meshes, with friction and plastic
//   impacts, to judge the trajectories of the implicit solver by. It shares the closest points of two features and the
//   exact intersection predicates with the program, and nothing else: no lists, signs, shells, potentials or solvers.
// Method: incremental potential contact for one rigid body. Each step of length h minimises over the displacement
//   x = (Dc, phi) of the body, pose (c0 + Dc, exp(phi) q0),
//       E(x) = 1/2 (x - xs)' M (x - xs) + h^2 sum m b(d) + h^2 sum mu l f0(|u|),
//   with xs the motion without contacts and b(d) = -kappa (d - dhat)^2 ln(d / dhat) for 0 < d < dhat. The sum runs over
//   all pairs of a vertex and a triangle, both ways, and of two edges; the latter are mollified by m where they are
//   nearly parallel. Distances are unsigned. Projected Newton steps (the positive part of the curvature) with an Armijo
//   search, in which no distance may become zero and no edge may pierce a triangle, decided exactly. Friction: normal
//   forces l, tangents and contact points are those of the last minimum, and minima are found anew until the balance of
//   forces holds with those of the minimum itself.
// Source: Li, Ferguson, Schneider, Langlois, Zorin, Panozzo, Jiang and Kaufman, "Incremental Potential Contact:
//   Intersection- and Inversion-free, Large-Deformation Dynamics", 2020: barrier eq. 6, mollifier eq. 24, friction
//   section 5.
// Deviations: unsquared distances; kappa is fixed at `stiffness` m / h^2 instead of adapted. A step's path is not
//   searched for crossings, only accepted iterates are: the body must move by much less than any part is thick in a
//   step. Free motion is explicit Euler with the gyroscopic torque of the start, first order in h.
// Restitution: implicit Euler's damping makes impacts plastic up to a rebound of dhat / h.
// Cost: all pairs are asked by their boxes, once for some ten steps; fine for hundreds of triangles.
// Failure modes: d much below dhat loses digits (coordinates of 1 cm are rounded by 1e-18 m, so forces at
//   d = 1e-9 m have nine digits); lagged friction need not converge. Both show in BarrierStep::residual. The start must
//   be free of intersections: std::logic_error.
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <utility>
#include <vector>

#include "core/triangle_mesh.h"

namespace passung::dynamics {

struct BarrierSettings {
  double dt = 5e-5;             // h [s]
  double dhat = 1e-7;           // reach of the barrier [m]
  double stiffness = 100;       // kappa h^2 in units of the body's mass
  double friction = 0;          // mu
  double frictionSpeed = 1e-5;  // below this speed friction is smoothed [m/s]
  double tolerance = 1e-7;      // remaining error of the velocity where iterations end [m/s]
  Vec3 gravity = Vec3(0, 0, -9.81);
};

struct BarrierStep {
  int newton = 0;       // Newton steps
  int lags = 0;         // minimisations with renewed friction
  double residual = 0;  // |M^-1 (gradient with friction of the end itself)| [m/s], in the norm of M / m
  double gap = 0;       // least distance of all pairs in reach [m]; infinite if there is none
};

class BarrierReference {
 public:
  struct PlacedMesh {
    std::shared_ptr<const TriangleMesh> mesh;
    Transform X_WB;
  };

  // mass: in the frame of the body's mesh. The body starts at rest.
  BarrierReference(const PlacedMesh& body, const MassProperties& mass, const std::vector<PlacedMesh>& fixed,
                   const BarrierSettings& settings);

  // Of the centre of mass [m/s] and of the body, in W [rad/s].
  void setVelocity(const Vec3& v, const Vec3& w);
  BarrierStep step();

  [[nodiscard]] Transform pose() const;  // X_WB
  [[nodiscard]] const Vec3& velocity() const { return v_; }
  [[nodiscard]] const Vec3& spin() const { return w_; }
  // Does some edge of one pierce or touch a triangle of the other? Asks all pairs, exactly.
  [[nodiscard]] bool intersects() const;

  // For tests of the derivatives: the barriers' energy h^2 sum m b at a displacement from the present pose and its
  // gradient, without inertia and friction.
  using Vec6 = Eigen::Matrix<double, 6, 1>;
  std::pair<double, Vec6> barrier(const Vec6& x);

 private:
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  using Mat36 = Eigen::Matrix<double, 3, 6>;
  // Features are kept as indices of vertices; of the body in C's frame, of the fixed meshes in W.
  struct Features {
    std::vector<Vec3> vertices;
    std::vector<std::array<int, 2>> edges;
    std::vector<std::array<int, 3>> triangles;
    void add(const PlacedMesh& m);
  };
  struct Boxes {
    std::vector<Aabb> vertices, edges, triangles;
    Boxes() = default;
    Boxes(const Features& features, const std::vector<Vec3>& at, double margin);
  };
  using Pairs = std::vector<std::pair<int, int>>;  // feature of the body, feature of the fixed meshes

  // What an active pair does: energy = weight * b(distance).
  struct Active {
    double distance = 0;
    Vec3 n = Vec3::Zero();        // from the fixed point to the body's
    Vec3 point = Vec3::Zero();    // on the body, in W
    double weight = 1;            // the mollifier
    Vec3 turning = Vec3::Zero();  // its derivative by a turn of the body
  };
  struct Sliding {
    Vec3 point_C = Vec3::Zero(), start = Vec3::Zero();  // the point on the body, and where the step found it
    Vec3 n = Vec3::Zero();
    double limit = 0;  // h^2 mu l [kg m]
  };
  struct Value {
    double energy = 0;
    Vec6 gradient = Vec6::Zero();
    Mat6 curvature = Mat6::Zero();
  };

  void place(const Vec6& x);
  void listPairs();
  void findActive();
  [[nodiscard]] bool pierces() const;
  // The derivative of a body's point, r from C at the placed pose, by x.
  [[nodiscard]] Mat36 jacobian(const Vec3& r) const;
  void addBarriers(Value& value, bool derivatives) const;
  void addFriction(Value& value, bool derivatives) const;
  Value evaluate(const Vec6& x, bool derivatives);
  std::vector<Sliding> slidingAt() const;
  double speed(const Vec6& gradient) const;
  double minimise(Vec6& x, BarrierStep& report);

  BarrierSettings s_;
  double m_ = 0;
  Vec3 com_;
  Mat3 inertia_;
  double radius_ = 0;  // of the body about C
  Features body_, fixed_;
  Boxes fixedBoxes_;
  Vec3 c_, v_ = Vec3::Zero(), w_ = Vec3::Zero();
  Quat q_;

  // The step at hand.
  Vec6 xs_;
  Mat6 M_, Minv_;
  std::vector<Sliding> sliding_;

  // The placed pose.
  Vec3 placedC_;
  Quat placedQ_;
  Mat3 turn_;  // d(rotation, as a turn in W) / d(phi)
  std::vector<Vec3> at_;
  std::vector<Active> active_;
  double gap_ = 0;

  // Pairs whose boxes come within reach while the body moves less than reach_ from its place when they were listed.
  double reach_ = 0;
  Vec3 listedC_;
  Quat listedQ_;
  Pairs vertexTriangle_, triangleVertex_, edgeEdge_, edgeTriangle_, triangleEdge_;
};

}  // namespace passung::dynamics
