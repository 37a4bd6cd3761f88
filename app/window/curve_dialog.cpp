// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/curve_dialog.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHash>

namespace passung::app {

namespace {
constexpr int kNameRole = Qt::UserRole + 1;  // of the part or joint
}

QString signalTitle(const SignalKind& kind) {
  const QHash<QString, QString> titles{{"position", CurveDialog::tr("Position")},
                                       {"velocity", CurveDialog::tr("Velocity")},
                                       {"spin", CurveDialog::tr("Angular velocity")},
                                       {"force", CurveDialog::tr("Contact force")},
                                       {"torque", CurveDialog::tr("Contact torque")},
                                       {"part_contacts", CurveDialog::tr("Contact points")},
                                       {"part_overlap", CurveDialog::tr("Deepest overlap")},
                                       {"joint_force", CurveDialog::tr("Reaction force")},
                                       {"joint_torque", CurveDialog::tr("Reaction torque")},
                                       {"joint_coordinate", CurveDialog::tr("Travel or angle")},
                                       {"joint_rate", CurveDialog::tr("Speed of travel or turn")},
                                       {"contacts", CurveDialog::tr("Contact points")},
                                       {"overlap", CurveDialog::tr("Deepest overlap")},
                                       {"energy", CurveDialog::tr("Total energy")},
                                       {"kinetic", CurveDialog::tr("Kinetic energy")},
                                       {"potential", CurveDialog::tr("Potential energy")},
                                       {"shell", CurveDialog::tr("Energy of shells and springs")},
                                       {"step_time", CurveDialog::tr("Time of a step")},
                                       {"broadphase_time", CurveDialog::tr("Time of the broad phase")},
                                       {"narrowphase_time", CurveDialog::tr("Time of the narrow phase")},
                                       {"contacts_time", CurveDialog::tr("Time of the contact manager")},
                                       {"solver_time", CurveDialog::tr("Time of the solver")},
                                       {"continuous_time", CurveDialog::tr("Time of the continuous pass")},
                                       {"integrate_time", CurveDialog::tr("Time of the integration")}};
  const QString name = QString::fromLatin1(kind.name);
  return titles.value(name, name);
}

CurveDialog::CurveDialog(const dynamics::WorldDef& def, const std::string& part, QWidget* parent)
    : QDialog(parent),
      form_(new QFormLayout(this)),
      of_(new QComboBox(this)),
      quantity_(new QComboBox(this)),
      component_(new QComboBox(this)),
      purpose_(new QLabel(this)),
      ownRow_(new QCheckBox(tr("In a row of its own"), this)) {
  setWindowTitle(tr("Add a curve"));
  const auto item = [&](const QString& title, SignalOf of, const std::string& name) {
    of_->addItem(title, static_cast<int>(of));
    of_->setItemData(of_->count() - 1, QString::fromStdString(name), kNameRole);
  };
  item(tr("The scene"), SignalOf::kScene, {});
  if (!def.bodies.empty()) of_->insertSeparator(of_->count());
  for (const dynamics::BodyDef& body : def.bodies) {
    item(QString::fromStdString(body.name), SignalOf::kPart, body.name);
    if (body.name == part) of_->setCurrentIndex(of_->count() - 1);
  }
  if (!def.joints.empty()) of_->insertSeparator(of_->count());
  for (const dynamics::JointDef& joint : def.joints)
    item(tr("Joint %1").arg(QString::fromStdString(joint.name)), SignalOf::kJoint, joint.name);
  component_->addItem(tr("Magnitude"), Signal::kMagnitude);
  for (int k = 0; k < Signal::kMagnitude; ++k) component_->addItem(QString(QChar('x' + k)), k);
  purpose_->setForegroundRole(QPalette::PlaceholderText);
  purpose_->setWordWrap(true);
  ownRow_->setToolTip(tr("Otherwise it joins the first row of its unit"));
  form_->addRow(tr("Of"), of_);
  form_->addRow(tr("Quantity"), quantity_);
  form_->addRow(tr("Component"), component_);
  form_->addRow(purpose_);
  form_->addRow(ownRow_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, &CurveDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form_->addRow(buttons);
  connect(of_, &QComboBox::currentIndexChanged, this, &CurveDialog::showQuantities);
  connect(quantity_, &QComboBox::currentIndexChanged, this, &CurveDialog::showComponents);
  showQuantities();
}

const SignalKind* CurveDialog::kind() const {
  const int i = quantity_->currentData().toInt();
  return quantity_->currentIndex() < 0 ? nullptr : &signalKinds()[static_cast<std::size_t>(i)];
}

void CurveDialog::showQuantities() {
  quantity_->clear();
  const auto of = static_cast<SignalOf>(of_->currentData().toInt());
  int index = 0;
  for (const SignalKind& kind : signalKinds()) {
    if (kind.of == of) quantity_->addItem(signalTitle(kind), index);
    ++index;
  }
  showComponents();
}

void CurveDialog::showComponents() {
  const SignalKind* kind = this->kind();
  form_->setRowVisible(component_, kind && kind->vector);
  purpose_->setText(kind ? QCoreApplication::translate("Signals", kind->purpose) : QString());
}

void CurveDialog::accept() {
  if (!kind()) return;
  Signal what{.kind = kind(), .of = of_->currentData(kNameRole).toString().toStdString()};
  if (what.kind->vector) what.component = component_->currentData().toInt();
  emit chosen(what, ownRow_->isChecked());
  QDialog::accept();
}

}  // namespace passung::app
