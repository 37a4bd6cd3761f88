// SPDX-License-Identifier: Apache-2.0
// Problem: hierarchies built, refitted and walked on a device, for comparison with conglomerates there.
// Method: the same kernel bodies as on the processor (lbvh.h, tree_pairs.h, bulk_poses.h), launched on a machine
//   (tree_machine.h). Rounds of a walk are launched some at a time; then the host looks at the counters. A list that
//   was too small is grown and the walk done again. Pairs of faces that the device cannot decide, since they touch or
//   nearly do, are decided here by the exact predicates.
// Cost: one small copy for `rounds` rounds; contacts are sent back, 16 bytes each.
// Failure modes: a device that fails is replaced by the processor for that call, with one line that says why; the next
//   call stores the meshes there anew. Contacts are the same in any case.
// Determinism: contacts and nodes are those of the processor, to the bit, and so are counts of work, but for poses of
//   which only meeting is asked: one that the host has to decide is walked on.
//
//   const TreeDeviceChoice choice = makeTreeDevice(jobs);
//   if (!choice.device) say(choice.line);
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/references/bulk_poses.h"
#include "gpu/references/tree_machine.h"

namespace passung::gpu {

struct TreeDeviceSettings {
  int queueStart = 1 << 18;      // items of a round,
  int leavesStart = 1 << 18;     // candidates
  int undecidedStart = 1 << 14;  // and undecided pairs of poses that fit before a list has to grow
  int rounds = 16;               // launched between two looks at the counters; 1 to 32
};

struct TreeDeviceObjects {
  int a = 0, b = 0;     // as build() has numbered them
  Transform X_AB;       // of the mesh of B in the frame of the mesh of A; a unit quaternion
  double distance = 0;  // [m] faces within it are wanted
};

struct TreeDeviceQuery {
  int a = 0, b = 0;
  std::span<const Transform> X_AB;
  double distance = 0;  // [m], of the contacts
  PoseLayout layout = PoseLayout::kPose;
  bool contacts = false;  // all contacts within the distance, or only whether faces meet
};

struct TreeDeviceReport {
  double wall = 0;           // of the call [s]
  TreeUsage usage;           // bytes, and times by the device's clock
  long long nodeTests = 0;   // pairs of boxes compared
  long long exactTests = 0;  // pairs of faces
  int rounds = 0;
  int looks = 0;             // copies of the counters
  int grown = 0;             // walks done again, as a list was too small
  BufferReport queues;       // of a round; `used` over all rounds
  long long candidates = 0;  // of contacts
  long long undecided = 0;   // pairs that the exact predicates had to decide
  std::string fallback;      // one line: why the processor did it; else empty
  struct Front {
    long long items = 0, known = 0, climbed = 0;
    bool cold = false;  // it began at the roots
  } front;              // as FrontReport
};

struct TreeDeviceResult {
  std::vector<FaceContact> contacts;  // sorted by (object or pose, faceA, faceB), each once
  std::vector<unsigned char> meets;   // of poses: 1 when any faces of the surfaces meet
  TreeDeviceReport report;
};

class TreeDevice {
 public:
  // `jobs` must outlive it. Throws InputError when a setting is out of range.
  TreeDevice(std::unique_ptr<TreeMachine> machine, Jobs& jobs, const TreeDeviceSettings& settings = {});
  ~TreeDevice();

  // Builds the hierarchy of a mesh and returns its number; result().report tells of it. Throws InputError when a
  // coordinate is out of range.
  int build(std::shared_ptr<const TriangleMesh> mesh);
  // Builds it again from the same mesh, which is not sent again.
  void rebuild(int model);
  // Takes the vertices of a mesh with the same triangles: the hierarchy keeps its shape. Throws InputError when
  // triangles are others.
  void refit(int model, std::shared_ptr<const TriangleMesh> moved);
  // The nodes and the keys of the leaves as they lie on the device; empty when it has failed.
  void read(int model, std::vector<LbvhNode>& nodes, std::vector<std::uint64_t>& keys);

  // All pairs of faces within the distances, by queues. Throws InputError as TreePairs does, or for a number that
  // build() has not returned. The result lives until the next call.
  const TreeDeviceResult& pairs(std::span<const TreeDeviceObjects> objects);
  const TreeDeviceResult& poses(const TreeDeviceQuery& query);
  // A front for the pairs of faces of two models within the distance at one pose after another (tree_front.h); returns
  // its number. It starts anew after a build, a refit and a failure of the device. Throws InputError as pairs() does.
  int openFront(int a, int b, double distance);
  const TreeDeviceResult& moveFront(int front, const Transform& X_AB);
  // The items as they lie on the device, in order; empty when it has failed.
  [[nodiscard]] std::vector<FrontItem> readFront(int front);
  [[nodiscard]] const TreeDeviceResult& result() const { return result_; }

 private:
  struct Model {
    std::shared_ptr<const TriangleMesh> mesh;
    FloatFrame frame;
    int stored = -1;                  // by the machine; -1: not there
    std::unique_ptr<TreeModel> host;  // built when the device fails
    long long fits = 0;               // how often its boxes were made
  };
  struct Front {
    int a, b;
    double distance;
    int stored = -1;          // by the machine; -1: not there
    std::uint32_t items = 0;  // 0: the next pose starts at the roots
    double motion = 0;        // bounds the way of any point of B so far [m]
    Transform X_AB;           // of the last pose
    long long fitsA = -1, fitsB = -1;
  };

  // Runs it on the device, or the other one when the device fails.
  void attempt(const std::function<void()>& onDevice, const std::function<void()>& onHost);
  Front& checkedFront(int front);
  void moveOnDevice(Front& f, const Transform& X_AB);
  // The front at the pose before, or the roots; how many items there are.
  std::uint32_t enterFront(Front& f, const Transform& X_AB);
  std::uint32_t descendFront(std::uint32_t count);
  std::uint32_t climbFront(std::uint32_t count);
  Model& checked(int model);
  TreeSide stored(int model);
  TreeModel& onHost(int model);
  void buildOn(Model& m);
  void take(std::span<const TreeDeviceObjects> objects, double boxDistance);
  WalkCounters walk(bool byPose, bool meeting);
  bool grow(const WalkCounters& c, bool byPose, bool meeting);
  void count(const WalkCounters& c);
  void decideContacts(std::uint32_t candidates);
  void decideMeeting();

  std::unique_ptr<TreeMachine> machine_;
  Jobs& jobs_;
  TreeDeviceSettings settings_;
  std::uint32_t queueRoom_, leafRoom_, undecidedRoom_;
  std::vector<Model> models_;
  std::vector<Front> fronts_;
  std::vector<TreeDeviceObjects> poses_;
  std::vector<WalkObject> objects_;
  std::vector<PlacedMeshes> meshes_;
  FaceKeys keys_;
  std::vector<double> squared_;
  TreeDeviceResult result_;
};

struct TreeDeviceChoice {
  std::unique_ptr<TreeDevice> device;  // null where there is none
  std::string line;                    // the device, or why there is none
};
// `jobs` must outlive the device. Throws InputError when a setting is out of range.
[[nodiscard]] TreeDeviceChoice makeTreeDevice(Jobs& jobs, const TreeDeviceSettings& settings = {});

}  // namespace passung::gpu
