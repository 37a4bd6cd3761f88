// SPDX-License-Identifier: GPL-3.0-or-later
// Asks which curve to plot: of the scene, a part or a joint; which quantity; which component.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>

#include "app/session/signal.h"
#include "scenes/scene.h"

class QFormLayout;

namespace passung::app {

// What a person reads for a quantity: "Velocity".
[[nodiscard]] QString signalTitle(const SignalKind& kind);

class CurveDialog : public QDialog {
  Q_OBJECT
 public:
  // `part`: proposed first, may be empty.
  CurveDialog(const dynamics::WorldDef& def, const std::string& part, QWidget* parent = nullptr);

 signals:
  void chosen(const passung::app::Signal& what, bool ownRow);

 private:
  void accept() override;
  void showQuantities();
  void showComponents();
  [[nodiscard]] const SignalKind* kind() const;

  QFormLayout* form_;
  QComboBox *of_, *quantity_, *component_;
  QLabel* purpose_;
  QCheckBox* ownRow_;
};

}  // namespace passung::app
