// SPDX-License-Identifier: GPL-3.0-or-later
// A dialog around one piece of work that is done beside the window: what it is for, its fields, a button that begins it
// and then cancels it, its progress, and what came of it.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

namespace passung::app {

class WorkDialog : public QDialog {
  Q_OBJECT
 public:
  void cancel();
  [[nodiscard]] bool running() const { return timer_.isActive(); }
  // What came of the last work, or what is wrong.
  [[nodiscard]] QString text() const { return text_->text(); }

 protected:
  struct Words {
    QString title, purpose;
    QString begin, beginTip, cancelTip;  // of the button
  };
  explicit WorkDialog(const Words& words, QWidget* parent = nullptr);

  // What the work is asked with, above its progress; what came of it, below its text.
  [[nodiscard]] QVBoxLayout& fields() { return *fields_; }
  [[nodiscard]] QVBoxLayout& results() { return *results_; }
  [[nodiscard]] QLabel& words() { return *text_; }
  // The work is under way.
  void begun(const QString& text);

  struct Progress {
    bool running = false;
    int permille = 0;
  };
  virtual void begin() = 0;  // by the button
  // Now and then while it runs. Once it does not, its result is taken and told.
  virtual Progress poll() = 0;
  virtual void abandon() = 0;

 private:
  void showRunning(bool running);

  Words words_;
  QVBoxLayout *fields_, *results_;
  QProgressBar* progress_;
  QLabel* text_;
  QPushButton* button_;
  QTimer timer_;
};

}  // namespace passung::app
