// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts_panel.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolTip>
#include <algorithm>
#include <map>

#include "app/window/format.h"
#include "app/window/icons.h"

namespace passung::app {

namespace {

constexpr int kBody = Qt::UserRole, kPath = Qt::UserRole + 1, kIcons = Qt::UserRole + 2;
constexpr int kBadge = 16, kBadgeStep = 19;  // [pixel]

QRect badgeIn(const QRect& cell, int index) {
  return {cell.left() + 2 + index * kBadgeStep, cell.center().y() - kBadge / 2, kBadge, kBadge};
}

// Paints the icons of kIcons side by side.
class BadgeDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    int i = 0;
    for (const QString& name : index.data(kIcons).toStringList()) icon(name).paint(painter, badgeIn(option.rect, i++));
  }

  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const auto count = static_cast<int>(index.data(kIcons).toStringList().size());
    return {4 + count * kBadgeStep, QStyledItemDelegate::sizeHint(option, index).height()};
  }
};

}  // namespace

PartsPanel::PartsPanel(QWidget* parent) : QTreeWidget(parent) {
  setHeaderLabels({tr("Part"), tr("Check"), tr("Motion"), tr("Triangles"), tr("Size"), tr("Unit"), tr("Mass")});
  const QStringList tips{tr("Name and colour"),
                         tr("What may be wrong with the part: a click on a badge shows the place"),
                         tr("Fixed, moving or driven"),
                         tr("Triangles of its meshes"),
                         tr("Along its own axes x, y, z"),
                         tr("What the numbers of its file were taken in"),
                         tr("Of moving parts")};
  for (int c = 0; c < kColumns; ++c) headerItem()->setToolTip(c, tips[c]);
  setUniformRowHeights(true);
  setAlternatingRowColors(true);
  setIndentation(14);
  setAccessibleName(tr("Parts"));
  setItemDelegateForColumn(kFaults, new BadgeDelegate(this));
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  header()->setSectionResizeMode(kName, QHeaderView::Interactive);
  header()->setMinimumSectionSize(40);
  connect(header(), &QHeaderView::sectionResized, this,
          [this](int column) { nameDragged_ |= column == kName && !quiet_; });
  connect(this, &QTreeWidget::itemSelectionChanged, this, [this] {
    if (!quiet_) emit partSelected(selected());
  });
  connect(this, &QTreeWidget::itemCollapsed, this,
          [this](const QTreeWidgetItem* item) { closed_.insert(item->data(kName, kPath).toString()); });
  connect(this, &QTreeWidget::itemExpanded, this,
          [this](const QTreeWidgetItem* item) { closed_.erase(item->data(kName, kPath).toString()); });
}

void PartsPanel::display(const std::vector<PartSummary>& parts) {
  quiet_ = true;
  parts_ = parts;
  const std::set<QString> closed = closed_;  // what is removed counts as opened or closed by nobody
  clear();
  items_.assign(parts.size(), nullptr);
  const std::vector<PartNode> tree = partTree(parts);
  setRootIsDecorated(std::any_of(tree.begin(), tree.end(), [](const PartNode& node) { return node.body < 0; }));
  closed_ = closed;
  addNodes(tree, QString(), nullptr);
  const bool units = std::any_of(parts.begin(), parts.end(), [](const PartSummary& p) { return !p.unit.isEmpty(); });
  setColumnHidden(kUnit, !units);
  // Long names leave room for what is beside them, until a user gives the column a width.
  const int width = fontMetrics().averageCharWidth();
  if (!nameDragged_) setColumnWidth(kName, std::clamp(sizeHintForColumn(kName), 8 * width, 24 * width));
  quiet_ = false;
}

void PartsPanel::addNodes(const std::vector<PartNode>& nodes, const QString& path, QTreeWidgetItem* parent) {
  for (const PartNode& node : nodes) {
    QTreeWidgetItem* item = addRow(node, parent);
    if (node.body >= 0) continue;
    const QString own = path + '/' + node.name;
    item->setData(kName, kPath, own);
    addNodes(node.children, own, item);
    fillGroup(*item);
    item->setExpanded(!closed_.contains(own));
  }
}

QTreeWidgetItem* PartsPanel::addRow(const PartNode& node, QTreeWidgetItem* parent) {
  auto* item = parent ? new QTreeWidgetItem(parent) : new QTreeWidgetItem(this);
  item->setText(kName, node.name);
  item->setData(kName, kBody, node.body);
  for (const int c : {kTriangles, kSize, kMass}) item->setTextAlignment(c, Qt::AlignRight | Qt::AlignVCenter);
  if (node.body >= 0) fillPart(*item, node.body);
  return item;
}

