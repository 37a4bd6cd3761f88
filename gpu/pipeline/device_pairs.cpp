// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/device_pairs.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_set>

#include "core/error.h"

namespace passung::gpu {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

bool before(const FaceContact& p, const FaceContact& q) {
  return std::tuple(p.pair.object, p.pair.faceA, p.pair.faceB) < std::tuple(q.pair.object, q.pair.faceA, q.pair.faceB);
}

ResidentKey keyOf(const ConglomerateModel& model, int conglomerate) {
  return {model.id(), conglomerate, model.revision(conglomerate)};
}

// The largest way [m] of a point of B in the frame of A between two poses.
double motionOf(const OrientedBox& whole, const Transform& from, const Transform& to) {
  const Vec3 centre = whole.X_MB.p;
  // The norm of the difference of two rotations is 2 sin(angle / 2).
  const double turn = 2 * (from.q.conjugate() * to.q).vec().norm();
  return (to * centre - from * centre).norm() + turn * whole.half.norm();
}

// Calls want(c) for the conglomerates of `a` that are near one of `b`.
template <class Want>
void forEachNear(const ConglomerateModel& a, const ConglomerateModel& b, const Transform& X_AB, double distance,
                 Want&& want) {
  const auto& others = b.boxes().boxes;
  for (int c = 0; c < a.count(); ++c) {
    const OrientedBox& box = a.boxes().boxes[static_cast<std::size_t>(c)];
    if (!near(box, b.boxes().whole, X_AB, distance)) continue;
    const auto nearBox = [&](const OrientedBox& other) { return near(box, other, X_AB, distance); };
    if (std::any_of(others.begin(), others.end(), nearBox)) want(c);
  }
}

}  // namespace

DevicePairs::DevicePairs(std::unique_ptr<PairDevice> device, const PairSettings& pairs, const DeviceSettings& settings,
                         Jobs& jobs)
    : device_(std::move(device)),
      pairSettings_(pairs),
      settings_(settings),
      jobs_(jobs),
      processor_(pairs),
      residency_(settings.budgetBytes) {
  if (settings.unitFaces < 1 || settings.candidatesStart < 1)
    throw InputError("", "device", "a size is below one", "give sizes of one or more");
}

const PairResult& DevicePairs::run(std::span<const ObjectPair> objects) {
  result_.report = {};
  boxes_.run(objects, pairSettings_, jobs_, result_.report);
  try {
    runOnDevice(objects);
  } catch (const DeviceError& error) {
    fallBack(objects, error.what());
  } catch (...) {
    forgetDevice();
    throw;
  }
  return result_;
}

void DevicePairs::runOnDevice(std::span<const ObjectPair> objects) {
  PairReport& report = result_.report;
  report.backend = Backend::kCuda;
  result_.candidates.clear();
  result_.contacts.clear();
  (void)device_->takeUsage();
  residency_.beginStep();
  listItems(objects);

  std::vector<std::array<ResidentItem, 2>> items;
  for (const auto& [a, b] : items_) items.push_back({a.item, b.item});
  std::vector<FaceCounts> faces;
  for (const ObjectPair& o : objects)
    faces.push_back(
        {static_cast<int>(o.a->mesh().triangles().size()), static_cast<int>(o.b->mesh().triangles().size())});
  std::vector<WorkUnit> units;
  try {
    units = planUnits(boxes_.pairs(), boxes_.firstAsking(), items, faces, {settings_.unitFaces, settings_.budgetBytes});
  } catch (const InputError& error) {
    throw DeviceError(error.what());
  }

  report.units = static_cast<int>(units.size());
  report.candidateBuffers.start = settings_.candidatesStart;
  if (!units.empty()) device_->place(boxes_.placed());
  for (const WorkUnit& unit : units) runUnit(unit);
  if (units.size() > 1) std::sort(result_.contacts.begin(), result_.contacts.end(), before);
  report.candidates = report.found;
  report.contacts = static_cast<long long>(result_.contacts.size());
  if (settings_.prefetch) {
    try {
      sendAhead(objects);
    } catch (const std::exception& error) {
      // The result is whole without it.
      forgetDevice();
      report.prefetchFailure = error.what();
    }
  }

  const DeviceUsage usage = device_->takeUsage();
  report.seconds.search = usage.search;
  report.seconds.sort = usage.sort;
  report.seconds.exact += usage.exact;
  report.bytesUp = usage.bytesUp;
  report.bytesDown = usage.bytesDown;
  report.residentBytes = residency_.bytes();
  report.evictions = residency_.counts().evictions;
  report.prefetched = residency_.counts().prefetched;
}

