// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_command.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/args.h"
#include "app/cli/progress.h"
#include "app/cli/replay.h"
#include "app/cli/variant_run.h"
#include "app/run/report.h"

namespace passung::app {

int runRun(const std::vector<std::string>& args) {
  RunArguments arguments = parseRunArguments(args);
  const InterruptGuard interrupts;
  std::optional<OutputFile> report;
  if (!arguments.report.empty()) report.emplace(arguments.report);
  checkImage(arguments.image);

  // A recording is run again as it was made, and compared sample by sample.
  std::optional<Replay> replay;
  if (dynamics::isRecording(arguments.file)) replay.emplace(arguments);

  const PreparedScene prepared = replay ? replay->prepareScene() : prepareScene(arguments);
  VariantResult done =
      runVariant(prepared, arguments.variants.front(), arguments,
                 {.csv = arguments.csv, .record = arguments.record, .extra = replay ? &replay->sink() : nullptr});
  if (replay) replay->judge(done.result);

  const bool cancelled = done.result.cancelled;
  const bool passed = done.result.passed();
  const std::string text = jsonText(reportJson(done.result));
  std::vector<VariantResult> variants;
  variants.push_back(std::move(done));
  deliver(arguments, variants, text, report ? &*report : nullptr);
  if (cancelled) return kExitInterrupted;
  return passed ? 0 : 1;
}

}  // namespace passung::app
