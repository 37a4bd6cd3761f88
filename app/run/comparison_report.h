// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison to hand on: as a table of numbers, and as a page that needs no other file. Its JSON form is
// comparisonJson() in report.h.
#pragma once

#include <string>
#include <vector>

#include "app/run/run_types.h"

namespace passung::app {

// "figure,unit,A,B": a row a figure in SI, a column a variant; empty where a variant has no such number or was refused.
[[nodiscard]] std::string comparisonCsv(const std::vector<RunResult>& results);

struct ReportPicture {
  std::string caption;
  std::string png;  // the bytes of the file
};

// One HTML document with its pictures and plots inside, so that it can be mailed: pictures as data URIs, plots as SVG,
// no script, no link. `title`: the scene; `purpose`: one line, may be empty.
[[nodiscard]] std::string comparisonHtml(const std::string& title, const std::string& purpose,
                                         const std::vector<RunResult>& results,
                                         const std::vector<ReportPicture>& pictures);

}  // namespace passung::app
