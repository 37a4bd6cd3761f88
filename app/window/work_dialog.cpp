// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/work_dialog.h"

#include <QDialogButtonBox>

namespace passung::app {

namespace {
constexpr int kPollEvery = 50;  // [ms]
}

WorkDialog::WorkDialog(const Words& words, QWidget* parent)
    : QDialog(parent),
      words_(words),
      fields_(new QVBoxLayout),
      results_(new QVBoxLayout),
      progress_(new QProgressBar(this)),
      text_(new QLabel(this)),
      button_(new QPushButton(this)) {
  setWindowTitle(words.title);
  auto* column = new QVBoxLayout(this);
  auto* purpose = new QLabel(words.purpose, this);
  purpose->setWordWrap(true);
  column->addWidget(purpose);
  column->addLayout(fields_);
  progress_->setTextVisible(false);
  progress_->setFixedHeight(8);
  progress_->setRange(0, 1000);
  column->addWidget(progress_);
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  text_->setMinimumHeight(2 * fontMetrics().height());
  column->addWidget(text_);
  column->addLayout(results_, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  buttons->addButton(button_, QDialogButtonBox::ActionRole);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(button_, &QPushButton::clicked, this, [this] { running() ? cancel() : begin(); });
  column->addWidget(buttons);
  timer_.setInterval(kPollEvery);
  connect(&timer_, &QTimer::timeout, this, [this] {
    const Progress progress = poll();
    progress_->setValue(progress.permille);
    if (!progress.running) showRunning(false);
  });
  showRunning(false);
}

void WorkDialog::begun(const QString& text) {
  text_->setText(text);
  showRunning(true);
}

void WorkDialog::cancel() {
  abandon();
  showRunning(false);
  text_->setText(tr("Cancelled."));
}

void WorkDialog::showRunning(bool running) {
  running ? timer_.start() : timer_.stop();
  progress_->setValue(0);
  progress_->setEnabled(running);
  button_->setText(running ? tr("Cancel") : words_.begin);
  button_->setToolTip(running ? words_.cancelTip : words_.beginTip);
}

}  // namespace passung::app
