// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/copies_bench_command.h"

#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "app/bench/copies_bench.h"
#include "app/cli/args.h"
#include "app/cli/parser.h"
#include "app/cli/progress.h"
#include "app/cli/variant_run.h"
#include "app/run/narrow_phase.h"
#include "core/error.h"
#include "core/output_file.h"
#include "core/version.h"

namespace passung::app {
namespace {

using Json = nlohmann::ordered_json;

std::string milliseconds(double seconds) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(seconds < 1e-4 ? 4 : (seconds < 0.1 ? 3 : 1)) << 1e3 * seconds;
  return text.str();
}

void print(std::ostream& out, const CopiesBenchRow& row) {
  const CopiesResult& r = row.result;
  const double frames = static_cast<double>(r.frames.size());
  out << std::left << std::setw(7) << row.options.copies << std::setw(10) << row.options.solver << std::setw(15)
      << row.options.narrowPhase << std::right;
  for (const double t : {row.firstFrame, row.frame.median, row.mean, row.perCopy(), row.processorPerCopy(),
                         frames > 0 ? r.find / frames : 0.0, frames > 0 ? r.finish / frames : 0.0}) {
    out << std::setw(11) << milliseconds(t);
  }
  out << std::setw(10) << r.queries << std::setw(9) << std::fixed << std::setprecision(1)
      << r.contactsMean / static_cast<double>(r.copies.size()) << std::defaultfloat << std::setw(10)
      << milliseconds(r.load) << '\n';
}

Json rowJson(const CopiesBenchRow& row) {
  const CopiesResult& r = row.result;
  Json json = {{"copies", row.options.copies},
               {"solver", row.options.solver},
               {"policy", row.options.policy},
               {"narrow_phase", row.options.narrowPhase},
               {"dt", r.dt},
               {"steps", r.steps},
               {"threads", row.options.threads},
               {"frames_s", r.frames},
               {"frame_s", row.mean},
               {"frame_per_copy_s", row.perCopy()},
               {"processor_per_copy_s", row.processorPerCopy()},
               {"load_s", r.load},
               {"parts_s", {{"begin", r.begin}, {"search", r.find}, {"solve", r.finish}}},
               {"searches", r.searches},
               {"mesh_pairs", r.queries},
               {"contacts_mean_per_copy", r.contactsMean / static_cast<double>(r.copies.size())},
               {"alone", {{"compared", r.comparedAlone}, {"differ", r.differ}}}};
  if (!row.fallback.empty()) json["fallback"] = row.fallback;
  return json;
}

// The ends of two rows that must be the same.
bool sameEnds(const CopiesBenchRow& a, const CopiesBenchRow& b) {
  if (a.result.copies.size() != b.result.copies.size() || a.result.steps != b.result.steps) return false;
  for (std::size_t k = 0; k < a.result.copies.size(); ++k) {
    if (a.result.copies[k].stateHash != b.result.copies[k].stateHash) return false;
  }
  return true;
}

}  // namespace

