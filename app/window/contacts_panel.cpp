// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/contacts_panel.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "app/window/format.h"

namespace passung::app {

namespace {

constexpr int kMostRows = 1000;       // the hardest pressed; a table of more is not read
constexpr double kNoFriction = 1e-9;  // of what presses
constexpr double kLeastZoom = 0.02;   // of the smaller part's size, half the width of what is zoomed to
enum Column { kParts, kPressing, kFriction, kGap, kColumns };

}  // namespace

std::vector<ContactPair> contactPairs(const dynamics::WorldSnapshot& snapshot) {
  std::map<std::pair<int, int>, ContactPair> byBodies;
  std::map<std::pair<int, int>, double> weights;
  const auto weightOf = [](const dynamics::Contact& c) { return std::max(c.f_W.norm(), 1e-300); };
  for (const dynamics::Contact& c : snapshot.contacts) {
    const std::pair key{c.bodyA, c.bodyB};
    const auto [at, isNew] = byBodies.try_emplace(key);
    ContactPair& pair = at->second;
    pair.bodyA = c.bodyA;
    pair.bodyB = c.bodyB;
    ++pair.points;
    pair.force += c.f_W;
    const double along = c.f_W.dot(c.n_W);
    pair.pressing += along;
    pair.friction += (c.f_W - along * c.n_W).norm();
    pair.gap = isNew ? c.gap : std::min(pair.gap, c.gap);
    // The running mean stays finite for any weights.
    double& weight = weights[key];
    weight += weightOf(c);
    pair.place += weightOf(c) / weight * (c.p_W - pair.place);
  }
  for (const dynamics::Contact& c : snapshot.contacts) {
    ContactPair& pair = byBodies[{c.bodyA, c.bodyB}];
    pair.reach = std::max(pair.reach, (c.p_W - pair.place).norm());
  }
  std::vector<ContactPair> pairs;
  for (const auto& [bodies, pair] : byBodies) pairs.push_back(pair);
  std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.pressing > b.pressing; });
  return pairs;
}

ContactsPanel::ContactsPanel(QWidget* parent)
    : QWidget(parent), summary_(new QLabel(this)), table_(new QTreeWidget(this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 8, 0, 8);
  column->setSpacing(6);
  summary_->setContentsMargins(10, 0, 10, 0);
  summary_->setWordWrap(true);
  column->addWidget(summary_);
  table_->setHeaderLabels({tr("Parts"), tr("Pressing"), tr("Friction"), tr("Gap")});
  const QString tips[kColumns] = {
      tr("The two parts, and how many contact points they have"), tr("Sum of the forces along the contact normals"),
      tr("Sum of the forces across the contact normals"), tr("The smallest gap of the points, as the engine sees it")};
  for (int i = 0; i < kColumns; ++i) table_->headerItem()->setToolTip(i, tips[i]);
  table_->setRootIsDecorated(false);
  table_->setUniformRowHeights(true);
  table_->setAlternatingRowColors(true);
  table_->setTextElideMode(Qt::ElideMiddle);
  table_->setAccessibleName(tr("Contact forces by pair"));
  table_->header()->setStretchLastSection(false);
  table_->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->header()->setSectionResizeMode(kParts, QHeaderView::Stretch);
  table_->header()->setMinimumSectionSize(fontMetrics().horizontalAdvance(QStringLiteral("bracket \u2013 m")));
  column->addWidget(table_, 1);
  connect(table_, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item) {
    const auto row = static_cast<std::size_t>(table_->indexOfTopLevelItem(item));
    if (row >= pairs_.size()) return;
    const ContactPair& pair = pairs_[row];
    const auto size = [&](int body) {
      const auto b = static_cast<std::size_t>(body);
      return b < sizes_.size() ? sizes_[b] : 0;
    };
    emit zoomAsked(pair.place, std::max(1.5 * pair.reach, kLeastZoom * std::max(size(pair.bodyA), size(pair.bodyB))));
  });
}

void ContactsPanel::display(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot) {
  // Rows are reused; the chosen pair stays chosen where it goes.
  const auto current = table_->indexOfTopLevelItem(table_->currentItem());
  std::pair chosen{-1, -1};
  if (current >= 0 && static_cast<std::size_t>(current) < pairs_.size()) {
    const ContactPair& pair = pairs_[static_cast<std::size_t>(current)];
    chosen = {pair.bodyA, pair.bodyB};
  }
  pairs_ = contactPairs(snapshot);
  sizes_.clear();
  for (const dynamics::BodyDef& body : scene.world.bodies) {
    const Aabb box = dynamics::localBounds(body);
    sizes_.push_back(!box.empty() && box.extent().allFinite() ? box.size() : 0);
  }
  const auto name = [&](int body) {
    const auto b = static_cast<std::size_t>(body);
    return b < scene.world.bodies.size() ? QString::fromStdString(scene.world.bodies[b].name) : QString();
  };
  const int rows = static_cast<int>(std::min<std::size_t>(pairs_.size(), kMostRows));
  while (table_->topLevelItemCount() > rows) delete table_->takeTopLevelItem(rows);
  while (table_->topLevelItemCount() < rows) {
    auto* item = new QTreeWidgetItem(table_);
    for (int i = kPressing; i < kColumns; ++i) item->setTextAlignment(i, Qt::AlignRight | Qt::AlignVCenter);
  }
  for (int i = 0; i < rows; ++i) {
    const ContactPair& pair = pairs_[static_cast<std::size_t>(i)];
    QTreeWidgetItem& item = *table_->topLevelItem(i);
    const QString parts = QStringLiteral("%1 \u2013 %2").arg(name(pair.bodyA), name(pair.bodyB));
    item.setText(kParts, parts);
    item.setToolTip(kParts, tr("%1: %2 points, gap %3; double click zooms to the place")
                                .arg(parts, format::count(pair.points), format::length(pair.gap, 3)));
    item.setText(kPressing, format::force(pair.pressing));
    // What is left of it by rounding is none.
    const bool rubs = pair.friction > kNoFriction * std::abs(pair.pressing);
    item.setText(kFriction, rubs ? format::force(pair.friction) : QStringLiteral("0"));
    item.setText(kGap, format::length(pair.gap, 3));
    if (std::pair(pair.bodyA, pair.bodyB) == chosen) {
      const QSignalBlocker block(table_);
      table_->setCurrentItem(&item);
    }
  }
  const QString count = pairs_.size() == 1
                            ? tr("1 pair in contact")
                            : tr("%1 pairs in contact").arg(format::count(static_cast<long long>(pairs_.size())));
  summary_->setText(pairs_.size() > static_cast<std::size_t>(kMostRows)
                        ? tr("%1, the hardest pressed %2 are listed").arg(count).arg(kMostRows)
                        : count);
}

}  // namespace passung::app
