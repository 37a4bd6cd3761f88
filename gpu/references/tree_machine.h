// SPDX-License-Identifier: Apache-2.0
// The seam between the plan of walks by hierarchies (tree_device.h) and the machine that runs their kernels: a CUDA
// device, or the host in tests, with the same kernel bodies (kernels/lbvh_kernels.h, kernels/tree_kernels.h).
#pragma once

#include <span>
#include <vector>

#include "core/math.h"
#include "core/triangle_mesh.h"
#include "gpu/kernels/tree_kernels.h"
#include "gpu/pipeline/pair_device.h"
#include "gpu/references/front_machine.h"

namespace passung::gpu {

// Bytes and times since the machine was asked last.
struct TreeUsage {
  long long bytesUp = 0, bytesDown = 0;
  double build = 0, refit = 0, walk = 0, exact = 0, sort = 0;  // from the first kernel to the end of the last one [s]
};

// A mesh with its hierarchy, in the machine's memory.
struct StoredTree {
  LbvhView view{};
  TreeMesh mesh{};
};

struct WalkInput {
  std::span<const WalkObject> objects;  // with pointers of the machine
  FaceKeys keys;
  bool meeting = false;  // asked is only whether faces meet
  std::uint32_t queueRoom = 1, leafRoom = 1, undecidedRoom = 1;
};

struct WalkContacts {
  // By rising key, each once: keys[i] at squared[i], which may be kUndecidedSquared.
  std::span<const std::uint64_t> keys;
  std::span<const double> squared;
};

struct WalkMeeting {
  std::span<const std::uint32_t> meets;  // of the objects: not 0 when faces are known to meet
  std::span<const FacePair> undecided;   // pairs that the host has to decide, in any order
};

class TreeMachine {
 public:
  TreeMachine() = default;
  virtual ~TreeMachine() = default;
  TreeMachine(const TreeMachine&) = delete;
  TreeMachine& operator=(const TreeMachine&) = delete;

  // All of these throw DeviceError; what is stored then has no meaning any more. Answers live until the next call.

  // A copy of a mesh of one triangle at least, until it is dropped; its hierarchy is not built.
  virtual int store(std::span<const Vec3> vertices, std::span<const Triangle> triangles) = 0;
  virtual void drop(int tree) = 0;
  // As many other vertices for the same triangles.
  virtual void move(int tree, std::span<const Vec3> vertices) = 0;
  // Boxes are less the origin.
  virtual void build(int tree, const Vec3& origin) = 0;
  virtual void refit(int tree) = 0;
  [[nodiscard]] virtual StoredTree stored(int tree) const = 0;
  virtual void read(int tree, std::vector<LbvhNode>& nodes, std::vector<std::uint64_t>& keys) = 0;

  // What follows is about these objects, with empty lists. The objects must live on.
  virtual void start(const WalkInput& input) = 0;
  // Runs `count` rounds from `first` on; before round 0 it compares the roots. first + count < kWalkRounds.
  virtual const WalkCounters& rounds(int first, int count) = 0;
  // Instead of rounds: a thread a pair of objects.
  virtual const WalkCounters& poses() = 0;
  // Tests so many candidates as the counters have said, all of which fitted.
  virtual WalkContacts contacts(std::uint32_t candidates) = 0;
  virtual WalkMeeting meeting() = 0;
  // The counters after steps of a front.
  virtual const WalkCounters& look() = 0;
  virtual FrontMachine& fronts() = 0;
  virtual TreeUsage takeUsage() = 0;
};

}  // namespace passung::gpu
