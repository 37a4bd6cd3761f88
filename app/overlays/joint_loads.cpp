// SPDX-License-Identifier: GPL-3.0-or-later
// What joints carry, and where they are between their limits.
//
// A limit of an angle is drawn as an arc about the axis of frame J, from its x axis on; one of a travel as a bar along
// that axis; one of a distance as a bar on the line of the two origins. An arc of more than a turn becomes a spiral.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kForce = {0.60F, 0.05F, 0.62F, 1};
constexpr Color kMoment = {0.10F, 0.30F, 0.72F, 1};
constexpr Color kRange = {0.25F, 0.62F, 0.36F, 1};
constexpr Color kStop = {0.12F, 0.40F, 0.22F, 1};
constexpr Color kValue = {0.93F, 0.62F, 0.08F, 1};
constexpr Color kAtStop = {0.87F, 0.12F, 0.18F, 1};
constexpr double kMomentShare = 0.12;   // length of the largest moment, in sizes of the scene
constexpr double kRadiusShare = 0.06;   // of an arc
constexpr double kSpiral = 0.12;        // how much its radius grows a turn
constexpr double kTickShare = 0.012;    // half length of an end mark of a bar
constexpr double kStopShare = 0.01;     // nearer to a limit than this share of the range is at it
constexpr int kSegments = 64;           // a turn
constexpr double kMostTurns = 20;       // of a spiral
constexpr double kOpenAngle = kPi / 2;  // how far an arc without an end on one side goes beyond the value ...
constexpr double kOpenShare = 0.15;     // ... and a bar, in sizes of the scene

// N mm below 1 N m, as in a drawing.
std::string momentText(double value) {
  if (value >= 1) return quantityText(value, "N m");
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g N mm", 1e3 * value);
  return text.data();
}

std::string coordinateText(double value, bool angular) {
  if (!angular) return quantityText(value, "m");
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f\xC2\xB0", value * 180 / kPi);
  return text.data();
}

// Two heads tell a moment from a force.
void addMoment(const Vec3& from, const Vec3& to, DrawList& list) {
  constexpr double kSecondHead = 0.82;
  list.arrows.push_back({from, to, kMoment, 2.6F, true});
  list.arrows.push_back({from, from + kSecondHead * (to - from), kMoment, 2.6F, true});
}

// Of a state that has no joints (a recording): an angle less than half a turn from the zero. Frames are drawn apart in
// an exploded view, which is no motion.
double coordinateOf(const DrawContext& c, const dynamics::JointDef& joint, JointFrames frames) {
  if (!c.options.explosion.empty()) {
    if (joint.to >= 0) frames.X_WJ.p -= c.options.explosion[static_cast<std::size_t>(joint.to)];
    if (joint.body >= 0) frames.X_WK.p -= c.options.explosion[static_cast<std::size_t>(joint.body)];
  }
  const Transform X_JK = frames.X_WJ.inverse() * frames.X_WK;
  if (joint.angular()) {
    const Vec3 x = X_JK.q * Vec3::UnitX();
    return std::atan2(x.y(), x.x());
  }
  using Kind = dynamics::JointDef::Kind;
  return joint.kind == Kind::kDistance || joint.kind == Kind::kSpring ? X_JK.p.norm() : X_JK.p.z();
}

// A range with its place in the world: `at` gives the point of a coordinate, `across` a direction for end marks.
struct Scale {
  double lower = 0, upper = 0;  // where the line begins and ends
  int steps = 1;
  std::function<Vec3(double)> at, across;
};

Scale scaleOf(const DrawContext& c, const dynamics::JointDef& joint, const JointFrames& frames, double value) {
  const double size = c.geometry.size, open = joint.angular() ? kOpenAngle : kOpenShare * size;
  Scale s;
  s.lower = std::isfinite(joint.lower) ? joint.lower : std::min(value, joint.upper) - open;
  s.upper = std::isfinite(joint.upper) ? joint.upper : std::max(value, joint.lower) + open;
  const Transform& X_WJ = frames.X_WJ;
  if (joint.angular()) {
    const double most = 2 * kPi * kMostTurns;
    s.lower = std::max(s.lower, value - most);
    s.upper = std::min(s.upper, value + most);
    s.steps = 1 + static_cast<int>(kSegments * (s.upper - s.lower) / (2 * kPi));
    const auto ray = [X_WJ](double angle) { return Vec3(X_WJ.q * Vec3(std::cos(angle), std::sin(angle), 0)); };
    const bool spiral = s.upper - s.lower > 2 * kPi * (1 + 1e-9);
    s.across = ray;
    s.at = [=, lower = s.lower](double angle) {
      const double growth = spiral ? 1 + kSpiral * (angle - lower) / (2 * kPi) : 1;
      return Vec3(X_WJ.p + kRadiusShare * size * growth * ray(angle));
    };
    return s;
  }
  using Kind = dynamics::JointDef::Kind;
  Vec3 way = X_WJ.q * Vec3::UnitZ();
  if (joint.kind == Kind::kDistance || joint.kind == Kind::kSpring) {
    const Vec3 apart = frames.X_WK.p - X_WJ.p;
    if (apart.norm() > 0) way = apart.normalized();
  }
  s.at = [=](double travel) { return Vec3(X_WJ.p + travel * way); };
  const Vec3 across = way.cross(std::abs(way.z()) < 0.9 ? Vec3::UnitZ() : Vec3::UnitX()).normalized();
  s.across = [=](double) { return across; };
  return s;
}

