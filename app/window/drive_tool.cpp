// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/drive_tool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.h"
#include "scenes/description/suggest.h"

namespace passung::app {

namespace {

using Kind = dynamics::DriveDef::Kind;

constexpr double kTimesOwn = 4;           // what a slider reaches, of the value that the scene gives
constexpr double kTimesWeight = 5;        // without one: of the part's weight, or of that times its size
constexpr double kFastTurn = 20 * kPi;    // ten turns a second [rad/s]
constexpr double kFastWay = 0.2;          // [m/s]
constexpr double kIdleAcceleration = 10;  // in place of gravity where there is none [m/s^2]

QString axisText(const Vec3& axis) {
  constexpr std::array kNames{"x", "y", "z"};
  const Vec3 n = axis.normalized();
  for (int k = 0; k < 3; ++k) {
    if (std::abs(n[k]) > 1 - 1e-9)
      return (n[k] < 0 ? QStringLiteral("\u2212") : QString()) + QLatin1String(kNames[static_cast<std::size_t>(k)]);
  }
  return QStringLiteral("(%1, %2, %3)").arg(n.x(), 0, 'g', 3).arg(n.y(), 0, 'g', 3).arg(n.z(), 0, 'g', 3);
}

}  // namespace

DriveTool::DriveTool(Session& session, QObject* parent) : QObject(parent), session_(session) {}

// Rows go by number: with another list of parts, drives or joints they are others.
bool DriveTool::fits(const scenes::Scene& next) const {
  if (!scene_) return false;
  const dynamics::WorldDef &a = scene_->world, &b = next.world;
  const auto alike = [](const auto& x, const auto& y) { return x.name == y.name; };
  return std::equal(a.bodies.begin(), a.bodies.end(), b.bodies.begin(), b.bodies.end(),
                    [](const auto& x, const auto& y) { return x.name == y.name && x.motion == y.motion; }) &&
         std::equal(a.drives.begin(), a.drives.end(), b.drives.begin(), b.drives.end(), alike) &&
         std::equal(a.joints.begin(), a.joints.end(), b.joints.begin(), b.joints.end(), alike);
}

// What was left as the scene had it is as the next one has it.
dynamics::Actuation DriveTool::carriedOver(const scenes::Scene& next) const {
  dynamics::Actuation result = dynamics::actuationOf(next.world);
  if (!changed() || !fits(next)) return result;
  for (std::size_t i = 0; i < actuation_.drives.size(); ++i) {
    if (i >= own_.drives.size()) {
      result.drives.push_back(actuation_.drives[i]);
    } else if (actuation_.drives[i] != own_.drives[i]) {
      result.drives[i] = actuation_.drives[i];
    }
  }
  for (std::size_t i = 0; i < actuation_.motors.size(); ++i) {
    if (actuation_.motors[i] != own_.motors[i]) result.motors[i] = actuation_.motors[i];
  }
  return result;
}

void DriveTool::carryOver(const scenes::Scene& next) {
  if (&next != keptIn_.get() && changed() && fits(next)) session_.setActuation(carriedOver(next));
}

void DriveTool::open(const SessionFrame& frame, bool same) {
  dynamics::Actuation own = dynamics::actuationOf(frame.scene->world);
  const bool kept = std::exchange(keptIn_, nullptr) == frame.scene;
  actuation_ = same && !kept ? carriedOver(*frame.scene) : own;
  own_ = std::move(own);
  if (!same) rows_.clear();
  scene_ = frame.scene;
  infos_ = frame.infos;
  waits_ = false;
  if (std::exchange(late_, false) && same) send();
  rebuild();
}

bool DriveTool::changed() const { return actuation_ != own_; }

QString DriveTool::bodyName(int body) const {
  if (body < 0) return tr("the ground");
  return QString::fromStdString(scene_->world.bodies[static_cast<std::size_t>(body)].name);
}

void DriveTool::setSpans(DriveRow& row, int body) const {
  const dynamics::BodyDef& def = scene_->world.bodies[static_cast<std::size_t>(body)];
  const Aabb box = dynamics::localBounds(def);
  const double size = !box.empty() && box.extent().allFinite() ? box.size() : 1;
  const double g = scene_->world.gravity.norm();
  const double weight = infos_->front().masses[static_cast<std::size_t>(body)].mass * (g > 0 ? g : kIdleAcceleration);
  const double effort = kTimesWeight * weight * (row.angular ? size : 1);
  const double own = std::isfinite(row.limit) ? std::max(std::abs(row.effort), row.limit) : std::abs(row.effort);
  row.effortSpan = own > 0 ? kTimesOwn * own : effort > 0 ? effort : 1;
  row.speedSpan = std::abs(row.speed) > 0 ? kTimesOwn * std::abs(row.speed) : row.angular ? kFastTurn : kFastWay;
}

DriveRow DriveTool::rowOf(std::size_t drive) const {
  const dynamics::DriveDef& d = actuation_.drives[drive];
  DriveRow row;
  row.name = QString::fromStdString(d.name);
  row.drive = static_cast<int>(drive);
  row.angular = d.angular();
  row.added = drive >= own_.drives.size();
  row.limit = d.limit;
  (d.motor() ? row.speed : row.effort) = d.value;
  row.mode = d.motor() ? DriveMode::kSpeed : d.value != 0 ? DriveMode::kEffort : DriveMode::kOff;
  row.what = (row.angular ? tr("%1 about %2") : tr("%1 along %2")).arg(bodyName(d.body), axisText(d.axis));
  if (d.frame >= 0) row.what = tr("%1 of %2").arg(row.what, bodyName(d.frame));
  setSpans(row, d.body);
  return row;
}

DriveRow DriveTool::rowOfJoint(std::size_t joint) const {
  const dynamics::JointDef& d = scene_->world.joints[joint];
  const dynamics::JointMotor& motor = actuation_.motors[joint];
  DriveRow row;
  row.name = QString::fromStdString(d.name);
  row.joint = static_cast<int>(joint);
  row.angular = d.angular();
  row.limit = motor.limit;
  row.effort = motor.effort;
  row.speed = motor.speed.value_or(0);
  row.mode = motor.speed ? DriveMode::kSpeed : motor.effort != 0 ? DriveMode::kEffort : DriveMode::kOff;
  row.what = tr("%1 joint of %2 to %3")
                 .arg(QString::fromLatin1(dynamics::jointKindName(d.kind)), bodyName(d.body), bodyName(d.to));
  setSpans(row, d.body >= 0 ? d.body : d.to);
  return row;
}

// What a row knew beside what counts now stays with it.
void DriveTool::remember(const std::vector<DriveRow>& before) {
  for (DriveRow& row : rows_) {
    const auto known = std::find_if(before.begin(), before.end(), [&](const DriveRow& r) {
      return r.name == row.name && (r.joint >= 0) == (row.joint >= 0) && r.angular == row.angular;
    });
    if (known == before.end()) continue;
    if (row.mode != DriveMode::kEffort) row.effort = known->effort;
    if (row.mode != DriveMode::kSpeed) row.speed = known->speed;
    if (row.mode != DriveMode::kSpeed) row.limit = known->limit;
    row.effortSpan = std::max(known->effortSpan, std::abs(row.effort));
    row.speedSpan = std::max(known->speedSpan, std::abs(row.speed));
  }
}

void DriveTool::rebuild() {
  const std::vector<DriveRow> before = std::exchange(rows_, {});
  for (std::size_t i = 0; i < actuation_.drives.size(); ++i) rows_.push_back(rowOf(i));
  for (std::size_t i = 0; i < actuation_.motors.size(); ++i) {
    if (scene_->world.joints[i].hasCoordinate()) rows_.push_back(rowOfJoint(i));
  }
  remember(before);
  emit changedRows();
}

void DriveTool::send() {
  if (waits_) {
    late_ = true;
  } else {
    session_.setActuation(actuation_);
  }
}

std::optional<DriveReading> DriveTool::reading(const SessionFrame& frame, std::size_t row) const {
  if (row >= rows_.size() || frame.engines.empty() || frame.scene != scene_) return {};
  const dynamics::WorldSnapshot& s = *frame.engines.front().snapshot;
  const DriveRow& r = rows_[row];
  if (r.joint >= 0) {
    const auto i = static_cast<std::size_t>(r.joint);
    if (i >= s.joints.size()) return {};
    return DriveReading{s.joints[i].motorEffort, s.joints[i].rate};
  }
  const auto i = static_cast<std::size_t>(r.drive);
  if (i >= s.drives.size()) return {};
  return DriveReading{s.drives[i].active ? s.drives[i].effort : 0, s.drives[i].speed};
}

void DriveTool::set(std::size_t row, DriveMode mode, double value, std::optional<double> limit) {
  DriveRow& r = rows_.at(row);
  const std::string place = "drive '" + r.name.toStdString() + "'";
  if (!std::isfinite(value)) throw InputError("", place, "its value is not a number", "a finite value");
  if (limit && !(*limit >= 0)) throw InputError("", place, "its limit is below 0 or not a number", "0 or more");
  r.mode = mode;
  if (limit) r.limit = *limit;
  if (mode == DriveMode::kEffort) r.effort = value;
  if (mode == DriveMode::kSpeed) r.speed = value;
  r.effortSpan = std::max(r.effortSpan, std::abs(r.effort));
  r.speedSpan = std::max(r.speedSpan, std::abs(r.speed));
  const double effort = mode == DriveMode::kEffort ? r.effort : 0;
  if (r.joint >= 0) {
    dynamics::JointMotor& motor = actuation_.motors[static_cast<std::size_t>(r.joint)];
    motor = {};
    if (mode == DriveMode::kSpeed) {
      motor.speed = r.speed;
      motor.limit = r.limit;
    }
    motor.effort = effort;
  } else {
    dynamics::DriveDef& d = actuation_.drives[static_cast<std::size_t>(r.drive)];
    if (mode == DriveMode::kSpeed) {
      d.kind = r.angular ? Kind::kSpin : Kind::kSpeed;
      d.value = r.speed;
      d.limit = r.limit;
    } else {
      d.kind = r.angular ? Kind::kTorque : Kind::kForce;
      d.value = effort;
      d.limit = std::numeric_limits<double>::infinity();
    }
    // By hand it acts now, whatever times the scene gives.
    d.start = 0;
    d.stop = std::numeric_limits<double>::infinity();
  }
  send();
  emit changedValues();
}

std::size_t DriveTool::add(int body, bool angular, const Vec3& axis) {
  if (!scene_) throw InputError("", "", "there is nothing to drive", "open a scene first");
  const auto b = static_cast<std::size_t>(body);
  if (body < 0 || b >= scene_->world.bodies.size() || scene_->world.bodies[b].motion != dynamics::Motion::kDynamic) {
    throw InputError("", body < 0 ? "" : "'" + bodyName(body).toStdString() + "'", "it does not move freely",
                     "a moving part");
  }
  if (!(axis.norm() > 0) || !axis.allFinite())
    throw InputError("", "axis", "it has no direction", "three numbers, not all 0");
  dynamics::DriveDef drive;
  // A name has at most 200 characters.
  const std::string stem = scene_->world.bodies[b].name.substr(0, 180) + (angular ? " turn" : " push");
  drive.name = stem;
  const auto taken = [&](const std::string& name) {
    return std::any_of(rows_.begin(), rows_.end(), [&](const DriveRow& r) { return r.name.toStdString() == name; });
  };
  for (int k = 2; taken(drive.name); ++k) drive.name = stem + " " + std::to_string(k);
  drive.kind = angular ? Kind::kTorque : Kind::kForce;
  drive.body = drive.frame = body;
  // The axis is given in the world, at the start.
  drive.axis = scene_->world.bodies[b].X_WB.q.conjugate() * axis;
  actuation_.drives.push_back(drive);
  send();
  rebuild();
  return actuation_.drives.size() - 1;
}

void DriveTool::remove(std::size_t row) {
  if (!rows_.at(row).added) return;
  actuation_.drives.erase(actuation_.drives.begin() + rows_[row].drive);
  send();
  rebuild();
}

void DriveTool::reset() {
  if (!scene_) return;
  actuation_ = own_;
  send();
  rebuild();
}

std::size_t DriveTool::rowNamed(const std::string& name) const {
  std::vector<std::string> names;
  for (const DriveRow& row : rows_) names.push_back(row.name.toStdString());
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw InputError("", "", "there is no drive or joint '" + name + "' to drive",
                   names.empty() ? "drive.add adds one" : scenes::allowedNames(name, names));
}

}  // namespace passung::app
