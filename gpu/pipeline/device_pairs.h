// SPDX-License-Identifier: Apache-2.0
// Problem: the search for pairs of faces (conglomerate_pairs.h) on a device with memory of its own.
// Method: the host finds pairs of boxes and plans units; before each unit it sends the conglomerates that are not on
// the
//   device (residency.h); the device searches, tests exactly, and returns contacts only. Pairs that touch or nearly do
//   come back undecided and are decided here by the exact predicates. After the last unit, conglomerates that will
//   probably be asked in the next step are sent ahead: those near each other within the distance and the way that the
//   objects moved against each other since the last step.
// Cost: see docs/gpu.md.
// Failure modes: when the device fails or has too little memory, the processor does the whole call anew and the report
//   says why in one line; the next call tries the device again. When only sending ahead fails, the result stands and
//   the report says so. Any other exception leaves the finder as if it had never sent anything.
// Determinism: the contacts have the bits of ConglomeratePairs, whatever the units, the budget and the device's order.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include "gpu/pipeline/box_stage.h"
#include "gpu/pipeline/model_blocks.h"
#include "gpu/pipeline/pair_backend.h"
#include "gpu/pipeline/pair_device.h"
#include "gpu/pipeline/residency.h"
#include "gpu/pipeline/unit_plan.h"

namespace passung::gpu {

class DevicePairs final : public FacePairFinder {
 public:
  // settings.budgetBytes: 0 is no special number here. `jobs` must outlive it. Throws InputError when a setting has no
  // meaning.
  DevicePairs(std::unique_ptr<PairDevice> device, const PairSettings& pairs, const DeviceSettings& settings,
              Jobs& jobs);

  const PairResult& run(std::span<const ObjectPair> objects) override;
  [[nodiscard]] Backend backend() const override { return Backend::kCuda; }
  [[nodiscard]] const Residency& residency() const { return residency_; }

 private:
  // A pair of objects as it was in the last call.
  struct Seen {
    std::uint64_t a, b;
    Transform X_AB;
  };
  struct Item {
    ResidentItem item;
    const ConglomerateModel* model;
  };

  void runOnDevice(std::span<const ObjectPair> objects);
  void fallBack(std::span<const ObjectPair> objects, const std::string& why);
  // Nothing is on the device any more, as far as is known here.
  void forgetDevice();
  void listItems(std::span<const ObjectPair> objects);
  void runUnit(const WorkUnit& unit);
  void addContacts(const WorkUnit& unit, const UnitOutput& output);
  void sendAhead(std::span<const ObjectPair> objects);
  void move(const Residency::Moves& moves, std::span<const Item> items);
  [[nodiscard]] Item itemOf(const ConglomerateModel& model, int conglomerate) const;

  std::unique_ptr<PairDevice> device_;
  PairSettings pairSettings_;
  DeviceSettings settings_;
  Jobs& jobs_;
  ConglomeratePairs processor_;
  BoxStage boxes_;
  Residency residency_;
  std::unordered_map<std::uint64_t, ModelBlocks> blocks_;  // by model
  std::unordered_map<ResidentKey, const ConglomerateBlock*, ResidentKeyHash> stored_;

  // Of the present call.
  std::vector<std::array<Item, 2>> items_;  // of the box pairs
  std::vector<PairTask> tasks_;
  std::vector<int> firstAsking_;
  std::vector<std::byte> packed_;
  std::vector<Seen> seen_;  // of the last call
  PairResult result_;
};

}  // namespace passung::gpu
