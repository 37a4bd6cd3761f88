// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <limits>

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

QStringList meshWarnings(const TriangleMesh& mesh) {
  QStringList lines;
  const MeshDiagnosis& d = mesh.diagnosis();
  if (d.openEdges > 0) lines << tr("%1 open edges: the surface is not closed").arg(d.openEdges);
  if (d.nonManifoldEdges > 0) lines << tr("%1 edges with more than two faces").arg(d.nonManifoldEdges);
  if (d.selfIntersecting) lines << tr("the surface cuts itself");
  if (d.inverted) lines << tr("the surface was inside out and has been turned");
  if (d.degenerateDropped > 0) lines << tr("%1 degenerate triangles dropped").arg(d.degenerateDropped);
  if (d.duplicateDropped > 0) lines << tr("%1 duplicate triangles dropped").arg(d.duplicateDropped);
  if (!mesh.massAssumption().empty()) lines << QString::fromStdString(mesh.massAssumption());
  return lines;
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

std::vector<PartSummary> partSummaries(const scenes::Scene& scene, const EngineInfo* info) {
  std::vector<PartSummary> parts;
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
        part.warnings << meshWarnings(*mesh->mesh);
      }
    }
    const auto pieces = shapes.size();
    shapes.removeDuplicates();
    part.shapes = shapes.join(QStringLiteral(", "));
    if (pieces > 1) part.shapes += tr(" (%1 pieces)").arg(pieces);
    const Aabb box = dynamics::localBounds(body);
    if (!box.empty() && box.extent().allFinite()) part.size = box.extent();
    part.warnings.removeDuplicates();
    parts.push_back(std::move(part));
  }
  return parts;
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
  if (frame.monitors) {
    constexpr int kLongest = 30;  // of a name; the tip has it in full
    for (const MonitorResult& m : *frame.monitors) {
      const QString name = QString::fromStdString(m.name);
      rows.push_back({name.size() > kLongest ? name.left(kLongest - 1) + QChar(0x2026) : name,
                      {m.passed ? tr("\u2713 met") : tr("\u2717 not met")},
                      tr("Monitor %1, if the run ended now: %2").arg(name, QString::fromStdString(m.detail))});
    }
  }
  return rows;
}

}  // namespace passung::app
