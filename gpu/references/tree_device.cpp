// SPDX-License-Identifier: Apache-2.0
#include "gpu/references/tree_device.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <numeric>

#include "core/error.h"
#include "gpu/pipeline/pair_backend.h"

#if defined(PASSUNG_HAVE_CUDA)
#include "gpu/cuda/tree_machine.h"
#endif

namespace passung::gpu {
namespace {

int bitsOf(int faces) { return static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(faces, 1) - 1))); }

int facesOf(const TriangleMesh& mesh) { return static_cast<int>(mesh.triangles().size()); }

ItemCount largest(std::span<const ItemCount> counts) { return *std::max_element(counts.begin(), counts.end()); }

}  // namespace

TreeDevice::TreeDevice(std::unique_ptr<TreeMachine> machine, Jobs& jobs, const TreeDeviceSettings& settings)
    : machine_(std::move(machine)), jobs_(jobs), settings_(settings) {
  if (settings.queueStart < 1 || settings.leavesStart < 1 || settings.undecidedStart < 1 || settings.rounds < 1 ||
      settings.rounds > 32)
    throw InputError("", "hierarchies on a device", "a size is below one or more than 32 rounds are launched at once",
                     "give sizes of one or more, and 1 to 32 rounds");
  queueRoom_ = static_cast<std::uint32_t>(settings.queueStart);
  leafRoom_ = static_cast<std::uint32_t>(settings.leavesStart);
  undecidedRoom_ = static_cast<std::uint32_t>(settings.undecidedStart);
}

TreeDevice::~TreeDevice() = default;

void TreeDevice::attempt(const std::function<void()>& onDevice, const std::function<void()>& onHost) {
  const auto start = std::chrono::steady_clock::now();
  result_ = {};
  (void)machine_->takeUsage();
  try {
    onDevice();
    result_.report.usage = machine_->takeUsage();
  } catch (const DeviceError& error) {
    result_ = {};
    for (Model& m : models_) {
      try {
        if (m.stored >= 0) machine_->drop(m.stored);
      } catch (const DeviceError&) {  // it has no meaning any more
      }
      m.stored = -1;
    }
    for (Front& f : fronts_) {
      try {
        if (f.stored >= 0) machine_->fronts().drop(f.stored);
      } catch (const DeviceError&) {
      }
      f.stored = -1;
      f.items = 0;
    }
    onHost();
    result_.report.fallback = std::string(error.what()) + "; the processor takes its place";
  }
  result_.report.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TreeDevice::Model& TreeDevice::checked(int model) {
  if (model < 0 || model >= static_cast<int>(models_.size()))
    throw InputError("", "hierarchies on a device", "a model was not built here",
                     "give a number that build() returned");
  return models_[static_cast<std::size_t>(model)];
}

void TreeDevice::buildOn(Model& m) {
  if (m.stored < 0) m.stored = machine_->store(m.mesh->vertices(), m.mesh->triangles());
  machine_->build(m.stored, m.frame.origin_B);
  ++m.fits;
}

int TreeDevice::build(std::shared_ptr<const TriangleMesh> mesh) {
  const Vec3 origin_B = lbvhOrigin(mesh->vertices());
  const double extent = lbvhExtent(mesh->vertices(), origin_B);
  models_.push_back({std::move(mesh), {origin_B, extent}, -1, nullptr, 0});
  rebuild(static_cast<int>(models_.size()) - 1);
  return static_cast<int>(models_.size()) - 1;
}

void TreeDevice::rebuild(int model) {
  Model& m = checked(model);
  m.frame.origin_B = lbvhOrigin(m.mesh->vertices());
  m.frame.extent = lbvhExtent(m.mesh->vertices(), m.frame.origin_B);
  attempt([&] { buildOn(m); }, [&] { (void)onHost(model); });
}

void TreeDevice::refit(int model, std::shared_ptr<const TriangleMesh> moved) {
  Model& m = checked(model);
  if (!std::ranges::equal(moved->triangles(), m.mesh->triangles()) ||
      moved->vertices().size() != m.mesh->vertices().size())
    throw InputError("", "hierarchies on a device", "the moved mesh has other triangles",
                     "give the same triangles with moved vertices");
  m.frame.extent = lbvhExtent(moved->vertices(), m.frame.origin_B);
  m.mesh = std::move(moved);
  m.host = nullptr;
  attempt(
      [&] {
        if (m.stored < 0) return buildOn(m);
        machine_->move(m.stored, m.mesh->vertices());
        machine_->refit(m.stored);
        ++m.fits;
      },
      [&] { (void)onHost(model); });
}

void TreeDevice::read(int model, std::vector<LbvhNode>& nodes, std::vector<std::uint64_t>& keys) {
  const Model& m = checked(model);
  nodes.clear();
  keys.clear();
  attempt(
      [&] {
        if (m.stored >= 0) machine_->read(m.stored, nodes, keys);
      },
      [&] {
        nodes.clear();
        keys.clear();
      });
}

TreeSide TreeDevice::stored(int model) {
  Model& m = checked(model);
  if (m.stored < 0) buildOn(m);
  return {m.mesh.get(), machine_->stored(m.stored).view, m.frame};
}

TreeModel& TreeDevice::onHost(int model) {
  Model& m = checked(model);
  if (!m.host) m.host = std::make_unique<TreeModel>(m.mesh, &jobs_);
  return *m.host;
}

// boxDistance: for boxes and faces, or a negative number for each object's own one.
void TreeDevice::take(std::span<const TreeDeviceObjects> objects, double boxDistance) {
  objects_.clear();
  meshes_.clear();
  int mostA = 1;
  int mostB = 1;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const TreeDeviceObjects& o = objects[i];
    (void)checkedPlacement(o.X_AB, o.distance, i);
    const double distance = boxDistance < 0 ? o.distance : boxDistance;
    const TreeSide a = stored(o.a);
    const TreeSide b = stored(o.b);
    meshes_.push_back(placedMeshes(a, b, o.X_AB, distance));
    const auto meshOf = [&](int model) { return machine_->stored(checked(model).stored).mesh; };
    objects_.push_back(
        {placedTrees(a, b, o.X_AB, distance, i), exactPlacement(meshes_.back()), meshOf(o.a), meshOf(o.b)});
    mostA = std::max(mostA, facesOf(*a.mesh));
    mostB = std::max(mostB, facesOf(*b.mesh));
  }
  keys_ = {0, bitsOf(mostA), bitsOf(mostB)};
  if (bitsOf(static_cast<int>(objects.size())) + keys_.bitsA + keys_.bitsB > 64)
    throw DeviceError("hierarchies on a device: objects and faces need keys of more than 64 bits");
  if (objects.size() > kMostWalkItems)
    throw DeviceError("hierarchies on a device: 2^30 pairs of objects or more in one call");
  queueRoom_ = std::max(queueRoom_, static_cast<std::uint32_t>(objects.size()));
}

