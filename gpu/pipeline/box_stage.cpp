// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/box_stage.h"

#include <algorithm>
#include <chrono>

#include "gpu/pipeline/placing.h"

namespace passung::gpu {
namespace {

double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

FloatFrame frameOf(const PointShell& shell) { return {shell.origin_B(), shell.extent()}; }

PlacedMeshes placedMeshes(const ObjectPair& o) {
  const double tolerance = placingTolerance(frameOf(o.a->shell()), frameOf(o.b->shell()), o.X_AB);
  return {&o.a->mesh(), &o.b->mesh(), o.X_AB.R(), o.X_AB.p, o.distance, tolerance};
}

PlacedPair placedPair(const ObjectPair& o, const PlacedMeshes& meshes) {
  const FloatFrame a = frameOf(o.a->shell());
  const FloatFrame b = frameOf(o.b->shell());
  PlacedPair p{};
  p.exact = exactPlacement(meshes);
  p.bInA = placementOf(o.X_AB, b, a);
  p.aInB = placementOf(o.X_AB.inverse(), a, b);
  const double rounding = std::max(placingError(b, a, p.bInA), placingError(a, b, p.aInB)) + meshes.tolerance;
  p.rounding = roundedOutwards(rounding);
  p.distance = roundedOutwards(o.distance + rounding);
  return p;
}

}  // namespace

StageTimer::StageTimer(double& seconds) : seconds_(seconds), start_(secondsNow()) {}
StageTimer::~StageTimer() { seconds_ += secondsNow() - start_; }

void BoxStage::run(std::span<const ObjectPair> given, const PairSettings& settings, Jobs& jobs, PairReport& report) {
  std::vector<ObjectPair> objects(given.begin(), given.end());
  for (std::size_t i = 0; i < objects.size(); ++i)
    objects[i].X_AB = checkedPlacement(objects[i].X_AB, objects[i].distance, i);
  const StageTimer timer(report.seconds.boxes);
  meshes_.clear();
  placed_.clear();
  for (const ObjectPair& o : objects) {
    meshes_.push_back(placedMeshes(o));
    placed_.push_back(placedPair(o, meshes_.back()));
  }
  findPairs(objects, settings, jobs, report);
  lineUp(objects);
  report.askingFaces = firstAsking_.back();
}

void BoxStage::findPairs(std::span<const ObjectPair> objects, const PairSettings& settings, Jobs& jobs,
                         PairReport& report) {
  // Of objects that are near as a whole, the conglomerates that are near the other object as a whole.
  if (sides_.size() < objects.size()) sides_.resize(objects.size());
  jobs.parallelFor(static_cast<int>(objects.size()), [&](int o) {
    const ObjectPair& pair = objects[static_cast<std::size_t>(o)];
    const ConglomerateBoxes& a = pair.a->boxes();
    const ConglomerateBoxes& b = pair.b->boxes();
    Sides& sides = sides_[static_cast<std::size_t>(o)];
    sides.a.clear();
    sides.b.clear();
    sides.tested = 0;
    if (settings.boxTest && !near(a.whole, b.whole, pair.X_AB, pair.distance)) return;
    for (int k = 0; k < pair.a->count(); ++k) {
      if (!settings.boxTest || near(a.boxes[static_cast<std::size_t>(k)], b.whole, pair.X_AB, pair.distance))
        sides.a.push_back(k);
    }
    for (int k = 0; k < pair.b->count(); ++k) {
      if (!settings.boxTest || near(a.whole, b.boxes[static_cast<std::size_t>(k)], pair.X_AB, pair.distance))
        sides.b.push_back(k);
    }
    if (!settings.boxTest) return;
    sides.tested = pair.a->count() + pair.b->count() + static_cast<long long>(sides.a.size() * sides.b.size());
  });

  // One row a conglomerate of A.
  struct Row {
    int object, a;
  };
  std::vector<Row> wanted;
  for (std::size_t o = 0; o < objects.size(); ++o) {
    for (const int a : sides_[o].a) wanted.push_back({static_cast<int>(o), a});
    report.boxPairsTested += sides_[o].tested;
  }
  if (rows_.size() < wanted.size()) rows_.resize(wanted.size());
  jobs.parallelFor(static_cast<int>(wanted.size()), [&](int r) {
    const Row row = wanted[static_cast<std::size_t>(r)];
    const ObjectPair& pair = objects[static_cast<std::size_t>(row.object)];
    const OrientedBox& box = pair.a->boxes().boxes[static_cast<std::size_t>(row.a)];
    rows_[static_cast<std::size_t>(r)].fill(settings.boxPairsStart, [&](EmitBuffer<int>& out) {
      for (const int b : sides_[static_cast<std::size_t>(row.object)].b) {
        const OrientedBox& other = pair.b->boxes().boxes[static_cast<std::size_t>(b)];
        if (!settings.boxTest || near(box, other, pair.X_AB, pair.distance)) out.add(b);
      }
    });
  });

  pairs_.clear();
  report.boxPairBuffers.start = settings.boxPairsStart;
  for (std::size_t r = 0; r < wanted.size(); ++r) {
    const ObjectPair& pair = objects[static_cast<std::size_t>(wanted[r].object)];
    for (const int b : rows_[r].items()) {
      const bool aAsks = pair.a->sampleCount(wanted[r].a) <= pair.b->sampleCount(b);
      pairs_.push_back({wanted[r].object, wanted[r].a, b, aAsks});
    }
    rows_[r].reportTo(report.boxPairBuffers);
  }
  report.boxPairs = static_cast<long long>(pairs_.size());
}

void BoxStage::lineUp(std::span<const ObjectPair> objects) {
  firstAsking_.assign(1, 0);
  for (const BoxPair& p : pairs_) {
    const ObjectPair& o = objects[static_cast<std::size_t>(p.object)];
    const std::size_t faces = p.aAsks ? o.a->facesOf(p.a).size() : o.b->facesOf(p.b).size();
    firstAsking_.push_back(firstAsking_.back() + static_cast<long long>(faces));
  }
}

}  // namespace passung::gpu