int runBenchCopies(const std::vector<std::string>& args) {
  CLI::App parser(
      "Frames of 1/60 s of many copies of Factory's M16 nut on its bolt, each nut at rest on the thread with a pose of "
      "its\nown: contacts and solve, by hierarchies and by conglomerates, which must end with the same bits.",
      "passung bench copies");
  CopiesBenchOptions options;
  std::vector<int> counts{16, 64};
  std::vector<std::string> solvers{"impulse", "penalty"}, phases{kHierarchies, kConglomerates};
  std::string jsonFile, backend;
  int threads = 0, steps = 16;
  bool quiet = false;
  options.alone = 1;
  parser.add_option("--copies", counts, "numbers of copies (default 16,64)")->delimiter(',');
  parser.add_option("--solvers", solvers, "of impulse, penalty (default both)")->delimiter(',');
  parser.add_option("--narrow-phase", phases, "of hierarchies, conglomerates (default both)")->delimiter(',');
  parser.add_option("--backend", backend, "of conglomerates: cpu (default) or cuda, without a device cpu");
  parser.add_option("--policy", options.policy, "contact policy (default reduced)");
  parser.add_option("--frames", options.frames, "frames of 1/60 s (default 6)");
  parser.add_option("--steps", steps, "steps in a frame (default 16)");
  parser.add_option("--alone", options.alone, "copies that are run alone, too, and compared bit by bit (default 1)");
  parser.add_option("--threads", threads, "threads (default: all cores)");
  const CLI::Option* jsonOption = parser.add_option("--json", jsonFile, "write the figures to this file");
  parser.add_flag("--quiet", quiet, "no progress bar");
  parse(parser, args);
  const auto check = [](const char* option, int value, int least) {
    if (value >= least) return;
    throw InputError("", std::string("bench copies ") + option, "it is " + std::to_string(value),
                     "it must be " + std::to_string(least) + " or more");
  };
  for (const int count : counts) check("--copies", count, 1);
  check("--frames", options.frames, 1);
  check("--steps", steps, 1);
  check("--alone", options.alone, 0);
  checkThreads(threads);
  for (const std::string& solver : solvers) checkSolver(solver);
  for (const std::string& phase : phases) checkNarrowPhase({.narrowPhase = phase});
  if (!backend.empty()) checkNarrowPhase({.narrowPhase = kConglomerates, .backend = backend});
  options.threads = threadCount(threads);
  options.dt = 1 / (60.0 * steps);
  std::optional<OutputFile> json;
  if (jsonOption->count() > 0) json.emplace(jsonFile);

  const InterruptGuard interrupts;
  options.cancel = &InterruptGuard::flag();
  Json document = {{"passung", kVersion},
                   {"published", {{"frame_s", kPublishedFrame}, {"copies", kPublishedCopies}}},
                   {"rows", Json::array()}};
  std::cout
      << options.threads << (options.threads == 1 ? " thread, " : " threads, ") << options.frames
      << " frames of 1/60 s, " << steps << " steps each, policy " << options.policy << ". Times in ms.\n"
      << "copies solver    narrow phase     1st frame     median       mean     a copy  processor     search      solve"
         "     pairs contacts   loading\n";
  bool good = true;
  for (const int count : counts) {
    for (const std::string& solver : solvers) {
      std::optional<CopiesBenchRow> first;
      for (const std::string& phase : phases) {
        if (InterruptGuard::flag()) break;
        options.copies = count;
        options.solver = solver;
        options.narrowPhase = phase;
        options.backend = phase == kConglomerates ? backend : "";
        std::optional<ProgressBar> bar(std::in_place, solver + ", " + phase, !quiet);
        options.progress = [&](double share) { bar->show(share); };
        const CopiesBenchRow row = timeCopies(options);
        bar.reset();
        print(std::cout, row);
        if (!row.fallback.empty()) std::cout << "  " << row.fallback << '\n';
        document["rows"].push_back(rowJson(row));
        if (!row.result.differ.empty()) {
          std::cout << "  NOT EQUAL to the same copies alone: " << row.result.differ.size() << '\n';
          good = false;
        }
        if (!first) {
          first = row;
        } else if (!row.result.cancelled) {
          const bool same = sameEnds(*first, row);
          document["rows"].back()["equal"] = same;
          if (!same) std::cout << "  NOT EQUAL to " << first->options.narrowPhase << '\n';
          good = good && same;
        }
      }
    }
  }
  std::cout << "published           contacts of a frame, " << kPublishedCopies
            << " copies on a GPU (Factory, 2022): " << milliseconds(kPublishedFrame) << " for all, "
            << milliseconds(kPublishedFrame / kPublishedCopies) << " a copy\n";
  if (json) {
    document["interrupted"] = InterruptGuard::flag().load();
    json->write(document.dump(2) + "\n");
    json->commit();
  }
  if (InterruptGuard::flag()) return kExitInterrupted;
  return good ? 0 : 1;
}

}  // namespace passung::app
