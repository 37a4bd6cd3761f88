// SPDX-License-Identifier: GPL-3.0-or-later
// The pairs of parts that touch in the state that is shown, the hardest pressed first.
#pragma once

#include <QLabel>
#include <QTreeWidget>
#include <QWidget>
#include <vector>

#include "dynamics/snapshot.h"
#include "scenes/scene.h"

namespace passung::app {

struct ContactPair {
  int bodyA = -1, bodyB = -1;
  int points = 0;
  Vec3 force = Vec3::Zero();  // sum on B [N]
  double pressing = 0;        // sum of the forces along the normals [N]
  double friction = 0;        // sum of the forces across them [N]
  double gap = 0;             // the smallest [m]
  Vec3 place = Vec3::Zero();  // mean of the points, weighted by their forces [m], W
  double reach = 0;           // of the points from there, at most [m]
};
// By the force that presses the parts together, the largest first; equal ones as their bodies are numbered.
[[nodiscard]] std::vector<ContactPair> contactPairs(const dynamics::WorldSnapshot& snapshot);

class ContactsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ContactsPanel(QWidget* parent = nullptr);

  void display(const scenes::Scene& scene, const dynamics::WorldSnapshot& snapshot);
  [[nodiscard]] const QTreeWidget& table() const { return *table_; }
  [[nodiscard]] QString summary() const { return summary_->text(); }

 signals:
  void zoomAsked(passung::Vec3 p_W, double radius);  // [m] half the width of what should be seen

 private:
  QLabel* summary_;
  QTreeWidget* table_;
  std::vector<ContactPair> pairs_;
  std::vector<double> sizes_;  // of the bodies [m]
};

}  // namespace passung::app
