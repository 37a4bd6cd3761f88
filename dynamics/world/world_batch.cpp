// SPDX-License-Identifier: Apache-2.0
#include "dynamics/world/world_batch.h"

#include <algorithm>
#include <chrono>

#include "collision/narrowphase/geometry_cache.h"
#include "core/error.h"
#include "dynamics/world/world.h"

namespace passung::dynamics {
namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void add(const StepReport& r, StepReport& sum) {
  for (std::size_t i = 0; i < r.stage_ms.size(); ++i) sum.stage_ms[i] += r.stage_ms[i];
  sum.pairs += r.pairs;
  sum.candidates += r.candidates;
  sum.contacts += r.contacts;
  sum.iterations += r.iterations;
  sum.halvings += r.halvings;
  sum.held += r.held;
  sum.residual = std::max(sum.residual, r.residual);
  sum.overlapWork += r.overlapWork;
  sum.driveWork += r.driveWork;
}

}  // namespace

WorldBatch::WorldBatch(std::span<const WorldDef> defs, int threads,
                       std::shared_ptr<collision::FacePairSource> facePairs)
    : jobs_(threads),
      facePairs_(std::move(facePairs)),
      worlds_(defs.size()),
      asked_(defs.size()),
      first_(defs.size(), 0),
      reports_(defs.size()) {
  if (defs.empty()) throw InputError("", "copies", "there are none", "ask for one or more");
  const auto geometries = std::make_shared<collision::GeometryCache>();
  jobs_.parallelFor(static_cast<int>(defs.size()), [&](int k) {
    const auto i = static_cast<std::size_t>(k);
    worlds_[i] =
        std::make_unique<World>(defs[i], WorldOptions{.threads = 1, .facePairs = facePairs_, .geometries = geometries});
  });
}

WorldBatch::~WorldBatch() = default;

const Engine& WorldBatch::world(std::size_t k) const { return *worlds_[k]; }

BatchReport WorldBatch::step() {
  BatchReport report;
  const int count = static_cast<int>(worlds_.size());
  auto start = Clock::now();
  jobs_.parallelFor(
      count, [&](int k) { asked_[static_cast<std::size_t>(k)] = worlds_[static_cast<std::size_t>(k)]->beginStep(); });
  queries_.clear();
  for (std::size_t k = 0; k < worlds_.size(); ++k) {
    first_[k] = queries_.size();
    queries_.insert(queries_.end(), asked_[k].begin(), asked_[k].end());
  }
  report.queries = queries_.size();
  report.begin_ms = millisecondsSince(start);

  start = Clock::now();
  if (!queries_.empty()) facePairs_->find(queries_);
  report.find_ms = millisecondsSince(start);

  start = Clock::now();
  jobs_.parallelFor(count, [&](int k) {
    const auto i = static_cast<std::size_t>(k);
    reports_[i] = worlds_[i]->finishStep(facePairs_.get(), first_[i]);
  });
  for (const StepReport& r : reports_) add(r, report.sum);
  report.finish_ms = millisecondsSince(start);
  return report;
}

}  // namespace passung::dynamics
