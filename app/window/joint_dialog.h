// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a joint of the selected part.
#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <array>
#include <vector>

#include "app/document/assembly_edits.h"
#include "app/window/quantity.h"

class QFormLayout;
class QLabel;

namespace passung::app {

class JointDialog : public QDialog {
  Q_OBJECT
 public:
  // `others`: the parts it can be joined to; `place`: where the joint is proposed [m].
  JointDialog(const std::string& body, const std::vector<std::string>& others, const Vec3& place,
              QWidget* parent = nullptr);

 signals:
  void planned(const JointPlan& plan);

 private:
  void accept() override;
  void showFields();
  // A mistake in a field is shown, and the next OK only takes note of it: what is accepted was seen.
  void watch(QuantityEdit* field);
  QWidget* three(std::array<QuantityEdit*, 3>& fields, const Quantity& quantity, const Vec3& value);

  std::string body_;
  QFormLayout* form_;
  QComboBox *type_, *to_;
  QLineEdit* name_;
  std::array<QuantityEdit*, 3> place_{}, axis_{};
  QWidget* axisRow_;
  QuantityEdit* pitch_;
  QLabel* fault_;
  bool refused_ = false;
};

}  // namespace passung::app
