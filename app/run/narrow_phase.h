// SPDX-License-Identifier: GPL-3.0-or-later
// The narrow phases by name: who finds the faces that contacts of meshes are made from. docs/cli.md has what they are.
#pragma once

#include <memory>
#include <string>

#include "app/run/variant.h"
#include "collision/narrowphase/face_pair_source.h"

namespace passung::app {

inline constexpr const char* kHierarchies = "hierarchies";      // the engine's own; the default
inline constexpr const char* kConglomerates = "conglomerates";  // docs/point-shells.md

// Throws InputError for a narrow phase or a backend that does not exist, a backend without conglomerates, and an engine
// that has nothing to choose.
void checkNarrowPhase(const Variant& variant);

// What EngineOptions::facePairs takes; null for hierarchies. Throws InputError as checkNarrowPhase().
[[nodiscard]] std::shared_ptr<collision::FacePairSource> makeFacePairs(const Variant& variant, int threads);

}  // namespace passung::app
