// SPDX-License-Identifier: GPL-3.0-or-later
// All messages so far: when, how grave, of which file and place, with the buttons that do what they ask for.
#pragma once

#include <QTreeWidget>
#include <QWidget>

#include "app/window/message_bar.h"

namespace passung::app {

class MessagesPanel : public QWidget {
  Q_OBJECT
 public:
  explicit MessagesPanel(MessageBar& bar, QWidget* parent = nullptr);

  [[nodiscard]] const QTreeWidget& tree() const { return *tree_; }
  // The chosen rows, or all, a line each, fields apart by tabs.
  [[nodiscard]] QString text() const;
  void copy() const;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  // Once it is seen.
  void display();

  MessageBar& bar_;
  QTreeWidget* tree_;
  QPushButton *copy_, *clear_;
  bool outdated_ = false;
};

}  // namespace passung::app
