// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the conglomerate test up to date beside the window: models when what they are made of changes, pairs when the
// parts have moved; while a run plays, not more often than leaves it most of the time.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QSettings>
#include <optional>

#include "app/overlays/pair_test_marks.h"
#include "app/session/session.h"
#include "app/window/background_task.h"

namespace passung::app {

class PairTestTool : public QObject {
  Q_OBJECT
 public:
  explicit PairTestTool(QSettings& settings, QObject* parent = nullptr);

  [[nodiscard]] bool on() const { return on_; }
  [[nodiscard]] const PairTestChoice& choice() const { return choice_; }
  [[nodiscard]] gpu::Backend backend() const { return backend_; }
  [[nodiscard]] std::optional<double> distance() const { return distance_; }  // [m]; empty: a share of the parts' size
  [[nodiscard]] const PairTestMarks& marks() const { return marks_; }
  void setOn(bool on);
  void setChoice(const PairTestChoice& choice);
  void setBackend(gpu::Backend backend);
  void setDistance(std::optional<double> distance);
  void setMarks(const PairTestMarks& marks);
  void askHierarchies();  // with the next test
  void cancel();

  // Every tick, with the frame that is shown.
  void follow(const SessionFrame& frame, const std::shared_ptr<const SceneGeometry>& geometry);
  // Whether nothing is left to be done of what was asked for.
  [[nodiscard]] bool settled() const { return settled_; }
  // Whether the result is of this frame's scene, so that it can be drawn on its parts.
  [[nodiscard]] bool shows(const SessionFrame& frame) const;
  void addTo(DrawList& list) const;
  [[nodiscard]] const std::optional<PairTestResult>& result() const { return result_; }
  [[nodiscard]] double time() const { return time_; }  // [s] simulated, of the result
  [[nodiscard]] const std::string& error() const {
    return error_;
  }  // why there is no result; empty: there is, or will be
  [[nodiscard]] const std::string& notice() const { return notice_; }  // where it runs instead of where it was to run

 signals:
  void changed();                                        // the picture or the choice
  void stateChanged(const QString& text, int permille);  // -1: no work runs

 private:
  struct Key {
    std::uint64_t opened = 0;
    std::int64_t step = -1;
    PairTestChoice choice;
    gpu::Backend backend = gpu::Backend::kCpu;
    double distance = 0;
    bool hierarchies = false, front = false;
    bool operator==(const Key&) const = default;
  };
  // Goes from test to test, so that the finder's memory is not made anew.
  struct Kept {
    std::unique_ptr<Jobs> jobs;
    std::unique_ptr<gpu::FacePairFinder> finder;
    std::optional<gpu::Backend> backend;  // that was asked for
    std::string notice;
    PairFronts fronts;  // of the pairs in the last test that had them
  };
  struct Tested {
    std::string notice;
    std::optional<PairTestResult> result;  // empty: cancelled
  };
  void abandon();
  void start(const Key& key, const SessionFrame& frame, const SceneGeometry& geometry);
  void poll();
  void again();
  void say(const QString& text, int permille);

  QSettings& settings_;
  bool on_ = false, settled_ = true, hierarchies_ = false;
  PairTestChoice choice_;
  gpu::Backend backend_ = gpu::Backend::kCpu;
  std::optional<double> distance_;
  PairTestMarks marks_;
  BackgroundTask<Tested> task_;
  std::shared_ptr<Kept> kept_;
  Key running_, shown_, cancelled_;
  double runningTime_ = 0, time_ = 0, took_ = 0;
  QElapsedTimer ended_;
  std::optional<PairTestResult> result_;
  std::string error_, notice_;
  QString said_;
  int permille_ = -1;
};

}  // namespace passung::app
