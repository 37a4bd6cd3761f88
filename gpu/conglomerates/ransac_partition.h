// SPDX-License-Identifier: Apache-2.0
// Problem: groups of faces that were made from one plane, sphere, cylinder or cone.
// Method: RANSAC after R. Schnabel, R. Wahl and R. Klein, "Efficient RANSAC for Point-Cloud Shape Detection", 2007, on
//   faces instead of points: draw a face and two more near it, make the models through them, and count the faces that
//   agree, in corners and normal, and hang together with the drawn one. The model of most faces is fitted to their
//   corners and counted again; if it has enough faces, they are taken out. Ends after some rounds without a find.
// Deviations: "near" is a ball of 8 to 128 faces in the dual graph instead of a cell of an octree; only the piece round
//   the drawn face is counted instead of the largest piece; a fixed number of draws a round instead of a stopping rule
//   by probabilities; a simpler surface is preferred where it has nearly as many faces.
// Randomness: one generator of a fixed seed, so that the same mesh gives the same bits.
// Cost: rounds (one for each shape found) times draws times faces of the shapes drawn.
// Failure modes: shapes of a small share of the mesh may be missed; free surfaces give none, or patches that happen to
//   be within the tolerance of one.
#pragma once

#include "gpu/conglomerates/face_graph.h"
#include "gpu/conglomerates/surface_model.h"

namespace passung::gpu {

struct RansacSettings {
  double distance = 5e-4;  // of a corner from the surface, as a share of the mesh's diagonal
  double angle = 0.25;     // of a face's normal from the surface's [rad]
  int draws = 100;         // in each round
  int emptyRounds = 3;     // without a find, one after the other, that end the search
};

struct FoundShape {
  SurfaceModel model;
  std::vector<int> faces;  // connected
};

// Shapes of `least` faces or more, in the order in which they were found; no face is in two of them.
[[nodiscard]] std::vector<FoundShape> findShapes(const TriangleMesh& mesh, const FaceGraph& graph, int least,
                                                 const RansacSettings& settings = {});

// The shapes, and what is left as it hangs together.
[[nodiscard]] FaceGroups ransacGroups(const TriangleMesh& mesh, const FaceGraph& graph, int least,
                                      const RansacSettings& settings = {});

}  // namespace passung::gpu
