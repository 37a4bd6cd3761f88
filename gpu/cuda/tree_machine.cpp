// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda/tree_machine.h"

#include <unordered_map>

#include "gpu/cuda/device_stream.h"
#include "gpu/cuda/front_machine.h"
#include "gpu/cuda/key_sort.h"
#include "gpu/cuda/lbvh_device.h"
#include "gpu/cuda/tree_walk_device.h"

namespace passung::gpu::cuda {
namespace {

// A mesh with its hierarchy, 136 bytes a face and 24 a vertex.
struct Tree {
  GrownArray<double> vertices;
  GrownArray<int> corners;
  GrownArray<std::uint32_t> bounds;
  GrownArray<std::uint64_t> keys, sortedKeys;
  GrownArray<int> faces, sortedFaces;
  GrownArray<LbvhNode> nodes;
  GrownArray<int> arrived;
  int faceCount = 0;
  Vec3 origin = Vec3::Zero();
};

LbvhBuffers buffersOf(const Tree& t) {
  return {{t.vertices.data(), t.corners.data(), t.faceCount},
          {t.origin.x(), t.origin.y(), t.origin.z()},
          t.bounds.data(),
          t.keys.data(),
          t.faces.data(),
          t.sortedKeys.data(),
          t.sortedFaces.data(),
          t.nodes.data(),
          t.arrived.data()};
}

class CudaTrees final : public TreeMachine {
 public:
  CudaTrees() {
    counters_.reserve(1);
    countersHost_.reserve(1);
  }

  int store(std::span<const Vec3> vertices, std::span<const Triangle> triangles) override;
  void drop(int tree) override {
    stream_.wait("a hierarchy");
    trees_.erase(tree);
  }
  void move(int tree, std::span<const Vec3> vertices) override {
    stream_.upload(trees_.at(tree)->vertices.data(), vertices.data(), vertices.size_bytes());
  }
  void build(int tree, const Vec3& origin) override;
  void refit(int tree) override {
    timer_.begin();
    check(launchFit(buffersOf(*trees_.at(tree)), stream_.get()), "the fit");
    timer_.end();
    stream_.wait("the fit");
    usage_.refit += timer_.seconds();
  }
  [[nodiscard]] StoredTree stored(int tree) const override {
    const Tree& t = *trees_.at(tree);
    return {{t.nodes.data(), t.faceCount}, buffersOf(t).mesh};
  }
  void read(int tree, std::vector<LbvhNode>& nodes, std::vector<std::uint64_t>& keys) override;

  void start(const WalkInput& input) override;
  const WalkCounters& rounds(int first, int count) override;
  const WalkCounters& poses() override;
  const WalkCounters& look() override {
    stream_.download(countersHost_.data(), counters_.data(), sizeof(WalkCounters));
    stream_.wait("the walk");
    return *countersHost_.data();
  }
  WalkContacts contacts(std::uint32_t candidates) override;
  WalkMeeting meeting() override;
  FrontMachine& fronts() override { return fronts_; }
  TreeUsage takeUsage() override {
    TreeUsage usage = std::exchange(usage_, {});
    usage.bytesUp = stream_.takeBytesUp();
    usage.bytesDown = stream_.takeBytesDown();
    usage.walk += fronts_.takeSeconds();
    return usage;
  }

 private:
  // Ends the time of the walk.
  const WalkCounters& lookAt() {
    timer_.end();
    const WalkCounters& counters = look();
    usage_.walk += timer_.seconds();
    return counters;
  }

