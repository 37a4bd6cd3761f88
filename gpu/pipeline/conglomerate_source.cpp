// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/conglomerate_source.h"

#include <algorithm>
#include <chrono>

namespace passung::gpu {
namespace {

using Clock = std::chrono::steady_clock;

// Farther than any part; the finder takes no more [m].
constexpr double kFarthest = 1e14;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

ConglomerateSource::ConglomerateSource(const SourceSettings& settings) : settings_(settings), jobs_(settings.threads) {
  FinderChoice choice = makeFacePairFinder(settings.backend, settings.pairs, jobs_, settings.device);
  finder_ = std::move(choice.finder);
  report_.name = "conglomerates";
  report_.fallback = choice.fallback;
}

const ConglomerateModel& ConglomerateSource::modelOf(const std::shared_ptr<const TriangleMesh>& mesh) {
  std::unique_ptr<const ConglomerateModel>& model = models_[mesh.get()];
  if (!model) {
    const auto start = Clock::now();
    model = std::make_unique<const ConglomerateModel>(mesh, partition(*mesh, settings_.partitioner, settings_.limits),
                                                      settings_.model, &jobs_);
    report_.build += secondsSince(start);
    ++report_.models;
  }
  return *model;
}

void ConglomerateSource::prepare(const std::shared_ptr<const TriangleMesh>& mesh) {
  const std::lock_guard lock(preparing_);
  (void)modelOf(mesh);
}

void ConglomerateSource::find(std::span<const collision::FacePairQuery> queries) {
  objects_.clear();
  for (const collision::FacePairQuery& q : queries)
    objects_.push_back({&modelOf(q.a), &modelOf(q.b), q.X_AB, std::min(q.distance, kFarthest)});
  const auto start = Clock::now();
  const PairResult& result = finder_->run(objects_);

  faces_.clear();
  faces_.reserve(result.contacts.size());
  first_.assign(1, 0);
  for (const FaceContact& c : result.contacts) {
    while (first_.size() <= static_cast<std::size_t>(c.pair.object)) first_.push_back(faces_.size());
    faces_.push_back({c.pair.faceA, c.pair.faceB});
  }
  first_.resize(queries.size() + 1, faces_.size());

  ++report_.searches;
  report_.queries += static_cast<long long>(queries.size());
  report_.facePairs += result.report.contacts;
  report_.backend = nameOf(result.report.backend);
  if (!result.report.fallback.empty()) report_.fallback = result.report.fallback;
  report_.all += secondsSince(start);
  report_.boxes += result.report.seconds.boxes;
  report_.search += result.report.seconds.search;
  report_.sort += result.report.seconds.sort;
  report_.exact += result.report.seconds.exact;
}

std::span<const collision::NearFaces> ConglomerateSource::found(std::size_t query) const {
  return {faces_.data() + first_[query], first_[query + 1] - first_[query]};
}

}  // namespace passung::gpu
