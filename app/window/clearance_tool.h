// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the panel of clearances up to date and draws its marks: measures when a scene opens and whenever the parts rest
// at another instant, as long as the panel is seen and the work is short; else when the user asks.
#pragma once

#include <QObject>
#include <optional>

#include "app/session/session.h"
#include "app/window/clearance_worker.h"
#include "app/window/clearances_panel.h"

namespace passung::app {

// Where a legend goes below the lines that a picture has already [pixel].
[[nodiscard]] double legendBelow(const DrawList& list);

class ClearanceTool : public QObject {
  Q_OBJECT
 public:
  explicit ClearanceTool(ClearancesPanel* panel, QObject* parent = nullptr);

  // Whether the panel is to be seen: a tab behind another is not, although Qt calls it visible.
  void setSeen(bool seen);
  // Every tick, with the frame that is shown. Takes the poses of the first engine.
  void follow(const SessionFrame& frame);
  // Whether the marks belong into a picture of this frame.
  [[nodiscard]] bool marks(const SessionFrame& frame) const;
  void addTo(DrawList& list) const;
  [[nodiscard]] const std::optional<ClashReport>& report() const { return report_; }
  void setLimit(double limit);  // of the gaps that are listed [m]
  // Whether the report is of this frame.
  [[nodiscard]] bool upToDate(const SessionFrame& frame) const;
  // Why the last work gave no report; empty: it did.
  [[nodiscard]] const QString& error() const { return error_; }
  // The row of two parts; false where there is none.
  bool choose(int first, int second);
  // The pair whose row is chosen in the panel.
  [[nodiscard]] std::optional<collision::BodyPair> chosenPair() const;

 signals:
  void changed();                                    // the picture is out of date
  void zoomAsked(passung::Vec3 p_W, double radius);  // [m] half the width of what should be seen

 private:
  void start(const SessionFrame& frame);
  void zoom(int index);

  ClearancesPanel* panel_;
  ClearanceWorker worker_;
  std::shared_ptr<const scenes::Scene> scene_;               // that the report is of
  std::shared_ptr<const dynamics::WorldSnapshot> measured_;  // by the work at hand
  std::optional<ClashReport> report_;
  std::vector<double> sizes_;  // of the bodies [m]
  std::uint64_t opened_ = 0;
  std::int64_t step_ = -1, runningStep_ = -1;  // of the report, and of the work at hand
  double time_ = 0, runningTime_ = 0;          // [s] simulated, of the same
  double seconds_ = 0;                         // that the last report took
  int chosen_ = -1;
  QString error_;
  bool seen_ = false, asked_ = false, cancelled_ = false;
};

}  // namespace passung::app
