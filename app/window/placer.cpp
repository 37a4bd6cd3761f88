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

void Placer::setMode(PlaceMode mode) {
  mode_ = mode;
  active_.reset();
  dragged_.reset();
  preview_.reset();
  own_.reset();
  hovered_.reset();
  if (mode_ == PlaceMode::kMate) emit said(tr("Click a plane or a hole of the part that is to move"));
  if (mode_ == PlaceMode::kGizmo && body_ < 0) emit said(tr("Select the part that is to move"));
  emit changed();
}

void Placer::follow(const SessionFrame& frame, int selected, const Camera& camera, int height) {
  usable_ = false;
  if (!frame.scene || frame.engines.empty()) return;
  if (frame.scene != scene_) {
    scene_ = frame.scene;
    preview_.reset();
    own_.reset();
  }
  poses_ = posesOf(frame.engines.front().snapshot->states);
  if (body_ != selected) own_.reset();
  body_ = selected;
  if (mode_ != PlaceMode::kGizmo || body_ < 0 || frame.step() != 0 || frame.playing) return;
  const auto b = static_cast<std::size_t>(body_);
  if (b >= poses_.size()) return;
  const Aabb local = dynamics::localBounds(frame.scene->world.bodies[b]);
  const Transform X_WB = preview_.value_or(poses_[b]);
  const bool bounded = !local.empty() && local.extent().allFinite();
  gizmo_ = Gizmo::at(bounded ? X_WB * local.center() : X_WB.p, camera, height);
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
  preview_ = motion_.of(poseOf(body_), taken_.center);
  emit changed();
}

void Placer::release(const ViewPoint&, bool cancelled) {
  const bool turned = dragged_ && dragged_->kind == GizmoHandle::Kind::kRing;
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

void Placer::hover(const ViewPoint& at) {
  if (mode_ == PlaceMode::kMate) {
    hovered_ = snapAt(at, SnapMode::kFeature, poses_);
    return emit changed();
  }
  const auto now = usable_ ? gizmo_.under(at) : std::nullopt;
  if (now == active_) return;
  active_ = now;
  emit changed();
}

bool Placer::click(const ViewPoint& at) {
  if (mode_ != PlaceMode::kMate) return false;
  if (const auto snap = snapAt(at, SnapMode::kFeature, poses_)) mate(*snap);
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
    if (own_) mark(*own_, poseOf(own_->body), list);
    if (hovered_ && static_cast<std::size_t>(hovered_->body) < poses_.size())
      mark(*hovered_, poseOf(hovered_->body), list);
    return;
  }
  if (preview_ && body_ >= 0) {
    const Transform X_change = *preview_ * poseOf(body_).inverse();
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
