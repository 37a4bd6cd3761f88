// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recovery_bar.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <algorithm>

namespace passung::app {

RecoveryBar::RecoveryBar(QWidget* parent) : QFrame(parent), text_(new QLabel(this)) {
  setObjectName(QStringLiteral("banner"));
  setProperty("kind", QStringLiteral("info"));
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  auto* recoverButton = new QPushButton(tr("&Recover"), this);
  auto* discardButton = new QPushButton(tr("Discard"), this);
  auto* laterButton = new QPushButton(tr("Later"), this);
  recoverButton->setToolTip(tr("Open the scene with these edits"));
  discardButton->setToolTip(tr("Delete these edits"));
  laterButton->setToolTip(tr("Keep them and ask at the next start"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 6, 8, 6);
  row->addWidget(text_, 1);
  row->addWidget(recoverButton);
  row->addWidget(discardButton);
  row->addWidget(laterButton);
  connect(recoverButton, &QPushButton::clicked, this, [this] { recover(); });
  connect(discardButton, &QPushButton::clicked, this, &RecoveryBar::discard);
  connect(laterButton, &QPushButton::clicked, this, [this] {
    found_.erase(found_.begin());
    showNext();
  });
  hide();
}

void RecoveryBar::offer(std::vector<Recovery::Found> found) {
  found_ = std::move(found);
  showNext();
}

void RecoveryBar::recover() {
  if (!found_.empty()) recover(found_.front().file);
}

void RecoveryBar::recover(const QString& file) {
  const QString chosenFile = file;  // it may be an entry's own
  std::erase_if(found_, [&](const auto& f) { return f.file == chosenFile; });
  showNext();
  if (QFileInfo::exists(chosenFile)) emit chosen(chosenFile);
}

void RecoveryBar::discard() {
  if (found_.empty()) return;
  Recovery::forget(found_.front().file);
  found_.erase(found_.begin());
  showNext();
}

void RecoveryBar::showNext() {
  setVisible(!found_.empty());
  if (found_.empty()) return;
  const Recovery::Found& f = found_.front();
  text_->setText(tr("Passung ended with unsaved edits of %1, last kept %2.")
                     .arg(QFileInfo(f.source).fileName(), QLocale().toString(f.when, QLocale::ShortFormat)));
}

}  // namespace passung::app
