// SPDX-License-Identifier: GPL-3.0-or-later
// The parts as a tree of the assembly: what each is, where it came from, and a badge for each thing that may be wrong
// with it.
#pragma once

#include <QTreeWidget>
#include <set>
#include <vector>

#include "app/window/parts_model.h"

namespace passung::app {

class PartsPanel : public QTreeWidget {
  Q_OBJECT
 public:
  enum Column { kName, kFaults, kMotion, kTriangles, kSize, kUnit, kMass, kColumns };

  explicit PartsPanel(QWidget* parent = nullptr);
  // Groups that were closed stay so.
  void display(const std::vector<PartSummary>& parts);
  void select(int body);  // -1: none; emits nothing
  [[nodiscard]] int selected() const;
  // The row of a body; null: it has none.
  [[nodiscard]] QTreeWidgetItem* itemOf(int body) const;
  // Where the badge of a fault is, in the viewport; empty where it is out of sight.
  [[nodiscard]] QRect badgeRect(int body, std::size_t fault) const;

 signals:
  void partSelected(int body);
  void faultClicked(int body, int fault);

 protected:
  void mouseReleaseEvent(QMouseEvent* event) override;
  bool viewportEvent(QEvent* event) override;  // each badge has its own tip

 private:
  void addNodes(const std::vector<PartNode>& nodes, const QString& path, QTreeWidgetItem* parent);
  QTreeWidgetItem* addRow(const PartNode& node, QTreeWidgetItem* parent);
  void fillPart(QTreeWidgetItem& item, int body);
  void fillGroup(QTreeWidgetItem& item);
  // The body and fault of the badge at a point of the viewport; {-1, -1}: none.
  [[nodiscard]] std::pair<int, int> badgeAt(const QPoint& at) const;

  std::vector<PartSummary> parts_;
  std::vector<QTreeWidgetItem*> items_;  // by body
  std::set<QString> closed_;             // groups, by path
  bool quiet_ = false;
  bool nameDragged_ = false;  // the user chose its column's width
};

}  // namespace passung::app
