// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sequence_dialog.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <cmath>

namespace passung::app {

SequenceDialog::SequenceDialog(const QString& folder, std::int64_t step, double dt, double end, QWidget* parent)
    : QDialog(parent),
      step_(step),
      dt_(dt),
      folder_(new QLineEdit(folder, this)),
      name_(new QLineEdit(QStringLiteral("picture"), this)),
      every_(new QSpinBox(this)),
      until_(new QDoubleSpinBox(this)),
      count_(new QLabel(this)) {
  setWindowTitle(tr("Save a picture sequence"));
  auto* form = new QFormLayout(this);
  auto* row = new QHBoxLayout;
  auto* browse = new QToolButton(this);
  browse->setText(QStringLiteral("\u2026"));
  browse->setToolTip(tr("Choose the folder"));
  connect(browse, &QToolButton::clicked, this, [this] {
    const QString chosen = QFileDialog::getExistingDirectory(this, tr("Folder of the pictures"), folder_->text());
    if (!chosen.isEmpty()) folder_->setText(chosen);
  });
  row->addWidget(folder_, 1);
  row->addWidget(browse);
  form->addRow(tr("Folder"), row);
  form->addRow(tr("Name"), name_);
  every_->setRange(1, 1000000);
  every_->setValue(std::max(1, static_cast<int>(std::lround(1 / (25 * dt)))));
  every_->setSuffix(tr(" steps"));
  every_->setToolTip(tr("Time steps between two pictures"));
  form->addRow(tr("A picture every"), every_);
  until_->setDecimals(4);
  until_->setRange(0, 1e6);
  until_->setSuffix(QStringLiteral(" s"));
  until_->setValue(std::max(end, static_cast<double>(step) * dt));
  until_->setToolTip(tr("Simulated time of the last picture"));
  form->addRow(tr("Until"), until_);
  form->addRow(count_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  start_ = buttons->addButton(tr("Start"), QDialogButtonBox::AcceptRole);
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    emit planned(plan());
    accept();
  });
  connect(every_, qOverload<int>(&QSpinBox::valueChanged), this, &SequenceDialog::refresh);
  connect(until_, qOverload<double>(&QDoubleSpinBox::valueChanged), this, &SequenceDialog::refresh);
  connect(folder_, &QLineEdit::textChanged, this, &SequenceDialog::refresh);
  connect(name_, &QLineEdit::textChanged, this, &SequenceDialog::refresh);
  refresh();
}

SequencePlan SequenceDialog::plan() const {
  return {.folder = folder_->text(),
          .name = name_->text(),
          .every = every_->value(),
          .first = step_,
          .last = std::llround(until_->value() / dt_)};
}

void SequenceDialog::refresh() {
  const auto count = plan().count();
  count_->setText(tr("%1 pictures, from t = %2 s on").arg(count).arg(static_cast<double>(step_) * dt_, 0, 'f', 3));
  start_->setEnabled(count > 0 && !folder_->text().isEmpty() && !name_->text().isEmpty());
}

}  // namespace passung::app