// Walks with the room there is, until everything fits.
WalkCounters TreeDevice::walk(bool byPose, bool meeting) {
  for (;;) {
    machine_->start({objects_, keys_, meeting, queueRoom_, leafRoom_, undecidedRoom_});
    WalkCounters c{};
    if (byPose) {
      c = machine_->poses();
      ++result_.report.looks;
    }
    for (int first = 0; !byPose; first += settings_.rounds) {
      if (first + settings_.rounds >= kWalkRounds) throw DeviceError("hierarchies on a device: a walk does not end");
      c = machine_->rounds(first, settings_.rounds);
      ++result_.report.looks;
      if (c.items[first + settings_.rounds] == 0) break;  // also behind a list that was too small
    }
    if (!grow(c, byPose, meeting)) return c;
    ++result_.report.grown;
  }
}

bool TreeDevice::grow(const WalkCounters& c, bool byPose, bool meeting) {
  bool grown = false;
  const auto fit = [&](std::uint32_t& room, ItemCount wanted) {
    if (wanted <= room) return;
    if (wanted > kMostWalkItems)
      throw DeviceError("hierarchies on a device: a list of 2^30 items or more; ask for fewer objects at once");
    room = std::min(std::max(static_cast<std::uint32_t>(wanted), 2 * room), kMostWalkItems);
    grown = true;
  };
  if (!byPose) fit(queueRoom_, largest(c.items));
  fit(leafRoom_, meeting && !byPose ? largest(c.leaves) : c.leaves[0]);
  fit(undecidedRoom_, c.undecided);
  return grown;
}

void TreeDevice::count(const WalkCounters& c) {
  TreeDeviceReport& r = result_.report;
  r.queues.start = settings_.queueStart;
  r.nodeTests = static_cast<long long>(c.nodeTests) - 2 * static_cast<long long>(c.skipped);
  for (int round = 0; round < kWalkRounds; ++round) {
    const auto items = static_cast<long long>(c.items[round]);
    r.nodeTests += 2 * items;
    r.rounds += items > 0 ? 1 : 0;
    if (round == 0) continue;
    r.queues.used += items;
    r.queues.largest = std::max(r.queues.largest, items);
  }
}

