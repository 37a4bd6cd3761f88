// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/entry_dialogs.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QScrollArea>
#include <QVBoxLayout>

#include "core/error.h"

namespace passung::app {
namespace {

// "motor_limit" to "Motor limit".
QString labelOf(const std::string& field) {
  QString label = QString::fromStdString(field);
  label.replace('_', ' ');
  return label.replace(0, 1, label.left(1).toUpper());
}

QComboBox* choiceOf(const QStringList& choices, const EntryField& field, QWidget* parent) {
  auto* box = new QComboBox(parent);
  if (!field.required) {
    box->addItem(field.standard.empty() ? EntryDialog::tr("none")
                                        : EntryDialog::tr("%1, by default").arg(QString::fromStdString(field.standard)),
                 QString());
  }
  for (const QString& choice : choices) box->addItem(choice, choice);
  box->setCurrentIndex(std::max(0, box->findData(QString::fromStdString(field.text))));
  return box;
}

}  // namespace

EntryDialog::EntryDialog(EditHistory& history, EntryList list, std::size_t index, QWidget* parent)
    : QDialog(parent), history_(history), list_(list), index_(index), fault_(new QLabel(this)) {
  const std::vector<EntryField> fields = fieldsOf(history.document(), list, index);
  const EntrySummary entry = entriesOf(history.document(), list)[index];
  setWindowTitle((list == EntryList::kJoints ? tr("Joint %1 (%2)") : tr("Monitor %1 (%2)"))
                     .arg(QString::fromStdString(entry.name), QString::fromStdString(entry.type)));
  QStringList bodies;
  for (const dynamics::BodyDef& body : history.scene()->world.bodies) bodies << QString::fromStdString(body.name);

  auto* column = new QVBoxLayout(this);
  auto* hint = new QLabel(tr("SI units, as in the scene file. What is empty is left out."), this);
  hint->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(hint);
  auto* content = new QWidget;
  auto* form = new QFormLayout(content);
  for (const EntryField& field : fields) {
    QWidget* widget = nullptr;
    if (field.body) {
      widget = choiceOf(bodies, field, content);
    } else if (!field.choices.empty()) {
      QStringList choices;
      for (const std::string& choice : field.choices) choices << QString::fromStdString(choice);
      widget = choiceOf(choices, field, content);
    } else {
      auto* line = new QLineEdit(QString::fromStdString(field.text), content);
      line->setPlaceholderText(QString::fromStdString(field.standard));
      line->setMinimumWidth(220);
      widget = line;
    }
    widget->setToolTip(QString::fromStdString(field.description));
    widget->setAccessibleName(labelOf(field.name));
    auto* label = new QLabel(labelOf(field.name), content);
    label->setToolTip(widget->toolTip());
    form->addRow(label, widget);
    if (!field.description.empty()) {
      auto* what = new QLabel(QString::fromStdString(field.description), content);
      what->setForegroundRole(QPalette::PlaceholderText);
      what->setWordWrap(true);
      form->addRow(QString(), what);
    }
    rows_.push_back({field, widget});
  }
  auto* scroll = new QScrollArea(this);
  scroll->setWidget(content);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  column->addWidget(scroll, 1);
  fault_->setWordWrap(true);
  fault_->hide();
  column->addWidget(fault_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, &EntryDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  resize(460, std::min(640, 130 + content->sizeHint().height()));
}

QString EntryDialog::textOf(const QWidget* widget) {
  if (const auto* box = qobject_cast<const QComboBox*>(widget)) return box->currentData().toString();
  return qobject_cast<const QLineEdit*>(widget)->text().trimmed();
}

QWidget* EntryDialog::field(const std::string& name) const {
  for (const Row& row : rows_) {
    if (row.field.name == name) return row.widget;
  }
  return nullptr;
}

void EntryDialog::accept() {
  std::vector<FieldText> changed;
  for (const Row& row : rows_) {
    const std::string text = textOf(row.widget).toStdString();
    if (text != row.field.text) changed.push_back({row.field.name, text});
  }
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
