// SPDX-License-Identifier: Apache-2.0
// What all machines on a CUDA device share: the first device, a stream of their own, copies that are counted, and the
// sort of contacts.
#pragma once

#include <span>

#include "gpu/cuda/device_memory.h"
#include "gpu/kernels/unit_kernels.h"

namespace passung::gpu::cuda {

class DeviceStream {
 public:
  // The first device. Throws DeviceError when there is none that can be used.
  DeviceStream();
  ~DeviceStream();
  DeviceStream(const DeviceStream&) = delete;
  DeviceStream& operator=(const DeviceStream&) = delete;

  [[nodiscard]] cudaStream_t get() const { return stream_; }
  [[nodiscard]] int processors() const { return processors_; }

  // Queued; nothing is done for no bytes.
  void upload(void* to, const void* from, std::size_t bytes);
  void download(void* to, const void* from, std::size_t bytes);
  // Makes room for the items and sends them.
  template <class T>
  void send(GrownArray<T>& to, std::span<const T> from) {
    to.reserve(from.size());
    upload(to.data(), from.data(), from.size_bytes());
  }
  template <class T>
  void receive(std::span<T> to, const GrownArray<T>& from) {
    download(to.data(), from.data(), to.size_bytes());
  }
  void clear(void* memory, int byte, std::size_t bytes, const char* what);
  void wait(const char* what) { check(cudaStreamSynchronize(stream_), what); }

  // Bytes since it was asked last.
  [[nodiscard]] long long takeBytesUp() { return std::exchange(bytesUp_, 0); }
  [[nodiscard]] long long takeBytesDown() { return std::exchange(bytesDown_, 0); }

 private:
  int processors_ = 1;
  cudaStream_t stream_ = nullptr;
  long long bytesUp_ = 0, bytesDown_ = 0;
};

// Seconds of the stream's time that work takes which is queued between begin() and end(); read after a wait.
class StreamTimer {
 public:
  explicit StreamTimer(DeviceStream& stream) : stream_(stream) {}
  void begin() { begin_.record(stream_.get()); }
  void end() { end_.record(stream_.get()); }
  [[nodiscard]] double seconds() const { return Event::between(begin_, end_); }

 private:
  DeviceStream& stream_;
  Event begin_, end_;
};

struct SortedContacts {
  std::span<const std::uint64_t> keys;  // rising, each once
  std::span<const double> squared;
};

// Brings contacts into the order of their keys and sends them to the host.
class ContactSorter {
 public:
  explicit ContactSorter(DeviceStream& stream);

  // objects: how many the keys tell apart. Adds to `seconds` what the device took. The result lives until the next
  // call.
  SortedContacts sort(const DeviceContact* contacts, std::uint32_t count, const FaceKeys& keys, int objects,
                      double& seconds);

 private:
  DeviceStream& stream_;
  StreamTimer timer_;
  GrownArray<std::uint64_t> keys_[2];
  GrownArray<double> squared_[2];
  GrownArray<std::uint32_t> unique_;
  GrownArray<std::byte> scratch_;
  GrownArray<std::uint32_t, true> uniqueHost_;
  GrownArray<std::uint64_t, true> keysHost_;
  GrownArray<double, true> squaredHost_;
};

}  // namespace passung::gpu::cuda
