// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the colours of gaps up to date: measures beside the window when they are switched on, when the parts rest at
// another instant and when what is asked for changes.
#pragma once

#include <QObject>
#include <QSettings>
#include <optional>

#include "app/overlays/gap_colors.h"
#include "app/session/session.h"
#include "app/window/background_task.h"
#include "collision/broadphase/broadphase.h"

namespace passung::app {

enum class GapChoice { kAll, kSelected, kPair };

class GapTool : public QObject {
  Q_OBJECT
 public:
  explicit GapTool(QSettings& settings, QObject* parent = nullptr);

  [[nodiscard]] bool on() const { return on_; }
  [[nodiscard]] GapChoice choice() const { return choice_; }
  [[nodiscard]] std::optional<double> limit() const { return limit_; }  // [m]; empty: a share of the parts' size
  void setOn(bool on);
  void setChoice(GapChoice choice);
  void setLimit(std::optional<double> limit);
  void cancel();

  // Every tick, with the frame that is shown, the selected body (-1: none) and the pair chosen elsewhere.
  void follow(const SessionFrame& frame, const std::shared_ptr<const SceneGeometry>& geometry, int selected,
              const std::optional<collision::BodyPair>& pair);
  // Whether nothing is left to be measured of what was asked for: there are colours, or error() says why not.
  [[nodiscard]] bool settled() const { return settled_; }
  // Whether the colours are those of this frame.
  [[nodiscard]] bool shows(const SessionFrame& frame) const;
  void addTo(DrawList& list) const;
  [[nodiscard]] const std::optional<GapColors>& colors() const { return colors_; }
  // Why there are no colours; empty: there are, or will be.
  [[nodiscard]] const std::string& error() const { return error_; }

 signals:
  void changed();                                        // the picture is out of date
  void stateChanged(const QString& text, int permille);  // -1: no work runs

 private:
  struct Key {
    std::uint64_t opened = 0;
    std::int64_t step = -1;
    std::vector<int> bodies, others;
    double limit = 0;
    bool operator==(const Key&) const = default;
  };
  struct Measured {
    std::shared_ptr<const collision::PenetrationOracle> oracle;
    GapColors colors;
  };
  // What is to be measured; nothing, and why in error_.
  [[nodiscard]] std::optional<Key> asked(const SessionFrame& frame, int selected,
                                         const std::optional<collision::BodyPair>& pair);
  void start(const Key& key, const SessionFrame& frame, const SceneGeometry& geometry);
  void say(const QString& text, int permille);

  QSettings& settings_;
  bool on_ = false, settled_ = true;
  GapChoice choice_ = GapChoice::kAll;
  std::optional<double> limit_;
  BackgroundTask<Measured> task_;
  Key running_, shown_, cancelled_;
  std::shared_ptr<const collision::PenetrationOracle> oracle_;  // of oracleScene_
  std::shared_ptr<const scenes::Scene> oracleScene_, runningScene_;
  std::optional<GapColors> colors_;
  std::string error_;
  QString said_;
  int permille_ = -1;
};

}  // namespace passung::app
