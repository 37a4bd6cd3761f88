// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/look_inside.h"

#include <algorithm>
#include <utility>

namespace passung::app {

LookInside::LookInside(QSettings& settings, QObject* parent) : QObject(parent), settings_(settings) {
  hatched_ = settings_.value(QStringLiteral("look/hatch"), hatched_).toBool();
  sparesSelected_ = settings_.value(QStringLiteral("look/spareSelected"), sparesSelected_).toBool();
  hiddenMarks_ = std::clamp(settings_.value(QStringLiteral("look/hiddenMarks"), hiddenMarks_).toDouble(), 0.0, 1.0);
  mode_ = settings_.value(QStringLiteral("look/explodeRadially"), false).toBool() ? ExplosionMode::kRadial
                                                                                  : ExplosionMode::kAxes;
}

void LookInside::open(const SessionFrame& frame, bool same) {
  bounds_ = sceneBounds(*frame.scene, *frame.engines.front().snapshot);
  findOffsets_ = true;
  const std::vector<std::string> before = std::exchange(parts_, {});
  for (const dynamics::BodyDef& body : frame.scene->world.bodies) parts_.push_back(body.name);
  // A part that was renamed keeps its opacity.
  for (std::size_t i = 0; same && before.size() == parts_.size() && i < parts_.size(); ++i) {
    if (before[i] == parts_[i]) continue;
    if (auto node = opacities_.extract(before[i])) {
      node.key() = parts_[i];
      opacities_.insert(std::move(node));
    }
  }
  if (!same) {
    opacities_.clear();
    cuts_ = false;
    explosion_ = 0;
    normal_ = Vec3::UnitX();
    offset_ = bounds_.empty() ? 0 : axis().dot(bounds_.center());
  }
  emit changed();
}

void LookInside::follow(const SessionFrame& frame) {
  if (played_ && !frame.playing) findOffsets_ = true;
  played_ = frame.playing;
  if (explosion_ > 0 && findOffsets_) findOffsets(frame);
}

void LookInside::findOffsets(const SessionFrame& frame) {
  offsets_ = explosionOffsets(*frame.scene, *frame.engines.front().snapshot, mode_);
  findOffsets_ = false;
  emit changed();
}

void LookInside::addTo(OverlayOptions& options) const {
  options.section.reset();
  options.explosion.clear();
  options.sectionSparesSelected = sparesSelected_;
  options.bodyOpacity.clear();
  if (anyTransparent()) {
    for (const std::string& part : parts_) options.bodyOpacity.push_back(partOpacity(part));
  }
  if (cuts_) options.section = DrawSection{.p = offset_ * axis(), .n = normal_, .hatch = hatched_};
  if (explosion_ > 0) {
    for (std::size_t i = 0; i < offsets_.size(); ++i) options.explosion.push_back(explosionOf(static_cast<int>(i)));
  }
}

Vec3 LookInside::axis() const {
  Eigen::Index largest = 0;
  normal_.cwiseAbs().maxCoeff(&largest);
  return normal_[largest] < 0 ? Vec3(-normal_) : normal_;
}

std::pair<double, double> LookInside::range() const {
  if (bounds_.empty()) return {-1, 1};
  const double middle = axis().dot(bounds_.center());
  const double reach = std::max(axis().cwiseAbs().dot(0.5 * bounds_.extent()), 1e-9 * bounds_.size());
  return {middle - reach, middle + reach};
}

void LookInside::setCuts(bool on) {
  cuts_ = on;
  emit changed();
}

void LookInside::setPlane(const Vec3& axis, std::optional<double> offset, std::optional<Vec3> toEye) {
  normal_ = (axis / axis.cwiseAbs().maxCoeff()).normalized();  // of any length that is not 0
  const Vec3 positive = this->axis();
  offset_ = offset.value_or(bounds_.empty() ? 0 : positive.dot(bounds_.center()));
  if (toEye && normal_.dot(*toEye) < 0) normal_ = -normal_;
  cuts_ = true;
  emit changed();
}

void LookInside::turnTo(const Vec3& axis) {
  const Vec3 middle = bounds_.empty() ? Vec3(Vec3::Zero()) : bounds_.center();
  const Vec3 p = middle + (offset_ - this->axis().dot(middle)) * this->axis();
  setPlane(axis, {}, {});
  setOffset(this->axis().dot(p));
}

void LookInside::setOffset(double offset) {
  offset_ = offset;
  emit changed();
}

void LookInside::flip() {
  normal_ = -normal_;
  emit changed();
}

void LookInside::setHatched(bool on) {
  hatched_ = on;
  settings_.setValue(QStringLiteral("look/hatch"), on);
  emit changed();
}

void LookInside::setSparesSelected(bool on) {
  sparesSelected_ = on;
  settings_.setValue(QStringLiteral("look/spareSelected"), on);
  emit changed();
}

Vec3 LookInside::explosionOf(int body) const {
  const auto b = static_cast<std::size_t>(body);
  return explosion_ > 0 && body >= 0 && b < offsets_.size() ? Vec3(explosion_ * offsets_[b]) : Vec3(Vec3::Zero());
}

void LookInside::setExplosion(double share) {
  if (explosion_ == 0) findOffsets_ = true;
  explosion_ = std::clamp(share, 0.0, 1.0);
  emit changed();
}

void LookInside::setExplosionMode(ExplosionMode mode) {
  mode_ = mode;
  findOffsets_ = true;
  settings_.setValue(QStringLiteral("look/explodeRadially"), mode == ExplosionMode::kRadial);
  emit changed();
}

double LookInside::partOpacity(const std::string& part) const {
  const auto found = opacities_.find(part);
  return found == opacities_.end() ? 1.0 : found->second;
}

void LookInside::setPartOpacity(const std::string& part, double opacity) {
  opacities_[part] = std::clamp(opacity, 0.0, 1.0);
  if (opacity >= 1) opacities_.erase(part);
  emit changed();
}

void LookInside::makeAllSolid() {
  opacities_.clear();
  emit changed();
}

void LookInside::select(const std::string& part) {
  if (part == selected_) return;
  selected_ = part;
  emit changed();
}

void LookInside::setHiddenMarks(double opacity) {
  hiddenMarks_ = std::clamp(opacity, 0.0, 1.0);
  settings_.setValue(QStringLiteral("look/hiddenMarks"), hiddenMarks_);
  emit changed();
}

}  // namespace passung::app
