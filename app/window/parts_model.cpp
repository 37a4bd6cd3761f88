// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts_model.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <algorithm>
#include <limits>
#include <map>

#include "app/document/part_files.h"
#include "app/overlays/overlays.h"
#include "app/window/format.h"

namespace passung::app {

namespace {

// lupdate files the texts of free functions under their namespace.
QString tr(const char* text) { return QCoreApplication::translate("passung::app", text); }

QString motionName(dynamics::Motion motion) {
  switch (motion) {
    case dynamics::Motion::kFixed:
      return tr("fixed");
    case dynamics::Motion::kDynamic:
      return tr("moving");
    case dynamics::Motion::kKinematic:
      return tr("driven");
  }
  return {};
}

// The middle of the first edge that `wanted` picks, and how long it is.
template <class F>
void placeAtEdge(const TriangleMesh& mesh, const Transform& X_BG, PartFault& fault, F&& wanted) {
  for (const MeshEdge& e : mesh.edges()) {
    if (!wanted(e)) continue;
    const Vec3 &a = mesh.vertices()[static_cast<std::size_t>(e.v0)],
               &b = mesh.vertices()[static_cast<std::size_t>(e.v1)];
    fault.place = X_BG * Vec3(0.5 * (a + b));
    fault.radius = std::max((b - a).norm(), 0.05 * mesh.bounds().size());
    return;
  }
}

// What is wrong with the surface of a mesh that lies at X_BG on its body.
std::vector<PartFault> meshFaults(const TriangleMesh& mesh, const Transform& X_BG) {
  using Kind = PartFault::Kind;
  std::vector<PartFault> faults;
  const MeshDiagnosis& d = mesh.diagnosis();
  const auto add = [&](Kind kind, const QString& text) -> PartFault& {
    return faults.emplace_back(PartFault{.kind = kind, .text = text});
  };
  if (d.openEdges > 0) {
    PartFault& open = add(Kind::kOpen, tr("%1 open edges: the surface is not closed; Assembly > Mend surface fills its "
                                          "holes, or close it in the CAD program")
                                           .arg(d.openEdges));
    placeAtEdge(mesh, X_BG, open, [](const MeshEdge& e) { return e.face1 < 0; });
  }
  if (d.nonManifoldEdges > 0) {
    add(Kind::kNonManifold, tr("%1 edges with more than two faces: solids that share an edge; unite or separate them")
                                .arg(d.nonManifoldEdges));
  }
  if (d.selfIntersecting) add(Kind::kCrossing, tr("the surface cuts itself; unite what overlaps in the CAD program"));
  if (d.inverted) {
    add(Kind::kInverted, tr("the surface was inside out and has been turned; nothing is left to do here"));
  }
  if (d.degenerateDropped > 0) add(Kind::kAssumed, tr("%1 degenerate triangles dropped").arg(d.degenerateDropped));
  if (d.duplicateDropped > 0) add(Kind::kAssumed, tr("%1 duplicate triangles dropped").arg(d.duplicateDropped));
  if (!mesh.massAssumption().empty()) add(Kind::kAssumed, QString::fromStdString(mesh.massAssumption()));
  return faults;
}

// What the check of the start found, for the bodies that it concerns.
void addStartFaults(const scenes::Scene& scene, const StartReport& start, std::vector<PartSummary>& parts) {
  for (std::size_t b = 0; b < parts.size() && b < start.crossing.size(); ++b) {
    if (!start.crossing[b]) continue;
    parts[b].faults.push_back({.kind = PartFault::Kind::kCrossing,
                               .text = tr("the surface cuts itself; unite what overlaps in the CAD program")});
  }
  for (const collision::Clearance& pair : start.overlaps) {
    for (const auto& [body, other] : {std::pair(pair.bodyA, pair.bodyB), std::pair(pair.bodyB, pair.bodyA)}) {
      const auto b = static_cast<std::size_t>(body), o = static_cast<std::size_t>(other);
      if (b >= parts.size() || o >= parts.size()) continue;
      const double size = std::min(dynamics::localBounds(scene.world.bodies[b]).size(),
                                   dynamics::localBounds(scene.world.bodies[o]).size());
      parts[b].faults.push_back(
          {.kind = PartFault::Kind::kOverlap,
           .text = tr("overlaps %1 at the start by %2; move one of them, or check the unit of its file")
                       .arg(parts[o].name, format::length(pair.depth, 3)),
           .place = Vec3(0.5 * (pair.pA_W + pair.pB_W)),
           .radius = std::max(3 * pair.depth, 0.08 * (std::isfinite(size) ? size : pair.depth))});
    }
  }
}

// "mm", or "mm, guessed".
QString unitText(const scenes::ImportedFile& file) {
  const QString unit = QString::fromStdString(file.unit);
  return file.unitSource == "guessed" ? tr("%1, guessed").arg(unit) : unit;
}

// Rows whose value comes from each engine in turn.
template <class F>
ValueRow row(const SessionFrame& frame, const QString& label, const QString& tip, F&& value) {
  ValueRow result{label, {}, tip};
  for (std::size_t i = 0; i < frame.engines.size(); ++i) result.values << value(i);
  return result;
}

}  // namespace

QString stageLabel(dynamics::Stage stage) {
  switch (stage) {
    case dynamics::Stage::kBroadphase:
      return tr("broad phase");
    case dynamics::Stage::kNarrowphase:
      return tr("narrow phase");
    case dynamics::Stage::kContacts:
      return tr("contacts");
    case dynamics::Stage::kSolver:
      return tr("solver");
    case dynamics::Stage::kContinuous:
      return tr("continuous pass");
    case dynamics::Stage::kIntegrate:
      return tr("integration");
  }
  return {};
}

const char* iconOf(PartFault::Kind kind) {
  switch (kind) {
    case PartFault::Kind::kOpen:
      return "fault.open";
    case PartFault::Kind::kInverted:
      return "fault.inverted";
    case PartFault::Kind::kNonManifold:
      return "fault.nonManifold";
    case PartFault::Kind::kCrossing:
      return "fault.crossing";
    case PartFault::Kind::kOverlap:
      return "fault.overlap";
    case PartFault::Kind::kAssumed:
      return "warning";
  }
  return "";
}

std::vector<PartSummary> partSummaries(const scenes::Scene& scene, const EngineInfo* info, const StartReport* start) {
  std::vector<PartSummary> parts;
  std::map<const TriangleMesh*, const scenes::ImportedFile*> files;
  if (scene.meshes) files = filesOfMeshes(*scene.meshes);
  const std::vector<Color> colors = bodyColors(scene);
  for (std::size_t i = 0; i < scene.world.bodies.size(); ++i) {
    const dynamics::BodyDef& body = scene.world.bodies[i];
    PartSummary part;
    part.name = QString::fromStdString(body.name);
    part.motion = motionName(body.motion);
    if (i < colors.size()) part.color = colors[i];
    if (info && i < info->masses.size() && body.motion == dynamics::Motion::kDynamic) part.mass = info->masses[i].mass;
    QStringList shapes;
    for (const collision::Collider& collider : body.colliders) {
      shapes << QString::fromStdString(collision::shapeName(collider.shape));
      if (const auto* mesh = std::get_if<collision::MeshShape>(&collider.shape); mesh && mesh->mesh) {
        part.triangles += static_cast<long long>(mesh->mesh->triangles().size());
        for (PartFault& fault : meshFaults(*mesh->mesh, collider.X_BG)) {
          if (part.warnings.contains(fault.text)) continue;  // of another piece
          part.warnings << fault.text;
          part.faults.push_back(std::move(fault));
        }
        if (const auto found = files.find(mesh->mesh.get()); found != files.end() && part.file.isEmpty()) {
          part.file = QString::fromStdString(found->second->path);
          part.unit = unitText(*found->second);
        }
      }
    }
    const auto pieces = shapes.size();
    shapes.removeDuplicates();
    part.shapes = shapes.join(QStringLiteral(", "));
    if (pieces > 1) part.shapes += tr(" (%1 pieces)").arg(pieces);
    const Aabb box = dynamics::localBounds(body);
    if (!box.empty() && box.extent().allFinite()) part.size = box.extent();
    parts.push_back(std::move(part));
  }
  if (start) addStartFaults(scene, *start, parts);
  return parts;
}

namespace {

// The groups that a part lies in, the outermost first, and its own name last.
QStringList pathOf(const PartSummary& part, bool byFile) {
  QStringList path = part.name.split('/', Qt::SkipEmptyParts);
  if (path.isEmpty()) path << part.name;
  if (byFile) path.prepend(QFileInfo(part.file).fileName());
  return path;
}

void insert(std::vector<PartNode>& nodes, const QStringList& path, int depth, int body) {
  if (depth + 1 == path.size()) {
    nodes.push_back({path[depth], body});
    return;
  }
  auto group = std::find_if(nodes.begin(), nodes.end(),
                            [&](const PartNode& node) { return node.body < 0 && node.name == path[depth]; });
  if (group == nodes.end()) group = nodes.insert(nodes.end(), {path[depth]});
  insert(group->children, path, depth + 1, body);
}

// A group that holds one node says nothing of its own: that node takes its place, and its name in front.
void leaveOutSingles(std::vector<PartNode>& nodes) {
  for (PartNode& node : nodes) {
    leaveOutSingles(node.children);
    if (node.body >= 0 || node.children.size() != 1) continue;
    PartNode only = std::move(node.children.front());
    only.name = node.name + '/' + only.name;
    node = std::move(only);
  }
}

}  // namespace

std::vector<PartNode> partTree(const std::vector<PartSummary>& parts) {
  std::map<QString, int> files;
  for (const PartSummary& part : parts) {
    if (!part.file.isEmpty()) ++files[part.file];
  }
  // A file is a group where it holds several parts beside those of others.
  std::vector<PartNode> nodes;
  for (std::size_t b = 0; b < parts.size(); ++b) {
    const auto file = files.find(parts[b].file);
    const bool group = files.size() > 1 && file != files.end() && file->second > 1;
    insert(nodes, pathOf(parts[b], group), 0, static_cast<int>(b));
  }
  leaveOutSingles(nodes);
  return nodes;
}

double smallestGap(const dynamics::WorldSnapshot& snapshot) {
  double gap = std::numeric_limits<double>::infinity();
  for (const dynamics::Contact& c : snapshot.contacts) gap = std::min(gap, c.gap);
  return gap;
}

QString gapText(double gap) {
  if (!std::isfinite(gap)) return QStringLiteral("\u2013");
  return gap < 0 ? tr("overlap %1").arg(format::length(-gap, 3)) : tr("gap %1").arg(format::length(gap, 3));
}

std::vector<ValueRow> bodyRows(const SessionFrame& frame, int body, const PartSummary& part) {
  const auto b = static_cast<std::size_t>(body);
  const auto state = [&](std::size_t i) -> const dynamics::BodyState& { return frame.engines[i].snapshot->states[b]; };
  const auto touching = [&](std::size_t i, auto&& visit) {
    for (const dynamics::Contact& c : frame.engines[i].snapshot->contacts) {
      if (c.bodyA == body || c.bodyB == body) visit(c);
    }
  };
  const auto same = [](const QString& text) { return QStringList{text}; };  // spans all columns

  std::vector<ValueRow> rows;
  rows.push_back({tr("Shape"), same(part.shapes), tr("What collides: meshes exactly as loaded, or analytic shapes")});
  rows.push_back({tr("Size"), same(format::lengths(part.size)), tr("Bounds in the part's own axes x, y, z")});
  if (part.mass > 0) rows.push_back({tr("Mass"), same(format::mass(part.mass)), tr("From the volume and the density")});
  // One row an axis: two engines side by side need narrow columns.
  for (int k = 0; k < 3; ++k) {
    rows.push_back(row(frame, tr("Position %1").arg(QChar('x' + k)), tr("Origin of the part in the world"),
                       [&](std::size_t i) { return format::length(state(i).X_WB.p[k]); }));
  }
  rows.push_back(row(frame, tr("Turned"), tr("Angle from the orientation of the part's file"), [&](std::size_t i) {
    return QStringLiteral("%1\u00b0").arg(vectorFromRotation(state(i).X_WB.q).norm() * 180 / kPi, 0, 'f', 3);
  }));
  rows.push_back(row(frame, tr("Speed"), tr("Of the centre of mass"),
                     [&](std::size_t i) { return format::speed(state(i).v_WC.norm()); }));
  rows.push_back(row(frame, tr("Spin"), tr("Angular speed"), [&](std::size_t i) {
    const double w = state(i).w_WB.norm();
    return (w < 1e-9 ? QStringLiteral("0") : format::number(w)) + QStringLiteral(" rad/s");
  }));
  rows.push_back(row(frame, tr("Contacts"), tr("Contact points on this part"), [&](std::size_t i) {
    int count = 0;
    touching(i, [&](const dynamics::Contact&) { ++count; });
    return QString::number(count);
  }));
  rows.push_back(row(frame, tr("Contact force"), tr("Sum of all contact forces on this part"), [&](std::size_t i) {
    Vec3 sum = Vec3::Zero();
    touching(i, [&](const dynamics::Contact& c) { sum += c.bodyB == body ? c.f_W : Vec3(-c.f_W); });
    return format::force(sum.norm());
  }));
  rows.push_back(
      row(frame, tr("Smallest gap"), tr("Of this part's contacts, as the engine sees it"), [&](std::size_t i) {
        double gap = std::numeric_limits<double>::infinity();
        touching(i, [&](const dynamics::Contact& c) { gap = std::min(gap, c.gap); });
        return gapText(gap);
      }));
  if (const Pull* pull = frame.pullOf(body)) {
    const auto k = static_cast<std::size_t>(pull - frame.pulls.data());
    rows.push_back(row(frame, tr("Your pull"), tr("Force of the spring to the cursor, or of your push"),
                       [&](std::size_t i) { return format::force(frame.engines[i].pullForces_W[k].norm()); }));
  }
  if (part.mass > 0) {
    rows.push_back(row(frame, tr("State"), tr("A body at rest may sleep: it costs nothing until something touches it"),
                       [&](std::size_t i) { return state(i).asleep ? tr("asleep") : tr("awake"); }));
  }
  return rows;
}

std::vector<ValueRow> runRows(const SessionFrame& frame) {
  const auto& e = frame.engines;
  std::vector<ValueRow> rows;
  if (frame.infos) {
    rows.push_back(row(frame, tr("Solver"), tr("Method that turns contacts into motion"), [&](std::size_t i) {
      return i < frame.infos->size() ? QString::fromStdString((*frame.infos)[i].solver) : QString();
    }));
  }
  rows.push_back(row(frame, tr("Contacts"), tr("Contact points of all bodies"),
                     [&](std::size_t i) { return QString::number(e[i].snapshot->contacts.size()); }));
  rows.push_back(row(frame, tr("Smallest gap"),
                     tr("Of all contacts, as the engine itself sees it; an overlap is a penetration"),
                     [&](std::size_t i) { return gapText(smallestGap(*e[i].snapshot)); }));
  rows.push_back(row(frame, tr("Energy"),
                     tr("Kinetic, of gravity above the scene's lowest point, and of contact shells"),
                     [&](std::size_t i) { return format::energy(e[i].energy.total()); }));
  rows.push_back(row(frame, tr("Kinetic"), tr("Kinetic energy"),
                     [&](std::size_t i) { return format::energy(e[i].energy.kinetic); }));
  rows.push_back(row(frame, tr("Iterations"), tr("Solver iterations of the last step"),
                     [&](std::size_t i) { return QString::number(e[i].snapshot->report.iterations); }));
  rows.push_back(row(frame, tr("Step takes"), tr("Wall time of one step, mean over the last moments"),
                     [&](std::size_t i) { return format::milliseconds(e[i].step_ms); }));
  rows.push_back(row(frame, tr("Could run at"),
                     tr("Time step over the wall time of a step: how many times real time it could reach alone"),
                     [&](std::size_t i) {
                       if (!(e[i].step_ms > 0) || !frame.infos) return QStringLiteral("\u2013");
                       return format::number(1000 * (*frame.infos)[i].dt / e[i].step_ms, 3) + QStringLiteral("\u00d7");
                     }));
  for (int k = 0; k < dynamics::kStageCount; ++k) {
    const auto stage = static_cast<std::size_t>(k);
    rows.push_back(row(frame, QStringLiteral("    ") + stageLabel(static_cast<dynamics::Stage>(k)),
                       tr("Wall time of this stage of a step"),
                       [&](std::size_t i) { return format::milliseconds(e[i].stage_ms[stage]); }));
  }
  const auto monitors = e.front().monitors;
  for (std::size_t k = 0; monitors && k < monitors->size(); ++k) {
    constexpr int kLongest = 30;  // of a name; the tip has it in full
    const QString name = QString::fromStdString((*monitors)[k].name);
    QStringList details;
    for (const EngineFrame& engine : e) {
      if (engine.monitors) details << QString::fromStdString((*engine.monitors)[k].detail);
    }
    rows.push_back(row(frame, name.size() > kLongest ? name.left(kLongest - 1) + QChar(0x2026) : name,
                       tr("Monitor %1, if the run ended now: %2").arg(name, details.join(QStringLiteral("; "))),
                       [&](std::size_t i) {
                         if (!e[i].monitors) return QStringLiteral("\u2013");
                         return (*e[i].monitors)[k].passed ? tr("\u2713 met") : tr("\u2717 not met");
                       }));
  }
  return rows;
}

}  // namespace passung::app