void PartsPanel::fillPart(QTreeWidgetItem& item, int body) {
  static std::map<QRgb, QIcon> swatches;  // thousands of parts share few colours
  const PartSummary& part = parts_[static_cast<std::size_t>(body)];
  items_[static_cast<std::size_t>(body)] = &item;
  const QColor color = QColor::fromRgbF(part.color.r, part.color.g, part.color.b);
  QIcon& colored = swatches[color.rgb()];
  if (colored.isNull()) colored = swatch(color);
  const QString none = QStringLiteral("\u2013");
  item.setIcon(kName, colored);
  item.setText(kMotion, part.motion);
  item.setText(kMass, part.mass > 0 ? format::mass(part.mass) : none);
  item.setText(kTriangles, part.triangles > 0 ? format::count(part.triangles) : none);
  item.setText(kSize, part.size == Vec3(Vec3::Zero()) ? none : format::lengths(part.size));
  item.setText(kUnit, part.unit.isEmpty() ? none : part.unit);
  item.setToolTip(kUnit, part.file);
  QStringList icons, tips;
  for (const PartFault& fault : part.faults) {
    icons << QString::fromLatin1(iconOf(fault.kind));
    tips << fault.text;
  }
  item.setData(kFaults, kIcons, icons);
  item.setData(kFaults, Qt::AccessibleTextRole, tips.join(QStringLiteral("; ")));
  item.setToolTip(kName, (QStringList(part.name) << tips).join('\n'));
}

// Sums of what is in the group.
void PartsPanel::fillGroup(QTreeWidgetItem& item) {
  long long triangles = 0;
  int parts = 0;
  const std::function<void(const QTreeWidgetItem&)> visit = [&](const QTreeWidgetItem& group) {
    for (int i = 0; i < group.childCount(); ++i) {
      const QTreeWidgetItem& child = *group.child(i);
      const int body = child.data(kName, kBody).toInt();
      if (body < 0) {
        visit(child);
      } else {
        ++parts;
        triangles += parts_[static_cast<std::size_t>(body)].triangles;
      }
    }
  };
  visit(item);
  item.setText(kMotion, tr("%1 parts").arg(parts));
  if (triangles > 0) item.setText(kTriangles, format::count(triangles));
  QFont bold = font();
  bold.setBold(true);
  item.setFont(kName, bold);
}

QTreeWidgetItem* PartsPanel::itemOf(int body) const {
  const auto b = static_cast<std::size_t>(body);
  return body >= 0 && b < items_.size() ? items_[b] : nullptr;
}

void PartsPanel::select(int body) {
  quiet_ = true;
  QTreeWidgetItem* item = itemOf(body);
  setCurrentItem(item);
  if (!item) clearSelection();
  quiet_ = false;
}

int PartsPanel::selected() const {
  const auto items = selectedItems();
  return items.isEmpty() ? -1 : items.front()->data(kName, kBody).toInt();
}

// --- Badges

QRect PartsPanel::badgeRect(int body, std::size_t fault) const {
  const QTreeWidgetItem* item = itemOf(body);
  if (!item || fault >= parts_[static_cast<std::size_t>(body)].faults.size()) return {};
  const QRect cell = visualRect(indexFromItem(item, kFaults));
  return cell.isEmpty() ? QRect() : badgeIn(cell, static_cast<int>(fault));
}

std::pair<int, int> PartsPanel::badgeAt(const QPoint& at) const {
  const QTreeWidgetItem* item = itemAt(at);
  const int body = item ? item->data(kName, kBody).toInt() : -1;
  if (body < 0) return {-1, -1};
  for (std::size_t i = 0; i < parts_[static_cast<std::size_t>(body)].faults.size(); ++i) {
    if (badgeRect(body, i).contains(at)) return {body, static_cast<int>(i)};
  }
  return {-1, -1};
}

void PartsPanel::mouseReleaseEvent(QMouseEvent* event) {
  QTreeWidget::mouseReleaseEvent(event);
  if (event->button() != Qt::LeftButton) return;
  if (const auto [body, fault] = badgeAt(event->position().toPoint()); body >= 0) emit faultClicked(body, fault);
}

bool PartsPanel::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto [body, fault] = badgeAt(help->pos()); body >= 0) {
      const PartSummary& part = parts_[static_cast<std::size_t>(body)];
      QToolTip::showText(help->globalPos(), part.faults[static_cast<std::size_t>(fault)].text, this);
      return true;
    }
  }
  return QTreeWidget::viewportEvent(event);
}

}  // namespace passung::app
