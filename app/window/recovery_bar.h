// SPDX-License-Identifier: GPL-3.0-or-later
// The line that offers unsaved edits of a program that did not end well. It never blocks.
#pragma once

#include <QFrame>
#include <QLabel>
#include <vector>

#include "app/document/recovery.h"

namespace passung::app {

class RecoveryBar : public QFrame {
  Q_OBJECT
 public:
  explicit RecoveryBar(QWidget* parent = nullptr);

  // Shows them one after the other; hidden when there is none.
  void offer(std::vector<Recovery::Found> found);
  void recover();                     // the one shown
  void recover(const QString& file);  // that one; nothing when it is not offered any longer
  void discard();

 signals:
  void chosen(const QString& file);

 private:
  void showNext();

  QLabel* text_;
  std::vector<Recovery::Found> found_;
};

}  // namespace passung::app
