// SPDX-License-Identifier: GPL-3.0-or-later
// What was tried on the drives of a running scene, kept in its document.
#pragma once

#include "app/document/edits.h"
#include "dynamics/joints/actuation.h"

namespace passung::app {

// The drives and motors become those given; `scene` is the one that the document describes, and further drives than it
// has are added. What is as the scene has it stays as it was written.
[[nodiscard]] Edit keepActuation(const scenes::Scene& scene, const dynamics::Actuation& actuation);

}  // namespace passung::app
