// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/copies_command.h"

#include <cmath>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "app/cli/args.h"
#include "app/cli/parser.h"
#include "app/cli/progress.h"
#include "app/cli/variant_run.h"
#include "app/run/copies_run.h"
#include "app/run/narrow_phase.h"
#include "app/run/report.h"
#include "app/run/units.h"
#include "core/error.h"
#include "core/output_file.h"
#include "core/version.h"
#include "dynamics/recording.h"

namespace passung::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostCopies = 1 << 20;

struct Arguments {
  std::string file, report, csv;
  Variant variant;
  CopiesSpread spread;
  std::optional<double> duration;  // [s]
  scenes::LoadOptions load;
  int threads = 0, alone = 0;
  bool json = false, quiet = false;
};

Arguments readArguments(const std::vector<std::string>& args) {
  CLI::App parser(
      "Steps many copies of a scene as one batch, each with start poses of its own, and tells where their bodies end:\n"
      "a tolerance study. Each copy moves exactly as it does alone.",
      "passung copies");
  Arguments a;
  std::vector<std::string> sets;
  double duration = 0, dt = 0;
  parser.add_option("FILE", a.file, "built-in scene, scene file, CAD or mesh file")->required();
  parser.add_option("--copies", a.spread.copies, "copies (default 64); the first starts as the scene says");
  parser.add_option("--shift", a.spread.shift, "bodies that move freely start up to this far off along each axis [m]");
  parser.add_option("--turn", a.spread.turn, "and turned by up to this about each axis through their centre [rad]");
  parser.add_option("--seed", a.spread.seed, "of the random start poses (default 1)");
  const CLI::Option* durationOption =
      parser.add_option("--duration", duration, "simulated seconds (default: the scene's own)");
  const CLI::Option* dtOption = parser.add_option("--dt", dt, "time step [s] (default: the scene's own)");
  parser.add_option("--solver", a.variant.solver, "implicit, impulse, penalty or minimal (default: the scene's own)");
  parser.add_option("--narrow-phase", a.variant.narrowPhase,
                    "hierarchies (default) or conglomerates: one search a step for all copies; solvers impulse and "
                    "penalty");
  parser.add_option("--backend", a.variant.backend, "of conglomerates: cpu (default) or cuda, without a device cpu");
  parser.add_option("--alone", a.alone, "so many copies are run alone, too, and compared bit by bit (default 0)");
  parser.add_option("--set", sets, "KEY=VALUE: any setting of the scene by its JSON path; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  parser.add_option("--threads", a.threads, "threads (default: all cores); any number gives the same bits");
  parser.add_option("--unit", a.load.unit, "unit of a mesh or CAD file: mm, cm, m, in or ft");
  parser.add_option("--density", a.load.density, "density of a mesh or CAD file [kg/m^3]");
  const CLI::Option* reportOption = parser.add_option("--report", a.report, "write the report to this JSON file");
  const CLI::Option* csvOption = parser.add_option("--csv", a.csv, "write one row per copy and body");
  parser.add_flag("--json", a.json, "the report on standard output, and nothing else");
  parser.add_flag("--quiet", a.quiet, "no progress bar");
  parse(parser, args);
  if (a.spread.copies < 1 || a.spread.copies > kMostCopies) {
    throw InputError("", "--copies", "it is " + std::to_string(a.spread.copies),
                     "give a number from 1 to " + std::to_string(kMostCopies));
  }
  checkPositive("--shift", a.spread.shift, true);
  checkPositive("--turn", a.spread.turn, true);
  if (a.alone < 0) throw InputError("", "--alone", "it is " + std::to_string(a.alone), "give 0 or more");
  if (durationOption->count() > 0) {
    checkPositive("--duration", duration);
    a.duration = duration;
  }
  if (dtOption->count() > 0) {
    checkPositive("--dt", dt);
    a.variant.dt = dt;
  }
  if (reportOption->count() > 0 && a.report.empty())
    throw InputError("", "--report", "the name of the file is empty", "give a path, or leave the option out");
  if (csvOption->count() > 0 && a.csv.empty())
    throw InputError("", "--csv", "the name of the file is empty", "give a path, or leave the option out");
  if (!a.csv.empty() && a.csv == a.report && !a.csv.starts_with("/dev/"))
    throw InputError("", "--csv", "it names the same file as --report", "give each output a file of its own");
  checkThreads(a.threads);
  checkEngineAndSolver("native", a.variant.solver);
  checkNarrowPhase(a.variant);
  checkPositive("--density", a.load.density, true);
  for (const std::string& set : sets) a.load.overrides.push_back(parseSet(set));
  return a;
}

struct BodyRanges {
  std::string name;
  CopiesRange moved, turned, start, speed;  // [m], [rad], [m], [m/s]
};

// How far the centre of mass came, by what angle the body was turned, and how far it started from where copy 0 did.
std::vector<BodyRanges> rangesOf(const CopiesResult& result, const dynamics::WorldDef& def) {
  std::vector<BodyRanges> all;
  for (std::size_t b = 0; b < def.bodies.size(); ++b) {
    if (def.bodies[b].motion != dynamics::Motion::kDynamic) continue;
    std::vector<double> moved, turned, start, speed;
    for (const CopyResult& copy : result.copies) {
      const CopyBody& body = copy.bodies[b];
      moved.push_back((body.endCom - body.startCom).norm());
      turned.push_back(body.start.q.angularDistance(body.end.q));
      start.push_back((body.startCom - result.copies.front().bodies[b].startCom).norm());
      speed.push_back(body.speed);
    }
    all.push_back({def.bodies[b].name, rangeOf(moved), rangeOf(turned), rangeOf(start), rangeOf(speed)});
  }
  return all;
}

Json rangeJson(const CopiesRange& r) { return {{"least", r.least}, {"median", r.median}, {"most", r.most}}; }

Json list(const Vec3& v) { return Json::array({v.x(), v.y(), v.z()}); }

double framesOf(const CopiesResult& r) { return 60 * r.simulated; }

Json reportOf(const Arguments& a, const scenes::Scene& scene, const CopiesResult& r, int threads,
              const std::string& solver) {
  const double n = static_cast<double>(r.copies.size());
  Json json = {{"passung", kVersion},
               {"scene", scene.name},
               {"solver", solver},
               {"copies", r.copies.size()},
               {"shift_m", a.spread.shift},
               {"turn_rad", a.spread.turn},
               {"seed", a.spread.seed},
               {"dt", r.dt},
               {"steps", r.steps},
               {"simulated_s", r.simulated},
               {"threads", threads},
               {"load_s", r.load},
               {"wall_s", r.wall},
               {"processor_s", r.processor},
               {"parts_s", {{"begin", r.begin}, {"search", r.find}, {"solve", r.finish}}},
               {"searches", r.searches},
               {"mesh_pairs", r.queries}};
  const CopiesRange frames = rangeOf(r.frames);
  json["frame_ms"] = {{"mean", r.simulated > 0 ? 1e3 * r.wall / framesOf(r) : 0.0},
                      {"median", 1e3 * frames.median},
                      {"most", 1e3 * frames.most},
                      {"mean_per_copy", r.simulated > 0 ? 1e3 * r.wall / framesOf(r) / n : 0.0}};
  json["contacts_mean_per_copy"] = r.contactsMean / n;
  json["held"] = r.held;
  if (a.alone > 0) json["alone"] = {{"compared", r.comparedAlone}, {"differ", r.differ}};
  json["bodies"] = Json::array();
  for (const BodyRanges& b : rangesOf(r, scene.world)) {
    json["bodies"].push_back({{"name", b.name},
                              {"start_off_m", rangeJson(b.start)},
                              {"moved_m", rangeJson(b.moved)},
                              {"turned_rad", rangeJson(b.turned)},
                              {"end_speed_mps", rangeJson(b.speed)}});
  }
  json["ends"] = Json::array();
  for (const CopyResult& copy : r.copies) {
    Json bodies = Json::array();
    for (std::size_t b = 0; b < copy.bodies.size(); ++b) {
      if (scene.world.bodies[b].motion != dynamics::Motion::kDynamic) continue;
      const CopyBody& body = copy.bodies[b];
      bodies.push_back({{"position_m", list(body.end.p)},
                        {"orientation_wxyz", {body.end.q.w(), body.end.q.x(), body.end.q.y(), body.end.q.z()}},
                        {"turns", list(body.turns)}});
    }
    json["ends"].push_back({{"state_hash", hashText(copy.stateHash)},
                            {"finite", copy.finite},
                            {"contacts", copy.contacts},
                            {"bodies", bodies}});
  }
  if (r.cancelled) json["cancelled"] = true;
  return json;
}

std::string csvOf(const scenes::Scene& scene, const CopiesResult& r) {
  std::ostringstream out;
  out << std::setprecision(17)
      << "copy,body,start_px,start_py,start_pz,start_qw,start_qx,start_qy,start_qz,px,py,pz,qw,qx,qy,qz,turns_x,turns_"
         "y,"
         "turns_z,speed\n";
  for (std::size_t k = 0; k < r.copies.size(); ++k) {
    for (std::size_t b = 0; b < scene.world.bodies.size(); ++b) {
      if (scene.world.bodies[b].motion != dynamics::Motion::kDynamic) continue;
      const CopyBody& body = r.copies[k].bodies[b];
      out << k << ',' << scene.world.bodies[b].name;
      for (const Transform& X : {body.start, body.end}) {
        for (const double x : {X.p.x(), X.p.y(), X.p.z(), X.q.w(), X.q.x(), X.q.y(), X.q.z()}) out << ',' << x;
      }
      out << ',' << body.turns.x() << ',' << body.turns.y() << ',' << body.turns.z() << ',' << body.speed << '\n';
    }
  }
  return out.str();
}

std::string rangeText(const CopiesRange& r, const char* unit) {
  return readable(r.least, unit) + " / " + readable(r.median, unit) + " / " + readable(r.most, unit);
}

void printTable(std::ostream& out, const scenes::Scene& scene, const CopiesResult& r, const Arguments& a, int threads) {
  const double n = static_cast<double>(r.copies.size());
  out << scene.name << ", " << variantTitle(a.variant) << ": " << r.copies.size() << " copies, " << r.steps
      << " steps of " << readable(r.dt, "s") << ", " << threads << (threads == 1 ? " thread\n" : " threads\n");
  if (r.simulated > 0) {
    const double frame = r.wall / framesOf(r);
    out << "a frame of 1/60 s   " << readable(frame, "s") << " for all, " << readable(frame / n, "s") << " a copy\n"
        << "of it               search " << readable(r.find / framesOf(r), "s") << ", contacts and solve "
        << readable(r.finish / framesOf(r), "s") << ", the rest " << readable(r.begin / framesOf(r), "s") << '\n';
  }
  out << "loading             " << readable(r.load, "s") << "\nsearches            " << r.searches << " steps, "
      << r.queries << " pairs of meshes\ncontacts            " << plain(r.contactsMean / n) << " a copy\n";
  out << "                    least / median / most of all copies\n";
  for (const BodyRanges& b : rangesOf(r, scene.world)) {
    out << b.name << "\n  started off       " << rangeText(b.start, "m") << "\n  moved             "
        << rangeText(b.moved, "m") << "\n  turned            " << rangeText(b.turned, "rad") << "\n  speed at the end  "
        << rangeText(b.speed, "m/s") << '\n';
  }
  if (a.alone > 0) {
    out << "alone               " << r.comparedAlone << " copies run alone, "
        << (r.differ.empty() ? "equal to the bit" : std::to_string(r.differ.size()) + " DIFFER") << '\n';
  }
}

}  // namespace

