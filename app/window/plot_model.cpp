// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plot_model.h"

#include <algorithm>
#include <cmath>

#include "app/run/csv_text.h"
#include "core/error.h"
#include "scenes/description/suggest.h"

namespace passung::app {

namespace {

// What parts or joints a world has, for an error.
std::vector<std::string> namesIn(const dynamics::WorldDef& def, SignalOf of) {
  std::vector<std::string> names;
  if (of == SignalOf::kPart) {
    for (const dynamics::BodyDef& body : def.bodies) names.push_back(body.name);
  } else {
    for (const dynamics::JointDef& joint : def.joints) names.push_back(joint.name);
  }
  return names;
}

ProbedState stateOf(const EngineFrame& engine, const EngineInfo& info) {
  const dynamics::WorldSnapshot& s = *engine.snapshot;
  // Wall times are those of the last step of a batch; the first state has none.
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  double step = 0;
  for (const double stage : s.report.stage_ms) step += stage;
  return {.states = s.states,
          .masses = info.masses,
          .contacts = s.contacts,
          .joints = s.joints,
          .energy = engine.energy,
          .step_ms = step > 0 ? step : unknown,
          .stage_ms = step > 0 ? std::span<const double>(s.report.stage_ms) : std::span<const double>()};
}

}  // namespace

template <class F>
void PlotModel::forEach(F&& visit) {
  for (PlotRow& row : rows_) {
    for (Curve& curve : row.curves) visit(curve);
  }
}

void PlotModel::resolve(Curve& curve) const {
  curve.engines.assign(std::max<std::size_t>(engineNames_.size(), 1), CurveData());
  curve.dimension = curve.what.kind->dimension;
  curve.probe.reset();
  if (!scene_) return;
  curve.probe = resolved(curve.what, scene_->world);
  curve.dimension = curve.what.dimension(scene_->world);
}

void PlotModel::open(const SessionFrame& frame) {
  scene_ = frame.scene;
  engineNames_.clear();
  for (const EngineInfo& info : *frame.infos) engineNames_.push_back(variantTitle(info.variant));
  forEach([&](Curve& curve) { resolve(curve); });
  emit curvesChanged();
}

void PlotModel::place(Curve curve, bool ownRow) {
  const auto fits = [&](const PlotRow& row) { return row.dimension() == curve.dimension; };
  const auto row = ownRow ? rows_.end() : std::find_if(rows_.begin(), rows_.end(), fits);
  if (row == rows_.end()) {
    rows_.emplace_back().curves.push_back(std::move(curve));
  } else {
    row->curves.push_back(std::move(curve));
  }
}

void PlotModel::add(const Signal& what, bool ownRow) {
  forEach([&](const Curve& curve) {
    if (curve.what == what) throw InputError("", "", what.text() + " is plotted already", "add another one");
  });
  Curve curve{.what = what};
  resolve(curve);
  if (scene_ && !curve.probe) {
    const std::vector<std::string> names = namesIn(scene_->world, what.kind->of);
    const std::string thing = what.kind->of == SignalOf::kPart ? "part" : "joint";
    throw InputError("", "", "there is no " + thing + " '" + what.of + "'",
                     names.empty() ? "the scene has no " + thing + "s" : scenes::allowedNames(what.of, names));
  }
  place(std::move(curve), ownRow);
  emit curvesChanged();
}

bool PlotModel::remove(const Signal& what) {
  bool found = false;
  for (PlotRow& row : rows_) {
    found |= std::erase_if(row.curves, [&](const Curve& curve) { return curve.what == what; }) > 0;
  }
  std::erase_if(rows_, [](const PlotRow& row) { return row.curves.empty(); });
  if (found) emit curvesChanged();
  return found;
}

void PlotModel::clear() {
  rows_.clear();
  emit curvesChanged();
}

ValueRange PlotModel::times() const {
  ValueRange times;
  for (const PlotRow& row : rows_) {
    for (const Curve& curve : row.curves) {
      for (const CurveData& data : curve.engines) {
        if (data.samples().empty()) continue;
        times.add(data.samples().front().time);
        times.add(data.samples().back().time);
      }
    }
  }
  return times;
}

std::vector<Probe> PlotModel::probes() const {
  std::vector<Probe> probes;
  for (const PlotRow& row : rows_) {
    for (const Curve& curve : row.curves) {
      if (curve.probe) probes.push_back(*curve.probe);
    }
  }
  return probes;
}

void PlotModel::fill(const std::vector<History::Frame>& frames) {
  forEach([&](Curve& curve) {
    if (!curve.probe) return;
    const auto held = curve.engines.front().samples();
    const double from = held.empty() ? -std::numeric_limits<double>::infinity() : held.back().time;
    for (const History::Frame& frame : frames) {
      if (frame->scene != scene_ || frame->engines.size() != curve.engines.size() || frame->time() <= from) continue;
      for (std::size_t i = 0; i < curve.engines.size(); ++i) {
        const double value = valueOf(*curve.probe, stateOf(frame->engines[i], (*frame->infos)[i]));
        curve.engines[i].add(frame->time(), value);
      }
    }
  });
  emit valuesChanged();
}

void PlotModel::take(const SampleRows& rows, double dt) {
  const std::size_t probes = this->probes().size();
  if (rows.steps.empty() || rows.width != probes * std::max<std::size_t>(engineNames_.size(), 1)) return;
  std::size_t column = 0;
  forEach([&](Curve& curve) {
    if (!curve.probe) return;
    for (std::size_t r = 0; r < rows.steps.size(); ++r) {
      const double time = static_cast<double>(rows.steps[r]) * dt;
      for (std::size_t i = 0; i < curve.engines.size(); ++i)
        curve.engines[i].add(time, rows.values[r * rows.width + i * probes + column]);
    }
    ++column;
  });
  emit valuesChanged();
}

void PlotModel::cutAfter(double time) {
  forEach([&](Curve& curve) {
    for (CurveData& data : curve.engines) data.cutAfter(time);
  });
  emit valuesChanged();
}

QStringList PlotModel::saved() const {
  QStringList lines;
  for (const PlotRow& row : rows_) {
    if (!lines.isEmpty()) lines << QString();
    for (const Curve& curve : row.curves) lines << QString::fromStdString(curve.what.text());
  }
  return lines;
}

void PlotModel::load(const QStringList& lines) {
  rows_.clear();
  bool ownRow = true;
  for (const QString& line : lines) {
    if (line.isEmpty()) {
      ownRow = true;
      continue;
    }
    try {
      Curve curve{.what = parseSignal(line.section(' ', 0, 0).toStdString(), line.section(' ', 1).toStdString())};
      resolve(curve);
      if (ownRow) rows_.emplace_back();
      rows_.back().curves.push_back(std::move(curve));
      ownRow = false;
    } catch (const InputError&) {
      // Written by a later version, or by hand.
    }
  }
  emit curvesChanged();
}

std::string PlotModel::csv() const {
  std::string text = "t [s]";
  std::vector<const CurveData*> columns;
  for (const PlotRow& row : rows_) {
    for (const Curve& curve : row.curves) {
      if (!curve.probe) continue;
      const std::string unit = siUnit(curve.dimension);
      for (std::size_t i = 0; i < curve.engines.size(); ++i) {
        std::string head = curve.what.text();
        if (curve.engines.size() > 1) head += ", " + engineNames_[i];
        if (!unit.empty()) head += " [" + unit + "]";
        text += ',' + csvField(head);
        columns.push_back(&curve.engines[i]);
      }
    }
  }
  text += '\n';
  // All times in order; each column follows with an index of its own.
  std::vector<double> times;
  for (const CurveData* column : columns) {
    for (const CurveSample& s : column->samples()) times.push_back(s.time);
  }
  std::sort(times.begin(), times.end());
  constexpr double kSameTime = 1e-12;  // [s]
  times.erase(std::unique(times.begin(), times.end(), [](double a, double b) { return b - a < kSameTime; }),
              times.end());
  std::vector<std::size_t> next(columns.size(), 0);
  for (const double time : times) {
    appendNumber(text, time);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      text += ',';
      const auto samples = columns[c]->samples();
      if (next[c] >= samples.size() || samples[next[c]].time > time + kSameTime) continue;
      const double value = samples[next[c]++].value;
      if (std::isfinite(value)) appendNumber(text, value);  // else an empty field
    }
    text += '\n';
  }
  return text;
}

}  // namespace passung::app
