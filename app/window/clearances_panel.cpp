// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/clearances_panel.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/overlays/clearances.h"
#include "app/window/format.h"
#include "app/window/icons.h"

namespace passung::app {

using collision::Clearance;
using collision::ClearanceState;

namespace {

constexpr int kMostRows = 5000;  // the worst; a table of more is not read

QString valueOf(const Clearance& c) {
  if (c.state == ClearanceState::kOverlapping) return ClearancesPanel::tr("overlap %1").arg(format::length(c.depth));
  if (c.state == ClearanceState::kTouching) return ClearancesPanel::tr("touching");
  return ClearancesPanel::tr("gap %1").arg(format::length(c.gap));
}

QString tipOf(const Clearance& c, const QString& a, const QString& b) {
  QStringList lines{QStringLiteral("%1 \u2013 %2: %3").arg(a, b, valueOf(c))};
  lines << ClearancesPanel::tr("between %1 and %2").arg(format::lengths(c.pA_W), format::lengths(c.pB_W));
  if (c.depth > 0) {
    lines << ClearancesPanel::tr("overlap %1, tolerance %2")
                 .arg(format::length(c.depth), format::length(c.overlapTolerance));
  }
  lines << ClearancesPanel::tr("Double click zooms to the place");
  return lines.join('\n');
}

QColor colorOf(ClearanceState state) {
  const Color c = clearanceColor(state);
  return QColor::fromRgbF(c.r, c.g, c.b);
}

}  // namespace

ClearancesPanel::ClearancesPanel(QWidget* parent)
    : QWidget(parent),
      figure_(new QLabel(this)),
      summary_(new QLabel(this)),
      state_(new QLabel(this)),
      limit_(new QDoubleSpinBox(this)),
      table_(new QTreeWidget(this)),
      progress_(new QProgressBar(this)),
      button_(new QPushButton(this)),
      show_(new QCheckBox(tr("Show in the picture"), this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 8, 0, 8);
  column->setSpacing(6);

  QFont large = figure_->font();
  large.setPointSizeF(1.35 * large.pointSizeF());
  large.setBold(true);
  figure_->setFont(large);
  for (QLabel* label : {figure_, summary_}) {
    label->setContentsMargins(10, 0, 10, 0);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(label);
  }
  summary_->setWordWrap(true);

  table_->setHeaderLabels({tr("Part"), tr("Part"), tr("Gap or overlap")});
  table_->setRootIsDecorated(false);
  table_->setUniformRowHeights(true);
  table_->setAlternatingRowColors(true);
  table_->setTextElideMode(Qt::ElideMiddle);
  table_->setAccessibleName(tr("Clearances"));
  table_->header()->setStretchLastSection(false);
  table_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  table_->header()->setSectionResizeMode(1, QHeaderView::Stretch);
  table_->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
  column->addWidget(table_, 1);

  auto* row = new QHBoxLayout;
  row->setContentsMargins(10, 0, 10, 0);
  auto* label = new QLabel(tr("Gaps up to"), this);
  limit_->setRange(0, 1e6);
  limit_->setDecimals(3);
  limit_->setSuffix(tr(" mm"));
  limit_->setSpecialValueText(tr("1 % of the size"));
  limit_->setToolTip(tr("Pairs farther apart than this are left out"));
  limit_->setAccessibleName(label->text());
  limit_->setKeyboardTracking(false);
  row->addWidget(label);
  row->addWidget(limit_, 1);
  row->addWidget(button_);
  column->addLayout(row);

  auto* second = new QHBoxLayout;
  second->setContentsMargins(10, 0, 10, 0);
  show_->setChecked(true);
  show_->setToolTip(tr("Colours the parts by their worst pair and marks the places"));
  second->addWidget(show_);
  second->addStretch();
  column->addLayout(second);

  progress_->setTextVisible(false);
  progress_->setFixedHeight(6);
  auto* third = new QHBoxLayout;
  third->setContentsMargins(10, 0, 10, 0);
  third->addWidget(progress_);
  column->addLayout(third);
  state_->setContentsMargins(10, 0, 10, 0);
  state_->setWordWrap(true);
  state_->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(state_);
  setRunning(false);
  clear();

  connect(button_, &QPushButton::clicked, this, [this] { running_ ? emit cancelAsked() : emit updateAsked(); });
  connect(limit_, qOverload<double>(&QDoubleSpinBox::valueChanged), this, [this] { emit updateAsked(); });
  connect(show_, &QCheckBox::toggled, this, &ClearancesPanel::marksToggled);
  connect(table_, &QTreeWidget::itemSelectionChanged, this, [this] {
    if (quiet_) return;
    const auto items = table_->selectedItems();
    emit pairChosen(items.isEmpty() ? -1 : table_->indexOfTopLevelItem(items.front()));
  });
  connect(table_, &QTreeWidget::itemDoubleClicked, this,
          [this](QTreeWidgetItem* item) { emit zoomAsked(table_->indexOfTopLevelItem(item)); });
}

void ClearancesPanel::clear() {
  quiet_ = true;
  table_->clear();
  quiet_ = false;
  figure_->setText(QStringLiteral("\u2013"));
  summary_->clear();
  state_->clear();
}

void ClearancesPanel::display(const scenes::Scene& scene, const ClashReport& report) {
  setRunning(false);
  quiet_ = true;
  table_->clear();
  QList<QTreeWidgetItem*> items;
  const auto name = [&](int body) {
    return QString::fromStdString(scene.world.bodies[static_cast<std::size_t>(body)].name);
  };
  for (const Clearance& c : report.pairs) {
    if (items.size() >= kMostRows) break;
    auto* item = new QTreeWidgetItem({name(c.bodyA), name(c.bodyB), valueOf(c)});
    item->setIcon(0, swatch(colorOf(c.state)));
    item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    const QString tip = tipOf(c, name(c.bodyA), name(c.bodyB));
    for (int i = 0; i < 3; ++i) item->setToolTip(i, tip);
    items << item;
  }
  table_->addTopLevelItems(items);
  quiet_ = false;

  const auto gap = report.smallestGap();
  const auto depth = report.deepestClash();
  figure_->setText(depth                 ? tr("Deepest overlap %1").arg(format::length(*depth))
                   : gap                 ? tr("Smallest gap %1").arg(format::length(*gap))
                   : report.touching > 0 ? tr("Touching, no clash")
                                         : tr("Nothing within %1").arg(format::length(report.limit)));
  QStringList parts{report.clashes == 1 ? tr("1 clash") : tr("%1 clashes").arg(report.clashes),
                    tr("%1 touching").arg(report.touching),
                    report.apart == 1 ? tr("1 gap up to %1").arg(format::length(report.limit))
                                      : tr("%1 gaps up to %2").arg(report.apart).arg(format::length(report.limit))};
  if (depth && gap) parts << tr("smallest gap %1").arg(format::length(*gap));
  if (!report.joined.empty()) parts << tr("%1 joined pairs left out").arg(report.joined.size());
  if (report.pairs.size() > static_cast<std::size_t>(kMostRows)) parts << tr("the worst %1 are listed").arg(kMostRows);
  summary_->setText(parts.join(QStringLiteral(", ")));
}

void ClearancesPanel::showProgress(int done, int total) {
  setRunning(true);
  progress_->setRange(0, total);  // 0: busy
  progress_->setValue(done);
  state_->setText(total > 0 ? tr("Measuring pair %1 of %2 \u2026").arg(std::min(done + 1, total)).arg(total)
                            : tr("Preparing the meshes \u2026"));
}

void ClearancesPanel::showState(const QString& text, bool outdated) {
  setRunning(false);
  if (state_->text() != text) state_->setText(text);
  state_->setForegroundRole(outdated ? QPalette::WindowText : QPalette::PlaceholderText);
}

void ClearancesPanel::showError(const QString& text) {
  clear();
  showState(text, true);
}

void ClearancesPanel::setLimit(double limit) { limit_->setValue(1e3 * limit); }

bool ClearancesPanel::choose(int index) {
  QTreeWidgetItem* item = table_->topLevelItem(index);
  if (item) table_->setCurrentItem(item);
  return item != nullptr;
}

std::optional<double> ClearancesPanel::limit() const {
  return limit_->value() > 0 ? std::optional(1e-3 * limit_->value()) : std::nullopt;
}

void ClearancesPanel::setRunning(bool running) {
  running_ = running;
  progress_->setVisible(running);
  button_->setText(running ? tr("Cancel") : tr("Update"));
  button_->setToolTip(running ? tr("Stop measuring") : tr("Measure the parts where they are now"));
}

}  // namespace passung::app
