// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/assembly_command.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/bench/check.h"
#include "app/bench/check_report.h"
#include "app/cli/args.h"
#include "app/cli/parser.h"
#include "app/cli/progress.h"
#include "core/error.h"
#include "core/output_file.h"
#include "core/version.h"

namespace passung::app {
namespace {

// The checks to run: those named, else all but the slow ones unless `full`.
std::vector<const Check*> chosen(const std::vector<std::string>& names, bool full) {
  std::vector<const Check*> list;
  std::string known;
  for (const Check& check : checks()) {
    known += (known.empty() ? "" : ", ") + std::string(check.name);
    if (names.empty() && (full || !check.slow)) list.push_back(&check);
  }
  for (const std::string& name : names) {
    const auto found = std::find_if(checks().begin(), checks().end(), [&](const Check& c) { return c.name == name; });
    if (found == checks().end()) {
      throw InputError("", "bench assembly", "there is no check '" + name + "'", "the checks are " + known);
    }
    list.push_back(&*found);
  }
  return list;
}

void printList() {
  for (const Check& check : checks()) {
    std::cout << std::left << std::setw(16) << check.name << check.purpose << (check.slow ? " (long)" : "") << '\n';
  }
}

void printSummary(const std::vector<CheckRow>& rows) {
  std::map<Verdict, int> count;
  for (const CheckRow& row : rows) ++count[row.verdict];
  std::cout << count[Verdict::kPassed] << " passed, " << count[Verdict::kFailed] << " failed, " << count[Verdict::kSlow]
            << " slow, " << count[Verdict::kSkipped] << " skipped" << std::endl;
}

}  // namespace

int runBenchAssembly(const std::vector<std::string>& args) {
  CLI::App parser("Checks what the scenes of threads, fits and stacks are there to show, a row each.",
                  "passung bench assembly");
  std::vector<std::string> names;
  std::string jsonFile;
  CheckContext context;
  bool quiet = false, list = false;
  parser.add_option("CHECK", names, "checks to run (default: all but the long ones)");
  parser.add_flag("--full", context.full, "the long ones too, each as long as it is asked for");
  parser.add_option("--threads", context.threads, "threads (default 1); 0 is all cores");
  const CLI::Option* jsonOption = parser.add_option("--json", jsonFile, "write the rows to this file");
  parser.add_flag("--list", list, "list the checks and end");
  parser.add_flag("--quiet", quiet, "no progress bar");
  parse(parser, args);
  checkThreads(context.threads);
  context.threads = threadCount(context.threads);
  if (list) {
    printList();
    return 0;
  }
  const std::vector<const Check*> todo = chosen(names, context.full);

  std::optional<OutputFile> json;
  if (jsonOption->count() > 0) json.emplace(jsonFile);
  const InterruptGuard interrupts;
  context.cancel = &InterruptGuard::flag();
  std::optional<ProgressBar> bar;
  std::string label;
  context.progress = [&](const std::string& name, double share) {
    if (!bar || name != label) bar.emplace(label = name, !quiet);
    bar->show(share);
  };
  std::vector<CheckRow> rows;
  CheckTable table(std::cout);
  context.emit = [&](const CheckRow& row) {
    bar.reset();
    table.row(row);
    rows.push_back(row);
  };

  table.header();
  for (const Check* check : todo) {
    context.check = check->name;
    check->run(context);
    if (context.cancelled()) break;
  }
  bar.reset();
  printSummary(rows);
  if (json) {
    nlohmann::ordered_json document = {{"passung", kVersion}, {"threads", context.threads}, {"full", context.full}};
    document["rows"] = nlohmann::ordered_json::array();
    for (const CheckRow& row : rows) document["rows"].push_back(checkJson(row));
    json->write(document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
    json->commit();
  }
  if (context.cancelled()) return 130;
  return std::any_of(rows.begin(), rows.end(), [](const CheckRow& row) { return row.verdict == Verdict::kFailed; }) ? 1
                                                                                                                    : 0;
}

}  // namespace passung::app
