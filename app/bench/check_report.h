// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of checks as a table and as JSON.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "app/bench/check.h"

namespace passung::app {

// 112 characters wide; rows that follow each other share their scene's name.
class CheckTable {
 public:
  explicit CheckTable(std::ostream& out) : out_(out) {}
  void header();
  void row(const CheckRow& row);

 private:
  std::ostream& out_;
  std::string lastScene_;
};

[[nodiscard]] nlohmann::ordered_json checkJson(const CheckRow& row);

}  // namespace passung::app
