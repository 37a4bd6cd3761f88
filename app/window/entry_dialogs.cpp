// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/entry_dialogs.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QVBoxLayout>

#include "core/error.h"

namespace passung::app {

EntryDialog::EntryDialog(EditHistory& history, EntryList list, std::size_t index, QWidget* parent)
    : QDialog(parent),
      history_(history),
      list_(list),
      index_(index),
      form_(new EntryForm(this)),
      fault_(new QLabel(this)) {
  const std::vector<EntryField> fields = fieldsOf(history.document(), list, index);
  const EntrySummary entry = entriesOf(history.document(), list)[index];
  setWindowTitle((list == EntryList::kJoints ? tr("Joint %1 (%2)") : tr("Monitor %1 (%2)"))
                     .arg(QString::fromStdString(entry.name), QString::fromStdString(entry.type)));
  std::vector<std::string> bodies;
  for (const dynamics::BodyDef& body : history.scene()->world.bodies) bodies.push_back(body.name);

  auto* column = new QVBoxLayout(this);
  auto* hint = new QLabel(tr("SI units, as in the scene file. What is empty is left out."), this);
  hint->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(hint);
  form_->display(fields, bodies);
  column->addWidget(form_, 1);
  fault_->setWordWrap(true);
  fault_->hide();
  column->addWidget(fault_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, &EntryDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  resize(460, std::min(640, 130 + form_->contentHeight()));
}

void EntryDialog::accept() {
  const std::vector<FieldText> changed = form_->texts(false);
  try {
    if (!changed.empty()) history_.apply(setEntryFields(list_, index_, changed));
    QDialog::accept();
  } catch (const InputError& e) {
    fault_->setText(QString::fromUtf8(e.what()));
    fault_->show();
  }
}

EntriesDialog::EntriesDialog(EditHistory& history, QWidget* parent)
    : QDialog(parent),
      history_(history),
      tree_(new QTreeWidget(this)),
      edit_(new QPushButton(tr("&Edit\u2026"), this)),
      remove_(new QPushButton(tr("&Remove"), this)) {
  setWindowTitle(tr("Joints and monitors"));
  auto* column = new QVBoxLayout(this);
  tree_->setHeaderLabels({tr("Name"), tr("Kind"), tr("Parts")});
  tree_->setAlternatingRowColors(true);
  tree_->setUniformRowHeights(true);
  tree_->setAccessibleName(windowTitle());
  tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  column->addWidget(tree_, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  buttons->addButton(edit_, QDialogButtonBox::ActionRole);
  buttons->addButton(remove_, QDialogButtonBox::ActionRole);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(edit_, &QPushButton::clicked, this,
          [this] { withSelected([this](EntryList list, std::size_t index) { emit editAsked(list, index); }); });
  connect(remove_, &QPushButton::clicked, this,
          [this] { withSelected([this](EntryList list, std::size_t index) { emit removeAsked(list, index); }); });
  connect(tree_, &QTreeWidget::itemDoubleClicked, this,
          [this] { withSelected([this](EntryList list, std::size_t index) { emit editAsked(list, index); }); });
  connect(tree_, &QTreeWidget::currentItemChanged, this, &EntriesDialog::refreshButtons);
  connect(&history_, &EditHistory::sceneChanged, this, &EntriesDialog::display);
  display();
  resize(560, 380);
}

void EntriesDialog::display() {
  tree_->clear();
  const std::pair<EntryList, QString> groups[] = {{EntryList::kJoints, tr("Joints")},
                                                  {EntryList::kMonitors, tr("Monitors")}};
  for (const auto& [list, title] : groups) {
    const std::vector<EntrySummary> entries = entriesOf(history_.document(), list);
    auto* group = new QTreeWidgetItem(tree_, {title, entries.empty() ? tr("none") : QString()});
    group->setFirstColumnSpanned(false);
    for (const EntrySummary& entry : entries) {
      QStringList bodies;
      for (const std::string& body : entry.bodies) bodies << QString::fromStdString(body);
      bodies.removeDuplicates();
      auto* item = new QTreeWidgetItem(group, {QString::fromStdString(entry.name), QString::fromStdString(entry.type),
                                               bodies.join(QStringLiteral(", "))});
      item->setData(0, Qt::UserRole, static_cast<int>(list));
      item->setData(1, Qt::UserRole, static_cast<qulonglong>(entry.index));
    }
    group->setExpanded(true);
  }
  refreshButtons();
}

void EntriesDialog::refreshButtons() {
  const QTreeWidgetItem* item = tree_->currentItem();
  const bool entry = item && item->parent();
  edit_->setEnabled(entry);
  remove_->setEnabled(entry);
}

void EntriesDialog::withSelected(const std::function<void(EntryList list, std::size_t index)>& act) {
  const QTreeWidgetItem* item = tree_->currentItem();
  if (!item || !item->parent()) return;
  act(static_cast<EntryList>(item->data(0, Qt::UserRole).toInt()),
      static_cast<std::size_t>(item->data(1, Qt::UserRole).toULongLong()));
}

}  // namespace passung::app
