// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda/cuda_device.h"

#include <algorithm>
#include <unordered_map>

#include "gpu/cuda/device_stream.h"
#include "gpu/cuda/unit_launch.h"

namespace passung::gpu::cuda {

namespace {

class CudaDevice final : public PairDevice {
 public:
  CudaDevice() {
    int pools = 0;
    check(cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, 0), "the device");
    pooled_ = pools != 0;
    if (pooled_) {
      // What is dropped stays with the program, for the next conglomerate.
      cudaMemPool_t pool = nullptr;
      check(cudaDeviceGetDefaultMemPool(&pool, 0), "the device");
      std::uint64_t all = UINT64_MAX;
      check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all), "the device");
    }
    counters_.reserve(1);
    countersHost_.reserve(1);
  }
  ~CudaDevice() override {
    (void)cudaStreamSynchronize(stream_.get());
    for (const auto& [block, memory] : blocks_) (void)free(memory);
  }

  const ConglomerateBlock* store(std::span<const std::byte> block) override {
    void* memory = nullptr;
    check(pooled_ ? cudaMallocAsync(&memory, block.size(), stream_.get()) : cudaMalloc(&memory, block.size()),
          "memory of a conglomerate");
    const auto* key = static_cast<const ConglomerateBlock*>(memory);
    blocks_.emplace(key, memory);
    stream_.upload(memory, block.data(), block.size());
    return key;
  }
  void drop(const ConglomerateBlock* block) override {
    const auto place = blocks_.find(block);
    void* memory = place->second;
    blocks_.erase(place);
    check(free(memory), "memory of a conglomerate");
  }
  void dropAll() override {
    cudaError_t error = cudaSuccess;
    for (const auto& [block, memory] : blocks_) {
      const cudaError_t freed = free(memory);
      if (freed != cudaSuccess) error = freed;
    }
    blocks_.clear();
    check(error, "memory of conglomerates");
  }

  void place(std::span<const PlacedPair> objects) override { stream_.send(placed_, objects); }
  const UnitOutput& run(const UnitInput& unit) override;
  DeviceUsage takeUsage() override {
    DeviceUsage usage = std::exchange(usage_, {});
    usage.bytesUp = stream_.takeBytesUp();
    usage.bytesDown = stream_.takeBytesDown();
    return usage;
  }

 private:
  cudaError_t free(void* memory) { return pooled_ ? cudaFreeAsync(memory, stream_.get()) : cudaFree(memory); }

  // Searches and tests with the room there is; true when everything fitted.
  bool tryUnit(const UnitInput& unit, const UnitView& view);

  DeviceStream stream_;
  bool pooled_ = false;
  std::unordered_map<const ConglomerateBlock*, void*> blocks_;
  GrownArray<PlacedPair> placed_;
  GrownArray<PairTask> tasks_;
  GrownArray<int> firstAsking_;
  GrownArray<AskingFace> active_;
  GrownArray<Candidate> candidates_;
  GrownArray<DeviceContact> contacts_;
  GrownArray<UnitCounters> counters_;
  GrownArray<UnitCounters, true> countersHost_;
  ContactSorter sorter_{stream_};
  StreamTimer search_{stream_}, exact_{stream_};
  DeviceUsage usage_;
  UnitOutput output_;
};

const UnitOutput& CudaDevice::run(const UnitInput& unit) {
  if (unit.mostFaces > kMostFaces)
    throw DeviceError("CUDA: a conglomerate of " + std::to_string(unit.mostFaces) + " faces; at most " +
                      std::to_string(kMostFaces) + " can be searched");
  stream_.send(tasks_, unit.tasks);
  stream_.send(firstAsking_, unit.firstAsking);
  active_.reserve(static_cast<std::size_t>(unit.askingCount));
  candidates_.reserve(static_cast<std::size_t>(unit.candidatesStart));
  const UnitView view{tasks_.data(),    firstAsking_.data(), static_cast<int>(unit.tasks.size()),
                      unit.askingCount, placed_.data(),      unit.keys};
  output_ = {};
  while (!tryUnit(unit, view)) {
    ++output_.grown;
    candidates_.reserve(countersHost_.data()->candidates);
  }
  const UnitCounters counted = *countersHost_.data();
  output_.candidates = static_cast<long long>(counted.candidates);
  output_.samples = static_cast<long long>(counted.samples);
  const int objects = unit.tasks.back().object - unit.keys.firstObject + 1;
  const SortedContacts sorted =
      sorter_.sort(contacts_.data(), static_cast<std::uint32_t>(counted.contacts), unit.keys, objects, usage_.sort);
  output_.keys = sorted.keys;
  output_.squared = sorted.squared;
  return output_;
}

bool CudaDevice::tryUnit(const UnitInput& unit, const UnitView& view) {
  // Room for the candidates is what was ever needed, so contacts, which are not more, always fit.
  const std::size_t room = std::min<std::size_t>(candidates_.capacity(), kMostCandidates);
  contacts_.reserve(room);
  const UnitBuffers buffers{
      view, counters_.data(), active_.data(), candidates_.data(), contacts_.data(), static_cast<std::uint32_t>(room)};
  const int processors = stream_.processors();
  search_.begin();
  stream_.clear(counters_.data(), 0, sizeof(UnitCounters), "the counters");
  check(launchGate(buffers, processors, stream_.get()), "the gate");
  check(launchSearch(buffers, unit.mostFaces, processors, stream_.get()), "the search");
  search_.end();
  exact_.begin();
  check(launchExact(buffers, processors, stream_.get()), "the exact test");
  exact_.end();
  stream_.download(countersHost_.data(), counters_.data(), sizeof(UnitCounters));
  stream_.wait("search and exact test");
  usage_.search += search_.seconds();
  usage_.exact += exact_.seconds();

  const ItemCount found = countersHost_.data()->candidates;
  checkCandidates(found);
  return found <= room;
}

DeviceStatus unusable(const std::string& why) { return {false, "no CUDA device: " + why}; }

}  // namespace

DeviceStatus status() {
  int count = 0;
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count < 1) {
    (void)cudaGetLastError();
    return unusable(error != cudaSuccess ? cudaGetErrorString(error) : "the driver knows none");
  }
  cudaDeviceProp properties{};
  error = cudaGetDeviceProperties(&properties, 0);
  if (error == cudaSuccess) error = cudaSetDevice(0);
  if (error == cudaSuccess) error = checkKernels();
  if (error != cudaSuccess) {
    (void)cudaGetLastError();
    return unusable(cudaGetErrorString(error));
  }
  return {true, std::string(properties.name) + ", compute capability " + std::to_string(properties.major) + "." +
                    std::to_string(properties.minor) + ", " + std::to_string(properties.totalGlobalMem >> 20) + " MiB"};
}

std::unique_ptr<PairDevice> openDevice() { return std::make_unique<CudaDevice>(); }

long long freeBytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "the device's memory");
  return static_cast<long long>(free);
}

}  // namespace passung::gpu::cuda
