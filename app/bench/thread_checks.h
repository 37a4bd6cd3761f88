// SPDX-License-Identifier: GPL-3.0-or-later
// The checks of threads, one function each; see checks.cpp for what they show.
#pragma once

#include "app/bench/check.h"

namespace passung::app {

void checkDescent(CheckContext& context);
void checkSelfLock(CheckContext& context);
void checkLockedCreep(CheckContext& context);
void checkFactoryAtRest(CheckContext& context);
void checkDriven(CheckContext& context);
void checkFastDrive(CheckContext& context);
void checkTorque(CheckContext& context);

}  // namespace passung::app
