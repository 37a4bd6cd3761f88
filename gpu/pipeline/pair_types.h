// SPDX-License-Identifier: Apache-2.0
// What goes into the search for pairs of faces, and what comes out of it.
#pragma once

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
  // False: every conglomerate of A is searched against every one of B, wherever they are. Same contacts, more work; for
  // measurements of the search alone.
  bool boxTest = true;
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
  } seconds;  // wall times; on a device, those of its kernels
  long long boxPairsTested = 0, boxPairs = 0;
  long long askingFaces = 0, askingSamples = 0;  // faces in all slices; samples of those that came near a root
  int units = 0;
  long long found = 0;       // candidates before sorting
  long long candidates = 0;  // each once
  long long undecided = 0;   // of them, those that the exact predicates had to decide
  long long contacts = 0;
  BufferReport boxPairBuffers, candidateBuffers;

  Backend backend = Backend::kCpu;       // where search and exact test ran
  std::string fallback;                  // one line: why they did not run on the device this time; else empty
  std::string prefetchFailure;           // one line: why nothing could be sent ahead this time; else empty
  long long bytesUp = 0, bytesDown = 0;  // moved to and from the device in this call
  long long residentBytes = 0;           // of conglomerates on the device at the end of the call
  int evictions = 0, prefetched = 0;     // conglomerates dropped from the device, and sent ahead of their use
};

struct PairResult {
  // Sorted by (object, faceA, faceB), each once. Empty when a device searched: they stay there.
  std::vector<FacePair> candidates;
  std::vector<FaceContact> contacts;  // those within the distance, in the same order
  PairReport report;
};

}  // namespace passung::gpu
