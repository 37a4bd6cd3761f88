// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts tree and the properties show, as plain values.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "app/session/session.h"

namespace passung::app {

struct PartSummary {
  QString name, motion, shapes;
  Color color;
  double mass = 0;           // [kg]; 0 for fixed bodies
  long long triangles = 0;   // of its meshes
  Vec3 size = Vec3::Zero();  // of its bounds, in its own axes [m]
  QStringList warnings;
};

[[nodiscard]] std::vector<PartSummary> partSummaries(const scenes::Scene& scene, const EngineInfo* info);

// One labelled line with a value for each engine, or one value for all.
struct ValueRow {
  QString label;
  QStringList values;
  QString tip;
};

// The selected body: where it is, how it moves, what touches it.
[[nodiscard]] std::vector<ValueRow> bodyRows(const SessionFrame& frame, int body, const PartSummary& part);
// The run: contacts, gaps, energy, time by stage, monitors.
[[nodiscard]] std::vector<ValueRow> runRows(const SessionFrame& frame);

[[nodiscard]] QString stageLabel(dynamics::Stage stage);  // "broad phase"

// The smallest gap of all contacts [m]; infinite without contacts.
[[nodiscard]] double smallestGap(const dynamics::WorldSnapshot& snapshot);
// "gap 12 um" or "overlap 3 um".
[[nodiscard]] QString gapText(double gap);

}  // namespace passung::app
