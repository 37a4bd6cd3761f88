// SPDX-License-Identifier: Apache-2.0
// The seam of the narrow phase for searches that take many pairs of meshes at once: who finds the pairs of faces that
// are near, from which near sets list their features (NearSet::collectFrom).
//
// A world asks once a step, for all pairs of meshes whose near sets have to be made anew; a batch of worlds once a step
// for all of them together.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/math.h"
#include "core/triangle_mesh.h"

namespace passung::collision {

struct FacePairQuery {
  std::shared_ptr<const TriangleMesh> a, b;
  Transform X_AB;       // of mesh B in the frame of mesh A
  double distance = 0;  // [m]
};

struct NearFaces {
  int a = 0, b = 0;  // of the two meshes
};

// What was done since the source was made.
struct FaceSearchReport {
  std::string name;      // of the method: "conglomerates"
  std::string backend;   // where the last search ran: "cpu", "cuda"; empty before the first
  std::string fallback;  // one line: why it is not the one asked for; else empty
  long long searches = 0, queries = 0, facePairs = 0;
  int models = 0;                                     // meshes that were made ready
  double build = 0;                                   // [s] for them
  double all = 0;                                     // [s] in searches
  double boxes = 0, search = 0, sort = 0, exact = 0;  // [s] of it, by stage
};

class FacePairSource {
 public:
  FacePairSource() = default;
  virtual ~FacePairSource() = default;
  FacePairSource(const FacePairSource&) = delete;
  FacePairSource& operator=(const FacePairSource&) = delete;

  // Makes a mesh ready, so that the first search does not have to. Only for speed. May be called from several threads
  // at once, but not beside find().
  virtual void prepare(const std::shared_ptr<const TriangleMesh>& mesh) = 0;
  // Finds all pairs of faces within the distances. Throws InputError for a distance or a pose that is not finite.
  virtual void find(std::span<const FacePairQuery> queries) = 0;
  // What the last find() found for its k-th query, sorted by (a, b), each pair once. Lives until the next find().
  [[nodiscard]] virtual std::span<const NearFaces> found(std::size_t query) const = 0;
  [[nodiscard]] virtual FaceSearchReport report() const = 0;
};

}  // namespace passung::collision
