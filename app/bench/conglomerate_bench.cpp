// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/conglomerate_bench.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>

#include "app/bench/contact_patches.h"
#include "app/bench/hierarchy_contacts.h"
#include "app/bench/query_bench.h"
#include "app/run/clocks.h"

namespace passung::app {
namespace {

template <class Work>
double timed(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

using ModelPtr = std::unique_ptr<const gpu::ConglomerateModel>;

// One of each mesh, however many bodies have it.
std::map<const TriangleMesh*, ModelPtr> buildModels(const PairSetup& setup, const ConglomerateOptions& options,
                                                    Jobs& jobs, ConglomerateTimes& times) {
  std::map<const TriangleMesh*, ModelPtr> models;
  for (const auto& mesh : setup.meshes) {
    ModelPtr& model = models[mesh.get()];
    if (model) continue;
    gpu::Partition partition;
    times.partition += timed([&] { partition = gpu::partition(*mesh, options.partitioner, options.limits); });
    times.build += timed([&] {
      model = std::make_unique<const gpu::ConglomerateModel>(mesh, std::move(partition), options.model, &jobs);
    });
    times.faces.push_back(mesh->triangles().size());
    times.conglomerates.push_back(model->count());
    const gpu::ModelMemory memory = model->memory();
    times.memory.treeBytes += memory.treeBytes;
    times.memory.shell.faces += memory.shell.faces;
    times.memory.shell.samples += memory.shell.samples;
    times.memory.shell.maskBytes += memory.shell.maskBytes;
    times.memory.shell.radiusBytes += memory.shell.radiusBytes;
    times.memory.shell.triangleBytes += memory.shell.triangleBytes;
    times.memory.shell.expandedBytes += memory.shell.expandedBytes;
  }
  return models;
}

// Contacts of a mesh with itself that are more than a mesh: each pair once, no face with itself or with one that has a
// corner in common.
long long ownContacts(std::span<const gpu::ObjectPair> objects, std::span<const gpu::FaceContact> contacts) {
  return std::count_if(contacts.begin(), contacts.end(), [&](const gpu::FaceContact& c) {
    if (c.pair.faceA >= c.pair.faceB) return false;
    const auto triangles = objects[static_cast<std::size_t>(c.pair.object)].a->mesh().triangles();
    const Triangle& t = triangles[static_cast<std::size_t>(c.pair.faceA)];
    const Triangle& u = triangles[static_cast<std::size_t>(c.pair.faceB)];
    return std::none_of(t.begin(), t.end(), [&](int v) { return std::find(u.begin(), u.end(), v) != u.end(); });
  });
}

// Pairs of objects with contacts, which are sorted by the pair.
int touchingPairsOf(std::span<const gpu::FaceContact> contacts) {
  int count = 0;
  int last = -1;
  for (const gpu::FaceContact& c : contacts) {
    count += c.pair.object != last ? 1 : 0;
    last = c.pair.object;
  }
  return count;
}

// What a call on a device takes besides its stages: transfers, launches, and planning them.
double transfersOf(const gpu::PairReport& report, double all) {
  if (report.backend == gpu::Backend::kCpu) return 0;
  const auto& s = report.seconds;
  return std::max(0.0, all - s.boxes - s.search - s.sort - s.exact);
}

// What each call took and found.
struct Samples {
  std::vector<double> boxes, search, sort, exact, transfers, all, reduction, contactTime;
  std::vector<double> processor, onePairSearch, onePairExact, touchingPairs, bytes;
  std::vector<double> boxPairs, candidates, contacts, ownContacts, patches, hierarchies;
};

void store(const Samples& s, ConglomerateTimes& t) {
  t.boxes = spreadOf(s.boxes);
  t.search = spreadOf(s.search);
  t.sort = spreadOf(s.sort);
  t.exact = spreadOf(s.exact);
  t.transfers = spreadOf(s.transfers);
  t.all = spreadOf(s.all);
  t.reduction = spreadOf(s.reduction);
  t.processor = spreadOf(s.processor);
  t.onePairSearch = spreadOf(s.onePairSearch);
  t.onePairExact = spreadOf(s.onePairExact);
  t.onePairCalls = s.onePairSearch.size();
  t.touchingPairs = spreadOf(s.touchingPairs);
  t.bytes = spreadOf(s.bytes);
  t.boxPairs = spreadOf(s.boxPairs);
  t.candidates = spreadOf(s.candidates);
  t.contacts = spreadOf(s.contacts);
  t.ownContacts = spreadOf(s.ownContacts);
  t.patches = spreadOf(s.patches);
  t.hierarchies = spreadOf(s.hierarchies);
}

void noteBackend(const gpu::PairReport& report, ConglomerateTimes& times) {
  times.ran.insert(report.backend);
  if (!report.fallback.empty()) times.fallback = report.fallback;
}

// Each pair of bodies in a call of its own. Which ones count is decided by the boxes, which the processor compares on
// any backend.
void searchOneByOne(gpu::FacePairFinder& finder, std::span<const gpu::ObjectPair> objects, Samples& s,
                    ConglomerateTimes& times) {
  for (const gpu::ObjectPair& pair : objects) {
    const gpu::PairReport& report = finder.run({&pair, 1}).report;
    noteBackend(report, times);
    if (report.boxPairs == 0) continue;
    s.onePairSearch.push_back(report.seconds.search);
    s.onePairExact.push_back(report.seconds.exact);
  }
}

}  // namespace

Spread spreadOf(const std::vector<double>& values) {
  if (values.empty()) return {};
  return {median(values), std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()),
          *std::max_element(values.begin(), values.end())};
}

JudgedAim judge(const PairAim& aim, const ConglomerateTimes& t, const Spread& contactTime) {
  const auto pick = [&](const Spread& s) {
    if (aim.statistic == PairAim::Statistic::kMean) return s.mean;
    return aim.statistic == PairAim::Statistic::kMax ? s.max : s.median;
  };
  const double search = pick(aim.onePair ? t.onePairSearch : t.search);
  const double exact = pick(aim.onePair ? t.onePairExact : t.exact);
  double measured = 0;
  switch (aim.stage) {
    case PairAim::Stage::kBoxes:
      measured = pick(t.boxes);
      break;
    case PairAim::Stage::kSearch:
      measured = search;
      break;
    case PairAim::Stage::kExact:
      measured = exact;
      break;
    case PairAim::Stage::kAll:
      measured = pick(t.all);
      break;
    case PairAim::Stage::kBuild:
      measured = t.partition + t.build;
      break;
    case PairAim::Stage::kHierarchyBuild:
      measured = t.hierarchyBuild;
      break;
    case PairAim::Stage::kContacts:
      measured = pick(contactTime);
      break;
    case PairAim::Stage::kExactShare:
      measured = search > 0 ? exact / search : 0;
      break;
  }
  if (t.iterations == 0 || !(measured > 0)) return {aim};
  return {aim, measured};
}

ConglomerateTimes timeConglomerates(const PairSetup& setup, const ConglomerateOptions& options) {
  ConglomerateTimes times{.name = setup.name, .group = setup.group, .shows = setup.shows};
  times.objectPairs = setup.pairs.size();
  times.distance = setup.distance;
  Jobs jobs(options.threads);
  const std::map<const TriangleMesh*, ModelPtr> models = buildModels(setup, options, jobs, times);
  HierarchyContacts hierarchies;
  times.hierarchyBuild = timed([&] {
    for (const auto& [mesh, model] : models) hierarchies.prepare(*mesh);
  });

  gpu::PairSettings settings;
  settings.boxTest = setup.boxTest;
  gpu::FinderChoice choice = gpu::makeFacePairFinder(options.backend, settings, jobs);
  times.fallback = choice.fallback;

  const auto objectsAt = [&](const std::vector<Transform>& X_WB) {
    std::vector<gpu::ObjectPair> objects;
    for (const auto& [a, b] : setup.pairs) {
      const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
      objects.push_back({models.at(setup.meshes[i].get()).get(), models.at(setup.meshes[j].get()).get(),
                         X_WB[i].inverse() * X_WB[j], setup.distance});
    }
    return objects;
  };
  noteBackend(choice.finder->run(objectsAt(setup.X_WB.front())).report, times);
  // A finder of its own, so that a device's memory follows the calls with all pairs only.
  gpu::FinderChoice single;
  if (setup.pairByPair) {
    single = gpu::makeFacePairFinder(options.backend, settings, jobs);
    Samples unused;
    searchOneByOne(*single.finder, objectsAt(setup.X_WB.front()), unused, times);
  }

  const int iterations = options.steps > 0 ? options.steps : setup.iterations;
  Samples s;
  for (int i = 0; i < iterations && !(options.cancel && options.cancel->load()); ++i) {
    const auto objects = objectsAt(setup.X_WB[static_cast<std::size_t>(i) % setup.X_WB.size()]);
    const gpu::PairResult* result = nullptr;
    const double processorStart = processSeconds();
    s.all.push_back(timed([&] { result = &choice.finder->run(objects); }));
    s.processor.push_back(processSeconds() - processorStart);
    const gpu::PairReport& report = result->report;
    noteBackend(report, times);
    s.touchingPairs.push_back(touchingPairsOf(result->contacts));
    s.boxes.push_back(report.seconds.boxes);
    s.search.push_back(report.seconds.search);
    s.sort.push_back(report.seconds.sort);
    s.exact.push_back(report.seconds.exact);
    s.transfers.push_back(transfersOf(report, s.all.back()));
    s.bytes.push_back(static_cast<double>(report.bytesUp + report.bytesDown));
    s.boxPairs.push_back(static_cast<double>(report.boxPairs));
    s.candidates.push_back(static_cast<double>(report.candidates));
    s.contacts.push_back(static_cast<double>(report.contacts));
    s.contactTime.push_back(s.all.back());
    if (setup.self) s.ownContacts.push_back(static_cast<double>(ownContacts(objects, result->contacts)));
    if (setup.reduce) {
      std::size_t kept = 0;
      s.reduction.push_back(timed([&] {
        for (const auto& points : contactPatches(objects, result->contacts, jobs)) kept += points.size();
      }));
      s.patches.push_back(static_cast<double>(kept));
      s.contactTime.back() += s.reduction.back();
    }
    if (setup.pairByPair) searchOneByOne(*single.finder, objects, s, times);
    if (i < setup.compared) {
      std::vector<gpu::FaceContact> expected;
      s.hierarchies.push_back(timed([&] { expected = hierarchies.find(objects, jobs); }));
      times.equal = times.equal && sameContacts(result->contacts, expected);
      ++times.compared;
    }
    if (options.progress) options.progress(static_cast<double>(i + 1) / iterations);
  }
  times.iterations = static_cast<int>(s.all.size());
  store(s, times);
  for (const PairAim& aim : setup.aims) times.aims.push_back(judge(aim, times, spreadOf(s.contactTime)));
  return times;
}

}  // namespace passung::app
