// SPDX-License-Identifier: Apache-2.0
// Times of the search for pairs of faces on the processor and on the device, on scenes made here, as one table:
//   passung_gpu_benchmark [RUNS]
// Each row is a scene and a backend: the median wall time of a call in a rest position and its stages, all in ms. The
// bytes are those of a warm call, `first` the bytes that the first call sent. Exit status 1 when the device and the
// processor differ in a bit. Without a device it says so and measures the processor. `plan` is the host's part of a
// call on a device, with a device that takes no time and finds nothing. A second table is about linear hierarchies, a
// third one about trees over samples.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "gpu/pipeline/device_pairs.h"
#include "tests/benchmark/figures.h"
#include "tests/benchmark/forest_benchmark.h"
#include "tests/benchmark/front_benchmark.h"
#include "tests/benchmark/tree_benchmark.h"

namespace passung::gpu {
namespace {

using ModelPtr = std::unique_ptr<const ConglomerateModel>;

// A surface over a grid of angles and heights.
template <class Point>
std::shared_ptr<const TriangleMesh> grid(int around, int along, bool inwards, Point&& point) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (int j = 0; j <= along; ++j) {
    for (int i = 0; i < around; ++i) vertices.push_back(point(2 * kPi * i / around, static_cast<double>(j) / along));
  }
  for (int j = 0; j < along; ++j) {
    for (int i = 0; i < around; ++i) {
      const int a = j * around + i;
      const int b = j * around + (i + 1) % around;
      const int c = b + around;
      const int d = a + around;
      for (Triangle t : {Triangle{a, b, c}, Triangle{a, c, d}}) {
        if (inwards) std::swap(t[1], t[2]);
        triangles.push_back(t);
      }
    }
  }
  return TriangleMesh::build(std::move(vertices), std::move(triangles));
}

// The flanks of a thread of radius 8 mm and pitch 2 mm, moved outwards by the clearance [m].
std::shared_ptr<const TriangleMesh> thread(double clearance, int around, int turns, int rows, bool inwards) {
  constexpr double kPitch = 2e-3;
  return grid(around, turns * rows, inwards, [&](double angle, double part) {
    const double z = kPitch * turns * part;
    const double phase = z / kPitch - angle / (2 * kPi);
    const double flank = std::abs(2 * (phase - std::floor(phase)) - 1);
    const double r = 8e-3 - 1.2e-3 * flank + clearance;
    return Vec3(r * std::cos(angle), r * std::sin(angle), z);
  });
}

// A ball with bumps, of radius 1.
std::shared_ptr<const TriangleMesh> ball(int around, int along) {
  return grid(around, along, false, [](double angle, double part) {
    const double polar = kPi * (0.001 + 0.998 * part);
    const double r = 1 + 0.05 * std::sin(5 * angle) * std::sin(7 * polar);
    return Vec3(r * std::sin(polar) * std::cos(angle), r * std::sin(polar) * std::sin(angle), r * std::cos(polar));
  });
}

struct Scene {
  const char* name;
  std::vector<ModelPtr> models;
  std::vector<ObjectPair> objects;
};

ModelPtr modelOf(std::shared_ptr<const TriangleMesh> mesh) {
  Partition p = partition(*mesh, Partitioner::kHierarchy);
  return std::make_unique<const ConglomerateModel>(std::move(mesh), std::move(p));
}

std::vector<Scene> scenes() {
  std::vector<Scene> all;
  const auto pairOf = [&](const char* name, std::shared_ptr<const TriangleMesh> a,
                          std::shared_ptr<const TriangleMesh> b, const Transform& X_AB, double distance) {
    Scene s{name, {}, {}};
    s.models.push_back(modelOf(std::move(a)));
    s.models.push_back(modelOf(std::move(b)));
    s.objects.push_back({s.models[0].get(), s.models[1].get(), X_AB, distance});
    all.push_back(std::move(s));
  };
  const Transform turned{Quat(Eigen::AngleAxisd(0.3, Vec3(1, 2, 3).normalized())), Vec3(1.9, 0.3, 0.2)};
  pairOf("balls, 1.5k faces", ball(28, 27), ball(28, 27), turned, 0.01);
  pairOf("balls, 10k faces", ball(72, 70), ball(72, 70), turned, 0.01);
  pairOf("balls, 30k faces", ball(124, 121), ball(124, 121), turned, 0.01);
  pairOf("a ball in its own place, 10k", ball(72, 70), ball(72, 70), {}, 1e-3);
  pairOf("thread in thread, 25k", thread(0, 128, 8, 12, false), thread(5e-5, 128, 8, 12, true), {}, 1e-4);

  // 16 balls in a row of pairs that touch: many pairs of objects in one call.
  Scene heap{"16 balls, 120 pairs", {}, {}};
  heap.models.push_back(modelOf(ball(72, 70)));
  const ConglomerateModel* model = heap.models[0].get();
  for (int i = 0; i < 16; ++i) {
    for (int k = i + 1; k < 16; ++k) {
      const auto at = [](int n) { return Vec3(1.95 * (n % 4), 1.95 * (n / 4 % 4), 0.2 * (n % 3)); };
      heap.objects.push_back({model, model, {Quat::Identity(), at(k) - at(i)}, 0.01});
    }
  }
  all.push_back(std::move(heap));
  return all;
}

class NoDevice final : public PairDevice {
 public:
  const ConglomerateBlock* store(std::span<const std::byte> block) override {
    up_ += static_cast<long long>(block.size());
    return nullptr;
  }
  void drop(const ConglomerateBlock*) override {}
  void dropAll() override {}
  void place(std::span<const PlacedPair>) override {}
  const UnitOutput& run(const UnitInput&) override { return nothing_; }
  DeviceUsage takeUsage() override { return {std::exchange(up_, 0), 0, 0, 0, 0}; }

