// SPDX-License-Identifier: GPL-3.0-or-later
// Asks which variants of the scene to compare: a row each, up to four.
#pragma once

#include <QDialog>
#include <QTableWidget>
#include <vector>

#include "app/run/variant.h"
#include "app/window/quantity.h"

class QLabel;
class QPushButton;

namespace passung::app {

class VariantsDialog : public QDialog {
  Q_OBJECT
 public:
  // `engines`: those of this build; `variants`: what the rows show at first.
  VariantsDialog(const std::vector<std::string>& engines, const std::vector<Variant>& variants,
                 QWidget* parent = nullptr);

  [[nodiscard]] QTableWidget& table() { return *table_; }
  void accept() override;

 signals:
  void chosen(const std::vector<passung::app::Variant>& variants);

 private:
  enum Column { kEngine, kSolver, kPolicy, kNarrowPhase, kStep, kMaterial, kFriction, kRestitution, kColumns };

  void addRow(const Variant& variant);
  void removeRow();
  void refresh();
  [[nodiscard]] Variant variantAt(int row) const;  // throws InputError
  [[nodiscard]] std::optional<double> numberAt(int row, Column column, const Quantity& quantity) const;

  std::vector<std::string> engines_;
  QTableWidget* table_;
  QPushButton *add_, *remove_;
  QLabel* fault_;
};

}  // namespace passung::app
