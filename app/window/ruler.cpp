// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/ruler.h"

#include <algorithm>
#include <cmath>

#include "app/run/clash_report.h"
#include "app/window/format.h"

namespace passung::app {

namespace {

constexpr Color kRuler = {0.05F, 0.35F, 0.85F, 1};
constexpr Color kHover = {0.95F, 0.55F, 0.05F, 1};

void mark(const PlacedSnap& s, const Color& color, DrawList& list) {
  list.points.push_back({.p = s.p, .color = color, .size = 10, .onTop = true});
  if (s.kind == Snap::Kind::kAxis) {
    const Vec3 half = 1.25 * s.halfLength * s.direction;
    list.lines.push_back({.a = s.p - half, .b = s.p + half, .color = color, .width = 2, .onTop = true});
    // The cylinder's rim at the middle.
    const Vec3 u = s.radius * s.direction.unitOrthogonal(), v = s.direction.cross(u);
    constexpr int kSides = 36;
    for (int i = 0; i < kSides; ++i) {
      const double a = 2 * kPi * i / kSides, b = 2 * kPi * (i + 1) / kSides;
      list.lines.push_back({.a = s.p + std::cos(a) * u + std::sin(a) * v,
                            .b = s.p + std::cos(b) * u + std::sin(b) * v,
                            .color = color,
                            .width = 1.5F,
                            .onTop = true});
    }
  }
}

}  // namespace

void Ruler::setOn(bool on) {
  on_ = on;
  hovered_.reset();
  emit changed();
}

void Ruler::setMode(RulerMode mode) {
  mode_ = mode;
  clear();
}

void Ruler::clear() {
  worker_.cancel();
  working_ = false;
  first_.reset();
  second_.reset();
  hovered_.reset();
  measurement_.reset();
  problem_.clear();
  emit changed();
}

void Ruler::measure(const Snap& first, const Snap& second) {
  if (mode_ == RulerMode::kParts) mode_ = RulerMode::kPoints;
  clear();
  on_ = true;
  add(first);
  add(second);
}

void Ruler::measureParts(int first, int second) {
  mode_ = RulerMode::kParts;
  clear();
  on_ = true;
  add({.body = first});
  add({.body = second});
}

std::optional<Snap> Ruler::snap(const ViewPoint& at) {
  std::vector<Transform> drawn = poses_;
  for (std::size_t i = 0; i < moved_.size() && i < drawn.size(); ++i) drawn[i].p += moved_[i];
  const bool feature = (mode_ == RulerMode::kFeatures) != at.modifiers.testFlag(Qt::ShiftModifier);
  return snapAt(at, feature ? SnapMode::kFeature : SnapMode::kPoint, drawn, patches_);
}

void Ruler::hover(const ViewPoint& at) {
  hovered_ = snap(at);
  emit changed();
}

void Ruler::leave() {
  if (!hovered_) return;
  hovered_.reset();
  emit changed();
}

bool Ruler::click(const ViewPoint& at) {
  if (const auto found = snap(at)) add(*found);
  return true;
}

void Ruler::add(const Snap& found) {
  if (!first_ || second_) {
    first_ = found;
    second_.reset();
    measurement_.reset();
  } else if (mode_ == RulerMode::kParts && first_->body == found.body) {
    problem_ = tr("That is the same part; click another one");
    return emit changed();
  } else {
    second_ = found;
    measuredStep_ = -1;
  }
  problem_.clear();
  emit changed();
}

// The two parts as a scene of their own, so that the others cost nothing.
void Ruler::startClearance() {
  const std::pair<int, int> bodies{first_->body, second_->body};
  if (!pair_ || pairOf_ != bodies) {
    auto pair = std::make_shared<scenes::Scene>();
    for (int b : {bodies.first, bodies.second}) {
      pair->world.bodies.push_back(scene_->world.bodies[static_cast<std::size_t>(b)]);
    }
    pair_ = pair;
    pairOf_ = bodies;
  }
  const std::vector<Transform> poses{poses_[static_cast<std::size_t>(bodies.first)],
                                     poses_[static_cast<std::size_t>(bodies.second)]};
  worker_.start({.scene = pair_,
                 .poses = poses,
                 .options = {.limit = std::numeric_limits<double>::infinity(), .tolerance = {}, .threads = 1}});
  measuredStep_ = step_;
  working_ = true;
}

// The ends in a scene that has taken the place of the last one: by the names of their parts.
void Ruler::findAgain(const std::shared_ptr<const scenes::Scene>& scene) {
  bool gone = false;
  for (std::optional<Snap>* end : {&first_, &second_}) {
    if (!*end || (*end)->body < 0) continue;
    const auto b = static_cast<std::size_t>((*end)->body);
    const auto& bodies = scene->world.bodies;
    const auto same = [&](const dynamics::BodyDef& body) { return body.name == scene_->world.bodies[b].name; };
    const auto found =
        scene_ && b < scene_->world.bodies.size() ? std::find_if(bodies.begin(), bodies.end(), same) : bodies.end();
    gone = gone || found == bodies.end();
    (*end)->body = static_cast<int>(found - bodies.begin());
  }
  scene_ = scene;
  pair_.reset();
  if (gone) return clear();
  measuredStep_ = -1;  // as for parts that moved
}

void Ruler::follow(const SessionFrame& frame, std::size_t variant, const std::vector<Vec3>& moved) {
  if (!frame.scene || variant >= frame.engines.size()) return;
  if (frame.opened != opened_) {
    opened_ = frame.opened;
    findAgain(frame.scene);
  }
  if (variant_ != variant) measuredStep_ = -1;
  variant_ = variant;
  step_ = frame.step();
  playing_ = frame.playing;
  poses_ = posesOf(frame.engines[variant].snapshot->states);
  moved_ = moved;
  if (!on_ || !first_ || !second_) return;
  if (mode_ != RulerMode::kParts) {
    measurement_ = measureBetween(place(*first_, false), place(*second_, false));
    return;
  }
  if (working_) {
    const ClearanceStatus status = worker_.poll();
    if (status.running) return;
    working_ = false;
    problem_ = QString::fromStdString(status.error);
    if (status.report && !status.report->pairs.empty()) {
      const collision::Clearance& c = status.report->pairs.front();
      measurement_ = Measurement{.a = c.pA_W, .b = c.pB_W, .distance = c.depth > 0 ? -c.depth : c.gap};
    } else if (status.report) {
      problem_ = tr("These two parts have no distance that can be measured");
    }
    emit changed();
  }
  if (measuredStep_ != step_ && !playing_) startClearance();
}

PlacedSnap Ruler::place(const Snap& s, bool asDrawn) const {
  Transform X;
  const auto b = static_cast<std::size_t>(s.body);
  if (s.body >= 0 && b < poses_.size()) {
    X = poses_[b];
    if (asDrawn && b < moved_.size()) X.p += moved_[b];
  }
  return placedAt(s, X);
}

QString Ruler::figure() const {
  if (working_) return tr("measuring\u2026");
  if (!measurement_) return {};
  if (measurement_->distance < 0) return tr("overlap %1").arg(format::length(-measurement_->distance));
  return format::length(measurement_->distance);
}

QString Ruler::nameOf(const Snap& s) const {
  const auto b = static_cast<std::size_t>(s.body);
  const QString part = s.body >= 0 && scene_ && b < scene_->world.bodies.size()
                           ? QString::fromStdString(scene_->world.bodies[b].name)
                           : tr("the world");
  if (mode_ == RulerMode::kParts) return part;
  switch (s.kind) {
    case Snap::Kind::kVertex:
      return tr("corner of %1").arg(part);
    case Snap::Kind::kEdge:
      return tr("edge of %1").arg(part);
    case Snap::Kind::kPlane:
      return tr("plane of %1").arg(part);
    case Snap::Kind::kAxis:
      return tr("axis of %1, diameter %2").arg(part, format::length(2 * s.radius));
    case Snap::Kind::kSurface:
      break;
  }
  return tr("point of %1").arg(part);
}

QString Ruler::details() const {
  if (!problem_.isEmpty()) return problem_;
  if (!first_) {
    return mode_ == RulerMode::kParts ? tr("Click two parts.")
                                      : tr("Click two places; Shift changes between places and faces or axes.");
  }
  QStringList lines{tr("from %1").arg(nameOf(*first_))};
  if (!second_) return (lines << tr("Click the other end.")).join('\n');
  lines << tr("to %1").arg(nameOf(*second_));
  if (!measurement_) return lines.join('\n');
  const Vec3 d = measurement_->b - measurement_->a;
  lines << QStringLiteral("dx %1").arg(format::length(d.x())) << QStringLiteral("dy %1").arg(format::length(d.y()))
        << QStringLiteral("dz %1").arg(format::length(d.z()));
  if (measurement_->angle) lines << tr("angle %1\u00b0").arg(*measurement_->angle * 180 / kPi, 0, 'f', 3);
  if (mode_ == RulerMode::kParts && measuredStep_ != step_) lines << tr("as it was when the run paused last");
  return lines.join('\n');
}

void Ruler::addTo(DrawList& list) const {
  if (!on_) return;
  if (hovered_ && mode_ != RulerMode::kParts) mark(place(*hovered_, true), kHover, list);
  if (mode_ != RulerMode::kParts) {
    if (first_) mark(place(*first_, true), kRuler, list);
    if (second_) mark(place(*second_, true), kRuler, list);
  }
  if (!measurement_ || !first_ || !second_) return;
  Vec3 a = measurement_->a, b = measurement_->b;
  // What is measured between moves with the parts that are taken apart for display.
  const auto shift = [&](const Snap& s) {
    const auto i = static_cast<std::size_t>(s.body);
    return s.body >= 0 && i < moved_.size() ? moved_[i] : Vec3(Vec3::Zero());
  };
  a += shift(*first_);
  b += shift(*second_);
  list.lines.push_back({.a = a, .b = b, .color = kRuler, .width = 2.5F, .onTop = true});
  for (const Vec3& p : {a, b}) list.points.push_back({.p = p, .color = kRuler, .size = 7, .onTop = true});
  DrawText text;
  text.p = 0.5 * (a + b);
  text.text = figure().toStdString();
  text.size = 16;
  list.texts.push_back(std::move(text));
}

}  // namespace passung::app
