// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a monitor of any kind: what a run must keep to in order to pass. The fields follow the kind, with values
// that suit the chosen part.
#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLabel>

#include "app/document/edit_history.h"
#include "app/window/entry_form.h"

namespace passung::app {

class MonitorDialog : public QDialog {
  Q_OBJECT
 public:
  // `body`, `other`: parts that the fields begin with; `other` may be empty.
  MonitorDialog(EditHistory& history, std::string body, std::string other, QWidget* parent = nullptr);

  // Adds it; a fault is shown and keeps it open.
  void accept() override;
  [[nodiscard]] QComboBox& kind() { return *kind_; }
  [[nodiscard]] EntryForm& form() { return *form_; }

 private:
  void showKind();

  EditHistory& history_;
  std::string body_, other_;
  QComboBox* kind_;
  QLabel *purpose_, *fault_;
  EntryForm* form_;
};

}  // namespace passung::app
