// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recordings_dialog.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QToolButton>
#include <algorithm>

#include "app/window/format.h"
#include "core/math.h"

namespace passung::app {

namespace {

constexpr int kMostRows = 5000;

QString degrees(double radians) { return RecordingsDialog::tr("%1\u00b0").arg(radians * 180 / kPi, 0, 'g', 4); }

}  // namespace

RecordingsDialog::RecordingsDialog(QWidget* parent)
    : WorkDialog(
          {.title = tr("Compare recordings"),
           .purpose = tr("How far the parts of two runs are from each other, at the instants that both recordings "
                         "hold: of two settings, two versions or two machines."),
           .begin = tr("Compare"),
           .beginTip = tr("Compare the two recordings"),
           .cancelTip = tr("Stop comparing")},
          parent),
      table_(new QTreeWidget(this)),
      distance_(new TimePlot(
          tr("Largest distance"), [](double m) { return format::length(m); }, this)),
      angle_(new TimePlot(tr("Largest angle"), degrees, this)) {
  first_ = makeField(tr("First"), tr("A recording, the reference"));
  second_ = makeField(tr("Second"), tr("The recording that is compared with it"));
  table_->setHeaderLabels({tr("Part"), tr("Apart"), tr("at"), tr("Turned"), tr("at")});
  table_->setRootIsDecorated(false);
  table_->setUniformRowHeights(true);
  table_->setAlternatingRowColors(true);
  table_->setAccessibleName(tr("Differences by part"));
  table_->header()->setStretchLastSection(false);
  table_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  results().addWidget(table_, 1);
  results().addWidget(distance_);
  results().addWidget(angle_);
  resize(560, 620);
}

QLineEdit* RecordingsDialog::makeField(const QString& label, const QString& tip) {
  auto* row = new QHBoxLayout;
  auto* name = new QLabel(label, this);
  name->setMinimumWidth(fontMetrics().horizontalAdvance(tr("Second")) + 8);
  auto* field = new QLineEdit(this);
  field->setToolTip(tip);
  field->setAccessibleName(label);
  name->setBuddy(field);
  auto* browse = new QToolButton(this);
  browse->setText(tr("Choose\u2026"));
  browse->setToolTip(tip);
  connect(browse, &QToolButton::clicked, this, [this, field, label] {
    auto* dialog = new QFileDialog(this, label);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Recordings (*.prec)"), tr("All files (*)")});
    if (!field->text().isEmpty()) dialog->setDirectory(QFileInfo(field->text()).absolutePath());
    connect(dialog, &QFileDialog::fileSelected, field, &QLineEdit::setText);
    dialog->open();
  });
  row->addWidget(name);
  row->addWidget(field, 1);
  row->addWidget(browse);
  fields().addLayout(row);
  return field;
}

void RecordingsDialog::compare(const QString& first, const QString& second) {
  first_->setText(first);
  second_->setText(second);
  result_.reset();
  display();
  if (first.isEmpty() || second.isEmpty()) return words().setText(tr("Choose two recordings."));
  task_.start([a = first.toStdString(), b = second.toStdString()](const auto& progress) {
    return compareRecordings(a, b, [&](double share) { return progress(static_cast<int>(1000 * share), 1000); });
  });
  begun(tr("Comparing\u2026"));
}

WorkDialog::Progress RecordingsDialog::poll() {
  auto status = task_.poll();
  if (status.running) return {.running = true, .permille = status.done};
  result_ = std::move(status.result);
  display();
  if (!result_) words().setText(QString::fromStdString(status.error));
  return {};
}

void RecordingsDialog::display() {
  table_->clear();
  distance_->clear();
  angle_->clear();
  if (!result_) return;
  const RecordingComparison& c = *result_;
  QStringList lines;
  if (c.parted) {
    lines << tr("They part at %1 s: at most %2 and %3, over %4 instants.")
                 .arg(*c.parted, 0, 'g', 6)
                 .arg(format::length(c.largestDistance()), degrees(c.largestAngle()),
                      format::count(static_cast<std::int64_t>(c.instants.size())));
  } else {
    lines << tr("The same bits at all %1 instants.").arg(format::count(static_cast<std::int64_t>(c.instants.size())));
  }
  if (c.firstEnd != c.secondEnd)
    lines << tr("The first ends at %1 s, the second at %2 s.").arg(c.firstEnd, 0, 'g', 6).arg(c.secondEnd, 0, 'g', 6);
  const auto names = [](const std::vector<std::string>& list) {
    QStringList texts;
    for (const std::string& name : list) texts << QString::fromStdString(name);
    return texts.join(QStringLiteral(", "));
  };
  if (!c.onlyFirst.empty()) lines << tr("Only in the first: %1").arg(names(c.onlyFirst));
  if (!c.onlySecond.empty()) lines << tr("Only in the second: %1").arg(names(c.onlySecond));
  for (const std::string& warning : c.warnings) lines << QString::fromStdString(warning);
  words().setText(lines.join('\n'));

  std::vector<RecordingComparison::Body> worst = c.bodies;
  std::stable_sort(worst.begin(), worst.end(), [](const auto& a, const auto& b) { return a.distance > b.distance; });
  const auto second = [](double t) { return tr("%1 s").arg(t, 0, 'g', 4); };
  for (const auto& body : worst) {
    if (table_->topLevelItemCount() >= kMostRows) break;
    auto* row = new QTreeWidgetItem({QString::fromStdString(body.name), format::length(body.distance),
                                     second(body.distanceTime), degrees(body.angle), second(body.angleTime)});
    for (int column = 1; column < 5; ++column) row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    table_->addTopLevelItem(row);
  }
  for (const auto& instant : c.instants) {
    distance_->add(instant.time, {instant.distance});
    angle_->add(instant.time, {instant.angle});
  }
}

}  // namespace passung::app
