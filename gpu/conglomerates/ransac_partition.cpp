// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/ransac_partition.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

namespace passung::gpu {
namespace {

// A surface of the next more complicated kind must have this share more faces.
constexpr double kWorthwhile = 0.03;
// Fits and counts of the best model of a round.
constexpr int kRefinements = 3;
// Models made from centres and normals of facets are off by their sagitta. Those that are within so many tolerances of
// the corners of the drawn faces are worth a fit to these.
constexpr double kWorthAFit = 30;

class ShapeSearch {
 public:
  ShapeSearch(const TriangleMesh& mesh, const FaceGraph& graph, int least, const RansacSettings& settings)
      : mesh_(mesh),
        graph_(graph),
        least_(least),
        settings_(settings),
        tolerance_(settings.distance * mesh.bounds().size()),
        cosine_(std::cos(settings.angle)),
        open_(graph.allFaces()),
        isOpen_(open_.size(), 1),
        seen_(open_.size(), 0) {}

  std::vector<FoundShape> run() {
    std::vector<FoundShape> found;
    int empty = 0;
    while (empty < settings_.emptyRounds && static_cast<int>(open_.size()) >= least_) {
      FoundShape best = bestOfRound();
      refine(best);
      if (static_cast<int>(best.faces.size()) < least_) {
        ++empty;
        continue;
      }
      empty = 0;
      for (const int f : best.faces) isOpen_[f] = 0;
      std::erase_if(open_, [&](int f) { return !isOpen_[f]; });
      found.push_back(std::move(best));
    }
    return found;
  }

 private:
  // The distributions of the standard library may differ from one to the next; this gives the same everywhere.
  int below(std::size_t n) { return static_cast<int>(generator_() % n); }

  [[nodiscard]] bool agrees(const SurfaceModel& model, int f, double tolerances = 1) const {
    for (const int v : mesh_.triangles()[f]) {
      if (!(std::abs(distance(model, mesh_.vertices()[v])) <= tolerances * tolerance_)) return false;
    }
    return std::abs(mesh_.faceNormals()[f].dot(gradient(model, graph_.center(f)))) >= cosine_;
  }

  // Open faces that `accept` takes, connected with `start` over such ones; nearest first.
  template <class Accept>
  std::vector<int> flood(int start, std::size_t most, Accept&& accept) {
    ++mark_;
    std::vector<int> faces{start};
    seen_[start] = mark_;
    for (std::size_t next = 0; next < faces.size() && faces.size() < most; ++next) {
      for (const FaceGraph::Link& link : graph_.links(faces[next])) {
        if (seen_[link.face] == mark_ || !isOpen_[link.face] || !accept(link.face)) continue;
        seen_[link.face] = mark_;
        faces.push_back(link.face);
      }
    }
    return faces;
  }

  std::vector<int> facesOf(const SurfaceModel& model, int start) {
    if (!agrees(model, start)) return {};
    return flood(start, open_.size(), [&](int f) { return agrees(model, f); });
  }

  [[nodiscard]] std::optional<SurfaceModel> fittedTo(std::span<const int> faces, const SurfaceModel& guess) const {
    return fitted(guess, pointsOf(mesh_, cornersOf(mesh_, faces)));
  }

  FoundShape bestOfRound() {
    FoundShape best;
    double bestWorth = 0;
    for (int draw = 0; draw < settings_.draws; ++draw) {
      const int start = open_[below(open_.size())];
      const auto near = flood(start, std::size_t{8} << below(5), [](int) { return true; });
      const std::array<int, 3> drawn{start, near[below(near.size())], near[below(near.size())]};
      for (const SurfaceModel& guess : modelsThrough(drawn)) {
        const auto agreesAll = [&](const SurfaceModel& m, double tolerances) {
          return std::all_of(drawn.begin(), drawn.end(), [&](int f) { return agrees(m, f, tolerances); });
        };
        if (!agreesAll(guess, kWorthAFit)) continue;
        const auto fit = fittedTo(drawn, guess);
        if (!fit || !agreesAll(*fit, 1)) continue;
        const SurfaceModel& model = *fit;
        std::vector<int> faces = facesOf(model, start);
        const double worth = static_cast<double>(faces.size()) / (1 + kWorthwhile * static_cast<int>(model.kind));
        if (worth <= bestWorth) continue;
        bestWorth = worth;
        best = {model, std::move(faces)};
      }
    }
    return best;
  }

  // Models of every kind that the three faces determine.
  std::vector<SurfaceModel> modelsThrough(const std::array<int, 3>& faces) const {
    std::array<OrientedPoint, 3> p;
    for (int i = 0; i < 3; ++i) p[i] = {graph_.center(faces[i]), mesh_.faceNormals()[faces[i]]};
    std::vector<SurfaceModel> models{planeAt(p[0])};
    for (auto model : {sphereThrough({p[0], p[1]}), cylinderThrough({p[0], p[1]})}) {
      if (!model) continue;
      // The corners lie on the surface, the centres inside it.
      double radius = 0;
      for (const int f : {faces[0], faces[1]}) {
        for (const int v : mesh_.triangles()[f]) radius += distance(*model, mesh_.vertices()[v]) / 6;
      }
      model->radius = radius;
      models.push_back(*model);
    }
    if (const auto cone = coneThrough(p)) models.push_back(*cone);
    return models;
  }

  // Fits the model to its faces, as long as that does not lose faces.
  void refine(FoundShape& shape) {
    for (int i = 0; i < kRefinements && !shape.faces.empty(); ++i) {
      const auto model = fittedTo(shape.faces, shape.model);
      if (!model) return;
      std::vector<int> faces = facesOf(*model, shape.faces.front());
      if (faces.size() < shape.faces.size()) return;
      const bool same = faces.size() == shape.faces.size();
      shape = {*model, std::move(faces)};
      if (same) return;
    }
  }

  const TriangleMesh& mesh_;
  const FaceGraph& graph_;
  int least_;
  RansacSettings settings_;
  double tolerance_, cosine_;
  std::vector<int> open_;  // faces not taken, ascending
  std::vector<char> isOpen_;
  std::vector<int> seen_;  // mark of the flood that saw a face last
  int mark_ = 0;
  std::mt19937_64 generator_{1};
};

}  // namespace

std::vector<FoundShape> findShapes(const TriangleMesh& mesh, const FaceGraph& graph, int least,
                                   const RansacSettings& settings) {
  return ShapeSearch(mesh, graph, least, settings).run();
}

FaceGroups ransacGroups(const TriangleMesh& mesh, const FaceGraph& graph, int least, const RansacSettings& settings) {
  FaceGroups groups;
  std::vector<int> left = graph.allFaces();
  std::vector<char> taken(left.size(), 0);
  for (FoundShape& shape : findShapes(mesh, graph, least, settings)) {
    for (const int f : shape.faces) taken[f] = 1;
    groups.push_back(std::move(shape.faces));
  }
  std::erase_if(left, [&](int f) { return taken[f] != 0; });
  for (std::vector<int>& piece : graph.connected(left)) groups.push_back(std::move(piece));
  return groups;
}

}  // namespace passung::gpu
