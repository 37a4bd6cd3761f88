// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda/tree_machine.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "gpu/cuda/device_memory.h"
#include "gpu/cuda/lbvh_device.h"
#include "gpu/cuda/tree_walk_device.h"
#include "gpu/cuda/unit_launch.h"

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
    check(cudaSetDevice(0), "the device");
    check(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, 0), "the device");
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream");
    counters_.reserve(1);
    unique_.reserve(1);
    countersHost_.reserve(1);
    uniqueHost_.reserve(1);
  }
  ~CudaTrees() override {
    (void)cudaStreamSynchronize(stream_);
    (void)cudaStreamDestroy(stream_);
  }

  int store(std::span<const Vec3> vertices, std::span<const Triangle> triangles) override;
  void drop(int tree) override {
    wait("a hierarchy");
    trees_.erase(tree);
  }
  void move(int tree, std::span<const Vec3> vertices) override {
    upload(trees_.at(tree)->vertices.data(), vertices.data(), vertices.size_bytes());
  }
  void build(int tree, const Vec3& origin) override;
  void refit(int tree) override {
    start_.record(stream_);
    check(launchFit(buffersOf(*trees_.at(tree)), stream_), "the fit");
    end_.record(stream_);
    wait("the fit");
    usage_.refit += Event::between(start_, end_);
  }
  [[nodiscard]] StoredTree stored(int tree) const override {
    const Tree& t = *trees_.at(tree);
    return {{t.nodes.data(), t.faceCount}, buffersOf(t).mesh};
  }
  void read(int tree, std::vector<LbvhNode>& nodes, std::vector<std::uint64_t>& keys) override;

  void start(const WalkInput& input) override;
  const WalkCounters& rounds(int first, int count) override;
  const WalkCounters& poses() override;
  WalkContacts contacts(std::uint32_t candidates) override;
  WalkMeeting meeting() override;
  TreeUsage takeUsage() override { return std::exchange(usage_, {}); }

 private:
  void upload(void* to, const void* from, std::size_t bytes) {
    if (bytes == 0) return;
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "a copy to the device");
    usage_.bytesUp += static_cast<long long>(bytes);
  }
  void download(void* to, const void* from, std::size_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_), "a copy from the device");
    usage_.bytesDown += static_cast<long long>(bytes);
  }
  void wait(const char* what) { check(cudaStreamSynchronize(stream_), what); }
  const WalkCounters& look() {
    end_.record(stream_);
    download(countersHost_.data(), counters_.data(), sizeof(WalkCounters));
    wait("the walk");
    usage_.walk += Event::between(start_, end_);
    return *countersHost_.data();
  }

  int processors_ = 1;
  cudaStream_t stream_ = nullptr;
  int stored_ = 0;
  std::unordered_map<int, std::unique_ptr<Tree>> trees_;
  GrownArray<WalkObject> objects_;
  GrownArray<NodePair> queues_[2];
  GrownArray<FacePair> leaves_, undecided_;
  GrownArray<DeviceContact> contacts_;
  GrownArray<std::uint32_t> meets_;
  GrownArray<WalkCounters> counters_;
  GrownArray<std::uint64_t> keys_[2];
  GrownArray<double> squared_[2];
  GrownArray<std::uint32_t> unique_;
  GrownArray<std::byte> scratch_;
  GrownArray<WalkCounters, true> countersHost_;
  GrownArray<std::uint32_t, true> uniqueHost_, meetsHost_;
  GrownArray<FacePair, true> undecidedHost_;
  GrownArray<std::uint64_t, true> keysHost_;
  GrownArray<double, true> squaredHost_;
  WalkView view_{};
  Event start_, end_;
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
  upload(t->vertices.data(), vertices.data(), vertices.size_bytes());
  upload(t->corners.data(), triangles.data(), triangles.size_bytes());
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
  start_.record(stream_);
  check(launchBuild(memory, processors_, stream_), "the build");
  end_.record(stream_);
  wait("the build");
  usage_.build += Event::between(start_, end_);
}

