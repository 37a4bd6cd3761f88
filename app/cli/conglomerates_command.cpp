// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/conglomerates_command.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "app/bench/conglomerate_report.h"
#include "app/cli/args.h"
#include "app/cli/parser.h"
#include "app/cli/progress.h"
#include "core/error.h"
#include "core/output_file.h"
#include "core/version.h"
#include "scenes/description/suggest.h"

namespace passung::app {
namespace {

// The index of the name among those there are. Throws InputError with the nearest.
std::size_t indexOf(const char* option, const std::string& name, const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw InputError("", std::string("bench conglomerates ") + option, "there is no '" + name + "'",
                     scenes::allowedNames(name, names));
  return static_cast<std::size_t>(found - names.begin());
}

void checkCount(const char* option, int value) {
  if (value < 1)
    throw InputError("", std::string("bench conglomerates ") + option, "it is " + std::to_string(value),
                     "it must be one or more");
}

gpu::Partitioner partitionerNamed(const std::string& name) {
  std::vector<std::string> names;
  for (const gpu::Partitioner p : gpu::kPartitioners) names.push_back(gpu::nameOf(p));
  return gpu::kPartitioners[indexOf("--partitioner", name, names)];
}

std::vector<const SetupGroup*> groupsNamed(const std::vector<std::string>& asked) {
  std::vector<std::string> names;
  for (const SetupGroup& group : setupGroups()) names.emplace_back(group.name);
  std::vector<const SetupGroup*> chosen;
  for (const std::string& name : asked) chosen.push_back(&setupGroups()[indexOf("--scene", name, names)]);
  if (asked.empty()) {
    for (const SetupGroup& group : setupGroups()) chosen.push_back(&group);
  }
  return chosen;
}

}  // namespace

int runBenchConglomerates(const std::vector<std::string>& args) {
  CLI::App parser(
      "The search for pairs of near faces by conglomerates, point shells and trees: time per stage, beside the same\n"
      "search by hierarchies, whose contacts must be equal, and beside aims published elsewhere or derived from what "
      "was.",
      "passung bench conglomerates");
  std::vector<std::string> asked;
  std::string backend = "cpu";
  std::string partitioner = "convex";
  std::string tree = "octree";
  std::string jsonFile;
  int threads = 0;
  int copies = 64;
  double spacing = 0;
  bool quiet = false;
  ConglomerateOptions options;
  std::string groups;
  for (const SetupGroup& group : setupGroups()) groups += "\n" + std::string(group.name) + ": " + group.purpose;
  parser.add_option("--scene", asked, "set-ups (default: all):" + groups)->delimiter(',');
  parser.add_option("--backend", backend, "cpu (default) or cuda; without a device the CPU takes its place");
  parser.add_option("--partitioner", partitioner, "convex (default), ransac, euclidean, hierarchy or chain");
  parser.add_option("--tree", tree, "octree (default) or kd");
  parser.add_option("--threads", threads, "threads (default: all cores)");
  const CLI::Option* stepsOption =
      parser.add_option("--steps", options.steps, "calls of each set-up (default: its own)");
  parser.add_option("--copies", copies, "copies in many_copies (default 64)");
  const CLI::Option* spacingOption =
      parser.add_option("--spacing", spacing, "of samples [m] (default: twice the root of the mean area of a face)");
  parser.add_option("--least", options.limits.least, "faces wanted in a conglomerate, at least (default 20)");
  parser.add_option("--most", options.limits.most, "and at most (default 100)");
  const CLI::Option* jsonOption = parser.add_option("--json", jsonFile, "write the figures to this file");
  parser.add_flag("--quiet", quiet, "no progress bar");
  parse(parser, args);
  checkThreads(threads);
  if (stepsOption->count() > 0) checkCount("--steps", options.steps);
  checkCount("--copies", copies);
  if (spacingOption->count() > 0) checkPositive("--spacing", spacing);
  options.threads = threadCount(threads);
  options.backend = indexOf("--backend", backend, {"cpu", "cuda"}) == 1 ? gpu::Backend::kCuda : gpu::Backend::kCpu;
  options.partitioner = partitionerNamed(partitioner);
  options.model.tree = indexOf("--tree", tree, {"octree", "kd"}) == 1 ? gpu::TreeKind::kKdTree : gpu::TreeKind::kOctree;
  options.model.shell.spacing = spacing;
  const std::vector<const SetupGroup*> chosen = groupsNamed(asked);

  std::optional<OutputFile> json;
  if (jsonOption->count() > 0) json.emplace(jsonFile);
  const InterruptGuard interrupts;
  options.cancel = &InterruptGuard::flag();
  nlohmann::ordered_json document = {{"passung", kVersion},
                                     {"backend", nullptr},
                                     {"backend_asked", backend},
                                     {"partitioner", partitioner},
                                     {"tree", tree},
                                     {"threads", options.threads},
                                     {"interrupted", false},
                                     {"setups", nlohmann::ordered_json::array()}};
  const bool instead = options.backend == gpu::Backend::kCuda && !gpu::deviceStatus().usable;
  std::cout << options.threads << (options.threads == 1 ? " thread, " : " threads, ")
            << (instead ? "cpu instead of " : "") << backend << ", " << partitioner << ", " << tree << "\n\n";
  bool equal = true;
  std::set<gpu::Backend> ran;
  for (const SetupGroup* group : chosen) {
    if (InterruptGuard::flag()) break;
    for (const PairSetup& setup : group->make({copies, options.threads, options.steps})) {
      if (InterruptGuard::flag()) break;
      std::optional<ProgressBar> bar(std::in_place, setup.name, !quiet);
      options.progress = [&](double share) { bar->show(share); };
      const ConglomerateTimes times = timeConglomerates(setup, options);
      bar.reset();
      printTimes(std::cout, times);
      equal = equal && times.equal;
      ran.insert(times.ran.begin(), times.ran.end());
      document["setups"].push_back(timesJson(times));
    }
  }
  if (json) {
    if (!ran.empty()) document["backend"] = backendsOf(ran);
    document["interrupted"] = InterruptGuard::flag().load();
    json->write(document.dump(2) + "\n");
    json->commit();
  }
  if (InterruptGuard::flag()) return 130;
  return equal ? 0 : 1;
}

}  // namespace passung::app
