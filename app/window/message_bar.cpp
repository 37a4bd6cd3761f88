// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/message_bar.h"

#include <QHBoxLayout>
#include <QStyle>

namespace passung::app {

namespace {
constexpr int kUnnoticed = 200;  // [ms]
}

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), text_(new QLabel(this)), close_(new QToolButton(this)) {
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
  row->addWidget(close_, 0, Qt::AlignTop);
  hide();
}

void MessageBar::showText(const QString& text, const QString& kind) {
  setProperty("kind", kind);
  style()->unpolish(this);  // the sheet chooses by `kind`
  style()->polish(this);
  text_->setText(text);
  show();
}

void MessageBar::dismiss() { hide(); }

ProgressLine::ProgressLine(QWidget* parent) : QFrame(parent), text_(new QLabel(this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 4, 6, 4);
  text_->setTextFormat(Qt::PlainText);
  auto* bar = new QProgressBar(this);
  bar->setRange(0, 0);  // busy: importers do not know how far they are
  bar->setFixedWidth(160);
  bar->setTextVisible(false);
  auto* cancel = new QPushButton(tr("Cancel"), this);
  cancel->setToolTip(tr("Give up loading; the open scene stays"));
  connect(cancel, &QPushButton::clicked, this, &ProgressLine::cancelled);
  row->addWidget(text_, 1);
  row->addWidget(bar);
  row->addWidget(cancel);
  delay_.setSingleShot(true);
  delay_.setInterval(kUnnoticed);
  connect(&delay_, &QTimer::timeout, this, &QWidget::show);
  hide();
}

void ProgressLine::begin() {
  if (isHidden()) delay_.start();
}

void ProgressLine::report(const QString& text) {
  if (text_->text() != text) text_->setText(text);
}

void ProgressLine::end() {
  delay_.stop();
  hide();
}

}  // namespace passung::app
