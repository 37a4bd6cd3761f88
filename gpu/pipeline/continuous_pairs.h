// SPDX-License-Identifier: Apache-2.0
// Problem: which faces of two objects come within a distance d at any time of a step, and when first, so that nothing
//   fast passes through something thin between two steps.
// Method: boxes, points, triangles.
//
//     sweep    the step is halved again and again; a part of it is dropped when the swept boxes of the objects, or of
//              all pairs of their conglomerates that were near in the part round it, are apart        -> parts
//     search   in each part the face pairs within d + delta at its middle, by conglomerates (conglomerate_pairs.h),
//     delta
//              bounding the motion between the middle and the ends                                    -> face pairs
//     advance  each face pair, in its parts in order, by conservative advancement (kernels/advance.h) -> impacts
//
//   docs/point-shells.md proves that no pair of faces is missing and no time too late.
// Cost: parts are halved until delta is below `subLength`; each costs a search.
// Failure modes: a large motion against subLength makes many parts; after mostLevels halvings delta grows instead, and
//   with it the number of face pairs. Gliding faces may be cut off (kernels/advance.h): counted, and given as impacts.
//   Without firstOnly all parts are one search, whose candidates are in memory together: for objects that pass through
//   each other these are many times those of a pose.
// Determinism: the same bits for any number of threads.
#pragma once

#include "gpu/kernels/advance.h"
#include "gpu/pipeline/conglomerate_pairs.h"
#include "gpu/pipeline/motion.h"

namespace passung::gpu {

struct ContinuousSettings {
  // How far above d a pair may be at its impact [m]; never below the rounding of the coordinates. Smaller: more steps.
  double tolerance = 1e-7;
  // Wanted bound of the motion between the middle of a part and its ends [m]; 0: a quarter of the larger spacing of
  // both shells. Smaller: more searches, of fewer pairs each.
  double subLength = 0;
  // Parts are searched in order, and a pair of objects ends with the first part that has an impact that was not cut
  // off: its first time is found, and the impacts until then, at a fraction of the cost where objects pass through each
  // other. An approach to within d + tolerance is an impact, whether or not the pair comes within d. A face pair that
  // was cut off in one part and has its impact in a later one is given with both.
  bool firstOnly = false;
  int mostLevels = 10;  // halvings of the step
  int mostSteps = 256;  // of an advancement
  PairSettings pairs;
};

// The models must outlive the call.
struct MovingPair {
  const ConglomerateModel* a = nullptr;
  const ConglomerateModel* b = nullptr;
  RigidMotion motion;   // of the mesh of B in the frame of the mesh of A (motion.h)
  double distance = 0;  // d [m]
};

struct FaceImpact {
  FacePair pair;
  double time = 0;      // of the step, 0 .. 1: the pair is farther than d at all times before
  double distance = 0;  // then [m]: at most d + tolerance, unless cut; it may stay above d and never come within it
  bool cut = false;     // the advancement ended there: the pair may come within d, not before the time
};

struct ContinuousReport {
  struct Seconds {
    double sweep = 0, search = 0, advance = 0;
  } seconds;                 // wall times
  long long sweptTests = 0;  // pairs of swept boxes
  int parts = 0;             // that the sweep left
  int searched = 0;          // of them
  double largestDelta = 0;   // [m]
  long long facePairs = 0;   // that were advanced
  long long advanceSteps = 0;
  long long cut = 0;
  PairReport pairs;  // of the last search
};

struct ContinuousResult {
  std::vector<FaceImpact> impacts;  // sorted by (object, faceA, faceB), each pair once (but see firstOnly)
  std::vector<double> firstTimes;   // of the pairs of objects, also of impacts that were cut off; infinity: none
  ContinuousReport report;
};

// Keeps the memory of its stages from call to call.
class ContinuousPairs {
 public:
  // Throws InputError when a setting is out of range.
  explicit ContinuousPairs(const ContinuousSettings& settings = {});

  // Throws InputError when a distance is negative or a motion not a finite one. The result lives until the next call.
  const ContinuousResult& run(std::span<const MovingPair> objects, Jobs& jobs);

 private:
  // A part of the step of a pair of objects in which they may come within the distance.
  struct Part {
    int object;
    double begin, end;
    double delta;
  };
  // A face pair that may come within the distance in a part.
  struct Chance {
    FacePair pair;  // of objects, not of parts
    int part;       // of the active ones
  };
  // What does not change within a step.
  struct Bounds {
    double speed = 0;     // of any point of B [m per step]
    double rounding = 0;  // of a coordinate [m]
  };

  void findParts(std::span<const MovingPair> objects, Jobs& jobs);
  void searchInOrder(std::span<const MovingPair> objects, Jobs& jobs);
  [[nodiscard]] std::vector<Part> partsOf(const MovingPair& o, int object, long long& tests) const;
  // Finds the chances of the active parts.
  void search(std::span<const MovingPair> objects, Jobs& jobs);
  // Appends the impacts of the active parts.
  void advanceAll(std::span<const MovingPair> objects, Jobs& jobs);
  [[nodiscard]] Advance firstTime(const MovingPair& o, std::span<const Chance> chances, int& steps) const;

  ContinuousSettings settings_;
  ConglomeratePairs pairs_;
  std::vector<Bounds> bounds_;
  std::vector<Part> parts_;   // that the sweep left, by object and time
  std::vector<Part> active_;  // of them, what is searched at once
  std::vector<Chance> chances_;
  std::vector<char> reached_;  // of the objects: an impact was found that was not cut off
  ContinuousResult result_;
};

}  // namespace passung::gpu
