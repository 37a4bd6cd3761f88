// SPDX-License-Identifier: Apache-2.0
#include "dynamics/contacts/contact_reduction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "dynamics/contacts/contact_manager.h"

namespace passung::dynamics {
namespace {

constexpr double kAlike = 0.99;  // cosine between normals of one bin
constexpr std::size_t kFour = 4, kSix = 6;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Marks the corners of the convex hull of the listed points in the plane across n (Andrew's monotone chain, 1979), and
// the deepest of them.
void keepSupport(const std::vector<ContactPoint>& points, const std::vector<int>& listed, const Vec3& n,
                 std::vector<char>& keep) {
  if (listed.empty()) return;
  int deepest = listed.front();
  for (int i : listed) {
    if (points[at(i)].gap < points[at(deepest)].gap) deepest = i;
  }
  keep[at(deepest)] = 1;
  const Vec3 t1 = n.unitOrthogonal();
  const Vec3 t2 = n.cross(t1);
  struct Place {
    double x, y;
    int i;
  };
  std::vector<Place> places;
  for (int i : listed) places.push_back({t1.dot(points[at(i)].p_W), t2.dot(points[at(i)].p_W), i});
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.i < b.i;
  });
  // Points in one place count once.
  places.erase(std::unique(places.begin(), places.end(),
                           [](const Place& a, const Place& b) { return a.x == b.x && a.y == b.y; }),
               places.end());
  const double extent = places.back().x - places.front().x;
  const auto turnsLeft = [&](const Place& a, const Place& b, const Place& c) {
    const double cross = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const double length = std::hypot(c.x - a.x, c.y - a.y);
    return cross > 1e-9 * length * (length + extent);  // corners on a straight side bear nothing of their own
  };
  for (int half = 0; half < 2; ++half) {
    std::vector<Place> chain;
    for (const Place& p : places) {
      while (chain.size() > 1 && !turnsLeft(chain[chain.size() - 2], chain.back(), p)) chain.pop_back();
      chain.push_back(p);
    }
    for (const Place& p : chain) keep[at(p.i)] = 1;
    std::reverse(places.begin(), places.end());
  }
}

double area4(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  // The largest of the three quadrangles over four points, by their diagonals.
  const double x = (a - b).cross(c - d).squaredNorm();
  const double y = (a - c).cross(b - d).squaredNorm();
  const double z = (a - d).cross(b - c).squaredNorm();
  return std::max({x, y, z});
}

}  // namespace

void inherit(const ContactPoint& old, ContactPoint& point) {
  point.age = old.age + 1;
  point.normalForce = old.normalForce;
  point.friction_W = old.friction_W;
  point.stretch_W = old.stretch_W;
  point.damping = old.damping;
  point.registered = old.registered;
}

int sameAs(const ContactPoint& point, std::span<const ContactPoint> among, double drift) {
  int best = -1;
  double nearest = drift * drift;
  for (int i = 0; i < static_cast<int>(among.size()); ++i) {
    const ContactPoint& p = among[at(i)];
    if (p.feature == point.feature) return i;
    const double d = (p.pA_C - point.pA_C).squaredNorm();
    if (d < nearest && p.nA_C.dot(point.nA_C) > kAlike) {
      nearest = d;
      best = i;
    }
  }
  return best;
}

void reduceToSupport(double near, std::vector<ContactPoint>& points) {
  if (points.size() <= kFour) return;
  std::vector<Vec3> normals;
  std::vector<std::vector<int>> bins;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    std::size_t k = 0;
    while (k < normals.size() && normals[k].dot(points[at(i)].n_W) < kAlike) ++k;
    if (k == normals.size()) {
      normals.push_back(points[at(i)].n_W);
      bins.emplace_back();
    }
    bins[k].push_back(i);
  }
  std::vector<char> keep(points.size(), 0);
  for (std::size_t k = 0; k < bins.size(); ++k) {
    std::vector<int> layer[2];
    for (int i : bins[k]) layer[points[at(i)].gap <= near ? 0 : 1].push_back(i);
    for (const std::vector<int>& listed : layer) keepSupport(points, listed, normals[k], keep);
  }
  std::size_t n = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (keep[i]) points[n++] = points[i];
  }
  points.resize(n);
}

void persistFour(std::span<const ContactPoint> old, const Transform& X_WCa, const Transform& X_WCb, double cutoff,
                 double drift, std::vector<ContactPoint>& points) {
  std::vector<ContactPoint> kept;
  for (const ContactPoint& o : old) {
    const ContactPoint moved = carried(o, X_WCa, X_WCb);
    const Vec3 offset = X_WCb * moved.pB_C - X_WCa * moved.pA_C;
    if (moved.gap > cutoff || (offset - moved.gap * moved.n_W).norm() > drift) continue;
    kept.push_back(moved);
    ++kept.back().age;
  }
  const std::size_t carriedCount = kept.size();
  for (const ContactPoint& fresh : points) {
    const int i = sameAs(fresh, std::span(kept).first(carriedCount), drift);
    if (i < 0) {
      kept.push_back(fresh);
      continue;
    }
    const ContactPoint before = kept[at(i)];
    kept[at(i)] = fresh;
    inherit(before, kept[at(i)]);
  }
  if (kept.size() > kFour) {
    // The deepest, then one after the other what spans the largest length, triangle and quadrangle.
    std::array<int, kFour> chosen{};
    for (std::size_t round = 0; round < kFour; ++round) {
      double best = -std::numeric_limits<double>::infinity();
      for (int i = 0; i < static_cast<int>(kept.size()); ++i) {
        if (std::find(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(round), i) !=
            chosen.begin() + static_cast<std::ptrdiff_t>(round))
          continue;
        const Vec3& p = kept[at(i)].p_W;
        const auto q = [&](std::size_t k) -> const Vec3& { return kept[at(chosen[k])].p_W; };
        const double merit = round == 0   ? -kept[at(i)].gap
                             : round == 1 ? (p - q(0)).squaredNorm()
                             : round == 2 ? (p - q(0)).cross(p - q(1)).squaredNorm()
                                          : area4(q(0), q(1), q(2), p);
        if (merit > best) {
          best = merit;
          chosen[round] = i;
        }
      }
    }
    std::sort(chosen.begin(), chosen.end());
    for (std::size_t k = 0; k < kFour; ++k) {
      if (at(chosen[k]) != k) kept[k] = kept[at(chosen[k])];
    }
    kept.resize(kFour);
  }
  points = std::move(kept);
}

void registerOneOfSix(std::span<const ContactPoint> old, double drift, std::vector<ContactPoint>& points) {
  std::vector<char> taken(points.size(), 0);
  std::vector<ContactPoint> kept;
  for (const ContactPoint& o : old) {
    const int i = sameAs(o, points, drift);
    if (i < 0 || taken[at(i)]) continue;
    taken[at(i)] = 1;
    kept.push_back(points[at(i)]);
    inherit(o, kept.back());
  }
  int fresh = -1;
  for (int i = 0; i < static_cast<int>(points.size()); ++i) {
    if (!taken[at(i)] && (fresh < 0 || points[at(i)].gap < points[at(fresh)].gap)) fresh = i;
  }
  if (fresh >= 0 && kept.size() < kSix) kept.push_back(points[at(fresh)]);
  points = std::move(kept);
}

}  // namespace passung::dynamics
