// SPDX-License-Identifier: GPL-3.0-or-later
// What `bench conglomerates` measures: parts, the poses they take one after the other, and the figures they are
// judged against.
//
// To add a set-up: a function here that makes one, and its line in setupGroups().
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/math.h"
#include "core/triangle_mesh.h"

namespace passung::app {

// A figure to stay below.
struct PairAim {
  // kBuild: partition, boxes, shells and trees. kHierarchyBuild: of the hierarchies walked beside, which the search
  // does not use. kContacts: all stages and the reduction.
  enum class Stage { kBoxes, kSearch, kExact, kAll, kBuild, kHierarchyBuild, kContacts, kExactShare };
  enum class Statistic { kMedian, kMean, kMax };
  // kDerived: nobody published this figure; `source` says what it follows from.
  enum class Origin { kPublished, kDerived };
  Stage stage = Stage::kAll;
  Statistic statistic = Statistic::kMedian;
  double limit = 0;  // [s]; of kExactShare a share of the search
  const char* source = "";
  Origin origin = Origin::kPublished;
  bool onePair = false;     // of calls with one pair of bodies each: PairSetup::pairByPair
  bool otherModel = false;  // published for another model of as many faces: met is of the size only
};

struct PairSetup {
  std::string name, group, shows;
  std::vector<std::shared_ptr<const TriangleMesh>>
      meshes{};  // one a body; equal pointers share all that is made of them
  struct Bodies {
    int a = 0, b = 0;
  };
  std::vector<Bodies> pairs{};
  std::vector<std::vector<Transform>> X_WB{};  // [pose][body]
  double distance = 0;                         // [m] faces within it are contacts
  bool boxTest = true;                         // false: all pairs of conglomerates are searched
  bool self = false;                           // a body against itself
  bool reduce = false;                         // contacts are then reduced to patches
  bool pairByPair = false;                     // the pairs of each pose are searched in calls of their own, too
  int iterations = 250;                        // taken from the poses, over and over
  int compared = 250;                          // of them by hierarchies, too
  std::vector<PairAim> aims{};
};

struct SetupOptions {
  int copies = 64;  // of many_copies
  int threads = 1;  // of the simulation that some poses come from
  int steps = 0;    // iterations; 0: those of each set-up
};

// Where the nuts of many_copies are: what is applied to the nut of m16_factory_loose in W.
[[nodiscard]] std::vector<Transform> restingNuts(int copies);

// A maker of set-ups of one group, so that only those asked for are made.
struct SetupGroup {
  const char* name;
  const char* purpose;
  std::vector<PairSetup> (*make)(const SetupOptions&);
};
[[nodiscard]] const std::vector<SetupGroup>& setupGroups();

}  // namespace passung::app
