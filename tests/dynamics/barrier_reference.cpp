// SPDX-License-Identifier: Apache-2.0
#include "tests/dynamics/barrier_reference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "collision/queries/closest.h"
#include "collision/queries/exact_triangle.h"

namespace passung::dynamics {
namespace {

constexpr int kNewtonSteps = 200;
constexpr int kLags = 200;
constexpr int kHalvings = 60;
constexpr double kArmijo = 1e-4;
// Energies are trusted to this share: distances of 1e-8 m are rounded by 1e-17 m.
constexpr double kRounding = 1e-9;
// Pairs are listed for this many steps of the present speed.
constexpr double kListedSteps = 10;
// Edges count as parallel below this share of |e1|^2 |e2|^2 (eq. 24).
constexpr double kParallel = 1e-3;

struct Barrier {
  double value = 0, slope = 0, curvature = 0;
};
// b, b' and b'' for kappa = 1, 0 < d < dhat.
Barrier barrierAt(double d, double dhat) {
  const double y = d - dhat;
  const double l = std::log(d / dhat);
  return {-y * y * l, -2 * y * l - y * y / d, -2 * l - 4 * y / d + y * y / (d * d)};
}

// f0, f1 = f0' and f1' of the smoothed norm (section 5), e the displacement where smoothing ends.
Barrier smoothedNorm(double y, double e) {
  if (y >= e) return {y, 1, 0};
  return {y * y / e * (1 - y / (3 * e)) + e / 3, y / e * (2 - y / e), 2 / e * (1 - y / e)};
}

// How a turn phi + dphi differs from the turn phi, as a turn in W: the left Jacobian of the exponential map.
Mat3 leftJacobian(const Vec3& phi) {
  const double a = phi.norm();
  const Mat3 S = skew(phi);
  if (a < 1e-3) return Mat3::Identity() + (0.5 - a * a / 24) * S + (1.0 / 6 - a * a / 120) * S * S;
  return Mat3::Identity() + (1 - std::cos(a)) / (a * a) * S + (a - std::sin(a)) / (a * a * a) * S * S;
}

template <class Visit>
void overlapping(const std::vector<Aabb>& a, const std::vector<Aabb>& b, Visit visit) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (a[i].overlaps(b[j])) visit(static_cast<int>(i), static_cast<int>(j));
    }
  }
}

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void BarrierReference::Features::add(const PlacedMesh& m) {
  const int base = static_cast<int>(vertices.size());
  for (const Vec3& v : m.mesh->vertices()) vertices.push_back(m.X_WB * v);
  for (const MeshEdge& e : m.mesh->edges()) edges.push_back({base + e.v0, base + e.v1});
  for (const Triangle& t : m.mesh->triangles()) triangles.push_back({base + t[0], base + t[1], base + t[2]});
}

BarrierReference::Boxes::Boxes(const Features& features, const std::vector<Vec3>& places, double margin) {
  const auto boxes = [&](const auto& parts, std::vector<Aabb>& out) {
    for (const auto& part : parts) {
      Aabb box;
      for (int i : part) box.add(places[at(i)]);
      out.push_back(box.grown(margin));
    }
  };
  for (const Vec3& v : places) vertices.push_back(Aabb{v, v}.grown(margin));
  boxes(features.edges, edges);
  boxes(features.triangles, triangles);
}

BarrierReference::BarrierReference(const PlacedMesh& body, const MassProperties& mass,
                                   const std::vector<PlacedMesh>& fixed, const BarrierSettings& settings)
    : s_(settings), m_(mass.mass), com_(mass.com), inertia_(mass.inertia), c_(body.X_WB * mass.com), q_(body.X_WB.q) {
  body_.add({body.mesh, {Quat::Identity(), -com_}});
  for (const Vec3& v : body_.vertices) radius_ = std::max(radius_, v.norm());
  for (const PlacedMesh& f : fixed) fixed_.add(f);
  fixedBoxes_ = Boxes(fixed_, fixed_.vertices, 0);
  at_ = body_.vertices;
  place(Vec6::Zero());
  if (intersects()) throw std::logic_error("the body of a barrier reference intersects a fixed mesh at its start");
}

