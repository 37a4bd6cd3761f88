// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/unit_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "scenes/importers/units.h"

namespace passung::app {

UnitDialog::UnitDialog(const std::vector<SourceFile>& files, bool opening, QWidget* parent) : QDialog(parent) {
  setWindowTitle(files.size() == 1 ? tr("Unit of the file") : tr("Units of the files"));
  auto* column = new QVBoxLayout(this);
  auto* purpose = new QLabel(
      opening ? tr("The numbers in a file without a unit can mean anything. What is chosen was guessed from the size.")
              : tr("All parts of the file take its numbers in this unit. Their places stay as they are."),
      this);
  purpose->setWordWrap(true);
  purpose->setMinimumWidth(400);
  column->addWidget(purpose);

  const std::pair<const char*, QString> units[] = {
      {"mm", tr("mm")}, {"cm", tr("cm")}, {"m", tr("m")}, {"in", tr("inch")}, {"ft", tr("foot")}};
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(12);
  grid->setColumnStretch(2, 1);
  for (const SourceFile& file : files) {
    const QString path = QString::fromStdString(file.path);
    Row row{.extent = file.size, .unit = new QComboBox(this), .size = new QLabel(this)};
    for (const auto& [name, text] : units) row.unit->addItem(text, QString::fromLatin1(name));
    const QString unit = QString::fromStdString(file.unit);
    if (!opening) row.unit->insertItem(0, tr("as the file says"), QString());
    // What is not in the list, such as um, stays as it is unless another one is chosen.
    if (row.unit->findData(unit) < 0) row.unit->insertItem(0, unit, unit);
    row.unit->setCurrentIndex(row.unit->findData(unit));
    row.unit->setToolTip(tr("What a length of 1 in the file stands for"));
    row.unit->setAccessibleName(tr("Unit of %1").arg(QFileInfo(path).fileName()));
    row.size->setToolTip(tr("Size of all parts of the file together, along x, y and z"));
    auto* name = new QLabel(QFileInfo(path).fileName(), this);
    name->setTextFormat(Qt::PlainText);
    name->setToolTip(path);
    name->setBuddy(row.unit);
    const int at = grid->rowCount();
    grid->addWidget(name, at, 0);
    grid->addWidget(row.unit, at, 1);
    grid->addWidget(row.size, at, 2);
    rows_.push_back(row);
    showSize(row);
    connect(row.unit, &QComboBox::currentIndexChanged, this, [this, row] { showSize(row); });
  }
  column->addLayout(grid);
  if (opening) {
    again_ = new QCheckBox(tr("Do not ask again: take the guess"), this);
    again_->setToolTip(tr("Under Assembly > Unit of the part's file it can still be changed"));
    column->addWidget(again_);
  }
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  if (opening) buttons->button(QDialogButtonBox::Ok)->setText(tr("&Open"));
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
}

void UnitDialog::showSize(const Row& row) const {
  const double mm = 1000 * metresOf(row.unit->currentData().toString().toStdString());
  if (!(mm > 0)) return row.size->clear();
  const auto side = [&](int k) { return QString::number(mm * row.extent[k], 'g', 4); };
  row.size->setText(tr("%1 \u00d7 %2 \u00d7 %3 mm").arg(side(0), side(1), side(2)));
}

std::vector<std::string> UnitDialog::units() const {
  std::vector<std::string> chosen;
  for (const Row& row : rows_) chosen.push_back(row.unit->currentData().toString().toStdString());
  return chosen;
}

}  // namespace passung::app
