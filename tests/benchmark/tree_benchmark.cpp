// SPDX-License-Identifier: Apache-2.0
#include "tests/benchmark/tree_benchmark.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "gpu/references/tree_device.h"
#include "tests/benchmark/figures.h"

namespace passung::gpu {
namespace {

// Times [s], and what was found.
struct Row {
  double build = 0, refit = 0, walk = 0, sort = 0, exact = 0, query = 0;
  long long candidates = 0, contacts = 0;
  int rounds = 0, looks = 0;
};

template <class Work>
double secondsOf(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The same faces, moved a little.
std::shared_ptr<const TriangleMesh> moved(const TriangleMesh& mesh) {
  std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3& p : vertices) p *= 1.001;
  auto result = TriangleMesh::build(std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()});
  if (!std::ranges::equal(result->triangles(), mesh.triangles())) throw std::runtime_error("moved faces are others");
  return result;
}

void print(const char* scene, const char* backend, const Row& r) {
  std::printf("| %-28s | %-8s | %8.3f | %8.3f | %8.3f | %8.3f | %8.3f | %8.3f | %8lld | %7lld | %3d | %3d |\n", scene,
              backend, 1e3 * r.build, 1e3 * r.refit, 1e3 * r.query, 1e3 * r.walk, 1e3 * r.sort, 1e3 * r.exact,
              r.candidates, r.contacts, r.rounds, r.looks);
  std::fflush(stdout);
}

Row onProcessor(const TreeScene& s, Jobs& jobs, int runs, TreePairs& pairs) {
  Row row;
  const auto movedA = moved(*s.a);
  row.build = medianOf(runs, [&] { return secondsOf([&] { const Lbvh tree(*s.a, &jobs); }); });
  Lbvh tree(*s.a, &jobs);
  row.refit = medianOf(runs, [&] { return secondsOf([&] { tree.refit(movedA->vertices(), &jobs); }); });
  const TreeModel a(s.a, &jobs), b(s.b, &jobs);
  const TreeObjects objects{&a, &b, s.X_AB, s.distance};
  const auto query = [&] { (void)pairs.run(std::span(&objects, 1), jobs); };
  query();
  row.query = medianOf(runs, [&] { return secondsOf(query); });
  const TreeReport r = pairs.run(std::span(&objects, 1), jobs).report;
  row.walk = r.seconds.walk;
  row.sort = r.seconds.sort;
  row.exact = r.seconds.exact;
  row.candidates = r.candidates;
  row.contacts = r.contacts;
  row.rounds = r.rounds;
  return row;
}

// Build, refit and stages by the device's clock, the query as the caller sees it.
Row onDevice(const TreeScene& s, int runs, TreeDevice& trees, bool& equal) {
  Row row;
  const auto movedA = moved(*s.a);
  const int a = trees.build(s.a);
  const int b = trees.build(s.b);
  const auto clock = [&](auto member, auto&& work) {
    return medianOf(runs, [&] {
      work();
      return trees.result().report.usage.*member;
    });
  };
  row.build = clock(&TreeUsage::build, [&] { trees.rebuild(a); });
  std::vector<LbvhNode> nodes;
  std::vector<std::uint64_t> keys;
  const auto sameNodes = [&](const Lbvh& tree) {
    trees.read(a, nodes, keys);
    return nodes.size() == tree.nodes().size() &&
           std::memcmp(nodes.data(), tree.nodes().data(), tree.nodes().size_bytes()) == 0;
  };
  Lbvh tree(*s.a);
  equal &= sameNodes(tree);
  row.refit = clock(&TreeUsage::refit, [&] { trees.refit(a, movedA); });
  tree.refit(movedA->vertices());
  equal &= sameNodes(tree);
  trees.refit(a, s.a);
  const TreeDeviceObjects objects{a, b, s.X_AB, s.distance};
  const auto query = [&] { (void)trees.pairs(std::span(&objects, 1)); };
  query();
  row.query = medianOf(runs, [&] { return secondsOf(query); });
  const TreeDeviceReport& r = trees.result().report;
  row.walk = r.usage.walk;
  row.sort = r.usage.sort;
  row.exact = r.usage.exact;
  row.candidates = r.candidates;
  row.contacts = static_cast<long long>(trees.result().contacts.size());
  row.rounds = r.rounds;
  row.looks = r.looks;
  if (!r.fallback.empty()) std::printf("  %s\n", r.fallback.c_str());
  return row;
}

bool same(const std::vector<FaceContact>& a, const std::vector<FaceContact>& b) {
  return std::ranges::equal(
      a, b, [](const FaceContact& x, const FaceContact& y) { return x.pair == y.pair && x.squared == y.squared; });
}

}  // namespace

bool benchmarkTrees(std::span<const TreeScene> scenes, int threads, int runs) {
  Jobs one(1), all(threads);
  const TreeDeviceChoice choice = makeTreeDevice(all);
  std::printf(
      "\nlinear hierarchies; build and refit of the first mesh; aims on a device: build < 5, refit < 1, query < 1 ms\n"
      "| scene | backend | build [ms] | refit | query | walk | sort | exact | candidates | contacts | rounds | looks "
      "|\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  bool equal = true;
  double build = 0, refit = 0, query = 0, kernels = 0;
  for (const TreeScene& s : scenes) {
    TreePairs pairs;
    if (threads > 1) print(s.name, "cpu all", onProcessor(s, all, runs, pairs));
    print(s.name, "cpu 1", onProcessor(s, one, std::max(1, runs / 4), pairs));
    if (!choice.device) continue;
    const TreeModel a(s.a), b(s.b);
    const TreeObjects objects{&a, &b, s.X_AB, s.distance};
    bool asOnHost = true;
    const Row row = onDevice(s, runs, *choice.device, asOnHost);
    asOnHost &= same(choice.device->result().contacts, pairs.run(std::span(&objects, 1), one).contacts);
    print(s.name, "cuda", row);
    if (!asOnHost) std::printf("  DIFFERENT: the device's nodes or contacts\n");
    equal &= asOnHost;
    build = std::max(build, row.build);
    refit = std::max(refit, row.refit);
    query = std::max(query, row.query);
    kernels = std::max(kernels, row.walk + row.sort + row.exact);
  }
  if (!choice.device) {
    std::printf("%s\n", choice.line.c_str());
    return true;
  }
  const auto judged = [](double seconds, double aim) { return seconds < aim ? "met" : "missed"; };
  std::printf(
      "hierarchies, largest of all: build %.3f ms (%s), refit %.3f ms (%s), query %.3f ms (%s), its kernels %.3f ms\n",
      1e3 * build, judged(build, 5e-3), 1e3 * refit, judged(refit, 1e-3), 1e3 * query, judged(query, 1e-3),
      1e3 * kernels);
  return equal;
}

}  // namespace passung::gpu
