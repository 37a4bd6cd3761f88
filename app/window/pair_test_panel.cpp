// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/pair_test_panel.h"

#include <QAction>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <map>

#include "app/window/format.h"

namespace passung::app {

namespace {

QCheckBox* boxOf(QAction* action, QWidget* parent) {
  auto* check = new QCheckBox(action->text().remove('&'), parent);
  check->setChecked(action->isChecked());
  check->setToolTip(action->toolTip());
  QObject::connect(check, &QCheckBox::toggled, action, &QAction::setChecked);
  QObject::connect(action, &QAction::toggled, check, &QCheckBox::setChecked);
  return check;
}

QString milliseconds(double seconds) { return PairTestPanel::tr("%1 ms").arg(1e3 * seconds, 0, 'f', 2); }

}  // namespace

PairTestPanel::PairTestPanel(PairTestTool& tool, const std::vector<QAction*>& marks, QWidget* parent)
    : QWidget(parent), tool_(tool) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(10, 8, 10, 8);
  column->setSpacing(4);
  on_ = new QCheckBox(tr("Test the parts by conglomerates"), this);
  on_->setToolTip(
      tr("Find the faces near another part by groups of faces with boxes, point shells and trees, beside the engine"));
  connect(on_, &QCheckBox::toggled, &tool_, &PairTestTool::setOn);
  column->addWidget(on_);

  auto* grid = new QGridLayout;
  grid->setColumnStretch(1, 1);
  const auto choice = [&](int row, const QString& label, const QStringList& items, const QString& tip) {
    auto* box = new QComboBox(this);
    box->addItems(items);
    box->setToolTip(tip);
    box->setAccessibleName(label);
    grid->addWidget(new QLabel(label, this), row, 0);
    grid->addWidget(box, row, 1);
    return box;
  };
  partitioner_ = choice(0, tr("Partition"),
                        {tr("Nearly convex patches"), tr("Planes, spheres, cylinders, cones"), tr("What lies apart"),
                         tr("Nodes of a hierarchy"), tr("Shapes, then patches")},
                        tr("How the faces of a part are cut into conglomerates of 20 to 100"));
  tree_ = choice(1, tr("Tree"), {tr("Octree"), tr("k-d tree")}, tr("What the samples of a conglomerate are sought in"));
  backend_ = choice(2, tr("Runs on"), {tr("Processor"), tr("Graphics processor (CUDA)")},
                    tr("Where faces are sought and tested; both give the same pairs"));
  connect(partitioner_, qOverload<int>(&QComboBox::activated), this, [this](int item) {
    tool_.setChoice({static_cast<gpu::Partitioner>(item), tool_.choice().tree});
  });
  connect(tree_, qOverload<int>(&QComboBox::activated), this, [this](int item) {
    tool_.setChoice({tool_.choice().partitioner, static_cast<gpu::TreeKind>(item)});
  });
  connect(backend_, qOverload<int>(&QComboBox::activated), this,
          [this](int item) { tool_.setBackend(static_cast<gpu::Backend>(item)); });
  distance_ = new QuantityEdit(Quantity::length(), this);
  distance_->setToolTip(
      tr("Faces within this distance of another part are found; 0: a thousandth of the assembly's size"));
  distance_->setAccessibleName(tr("Distance of the pair test"));
  connect(distance_, &QuantityEdit::committed, this,
          [this] { tool_.setDistance(distance_->value() > 0 ? std::optional(distance_->value()) : std::nullopt); });
  connect(distance_, &QuantityEdit::refused, this, &PairTestPanel::refused);
  grid->addWidget(new QLabel(tr("Within [mm]"), this), 3, 0);
  grid->addWidget(distance_, 3, 1);
  column->addLayout(grid);

  for (QAction* action : marks) column->addWidget(boxOf(action, this));

  auto* work = new QHBoxLayout;
  compare_ = new QPushButton(tr("Compare with hierarchies"), this);
  compare_->setToolTip(
      tr("Find the same pairs by a walk down two hierarchies, and say whether they are the same to the bit"));
  connect(compare_, &QPushButton::clicked, &tool_, &PairTestTool::askHierarchies);
  work->addWidget(compare_);
  progress_ = new QProgressBar(this);
  progress_->setRange(0, 1000);
  progress_->setTextVisible(false);
  cancel_ = new QPushButton(tr("Cancel"), this);
  connect(cancel_, &QPushButton::clicked, &tool_, &PairTestTool::cancel);
  work->addWidget(progress_, 1);
  work->addWidget(cancel_);
  column->addLayout(work);
  state_ = new QLabel(this);
  notice_ = new QLabel(this);
  for (QLabel* label : {state_, notice_}) {
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(label);
  }
  table_ = new ValueTable(this);
  column->addWidget(table_);
  column->addStretch();
  progress_->hide();
  cancel_->hide();
  connect(&tool_, &PairTestTool::stateChanged, this, [this](const QString& text, int permille) {
    state_->setText(text);
    progress_->setVisible(permille >= 0);
    cancel_->setVisible(permille >= 0);
    progress_->setValue(std::max(permille, 0));
  });
  connect(&tool_, &PairTestTool::changed, this, &PairTestPanel::refresh);
  refresh();
}