void DevicePairs::forgetDevice() {
  residency_.clear();
  stored_.clear();
  seen_.clear();
  try {
    device_->dropAll();
  } catch (const DeviceError&) {
    // It failed already, and what it held is of no use.
  }
}

void DevicePairs::fallBack(std::span<const ObjectPair> objects, const std::string& why) {
  forgetDevice();
  result_ = processor_.run(objects, jobs_);
  result_.report.fallback = why + "; the processor takes its place";
}

void DevicePairs::listItems(std::span<const ObjectPair> objects) {
  // Models that are gone leave their sizes behind; now and then all of them are taken anew.
  if (blocks_.size() > 2 * objects.size() + 64) blocks_.clear();
  std::unordered_set<std::uint64_t> upToDate;
  for (const ObjectPair& o : objects) {
    for (const ConglomerateModel* model : {o.a, o.b}) {
      if (!upToDate.insert(model->id()).second) continue;
      const auto [place, isNew] = blocks_.try_emplace(model->id(), *model);
      if (!isNew) place->second.update(*model);
    }
  }
  items_.clear();
  for (const BoxPair& p : boxes_.pairs()) {
    const ObjectPair& o = objects[static_cast<std::size_t>(p.object)];
    items_.push_back({itemOf(*o.a, p.a), itemOf(*o.b, p.b)});
  }
}

void DevicePairs::runUnit(const WorkUnit& unit) {
  // The conglomerates of the unit, each once.
  std::vector<Item> needed;
  std::unordered_set<ResidentKey, ResidentKeyHash> listed;
  for (std::size_t k = unit.firstPair; k < unit.endPair; ++k) {
    for (const Item& i : items_[k]) {
      if (listed.insert(i.item.key).second) needed.push_back(i);
    }
  }
  std::vector<ResidentItem> items;
  for (const Item& i : needed) items.push_back(i.item);
  move(residency_.need(items), needed);

  tasks_.clear();
  firstAsking_.clear();
  int mostFaces = 0;
  for (std::size_t k = unit.firstPair; k < unit.endPair; ++k) {
    const BoxPair& p = boxes_.pairs()[k];
    for (const Item& i : items_[k])
      mostFaces = std::max(mostFaces, static_cast<int>(i.model->facesOf(i.item.key.conglomerate).size()));
    tasks_.push_back({stored_.at(items_[k][0].item.key), stored_.at(items_[k][1].item.key), p.object, p.aAsks ? 1 : 0});
    firstAsking_.push_back(static_cast<int>(boxes_.firstAsking()[k] - unit.begin));
  }
  firstAsking_.push_back(static_cast<int>(boxes_.firstAsking()[unit.endPair] - unit.begin));
  addContacts(unit, device_->run({tasks_, firstAsking_, static_cast<int>(unit.end - unit.begin), mostFaces, unit.keys,
                                  settings_.candidatesStart}));
}

