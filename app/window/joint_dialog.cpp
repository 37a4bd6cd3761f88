// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/joint_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <utility>

namespace passung::app {

JointDialog::JointDialog(const std::string& body, const std::vector<std::string>& others, const Vec3& place,
                         QWidget* parent)
    : QDialog(parent),
      body_(body),
      form_(new QFormLayout(this)),
      type_(new QComboBox(this)),
      to_(new QComboBox(this)),
      name_(new QLineEdit(this)),
      axisRow_(nullptr),
      pitch_(new QuantityEdit(Quantity::length(), this)),
      fault_(new QLabel(this)) {
  setWindowTitle(tr("Joint of %1").arg(QString::fromStdString(body)));
  const std::pair<const char*, QString> titles[] = {{"revolute", tr("Revolute: turns about the axis")},
                                                    {"prismatic", tr("Prismatic: slides along the axis")},
                                                    {"cylindrical", tr("Cylindrical: turns and slides")},
                                                    {"screw", tr("Screw: turns, and travels by the pitch a turn")},
                                                    {"spherical", tr("Spherical: turns about the place")},
                                                    {"fixed", tr("Fixed: holds")}};
  for (const auto& [type, title] : titles) type_->addItem(title, QString::fromLatin1(type));
  to_->addItem(tr("The ground"), QString());
  for (const std::string& other : others) to_->addItem(QString::fromStdString(other), QString::fromStdString(other));
  name_->setPlaceholderText(tr("of itself"));
  pitch_->setValue(0.002);
  watch(pitch_);
  form_->addRow(tr("Kind"), type_);
  form_->addRow(tr("To"), to_);
  form_->addRow(tr("Name"), name_);
  form_->addRow(tr("Place [mm]"), three(place_, Quantity::length(), place));
  axisRow_ = three(axis_, Quantity::plain(), Vec3::UnitZ());
  form_->addRow(tr("Axis"), axisRow_);
  form_->addRow(tr("Pitch [mm]"), pitch_);
  fault_->setWordWrap(true);
  fault_->hide();
  form_->addRow(fault_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, &JointDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form_->addRow(buttons);
  connect(type_, &QComboBox::currentIndexChanged, this, &JointDialog::showFields);
  showFields();
}

void JointDialog::watch(QuantityEdit* field) {
  connect(field, &QuantityEdit::refused, this, [this](const QString& why) {
    fault_->setText(why);
    fault_->show();
    refused_ = true;
  });
  connect(field, &QuantityEdit::textEdited, this, [this] {
    fault_->hide();
    refused_ = false;
  });
}

QWidget* JointDialog::three(std::array<QuantityEdit*, 3>& fields, const Quantity& quantity, const Vec3& value) {
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  for (int k = 0; k < 3; ++k) {
    auto* field = new QuantityEdit(quantity, row);
    field->setValue(value[k]);
    field->setAccessibleName(QChar('x' + k));
    watch(field);
    layout->addWidget(field);
    fields[static_cast<std::size_t>(k)] = field;
  }
  return row;
}

void JointDialog::showFields() {
  const QString type = type_->currentData().toString();
  form_->setRowVisible(axisRow_, type != QLatin1String("fixed") && type != QLatin1String("spherical"));
  form_->setRowVisible(pitch_, type == QLatin1String("screw"));
}

void JointDialog::accept() {
  if (std::exchange(refused_, false)) return;
  const auto valueOf = [](const std::array<QuantityEdit*, 3>& f) {
    return Vec3(f[0]->value(), f[1]->value(), f[2]->value());
  };
  JointPlan plan;
  plan.name = name_->text().toStdString();
  plan.type = type_->currentData().toString().toStdString();
  plan.body = body_;
  plan.to = to_->currentData().toString().toStdString();
  plan.position = valueOf(place_);
  plan.axis = valueOf(axis_);
  if (plan.type == "screw") plan.pitch = pitch_->value();
  emit planned(plan);
  QDialog::accept();
}

}  // namespace passung::app
