// SPDX-License-Identifier: GPL-3.0-or-later
// What goes into a run and what comes out: plain values. docs/cli.md defines every figure.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/run/energy.h"
#include "app/run/penetration_check.h"
#include "app/run/rest.h"
#include "collision/narrowphase/face_pair_source.h"
#include "dynamics/engine.h"

namespace passung::app {

struct RunOptions {
  double duration = 2;                           // [s], rounded to whole steps
  double sample = 0.01;                          // [s] between samples; at least one step
  int threads = 1;                               // what the engine was made with, for the report
  double loadTime = 0;                           // [s], for the report
  bool checkPenetration = true;                  // run the exact check at every sample
  const std::atomic<bool>* cancel = nullptr;     // set from anywhere: the run ends after the current step
  std::function<void(double share)> progress{};  // called a few times a second with the share done, 0..1
};

// What one sample hands to the sinks. Valid during the call only.
struct RunSample {
  std::int64_t step = 0;
  double time = 0;  // [s]
  bool last = false;
  std::span<const dynamics::BodyState> states;
  std::span<const dynamics::Contact> contacts;
  std::span<const PairDepth> depths;
};

// A consumer of samples: a file, a view. Errors are thrown as InputError and end the run.
class RunSink {
 public:
  virtual ~RunSink() = default;
  virtual void sample(const RunSample& sample) = 0;
  // After the last sample.
  virtual void finish() {}
};

struct MonitorResult {
  std::string name;
  bool passed = false;
  double at = 0;       // [s] when the outcome was decided; the end where that is when
  std::string detail;  // readable, with units
  // What was measured and what it was judged by, where that is one number; `unit` belongs to all three.
  std::optional<double> measured{}, expected{}, limit{};
  std::string unit{};
};

struct BodyResult {
  std::string name;
  dynamics::Motion motion = dynamics::Motion::kDynamic;
  MassProperties mass;        // in B
  Transform X_WB;             // at the end
  Vec3 com_W = Vec3::Zero();  // [m]
  Vec3 v_WB = Vec3::Zero();   // velocity of the body's origin [m/s]
  Vec3 w_WB = Vec3::Zero();   // [rad/s]
  Vec3 turns = Vec3::Zero();
  double asleep = 0;  // [s]
  RestReport rest;
};

// Velocity of the body's origin [m/s]: the engines keep that of the centre of mass.
[[nodiscard]] inline Vec3 originVelocity(const dynamics::BodyState& state, const Vec3& com_B) {
  return state.v_WC - state.w_WB.cross(state.X_WB.q * com_B);
}

struct JointResult {
  std::string name, kind;
  dynamics::JointState state;  // of the last step
  bool hasCoordinate = false, angular = false, motor = false;
  double largestError = 0;                     // [m] over the run
  double largestForce = 0, largestTorque = 0;  // [N], [N m] over the run
};

struct DriveResult {
  std::string name, kind;
  bool angular = false;
  dynamics::DriveState state;  // of the last step
  double work = 0;             // [J] over the run
};

// One instant of a run, for plots.
struct CurvePoint {
  double time = 0;    // [s]
  double energy = 0;  // [J] kinetic + gravity + contact shells
  double depth = 0;   // [m] deepest overlap of any two bodies, by the exact check
  double speed = 0;   // [m/s] fastest point of any moving body
};

// How a replayed recording compares with the run.
struct ReplayResult {
  bool matched = false;
  std::int64_t samples = 0;               // compared
  std::optional<double> firstDifference;  // [s]
};

struct RunResult {
  std::string scene{}, engine{}, solver{};
  std::string settings{};  // what a variant changed besides, in words; see variantSettings()
  std::string refusal{};   // why it was not run; then nothing else counts
  double scale = 1, dt = 0;
  std::int64_t steps = 0;
  double simulated = 0, load = 0, wall = 0, checks = 0;  // [s]
  double processor = 0;  // [s] of all cores inside the steps: unlike `wall`, free of what else the machine does
  int threads = 1;
  std::uint64_t stateHash = 0;
  bool finite = true;
  std::array<double, dynamics::kStageCount> stage_ms{};  // mean per step
  std::int64_t stepsHalved = 0;                          // steps that needed at least one halving
  std::int64_t bodiesHeld = 0;                           // times a body was held at its last good pose
  double contactsMean = 0;
  int contactsMax = 0;
  double maxPenetration = 0;  // [m]
  EnergyReport energy;
  std::vector<BodyResult> bodies{};
  std::vector<JointResult> joints{};  // none where the engine has no joints
  std::vector<DriveResult> drives{};
  std::vector<MonitorResult> monitors{};
  std::vector<std::string> warnings{};
  std::vector<CurvePoint> curve{};  // at the samples, thinned out
  bool cancelled = false;
  std::optional<ReplayResult> replay{};
  std::optional<collision::FaceSearchReport> faceSearch{};  // where contacts came from a source of face pairs

  [[nodiscard]] double realTimeFactor() const { return wall > 0 ? simulated / wall : 0.0; }
  [[nodiscard]] bool passed() const {
    for (const MonitorResult& monitor : monitors) {
      if (!monitor.passed) return false;
    }
    return true;
  }
};

}  // namespace passung::app
