// SPDX-License-Identifier: GPL-3.0-or-later
// passung run F.prec: the recorded run, made again and compared.
#pragma once

#include "app/cli/variant_run.h"
#include "app/run/replay_sink.h"

namespace passung::app {

class Replay {
 public:
  // Opens arguments.file and puts what it records (scene, engine, solver, steps, samples) into `arguments`. Throws
  // InputError when the recording cannot be read, or when the arguments ask for something else than it was made with.
  explicit Replay(RunArguments& arguments);

  // The scene as recorded. Throws InputError when it cannot be loaded any more.
  [[nodiscard]] PreparedScene prepareScene() const;
  [[nodiscard]] RunSink& sink() { return sink_; }
  // Adds the outcome to the result, as figures, as a monitor and as notes.
  void judge(RunResult& result) const;

 private:
  const RunArguments& arguments_;
  dynamics::Recording recording_;
  ReplaySink sink_;
  std::vector<std::string> notes_;
};

}  // namespace passung::app