std::vector<ValueRow> PairTestPanel::rows() const {
  if (!tool_.on() || !tool_.result()) return {};
  const PairTestResult& r = *tool_.result();
  const gpu::PairReport& p = r.report;
  long long conglomerates = 0, faces = 0;
  std::map<const gpu::ConglomerateModel*, std::size_t> models;  // parts with one mesh share theirs
  for (const TestedPart& part : r.tested->parts) {
    conglomerates += part.model->count();
    faces += static_cast<long long>(part.drawn.mesh->triangles().size());
    models[part.model.get()] = part.bytes;
  }
  std::size_t bytes = 0;
  for (const auto& [model, size] : models) bytes += size;
  std::vector<ValueRow> rows;
  const auto add = [&](const QString& label, const QString& value, const QString& tip) {
    rows.push_back({label, {value}, tip});
  };
  const auto of = [](long long part, long long whole) {
    return tr("%1 of %2").arg(format::count(part), format::count(whole));
  };
  add(tr("At"), tr("t = %1 s").arg(tool_.time(), 0, 'f', 3), tr("The instant whose poses were tested"));
  add(tr("Conglomerates"), of(conglomerates, faces), tr("Groups of faces in all parts, of so many faces"));
  add(tr("Memory"), tr("%1 MB").arg(1e-6 * static_cast<double>(bytes), 0, 'f', 1),
      tr("Shells and trees of all parts; parts with one mesh share them"));
  add(tr("Pairs of boxes"), of(p.boxPairs, p.boxPairsTested), tr("Within the distance, of those that were compared"));
  add(tr("Samples asked"), format::count(p.askingSamples), tr("Points of shells that were sought in trees"));
  add(tr("Candidates"), format::count(p.candidates), tr("Pairs of faces that may be within the distance"));
  add(tr("Pairs of faces"), format::count(p.contacts), tr("Within the distance, by the exact test"));
  add(tr("Boxes"), milliseconds(p.seconds.boxes), tr("Time for the boxes of conglomerates"));
  add(tr("Search"), milliseconds(p.seconds.search), tr("Time for samples in trees"));
  add(tr("Sort"), milliseconds(p.seconds.sort), tr("Time for putting the candidates in order"));
  add(tr("Exact test"), milliseconds(p.seconds.exact), tr("Time for the distances of triangles"));
  if (p.backend == gpu::Backend::kCuda) {
    const auto kilobytes = [](long long n) { return tr("%1 kB").arg(1e-3 * static_cast<double>(n), 0, 'f', 1); };
    add(tr("Sent"), kilobytes(p.bytesUp), tr("To the graphics processor in this test"));
    add(tr("Fetched"), kilobytes(p.bytesDown), tr("From the graphics processor in this test"));
    add(tr("Resident"), kilobytes(p.residentBytes), tr("Conglomerates that stay there"));
  }
  if (r.front) {
    const FrontsReport& f = r.front->walks;
    add(tr("Front"), tr("%1 pairs").arg(format::count(f.items)),
        tr("Pairs of boxes at which walks down two hierarchies end"));
    add(tr("Known without a test"), of(f.known, f.known + f.nodeTests),
        tr("Pairs that the motion since the last test told apart, of all that were asked about"));
    add(tr("Time of the front"), milliseconds(f.seconds),
        tr("For moving it here, with the exact test of its near leaves"));
    add(tr("Front's pairs"), r.front->equal ? tr("the same, to the bit") : tr("NOT THE SAME"),
        tr("Whether the front found the same pairs of faces with the same distances"));
  }
  if (r.hierarchies) {
    add(tr("Hierarchies"), milliseconds(r.hierarchies->seconds), tr("Time of the same search by two hierarchies"));
    add(tr("Same pairs"), r.hierarchies->equal ? tr("yes, to the bit") : tr("NO"),
        tr("Whether both ways found the same pairs of faces with the same distances"));
  }
  return rows;
}

void PairTestPanel::refresh() {
  const QSignalBlocker block(on_);
  on_->setChecked(tool_.on());
  partitioner_->setCurrentIndex(static_cast<int>(tool_.choice().partitioner));
  tree_->setCurrentIndex(static_cast<int>(tool_.choice().tree));
  backend_->setCurrentIndex(static_cast<int>(tool_.backend()));
  distance_->setValue(tool_.distance().value_or(0));
  compare_->setEnabled(tool_.on());
  notice_->setText(tool_.on() ? QString::fromStdString(tool_.notice()) : QString());
  notice_->setVisible(!notice_->text().isEmpty());
  table_->display({}, rows());
}

}  // namespace passung::app
