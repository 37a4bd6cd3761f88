// SPDX-License-Identifier: GPL-3.0-or-later
// A run's figures as JSON (docs/cli.md).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/run/run_types.h"

namespace passung::app {

[[nodiscard]] nlohmann::ordered_json reportJson(const RunResult& result);
// One object with `variants`, in the order given.
[[nodiscard]] nlohmann::ordered_json comparisonJson(const std::vector<RunResult>& results);
// What a source of face pairs did.
[[nodiscard]] nlohmann::ordered_json faceSearchJson(const collision::FaceSearchReport& report);
// A hash of states as reports give it: 16 hexadecimal digits, which a JSON number could not hold.
[[nodiscard]] std::string hashText(std::uint64_t hash);
// The text of a report file; bytes that are no UTF-8 are replaced, numbers that are not finite become null.
[[nodiscard]] std::string jsonText(const nlohmann::ordered_json& json);

}  // namespace passung::app
