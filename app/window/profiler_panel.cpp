// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/profiler_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QSettings>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/window/format.h"
#include "app/window/parts_model.h"

namespace passung::app {

namespace {

constexpr std::size_t kMostPictures = 300;
constexpr int kShareRole = Qt::UserRole;

// The name of a stage before a bar as long as its share.
class BarDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const double share = index.data(kShareRole).toDouble();
    if (share > 0) {
      const QRectF room = QRectF(option.rect).adjusted(0, 1, -2, -1);
      QColor color = option.palette.color(QPalette::Highlight);
      color.setAlpha(90);
      painter->save();
      painter->setRenderHint(QPainter::Antialiasing);
      painter->setPen(Qt::NoPen);
      painter->setBrush(color);
      painter->drawRoundedRect(QRectF(room.left(), room.top(), std::max(2.0, share * room.width()), room.height()), 2,
                               2);
      painter->restore();
    }
    QStyledItemDelegate::paint(painter, option, index);
  }
};

// Of times below a microsecond, hundredths are noise enough.
QString costText(double ms) {
  const double us = 1000 * ms;
  return us > 0 && us < 1 ? QString::number(us, 'f', 2) + QString::fromUtf8(" \u00b5s") : format::milliseconds(ms);
}

template <class Costs, class F>
Spread spreadOfAll(const Costs& costs, F&& figure) {
  std::vector<double> figures;
  figures.reserve(costs.size());
  for (const auto& cost : costs) figures.push_back(figure(cost));
  return spreadOf(std::move(figures));
}

// Of the single steps of one engine.
std::vector<EngineCost> stepsOf(const std::vector<StepCost>& costs, std::size_t engine) {
  std::vector<EngineCost> steps;
  steps.reserve(costs.size());
  for (const StepCost& cost : costs) {
    if (cost.engines[engine].steps > 0) steps.push_back(cost.engines[engine].ofOne());
  }
  return steps;
}

QString titleOf(const EngineInfo& info) { return QString::fromStdString(variantTitle(info.variant)); }

}  // namespace

ProfilerPanel::ProfilerPanel(QWidget* parent)
    : QWidget(parent), summary_(new QLabel(this)), table_(new QTreeWidget(this)), count_(new QSpinBox(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 8, 0, 8);
  column->setSpacing(6);
  summary_->setContentsMargins(10, 0, 10, 0);
  summary_->setWordWrap(true);
  summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(summary_);
  table_->setHeaderLabels({tr("Stage"), tr("Min"), tr("Median"), tr("Max")});
  table_->setRootIsDecorated(false);
  table_->setItemsExpandable(false);
  table_->setIndentation(12);
  table_->setUniformRowHeights(true);
  table_->setSelectionMode(QAbstractItemView::NoSelection);
  table_->setFocusPolicy(Qt::ClickFocus);
  table_->setAccessibleName(tr("Times of the stages"));
  table_->setItemDelegateForColumn(0, new BarDelegate(table_));
  table_->header()->setStretchLastSection(false);
  table_->header()->setSectionsMovable(false);
  table_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  column->addWidget(table_, 1);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(10, 0, 10, 0);
  auto* label = new QLabel(tr("Of the last"), this);
  count_->setRange(1, static_cast<int>(StepCosts::kMost));
  count_->setValue(QSettings().value(QStringLiteral("profilerSteps"), 1000).toInt());
  count_->setSuffix(tr(" steps"));
  count_->setGroupSeparatorShown(true);
  count_->setAccessibleName(label->text());
  count_->setToolTip(tr("So many time steps are looked at"));
  connect(count_, qOverload<int>(&QSpinBox::valueChanged), this,
          [](int n) { QSettings().setValue(QStringLiteral("profilerSteps"), n); });
  row->addWidget(label);
  row->addWidget(count_);
  row->addStretch();
  column->addLayout(row);
}

void ProfilerPanel::add(const PictureCost& cost) {
  pictures_.push_back(cost);
  if (pictures_.size() > kMostPictures) pictures_.pop_front();
}

