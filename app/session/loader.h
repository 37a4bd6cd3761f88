// SPDX-License-Identifier: GPL-3.0-or-later
// Loading in a thread of its own: the file, then one engine after the other, with a progress text and a way out.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"

namespace passung::app {

using SceneReader = std::function<scenes::Scene(const std::string& nameOrFile)>;

// Tells how many of the files are read; false: nobody waits for them any longer.
using LoadProgress = std::function<bool(int done, int total)>;

struct LoadRequest {
  std::string file;                              // built-in scene, or a path
  std::vector<Variant> variants;                 // at least one
  std::shared_ptr<const scenes::Scene> scene{};  // when set: already read, only the engines are made
  std::function<scenes::Scene(const LoadProgress& progress)> read{};  // when set: in place of the reader, in its thread
  bool states = false;  // the states of `file`, if it is a recording, are those of this very scene
};

struct LoadStatus {
  bool running = false;
  std::string progress;               // "Reading bracket.step ..."
  int done = 0, total = 0;            // files and engines; total 0: there is only one of them
  std::optional<LoadedScene> loaded;  // handed out once
  std::string error;                  // one line; handed out once
  std::string file;                   // what was asked for
};

// Of the GUI thread. One load at a time: a new one abandons the one before. A thread that is abandoned ends by itself
// and its result is dropped; nothing waits for it.
class Loader {
 public:
  Loader(SceneReader reader, EngineFactory factory);
  ~Loader();
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  void start(const LoadRequest& request);
  void cancel();
  [[nodiscard]] LoadStatus poll();
  // Threads of this process that still read a file, abandoned ones included.
  [[nodiscard]] static int threadsAlive();

 private:
  struct Job;
  SceneReader reader_;
  EngineFactory factory_;
  std::shared_ptr<Job> job_;
};

}  // namespace passung::app
