// SPDX-License-Identifier: GPL-3.0-or-later
// One way to simulate a scene: an engine with its solver, and settings that take the place of the scene's. Comparisons
// of the window and of the command line are lists of these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dynamics/world_def.h"

namespace passung::app {

struct Variant {
  std::string engine = "native";
  std::string solver{};                 // of the native engine; empty: the scene's own
  std::string policy{};                 // its contact policy; empty: the scene's, or the solver's own
  std::string narrowPhase{};            // of the native engine; empty: hierarchies; see narrow_phase.h
  std::string backend{};                // of the narrow phase conglomerates; empty: cpu
  std::optional<double> dt{};           // [s]
  std::string material{};               // an engineering material for every body that moves freely; empty: the scene's
  std::optional<double> friction{};     // of every body
  std::optional<double> restitution{};  // of every body, 0..1

  bool operator==(const Variant&) const = default;
};

// The most that one comparison holds: more cannot be told apart in one table.
inline constexpr std::size_t kMostVariants = 4;

// "native,solver=impulse,dt=0.0005": the engine, then settings by name. Throws InputError for what is no variant;
// whether there is such an engine or solver shows when it is made.
[[nodiscard]] Variant parseVariant(const std::string& text);
// What parseVariant() reads.
[[nodiscard]] std::string variantText(const Variant& variant);

// What differs from the scene besides engine and solver, in words: "edges, dt 500 us, friction 0.1"; empty: nothing.
[[nodiscard]] std::string variantSettings(const Variant& variant);
// The shortest name that says all: "native", "impulse, dt 500 us". A solver stands for the native engine.
[[nodiscard]] std::string variantTitle(const Variant& variant);
[[nodiscard]] std::vector<Variant> variantsOf(const std::vector<std::string>& engines);

// A recording is the scene's text with engine, solver and step. Throws InputError, of `output`, for a variant that
// changes more, which would be lost.
void checkRecordable(const Variant& variant, const std::string& output);

// Puts the variant's solver, step and materials into a world.
void applyVariant(const Variant& variant, dynamics::WorldDef& def);

}  // namespace passung::app
