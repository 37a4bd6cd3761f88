// SPDX-License-Identifier: GPL-3.0-or-later
// The joints and monitors of the open scene: a list to edit and remove them, and the form of one.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <functional>
#include <vector>

#include "app/document/edit_history.h"
#include "app/document/entry_edits.h"
#include "app/window/entry_form.h"

namespace passung::app {

// The fields that one joint or monitor can have; what is left empty stands for itself.
class EntryDialog : public QDialog {
  Q_OBJECT
 public:
  // Throws InputError when the entry is not there.
  EntryDialog(EditHistory& history, EntryList list, std::size_t index, QWidget* parent = nullptr);

  // Applies what was changed; a fault is shown and keeps it open.
  void accept() override;
  // The field of that name as shown; null: there is none.
  [[nodiscard]] QWidget* field(const std::string& name) const { return form_->field(name); }

 private:
  EditHistory& history_;
  EntryList list_;
  std::size_t index_;
  EntryForm* form_;
  QLabel* fault_;
};

class EntriesDialog : public QDialog {
  Q_OBJECT
 public:
  explicit EntriesDialog(EditHistory& history, QWidget* parent = nullptr);

  [[nodiscard]] QTreeWidget& tree() { return *tree_; }

 signals:
  void editAsked(passung::app::EntryList list, std::size_t index);
  void removeAsked(passung::app::EntryList list, std::size_t index);

 private:
  void display();
  void refreshButtons();
  void withSelected(const std::function<void(EntryList list, std::size_t index)>& act);

  EditHistory& history_;
  QTreeWidget* tree_;
  QPushButton *edit_, *remove_;
};

}  // namespace passung::app