const TreeDeviceResult& TreeDevice::pairs(std::span<const TreeDeviceObjects> objects) {
  for (const TreeDeviceObjects& o : objects) {
    (void)checked(o.a);
    (void)checked(o.b);
  }
  const auto onDevice = [&] {
    take(objects, -1);
    const WalkCounters c = walk(false, false);
    count(c);
    result_.report.nodeTests += static_cast<long long>(objects.size());  // the roots
    decideContacts(static_cast<std::uint32_t>(c.leaves[0]));
  };
  attempt(onDevice, [&] {
    std::vector<TreeObjects> same;
    for (const TreeDeviceObjects& o : objects) same.push_back({&onHost(o.a), &onHost(o.b), o.X_AB, o.distance});
    TreePairs pairs;
    result_.contacts = pairs.run(same, jobs_).contacts;
  });
  return result_;
}

const TreeDeviceResult& TreeDevice::poses(const TreeDeviceQuery& q) {
  (void)checked(q.a);
  (void)checked(q.b);
  poses_.clear();
  for (const Transform& X_AB : q.X_AB) poses_.push_back({q.a, q.b, X_AB, q.distance});
  const bool byPose = q.layout == PoseLayout::kPose;
  const auto onDevice = [&] {
    // Where only meeting counts, boxes and faces are compared at distance zero.
    take(poses_, q.contacts ? -1 : 0);
    const WalkCounters c = walk(byPose, !q.contacts);
    count(c);
    if (!byPose) result_.report.nodeTests += static_cast<long long>(poses_.size());  // the roots
    result_.meets.assign(poses_.size(), 0);
    if (!q.contacts) {
      result_.report.exactTests =
          byPose ? static_cast<long long>(c.exactTests) : std::accumulate(c.leaves, c.leaves + kWalkRounds, 0LL);
      return decideMeeting();
    }
    decideContacts(static_cast<std::uint32_t>(c.leaves[0]));
    for (const FaceContact& contact : result_.contacts)
      result_.meets[static_cast<std::size_t>(contact.pair.object)] |= static_cast<unsigned char>(contact.squared == 0);
  };
  attempt(onDevice, [&] {
    BulkResult host = bulkPoses({&onHost(q.a), &onHost(q.b), q.X_AB, q.distance}, {q.layout, q.contacts, {}}, jobs_);
    result_.contacts = std::move(host.contacts);
    result_.meets = std::move(host.meets);
  });
  return result_;
}

void TreeDevice::decideContacts(std::uint32_t candidates) {
  constexpr int kSlice = 256;
  result_.report.candidates = candidates;
  result_.report.exactTests = candidates;
  if (candidates == 0) return;
  const WalkContacts found = machine_->contacts(candidates);
  std::vector<FacePair> undecided;
  for (std::size_t i = 0; i < found.keys.size(); ++i) {
    if (found.squared[i] == kUndecidedSquared) undecided.push_back(keys_.pairOf(found.keys[i]));
  }
  // Both are in the order of the keys.
  std::vector<FaceContact> decided;
  result_.report.undecided = exactContacts(undecided, meshes_, kSlice, jobs_, squared_, decided);
  auto next = decided.begin();
  for (std::size_t i = 0; i < found.keys.size(); ++i) {
    const FacePair pair = keys_.pairOf(found.keys[i]);
    if (found.squared[i] != kUndecidedSquared) {
      result_.contacts.push_back({pair, found.squared[i]});
    } else if (next != decided.end() && next->pair == pair) {
      result_.contacts.push_back(*next++);
    }
  }
}

void TreeDevice::decideMeeting() {
  constexpr int kSlice = 256;
  const WalkMeeting found = machine_->meeting();
  for (std::size_t i = 0; i < found.meets.size(); ++i) result_.meets[i] = found.meets[i] != 0 ? 1 : 0;
  std::vector<FacePair> undecided;
  for (const FacePair& p : found.undecided) {
    if (result_.meets[static_cast<std::size_t>(p.object)] == 0) undecided.push_back(p);
  }
  std::vector<FaceContact> decided;
  result_.report.undecided = exactContacts(undecided, meshes_, kSlice, jobs_, squared_, decided);
  for (const FaceContact& c : decided)
    result_.meets[static_cast<std::size_t>(c.pair.object)] |= static_cast<unsigned char>(c.squared == 0);
}

#if defined(PASSUNG_HAVE_CUDA)
TreeDeviceChoice makeTreeDevice(Jobs& jobs, const TreeDeviceSettings& settings) {
  const DeviceStatus status = deviceStatus();
  if (!status.usable) return {nullptr, status.line};
  try {
    return {std::make_unique<TreeDevice>(cuda::openTreeMachine(), jobs, settings), status.line};
  } catch (const DeviceError& error) {
    return {nullptr, error.what()};
  }
}
#else
TreeDeviceChoice makeTreeDevice(Jobs&, const TreeDeviceSettings&) { return {nullptr, deviceStatus().line}; }
#endif

}  // namespace passung::gpu
