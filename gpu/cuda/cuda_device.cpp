// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda/cuda_device.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "gpu/cuda/device_memory.h"
#include "gpu/cuda/unit_launch.h"

namespace passung::gpu::cuda {

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  (void)cudaGetLastError();  // what can be forgotten is
  throw DeviceError(std::string("CUDA: ") + what + ": " + cudaGetErrorString(error));
}

namespace {

class CudaDevice final : public PairDevice {
 public:
  CudaDevice() {
    check(cudaSetDevice(0), "the device");
    check(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, 0), "the device");
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream");
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
    unique_.reserve(1);
    countersHost_.reserve(1);
    uniqueHost_.reserve(1);
  }
  ~CudaDevice() override {
    (void)cudaStreamSynchronize(stream_);
    for (const auto& [block, memory] : blocks_) (void)free(memory);
    (void)cudaStreamSynchronize(stream_);
    (void)cudaStreamDestroy(stream_);
  }

  const ConglomerateBlock* store(std::span<const std::byte> block) override {
    void* memory = nullptr;
    check(pooled_ ? cudaMallocAsync(&memory, block.size(), stream_) : cudaMalloc(&memory, block.size()),
          "memory of a conglomerate");
    const auto* key = static_cast<const ConglomerateBlock*>(memory);
    blocks_.emplace(key, memory);
    upload(memory, block.data(), block.size());
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

  void place(std::span<const PlacedPair> objects) override { send(placed_, objects); }
  const UnitOutput& run(const UnitInput& unit) override;
  DeviceUsage takeUsage() override { return std::exchange(usage_, {}); }

 private:
  void upload(void* to, const void* from, std::size_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "a copy to the device");
    usage_.bytesUp += static_cast<long long>(bytes);
  }
  void download(void* to, const void* from, std::size_t bytes) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_), "a copy from the device");
    usage_.bytesDown += static_cast<long long>(bytes);
  }
  cudaError_t free(void* memory) { return pooled_ ? cudaFreeAsync(memory, stream_) : cudaFree(memory); }
  template <class T>
  void send(GrownArray<T>& to, std::span<const T> from) {
    to.reserve(from.size());
    upload(to.data(), from.data(), from.size_bytes());
  }
  void wait(const char* what) { check(cudaStreamSynchronize(stream_), what); }

  // Searches and tests with the room there is; true when everything fitted.
  bool tryUnit(const UnitInput& unit, const UnitView& view);
  void sortContacts(const UnitInput& unit, std::uint32_t count);

  int processors_ = 1;
  bool pooled_ = false;
  cudaStream_t stream_ = nullptr;
  std::unordered_map<const ConglomerateBlock*, void*> blocks_;
  GrownArray<PlacedPair> placed_;
  GrownArray<PairTask> tasks_;
  GrownArray<int> firstAsking_;
  GrownArray<AskingFace> active_;
  GrownArray<Candidate> candidates_;
  GrownArray<DeviceContact> contacts_;
  GrownArray<UnitCounters> counters_;
  GrownArray<std::uint64_t> keys_[2];
  GrownArray<double> squared_[2];
  GrownArray<std::uint32_t> unique_;
  GrownArray<std::byte> scratch_;
  GrownArray<UnitCounters, true> countersHost_;
  GrownArray<std::uint32_t, true> uniqueHost_;
  GrownArray<std::uint64_t, true> keysHost_;
  GrownArray<double, true> squaredHost_;
  Event start_, searched_, tested_, sorted_;
  DeviceUsage usage_;
  UnitOutput output_;
};

const UnitOutput& CudaDevice::run(const UnitInput& unit) {
  if (unit.mostFaces > kMostFaces)
    throw DeviceError("CUDA: a conglomerate of " + std::to_string(unit.mostFaces) + " faces; at most " +
                      std::to_string(kMostFaces) + " can be searched");
  send(tasks_, unit.tasks);
  send(firstAsking_, unit.firstAsking);
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
  if (counted.contacts > 0) sortContacts(unit, static_cast<std::uint32_t>(counted.contacts));
  return output_;
}

bool CudaDevice::tryUnit(const UnitInput& unit, const UnitView& view) {
  // Room for the candidates is what was ever needed, so contacts, which are not more, always fit.
  const std::size_t room = std::min<std::size_t>(candidates_.capacity(), kMostCandidates);
  contacts_.reserve(room);
  const UnitBuffers buffers{
      view, counters_.data(), active_.data(), candidates_.data(), contacts_.data(), static_cast<std::uint32_t>(room)};
  start_.record(stream_);
  check(cudaMemsetAsync(counters_.data(), 0, sizeof(UnitCounters), stream_), "the counters");
  check(launchGate(buffers, processors_, stream_), "the gate");
  check(launchSearch(buffers, unit.mostFaces, processors_, stream_), "the search");
  searched_.record(stream_);
  check(launchExact(buffers, processors_, stream_), "the exact test");
  tested_.record(stream_);
  download(countersHost_.data(), counters_.data(), sizeof(UnitCounters));
  wait("search and exact test");
  usage_.search += Event::between(start_, searched_);
  usage_.exact += Event::between(searched_, tested_);

  const ItemCount found = countersHost_.data()->candidates;
  checkCandidates(found);
  return found <= room;
}

void CudaDevice::sortContacts(const UnitInput& unit, std::uint32_t count) {
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
  const auto objects = static_cast<unsigned>(unit.tasks.back().object - unit.keys.firstObject);
  const int keyBits = std::clamp(static_cast<int>(std::bit_width(objects)) + unit.keys.bitsA + unit.keys.bitsB, 1, 64);

  start_.record(stream_);
  check(launchSort(buffers, count, keyBits, stream_), "the sort");
  sorted_.record(stream_);
  download(uniqueHost_.data(), unique_.data(), sizeof(std::uint32_t));
  download(keysHost_.data(), keys_[0].data(), count * sizeof(std::uint64_t));
  download(squaredHost_.data(), squared_[0].data(), count * sizeof(double));
  wait("the sort");
  usage_.sort += Event::between(start_, sorted_);
  output_.keys = {keysHost_.data(), *uniqueHost_.data()};
  output_.squared = {squaredHost_.data(), *uniqueHost_.data()};
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
