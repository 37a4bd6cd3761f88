// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/conglomerate_pairs.h"

#include <algorithm>

#include "core/error.h"
#include "gpu/trees/radix_sort.h"

namespace passung::gpu {
namespace {

std::uint64_t keyOf(const FacePair& p) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(p.faceA)) << 32 | static_cast<std::uint32_t>(p.faceB);
}

// How many slices of a size hold so many items.
int slices(long long count, int size) {
  const long long n = (count + size - 1) / size;
  if (n > kMostItems)
    throw InputError("", "conglomerate pairs", "the work has 2^31 slices or more", "make them larger");
  return static_cast<int>(n);
}

}  // namespace

ConglomeratePairs::ConglomeratePairs(const PairSettings& settings) : settings_(settings) {
  if (settings.unitFaces < 1 || settings.boxPairsStart < 1 || settings.candidatesStart < 1)
    throw InputError("", "conglomerate pairs", "a size is below one", "give sizes of one or more");
}

const PairResult& ConglomeratePairs::run(std::span<const ObjectPair> objects, Jobs& jobs) {
  result_.report = {};
  boxes_.run(objects, settings_, jobs, result_.report);
  search(objects, jobs);
  sortCandidates(static_cast<int>(objects.size()), jobs);
  testExactly(jobs);
  return result_;
}

void ConglomeratePairs::search(std::span<const ObjectPair> objects, Jobs& jobs) {
  PairReport& report = result_.report;
  const StageTimer timer(report.seconds.search);

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
  const std::span<const BoxPair> pairs = boxes_.pairs();
  const std::span<const long long> first = boxes_.firstAsking();
  const long long begin = static_cast<long long>(index) * settings_.unitFaces;
  const long long end = std::min(begin + settings_.unitFaces, first.back());
  const auto firstPair =
      static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), begin) - first.begin() - 1);

  // A small unit has little to find.
  const auto start = static_cast<int>(std::min<long long>(settings_.candidatesStart, 64 * (end - begin)));
  unit.found.fill(start, [&](EmitBuffer<FacePair>& out) {
    unit.samples = 0;
    for (std::size_t k = firstPair; k < pairs.size() && first[k] < end; ++k) {
      const BoxPair& pair = pairs[k];
      const ObjectPair& o = objects[static_cast<std::size_t>(pair.object)];
      const PlacedPair& placed = boxes_.placed()[static_cast<std::size_t>(pair.object)];
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
      const TreeView askingTree = (pair.aAsks ? *o.a : *o.b).tree(pair.aAsks ? pair.a : pair.b);
      if (!rootsWithin(question, askingTree.nodes[0])) continue;
      unit.seen.resize((asked.size() + 63) / 64);
      const FaceSet seen{unit.seen.data(), static_cast<int>(unit.seen.size())};

      const auto from = static_cast<std::size_t>(std::max(begin - first[k], 0LL));
      const auto to = static_cast<std::size_t>(std::min(end, first[k + 1]) - first[k]);
      for (std::size_t i = from; i < to; ++i) {
        unit.samples += searchFace(question, asking[i], seen, [&](int found) {
          const int other = asked[static_cast<std::size_t>(found)];
          out.add(pair.aAsks ? FacePair{pair.object, asking[i], other} : FacePair{pair.object, other, asking[i]});
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

void ConglomeratePairs::testExactly(Jobs& jobs) {
  PairReport& report = result_.report;
  const StageTimer timer(report.seconds.exact);
  report.undecided =
      exactContacts(result_.candidates, boxes_.meshes(), settings_.unitFaces, jobs, squared_, result_.contacts);
  report.contacts = static_cast<long long>(result_.contacts.size());
}

}  // namespace passung::gpu
