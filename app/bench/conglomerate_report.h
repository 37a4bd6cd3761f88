// SPDX-License-Identifier: GPL-3.0-or-later
// What `bench conglomerates` prints and writes.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "app/bench/conglomerate_bench.h"

namespace passung::app {

void printTimes(std::ostream& out, const ConglomerateTimes& times);
// "cpu", "cuda", "cpu and cuda" where a device failed on the way; empty where nothing ran.
[[nodiscard]] std::string backendsOf(const std::set<gpu::Backend>& ran);
[[nodiscard]] nlohmann::ordered_json timesJson(const ConglomerateTimes& times);

}  // namespace passung::app
