// SPDX-License-Identifier: GPL-3.0-or-later
// The line above the pictures: errors and notes that stay until closed, and the progress of a load. It never blocks.
// What was said is kept, for the panel of messages.
#pragma once

#include <QDateTime>
#include <QFrame>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <deque>
#include <functional>
#include <vector>

class QHBoxLayout;

namespace passung::app {

// A button that does what a message asks for.
struct MessageFix {
  QString label, tip;
  std::function<void()> act;
};

struct Message {
  enum class Severity { kNote, kError };
  Severity severity = Severity::kNote;
  QString text;                     // in full, one line
  std::vector<MessageFix> fixes{};  // the obvious ones; mostly none
  QDateTime when{};                 // set when it is told
};

// The parts of a line that was made by InputError: "file: place: what is wrong; what would be right". What cannot be
// told apart stays in the text.
struct MessageParts {
  QString file, place, text;
};
[[nodiscard]] MessageParts partsOf(const QString& line);

class MessageBar : public QFrame {
  Q_OBJECT
 public:
  explicit MessageBar(QWidget* parent = nullptr);

  void showError(const QString& text) { tell({{Message::Severity::kError, text}}); }
  void showNote(const QString& text) { tell({{Message::Severity::kNote, text}}); }
  // Several lines at once, in the colour of the worst, with the buttons of all.
  void tell(std::vector<Message> messages);
  // Into the list only, unless it is there already: nothing that interrupts.
  void log(Message message);
  void dismiss();
  [[nodiscard]] QString text() const { return isHidden() ? QString() : text_->text(); }
  [[nodiscard]] bool isError() const { return !isHidden() && property("kind").toString() == QLatin1String("error"); }

  // All so far, the oldest first; of a long session the newest kMost.
  [[nodiscard]] const std::deque<Message>& messages() const { return messages_; }
  void clearMessages();
  static constexpr std::size_t kMost = 500;

 signals:
  void listChanged();

 private:
  void keep(Message message);

  QLabel* text_;
  QToolButton* close_;
  QHBoxLayout* fixes_;
  std::deque<Message> messages_;
};

class ProgressLine : public QFrame {
  Q_OBJECT
 public:
  explicit ProgressLine(QWidget* parent = nullptr);

  // Shown only when a load takes long enough to be noticed.
  void begin();
  // `total` 0: nobody knows how much there is.
  void report(const QString& text, int done = 0, int total = 0);
  void end();
  [[nodiscard]] const QProgressBar& bar() const { return *bar_; }

 signals:
  void cancelled();

 private:
  QLabel* text_;
  QProgressBar* bar_;
  QTimer delay_;
};

}  // namespace passung::app