int runCopiesCommand(const std::vector<std::string>& args) {
  const Arguments a = readArguments(args);
  if (dynamics::isRecording(a.file))
    throw InputError(a.file, "", "a recording is of one run", "give the scene it was made of");
  scenes::Scene scene = scenes::loadScene(a.file, a.load);
  applyVariant(a.variant, scene.world);
  std::optional<OutputFile> report, csv;
  if (!a.report.empty()) report.emplace(a.report);
  if (!a.csv.empty()) csv.emplace(a.csv);
  const int threads = threadCount(a.threads);
  const auto facePairs = makeFacePairs(a.variant, threads);

  const InterruptGuard interrupts;
  CopiesResult result;
  {
    ProgressBar bar(scene.name + " x " + std::to_string(a.spread.copies), !a.quiet && !a.json);
    result = runCopies(copiesOf(scene.world, a.spread), {.duration = a.duration.value_or(scene.duration),
                                                         .threads = threads,
                                                         .facePairs = facePairs,
                                                         .alone = a.alone,
                                                         .cancel = &InterruptGuard::flag(),
                                                         .progress = [&bar](double share) { bar.show(share); }});
  }
  Json json = reportOf(a, scene, result, threads, scene.world.solver.name);
  if (facePairs) {
    const collision::FaceSearchReport search = facePairs->report();
    json["narrow_phase"] = faceSearchJson(search);
    if (!search.fallback.empty()) std::cerr << "passung: narrow phase: " << search.fallback << '\n';
  }
  const std::string text = jsonText(json);
  if (a.json) {
    std::cout << text;
  } else {
    printTable(std::cout, scene, result, a, threads);
  }
  if (report) {
    report->write(text);
    report->commit();
  }
  if (csv) {
    csv->write(csvOf(scene, result));
    csv->commit();
  }
  if (result.cancelled) return kExitInterrupted;
  return result.differ.empty() ? 0 : 1;
}

}  // namespace passung::app
