// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/variants_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/run/narrow_phase.h"
#include "core/error.h"
#include "dynamics/solver/contact_solver.h"
#include "scenes/materials.h"

namespace passung::app {
namespace {

QString text(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

std::string chosenIn(const QTableWidget& table, int row, int column) {
  return qobject_cast<QComboBox*>(table.cellWidget(row, column))->currentData().toString().toStdString();
}

}  // namespace

VariantsDialog::VariantsDialog(const std::vector<std::string>& engines, const std::vector<Variant>& variants,
                               QWidget* parent)
    : QDialog(parent),
      engines_(engines),
      table_(new QTableWidget(0, kColumns, this)),
      add_(new QPushButton(tr("&Add"), this)),
      remove_(new QPushButton(tr("&Remove"), this)),
      fault_(new QLabel(this)) {
  setWindowTitle(tr("Variants to compare"));
  auto* column = new QVBoxLayout(this);
  auto* hint =
      new QLabel(tr("The same scene, stepped side by side on one clock; the first variant sets it. What is left "
                    "empty is as in the scene."),
                 this);
  hint->setWordWrap(true);
  column->addWidget(hint);

  table_->setHorizontalHeaderLabels({tr("Engine"), tr("Solver"), tr("Contacts"), tr("Narrow phase"),
                                     tr("Time step [ms]"), tr("Material"), tr("Friction"), tr("Restitution")});
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 16);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setAccessibleName(windowTitle());
  column->addWidget(table_, 1);

