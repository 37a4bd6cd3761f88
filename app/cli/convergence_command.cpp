// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/convergence_command.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/bench/convergence.h"
#include "app/cli/args.h"
#include "app/cli/parser.h"
#include "app/cli/progress.h"
#include "app/run/svg_plot.h"
#include "app/run/units.h"
#include "core/error.h"
#include "core/output_file.h"
#include "core/version.h"

namespace passung::app {
namespace {

struct Curve {
  std::string study, solver, unit;
  double expected = 0;
  std::vector<ConvergencePoint> points{};
};

std::string csvText(const std::vector<Curve>& curves) {
  std::string text = "study,solver,dt_s,measured,expected,unit,relative_error\n";
  for (const Curve& curve : curves) {
    for (const ConvergencePoint& p : curve.points) {
      text += curve.study + "," + curve.solver + "," + plain(p.dt, 9) + "," + plain(p.measured, 12) + "," +
              plain(curve.expected, 12) + "," + curve.unit + "," + plain(p.error, 6) + "\n";
    }
  }
  return text;
}

std::string jsonOf(const std::vector<Curve>& curves) {
  nlohmann::ordered_json json = {{"passung", kVersion}, {"curves", nlohmann::ordered_json::array()}};
  for (const Curve& curve : curves) {
    nlohmann::ordered_json one = {{"study", curve.study},
                                  {"solver", curve.solver},
                                  {"expected", curve.expected},
                                  {"unit", curve.unit},
                                  {"order", convergenceOrder(curve.points)}};
    for (const ConvergencePoint& p : curve.points) {
      one["points"].push_back({{"dt", p.dt}, {"measured", p.measured}, {"relative_error", p.error}});
    }
    json["curves"].push_back(std::move(one));
  }
  return json.dump(2) + "\n";
}

std::string plotText(const std::vector<Curve>& curves) {
  Plot plot{.title = "Error against time step", .xLabel = "time step [ms]", .yLabel = "relative error"};
  const bool several = std::any_of(curves.begin(), curves.end(),
                                   [&](const Curve& curve) { return curve.solver != curves.front().solver; });
  double largest = 0;
  for (const Curve& curve : curves) {
    PlotSeries series{.name = several ? curve.study + ", " + curve.solver : curve.study};
    for (const ConvergencePoint& p : curve.points) {
      series.points.emplace_back(1e3 * p.dt, p.error);
      if (std::isfinite(p.error)) largest = std::max(largest, p.error);
    }
    plot.series.push_back(std::move(series));
  }
  if (largest > 0) {
    const auto steps = convergenceSteps();
    plot.series.push_back(
        {.name = "first order",
         .points = {{1e3 * steps.front(), largest}, {1e3 * steps.back(), largest * steps.back() / steps.front()}},
         .guide = true});
  }
  return svgText(plot);
}

Curve measure(const ConvergenceStudy& study, const std::string& solver, bool quiet) {
  Curve curve{.study = study.name, .solver = solver, .unit = study.unit};
  const std::vector<double> steps = convergenceSteps();
  std::optional<ProgressBar> bar(std::in_place, curve.study + " " + solver, !quiet);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    bar->show(static_cast<double>(i) / static_cast<double>(steps.size()));
    const auto [measured, expected] = study.measure(solver, steps[i], &InterruptGuard::flag());
    if (InterruptGuard::flag()) break;
    curve.expected = expected;
    curve.points.push_back({steps[i], measured, std::abs(measured - expected) / std::abs(expected)});
  }
  return curve;
}

void print(const Curve& curve) {
  for (const ConvergencePoint& p : curve.points) {
    std::cout << std::left << std::setw(10) << curve.study << std::setw(10) << curve.solver << std::right
              << std::setw(11) << readable(p.dt, "s") << std::setw(16) << plain(p.measured, 7) << std::setw(16)
              << plain(curve.expected, 7) << ' ' << std::left << std::setw(8) << curve.unit << std::right
              << std::setw(12) << plain(100 * p.error, 3) << " %\n";
  }
  std::cout << std::left << std::setw(20) << ""
            << "order of the error: " << plain(convergenceOrder(curve.points), 2) << std::endl;
}

}  // namespace

int runBenchConvergence(const std::vector<std::string>& args) {
  CLI::App parser("Error of motions with a closed form against the time step, from 4 ms to 0.1 ms.",
                  "passung bench convergence");
  std::vector<std::string> names, solvers;
  std::string jsonFile, csvFile, svgFile;
  bool quiet = false;
  parser.add_option("STUDY", names, "descent, slope, top (default: all)");
  parser.add_option("--solvers", solvers, "list of solvers (default: implicit)")->delimiter(',');
  const CLI::Option* jsonOption = parser.add_option("--json", jsonFile, "write the figures as JSON");
  const CLI::Option* csvOption = parser.add_option("--csv", csvFile, "write the figures as CSV");
  const CLI::Option* svgOption = parser.add_option("--svg", svgFile, "write the plot");
  parser.add_flag("--quiet", quiet, "no progress bar");
  parse(parser, args);
  if (solvers.empty()) solvers = {"implicit"};
  for (const std::string& solver : solvers) checkSolver(solver);
  std::vector<const ConvergenceStudy*> studies;
  for (const ConvergenceStudy& study : convergenceStudies()) {
    if (names.empty() || std::find(names.begin(), names.end(), study.name) != names.end()) studies.push_back(&study);
  }
  for (const std::string& name : names) {
    if (std::none_of(studies.begin(), studies.end(), [&](const auto* study) { return study->name == name; })) {
      throw InputError("", "bench convergence", "there is no study '" + name + "'",
                       "the studies are descent, slope, top");
    }
  }

  // The files are opened first, so that a bad path does not cost the time of all.
  std::optional<OutputFile> json, csv, svg;
  if (jsonOption->count() > 0) json.emplace(jsonFile);
  if (csvOption->count() > 0) csv.emplace(csvFile);
  if (svgOption->count() > 0) svg.emplace(svgFile);
  const InterruptGuard interrupts;
  std::vector<Curve> curves;
  std::cout << std::left << std::setw(10) << "study" << std::setw(10) << "solver" << std::right << std::setw(11)
            << "time step" << std::setw(16) << "measured" << std::setw(16) << "expected" << ' ' << std::left
            << std::setw(8) << "" << std::right << std::setw(12) << "error" << std::endl;
  for (const ConvergenceStudy* study : studies) {
    for (const std::string& solver : solvers) {
      if (InterruptGuard::flag()) break;
      try {
        curves.push_back(measure(*study, solver, quiet));
        print(curves.back());
      } catch (const InputError& error) {
        std::cout << study->name << ' ' << solver << ": not run: " << error.what() << std::endl;
      }
    }
  }
  const auto deliver = [](std::optional<OutputFile>& file, const std::string& text) {
    if (!file) return;
    file->write(text);
    file->commit();
  };
  deliver(json, jsonOf(curves));
  deliver(csv, csvText(curves));
  deliver(svg, plotText(curves));
  return InterruptGuard::flag() ? 130 : 0;
}

}  // namespace passung::app
