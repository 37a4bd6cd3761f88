// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/statistics.h"

#include <algorithm>

namespace passung::app {
namespace {

constexpr std::size_t kMostCurvePoints = 1200;  // more than a plot has pixels; then every second one goes

std::vector<MassProperties> massesOf(const dynamics::Engine& engine) {
  std::vector<MassProperties> masses;
  for (std::size_t i = 0; i < engine.def().bodies.size(); ++i) masses.push_back(engine.mass(static_cast<int>(i)));
  return masses;
}

bool isFinite(const dynamics::BodyState& state) {
  return passung::isFinite(state.X_WB) && passung::isFinite(state.v_WC) && passung::isFinite(state.w_WB);
}

}  // namespace

RunStatistics::RunStatistics(const scenes::Scene& scene, const dynamics::Engine& engine, std::int64_t steps)
    : scene_(scene),
      engine_(engine),
      masses_(massesOf(engine)),
      energy_(engine.def(), masses_, engine.states(), engine.shellEnergy()),
      monitors_(scene.monitors, {.def = engine.def(), .masses = masses_}),
      first_(engine.stepCount()),
      planned_(steps) {
  const dynamics::WorldDef& def = engine.def();
  const auto states = engine.states();
  for (std::size_t i = 0; i < def.bodies.size(); ++i) {
    kinematic_ = kinematic_ || def.bodies[i].motion == dynamics::Motion::kKinematic;
    rest_.emplace_back(dynamics::localBounds(def.bodies[i]), masses_[i].com, def.gravity.norm());
    rest_[i].add(states[i], now(), false);
    finite_ = finite_ && isFinite(states[i]);
  }
  const std::vector<dynamics::JointState> joints = engine.jointStates();
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const dynamics::JointDef& d = def.joints[i];
    joints_.push_back({.name = d.name,
                       .kind = dynamics::jointKindName(d.kind),
                       .state = joints[i],
                       .hasCoordinate = d.hasCoordinate(),
                       .angular = d.angular(),
                       .motor = d.motor.speed || d.motor.effort != 0});
  }
  const std::vector<dynamics::DriveState> drives = engine.driveStates();
  for (std::size_t i = 0; i < drives.size(); ++i) {
    const dynamics::DriveDef& d = def.drives[i];
    drives_.push_back(
        {.name = d.name, .kind = dynamics::driveKindName(d.kind), .angular = d.angular(), .state = drives[i]});
  }
  needsContacts_ = kinematic_ || monitors_.needsContacts();
  const std::vector<dynamics::Contact> contacts = needsContacts_ ? engine.contacts() : std::vector<dynamics::Contact>{};
  monitors_.step(states, contacts, now());
}

void RunStatistics::step(const dynamics::StepReport& report, std::span<const dynamics::Contact> contacts, double work) {
  ++step_;
  const dynamics::WorldDef& def = engine_.def();
  const auto states = engine_.states();
  const bool half = step_ == (planned_ + 1) / 2;
  for (std::size_t i = 0; i < states.size(); ++i) {
    rest_[i].add(states[i], now(), half);
    finite_ = finite_ && isFinite(states[i]);
  }

  work += report.driveWork;
  if (kinematic_) work += kinematicWork(def, masses_, states, contacts);
  energy_.add(states, engine_.shellEnergy(), work, report.overlapWork);
  monitors_.step(states, contacts, now());

  if (!joints_.empty() || !drives_.empty()) stepJoints();

  for (std::size_t i = 0; i < stage_ms_.size(); ++i) stage_ms_[i] += report.stage_ms[i];
  if (report.halvings > 0) ++stepsHalved_;
  bodiesHeld_ += report.held;
  contactsSum_ += report.contacts;
  contactsMax_ = std::max(contactsMax_, report.contacts);
}

