// SPDX-License-Identifier: Apache-2.0
// Problem: all pairs of faces of two objects that are within a distance, for many pairs of objects at once.
// Method: flat groups of faces (conglomerates) instead of deep hierarchies, so that all stages are long lists of small
//   independent tasks:
//
//     boxes    every conglomerate box of A against every one of B, one job a conglomerate of A      -> pairs of boxes
//     units    the faces of the asking sides of all box pairs of all objects, in one line, cut into slices of any size
//     search   per slice: samples of each face ask the tree of the other conglomerate               -> candidates
//     sort     per pair of objects by (face of A, face of B), each once
//     exact    per slice of candidates: the distance of the two triangles                           -> contacts
//
//   Of each box pair the side with fewer samples asks (A's on a tie). docs/point-shells.md proves that no pair of faces
//   within the distance is missing among the candidates.
// Cost: see docs/point-shells.md for measured times. Stages of one call run one after the other, each over all jobs.
// Failure modes: faces that are large against the distance have large covering radii, so they are candidates with
//   everything round them: more work, never a missing pair.
// Determinism: slices write to memory of their own, read in order; candidates are sorted; the trees find to the bit
// what a
//   loop finds. So the result has the same bits for any slice size, any number of threads and either tree.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpu/pipeline/conglomerate_model.h"
#include "gpu/pipeline/exact_pairs.h"
#include "gpu/pipeline/growing_buffer.h"

namespace passung::gpu {

struct PairSettings {
  int unitFaces = 1024;        // asking faces in a slice of the search, and pairs in a slice of the exact test
  int boxPairsStart = 32;      // items that fit before a buffer has to grow: of a conglomerate's box pairs,
  int candidatesStart = 4096;  // of a slice's candidates
};

// The models must outlive the call.
struct ObjectPair {
  const ConglomerateModel* a = nullptr;
  const ConglomerateModel* b = nullptr;
  Transform X_AB;       // of the mesh of B in the frame of the mesh of A; a unit quaternion
  double distance = 0;  // [m] faces within it are wanted; 0: faces that touch or cross
};

enum class Backend { kCpu, kCuda };

struct PairReport {
  struct Seconds {
    double boxes = 0, search = 0, sort = 0, exact = 0;
  } seconds;  // wall times
  long long boxPairsTested = 0, boxPairs = 0;
  long long askingFaces = 0, askingSamples = 0;  // faces in all slices; samples of those that came near a root
  int units = 0;
  long long found = 0;       // candidates before sorting
  long long candidates = 0;  // each once
  long long contacts = 0;
  BufferReport boxPairBuffers, candidateBuffers;

  Backend backend = Backend::kCpu;       // where search and exact test ran
  std::string fallback;                  // one line: why they did not run on the device this time; else empty
  long long bytesUp = 0, bytesDown = 0;  // moved to and from the device in this call
  long long residentBytes = 0;           // of conglomerates on the device at the end of the call
  int evictions = 0, prefetched = 0;     // conglomerates dropped from the device, and sent ahead of their use
};

struct PairResult {
  std::vector<FacePair> candidates;   // sorted by (object, faceA, faceB), each once
  std::vector<FaceContact> contacts;  // those within the distance, in the same order
  PairReport report;
};

// Keeps the memory of its stages from call to call.
class ConglomeratePairs {
 public:
  // Throws InputError when a setting is not positive.
  explicit ConglomeratePairs(const PairSettings& settings = {});

  // Throws InputError when a distance is negative or a pose not a finite one. The result lives until the next call.
  const PairResult& run(std::span<const ObjectPair> objects, Jobs& jobs);

 private:
  // A pair of conglomerates whose boxes are near.
  struct BoxPair {
    int object, a, b;
    bool aAsks;
  };
  // What placing the asking shell needs, for both sides of a pair of objects.
  struct Placed {
    Placement bInA, aInB;              // shell frames
    float distance = 0, rounding = 0;  // see FaceQuestion
    Mat3 R_AB;                         // of the meshes
    double tolerance = 0;              // rounding of a coordinate in the frame of A [m]
  };
  struct Unit {
    GrowingBuffer<FacePair> found;
    std::vector<std::uint64_t> seen;
    long long samples = 0;
  };

  void placeObjects(std::span<const ObjectPair> objects);
  void findBoxPairs(std::span<const ObjectPair> objects, Jobs& jobs);
  void search(std::span<const ObjectPair> objects, Jobs& jobs);
  void searchUnit(std::span<const ObjectPair> objects, int unit);
  void sortCandidates(int objects, Jobs& jobs);
  void testExactly(std::span<const ObjectPair> objects, Jobs& jobs);

  PairSettings settings_;
  std::vector<Placed> placed_;
  std::vector<GrowingBuffer<int>> boxRows_;  // per conglomerate of A: near ones of B
  std::vector<BoxPair> boxPairs_;
  std::vector<long long> firstAsking_;  // of the box pairs, in the line of all asking faces; one more at the end
  std::vector<Unit> units_;
  std::vector<std::vector<std::uint64_t>> keys_;  // of the candidates of each pair of objects
  std::vector<PlacedMeshes> meshes_;
  std::vector<double> squared_;
  PairResult result_;
};

}  // namespace passung::gpu
