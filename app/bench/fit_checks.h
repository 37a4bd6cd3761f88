// SPDX-License-Identifier: GPL-3.0-or-later
// The checks of fits and of bodies in heaps, one function each; see checks.cpp for what they show.
#pragma once

#include "app/bench/check.h"

namespace passung::app {

void checkFallingScrew(CheckContext& context);
void checkWhitney(CheckContext& context);
void checkSpeeds(CheckContext& context);
void checkCubeStack(CheckContext& context);
void checkHeavyOnLight(CheckContext& context);
void checkPyramid(CheckContext& context);
void checkEveryScene(CheckContext& context);

}  // namespace passung::app