void BarrierReference::setVelocity(const Vec3& v, const Vec3& w) {
  v_ = v;
  w_ = w;
}

Transform BarrierReference::pose() const { return {q_, c_ - q_ * com_}; }

void BarrierReference::place(const Vec6& x) {
  placedC_ = c_ + x.head<3>();
  placedQ_ = (rotationFromVector(x.tail<3>()) * q_).normalized();
  turn_ = leftJacobian(x.tail<3>());
  const Mat3 R = placedQ_.toRotationMatrix();
  for (std::size_t i = 0; i < at_.size(); ++i) at_[i] = placedC_ + R * body_.vertices[i];
}

bool BarrierReference::intersects() const {
  const Boxes boxes(body_, at_, 0);
  bool any = false;
  overlapping(boxes.triangles, fixedBoxes_.triangles, [&](int i, int j) {
    const auto& t = body_.triangles[at(i)];
    const auto& f = fixed_.triangles[at(j)];
    any = any || collision::trianglesIntersect(
                     {at_[at(t[0])], at_[at(t[1])], at_[at(t[2])]},
                     {fixed_.vertices[at(f[0])], fixed_.vertices[at(f[1])], fixed_.vertices[at(f[2])]});
  });
  return any;
}

// Renews the lists where the placed pose has left what they are good for.
void BarrierReference::listPairs() {
  const double moved =
      (placedC_ - listedC_).norm() + vectorFromRotation(placedQ_ * listedQ_.conjugate()).norm() * radius_;
  if (reach_ > 0 && moved <= reach_) return;
  const double speed = v_.norm() + w_.norm() * radius_ + s_.gravity.norm() * s_.dt;
  const double step =
      std::hypot((placedC_ - c_).norm(), vectorFromRotation(placedQ_ * q_.conjugate()).norm() * radius_);
  reach_ = kListedSteps * std::max(speed * s_.dt, step);
  listedC_ = placedC_;
  listedQ_ = placedQ_;
  const Boxes boxes(body_, at_, reach_ + s_.dhat);
  const auto list = [](const std::vector<Aabb>& a, const std::vector<Aabb>& b, Pairs& out) {
    out.clear();
    overlapping(a, b, [&](int i, int j) { out.emplace_back(i, j); });
  };
  list(boxes.vertices, fixedBoxes_.triangles, vertexTriangle_);
  list(boxes.triangles, fixedBoxes_.vertices, triangleVertex_);
  list(boxes.edges, fixedBoxes_.edges, edgeEdge_);
  list(boxes.edges, fixedBoxes_.triangles, edgeTriangle_);
  list(boxes.triangles, fixedBoxes_.edges, triangleEdge_);
}

