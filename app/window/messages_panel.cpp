// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/messages_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QVBoxLayout>
#include <utility>

#include "app/window/icons.h"

namespace passung::app {

namespace {
enum Column { kTime, kText, kFile, kPlace, kFixes, kColumns };
}

MessagesPanel::MessagesPanel(MessageBar& bar, QWidget* parent)
    : QWidget(parent),
      bar_(bar),
      tree_(new QTreeWidget(this)),
      copy_(new QPushButton(tr("&Copy"), this)),
      clear_(new QPushButton(tr("C&lear"), this)) {
  tree_->setHeaderLabels({tr("Time"), tr("Message"), tr("File"), tr("Place"), QString()});
  tree_->setRootIsDecorated(false);
  tree_->setAlternatingRowColors(true);
  tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  tree_->setAccessibleName(tr("Messages"));
  tree_->header()->setStretchLastSection(false);
  tree_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  tree_->header()->setSectionResizeMode(kText, QHeaderView::Stretch);
  copy_->setToolTip(tr("Copy the chosen messages, or all of them, to the clipboard"));
  clear_->setToolTip(tr("Empty the list"));
  connect(copy_, &QPushButton::clicked, this, &MessagesPanel::copy);
  connect(clear_, &QPushButton::clicked, &bar_, &MessageBar::clearMessages);
  connect(&bar_, &MessageBar::listChanged, this, &MessagesPanel::display);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 0, 8, 6);
  row->addStretch();
  row->addWidget(copy_);
  row->addWidget(clear_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(tree_, 1);
  column->addLayout(row);
  display();
}

void MessagesPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (std::exchange(outdated_, false)) display();
}

void MessagesPanel::display() {
  if (!isVisible()) {
    outdated_ = true;
    return;
  }
  tree_->clear();
  for (const Message& message : bar_.messages()) {
    const MessageParts parts = partsOf(message.text);
    const bool error = message.severity == Message::Severity::kError;
    auto* item = new QTreeWidgetItem(tree_);
    item->setText(kTime, message.when.toString(QStringLiteral("HH:mm:ss")));
    item->setIcon(kTime, icon(error ? QStringLiteral("error") : QStringLiteral("note")));
    item->setToolTip(kTime, error ? tr("Error") : tr("Note"));
    item->setData(kTime, Qt::AccessibleTextRole, tr("%1, %2").arg(item->toolTip(kTime), item->text(kTime)));
    item->setText(kText, parts.text);
    item->setText(kFile, parts.file.section('/', -1));
    item->setToolTip(kFile, parts.file);
    item->setText(kPlace, parts.place);
    item->setToolTip(kText, message.text);
    item->setData(kText, Qt::UserRole, parts.file);
    if (message.fixes.empty()) continue;
    auto* buttons = new QWidget(tree_);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(2, 1, 2, 1);
    for (const MessageFix& fix : message.fixes) {
      auto* button = new QPushButton(fix.label, buttons);
      button->setToolTip(fix.tip);
      connect(button, &QPushButton::clicked, this, [act = fix.act] { act(); });
      row->addWidget(button);
    }
    tree_->setItemWidget(item, kFixes, buttons);
  }
  tree_->scrollToBottom();
  copy_->setEnabled(!bar_.messages().empty());
  clear_->setEnabled(!bar_.messages().empty());
}

QString MessagesPanel::text() const {
  QString all;
  const bool some = !tree_->selectedItems().isEmpty();
  for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
    const QTreeWidgetItem& item = *tree_->topLevelItem(i);
    if (some && !item.isSelected()) continue;
    const QStringList fields{item.text(kTime), item.toolTip(kTime), item.data(kText, Qt::UserRole).toString(),
                             item.text(kPlace), item.text(kText)};
    all += fields.join('\t') + '\n';
  }
  return all;
}

void MessagesPanel::copy() const { QApplication::clipboard()->setText(text()); }

}  // namespace passung::app