void DevicePairs::addContacts(const WorkUnit& unit, const UnitOutput& output) {
  PairReport& report = result_.report;
  report.found += output.candidates;
  report.askingSamples += output.samples;
  report.candidateBuffers.used += output.candidates;
  report.candidateBuffers.largest = std::max(report.candidateBuffers.largest, output.candidates);
  report.candidateBuffers.grown += output.grown;

  const StageTimer timer(report.seconds.exact);
  constexpr std::size_t kSlice = 2048;
  const std::size_t first = result_.contacts.size();
  const std::size_t count = output.keys.size();
  result_.contacts.resize(first + count);
  std::vector<int> undecided((count + kSlice - 1) / kSlice, 0);
  jobs_.parallelFor(static_cast<int>(undecided.size()), [&](int slice) {
    const std::size_t begin = static_cast<std::size_t>(slice) * kSlice;
    for (std::size_t i = begin; i < std::min(begin + kSlice, count); ++i) {
      FaceContact& c = result_.contacts[first + i];
      c = {unit.keys.pairOf(output.keys[i]), output.squared[i]};
      if (c.squared != kUndecidedSquared) continue;
      c.squared = squaredWithin(boxes_.meshes()[static_cast<std::size_t>(c.pair.object)], c.pair.faceA, c.pair.faceB);
      ++undecided[static_cast<std::size_t>(slice)];
    }
  });
  const long long all = std::accumulate(undecided.begin(), undecided.end(), 0LL);
  report.undecided += all;
  if (all == 0) return;
  const auto farther = [](const FaceContact& c) { return c.squared == kInf; };
  const auto begin = result_.contacts.begin() + static_cast<std::ptrdiff_t>(first);
  result_.contacts.erase(std::remove_if(begin, result_.contacts.end(), farther), result_.contacts.end());
}

void DevicePairs::sendAhead(std::span<const ObjectPair> objects) {
  std::vector<Item> items;
  std::vector<ResidentItem> wanted;
  std::unordered_set<ResidentKey, ResidentKeyHash> listed;
  const auto wholly = [&](const ConglomerateModel& model) {
    for (int c = 0; c < model.count(); ++c) {
      if (!residency_.resident(keyOf(model, c))) return false;
    }
    return true;
  };
  for (std::size_t i = 0; i < objects.size() && i < seen_.size(); ++i) {
    const ObjectPair& o = objects[i];
    const Seen& last = seen_[i];
    if (last.a != o.a->id() || last.b != o.b->id()) continue;
    // If it moves on as it did, no point comes nearer than by this way.
    const double reach = o.distance + motionOf(o.b->boxes().whole, last.X_AB, o.X_AB);
    if (!(reach > o.distance) || (wholly(*o.a) && wholly(*o.b))) continue;
    if (!near(o.a->boxes().whole, o.b->boxes().whole, o.X_AB, reach)) continue;
    const auto add = [&](const ConglomerateModel& model) {
      return [&](int c) {
        const Item item = itemOf(model, c);
        if (!listed.insert(item.item.key).second) return;
        items.push_back(item);
        wanted.push_back(item.item);
      };
    };
    forEachNear(*o.a, *o.b, o.X_AB, reach, add(*o.a));
    forEachNear(*o.b, *o.a, o.X_AB.inverse(), reach, add(*o.b));
  }
  move(residency_.prefetch(wanted), items);

  seen_.clear();
  for (const ObjectPair& o : objects) seen_.push_back({o.a->id(), o.b->id(), o.X_AB});
}

void DevicePairs::move(const Residency::Moves& moves, std::span<const Item> items) {
  for (const ResidentKey& key : moves.evicted) {
    const auto place = stored_.find(key);
    device_->drop(place->second);
    stored_.erase(place);
  }
  std::unordered_map<ResidentKey, const ConglomerateModel*, ResidentKeyHash> models;
  for (const Item& i : items) models.emplace(i.item.key, i.model);
  for (const ResidentKey& key : moves.uploaded) {
    const ConglomerateModel& model = *models.at(key);
    const ModelBlocks& blocks = blocks_.at(model.id());
    packed_.resize(static_cast<std::size_t>(blocks.bytesOf(key.conglomerate)));
    blocks.pack(model, key.conglomerate, packed_.data());
    stored_.emplace(key, device_->store(packed_));
  }
}

DevicePairs::Item DevicePairs::itemOf(const ConglomerateModel& model, int conglomerate) const {
  return {{keyOf(model, conglomerate), blocks_.at(model.id()).bytesOf(conglomerate)}, &model};
}

}  // namespace passung::gpu
