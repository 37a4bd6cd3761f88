// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/conglomerate_pairs.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

#include "core/error.h"
#include "gpu/trees/radix_sort.h"

namespace passung::gpu {
namespace {

// Adds its lifetime to a time.
class StageTimer {
 public:
  explicit StageTimer(double& seconds) : seconds_(seconds) {}
  ~StageTimer() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void check(const ObjectPair& o, std::size_t index) {
  const std::string place = "pair of objects " + std::to_string(index);
  if (!(o.distance >= 0) || !std::isfinite(o.distance))
    throw InputError("", place, "the distance is not a length", "give zero or more metres");
  if (!isFinite(o.X_AB) || !(std::abs(o.X_AB.q.norm() - 1) < 1e-9))
    throw InputError("", place, "the pose is not finite or its quaternion is not of length one");
}

// The placement in the frame of shell `to` of what shell `from` holds.
Placement placementOf(const Transform& X_TF, const PointShell& from, const PointShell& to) {
  const Mat3 R = X_TF.R();
  const Vec3 p = R * from.origin_B() + X_TF.p - to.origin_B();
  Placement X{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) X.R[3 * i + j] = static_cast<float>(R(i, j));
    X.p[i] = static_cast<float>(p[i]);
  }
  return X;
}

// Bounds what rounding to floats does to the distance of two shells' corners and samples [m]: each was rounded once,
// and place() adds 11 roundings of numbers not above the farthest sample and the way between the frames; 64 are taken.
double placingError(const PointShell& from, const PointShell& to, const Placement& X) {
  return 64 * 0x1p-24 * (std::sqrt(3.0) * (from.extent() + to.extent()) + Vec3(X.p[0], X.p[1], X.p[2]).norm());
}

std::uint64_t keyOf(const FacePair& p) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(p.faceA)) << 32 | static_cast<std::uint32_t>(p.faceB);
}

int slices(long long count, int size) { return static_cast<int>((count + size - 1) / size); }

}  // namespace

ConglomeratePairs::ConglomeratePairs(const PairSettings& settings) : settings_(settings) {
  if (settings.unitFaces < 1 || settings.boxPairsStart < 1 || settings.candidatesStart < 1)
    throw InputError("", "conglomerate pairs", "a size is below one", "give sizes of one or more");
}

const PairResult& ConglomeratePairs::run(std::span<const ObjectPair> objects, Jobs& jobs) {
  for (std::size_t i = 0; i < objects.size(); ++i) check(objects[i], i);
  result_.report = {};
  placeObjects(objects);
  findBoxPairs(objects, jobs);
  search(objects, jobs);
  sortCandidates(static_cast<int>(objects.size()), jobs);
  testExactly(objects, jobs);
  return result_;
}

void ConglomeratePairs::placeObjects(std::span<const ObjectPair> objects) {
  placed_.clear();
  for (const ObjectPair& o : objects) {
    const PointShell& a = o.a->shell();
    const PointShell& b = o.b->shell();
    Placed p;
    p.bInA = placementOf(o.X_AB, b, a);
    p.aInB = placementOf(o.X_AB.inverse(), a, b);
    p.R_AB = o.X_AB.R();
    // The rest: rounding of doubles where the meshes' coordinates are large against their sizes.
    p.tolerance = 1e-14 * (a.origin_B().norm() + a.extent() + b.origin_B().norm() + b.extent() + o.X_AB.p.norm());
    const double rounding = std::max(placingError(b, a, p.bInA), placingError(a, b, p.aInB)) + p.tolerance;
    p.rounding = roundedOutwards(rounding);
    p.distance = roundedOutwards(o.distance + rounding);
    placed_.push_back(p);
  }
}

void ConglomeratePairs::findBoxPairs(std::span<const ObjectPair> objects, Jobs& jobs) {
  PairReport& report = result_.report;
  const StageTimer timer(report.seconds.boxes);

  // One row a conglomerate of A, of objects that are near as a whole.
  struct Row {
    int object, a;
  };
  std::vector<Row> rows;
  for (std::size_t o = 0; o < objects.size(); ++o) {
    const ObjectPair& pair = objects[o];
    if (!near(pair.a->boxes().whole, pair.b->boxes().whole, pair.X_AB, pair.distance)) continue;
    for (int a = 0; a < pair.a->count(); ++a) rows.push_back({static_cast<int>(o), a});
    report.boxPairsTested += static_cast<long long>(pair.a->count()) * pair.b->count();
  }
  if (boxRows_.size() < rows.size()) boxRows_.resize(rows.size());
  jobs.parallelFor(static_cast<int>(rows.size()), [&](int r) {
    const Row row = rows[static_cast<std::size_t>(r)];
    const ObjectPair& pair = objects[static_cast<std::size_t>(row.object)];
    const OrientedBox& box = pair.a->boxes().boxes[static_cast<std::size_t>(row.a)];
    boxRows_[static_cast<std::size_t>(r)].fill(settings_.boxPairsStart, [&](EmitBuffer<int>& out) {
      for (int b = 0; b < pair.b->count(); ++b) {
        if (near(box, pair.b->boxes().boxes[static_cast<std::size_t>(b)], pair.X_AB, pair.distance)) out.emit(b);
      }
    });
  });

  boxPairs_.clear();
  report.boxPairBuffers.start = settings_.boxPairsStart;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const ObjectPair& pair = objects[static_cast<std::size_t>(rows[r].object)];
    for (const int b : boxRows_[r].items()) {
      const bool aAsks = pair.a->sampleCount(rows[r].a) <= pair.b->sampleCount(b);
      boxPairs_.push_back({rows[r].object, rows[r].a, b, aAsks});
    }
    boxRows_[r].reportTo(report.boxPairBuffers);
  }
  report.boxPairs = static_cast<long long>(boxPairs_.size());
}