  add_->setToolTip(tr("One more variant, a copy of the selected one"));
  remove_->setToolTip(tr("Take the selected variant out"));
  fault_->setWordWrap(true);
  fault_->hide();
  column->addWidget(fault_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  buttons->addButton(add_, QDialogButtonBox::ActionRole);
  buttons->addButton(remove_, QDialogButtonBox::ActionRole);
  column->addWidget(buttons);
  for (QPushButton* button : {add_, remove_}) button->setAutoDefault(false);
  connect(buttons, &QDialogButtonBox::accepted, this, &VariantsDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(add_, &QPushButton::clicked, this, [this] {
    try {
      addRow(variantAt(std::max(0, table_->currentRow())));
    } catch (const InputError&) {
      addRow({});
    }
  });
  connect(remove_, &QPushButton::clicked, this, &VariantsDialog::removeRow);
  for (const Variant& variant : variants) addRow(variant);
  table_->setCurrentCell(0, 0);
  resize(1000, 320);
}

void VariantsDialog::addRow(const Variant& variant) {
  const int row = table_->rowCount();
  table_->insertRow(row);
  const auto choice = [&](Column column, const QString& tip) {
    auto* box = new QComboBox(table_);
    box->setToolTip(tip);
    box->setAccessibleName(table_->horizontalHeaderItem(column)->text());
    table_->setCellWidget(row, column, box);
    return box;
  };
  const auto select = [](QComboBox* box, const std::string& wanted) {
    box->setCurrentIndex(std::max(0, box->findData(QString::fromStdString(wanted))));
  };
  QComboBox* engine = choice(kEngine, tr("Whose simulation it is"));
  for (const std::string& name : engines_) engine->addItem(QString::fromStdString(name), QString::fromStdString(name));
  select(engine, variant.engine);

  QComboBox* solver = choice(kSolver, tr("Of the native engine"));
  solver->addItem(tr("scene's own"), QString());
  for (const dynamics::SolverEntry& entry : dynamics::solvers()) {
    solver->addItem(text(entry.name), text(entry.name));
    solver->setItemData(solver->count() - 1, text(entry.purpose), Qt::ToolTipRole);
  }
  select(solver, variant.solver);

  QComboBox* policy = choice(kPolicy, tr("Which contact points the solver sees"));
  policy->addItem(tr("solver's own"), QString());
  for (const dynamics::ContactPolicyEntry& entry : dynamics::contactPolicies()) {
    policy->addItem(text(entry.name), text(entry.name));
    policy->setItemData(policy->count() - 1, text(entry.purpose), Qt::ToolTipRole);
  }
  select(policy, variant.policy);

  QComboBox* narrow = choice(kNarrowPhase, tr("Who finds the faces that contacts of meshes are made from: the same "
                                              "contacts to the bit. Of the solvers impulse and penalty"));
  narrow->addItem(tr("hierarchies"), QString());
  narrow->addItem(tr("conglomerates"), QString::fromLatin1(kConglomerates));
  narrow->addItem(tr("conglomerates, CUDA"), QStringLiteral("conglomerates cuda"));
  select(narrow, variant.narrowPhase + (variant.backend == "cuda" ? " cuda" : ""));

  const auto number = [&](Column column, const std::optional<double>& value, const Quantity& quantity,
                          const QString& tip) {
    auto* field = new QLineEdit(value ? quantity.text(*value) : QString(), table_);
    field->setPlaceholderText(tr("scene's own"));
    field->setFrame(false);
    field->setToolTip(tip);
    field->setAccessibleName(table_->horizontalHeaderItem(column)->text());
    table_->setCellWidget(row, column, field);
  };
  number(kStep, variant.dt, Quantity::duration(), tr("Takes a unit, as in 0.5 ms or 200 us"));
  QComboBox* material = choice(kMaterial, tr("Of every part that moves freely: its density, friction and restitution"));
  material->addItem(tr("scene's own"), QString());
  for (const scenes::EngineeringMaterial& m : scenes::engineeringMaterials())
    material->addItem(QString::fromLatin1(m.title), QString::fromLatin1(m.name));
  select(material, variant.material);
  number(kFriction, variant.friction, Quantity::plain(), tr("Of every part, 0 or more"));
  number(kRestitution, variant.restitution, Quantity::plain(), tr("Of every part, 0 plastic to 1 elastic"));
  connect(engine, &QComboBox::currentIndexChanged, this, &VariantsDialog::refresh);
  refresh();
  table_->setCurrentCell(row, 0);
}

void VariantsDialog::removeRow() {
  if (table_->rowCount() > 1) table_->removeRow(std::max(0, table_->currentRow()));
  refresh();
}

// Solvers belong to the native engine.
void VariantsDialog::refresh() {
  for (int row = 0; row < table_->rowCount(); ++row) {
    const bool native = chosenIn(*table_, row, kEngine) == "native";
    for (const Column column : {kSolver, kPolicy, kNarrowPhase}) {
      if (QWidget* widget = table_->cellWidget(row, column)) widget->setEnabled(native);
    }
  }
  add_->setEnabled(table_->rowCount() < static_cast<int>(kMostVariants));
  remove_->setEnabled(table_->rowCount() > 1);
}

std::optional<double> VariantsDialog::numberAt(int row, Column column, const Quantity& quantity) const {
  const QString typed = qobject_cast<QLineEdit*>(table_->cellWidget(row, column))->text().trimmed();
  if (typed.isEmpty()) return {};
  const std::optional<double> value = quantity.parse(typed);
  if (!value) {
    throw InputError("", "'" + typed.toStdString() + "'", "it is not " + quantity.name.toStdString(),
                     "a number, or nothing for the scene's own");
  }
  return value;
}

Variant VariantsDialog::variantAt(int row) const {
  Variant variant{.engine = chosenIn(*table_, row, kEngine)};
  if (variant.engine == "native") {
    variant.solver = chosenIn(*table_, row, kSolver);
    variant.policy = chosenIn(*table_, row, kPolicy);
    const std::string narrow = chosenIn(*table_, row, kNarrowPhase);
    if (!narrow.empty()) variant.narrowPhase = kConglomerates;
    if (narrow.ends_with("cuda")) variant.backend = "cuda";
  }
  variant.dt = numberAt(row, kStep, Quantity::duration());
  variant.material = chosenIn(*table_, row, kMaterial);
  variant.friction = numberAt(row, kFriction, Quantity::plain());
  variant.restitution = numberAt(row, kRestitution, Quantity::plain());
  return parseVariant(variantText(variant));  // checks the ranges
}

void VariantsDialog::accept() {
  try {
    std::vector<Variant> variants;
    for (int row = 0; row < table_->rowCount(); ++row) variants.push_back(variantAt(row));
    emit chosen(variants);
    QDialog::accept();
  } catch (const InputError& e) {
    fault_->setText(QString::fromUtf8(e.what()));
    fault_->show();
  }
}

}  // namespace passung::app
