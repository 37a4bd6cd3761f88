// SPDX-License-Identifier: GPL-3.0-or-later
// Nuts on bolts: how they descend, where they lock, that they hold, and what travel and clamp force a drive gives.
#include "app/bench/thread_checks.h"

#include <array>
#include <cmath>

#include "app/run/contact_radius.h"
#include "app/run/screw_law.h"
#include "app/run/units.h"

namespace passung::app {
namespace {

using Type = scenes::Monitor::Type;

struct ThreadScene {
  const char* scene;
  double pitch;                // [m]
  double lowestMu, highestMu;  // where the self-lock threshold must lie: contact between nut crest and bolt crest
};
constexpr std::array kThreads{
    ThreadScene{"m4_nut_on_bolt", 0.7e-3, 0.048, 0.060}, ThreadScene{"m8_nut_on_bolt", 1.25e-3, 0.043, 0.052},
    ThreadScene{"m12_nut_on_bolt", 1.75e-3, 0.040, 0.048}, ThreadScene{"m16_nut_on_bolt", 2e-3, 0.034, 0.040},
    ThreadScene{"m20_nut_on_bolt", 2.5e-3, 0.034, 0.040}};
constexpr double kFlank = kPi / 6;

scenes::Override setting(const char* path, double value) { return {path, plain(value, 12)}; }
scenes::Override friction(double mu) { return setting("materials.default.friction", mu); }
scenes::Override awake() { return {"solver.sleeping", "false"}; }

}  // namespace

void checkDescent(CheckContext& context) {
  constexpr double kDuration = 1.3;  // facets must be passed often enough to average out
  for (const ThreadScene& thread : kThreads) {
    scenes::Monitor falls = bodyMonitor(Type::kAcceleration, "nut");
    falls.law = scenes::Monitor::Law::kScrew;
    falls.screw.pitch = thread.pitch;
    falls.from = 0.25 * kDuration;
    // A thousandth of the pitch is far below any step up a flank.
    const scenes::Monitor climbs = bodyMonitor(Type::kNeverClimbs, "nut", 1e-3 * thread.pitch);
    scenes::Monitor gain = bodyMonitor(Type::kMaxEnergyGain, "", 1e-3);
    const auto run = context.run({.scene = thread.scene,
                                  .settings = {friction(0), awake()},
                                  .duration = kDuration,
                                  .monitors = {falls, climbs, gain}},
                                 "descends as a screw must");
    if (!run) continue;
    context.emitMonitor(*run, run->added(0), "descends as a screw must");
    context.emitMonitor(*run, run->added(1), "never climbs");
    context.emitMonitor(*run, run->added(2), "no energy from nowhere");
  }
}

namespace {

// Whether the nut slides at this friction: its speed along the axis at the end is more than a five-hundredth of what it
// would be without friction. Just below the threshold mu* it accelerates with (1 - mu / mu*) of that.
struct Slide {
  bool slides = false;
  std::optional<double> radius;  // where the contacts carry, when it holds [m]
};

std::optional<Slide> trySlide(CheckContext& context, const ThreadScene& thread, double mu) {
  constexpr double kDuration = 0.4;
  ContactRadius radius;
  int bolt = -1;
  scenes::Monitor falls = bodyMonitor(Type::kAcceleration, "nut");
  falls.law = scenes::Monitor::Law::kScrew;
  falls.screw.pitch = thread.pitch;
  const auto run = context.run(
      {.scene = thread.scene,
       .settings = {friction(mu), awake()},
       .duration = kDuration,
       .monitors = {falls},
       .oracle = false,
       .before =
           [&](SimulationRun& simulation, dynamics::Engine& engine) {
             if (2 * simulation.stepsDone() < simulation.stepsPlanned() || simulation.stepsDone() % 10 != 0) return;
             for (std::size_t i = 0; i < engine.def().bodies.size(); ++i) {
               if (engine.def().bodies[i].name == "bolt") bolt = static_cast<int>(i);
             }
             const Vec3 center = engine.states()[static_cast<std::size_t>(bolt)].X_WB * engine.mass(bolt).com;
             for (const dynamics::Contact& contact : engine.contacts()) radius.add(contact, center, Vec3::UnitZ());
           }},
      "self-lock threshold");
  if (!run) return std::nullopt;
  const double free = std::abs(run->added(0).expected.value_or(0)) * kDuration;
  const double speed = std::abs(run->body("nut").v_WB.z());
  return Slide{.slides = speed > 0.002 * free, .radius = radius.mean()};
}

}  // namespace

void checkSelfLock(CheckContext& context) {
  for (const ThreadScene& thread : kThreads) {
    if (!isBuiltinScene(thread.scene)) {
      context.skip(thread.scene, "self-lock threshold", "there is no such scene");
      continue;
    }
    // Bisection between a friction that must slide and one that must hold.
    double low = 0.7 * thread.lowestMu;
    double high = 1.3 * thread.highestMu;
    std::optional<double> radius;
    bool cancelled = false;
    for (int i = 0; i < 7 && !cancelled; ++i) {
      const double mu = 0.5 * (low + high);
      const auto slide = trySlide(context, thread, mu);
      cancelled = !slide;
      if (!slide) break;
      if (!slide->slides && slide->radius) radius = slide->radius;
      (slide->slides ? low : high) = mu;
    }
    if (cancelled) return;
    CheckRow row{.check = context.check, .scene = thread.scene, .shows = "self-lock threshold"};
    row.measured = 0.5 * (low + high);
    if (radius) {
      const ThreadContact contact{.pitch = thread.pitch, .radius = *radius, .halfAngle = kFlank};
      row.expected = selfLockFriction(contact);
      const bool near = std::abs(*row.measured - *row.expected) <= 0.05 * *row.expected;
      const bool inside = *row.measured >= thread.lowestMu && *row.measured <= thread.highestMu;
      row.verdict = near && inside ? Verdict::kPassed : Verdict::kFailed;
      row.detail = "within 5 % of P cos a / (2 pi r_c), r_c = " + readable(*radius, "m") +
                   " from the contacts, and within " + plain(thread.lowestMu) + " to " + plain(thread.highestMu);
    } else {
      row.verdict = Verdict::kFailed;
      row.detail = "the nut never held, so there is no contact radius";
    }
    context.emit(row);
  }
}

void checkLockedCreep(CheckContext& context) {
  const double duration = context.full ? 60 : 5;
  for (const char* scene : {"m4_nut_on_bolt", "m8_nut_on_bolt", "m12_nut_on_bolt", "m16_nut_on_bolt", "m20_nut_on_bolt",
                            "m16_factory_loose", "m16_factory_tight"}) {
    scenes::Monitor creep = bodyMonitor(Type::kCreep, "nut", 1e-6);
    creep.from = 0.1 * duration;
    const std::string shows = "locked: creep over " + plain(0.9 * duration) + " s";
    const auto run = context.run({.scene = scene,
                                  .settings = {friction(0.2), awake()},
                                  .duration = duration,
                                  .sample = 0.1,
                                  .monitors = {creep}},
                                 shows);
    if (run) context.emitMonitor(*run, run->added(0), shows);
  }
}

void checkFactoryAtRest(CheckContext& context) {
  for (const char* scene : {"m16_factory_loose", "m16_factory_tight"}) {
    const auto run = context.run({.scene = scene, .settings = {friction(0.2), awake()}, .duration = 3, .sample = 0.5},
                                 "awake at rest");
    if (run) context.emitSpeed(*run, "awake at rest", 3);
  }
}

void checkDriven(CheckContext& context) {
  scenes::Monitor travel = bodyMonitor(Type::kTravelPerTurn, "nut");
  travel.screw.pitch = 2e-3;
  travel.percent = 0.5;
  const auto run = context.run({.scene = "m16_driven", .settings = {awake()}, .sample = 0.1, .monitors = {travel}},
                               "driven: travel per turn");
  if (!run) return;
  context.emitMonitor(*run, run->added(0), "driven: travel per turn");
  context.emitSpeed(*run, "driven at 5 rev/s", 1);
}

namespace {

// Sets what turns the nut: the torque of torque drives, the rate of motors, their sense unchanged.
void setDrives(scenes::Scene& scene, std::optional<double> torque, std::optional<double> rate) {
  for (dynamics::DriveDef& drive : scene.world.drives) {
    const double sign = drive.value < 0 ? -1 : 1;
    if (torque && drive.kind == dynamics::DriveDef::Kind::kTorque) drive.value = sign * *torque;
    if (torque && drive.kind == dynamics::DriveDef::Kind::kSpin) drive.limit = *torque;
    if (rate && drive.kind == dynamics::DriveDef::Kind::kSpin) drive.value = sign * *rate;
  }
}

}  // namespace

// As long frames as a display has, and the nut turns by a sixth in each.
void checkFastDrive(CheckContext& context) {
  const std::string shows = "10 rev/s, dt 1/60: travel";
  scenes::Monitor travel = bodyMonitor(Type::kTravelPerTurn, "nut");
  travel.screw.pitch = 2e-3;
  travel.percent = 0.5;
  const auto run = context.run({.scene = "m16_driven",
                                .settings = {awake()},
                                .sample = 1e-9,
                                .monitors = {travel},
                                .change =
                                    [](scenes::Scene& scene) {
                                      setDrives(scene, {}, 20 * kPi);
                                      // It starts at the speed of its motor.
                                      for (dynamics::BodyDef& body : scene.world.bodies) {
                                        body.v_WC *= 2;
                                        body.w_WB *= 2;
                                      }
                                      scene.world.dt = 1.0 / 60;
                                      scene.duration *= 0.5;
                                    }},
                               shows);
  if (!run) return;
  context.emitMonitor(*run, run->added(0), shows);
  CheckRow row = context.rowOf(*run, "10 rev/s, dt 1/60: depth");
  row.measured = run->result.maxPenetration;
  row.limit = 1e-7;  // a thousandth of the play of the loose pair
  row.unit = "m";
  row.verdict = *row.measured <= *row.limit ? Verdict::kPassed : Verdict::kFailed;
  row.detail = "deepest overlap by the exact check after every step";
  context.emit(row);
}

void checkTorque(CheckContext& context) {
  for (const double torque : {1.0, 20.0, 200.0}) {
    const std::string shows = "clamp force at " + plain(torque) + " N m";
    const auto run = context.run({.scene = "m16_torque",
                                  .settings = {awake()},
                                  .sample = 0.01,
                                  .change =
                                      [torque](scenes::Scene& scene) {
                                        setDrives(scene, torque, {});
                                        for (scenes::Monitor& monitor : scene.monitors) monitor.screw.torque = torque;
                                      }},
                                 shows);
    if (!run) continue;
    bool found = false;
    for (const MonitorResult& monitor : run->result.monitors) {
      if (monitor.unit != "N") continue;
      found = true;
      context.emitMonitor(*run, monitor, shows);
    }
    if (!found) context.skip("m16_torque", shows, "the scene has no monitor of its clamp force");
  }
}

}  // namespace passung::app
