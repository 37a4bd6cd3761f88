// SPDX-License-Identifier: Apache-2.0
// Problem: which conglomerates lie in the memory of a device that cannot hold all of them.
// Method: a budget of bytes; what is needed and not there is sent, for which the least recently used goes first (LRU;
//   Mattson et al., "Evaluation Techniques for Storage Hierarchies", 1970). What will probably be needed is sent ahead
//   while there is room without dropping anything that this step has used. Only bookkeeping: the caller moves the bytes
//   as the answers say.
// Cost: constant time an item.
// Failure modes: items that exceed the budget together cannot be needed at once: need() refuses, the caller cuts its
//   work (unit_plan.h).
#pragma once

#include <cstdint>
#include <iterator>
#include <list>
#include <span>
#include <unordered_map>
#include <vector>

namespace passung::gpu {

// A conglomerate of a model, as it is after so many deformations.
struct ResidentKey {
  std::uint64_t model = 0;  // ConglomerateModel::id()
  int conglomerate = 0;
  int revision = 0;

  friend bool operator==(const ResidentKey&, const ResidentKey&) = default;
};
struct ResidentKeyHash {
  std::size_t operator()(const ResidentKey& k) const {
    const std::uint64_t part =
        static_cast<std::uint64_t>(k.revision) << 32 | static_cast<std::uint32_t>(k.conglomerate);
    return std::hash<std::uint64_t>{}(k.model * 0x9e3779b97f4a7c15ULL + part * 0xbf58476d1ce4e5b9ULL);
  }
};

struct ResidentItem {
  ResidentKey key;
  long long bytes = 0;
};

class Residency {
 public:
  // What the caller has to do, in this order: drop all of `evicted`, then send all of `uploaded`.
  struct Moves {
    std::vector<ResidentKey> evicted, uploaded;
  };
  // Since the last beginStep().
  struct Counts {
    long long bytesUp = 0;
    int evictions = 0, prefetched = 0;
  };

  // Throws InputError when the budget is negative.
  explicit Residency(long long budgetBytes);

  void beginStep();
  // Makes all items resident and the last one the most recently used. An item listed twice counts once. Throws
  // InputError, and changes nothing, when they exceed the budget together. The answer lives until the next call.
  const Moves& need(std::span<const ResidentItem> items);
  // Makes items resident in their order while there is room without dropping what this step has used; those that are
  // there already become used. The answer lives until the next call.
  const Moves& prefetch(std::span<const ResidentItem> items);
  // Forgets everything, for instance because the device failed. Nothing counts as evicted.
  void clear();

  [[nodiscard]] bool resident(const ResidentKey& key) const { return places_.contains(key); }
  [[nodiscard]] long long budget() const { return budget_; }
  [[nodiscard]] long long bytes() const { return bytes_; }  // never above the budget
  [[nodiscard]] std::size_t count() const { return places_.size(); }
  [[nodiscard]] const Counts& counts() const { return counts_; }
  // From the least to the most recently used.
  [[nodiscard]] std::vector<ResidentKey> order() const;

 private:
  struct Entry {
    ResidentItem item;
    long long step;  // that used it last
  };
  using Entries = std::list<Entry>;

  // Moves a resident item to the end that was used last; false when it is not resident.
  bool touch(const ResidentKey& key);
  void insert(const ResidentItem& item);
  void evictOldest();

  long long budget_ = 0;
  long long bytes_ = 0;
  long long step_ = 0;
  Entries entries_;  // the least recently used first
  std::unordered_map<ResidentKey, Entries::iterator, ResidentKeyHash> places_;
  Counts counts_;
  Moves moves_;
};

}  // namespace passung::gpu