std::vector<ProfilerPanel::Group> ProfilerPanel::groups(const SessionFrame& frame,
                                                        const std::vector<StepCost>& costs) const {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < frame.engines.size(); ++i) {
    const std::vector<EngineCost> steps = stepsOf(costs, i);
    const auto of = [&](auto&& figure) { return spreadOfAll(steps, figure); };
    Group group{.name = tr("A step of %1").arg(titleOf((*frame.infos)[i])), .rows = {}};
    const Spread whole = of([](const EngineCost& c) { return c.step; });
    const auto add = [&](const QString& name, const QString& tip, const Spread& spread) {
      group.rows.push_back({name, tip, spread, whole.median > 0 ? std::min(1.0, spread.median / whole.median) : 0});
    };
    for (int k = 0; k < dynamics::kStageCount; ++k) {
      const auto stage = static_cast<std::size_t>(k);
      add(stageLabel(static_cast<dynamics::Stage>(k)), tr("Wall time of this stage of a step"),
          of([&](const EngineCost& c) { return c.stages[stage]; }));
    }
    add(tr("other"), tr("What belongs to no stage"), of([](const EngineCost& c) {
          double stages = 0;
          for (const double s : c.stages) stages += s;
          return std::max(0.0, c.step - stages);
        }));
    add(tr("whole step"), tr("All of it, as the session waits for it"), whole);
    groups.push_back(std::move(group));
  }
  const auto addGroup = [&](const QString& name, std::vector<Row> rows) {
    double longest = 0;
    for (const Row& row : rows) longest = std::max(longest, row.spread.median);
    for (Row& row : rows) row.share = longest > 0 ? row.spread.median / longest : 0;
    groups.push_back({name, std::move(rows)});
  };
  addGroup(
      tr("Beside a step"),
      {{tr("monitors"), tr("Judging the monitors of the scene; in a comparison, measuring every variant"),
        spreadOfAll(costs, [](const StepCost& c) { return c.monitors; })},
       {tr("curves"), tr("Sampling what is plotted"), spreadOfAll(costs, [](const StepCost& c) { return c.curves; })}});
  addGroup(tr("A picture"), {{tr("snapshot"), tr("Copying the state out of the session's thread"),
                              spreadOfAll(pictures_, [](const PictureCost& c) { return c.publish; })},
                             {tr("overlays"), tr("Turning the state into what is drawn"),
                              spreadOfAll(pictures_, [](const PictureCost& c) { return c.lists; })},
                             {tr("drawing"), tr("Giving it to OpenGL, all views; the graphics card may take longer"),
                              spreadOfAll(pictures_, [](const PictureCost& c) { return c.draw; })}});
  return groups;
}

void ProfilerPanel::display(const SessionFrame& frame, const StepCosts& costs) {
  if (frame.engines.empty()) return;
  std::vector<StepCost> last = costs.last(static_cast<std::size_t>(count_->value()));
  std::erase_if(last, [&](const StepCost& c) { return c.engines.size() != frame.engines.size(); });
  QStringList lines;
  for (std::size_t i = 0; i < frame.engines.size() && !last.empty(); ++i) {
    const std::vector<EngineCost> steps = stepsOf(last, i);
    if (steps.empty()) continue;
    const double median = spreadOfAll(steps, [](const EngineCost& c) { return c.step; }).median;
    const double dt_ms = 1000 * (*frame.infos)[i].dt;
    lines << tr("%1: %2 for a step of %3, %4\u00d7 real time")
                 .arg(titleOf((*frame.infos)[i]), format::milliseconds(median), format::milliseconds(dt_ms),
                      median > 0 ? format::number(dt_ms / median, 3) : QStringLiteral("\u2013"));
  }
  if (last.empty()) {
    lines << tr("No step was taken yet");
  } else if (frame.playing && frame.realTimeFactor > 0) {
    lines << tr("%1\u00d7 real time reached, all together").arg(format::number(frame.realTimeFactor, 3));
  }
  summary_->setText(lines.join('\n'));
  fill(groups(frame, last));
}

// Items are made once and then only filled, so that the table does not flicker.
void ProfilerPanel::fill(const std::vector<Group>& groups) {
  bool same = table_->topLevelItemCount() == static_cast<int>(groups.size());
  for (int g = 0; same && g < table_->topLevelItemCount(); ++g)
    same = table_->topLevelItem(g)->childCount() == static_cast<int>(groups[static_cast<std::size_t>(g)].rows.size());
  if (!same) table_->clear();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    QTreeWidgetItem* head = same ? table_->topLevelItem(static_cast<int>(g)) : new QTreeWidgetItem(table_);
    head->setText(0, groups[g].name);
    if (!same) {
      QFont bold = table_->font();
      bold.setBold(true);
      head->setFont(0, bold);
      head->setFirstColumnSpanned(true);
      head->setExpanded(true);
    }
    for (std::size_t r = 0; r < groups[g].rows.size(); ++r) {
      const Row& row = groups[g].rows[r];
      QTreeWidgetItem* item = same ? head->child(static_cast<int>(r)) : new QTreeWidgetItem(head);
      const QStringList texts{row.name, costText(row.spread.min), costText(row.spread.median),
                              costText(row.spread.max)};
      for (int c = 0; c < texts.size(); ++c) {
        item->setText(c, texts[c]);
        item->setToolTip(c, row.tip);
        if (c > 0) item->setTextAlignment(c, Qt::AlignRight | Qt::AlignVCenter);
      }
      item->setData(0, kShareRole, row.share);
    }
  }
}

}  // namespace passung::app
