// SPDX-License-Identifier: GPL-3.0-or-later
// The drives and joints of the open scene as a person sets them while it runs: by torque or force, by speed, or off.
//
// What is set acts from the next step on and stays over a reset; the scene itself changes only when it is kept there.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "app/document/drive_edits.h"
#include "app/session/session.h"

namespace passung::app {

enum class DriveMode { kOff, kEffort, kSpeed };

// One drive, or one joint that has a coordinate.
struct DriveRow {
  QString name, what;    // what: one line, "screw about z"
  int drive = -1;        // in Actuation::drives, or ...
  int joint = -1;        // ... of the scene
  bool angular = false;  // torques and angular speeds, else forces and speeds
  bool added = false;    // by hand: the scene does not have it
  DriveMode mode = DriveMode::kOff;
  double effort = 0, speed = 0;          // [N, N m], [m/s, rad/s], each as it was last
  double limit = 0;                      // of the effort at a speed; infinite: any
  double effortSpan = 1, speedSpan = 1;  // what a slider reaches
};

// What a drive or joint does now; nothing where the engine has none of it.
struct DriveReading {
  double effort = 0, speed = 0;  // of one that is off: the speed alone
};

class DriveTool : public QObject {
  Q_OBJECT
 public:
  explicit DriveTool(Session& session, QObject* parent = nullptr);

  // The open scene, edited, was given to the session: so is what was set, where it still fits.
  void carryOver(const scenes::Scene& next);
  // Another scene is on its way to the session: what is set now waits until it is there.
  void wait() { waits_ = true; }
  // A scene was opened, or the open one was edited (`same`).
  void open(const SessionFrame& frame, bool same);
  [[nodiscard]] const std::vector<DriveRow>& rows() const { return rows_; }
  [[nodiscard]] std::optional<DriveReading> reading(const SessionFrame& frame, std::size_t row) const;
  // Whether something is not as the scene has it.
  [[nodiscard]] bool changed() const;
  [[nodiscard]] const dynamics::Actuation& actuation() const { return actuation_; }

  // Throws InputError for a value that is not finite, or a limit below 0.
  void set(std::size_t row, DriveMode mode, double value, std::optional<double> limit = {});
  // A further drive of a moving part, off at first: a torque about an axis through its centre of mass, or a force along
  // it. The axis is fixed in the part. Returns its row. Throws InputError.
  std::size_t add(int body, bool angular, const Vec3& axis);
  void remove(std::size_t row);  // one that was added
  void reset();                  // all as the scene has them
  // What was set is in this scene, which is on its way.
  void keptIn(std::shared_ptr<const scenes::Scene> scene) { keptIn_ = std::move(scene); }
  // The row of a drive or joint by name. Throws InputError.
  [[nodiscard]] std::size_t rowNamed(const std::string& name) const;

 signals:
  void changedRows();  // other rows
  void changedValues();

 private:
  [[nodiscard]] bool fits(const scenes::Scene& next) const;
  [[nodiscard]] dynamics::Actuation carriedOver(const scenes::Scene& next) const;
  void rebuild();
  void remember(const std::vector<DriveRow>& before);
  void send();
  [[nodiscard]] DriveRow rowOf(std::size_t drive) const;
  [[nodiscard]] DriveRow rowOfJoint(std::size_t joint) const;
  void setSpans(DriveRow& row, int body) const;
  [[nodiscard]] QString bodyName(int body) const;

  Session& session_;
  std::shared_ptr<const scenes::Scene> scene_, keptIn_;
  bool waits_ = false, late_ = false;  // late: something was set meanwhile
  std::shared_ptr<const std::vector<EngineInfo>> infos_;
  dynamics::Actuation own_, actuation_;  // of the scene, and as set
  std::vector<DriveRow> rows_;
};

}  // namespace passung::app