void ConglomeratePairs::search(std::span<const ObjectPair> objects, Jobs& jobs) {
  PairReport& report = result_.report;
  const StageTimer timer(report.seconds.search);

  // All asking faces in one line.
  firstAsking_.assign(1, 0);
  for (const BoxPair& p : boxPairs_) {
    const ObjectPair& o = objects[static_cast<std::size_t>(p.object)];
    const std::size_t faces = p.aAsks ? o.a->facesOf(p.a).size() : o.b->facesOf(p.b).size();
    firstAsking_.push_back(firstAsking_.back() + static_cast<long long>(faces));
  }
  report.askingFaces = firstAsking_.back();
  report.units = slices(report.askingFaces, settings_.unitFaces);

  if (units_.size() < static_cast<std::size_t>(report.units)) units_.resize(static_cast<std::size_t>(report.units));
  jobs.parallelFor(report.units, [&](int unit) { searchUnit(objects, unit); });

  report.candidateBuffers.start = settings_.candidatesStart;
  for (int u = 0; u < report.units; ++u) {
    const Unit& unit = units_[static_cast<std::size_t>(u)];
    unit.found.reportTo(report.candidateBuffers);
    report.askingSamples += unit.samples;
  }
  report.found = report.candidateBuffers.used;
}

void ConglomeratePairs::searchUnit(std::span<const ObjectPair> objects, int index) {
  Unit& unit = units_[static_cast<std::size_t>(index)];
  const long long begin = static_cast<long long>(index) * settings_.unitFaces;
  const long long end = std::min(begin + settings_.unitFaces, firstAsking_.back());
  const auto firstPair = static_cast<std::size_t>(std::upper_bound(firstAsking_.begin(), firstAsking_.end(), begin) -
                                                  firstAsking_.begin() - 1);

  unit.found.fill(settings_.candidatesStart, [&](EmitBuffer<FacePair>& out) {
    unit.samples = 0;
    for (std::size_t k = firstPair; k < boxPairs_.size() && firstAsking_[k] < end; ++k) {
      const BoxPair& pair = boxPairs_[k];
      const ObjectPair& o = objects[static_cast<std::size_t>(pair.object)];
      const Placed& placed = placed_[static_cast<std::size_t>(pair.object)];
      const std::span<const int> facesA = o.a->facesOf(pair.a);
      const std::span<const int> facesB = o.b->facesOf(pair.b);
      const std::span<const int> asking = pair.aAsks ? facesA : facesB;
      const std::span<const int> asked = pair.aAsks ? facesB : facesA;
      const ConglomerateModel& tree = pair.aAsks ? *o.b : *o.a;
      const FaceQuestion question{(pair.aAsks ? *o.a : *o.b).shell().view(),
                                  pair.aAsks ? placed.aInB : placed.bInA,
                                  placed.distance,
                                  placed.rounding,
                                  tree.shell().view(),
                                  asked.data(),
                                  tree.treeKind(),
                                  tree.tree(pair.aAsks ? pair.b : pair.a)};
      unit.seen.resize((asked.size() + 63) / 64);
      const FaceSet seen{unit.seen.data(), static_cast<int>(unit.seen.size())};

      const auto from = static_cast<std::size_t>(std::max(begin - firstAsking_[k], 0LL));
      const auto to = static_cast<std::size_t>(std::min(end, firstAsking_[k + 1]) - firstAsking_[k]);
      for (std::size_t i = from; i < to; ++i) {
        unit.samples += searchFace(question, asking[i], seen, [&](int found) {
          const int other = asked[static_cast<std::size_t>(found)];
          out.emit(pair.aAsks ? FacePair{pair.object, asking[i], other} : FacePair{pair.object, other, asking[i]});
        });
      }
    }
  });
}

void ConglomeratePairs::sortCandidates(int objects, Jobs& jobs) {
  PairReport& report = result_.report;
  const StageTimer timer(report.seconds.sort);
  if (keys_.size() < static_cast<std::size_t>(objects)) keys_.resize(static_cast<std::size_t>(objects));
  for (int o = 0; o < objects; ++o) keys_[static_cast<std::size_t>(o)].clear();
  for (int u = 0; u < report.units; ++u) {
    for (const FacePair& p : units_[static_cast<std::size_t>(u)].found.items())
      keys_[static_cast<std::size_t>(p.object)].push_back(keyOf(p));
  }
  jobs.parallelFor(objects, [&](int o) {
    std::vector<std::uint64_t>& keys = keys_[static_cast<std::size_t>(o)];
    radixSort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  });
  result_.candidates.clear();
  for (int o = 0; o < objects; ++o) {
    for (const std::uint64_t key : keys_[static_cast<std::size_t>(o)])
      result_.candidates.push_back({o, static_cast<int>(key >> 32), static_cast<int>(key & 0xffffffffU)});
  }
  report.candidates = static_cast<long long>(result_.candidates.size());
}

void ConglomeratePairs::testExactly(std::span<const ObjectPair> objects, Jobs& jobs) {
  PairReport& report = result_.report;
  const StageTimer timer(report.seconds.exact);
  meshes_.clear();
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const ObjectPair& o = objects[i];
    meshes_.push_back({&o.a->mesh(), &o.b->mesh(), placed_[i].R_AB, o.X_AB.p, o.distance, placed_[i].tolerance});
  }
  exactContacts(result_.candidates, meshes_, settings_.unitFaces, jobs, squared_, result_.contacts);
  report.contacts = static_cast<long long>(result_.contacts.size());
}

}  // namespace passung::gpu
