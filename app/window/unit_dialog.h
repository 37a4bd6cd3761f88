// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the unit of files whose numbers state none, and says how large their parts become.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <vector>

#include "app/document/part_files.h"

namespace passung::app {

class UnitDialog : public QDialog {
  Q_OBJECT
 public:
  // `files`: their present unit comes chosen. `opening`: it can say not to be asked again, and that units were guessed.
  UnitDialog(const std::vector<SourceFile>& files, bool opening, QWidget* parent = nullptr);

  // As chosen: mm, cm, m, in or ft, or as it was, one a file; "": as the file says.
  [[nodiscard]] std::vector<std::string> units() const;
  [[nodiscard]] bool neverAgain() const { return again_ && again_->isChecked(); }
  [[nodiscard]] QComboBox& choice(std::size_t file) { return *rows_[file].unit; }
  [[nodiscard]] QString sizeText(std::size_t file) const { return rows_[file].size->text(); }

 private:
  struct Row {
    Vec3 extent;  // in the file's numbers
    QComboBox* unit;
    QLabel* size;
  };
  void showSize(const Row& row) const;

  std::vector<Row> rows_;
  QCheckBox* again_ = nullptr;
};

}  // namespace passung::app