  DeviceStream stream_;
  int stored_ = 0;
  std::unordered_map<int, std::unique_ptr<Tree>> trees_;
  GrownArray<WalkObject> objects_;
  GrownArray<NodePair> queues_[2];
  GrownArray<FacePair> leaves_, undecided_;
  GrownArray<DeviceContact> contacts_;
  GrownArray<std::uint32_t> meets_;
  GrownArray<WalkCounters> counters_;
  GrownArray<std::byte> scratch_;
  GrownArray<WalkCounters, true> countersHost_;
  GrownArray<std::uint32_t, true> meetsHost_;
  GrownArray<FacePair, true> undecidedHost_;
  ContactSorter sorter_{stream_};
  WalkView view_{};
  CudaFronts fronts_{stream_, view_};
  StreamTimer timer_{stream_};
  TreeUsage usage_;
};

int CudaTrees::store(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  auto t = std::make_unique<Tree>();
  const std::size_t faces = triangles.size();
  t->faceCount = static_cast<int>(faces);
  t->vertices.reserve(3 * vertices.size());
  t->corners.reserve(3 * faces);
  t->bounds.reserve(6);
  t->keys.reserve(faces);
  t->sortedKeys.reserve(faces);
  t->faces.reserve(faces);
  t->sortedFaces.reserve(faces);
  t->nodes.reserve(2 * faces - 1);
  t->arrived.reserve(faces);
  stream_.upload(t->vertices.data(), vertices.data(), vertices.size_bytes());
  stream_.upload(t->corners.data(), triangles.data(), triangles.size_bytes());
  trees_.emplace(++stored_, std::move(t));
  return stored_;
}

void CudaTrees::build(int tree, const Vec3& origin) {
  Tree& t = *trees_.at(tree);
  t.origin = origin;
  std::size_t bytes = 0;
  check(keySortScratch(t.faceCount, bytes), "the sort of keys");
  scratch_.reserve(bytes);
  const LbvhMemory memory{buffersOf(t), t.sortedKeys.data(), t.sortedFaces.data(), scratch_.data(),
                          scratch_.capacity()};
  timer_.begin();
  check(launchBuild(memory, stream_.processors(), stream_.get()), "the build");
  timer_.end();
  stream_.wait("the build");
  usage_.build += timer_.seconds();
}

void CudaTrees::read(int tree, std::vector<LbvhNode>& nodes, std::vector<std::uint64_t>& keys) {
  const Tree& t = *trees_.at(tree);
  const auto faces = static_cast<std::size_t>(t.faceCount);
  nodes.resize(2 * faces - 1);
  keys.resize(faces);
  stream_.download(nodes.data(), t.nodes.data(), nodes.size() * sizeof(LbvhNode));
  stream_.download(keys.data(), t.sortedKeys.data(), faces * sizeof(std::uint64_t));
  stream_.wait("a copy of a hierarchy");
}

void CudaTrees::start(const WalkInput& input) {
  const std::size_t objects = input.objects.size();
  objects_.reserve(objects);
  meets_.reserve(objects);
  for (GrownArray<NodePair>& queue : queues_) queue.reserve(input.queueRoom);
  leaves_.reserve(input.leafRoom);
  if (input.meeting) undecided_.reserve(input.undecidedRoom);
  stream_.upload(objects_.data(), input.objects.data(), input.objects.size_bytes());
  stream_.clear(counters_.data(), 0, sizeof(WalkCounters), "the counters");
  if (input.meeting) stream_.clear(meets_.data(), 0, objects * sizeof(std::uint32_t), "the objects");
  view_ = {objects_.data(),
           static_cast<int>(objects),
           input.keys,
           {queues_[0].data(), queues_[1].data()},
           leaves_.data(),
           undecided_.data(),
           nullptr,
           input.queueRoom,
           input.leafRoom,
           input.undecidedRoom,
           input.meeting ? meets_.data() : nullptr,
           counters_.data()};
}

const WalkCounters& CudaTrees::rounds(int first, int count) {
  timer_.begin();
  if (first == 0) check(launchRoots(view_, stream_.processors(), stream_.get()), "the roots");
  for (int round = first; round < first + count; ++round)
    check(launchRound(view_, round, stream_.processors(), stream_.get()), "a round");
  return lookAt();
}

const WalkCounters& CudaTrees::poses() {
  timer_.begin();
  check(launchPoses(view_, stream_.get()), "the poses");
  return lookAt();
}

WalkContacts CudaTrees::contacts(std::uint32_t candidates) {
  contacts_.reserve(view_.leafRoom);
  view_.contacts = contacts_.data();
  timer_.begin();
  check(launchTests(view_, candidates, stream_.get()), "the exact test");
  timer_.end();
  stream_.download(countersHost_.data(), counters_.data(), sizeof(WalkCounters));
  stream_.wait("the exact test");
  usage_.exact += timer_.seconds();
  const auto count = static_cast<std::uint32_t>(countersHost_.data()->contacts);
  const SortedContacts sorted = sorter_.sort(contacts_.data(), count, view_.keys, view_.objectCount, usage_.sort);
  return {sorted.keys, sorted.squared};
}

WalkMeeting CudaTrees::meeting() {
  const auto objects = static_cast<std::size_t>(view_.objectCount);
  const auto undecided = static_cast<std::uint32_t>(countersHost_.data()->undecided);
  if (objects == 0) return {};
  meetsHost_.reserve(objects);
  stream_.download(meetsHost_.data(), meets_.data(), objects * sizeof(std::uint32_t));
  if (undecided > 0) {
    undecidedHost_.reserve(undecided);
    stream_.download(undecidedHost_.data(), undecided_.data(), undecided * sizeof(FacePair));
  }
  stream_.wait("the objects that meet");
  return {{meetsHost_.data(), objects}, {undecidedHost_.data(), undecided}};
}

}  // namespace

std::unique_ptr<TreeMachine> openTreeMachine() { return std::make_unique<CudaTrees>(); }

}  // namespace passung::gpu::cuda
