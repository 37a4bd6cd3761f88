// SPDX-License-Identifier: GPL-3.0-or-later
// Problem: how far two recorded runs part: of two machines, two versions, two settings.
// Method: the instants that both hold are compared, part by part as they are named: how far the origins are apart, and
//   by what angle the parts are turned against each other.
// Cost: both files are read once; memory for one sample of each, and one row for each instant.
// Failure modes: recordings of different sample intervals share few instants, or none (an error then).
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace passung::app {

struct RecordingComparison {
  struct Body {
    std::string name;
    double distance = 0, angle = 0;          // largest [m], [rad]
    double distanceTime = 0, angleTime = 0;  // when, first [s]
  };
  struct Instant {
    double time = 0;                 // [s]
    double distance = 0, angle = 0;  // largest of all parts
  };
  std::vector<Body> bodies;  // that both have, in the order of the first
  std::vector<std::string> onlyFirst, onlySecond;
  std::vector<Instant> instants;
  std::optional<double> parted;        // the first instant at which a bit of a place or velocity differs [s]
  double firstEnd = 0, secondEnd = 0;  // of the recordings [s]
  std::vector<std::string> warnings;   // of damaged files
  bool cancelled = false;

  // No bit differs, and no part is missing.
  [[nodiscard]] bool same() const { return !parted && onlyFirst.empty() && onlySecond.empty(); }
  [[nodiscard]] double largestDistance() const;  // [m]
  [[nodiscard]] double largestAngle() const;     // [rad]
};

// `progress`: the share that is done; false ends the work, and what was compared by then is the result. Throws
// InputError for files that are no recordings, without a part of the same name or without an instant in common.
[[nodiscard]] RecordingComparison compareRecordings(const std::string& first, const std::string& second,
                                                    const std::function<bool(double share)>& progress = {});

// One line: "the same bits at all 201 instants", or when they part and by how much at most.
[[nodiscard]] std::string describe(const RecordingComparison& comparison);

}  // namespace passung::app
