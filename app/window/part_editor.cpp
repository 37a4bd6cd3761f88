// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/part_editor.h"

#include <QColorDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <cmath>

#include "app/window/icons.h"
#include "core/error.h"
#include "scenes/materials.h"

namespace passung::app {

PartEditor::PartEditor(QWidget* parent)
    : QWidget(parent),
      grid_(new QGridLayout(this)),
      name_(new QLineEdit(this)),
      motion_(new QComboBox(this)),
      material_(new QComboBox(this)),
      collision_(new QComboBox(this)),
      loss_(new QLabel(this)),
      density_(field(Quantity::density(), "density", tr("Density in kg/m\u00b3, also as \"7.85 g/cm3\""))),
      friction_(field(Quantity::plain(), "friction", tr("Coulomb friction; a pair takes the geometric mean"))),
      restitution_(field(Quantity::plain(), "restitution", tr("0 plastic to 1 elastic; a pair takes the larger"))),
      mass_(field(Quantity::mass(), "mass",
                  tr("Mass in kg, also as \"12 g\": replaces the one from volume and density; the inertia follows"))),
      computedMass_(new QToolButton(this)),
      colorButton_(new QPushButton(tr("Choose\u2026"), this)) {
  grid_->setContentsMargins(10, 2, 10, 6);
  grid_->setHorizontalSpacing(4);
  grid_->setVerticalSpacing(3);
  name_->setObjectName(QStringLiteral("part.name"));
  name_->setMaxLength(200);
  motion_->setObjectName(QStringLiteral("part.motion"));
  motion_->addItem(tr("Fixed"), QVariant(static_cast<int>(dynamics::Motion::kFixed)));
  motion_->addItem(tr("Moving"), QVariant(static_cast<int>(dynamics::Motion::kDynamic)));
  motion_->addItem(tr("Driven"), QVariant(static_cast<int>(dynamics::Motion::kKinematic)));
  material_->setObjectName(QStringLiteral("part.material"));
  material_->setMinimumContentsLength(8);
  collision_->setObjectName(QStringLiteral("part.collision"));
  collision_->addItem(tr("Exact mesh"), QStringLiteral("mesh"));
  collision_->addItem(tr("Box around it"), QStringLiteral("box"));
  collision_->addItem(tr("Cylinder around it"), QStringLiteral("cylinder"));
  collision_->addItem(tr("Sphere around it"), QStringLiteral("sphere"));
  loss_->setWordWrap(true);
  loss_->setForegroundRole(QPalette::PlaceholderText);
  computedMass_->setText(tr("Auto"));
  computedMass_->setToolTip(tr("The mass that volume and density give"));
  colorButton_->setObjectName(QStringLiteral("part.color"));

  addRow(tr("Name"), tr("Of the part; joints and monitors follow it"), name_);
  addRow(tr("Motion"), tr("Fixed stands still, moving follows forces and contact, driven keeps its velocities"),
         motion_);
  addRow(tr("Collides as"), tr("What contact is computed with: the mesh as it is, or a simple shape around it"),
         collision_);
  grid_->addWidget(loss_, grid_->rowCount(), 1, 1, 3);
  addRow(tr("Material"), tr("Sets density, friction and restitution"), material_);
  addRow(tr("Density [kg/m\u00b3]"), density_->toolTip(), density_);
  addRow(tr("Friction"), friction_->toolTip(), friction_);
  addRow(tr("Restitution"), restitution_->toolTip(), restitution_);
  addRow(tr("Mass [kg]"), mass_->toolTip(), mass_, computedMass_);
  position_ =
      addThree(tr("Start at"), tr("Origin of the part's frame at the start, in mm; also as \"0.5 in\" or \"0.01 m\""),
               Quantity::length(), "position");
  rotation_ = addThree(tr("Turned"), tr("At the start, about the fixed x, then y, then z axis, in degrees"),
                       Quantity::angle(), "rotation");
  velocity_ = addThree(tr("Velocity"), tr("Of the centre of mass at the start, in mm/s; a driven part keeps it"),
                       Quantity::speed(), "velocity");
  spin_ =
      addThree(tr("Spin"), tr("Angular velocity at the start, in rad/s, also as \"60 rpm\"; a driven part keeps it"),
               Quantity::angularSpeed(), "spin");
  addRow(tr("Colour"), tr("In the picture and in the list of parts"), colorButton_);
  connectFields();
  hide();
}

QuantityEdit* PartEditor::field(const Quantity& quantity, const char* name, const QString& tip) {
  auto* edit = new QuantityEdit(quantity, this);
  edit->setObjectName(QStringLiteral("part.") + QString::fromLatin1(name));
  edit->setToolTip(tip);
  connect(edit, &QuantityEdit::refused, this, &PartEditor::refused);
  return edit;
}

void PartEditor::addRow(const QString& label, const QString& tip, QWidget* widget, QWidget* beside) {
  auto* text = new QLabel(label, this);
  text->setBuddy(widget);
  text->setToolTip(tip);
  widget->setToolTip(tip);
  widget->setAccessibleName(label);
  const int row = grid_->rowCount();
  grid_->addWidget(text, row, 0);
  grid_->addWidget(widget, row, 1, 1, beside ? 2 : 3);
  if (beside) grid_->addWidget(beside, row, 3);
}

PartEditor::Three PartEditor::addThree(const QString& label, const QString& tip, const Quantity& quantity,
                                       const char* name) {
  auto* text = new QLabel(QStringLiteral("%1 [%2]").arg(label, quantity.units.front().name), this);
  text->setToolTip(tip);
  const int row = grid_->rowCount();
  grid_->addWidget(text, row, 0);
  Three fields{};
  for (int k = 0; k < 3; ++k) {
    const QChar axis('x' + k);
    const QByteArray own = QByteArray(name) + "." + axis.toLatin1();
    QuantityEdit* edit = field(quantity, own.constData(), QStringLiteral("%1: %2").arg(axis).arg(tip));
    edit->setAccessibleName(QStringLiteral("%1 %2").arg(label).arg(axis));
    edit->setPlaceholderText(axis);
    grid_->addWidget(edit, row, 1 + k);
    fields[static_cast<std::size_t>(k)] = edit;
  }
  text->setBuddy(fields[0]);
  return fields;
}

void PartEditor::connectFields() {
  connect(name_, &QLineEdit::editingFinished, this, [this] {
    const std::string wanted = name_->text().toStdString();
    if (wanted == body_) return;
    name_->setModified(false);
    emit edited(rename(body_, wanted));
  });
  connect(motion_, &QComboBox::activated, this,
          [this] { emit edited(setMotion(body_, static_cast<dynamics::Motion>(motion_->currentData().toInt()))); });
  connect(material_, &QComboBox::activated, this,
          [this] { emit edited(setMaterial(body_, material_->currentData().toString().toStdString())); });
  connect(collision_, &QComboBox::activated, this,
          [this] { emit edited(setCollision(body_, collision_->currentData().toString().toStdString())); });
  for (QuantityEdit* edit : {density_, friction_, restitution_}) {
    connect(edit, &QuantityEdit::committed, this, [this] {
      emit edited(setMaterialValues(body_, {density_->value(), friction_->value(), restitution_->value()}));
    });
  }
  const auto massEdit = [this](std::optional<double> kilograms) {
    try {
      emit edited(setMass(*scene_, body_, kilograms));
    } catch (const InputError& e) {
      mass_->setValue(massShown_);
      emit refused(QString::fromUtf8(e.what()));
    }
  };
  connect(mass_, &QuantityEdit::committed, this, [this, massEdit] { massEdit(mass_->value()); });
  connect(computedMass_, &QToolButton::clicked, this, [massEdit] { massEdit({}); });
  for (std::size_t k = 0; k < 3; ++k) {
    connect(position_[k], &QuantityEdit::committed, this,
            [this] { emit edited(setPosition(body_, valueOf(position_))); });
    connect(rotation_[k], &QuantityEdit::committed, this,
            [this] { emit edited(setRotation(body_, valueOf(rotation_))); });
    for (const Three* fields : {&velocity_, &spin_}) {
      connect((*fields)[k], &QuantityEdit::committed, this,
              [this] { emit edited(setVelocity(body_, valueOf(velocity_), valueOf(spin_))); });
    }
  }
  connect(colorButton_, &QPushButton::clicked, this, &PartEditor::chooseColor);
}

Vec3 PartEditor::valueOf(const Three& fields) { return {fields[0]->value(), fields[1]->value(), fields[2]->value()}; }

void PartEditor::show(const Three& fields, const Vec3& value) {
  for (std::size_t k = 0; k < 3; ++k) fields[k]->setValue(value[static_cast<int>(k)]);
}

void PartEditor::chooseColor() {
  auto* dialog = new QColorDialog(QColor::fromRgbF(color_.r, color_.g, color_.b, color_.a), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setOption(QColorDialog::ShowAlphaChannel);
  connect(dialog, &QColorDialog::colorSelected, this, [this, body = body_](const QColor& c) {
    emit edited(setColor(body, Color{c.redF(), c.greenF(), c.blueF(), c.alphaF()}));
  });
  dialog->open();
}

// With what a simpler shape than the mesh gives away.
void PartEditor::showCollision(const SceneDocument& document, const dynamics::BodyDef& def) {
  const std::string as = collisionOf(document, body_);
  collision_->setEnabled(!as.empty());
  collision_->setToolTip(as.empty()
                             ? tr("The shape of this part is exact already: it is no mesh")
                             : tr("What contact is computed with: the mesh as it is, or a simple shape around it"));
  collision_->setCurrentIndex(as.empty() ? -1 : collision_->findData(QString::fromStdString(as)));
  const bool coarse = !as.empty() && as != "mesh";
  loss_->setVisible(coarse);
  if (!coarse) return;
  double volume = 0;
  for (const collision::Collider& collider : def.colliders) volume += collision::unitMass(collider.shape).mass;
  const double exact = hasOwnMass(document, body_) || !def.mass ? 0 : def.mass->mass / def.material.density;
  const QString text =
      tr("Faster, but holes, threads and hollows are filled, and nothing fits into them; the mass stays that of the "
         "mesh.");
  loss_->setText(exact > 0 && std::isfinite(volume)
                     ? tr("%1 It has %2 times the volume of the mesh.").arg(text).arg(volume / exact, 0, 'g', 3)
                     : text);
}

// The scene's own materials, then the library's.
void PartEditor::fillMaterials(const SceneDocument& document) {
  material_->clear();
  const Json materials = document.rest->value("materials", Json::object());
  bool library = false;
  for (const std::string& name : materialNames(document)) {
    const QString text = QString::fromStdString(name);
    const scenes::EngineeringMaterial* known = scenes::engineeringMaterial(name);
    const bool own = name == "default" || materials.contains(name);
    if (!own && !library) {
      material_->insertSeparator(material_->count());
      library = true;
    }
    material_->addItem(known && !own       ? QString::fromUtf8(known->title)
                       : name == "default" ? tr("Default")
                                           : text,
                       text);
  }
}

void PartEditor::display(const EditHistory& history, int body) {
  scene_ = history.scene();
  const bool any = history.editable() && body >= 0 && static_cast<std::size_t>(body) < scene_->world.bodies.size();
  setVisible(any);
  if (!any) return;
  const auto b = static_cast<std::size_t>(body);
  const dynamics::BodyDef& def = scene_->world.bodies[b];
  const bool other = body_ != def.name;
  body_ = def.name;
  if (other || !name_->hasFocus()) name_->setText(QString::fromStdString(def.name));
  motion_->setCurrentIndex(motion_->findData(static_cast<int>(def.motion)));
  showCollision(history.document(), def);
  fillMaterials(history.document());
  material_->setCurrentIndex(material_->findData(QString::fromStdString(materialOf(history.document(), body_))));
  density_->setValue(def.material.density);
  friction_->setValue(def.material.friction);
  restitution_->setValue(def.material.restitution);

  bool endless = false;
  for (const collision::Collider& c : def.colliders) endless |= std::holds_alternative<collision::HalfSpace>(c.shape);
  const bool heavy = !endless && (def.mass || !def.colliders.empty());
  mass_->setEnabled(heavy);
  massShown_ = heavy ? dynamics::massProperties(def).mass : 0;
  // What volume and density give is known to no more places than fit.
  if (!def.mass) massShown_ = QString::number(massShown_, 'g', 6).toDouble();
  mass_->setValue(massShown_);
  computedMass_->setEnabled(hasOwnMass(history.document(), body_));
  show(position_, def.X_WB.p);
  show(rotation_, eulerDegreesOf(history.document(), body_));
  show(velocity_, def.v_WC);
  show(spin_, def.w_WB);
  for (std::size_t k = 0; k < 3; ++k) {
    velocity_[k]->setEnabled(def.motion != dynamics::Motion::kFixed);
    spin_[k]->setEnabled(def.motion != dynamics::Motion::kFixed);
  }
  color_ = b < scene_->colors.size() ? scene_->colors[b] : Color{};
  colorButton_->setIcon(swatch(QColor::fromRgbF(color_.r, color_.g, color_.b)));
}

}  // namespace passung::app