 private:
  long long up_ = 0;
  UnitOutput nothing_;
};

struct Times {
  std::vector<double> wall, boxes, search, sort, exact;
};

PairResult measure(FacePairFinder& finder, const Scene& scene, const char* name, int runs) {
  const long long first = finder.run(scene.objects).report.bytesUp;
  Times t;
  PairResult last;
  for (int i = 0; i < runs; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const PairResult& result = finder.run(scene.objects);
    t.wall.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    t.boxes.push_back(result.report.seconds.boxes);
    t.search.push_back(result.report.seconds.search);
    t.sort.push_back(result.report.seconds.sort);
    t.exact.push_back(result.report.seconds.exact);
    last = result;
  }
  const PairReport& r = last.report;
  std::printf(
      "| %-28s | %-8s | %8.3f | %8.3f | %8.3f | %7.3f | %8.3f | %6lld | %8lld | %7lld | %6lld | %9lld | %8lld | %8lld "
      "|\n",
      scene.name, name, 1e3 * median(t.wall), 1e3 * median(t.boxes), 1e3 * median(t.search), 1e3 * median(t.sort),
      1e3 * median(t.exact), r.boxPairs, r.candidates, r.contacts, r.undecided, first, r.bytesUp, r.bytesDown);
  std::fflush(stdout);
  if (!r.fallback.empty()) std::printf("  %s\n", r.fallback.c_str());
  return last;
}

bool same(const PairResult& a, const PairResult& b) {
  return std::equal(
      a.contacts.begin(), a.contacts.end(), b.contacts.begin(), b.contacts.end(),
      [](const FaceContact& x, const FaceContact& y) { return x.pair == y.pair && x.squared == y.squared; });
}

int run(int runs) {
  const DeviceStatus status = deviceStatus();
  const auto threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  std::printf("device: %s\nprocessor: %d threads\n\n", status.line.c_str(), threads);
  std::printf(
      "| scene | backend | call [ms] | boxes | search | sort | exact | box pairs | candidates | contacts | "
      "undecided | first up [B] | up [B] | down [B] |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  Jobs one(1);
  Jobs all(threads);
  bool equal = true;
  const std::vector<Scene> measured = scenes();
  for (const Scene& scene : measured) {
    const FinderChoice serial = makeFacePairFinder(Backend::kCpu, {}, one);
    const FinderChoice parallel = makeFacePairFinder(Backend::kCpu, {}, all);
    const PairResult expected = measure(*serial.finder, scene, "cpu 1", std::max(1, runs / 4));
    if (threads > 1) (void)measure(*parallel.finder, scene, "cpu all", runs);
    DevicePairs plan(std::make_unique<NoDevice>(), {}, {.budgetBytes = 1LL << 32}, all);
    (void)measure(plan, scene, "plan", runs);
    if (!status.usable) continue;
    const FinderChoice device = makeFacePairFinder(Backend::kCuda, {}, all);
    const PairResult found = measure(*device.finder, scene, nameOf(device.finder->backend()), runs);
    if (!same(expected, found)) {
      std::printf("  DIFFERENT: %zu contacts on the device, %zu on the processor\n", found.contacts.size(),
                  expected.contacts.size());
      equal = false;
    }
  }
  std::vector<TreeScene> pairs;
  for (const Scene& scene : measured) {
    if (scene.objects.size() > 1) continue;
    const ObjectPair& o = scene.objects[0];
    // The scene owns its meshes.
    const auto meshOf = [](const ConglomerateModel& m) {
      return std::shared_ptr<const TriangleMesh>(std::shared_ptr<void>(), &m.mesh());
    };
    pairs.push_back({scene.name, meshOf(*o.a), meshOf(*o.b), o.X_AB, o.distance});
  }
  equal = benchmarkTrees(pairs, threads, runs) && equal;
  equal = benchmarkForests(pairs, runs) && equal;
  equal = benchmarkFronts(pairs, threads, runs) && equal;
  if (status.usable) std::printf("\n%s\n", equal ? "same bits on both" : "THE DEVICE DIFFERS FROM THE PROCESSOR");
  return equal ? 0 : 1;
}

}  // namespace
}  // namespace passung::gpu

int main(int count, char** arguments) {
  try {
    return passung::gpu::run(count > 1 ? std::max(1, std::atoi(arguments[1])) : 20);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "passung_gpu_benchmark: %s\n", error.what());
    return 2;
  }
}
