// SPDX-License-Identifier: GPL-3.0-or-later
// The line above the pictures: errors and notes that stay until closed, and the progress of a load. It never blocks.
#pragma once

#include <QFrame>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

namespace passung::app {

class MessageBar : public QFrame {
  Q_OBJECT
 public:
  explicit MessageBar(QWidget* parent = nullptr);

  void showError(const QString& text) { showText(text, QStringLiteral("error")); }
  void showNote(const QString& text) { showText(text, QStringLiteral("info")); }
  void dismiss();
  [[nodiscard]] QString text() const { return isHidden() ? QString() : text_->text(); }
  [[nodiscard]] bool isError() const { return !isHidden() && property("kind").toString() == QLatin1String("error"); }

 private:
  void showText(const QString& text, const QString& kind);

  QLabel* text_;
  QToolButton* close_;
};

class ProgressLine : public QFrame {
  Q_OBJECT
 public:
  explicit ProgressLine(QWidget* parent = nullptr);

  // Shown only when a load takes long enough to be noticed.
  void begin();
  void report(const QString& text);
  void end();

 signals:
  void cancelled();

 private:
  QLabel* text_;
  QTimer delay_;
};

}  // namespace passung::app
