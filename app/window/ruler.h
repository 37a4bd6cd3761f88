// SPDX-License-Identifier: GPL-3.0-or-later
// The ruler: two features that were clicked, and what is between them as the parts move; or the smallest clearance of
// two parts, measured beside the window.
#pragma once

#include <QObject>
#include <optional>

#include "app/session/session.h"
#include "app/window/clearance_worker.h"
#include "app/window/measure.h"
#include "app/window/snap.h"
#include "app/window/view_tool.h"

namespace passung::app {

enum class RulerMode { kPoints, kFeatures, kParts };

class Ruler : public QObject, public ViewTool {
  Q_OBJECT
 public:
  using QObject::QObject;

  [[nodiscard]] bool on() const { return on_; }
  [[nodiscard]] RulerMode mode() const { return mode_; }
  void setOn(bool on);
  void setMode(RulerMode mode);
  void clear();
  // Both ends at once, as scripts do.
  void measure(const Snap& first, const Snap& second);
  void measureParts(int first, int second);

  // Every tick, with the frame that is shown, the variant in the view and how far each body is moved for display
  // (empty: not at all). After an edit the ends stay with their parts; the end of one that is gone takes the ruler with
  // it.
  void follow(const SessionFrame& frame, std::size_t variant, const std::vector<Vec3>& moved);
  void addTo(DrawList& list) const;
  // Of the last frame; nothing before there are two ends, and of two parts while the work runs.
  [[nodiscard]] const std::optional<Measurement>& measurement() const { return measurement_; }
  [[nodiscard]] QString figure() const;   // "12.35 mm"
  [[nodiscard]] QString details() const;  // lines: what is measured, dx, dy, dz, angle
  [[nodiscard]] const QString& problem() const { return problem_; }

  void hover(const ViewPoint& at) override;
  void leave() override;
  bool click(const ViewPoint& at) override;

 signals:
  void changed();

 private:
  [[nodiscard]] std::optional<Snap> snap(const ViewPoint& at);
  void add(const Snap& snap);
  void findAgain(const std::shared_ptr<const scenes::Scene>& scene);
  void startClearance();
  [[nodiscard]] PlacedSnap place(const Snap& snap, bool asDrawn) const;
  [[nodiscard]] QString nameOf(const Snap& snap) const;

  bool on_ = false;
  RulerMode mode_ = RulerMode::kPoints;
  std::optional<Snap> first_, second_, hovered_;
  std::optional<Measurement> measurement_;
  QString problem_;
  std::shared_ptr<const scenes::Scene> scene_;
  std::vector<Transform> poses_;  // of the bodies, as simulated
  std::vector<Vec3> moved_;       // for display
  PatchCache patches_;
  std::uint64_t opened_ = 0;
  std::size_t variant_ = 0;
  std::int64_t step_ = -1, measuredStep_ = -1;  // measuredStep_: of the clearance of two parts
  bool playing_ = false;
  ClearanceWorker worker_;
  bool working_ = false;
  std::shared_ptr<const scenes::Scene> pair_;  // the two parts alone
  std::pair<int, int> pairOf_{-1, -1};
};

}  // namespace passung::app
