// SPDX-License-Identifier: GPL-3.0-or-later
// The session thread: owns the engines, steps them on one clock and publishes what the window shows.
//
//   GUI thread                         session thread
//   play(), step(), ... --commands-->  takes them between two batches of steps
//   frame()  <-- shared_ptr swap ----  publishes an immutable frame after each batch
//
// The queue and the pointer are the only things shared; their lock is held for a swap only, never during a step or
// while a frame is drawn. Several engines (compare mode) take each step one after the other, so all show the same
// instant: the first one sets the clock, and one with another time step follows to the state nearest to it. They are
// measured as a run of the command line is, the exact check included.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "app/run/clocks.h"
#include "app/run/run_types.h"
#include "app/run/variant.h"
#include "app/session/energy.h"
#include "app/session/history.h"
#include "app/session/pull.h"
#include "app/session/signal.h"
#include "app/session/step_costs.h"
#include "dynamics/joints/actuation.h"
#include "dynamics/recording.h"
#include "dynamics/snapshot.h"
#include "scenes/scene.h"

namespace passung::app {

// Makes an engine as dynamics::makeEngine() does; throws InputError.
using EngineFactory = std::function<std::unique_ptr<dynamics::Engine>(const dynamics::WorldDef& def,
                                                                      const dynamics::EngineOptions& options)>;

// The engine of a variant of the scene. Throws InputError.
[[nodiscard]] std::unique_ptr<dynamics::Engine> makeEngineOf(const EngineFactory& factory, const scenes::Scene& scene,
                                                             const Variant& variant);

// One clock steps all variants of a scene: a step of the first one is several of another. Throws InputError where it is
// more than kMostStepsAStep of them, which no machine takes while one watches.
inline constexpr double kMostStepsAStep = 1000;
void checkClock(const scenes::Scene& scene, const std::vector<Variant>& variants);

// Seconds since some moment, never going back. Tests hand in their own.
using SecondsClock = std::function<double()>;

// A scene with its engines, made elsewhere (see Loader) and ready to run.
struct LoadedScene {
  std::shared_ptr<const scenes::Scene> scene;
  std::vector<Variant> variants;
  std::vector<std::unique_ptr<dynamics::Engine>> engines;  // one a variant
  // Of a recording: its states, by time. They become the history; the engines stand at the start.
  std::vector<std::shared_ptr<const dynamics::WorldSnapshot>> recorded{};
};

// What does not change while a scene is open.
struct EngineInfo {
  std::string name, solver;
  std::optional<std::string> policy{};  // of contacts, where it was chosen while it ran; empty: the solver's own
  Variant variant{};
  double dt = 0;                       // [s]
  std::vector<MassProperties> masses;  // one a body, in B
  std::vector<std::string> warnings;
};

// One engine at one instant.
struct EngineFrame {
  std::shared_ptr<const dynamics::WorldSnapshot> snapshot;
  Energy energy;
  double step_ms = 0;                                    // wall time of a step, mean of the last batches
  std::array<double, dynamics::kStageCount> stage_ms{};  // the same, by stage
  std::vector<Vec3> pullForces_W{};                      // of the user's springs in the last step, one a pull [N]
  // What the scene's monitors would say of this engine's run if it ended here; null where that is not known.
  std::shared_ptr<const std::vector<MonitorResult>> monitors{};
};

// All that the window shows of the simulation; immutable.
struct SessionFrame {
  std::uint64_t opened = 0;  // counts the scenes opened; 0: none yet
  std::shared_ptr<const scenes::Scene> scene;
  std::shared_ptr<const std::vector<EngineInfo>> infos;
  std::vector<EngineFrame> engines;
  std::vector<Pull> pulls;  // one a body at most
  bool playing = false;
  double speed = 1;                      // asked for: simulated seconds a second
  double realTimeFactor = 0;             // reached lately; 0 while paused
  bool behind = false;                   // the catch-up limit cut time off: this machine cannot hold `speed`
  std::string error;                     // why the run stopped, if an engine failed
  std::string refused;                   // why the last choice of a solver or a drive was not taken; empty: it was
  std::optional<std::int64_t> recorded;  // states written to the recording that runs
  double publish_ms = 0;                 // wall time that making the frame before took

