// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda/device_stream.h"

#include <algorithm>
#include <bit>

#include "gpu/cuda/unit_launch.h"

namespace passung::gpu::cuda {

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  (void)cudaGetLastError();  // what can be forgotten is
  throw DeviceError(std::string("CUDA: ") + what + ": " + cudaGetErrorString(error));
}

DeviceStream::DeviceStream() {
  check(cudaSetDevice(0), "the device");
  check(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, 0), "the device");
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "a stream");
}

DeviceStream::~DeviceStream() {
  (void)cudaStreamSynchronize(stream_);
  (void)cudaStreamDestroy(stream_);
}

void DeviceStream::upload(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "a copy to the device");
  bytesUp_ += static_cast<long long>(bytes);
}

void DeviceStream::download(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_), "a copy from the device");
  bytesDown_ += static_cast<long long>(bytes);
}

void DeviceStream::clear(void* memory, int byte, std::size_t bytes, const char* what) {
  if (bytes > 0) check(cudaMemsetAsync(memory, byte, bytes, stream_), what);
}

ContactSorter::ContactSorter(DeviceStream& stream) : stream_(stream), timer_(stream) {
  unique_.reserve(1);
  uniqueHost_.reserve(1);
}

SortedContacts ContactSorter::sort(const DeviceContact* contacts, std::uint32_t count, const FaceKeys& keys,
                                   int objects, double& seconds) {
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
  const SortBuffers buffers{contacts,
                            {keys_[0].data(), keys_[1].data()},
                            {squared_[0].data(), squared_[1].data()},
                            unique_.data(),
                            scratch_.data(),
                            scratch_.capacity()};
  const auto objectBits = static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(objects, 1) - 1)));
  timer_.begin();
  check(launchSort(buffers, count, std::clamp(objectBits + keys.bitsA + keys.bitsB, 1, 64), stream_.get()), "the sort");
  timer_.end();
  stream_.download(uniqueHost_.data(), unique_.data(), sizeof(std::uint32_t));
  stream_.download(keysHost_.data(), keys_[0].data(), count * sizeof(std::uint64_t));
  stream_.download(squaredHost_.data(), squared_[0].data(), count * sizeof(double));
  stream_.wait("the sort");
  seconds += timer_.seconds();
  return {{keysHost_.data(), *uniqueHost_.data()}, {squaredHost_.data(), *uniqueHost_.data()}};
}

}  // namespace passung::gpu::cuda