// All pairs within dhat at the placed pose.
void BarrierReference::findActive() {
  listPairs();
  active_.clear();
  gap_ = std::numeric_limits<double>::infinity();
  const auto add = [&](const Vec3& onBody, const Vec3& onFixed, double squared) -> Active* {
    gap_ = std::min(gap_, std::sqrt(squared));
    if (!(squared < s_.dhat * s_.dhat)) return nullptr;
    const double d = std::sqrt(squared);
    active_.push_back({d, (onBody - onFixed) / d, onBody, 1, Vec3::Zero()});
    return &active_.back();
  };
  for (const auto& [i, j] : vertexTriangle_) {
    const auto& f = fixed_.triangles[at(j)];
    const Vec3& p = at_[at(i)];
    const auto hit = collision::closestPointTriangle(p, fixed_.vertices[at(f[0])], fixed_.vertices[at(f[1])],
                                                     fixed_.vertices[at(f[2])]);
    add(p, hit.point, hit.squared);
  }
  for (const auto& [i, j] : triangleVertex_) {
    const auto& t = body_.triangles[at(i)];
    const Vec3& p = fixed_.vertices[at(j)];
    const auto hit = collision::closestPointTriangle(p, at_[at(t[0])], at_[at(t[1])], at_[at(t[2])]);
    add(hit.point, p, hit.squared);
  }
  for (const auto& [i, j] : edgeEdge_) {
    const auto& e = body_.edges[at(i)];
    const auto& f = fixed_.edges[at(j)];
    const Vec3 &a0 = at_[at(e[0])], &a1 = at_[at(e[1])];
    const Vec3 &b0 = fixed_.vertices[at(f[0])], &b1 = fixed_.vertices[at(f[1])];
    const auto hit = collision::closestSegmentSegment(a0, a1, b0, b1);
    Active* active = add(hit.pointP, hit.pointQ, hit.squared);
    if (!active) continue;
    const Vec3 ea = a1 - a0, eb = b1 - b0;
    const Vec3 cross = ea.cross(eb);
    const double limit = kParallel * ea.squaredNorm() * eb.squaredNorm();
    const double share = cross.squaredNorm() / limit;
    if (share >= 1) continue;
    active->weight = share * (2 - share);
    // d(cross) = (dturn x ea) x eb, so cross . d(cross) = dturn . (ea x (eb x cross)).
    active->turning = (2 - 2 * share) / limit * 2 * ea.cross(eb.cross(cross));
  }
}

bool BarrierReference::pierces() const {
  for (const auto& [i, j] : edgeTriangle_) {
    const auto& e = body_.edges[at(i)];
    const auto& f = fixed_.triangles[at(j)];
    if (collision::segmentIntersectsTriangle(
            at_[at(e[0])], at_[at(e[1])],
            {fixed_.vertices[at(f[0])], fixed_.vertices[at(f[1])], fixed_.vertices[at(f[2])]}))
      return true;
  }
  for (const auto& [i, j] : triangleEdge_) {
    const auto& t = body_.triangles[at(i)];
    const auto& f = fixed_.edges[at(j)];
    if (collision::segmentIntersectsTriangle(fixed_.vertices[at(f[0])], fixed_.vertices[at(f[1])],
                                             {at_[at(t[0])], at_[at(t[1])], at_[at(t[2])]}))
      return true;
  }
  return false;
}

BarrierReference::Mat36 BarrierReference::jacobian(const Vec3& r) const {
  Mat36 J;
  J << Mat3::Identity(), -skew(r) * turn_;
  return J;
}

void BarrierReference::addBarriers(Value& value, bool derivatives) const {
  const double kappa = s_.stiffness * m_;
  for (const Active& a : active_) {
    const Barrier b = barrierAt(a.distance, s_.dhat);
    value.energy += kappa * a.weight * b.value;
    if (!derivatives) continue;
    const Vec6 slope = jacobian(a.point - placedC_).transpose() * a.n;
    value.gradient += kappa * a.weight * b.slope * slope;
    value.gradient.tail<3>() += kappa * b.value * (turn_.transpose() * a.turning);
    value.curvature += kappa * a.weight * b.curvature * slope * slope.transpose();
  }
}

void BarrierReference::addFriction(Value& value, bool derivatives) const {
  const double e = s_.frictionSpeed * s_.dt;
  for (const Sliding& s : sliding_) {
    const Vec3 r = placedQ_ * s.point_C;
    const Vec3 whole = placedC_ + r - s.start;
    const Vec3 u = whole - s.n.dot(whole) * s.n;
    const double y = u.norm();
    const Barrier f = smoothedNorm(y, e);
    value.energy += s.limit * f.value;
    if (!derivatives) continue;
    const Mat36 J = (Mat3::Identity() - s.n * s.n.transpose()) * jacobian(r);
    const double ratio = y > 0 ? f.slope / y : 2 / e;
    const Vec6 along = y > 0 ? Vec6(J.transpose() * u / y) : Vec6(Vec6::Zero());
    value.gradient += s.limit * ratio * (J.transpose() * u);
    value.curvature += s.limit * (ratio * J.transpose() * J + (f.curvature - ratio) * along * along.transpose());
  }
}

