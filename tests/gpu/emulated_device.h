// SPDX-License-Identifier: Apache-2.0
// A device for tests: the kernel bodies that a real one runs, on the host, in an order of chance, and with several
// threads at once where jobs are given.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tests/gpu/emulated_launch.h"

namespace passung::gpu::test {

class EmulatedDevice final : public PairDevice, public EmulatedLaunch {
 public:
  explicit EmulatedDevice(unsigned seed, int lanes = 32, Jobs* jobs = nullptr)
      : EmulatedLaunch(seed, jobs), lanes_(lanes) {}

  // What tests look at and set.
  long long bytes = 0, mostBytes = 0;                      // stored
  long long room = std::numeric_limits<long long>::max();  // for stored bytes; beyond it, memory is out
  int failRuns = 0;                                        // so many runs fail
  int storesBeforeFailure = 0;                             // after so many blocks,
  int failStores = 0;                                      // so many find no memory on the host
  long long roomAfterRun = -1;                             // what `room` becomes with the next run; below 0: it stays
  ItemCount emittedBefore = 0;                             // candidates that a unit is said to have emitted at first
  int runs = 0;

  const ConglomerateBlock* store(std::span<const std::byte> block) override {
    if (failStores > 0 && storesBeforeFailure-- <= 0) {
      --failStores;
      throw std::bad_alloc();
    }
    if (bytes + static_cast<long long>(block.size()) > room) throw DeviceError("emulated: out of memory");
    // Whole lines of 16 bytes, as a device aligns them.
    auto memory = std::make_unique<Line[]>(block.size() / sizeof(Line));
    std::copy(block.begin(), block.end(), reinterpret_cast<std::byte*>(memory.get()));
    const auto* stored = reinterpret_cast<const ConglomerateBlock*>(memory.get());
    EXPECT_EQ(stored->bytes, block.size());
    blocks_.emplace(stored, std::move(memory));
    bytes += static_cast<long long>(block.size());
    mostBytes = std::max(mostBytes, bytes);
    usage_.bytesUp += static_cast<long long>(block.size());
    return stored;
  }
  void drop(const ConglomerateBlock* block) override {
    bytes -= block->bytes;
    EXPECT_EQ(blocks_.erase(block), 1U);
  }
  void dropAll() override {
    blocks_.clear();
    bytes = 0;
  }
  void place(std::span<const PlacedPair> objects) override { placed_.assign(objects.begin(), objects.end()); }
  DeviceUsage takeUsage() override { return std::exchange(usage_, {}); }

  const UnitOutput& run(const UnitInput& unit) override {
    if (failRuns > 0) {
      --failRuns;
      throw DeviceError("emulated: the launch failed");
    }
    ++runs;
    if (roomAfterRun >= 0) room = roomAfterRun;
    for (const PairTask& t : unit.tasks) {
      EXPECT_TRUE(blocks_.contains(t.a) && blocks_.contains(t.b)) << "a conglomerate is not on the device";
      EXPECT_LE(std::max(t.a->faceCount, t.b->faceCount), unit.mostFaces);
    }
    const UnitView view{unit.tasks.data(), unit.firstAsking.data(), static_cast<int>(unit.tasks.size()),
                        unit.askingCount,  placed_.data(),          unit.keys};
    output_ = {};
    if (candidates_.empty()) candidates_.resize(static_cast<std::size_t>(unit.candidatesStart));
    while (!tryUnit(unit, view)) ++output_.grown;
    sorted_.take(contacts_);
    output_.keys = sorted_.keys;
    output_.squared = sorted_.squared;
    return output_;
  }

 private:
  struct alignas(16) Line {
    std::byte bytes[16];
  };

  bool tryUnit(const UnitInput& unit, const UnitView& view) {
    ItemCount activeCount = 0;
    ItemCount candidateCount = emittedBefore;
    ItemCount contactCount = 0;
    std::vector<AskingFace> active(static_cast<std::size_t>(unit.askingCount));
    const SharedList<AskingFace> activeList{active.data(), static_cast<std::uint32_t>(active.size()), &activeCount};
    launch(static_cast<std::uint32_t>(unit.askingCount),
           [&](std::uint32_t i) { gateFace(view, static_cast<int>(i), activeList); });

    const auto room = static_cast<std::uint32_t>(candidates_.size());
    const SharedList<Candidate> candidates{candidates_.data(), room, &candidateCount};
    long long allSamples = 0;
    const auto lanesOrder = shuffled(static_cast<std::uint32_t>(lanes_));
    launch(static_cast<std::uint32_t>(activeCount), [&](std::uint32_t i) {
      std::vector<std::uint32_t> seen(static_cast<std::size_t>((unit.mostFaces + 31) / 32), 0);
      int samples = 0;
      for (std::uint32_t k = 0; k < lanesOrder.size(); ++k) {
        const auto lane = static_cast<int>(lanesOrder[(k + i) % lanesOrder.size()]);
        samples = searchActive(view, active[i], {seen.data()}, lane, lanes_, candidates);
      }
      fetchAdd(&allSamples, static_cast<long long>(samples));
    });
    output_.samples = allSamples;
    checkCandidates(candidateCount);

    contacts_.resize(candidates.size());
    const SharedList<DeviceContact> contacts{contacts_.data(), candidates.size(), &contactCount};
    launch(candidates.size(), [&](std::uint32_t i) { testCandidate(view, candidates_[i], contacts); });
    contacts_.resize(contactCount);
    output_.candidates = static_cast<long long>(candidateCount);
    if (candidateCount <= room) return true;
    candidates_.resize(std::max<std::size_t>(candidateCount, 2 * candidates_.size()));
    return false;
  }

  int lanes_;
  std::unordered_map<const ConglomerateBlock*, std::unique_ptr<Line[]>> blocks_;
  std::vector<PlacedPair> placed_;
  std::vector<Candidate> candidates_;
  std::vector<DeviceContact> contacts_;
  SortedContacts sorted_;
  DeviceUsage usage_;
  UnitOutput output_;
};

}  // namespace passung::gpu::test
