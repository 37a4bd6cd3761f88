// SPDX-License-Identifier: Apache-2.0
// Memory and errors of the CUDA runtime in C++: what is owned is freed, what fails is thrown in one line.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>
#include <utility>

#include "gpu/pipeline/pair_device.h"

namespace passung::gpu::cuda {

// Throws DeviceError "CUDA: what: the runtime's words" unless it is a success.
void check(cudaError_t error, const char* what);

// An array that grows on the device (or, pinned, on the host) and forgets its content when it does.
template <class T, bool kPinned = false>
class GrownArray {
 public:
  GrownArray() = default;
  ~GrownArray() { release(); }
  GrownArray(GrownArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), capacity_(std::exchange(other.capacity_, 0)) {}
  GrownArray& operator=(GrownArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }

  // Room for `count` items; twice as much as before when it has to grow.
  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    const std::size_t grown = count > 2 * capacity_ ? count : 2 * capacity_;
    release();
    void* memory = nullptr;
    if constexpr (kPinned) {
      check(cudaMallocHost(&memory, grown * sizeof(T)), "memory of the host");
    } else {
      check(cudaMalloc(&memory, grown * sizeof(T)), "memory");
    }
    data_ = static_cast<T*>(memory);
    capacity_ = grown;
  }
  void release() {
    if (data_ == nullptr) return;
    if constexpr (kPinned) {
      (void)cudaFreeHost(data_);
    } else {
      (void)cudaFree(data_);
    }
    data_ = nullptr;
    capacity_ = 0;
  }
  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

 private:
  T* data_ = nullptr;
  std::size_t capacity_ = 0;
};

// A point in a stream's time.
class Event {
 public:
  Event() { check(cudaEventCreate(&event_), "an event"); }
  ~Event() { (void)cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record(cudaStream_t stream) { check(cudaEventRecord(event_, stream), "an event"); }
  // Seconds between two points that the stream has passed.
  [[nodiscard]] static double between(const Event& from, const Event& to) {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, from.event_, to.event_), "an event");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace passung::gpu::cuda
