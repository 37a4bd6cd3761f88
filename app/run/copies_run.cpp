// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/copies_run.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "app/run/clocks.h"
#include "core/error.h"
#include "dynamics/engine.h"
#include "dynamics/world/world_batch.h"

namespace passung::app {
namespace {

constexpr double kFrame = 1.0 / 60;  // [s]

void vary(dynamics::BodyDef& body, const Vec3& shift, const Vec3& turn) {
  const Vec3 com_B = dynamics::massProperties(body).com;
  const Vec3 com_W = body.X_WB * com_B + shift;
  body.X_WB.q = (rotationFromVector(turn) * body.X_WB.q).normalized();
  body.X_WB.p = com_W - body.X_WB.q * com_B;
}

CopyResult resultOf(const dynamics::Engine& world, const dynamics::WorldDef& def) {
  CopyResult r;
  r.stateHash = dynamics::stateHash(world.states());
  r.contacts = static_cast<int>(world.contacts().size());
  for (std::size_t b = 0; b < def.bodies.size(); ++b) {
    const dynamics::BodyState& s = world.states()[b];
    const Vec3& com = world.mass(static_cast<int>(b)).com;
    r.bodies.push_back({def.bodies[b].X_WB, s.X_WB, def.bodies[b].X_WB * com, s.X_WB * com, s.turns, s.v_WC.norm()});
    r.finite = r.finite && isFinite(s.X_WB) && isFinite(s.v_WC) && isFinite(s.w_WB);
  }
  return r;
}

}  // namespace

std::vector<dynamics::WorldDef> copiesOf(const dynamics::WorldDef& def, const CopiesSpread& spread) {
  if (spread.copies < 1) throw InputError("", "copies", "there are none", "ask for one or more");
  for (const double bound : {spread.shift, spread.turn}) {
    if (!(bound >= 0) || !std::isfinite(bound))
      throw InputError("", "copies", "a bound of the start poses is negative or not finite", "give 0 or more");
  }
  std::vector<dynamics::WorldDef> copies(static_cast<std::size_t>(spread.copies), def);
  for (std::size_t k = 1; k < copies.size(); ++k) {
    std::seed_seq seed{spread.seed, static_cast<std::uint32_t>(k)};
    std::mt19937 random(seed);
    const auto within = [&](double bound) {
      return bound * (2 * static_cast<double>(random()) / static_cast<double>(std::mt19937::max()) - 1);
    };
    for (dynamics::BodyDef& body : copies[k].bodies) {
      if (body.motion != dynamics::Motion::kDynamic) continue;
      Vec3 shift, turn;
      for (double& x : shift) x = within(spread.shift);
      for (double& x : turn) x = within(spread.turn);
      vary(body, shift, turn);
    }
  }
  return copies;
}

CopiesResult runCopies(const std::vector<dynamics::WorldDef>& defs, const CopiesOptions& options) {
  CopiesResult result;
  const double started = steadySeconds();
  dynamics::WorldBatch batch(defs, options.threads, options.facePairs);
  result.load = steadySeconds() - started;
  result.dt = defs.front().dt;
  const auto steps = static_cast<std::int64_t>(std::llround(options.duration / result.dt));
  if (steps < 1) throw InputError("", "duration", "it is below one step", "give a longer one, or a shorter --dt");

  const double processor = processSeconds();
  double inFrame = 0;
  std::int64_t frames = 0;
  long long contacts = 0;
  for (std::int64_t s = 0; s < steps && !(options.cancel && options.cancel->load()); ++s) {
    const double start = steadySeconds();
    const dynamics::BatchReport report = batch.step();
    const double took = steadySeconds() - start;
    result.wall += took;
    result.begin += 1e-3 * report.begin_ms;
    result.find += 1e-3 * report.find_ms;
    result.finish += 1e-3 * report.finish_ms;
    result.searches += report.queries > 0 ? 1 : 0;
    result.queries += static_cast<long long>(report.queries);
    result.held += report.sum.held;
    contacts += report.sum.contacts;
    ++result.steps;
    inFrame += took;
    // A frame ends with the step that reaches its time.
    if (static_cast<double>(result.steps) * result.dt >= static_cast<double>(frames + 1) * kFrame - 1e-9 * kFrame) {
      result.frames.push_back(inFrame);
      inFrame = 0;
      ++frames;
    }
    if (options.progress) options.progress(static_cast<double>(s + 1) / static_cast<double>(steps));
  }
  result.processor = processSeconds() - processor;
  result.cancelled = result.steps < steps;
  result.simulated = static_cast<double>(result.steps) * result.dt;
  result.contactsMean = result.steps > 0 ? static_cast<double>(contacts) / static_cast<double>(result.steps) : 0;
  for (std::size_t k = 0; k < defs.size(); ++k) result.copies.push_back(resultOf(batch.world(k), defs[k]));

  for (int k = 0; k < options.alone && k < static_cast<int>(defs.size()); ++k) {
    if (options.cancel && options.cancel->load()) break;
    const auto i = static_cast<std::size_t>(k);
    const auto alone = dynamics::makeEngine(defs[i], {});
    for (std::int64_t s = 0; s < result.steps; ++s) (void)alone->step();
    ++result.comparedAlone;
    if (dynamics::stateHash(alone->states()) != result.copies[i].stateHash) result.differ.push_back(k);
  }
  return result;
}

CopiesRange rangeOf(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return {values.front(), 0.5 * (values[(n - 1) / 2] + values[n / 2]), values.back()};
}

}  // namespace passung::app
