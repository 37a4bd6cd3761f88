// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts tree and the properties show, as plain values.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

#include "app/run/start_check.h"
#include "app/session/session.h"

namespace passung::app {

// Something that a part's mesh or its place may be wrong in.
struct PartFault {
  enum class Kind {
    kOpen,         // the surface is not closed
    kInverted,     // it was inside out, and has been turned
    kNonManifold,  // edges with more than two faces
    kCrossing,     // it passes through itself
    kOverlap,      // the part overlaps another one at the start
    kAssumed       // anything else that loading had to repair or assume
  };
  Kind kind = Kind::kAssumed;
  QString text;  // what is wrong, how many, and what to do
  // Where to look [m]: in the frame of the part, or in the world for kOverlap. Empty: the whole part.
  std::optional<Vec3> place{};
  double radius = 0;  // [m] half the width of what should be seen there
};

// The name of its icon.
[[nodiscard]] const char* iconOf(PartFault::Kind kind);

struct PartSummary {
  QString name, motion, shapes;
  QString file, unit;  // that the part came from, in full, and "mm", "mm, guessed"; empty for other shapes
  Color color;
  double mass = 0;                // [kg]; 0 for fixed bodies
  long long triangles = 0;        // of its meshes
  Vec3 size = Vec3::Zero();       // of its bounds, in its own axes [m]
  QStringList warnings;           // of the meshes
  std::vector<PartFault> faults;  // the same as badges, and what the check of the start found
};

[[nodiscard]] std::vector<PartSummary> partSummaries(const scenes::Scene& scene, const EngineInfo* info,
                                                     const StartReport* start = nullptr);

// The parts as an assembly: names that are paths ("pump/rotor/screw") make groups, and so do files where the parts are
// of several. A group of one part is left out. Parts keep their order; a group stands where its first part does.
struct PartNode {
  QString name;   // without what its groups say
  int body = -1;  // -1: a group
  std::vector<PartNode> children{};
};
[[nodiscard]] std::vector<PartNode> partTree(const std::vector<PartSummary>& parts);

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