void CudaTrees::read(int tree, std::vector<LbvhNode>& nodes, std::vector<std::uint64_t>& keys) {
  const Tree& t = *trees_.at(tree);
  const auto faces = static_cast<std::size_t>(t.faceCount);
  nodes.resize(2 * faces - 1);
  keys.resize(faces);
  download(nodes.data(), t.nodes.data(), nodes.size() * sizeof(LbvhNode));
  download(keys.data(), t.sortedKeys.data(), faces * sizeof(std::uint64_t));
  wait("a copy of a hierarchy");
}

void CudaTrees::start(const WalkInput& input) {
  const std::size_t objects = input.objects.size();
  objects_.reserve(objects);
  meets_.reserve(objects);
  for (GrownArray<NodePair>& queue : queues_) queue.reserve(input.queueRoom);
  leaves_.reserve(input.leafRoom);
  if (input.meeting) undecided_.reserve(input.undecidedRoom);
  upload(objects_.data(), input.objects.data(), input.objects.size_bytes());
  check(cudaMemsetAsync(counters_.data(), 0, sizeof(WalkCounters), stream_), "the counters");
  if (input.meeting && objects > 0)
    check(cudaMemsetAsync(meets_.data(), 0, objects * sizeof(std::uint32_t), stream_), "the objects");
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
  start_.record(stream_);
  if (first == 0) check(launchRoots(view_, processors_, stream_), "the roots");
  for (int round = first; round < first + count; ++round)
    check(launchRound(view_, round, processors_, stream_), "a round");
  return look();
}

const WalkCounters& CudaTrees::poses() {
  start_.record(stream_);
  check(launchPoses(view_, stream_), "the poses");
  return look();
}

WalkContacts CudaTrees::contacts(std::uint32_t candidates) {
  contacts_.reserve(view_.leafRoom);
  view_.contacts = contacts_.data();
  start_.record(stream_);
  check(launchTests(view_, candidates, stream_), "the exact test");
  end_.record(stream_);
  download(countersHost_.data(), counters_.data(), sizeof(WalkCounters));
  wait("the exact test");
  usage_.exact += Event::between(start_, end_);
  const std::uint32_t count = countersHost_.data()->contacts;
  if (count == 0) return {};

  for (int k = 0; k < 2; ++k) {
    keys_[k].reserve(count);
    squared_[k].reserve(count);
  }
  keysHost_.reserve(count);
  squaredHost_.reserve(count);
  std::size_t bytes = 0;
  check(sortScratch(count, bytes), "the sort");
  scratch_.reserve(bytes);
  const SortBuffers buffers{contacts_.data(),
                            {keys_[0].data(), keys_[1].data()},
                            {squared_[0].data(), squared_[1].data()},
                            unique_.data(),
                            scratch_.data(),
                            scratch_.capacity()};
  const auto objects = static_cast<unsigned>(view_.objectCount - 1);
  const int keyBits =
      std::clamp(static_cast<int>(std::bit_width(objects)) + view_.keys.bitsA + view_.keys.bitsB, 1, 64);
  start_.record(stream_);
  check(launchSort(buffers, count, keyBits, stream_), "the sort");
  end_.record(stream_);
  download(uniqueHost_.data(), unique_.data(), sizeof(std::uint32_t));
  download(keysHost_.data(), keys_[0].data(), count * sizeof(std::uint64_t));
  download(squaredHost_.data(), squared_[0].data(), count * sizeof(double));
  wait("the sort");
  usage_.sort += Event::between(start_, end_);
  return {{keysHost_.data(), *uniqueHost_.data()}, {squaredHost_.data(), *uniqueHost_.data()}};
}

WalkMeeting CudaTrees::meeting() {
  const auto objects = static_cast<std::size_t>(view_.objectCount);
  const std::uint32_t undecided = countersHost_.data()->undecided;
  if (objects == 0) return {};
  meetsHost_.reserve(objects);
  download(meetsHost_.data(), meets_.data(), objects * sizeof(std::uint32_t));
  if (undecided > 0) {
    undecidedHost_.reserve(undecided);
    download(undecidedHost_.data(), undecided_.data(), undecided * sizeof(FacePair));
  }
  wait("the objects that meet");
  return {{meetsHost_.data(), objects}, {undecidedHost_.data(), undecided}};
}

}  // namespace

std::unique_ptr<TreeMachine> openTreeMachine() { return std::make_unique<CudaTrees>(); }

}  // namespace passung::gpu::cuda
