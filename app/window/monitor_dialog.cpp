// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/monitor_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/window/schema_texts.h"
#include "core/error.h"

namespace passung::app {

MonitorDialog::MonitorDialog(EditHistory& history, std::string body, std::string other, QWidget* parent)
    : QDialog(parent),
      history_(history),
      body_(std::move(body)),
      other_(std::move(other)),
      kind_(new QComboBox(this)),
      purpose_(new QLabel(this)),
      fault_(new QLabel(this)),
      form_(new EntryForm(this)) {
  setWindowTitle(tr("Add a monitor"));
  auto* column = new QVBoxLayout(this);
  auto* head = new QFormLayout;
  for (const EntryType& type : entryTypes(EntryList::kMonitors)) {
    kind_->addItem(schemaTitle(type.name), QString::fromStdString(type.name));
    kind_->setItemData(kind_->count() - 1, schemaText(type.description), Qt::ToolTipRole);
  }
  kind_->setMaxVisibleItems(kind_->count());
  kind_->setToolTip(tr("What the run must keep to in order to pass"));
  kind_->setAccessibleName(tr("Kind"));
  head->addRow(tr("Kind"), kind_);
  column->addLayout(head);
  purpose_->setWordWrap(true);
  column->addWidget(purpose_);
  auto* hint = new QLabel(
      tr("In the units that are named, as in the scene file. * is needed; what is empty is left out."), this);
  hint->setWordWrap(true);
  hint->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(hint);
  column->addWidget(form_, 1);
  fault_->setWordWrap(true);
  fault_->hide();
  column->addWidget(fault_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  buttons->button(QDialogButtonBox::Ok)->setText(tr("&Add"));
  connect(buttons, &QDialogButtonBox::accepted, this, &MonitorDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  connect(kind_, &QComboBox::currentIndexChanged, this, &MonitorDialog::showKind);
  showKind();
  resize(480, 560);
}

void MonitorDialog::showKind() {
  const std::string type = kind_->currentData().toString().toStdString();
  purpose_->setText(kind_->currentData(Qt::ToolTipRole).toString());
  std::vector<EntryField> fields = fieldsOf(EntryList::kMonitors, type);
  for (const FieldText& text : suggestedMonitor(*history_.scene(), history_.document(), type, body_, other_)) {
    const auto field = std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.name == text.name; });
    if (field != fields.end()) field->text = text.text;
  }
  // Whom it is about comes first, then what is needed.
  const auto rank = [](const EntryField& f) { return f.name == "name" ? 0 : f.body ? 1 : f.required ? 2 : 3; };
  std::stable_sort(fields.begin(), fields.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  std::vector<std::string> bodies;
  for (const dynamics::BodyDef& body : history_.scene()->world.bodies) bodies.push_back(body.name);
  form_->display(fields, bodies);
  fault_->hide();
}

void MonitorDialog::accept() {
  try {
    history_.apply(addEntry(EntryList::kMonitors, kind_->currentData().toString().toStdString(), form_->texts(true)));
    QDialog::accept();
  } catch (const InputError& e) {
    fault_->setText(QString::fromUtf8(e.what()));
    fault_->show();
  }
}

}  // namespace passung::app
