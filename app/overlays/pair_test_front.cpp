// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/overlays/pair_test_front.h"

#include <utility>

namespace passung::app {

namespace {

// Which nodes of a part are in a front.
class Nodes {
 public:
  void add(const gpu::TreeModel& model, int node, bool near) {
    bool& isNear = nodes_.try_emplace({&model, node}, false).first->second;
    isNear = isNear || near;
  }
  [[nodiscard]] std::vector<FrontBox> boxes() const {
    std::vector<FrontBox> all;
    for (const auto& [place, near] : nodes_) {
      const gpu::LbvhNode& n = place.first->tree.nodes()[static_cast<std::size_t>(place.second)];
      const Vec3& origin = place.first->tree.origin_B();
      all.push_back(
          {{origin + Vec3(n.lower[0], n.lower[1], n.lower[2]), origin + Vec3(n.upper[0], n.upper[1], n.upper[2])},
           near});
    }
    return all;
  }

 private:
  std::map<std::pair<const gpu::TreeModel*, int>, bool> nodes_;
};

}  // namespace

std::shared_ptr<const gpu::TreeModel> PairFronts::treeOf(const DrawnPart& part, Jobs& jobs) {
  std::weak_ptr<const gpu::TreeModel>& kept = trees_[part.mesh.get()];
  std::shared_ptr<const gpu::TreeModel> tree = kept.lock();
  if (!tree) kept = tree = std::make_shared<const gpu::TreeModel>(part.mesh, &jobs);
  return tree;
}

FrontsReport PairFronts::follow(std::span<const DrawnPart> parts, std::span<const AskedPair> asked, double distance,
                                Jobs& jobs) {
  FrontsReport report;
  std::map<Key, std::unique_ptr<Front>> next;
  std::vector<Nodes> nodes(parts.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const AskedPair& q = asked[i];
    const Key key{q.a, q.b, parts[q.a].mesh.get(), parts[q.b].mesh.get()};
    std::unique_ptr<Front>& f = next[key];
    if (const auto before = fronts_.find(key); before != fronts_.end()) {
      f = std::move(before->second);
      f->front.setDistance(distance);
    } else {
      auto a = treeOf(parts[q.a], jobs), b = treeOf(parts[q.b], jobs);
      const gpu::TreeModel &first = *a, &second = *b;
      f = std::make_unique<Front>(Front{std::move(a), std::move(b), gpu::TreeFront(first, second, distance)});
    }
    const gpu::FrontResult& found = f->front.run(q.X_AB, jobs);
    report.items += found.report.items;
    report.nodeTests += found.report.nodeTests;
    report.known += found.report.known;
    report.seconds += found.report.seconds;
    for (gpu::FaceContact c : found.contacts) {
      c.pair.object = static_cast<int>(i);
      report.contacts.push_back(c);
    }
    for (const gpu::FrontItem& item : f->front.items()) {
      const bool near = item.apartUntil == gpu::kNearLeaves;
      nodes[q.a].add(*f->a, item.a, near);
      nodes[q.b].add(*f->b, item.b, near);
    }
  }
  fronts_ = std::move(next);
  std::erase_if(trees_, [](const auto& entry) { return entry.second.expired(); });
  for (const Nodes& n : nodes) report.boxes.push_back(n.boxes());
  return report;
}

}  // namespace passung::app