void addTick(const Vec3& p, const Vec3& across, double half, const Color& color, DrawList& list) {
  list.lines.push_back({.a = p - half * across, .b = p + half * across, .color = color, .width = 3, .onTop = true});
}

}  // namespace

void drawReactions(const DrawContext& c, DrawList& list) {
  const auto& joints = c.scene.world.joints;
  const auto& states = c.snapshot.joints;
  if (joints.empty()) return c.explain(QT_TRANSLATE_NOOP("Overlays", "joint forces: the scene has no joints"));
  if (states.size() != joints.size()) {
    return c.explain(QT_TRANSLATE_NOOP("Overlays", "joint forces: this state does not hold them"));
  }
  double moment = 0, weight = 0;
  for (const dynamics::JointState& s : states) {
    if (s.t_W.allFinite()) moment = std::max(moment, s.t_W.norm());
  }
  for (double m : c.geometry.mass) weight = std::max(weight, m * c.scene.world.gravity.norm());
  const double full = fullForce(c), scale = metresPerNewton(c);
  const double fullMoment = roundUp(std::max(moment, 1e-3 * weight * c.geometry.size));
  const double momentScale = roundDown(kMomentShare * c.geometry.size) / fullMoment;
  bool force = false, turns = false;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const Vec3 p = jointFrames(c, joints[i]).X_WK.p;
    const Vec3 &f = states[i].f_W, &t = states[i].t_W;
    if (!p.allFinite() || !f.allFinite() || !t.allFinite()) continue;
    list.points.push_back({.p = p, .color = kForce, .size = 6, .onTop = true});
    // Less than a thousandth of the largest is a speck.
    if (f.norm() > 1e-3 * full) {
      list.arrows.push_back({p, p + scale * f, kForce, 3.2F, true});
      force = true;
    }
    if (t.norm() > 1e-3 * fullMoment) {
      addMoment(p, p + momentScale * t, list);
      turns = true;
    }
  }
  if (force) {
    c.explain(QT_TRANSLATE_NOOP("Overlays", "purple arrows: force of the joint on its part, %1 = %2"),
              {quantityText(full * scale, "m"), quantityText(full, "N")});
  }
  if (turns) {
    c.explain(QT_TRANSLATE_NOOP("Overlays", "blue double arrows: moment of the joint about its origin, %1 = %2"),
              {quantityText(fullMoment * momentScale, "m"), momentText(fullMoment)});
  }
  if (!force && !turns) c.explain(QT_TRANSLATE_NOOP("Overlays", "joint forces: none yet"));
}

void drawLimits(const DrawContext& c, DrawList& list) {
  const auto& joints = c.scene.world.joints;
  std::size_t limited = 0, stopped = 0;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const dynamics::JointDef& joint = joints[i];
    const JointFrames frames = jointFrames(c, joint);
    if (!joint.limited() || !joint.hasCoordinate() || !isFinite(frames.X_WJ) || !isFinite(frames.X_WK)) continue;
    const double value =
        c.snapshot.joints.size() == joints.size() ? c.snapshot.joints[i].coordinate : coordinateOf(c, joint, frames);
    if (!std::isfinite(value)) continue;
    ++limited;
    const Scale s = scaleOf(c, joint, frames, value);
    for (int k = 0; k < s.steps; ++k) {
      const auto point = [&](int step) { return s.at(s.lower + (s.upper - s.lower) * step / s.steps); };
      list.lines.push_back({.a = point(k), .b = point(k + 1), .color = kRange, .width = 3.5F, .onTop = true});
    }
    const double tick = kTickShare * c.geometry.size;
    for (const double end : {joint.lower, joint.upper}) {
      if (end >= s.lower && end <= s.upper) addTick(s.at(end), s.across(end), tick, kStop, list);
    }
    const double slack = kStopShare * (s.upper - s.lower);
    const bool atStop = value <= joint.lower + slack || value >= joint.upper - slack;
    stopped += atStop ? 1 : 0;
    const Color& color = atStop ? kAtStop : kValue;
    const Vec3 p = s.at(value);
    if (joint.angular()) {
      list.lines.push_back({.a = frames.X_WJ.p, .b = p, .color = color, .width = 2.2F, .onTop = true});
    }
    addTick(p, s.across(value), 1.4 * tick, color, list);
    list.points.push_back({.p = p, .color = color, .size = 9, .onTop = true});
    DrawText text;
    text.p = p;
    text.text = coordinateText(value, joint.angular());
    text.yields = true;
    list.texts.push_back(std::move(text));
  }
  c.explain(QT_TRANSLATE_NOOP("Overlays",
                              "joint limits (%1): green arcs and bars; orange: the value now, red: at a limit (%2)"),
            {std::to_string(limited), std::to_string(stopped)});
}

}  // namespace passung::app
