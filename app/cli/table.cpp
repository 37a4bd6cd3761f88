// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table.h"

#include <algorithm>
#include <ostream>

#include "app/run/result_rows.h"

namespace passung::app {
namespace {

// Above so many variants the columns are narrow: labels are cut, and the native engine goes by its solver's name.
constexpr std::size_t kWideVariants = 3;
constexpr std::size_t kNarrowLabel = 30;

// Characters, not bytes: names may hold any UTF-8.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// The first characters of a text, and two dots.
std::string shortened(const std::string& text, std::size_t most) {
  std::string head;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
    if (starts && width(head) + 2 == most) break;
    head += text[i];
  }
  return head + "..";
}

std::string columnHead(const RunResult& result, bool narrow) {
  if (!narrow || result.engine != "native") return variantLabel(result);
  return result.settings.empty() ? result.solver : result.solver + ", " + result.settings;
}

using Lines = std::vector<std::vector<std::string>>;  // of cells, the label first

// The labels to the left, the cells to the right of their columns.
void printCells(std::ostream& out, const Lines& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const auto& cells : lines) {
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], width(cells[i]));
  }
  for (const auto& cells : lines) {
    std::string line = cells[0] + std::string(widths[0] - width(cells[0]), ' ');
    for (std::size_t i = 1; i < cells.size(); ++i) {
      line += std::string(3 + widths[i] - width(cells[i]), ' ') + cells[i];
    }
    out << line << '\n';
  }
}

void printResults(std::ostream& out, const std::vector<RunResult>& results) {
  const RunResult& first = results.front();
  const bool narrow = results.size() > kWideVariants;
  Lines lines{{first.scene}};
  for (const RunResult& result : results) lines[0].push_back(columnHead(result, narrow));
  for (const ResultRow& row : resultRows(results)) {
    const bool cut = narrow && width(row.label) > kNarrowLabel;
    lines.push_back({cut ? shortened(row.label, kNarrowLabel) : row.label});
    lines.back().insert(lines.back().end(), row.texts.begin(), row.texts.end());
  }
  printCells(out, lines);

  for (const RunResult& result : results) {
    for (const MonitorResult& monitor : result.monitors) {
      if (results.size() > 1 && monitor.passed) continue;
      out << (results.size() > 1 ? variantLabel(result) + ": " : std::string()) << monitor.name << ": "
          << (monitor.passed ? "" : "FAILED: ") << monitor.detail << '\n';
    }
  }
  for (const RunResult& result : results) {
    for (const std::string& warning : result.warnings) {
      out << (results.size() > 1 ? variantLabel(result) + ": " : std::string()) << "note: " << warning << '\n';
    }
  }
  if (first.replay) {
    out << (first.replay->matched ? "replay: every recorded sample is met bit by bit ("
                                  : "replay: differs from the recording (")
        << first.replay->samples << " samples)\n";
  }
}

}  // namespace

void printTable(std::ostream& out, const std::vector<RunResult>& all) {
  std::vector<RunResult> results;
  for (const RunResult& result : all) {
    if (result.refusal.empty()) results.push_back(result);
  }
  if (!results.empty()) printResults(out, results);
  for (const RunResult& result : all) {
    if (!result.refusal.empty()) out << variantLabel(result) << ": not run: " << result.refusal << '\n';
  }
}

}  // namespace passung::app