void RunStatistics::stepJoints() {
  const std::vector<dynamics::JointState> joints = engine_.jointStates();
  for (std::size_t i = 0; i < joints.size() && i < joints_.size(); ++i) {
    JointResult& r = joints_[i];
    r.state = joints[i];
    r.largestError = std::max(r.largestError, r.state.error);
    r.largestForce = std::max(r.largestForce, r.state.f_W.norm());
    r.largestTorque = std::max(r.largestTorque, r.state.t_W.norm());
  }
  const std::vector<dynamics::DriveState> drives = engine_.driveStates();
  for (std::size_t i = 0; i < drives.size() && i < drives_.size(); ++i) {
    drives_[i].state = drives[i];
    drives_[i].work += drives[i].work;
  }
}

void RunStatistics::sample(const RunSample& sample) {
  for (const PairDepth& pair : sample.depths) maxPenetration_ = std::max(maxPenetration_, pair.depth);
  monitors_.sample(sample);
  addCurvePoint(sample);
}

void RunStatistics::addCurvePoint(const RunSample& sample) {
  if (curveSkipped_++ % curveStride_ != 0 && !sample.last) return;
  CurvePoint point{.time = sample.time, .energy = energy_.kinetic() + energy_.potential() + engine_.shellEnergy()};
  for (const PairDepth& pair : sample.depths) point.depth = std::max(point.depth, pair.depth);
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    if (engine_.def().bodies[i].motion != dynamics::Motion::kDynamic) continue;
    point.speed = std::max(point.speed, rest_[i].pointSpeed(sample.states[i]));
  }
  curve_.push_back(point);
  if (curve_.size() < kMostCurvePoints) return;
  for (std::size_t i = 0; 2 * i < curve_.size(); ++i) curve_[i] = curve_[2 * i];
  curve_.resize((curve_.size() + 1) / 2);
  curveStride_ *= 2;
}

RunResult RunStatistics::finish() const {
  const dynamics::WorldDef& def = engine_.def();
  const auto states = engine_.states();
  RunResult result{.scene = scene_.name,
                   .engine = engine_.name(),
                   .solver = engine_.solver(),
                   .scale = scene_.scale,
                   .dt = def.dt,
                   .steps = step_,
                   .simulated = static_cast<double>(step_) * def.dt,
                   .stateHash = dynamics::stateHash(states),
                   .finite = finite_,
                   .stepsHalved = stepsHalved_,
                   .bodiesHeld = bodiesHeld_,
                   .contactsMax = contactsMax_,
                   .maxPenetration = maxPenetration_,
                   .energy = energy_.report()};
  if (step_ > 0) {
    const auto count = static_cast<double>(step_);
    for (std::size_t i = 0; i < stage_ms_.size(); ++i) result.stage_ms[i] = stage_ms_[i] / count;
    result.contactsMean = static_cast<double>(contactsSum_) / count;
  }

  for (std::size_t i = 0; i < states.size(); ++i) {
    const dynamics::BodyState& state = states[i];
    const Vec3 com_W = state.X_WB * masses_[i].com;
    result.bodies.push_back({.name = def.bodies[i].name,
                             .motion = def.bodies[i].motion,
                             .mass = masses_[i],
                             .X_WB = state.X_WB,
                             .com_W = com_W,
                             .v_WB = originVelocity(state, masses_[i].com),
                             .w_WB = state.w_WB,
                             .turns = state.turns,
                             .asleep = state.asleep_s,
                             .rest = rest_[i].report()});
  }
  result.curve = curve_;
  result.joints = joints_;
  result.drives = drives_;
  result.monitors = monitors();

  result.warnings = scene_.warnings;
  for (const std::string& warning : engine_.warnings()) result.warnings.push_back(warning);
  if (bodiesHeld_ > 0) {
    result.warnings.push_back("a body was held at its last good pose " + std::to_string(bodiesHeld_) + " times");
  }
  return result;
}

std::vector<MonitorResult> RunStatistics::monitors() const {
  std::vector<RestReport> rest;
  for (const RestTracker& tracker : rest_) rest.push_back(tracker.report());
  return monitors_.finish({.rest = rest, .energy = energy_.report()});
}

}  // namespace passung::app