  // That of a body; null without.
  [[nodiscard]] const Pull* pullOf(int body) const;
  [[nodiscard]] double time() const { return engines.empty() ? 0 : engines.front().snapshot->time; }
  [[nodiscard]] std::int64_t step() const { return engines.empty() ? 0 : engines.front().snapshot->step; }
};

// What probes showed after each step: a row of as many values as there are probes, for each engine in turn.
struct SampleRows {
  std::uint64_t probesId = 0;  // as Session::setProbes() returned it
  std::size_t width = 0;       // values a row
  std::vector<std::int64_t> steps;
  std::vector<double> values;
};

class Session {
 public:
  explicit Session(EngineFactory factory, SecondsClock clock = steadySeconds);
  ~Session();  // stops after the step that is running
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Commands, in order; each returns at once. Any thread.
  void open(LoadedScene loaded, bool play = false);  // replaces the open scene; paused at time 0 unless `play`
  void play();
  void pause();                       // also drops steps still owed
  void step(std::int64_t count = 1);  // pauses, then takes exactly `count` steps as fast as it can
  void reset();                       // the same engines made anew at time 0; plays on if it played
  void setSpeed(double factor);       // > 0; clamped to 1e-3 .. 1e3
  // Of the engines that have solvers to choose, from the next step on, also after reset(); `policy` empty: the solver's
  // own contact policy. Figures and monitors begin anew.
  // Of several, those that were asked for with a solver keep theirs.
  void setSolver(std::string name, std::string policy = {});
  // Of all drives and joint motors, from the next step on, also after reset(), until another scene is opened. An engine
  // that cannot take them goes on as it is; the frame then says why in `refused`.
  void setActuation(dynamics::Actuation actuation);
  void showTree(bool on);       // whether frames hold the tree of the broad phase; at first they do not
  void pull(const Pull& pull);  // in place of the one on the same body, until release()
  void release(int body = -1);  // -1: all
  // Writes the state that is shown and the first engine's after every step from now on, until stopRecording(), another
  // or an edited scene, a reset or a state of the past ends the run. The file is there once that is done. A file that
  // can no longer be written ends it, and the frame says so in `refused`.
  void record(std::unique_ptr<dynamics::RecordingWriter> writer);
  void stopRecording();
  // Goes back to a frame of the history, paused: what came after it is forgotten, and the next step goes on from there.
  // Contact memory starts anew, so the run that follows is not bit by bit the one that was. A frame of another scene,
  // or engines that cannot go back, change nothing; the frame then says why in `refused`.
  void resume(std::shared_ptr<const SessionFrame> past);

  // What was shown so far. Any thread.
  [[nodiscard]] const History& history() const { return history_; }
  // What the last steps cost. Any thread.
  [[nodiscard]] const StepCosts& costs() const { return costs_; }

  // Samples these after every step, from the next one on, until another scene is opened. The id marks their rows.
  std::uint64_t setProbes(std::vector<Probe> probes);
  // The rows since the last call; those of earlier probes are dropped. A row of an earlier step than the one before
  // begins a run anew. Any thread.
  [[nodiscard]] SampleRows takeSamples();

  // The figures of each engine since the start, since going back or since the last choice of a solver; null while there
  // is one engine alone. Renewed some times a second, and whenever the run comes to a halt. Any thread.
  struct Results {
    std::vector<RunResult> runs;
    std::shared_ptr<const SessionFrame> frame;  // the state that the figures end with
  };
  [[nodiscard]] std::shared_ptr<const Results> results() const;

  // The newest frame; never null. Any thread.
  [[nodiscard]] std::shared_ptr<const SessionFrame> frame() const;
  // Blocks until all commands given before, steps included, are done. For tests and pictures.
  void sync();

  static constexpr double kCatchUp = 0.1;  // [s] wall time that may be made up for; what is beyond is dropped

 private:
  struct Open {
    LoadedScene loaded;
    bool play;
  };
  struct Play {};
  struct Pause {};
  struct Step {
    std::int64_t count;
  };
  struct Reset {};
  struct Speed {
    double factor;
  };
  struct Solver {
    std::string name, policy;
  };
  struct Tree {
    bool on;
  };
  struct Release {
    int body;
  };
  struct Record {
    std::unique_ptr<dynamics::RecordingWriter> writer;  // null: ends
  };
  struct Resume {
    std::shared_ptr<const SessionFrame> frame;
  };
  struct Probes {
    std::uint64_t id;
    std::vector<Probe> probes;
  };
  struct Sync {
    std::uint64_t ticket;
  };
  using Command = std::variant<Open, Play, Pause, Step, Reset, Speed, Pull, Tree, Release, Solver, dynamics::Actuation,
                               Record, Resume, Probes, Sync>;
  struct State;  // what the thread alone touches

  void send(Command command);
  void run();
  void apply(State& state, Command& command);
  void publish(State& state);

  EngineFactory factory_;
  SecondsClock clock_;
  History history_;
  StepCosts costs_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable wake_, done_;
  std::deque<Command> commands_;
  std::shared_ptr<const SessionFrame> frame_;
  SampleRows samples_;
  std::uint64_t probesId_ = 0;
  std::shared_ptr<const Results> results_;
  std::uint64_t syncAsked_ = 0, syncDone_ = 0;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace passung::app
