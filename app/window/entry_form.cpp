// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/entry_form.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

#include "app/window/schema_texts.h"

namespace passung::app {
namespace {

QString labelOf(const EntryField& field) {
  const QString label = schemaTitle(field.name);
  return field.unit.empty() ? label : QStringLiteral("%1 [%2]").arg(label, QString::fromStdString(field.unit));
}

QComboBox* choiceOf(const std::vector<std::string>& choices, const EntryField& field, QWidget* parent) {
  auto* box = new QComboBox(parent);
  if (!field.required) {
    box->addItem(field.standard.empty() ? EntryForm::tr("none")
                                        : EntryForm::tr("%1, by default").arg(QString::fromStdString(field.standard)),
                 QString());
  }
  for (const std::string& choice : choices)
    box->addItem(QString::fromStdString(choice), QString::fromStdString(choice));
  const QString text = QString::fromStdString(field.text);
  if (!text.isEmpty() && box->findData(text) < 0) box->addItem(text, text);  // such as "*" for every part
  box->setCurrentIndex(std::max(0, box->findData(text)));
  return box;
}

std::string textOf(const QWidget* widget) {
  const auto* box = qobject_cast<const QComboBox*>(widget);
  const QString text = box ? box->currentData().toString() : qobject_cast<const QLineEdit*>(widget)->text().trimmed();
  return text.toStdString();
}

}  // namespace

EntryForm::EntryForm(QWidget* parent) : QScrollArea(parent) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
}

void EntryForm::display(const std::vector<EntryField>& fields, const std::vector<std::string>& bodies) {
  rows_.clear();
  auto* content = new QWidget;
  auto* form = new QFormLayout(content);
  form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  for (const EntryField& field : fields) {
    QWidget* widget = nullptr;
    if (field.body || !field.choices.empty()) {
      widget = choiceOf(field.body ? bodies : field.choices, field, content);
    } else {
      auto* line = new QLineEdit(QString::fromStdString(field.text), content);
      line->setPlaceholderText(QString::fromStdString(field.standard));
      line->setMinimumWidth(220);
      line->setCursorPosition(0);
      widget = line;
    }
    widget->setToolTip(schemaText(field.description));
    widget->setAccessibleName(labelOf(field));
    auto* label = new QLabel(field.required ? labelOf(field) + QStringLiteral(" *") : labelOf(field), content);
    label->setToolTip(widget->toolTip());
    label->setBuddy(widget);
    form->addRow(label, widget);
    if (!field.description.empty()) {
      auto* what = new QLabel(schemaText(field.description), content);
      what->setForegroundRole(QPalette::PlaceholderText);
      what->setWordWrap(true);
      form->addRow(QString(), what);
    }
    rows_.push_back({field, widget});
  }
  setWidget(content);  // deletes the one before
}

QWidget* EntryForm::field(const std::string& name) const {
  for (const Row& row : rows_) {
    if (row.field.name == name) return row.widget;
  }
  return nullptr;
}

std::vector<FieldText> EntryForm::texts(bool all) const {
  std::vector<FieldText> texts;
  for (const Row& row : rows_) {
    std::string text = textOf(row.widget);
    if (all ? !text.empty() : text != row.field.text) texts.push_back({row.field.name, std::move(text)});
  }
  return texts;
}

}  // namespace passung::app
