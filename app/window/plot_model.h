// SPDX-License-Identifier: GPL-3.0-or-later
// What is plotted: curves in rows, each with its values for every engine. Knows no widget; the session samples what
// probes() asks for, and the window hands over the rows.
#pragma once

#include <QObject>
#include <QStringList>
#include <memory>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/window/curve_data.h"

namespace passung::app {

struct Curve {
  Signal what;
  std::optional<Probe> probe{};  // empty: the open scene has no such part or joint
  Dimension dimension = Dimension::kNumber;
  std::vector<CurveData> engines{};  // one an engine
};

// Curves over one scale, so all of one dimension.
struct PlotRow {
  std::vector<Curve> curves;
  [[nodiscard]] Dimension dimension() const { return curves.front().dimension; }
};

class PlotModel : public QObject {
  Q_OBJECT
 public:
  explicit PlotModel(QObject* parent = nullptr) : QObject(parent) {}

  // Another scene, or the same with other engines or edited: the curves stay, their values begin anew.
  void open(const SessionFrame& frame);
  // Into the first row of its dimension, or one of its own. Throws InputError when the open scene has no such part or
  // joint, or the curve is there already.
  void add(const Signal& what, bool ownRow = false);
  // False where there is none.
  bool remove(const Signal& what);
  void clear();

  [[nodiscard]] const std::vector<PlotRow>& rows() const { return rows_; }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] const std::vector<std::string>& engineNames() const { return engineNames_; }
  // All times there are [s]; empty without values.
  [[nodiscard]] ValueRange times() const;

  // Those of curves that the open scene has, rows in order.
  [[nodiscard]] std::vector<Probe> probes() const;
  // What the session keeps of the run so far, for what curves do not have yet: their past when they were added late,
  // and the moment in which the list of probes changed.
  void fill(const std::vector<History::Frame>& frames);
  // `rows` of probes(); `dt` [s]: of the engine that sets the clock, whose steps the rows count.
  void take(const SampleRows& rows, double dt);
  // The engines went back to a time [s].
  void cutAfter(double time);

  // "velocity.z screw", rows apart by an empty line; what load() reads. Lines that mean nothing are left out.
  [[nodiscard]] QStringList saved() const;
  void load(const QStringList& lines);

  // Time and all curves of all engines in SI, a row for each step that any of them has; RFC 4180.
  [[nodiscard]] std::string csv() const;

 signals:
  void curvesChanged();  // their list
  void valuesChanged();

 private:
  void resolve(Curve& curve) const;
  void place(Curve curve, bool ownRow);
  template <class F>
  void forEach(F&& visit);

  std::vector<PlotRow> rows_;
  std::shared_ptr<const scenes::Scene> scene_;
  std::vector<std::string> engineNames_;
};

}  // namespace passung::app
