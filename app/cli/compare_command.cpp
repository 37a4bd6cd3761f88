// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compare_command.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/args.h"
#include "app/cli/progress.h"
#include "app/cli/variant_paths.h"
#include "app/cli/variant_run.h"
#include "app/run/comparison_report.h"
#include "app/run/report.h"
#include "core/error.h"
#include "dynamics/recording.h"

namespace passung::app {

constexpr int kExitRefused = 2;  // the reference was not run: as for any bad input

int runCompare(const std::vector<std::string>& args) {
  const RunArguments arguments = parseCompareArguments(args);
  if (dynamics::isRecording(arguments.file)) {
    throw InputError(arguments.file, "", "a recording is tied to its engine",
                     "compare the scene, or `run` the recording");
  }
  const InterruptGuard interrupts;
  std::optional<OutputFile> report;
  if (!arguments.report.empty()) report.emplace(arguments.report);
  checkImage(arguments.image);
  std::optional<OutputFile> html;
  if (!arguments.html.empty()) html.emplace(arguments.html);

  const PreparedScene prepared = prepareScene(arguments);
  std::vector<VariantResult> variants;
  std::vector<RunResult> results;
  const std::vector<std::string> csv = pathsForVariants(arguments.csv, arguments.variants),
                                 record = pathsForVariants(arguments.record, arguments.variants);
  for (std::size_t i = 0; i < arguments.variants.size(); ++i) {
    variants.push_back(runOrRefuse(prepared, arguments.variants[i], arguments, {.csv = csv[i], .record = record[i]}));
    results.push_back(variants.back().result);
    if (results.back().cancelled) break;
  }

  deliver(arguments, variants, jsonText(comparisonJson(results)), report ? &*report : nullptr);
  if (html) {
    html->write(comparisonHtml(prepared.scene.name, prepared.scene.purpose, results, reportPictures(variants)));
    html->commit();
  }
  if (results.back().cancelled) return kExitInterrupted;
  if (!results.front().refusal.empty()) return kExitRefused;
  return results.front().passed() ? 0 : 1;
}

}  // namespace passung::app
