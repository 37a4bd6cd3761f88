// SPDX-License-Identifier: GPL-3.0-or-later
// What `run` and `compare` share: load, run one variant with its files, hand over the results.
#pragma once

#include <string>
#include <vector>

#include "app/cli/args.h"
#include "app/run/comparison_report.h"
#include "app/run/run_types.h"
#include "core/output_file.h"
#include "dynamics/snapshot.h"

namespace passung::app {

// A scene as the arguments ask for it, before a solver is chosen.
struct PreparedScene {
  scenes::Scene scene{};
  double loadTime = 0;  // [s]
};
[[nodiscard]] PreparedScene prepareScene(const RunArguments& arguments);

struct VariantResult {
  scenes::Scene scene{};
  dynamics::WorldSnapshot last{};
  RunResult result{};  // of a refused variant: names only
};

// Where one variant writes; empty: not at all. `extra`: a further consumer of samples, or null.
struct VariantOutputs {
  std::string csv{}, record{};
  RunSink* extra = nullptr;
};

[[nodiscard]] VariantResult runVariant(const PreparedScene& prepared, const Variant& variant,
                                       const RunArguments& arguments, const VariantOutputs& outputs);
// The same, but where the engine or the solver refuses the scene, the result says why (RunResult::refusal).
[[nodiscard]] VariantResult runOrRefuse(const PreparedScene& prepared, const Variant& variant,
                                        const RunArguments& arguments, const VariantOutputs& outputs);

// Throws InputError now rather than after the run when the picture could not be written.
void checkImage(const std::string& path);
// The end of each variant that was run, for a report; none in a build without renderer.
[[nodiscard]] std::vector<ReportPicture> reportPictures(const std::vector<VariantResult>& variants);
// The end of each variant, side by side.
void writeImage(const std::string& path, const std::vector<VariantResult>& variants);

// Prints the table or the report, writes the report file and the picture.
void deliver(const RunArguments& arguments, const std::vector<VariantResult>& variants, const std::string& report,
             OutputFile* reportFile);

inline constexpr int kExitInterrupted = 130;

}  // namespace passung::app
