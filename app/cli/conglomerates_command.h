// SPDX-License-Identifier: GPL-3.0-or-later
// passung bench conglomerates: the search for pairs of faces, stage by stage, beside hierarchies and aims.
#pragma once

#include <string>
#include <vector>

namespace passung::app {

// args: what follows `bench conglomerates`. Returns 0, 1 where contacts are not those of the hierarchies, 130 when
// interrupted. Throws InputError or HelpAsked.
int runBenchConglomerates(const std::vector<std::string>& args);

}  // namespace passung::app
