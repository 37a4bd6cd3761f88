// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/placer.h"

#include <cmath>

#include "app/document/mating.h"
#include "app/run/clash_report.h"
#include "app/window/format.h"

namespace passung::app {

namespace {

constexpr Color kOwn = {0.95F, 0.55F, 0.05F, 1};

void mark(const Snap& s, const Transform& X_WB, DrawList& list) {
  const Vec3 p = X_WB * s.p, d = X_WB.q * s.direction;
  list.points.push_back({.p = p, .color = kOwn, .size = 11, .onTop = true});
  if (s.kind == Snap::Kind::kAxis) {
    const double half = 1.3 * std::max(s.halfLength, s.radius);
    list.lines.push_back({.a = p - half * d, .b = p + half * d, .color = kOwn, .width = 3, .onTop = true});
  }
}

}  // namespace

std::optional<Transform> matedPose(const Transform& X_WB, const Snap& own, const Transform& X_WO, const Snap& other) {
  const Line a{X_WB * own.p, X_WB.q * own.direction}, b{X_WO * other.p, X_WO.q * other.direction};
  if (own.kind != other.kind) return {};
  if (own.kind == Snap::Kind::kAxis) return mateAxes(X_WB, a, b);
  if (own.kind == Snap::Kind::kPlane) return mateFaces(X_WB, a, b);
  return {};
}

// What was begun with the mouse, and what is marked.
void Placer::forget() {
  active_.reset();
  dragged_.reset();
  motion_ = {};
  preview_.reset();
  own_.reset();
  hovered_.reset();
}

void Placer::setMode(PlaceMode mode) {
  mode_ = mode;
  forget();
  if (mode_ == PlaceMode::kMate) emit said(tr("Click a plane or a hole of the part that is to move"));
  if (mode_ == PlaceMode::kGizmo && body_ < 0) emit said(tr("Select the part that is to move"));
  emit changed();
}

Vec3 Placer::movedBy(int body) const {
  const auto b = static_cast<std::size_t>(body);
  return b < moved_.size() ? moved_[b] : Vec3(Vec3::Zero());
}

Transform Placer::drawnPose(int body) const {
  Transform X = poseOf(body);
  X.p += movedBy(body);
  return X;
}

void Placer::follow(const SessionFrame& frame, std::size_t variant, const std::vector<Vec3>& moved, int selected,
                    const Camera& camera, int height) {
  usable_ = atStart_ = false;
  const bool shown = frame.scene && variant < frame.engines.size();
  if (shown) atStart_ = frame.step() == 0 && !frame.playing;
  const bool mates = mode_ == PlaceMode::kMate;  // whose two clicks may select
  if (!atStart_ || frame.scene != scene_ || (body_ != selected && !mates)) forget();
  scene_ = frame.scene;
  body_ = selected;
  moved_ = moved;
  poses_ = shown ? posesOf(frame.engines[variant].snapshot->states) : std::vector<Transform>{};
  if (mode_ != PlaceMode::kGizmo || !atStart_ || !has(body_)) return;
  const Aabb local = dynamics::localBounds(frame.scene->world.bodies[static_cast<std::size_t>(body_)]);
  const Transform X_WB = preview_.value_or(poseOf(body_));
  const bool bounded = !local.empty() && local.extent().allFinite();
  gizmo_ = Gizmo::at((bounded ? X_WB * local.center() : X_WB.p) + movedBy(body_), camera, height);
  usable_ = true;
}

bool Placer::press(const ViewPoint& at) {
  if (!usable_ || preview_) return false;
  const auto handle = gizmo_.under(at);
  if (!handle) return false;
  dragged_ = active_ = handle;
  from_ = at.ray();
  taken_ = gizmo_;
  motion_ = {};
  return true;
}

void Placer::drag(const ViewPoint& at) {
  if (!dragged_) return;
  const auto motion = taken_.dragged(*dragged_, from_, at.ray(), at.modifiers.testFlag(Qt::ControlModifier));
  if (!motion) return;
  motion_ = *motion;
  preview_ = motion_.of(poseOf(body_), taken_.center - movedBy(body_));
  emit changed();
}

void Placer::release(const ViewPoint&, bool cancelled) {
  if (!dragged_) return;  // it ended before the button was released
  const bool turned = dragged_->kind == GizmoHandle::Kind::kRing;
  const bool moved = preview_ && (motion_.way.norm() > 0 || motion_.turn.norm() > 0);
  dragged_.reset();
  if (cancelled || !moved) {
    preview_.reset();
    return emit changed();
  }
  emit placed(body_, *preview_, turned);
}

void Placer::drop() {
  preview_.reset();
  emit changed();
}

void Placer::leave() {
  if (!hovered_ && !active_) return;
  hovered_.reset();
  if (!dragged_) active_.reset();
  emit changed();
}

void Placer::hover(const ViewPoint& at) {
  if (mode_ == PlaceMode::kMate) {
    std::vector<Transform> drawn;
    for (int b = 0; has(b); ++b) drawn.push_back(drawnPose(b));
    hovered_ = atStart_ ? snapAt(at, SnapMode::kFeature, drawn, patches_) : std::nullopt;
    return emit changed();
  }
  const auto now = usable_ ? gizmo_.under(at) : std::nullopt;
  if (now == active_) return;
  active_ = now;
  emit changed();
}

bool Placer::click(const ViewPoint& at) {
  if (mode_ != PlaceMode::kMate) return false;
  if (!atStart_) {
    emit said(tr("Parts are placed at the start; reset the run first (Ctrl+R)"));
    return true;
  }
  hover(at);
  if (hovered_) mate(Snap(*hovered_));
  return true;
}

void Placer::mate(const Snap& snap) {
  if (snap.kind != Snap::Kind::kPlane && snap.kind != Snap::Kind::kAxis) {
    return emit said(tr("That is neither a plane nor a cylinder"));
  }
  if (!own_ || own_->body == snap.body) {
    own_ = snap;
    emit said(snap.kind == Snap::Kind::kAxis ? tr("Now a cylinder or hole of the other part")
                                             : tr("Now a plane of the other part"));
    return emit changed();
  }
  const auto pose = matedPose(poseOf(own_->body), *own_, poseOf(snap.body), snap);
  if (!pose) return emit said(tr("A plane meets a plane, a cylinder a cylinder; click one of the same kind"));
  const int body = own_->body;
  own_.reset();
  hovered_.reset();
  emit placed(body, *pose, true);
}

void Placer::addTo(DrawList& list) const {
  if (mode_ == PlaceMode::kOff) return;
  if (mode_ == PlaceMode::kMate) {
    for (const auto& snap : {own_, hovered_}) {
      if (snap && has(snap->body)) mark(*snap, drawnPose(snap->body), list);
    }
    return;
  }
  if (preview_ && has(body_)) {
    Transform X_drawn = *preview_;
    X_drawn.p += movedBy(body_);
    const Transform X_change = X_drawn * drawnPose(body_).inverse();
    for (DrawMesh& m : list.meshes) {
      if (m.pickId == static_cast<std::uint32_t>(body_) + 1) m.X_WM = X_change * m.X_WM;
    }
  }
  if (!usable_) return;
  gizmo_.addTo(list, active_);
  if (!dragged_) return;
  DrawText text;
  text.p = gizmo_.center + 1.1 * gizmo_.length * Vec3::UnitZ();
  text.text = motion_.turn.norm() > 0
                  ? tr("%1\u00b0").arg(motion_.turn[dragged_->axis] * 180 / kPi, 0, 'f', 2).toStdString()
                  : format::lengths(motion_.way).toStdString();
  text.size = 15;
  list.texts.push_back(std::move(text));
}

}  // namespace passung::app
