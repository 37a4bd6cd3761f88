// SPDX-License-Identifier: GPL-3.0-or-later
// Saves a picture for every n-th step of a run, one file each: NAME_00000.png, NAME_00001.png, ... Steps and pictures
// follow each other on the window's clock, so that it stays alive and the work can be cancelled.
#pragma once

#include <QObject>
#include <QString>
#include <cstdint>
#include <functional>

namespace passung::app {

struct SequencePlan {
  QString folder, name = QStringLiteral("picture");
  std::int64_t every = 1;  // time steps between two pictures
  std::int64_t first = 0;  // step of the first one
  std::int64_t last = 0;   // no picture beyond this step
  [[nodiscard]] std::int64_t count() const { return every > 0 && last >= first ? (last - first) / every + 1 : 0; }
};

class PictureSequence : public QObject {
  Q_OBJECT
 public:
  // What the window shows.
  struct Shown {
    std::uint64_t opened = 0;  // another number: another scene, or an edited one
    std::int64_t step = 0;     // of the newest state
    bool elsewhere = false;    // it plays, or shows an earlier state
    bool ready = true;         // nothing of the picture is still being measured
    std::string error;         // of the engine
  };
  struct Window {
    std::function<void(std::int64_t steps)> step;  // pauses and steps on
    std::function<Shown()> shown;
    std::function<void(const QString& path)> save;  // of what is shown; throws InputError
  };
  explicit PictureSequence(Window window, QObject* parent = nullptr);

  // Throws InputError for a plan without pictures and a folder that cannot be made; nothing has begun then.
  void start(const SequencePlan& plan);
  void cancel();
  [[nodiscard]] bool running() const { return running_; }
  [[nodiscard]] std::int64_t saved() const { return saved_; }
  [[nodiscard]] const SequencePlan& plan() const { return plan_; }
  // Why the last one stopped early; empty: it did not.
  [[nodiscard]] const std::string& error() const { return error_; }
  // Once a tick, after the newest frame was drawn.
  void tick();

 signals:
  void progressed(const QString& text);
  void finished();

 private:
  void end();
  void fail(const QString& why);

  Window window_;
  SequencePlan plan_;
  bool running_ = false, stepping_ = false;
  bool paused_ = false;  // the run has come to rest since the start
  std::int64_t saved_ = 0;
  Shown last_;
  std::string error_;
};

}  // namespace passung::app
