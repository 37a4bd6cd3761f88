// SPDX-License-Identifier: Apache-2.0
#include "tests/benchmark/forest_benchmark.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "gpu/pipeline/conglomerate_model.h"
#include "gpu/trees/forest_builder.h"
#include "tests/benchmark/figures.h"

namespace passung::gpu {
namespace {

struct Clouds {
  std::vector<SampleCloud> clouds;
  std::vector<double> leafLengths;
};

Clouds cloudsOf(const std::shared_ptr<const TriangleMesh>& mesh) {
  const ConglomerateModel model(mesh, partition(*mesh, Partitioner::kHierarchy));
  Clouds all;
  for (int c = 0; c < model.count(); ++c) {
    ConglomerateCloud made = conglomerateCloud(model.shell(), model.facesOf(c));
    all.clouds.push_back(std::move(made.cloud));
    all.leafLengths.push_back(made.meanRadius);
  }
  return all;
}

}  // namespace

bool benchmarkForests(std::span<const TreeScene> scenes, int runs) {
  const ForestChoice choice = makeForestBuilder();
  std::printf(
      "\ntrees over the samples of all conglomerates of the first mesh\n"
      "| scene | tree | trees | samples | nodes | cpu 1 [ms] | cuda, its clock [ms] | cuda, call [ms] |\n"
      "|---|---|---|---|---|---|---|---|\n");
  constexpr struct {
    const char* name;
    ForestSettings settings;
  } kKinds[] = {{"octree, 10 bits", {TreeKind::kOctree, MortonBits::k10, 32}},
                {"octree, 21 bits", {TreeKind::kOctree, MortonBits::k21, 32}},
                {"k-d tree", {TreeKind::kKdTree, MortonBits::k10, 32}}};
  bool equal = true;
  for (const TreeScene& s : scenes) {
    const Clouds c = cloudsOf(s.a);
    for (const auto& [name, settings] : kKinds) {
      const SampleForest expected = forestOnProcessor(c.clouds, c.leafLengths, settings);
      const double processor = medianOf(std::max(1, runs / 4), [&] {
        const auto start = std::chrono::steady_clock::now();
        (void)forestOnProcessor(c.clouds, c.leafLengths, settings);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      });
      double clock = 0, call = 0;
      if (choice.builder) {
        ForestBuilder& b = *choice.builder;
        b.build(c.clouds, c.leafLengths, settings);  // room is made
        std::vector<double> calls;
        clock = medianOf(runs, [&] {
          b.build(c.clouds, c.leafLengths, settings);
          calls.push_back(b.report().wall);
          return b.report().usage.build;
        });
        std::sort(calls.begin(), calls.end());
        call = calls[calls.size() / 2];
        if (!b.report().fallback.empty()) std::printf("  %s\n", b.report().fallback.c_str());
        const bool same = b.report().fallback.empty() && sameBits(b.read(), expected);
        if (!same) std::printf("  DIFFERENT: the device's trees\n");
        equal &= same;
      }
      std::printf("| %-28s | %-15s | %4zu | %7zu | %6zu | %8.3f | %8s | %8s |\n", s.name, name, c.clouds.size(),
                  expected.points.size(), expected.nodes.size(), 1e3 * processor, milliseconds(clock).c_str(),
                  milliseconds(call).c_str());
      std::fflush(stdout);
    }
  }
  if (!choice.builder) std::printf("%s\n", choice.line.c_str());
  return equal;
}

}  // namespace passung::gpu
