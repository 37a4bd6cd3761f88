// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of one joint or monitor as a form: a line with its unit and what it stands for under each. What is left
// empty stands for itself.
#pragma once

#include <QScrollArea>
#include <string>
#include <vector>

#include "app/document/entry_edits.h"

namespace passung::app {

class EntryForm : public QScrollArea {
  Q_OBJECT
 public:
  explicit EntryForm(QWidget* parent = nullptr);

  // Other fields than before; `bodies` are the choices of those that name one.
  void display(const std::vector<EntryField>& fields, const std::vector<std::string>& bodies);
  // The field of that name as shown, a QLineEdit or QComboBox; null: there is none.
  [[nodiscard]] QWidget* field(const std::string& name) const;
  // What is not as it was displayed; `all`: also what is not empty.
  [[nodiscard]] std::vector<FieldText> texts(bool all) const;
  [[nodiscard]] int contentHeight() const { return widget() ? widget()->sizeHint().height() : 0; }

 private:
  struct Row {
    EntryField field;
    QWidget* widget;
  };
  std::vector<Row> rows_;
};

}  // namespace passung::app
