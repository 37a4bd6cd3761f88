// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/message_bar.h"

#include <QHBoxLayout>
#include <QRegularExpression>
#include <QStyle>
#include <algorithm>

namespace passung::app {

namespace {
constexpr int kUnnoticed = 200;      // [ms]
constexpr qsizetype kMostLines = 4;  // in the bar
constexpr qsizetype kMostButtons = 2;
}  // namespace

MessageParts partsOf(const QString& line) {
  // A path has a slash or an ending; a place is a word with dots or brackets, or "line 3", "vertex 5".
  static const QRegularExpression path(QStringLiteral("^(?:[^:\n]*/[^:\n]*|[^:\n/]+\\.[A-Za-z0-9]{1,5})$"));
  static const QRegularExpression place(
      QStringLiteral("^(?:[\\w-]+(?:[.\\[][^ :]*)+|[^;]*\\b(?:line|vertex|column|part) [^;]*)$"));
  MessageParts parts;
  QStringList pieces = line.split(QStringLiteral(": "));
  if (pieces.size() > 1 && path.match(pieces.front()).hasMatch()) parts.file = pieces.takeFirst();
  if (pieces.size() > 1 && place.match(pieces.front()).hasMatch()) parts.place = pieces.takeFirst();
  // A file is named once more where the message of a reader was taken into another one; a place has no slash.
  while (pieces.size() > 1 && pieces.front().contains('/') && path.match(pieces.front()).hasMatch()) {
    parts.file = pieces.takeFirst();
  }
  parts.text = pieces.join(QStringLiteral(": "));
  return parts;
}

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), text_(new QLabel(this)), close_(new QToolButton(this)), fixes_(new QHBoxLayout) {
  setObjectName(QStringLiteral("banner"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 6, 6, 6);
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setAccessibleName(tr("Message"));
  close_->setText(QStringLiteral("\u2715"));
  close_->setAutoRaise(true);
  close_->setToolTip(tr("Close this message"));
  close_->setAccessibleName(tr("Close this message"));
  connect(close_, &QToolButton::clicked, this, &MessageBar::dismiss);
  row->addWidget(text_, 1);
  row->addLayout(fixes_);
  row->addWidget(close_, 0, Qt::AlignTop);
  hide();
}

void MessageBar::tell(std::vector<Message> messages) {
  if (messages.empty()) return;
  while (QLayoutItem* item = fixes_->takeAt(0)) {
    item->widget()->deleteLater();
    delete item;
  }
  const auto isError = [](const Message& message) { return message.severity == Message::Severity::kError; };
  std::stable_partition(messages.begin(), messages.end(), isError);
  const bool error = isError(messages.front());
  QStringList lines;
  for (Message& message : messages) {
    lines << message.text;
    for (const MessageFix& fix : message.fixes) {
      if (fixes_->count() >= kMostButtons) break;
      auto* button = new QPushButton(fix.label, this);
      button->setToolTip(fix.tip);
      connect(button, &QPushButton::clicked, this, [act = fix.act] { act(); });
      fixes_->addWidget(button);
    }
    keep(std::move(message));
  }
  if (const auto more = lines.size() - kMostLines; more > 0) {
    lines = lines.mid(0, kMostLines) << tr("and %1 more: View > Messages").arg(more);
  }
  setProperty("kind", error ? QStringLiteral("error") : QStringLiteral("info"));
  style()->unpolish(this);  // the sheet chooses by `kind`
  style()->polish(this);
  text_->setText(lines.join('\n'));
  show();
  emit listChanged();
}

void MessageBar::log(Message message) {
  const auto known =
      std::find_if(messages_.begin(), messages_.end(), [&](const Message& m) { return m.text == message.text; });
  if (known != messages_.end()) {
    known->fixes = std::move(message.fixes);  // those of now
  } else {
    keep(std::move(message));
  }
  emit listChanged();
}

void MessageBar::keep(Message message) {
  message.when = QDateTime::currentDateTime();
  messages_.push_back(std::move(message));
  if (messages_.size() > kMost) messages_.pop_front();
}

void MessageBar::clearMessages() {
  messages_.clear();
  emit listChanged();
}

void MessageBar::dismiss() { hide(); }

ProgressLine::ProgressLine(QWidget* parent) : QFrame(parent), text_(new QLabel(this)), bar_(new QProgressBar(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 4, 6, 4);
  text_->setTextFormat(Qt::PlainText);
  bar_->setRange(0, 0);
  bar_->setFixedWidth(160);
  auto* cancel = new QPushButton(tr("Cancel"), this);
  cancel->setToolTip(tr("Give up loading; the open scene stays"));
  connect(cancel, &QPushButton::clicked, this, &ProgressLine::cancelled);
  row->addWidget(text_, 1);
  row->addWidget(bar_);
  row->addWidget(cancel);
  delay_.setSingleShot(true);
  delay_.setInterval(kUnnoticed);
  connect(&delay_, &QTimer::timeout, this, &QWidget::show);
  hide();
}

void ProgressLine::begin() {
  if (isHidden()) delay_.start();
}

void ProgressLine::report(const QString& text, int done, int total) {
  if (text_->text() != text) text_->setText(text);
  if (bar_->maximum() != total) bar_->setRange(0, total);
  if (total > 0) bar_->setValue(std::min(done, total));
}

void ProgressLine::end() {
  delay_.stop();
  hide();
}

}  // namespace passung::app
