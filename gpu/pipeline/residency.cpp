// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/residency.h"

#include <string>
#include <unordered_set>

#include "core/error.h"

namespace passung::gpu {

Residency::Residency(long long budgetBytes) : budget_(budgetBytes) {
  if (budgetBytes < 0) throw InputError("", "device memory", "the budget is negative", "give bytes");
}

void Residency::beginStep() {
  ++step_;
  counts_ = {};
}

const Residency::Moves& Residency::need(std::span<const ResidentItem> items) {
  std::unordered_set<ResidentKey, ResidentKeyHash> seen;
  long long needed = 0;
  long long missing = 0;
  for (const ResidentItem& i : items) {
    if (!seen.insert(i.key).second) continue;
    needed += i.bytes;
    if (!resident(i.key)) missing += i.bytes;
  }
  if (needed > budget_)
    throw InputError("", "device memory",
                     "what is needed at once takes " + std::to_string(needed) + " bytes of " + std::to_string(budget_),
                     "raise the budget or cut the work smaller");

  moves_.evicted.clear();
  moves_.uploaded.clear();
  // Those that are there come first in the order of use, so that what is dropped is never one of them.
  for (const ResidentItem& i : items) touch(i.key);
  while (bytes_ + missing > budget_) evictOldest();
  for (const ResidentItem& i : items) {
    if (touch(i.key)) continue;
    insert(i);
  }
  return moves_;
}

const Residency::Moves& Residency::prefetch(std::span<const ResidentItem> items) {
  moves_.evicted.clear();
  moves_.uploaded.clear();
  for (const ResidentItem& i : items) touch(i.key);
  for (const ResidentItem& i : items) {
    if (resident(i.key)) continue;
    // What may go: what this step has not used, at the front of the order.
    long long room = budget_ - bytes_;
    for (auto e = entries_.begin(); e != entries_.end() && room < i.bytes && e->step < step_; ++e)
      room += e->item.bytes;
    if (room < i.bytes) break;
    while (bytes_ + i.bytes > budget_) evictOldest();
    insert(i);
    ++counts_.prefetched;
  }
  return moves_;
}

void Residency::clear() {
  entries_.clear();
  places_.clear();
  bytes_ = 0;
}

std::vector<ResidentKey> Residency::order() const {
  std::vector<ResidentKey> keys;
  for (const Entry& e : entries_) keys.push_back(e.item.key);
  return keys;
}

bool Residency::touch(const ResidentKey& key) {
  const auto place = places_.find(key);
  if (place == places_.end()) return false;
  place->second->step = step_;
  entries_.splice(entries_.end(), entries_, place->second);
  return true;
}

void Residency::insert(const ResidentItem& item) {
  entries_.push_back({item, step_});
  places_.emplace(item.key, std::prev(entries_.end()));
  bytes_ += item.bytes;
  counts_.bytesUp += item.bytes;
  moves_.uploaded.push_back(item.key);
}

void Residency::evictOldest() {
  const ResidentItem& oldest = entries_.front().item;
  bytes_ -= oldest.bytes;
  moves_.evicted.push_back(oldest.key);
  ++counts_.evictions;
  places_.erase(oldest.key);
  entries_.pop_front();
}

}  // namespace passung::gpu