BarrierReference::Value BarrierReference::evaluate(const Vec6& x, bool derivatives) {
  place(x);
  findActive();
  Value value;
  const Vec6 off = x - xs_;
  value.energy = 0.5 * off.dot(M_ * off);
  value.gradient = M_ * off;
  value.curvature = M_;
  addBarriers(value, derivatives);
  addFriction(value, derivatives);
  return value;
}

std::pair<double, BarrierReference::Vec6> BarrierReference::barrier(const Vec6& x) {
  place(x);
  findActive();
  Value value;
  addBarriers(value, true);
  return {value.energy, value.gradient};
}

// Friction as the contacts of the placed pose ask for it.
std::vector<BarrierReference::Sliding> BarrierReference::slidingAt() const {
  std::vector<Sliding> out;
  if (!(s_.friction > 0)) return out;
  for (const Active& a : active_) {
    Sliding s;
    s.limit = s_.friction * s_.stiffness * m_ * a.weight * -barrierAt(a.distance, s_.dhat).slope;
    s.n = a.n;
    s.point_C = placedQ_.conjugate() * (a.point - placedC_);
    s.start = c_ + q_ * s.point_C;
    out.push_back(s);
  }
  return out;
}

double BarrierReference::speed(const Vec6& gradient) const {
  return std::sqrt(gradient.dot(Minv_ * gradient) / m_) / s_.dt;
}

// The least E for the given friction. Returns the remaining error [m/s]; leaves the minimum placed.
double BarrierReference::minimise(Vec6& x, BarrierStep& report) {
  Value here = evaluate(x, true);
  for (int k = 0; k < kNewtonSteps && speed(here.gradient) > 0.1 * s_.tolerance; ++k) {
    const Vec6 dx = here.curvature.ldlt().solve(-here.gradient);
    const double slope = here.gradient.dot(dx);
    ++report.newton;
    // Where energies differ by their rounding only, a whole step counts if it brings the forces nearer to balance.
    if (-slope < kRounding * here.energy) {
      const Value next = evaluate(x + dx, true);
      if (!(gap_ > 0) || !(speed(next.gradient) < 0.5 * speed(here.gradient)) || pierces()) break;
      x += dx;
      here = next;
      continue;
    }
    double alpha = 1;
    bool found = false;
    for (int i = 0; i < kHalvings && !found; ++i) {
      const double energy = evaluate(x + alpha * dx, false).energy;
      found = gap_ > 0 && energy <= here.energy + kArmijo * alpha * slope && !pierces();
      if (!found) alpha *= 0.5;
    }
    if (!found) break;
    x += alpha * dx;
    here = evaluate(x, true);
  }
  here = evaluate(x, true);
  return speed(here.gradient);
}

BarrierStep BarrierReference::step() {
  BarrierStep report;
  const Mat3 R = q_.toRotationMatrix();
  const Mat3 I = R * inertia_ * R.transpose();
  M_.setZero();
  M_.topLeftCorner<3, 3>() = m_ * Mat3::Identity();
  M_.bottomRightCorner<3, 3>() = I;
  Minv_ = M_.inverse();
  xs_.head<3>() = s_.dt * (v_ + s_.dt * s_.gravity);
  xs_.tail<3>() = s_.dt * (w_ - s_.dt * I.ldlt().solve(w_.cross(I * w_)));

  // The first friction is that of the end of the last step.
  Vec6 x = Vec6::Zero();
  evaluate(x, false);
  sliding_ = slidingAt();
  for (report.lags = 1;; ++report.lags) {
    report.residual = minimise(x, report);
    if (!(s_.friction > 0)) break;
    sliding_ = slidingAt();
    report.residual = speed(evaluate(x, true).gradient);
    if (report.residual < s_.tolerance || report.lags == kLags) break;
  }
  report.gap = gap_;
  c_ = placedC_;
  q_ = placedQ_;
  v_ = x.head<3>() / s_.dt;
  w_ = x.tail<3>() / s_.dt;
  return report;
}

}  // namespace passung::dynamics
