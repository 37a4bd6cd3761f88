// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/balance.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "collision/bvh/bvh.h"
#include "collision/queries/closest.h"

namespace passung::gpu {
namespace {

// Appends the group to `done`, in pieces of at most `most` faces.
void halve(const FaceGraph& graph, std::vector<int> group, int most, FaceGroups& done) {
  if (static_cast<int>(group.size()) <= most) {
    done.push_back(std::move(group));
    return;
  }
  Aabb box;
  for (const int f : group) box.add(graph.center(f));
  int axis = 0;
  box.extent().maxCoeff(&axis);
  // Ties are told apart by the face, so that the halves do not depend on the order of the group.
  const auto middle = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
  std::nth_element(group.begin(), middle, group.end(), [&](int f, int g) {
    const double a = graph.center(f)[axis], b = graph.center(g)[axis];
    return a != b ? a < b : f < g;
  });
  std::vector<int> upper(middle, group.end());
  group.erase(middle, group.end());
  halve(graph, std::move(group), most, done);
  halve(graph, std::move(upper), most, done);
}

FaceGroups halved(const FaceGraph& graph, FaceGroups groups, int most) {
  FaceGroups done;
  for (std::vector<int>& group : groups) {
    if (!group.empty()) halve(graph, std::move(group), most, done);
  }
  return done;
}

// One round of joining small groups.
class Joining {
 public:
  Joining(const TriangleMesh& mesh, const FaceGraph& graph, const collision::Bvh& tree, FaceGroups& groups,
          const PartitionLimits& limits)
      : mesh_(mesh), graph_(graph), tree_(tree), groups_(groups), limits_(limits) {
    parent_.resize(groups.size());
    std::iota(parent_.begin(), parent_.end(), 0);
    size_.reserve(groups.size());
    groupOf_.resize(static_cast<std::size_t>(graph.faceCount()));
    for (std::size_t g = 0; g < groups.size(); ++g) {
      size_.push_back(static_cast<int>(groups[g].size()));
      for (const int f : groups[g]) groupOf_[f] = static_cast<int>(g);
    }
  }

  // Small groups in the order of size, then place.
  void run() {
    std::vector<int> small;
    for (int g = 0; g < static_cast<int>(groups_.size()); ++g) {
      if (size_[g] < limits_.least) small.push_back(g);
    }
    std::stable_sort(small.begin(), small.end(), [&](int a, int b) { return size_[a] < size_[b]; });
    for (const int g : small) {
      if (root(g) != g || size_[g] >= limits_.least) continue;  // another one joined it
      const int target = bestTarget(g);
      if (target < 0) continue;
      parent_[g] = target;
      size_[target] += size_[g];
    }
    for (int g = 0; g < static_cast<int>(groups_.size()); ++g) {
      const int r = root(g);
      if (r == g) continue;
      groups_[r].insert(groups_[r].end(), groups_[g].begin(), groups_[g].end());
      groups_[g].clear();
    }
  }

 private:
  [[nodiscard]] int root(int g) const {
    while (parent_[g] != g) g = parent_[g];
    return g;
  }

  [[nodiscard]] int bestTarget(int g) const {
    // The faces that joined g in this round are left out: they have neighbours of their own, in later rounds.
    std::map<int, double> shared;
    for (const int f : groups_[g]) {
      for (const FaceGraph::Link& link : graph_.links(f)) {
        const int other = root(groupOf_[link.face]);
        if (other != g) shared[other] += link.length;
      }
    }
    int best = -1;
    double bestLength = -1;
    bool bestFits = false;
    for (const auto& [other, length] : shared) {
      const bool fits = size_[g] + size_[other] <= limits_.most;
      if (fits == bestFits ? length > bestLength : fits) {
        best = other;
        bestLength = length;
        bestFits = fits;
      }
    }
    return best >= 0 ? best : nearest(g);
  }

  // The group with the face nearest to a corner or to the middle of one of g's faces; -1 when there is no other group.
  [[nodiscard]] int nearest(int g) const {
    int best = -1;
    double least = std::numeric_limits<double>::infinity();
    const auto ask = [&](const Vec3& p) {
      least = tree_.nearest(p, least, [&](int f, double) {
        const int other = root(groupOf_[f]);
        if (other == g) return least;
        const Triangle& t = mesh_.triangles()[f];
        const auto v = mesh_.vertices();
        const double d = collision::closestPointTriangle(p, v[t[0]], v[t[1]], v[t[2]]).squared;
        if (d < least) {
          least = d;
          best = other;
        }
        return least;
      });
    };
    for (const int f : groups_[g]) {
      ask(graph_.center(f));
      for (const int v : mesh_.triangles()[f]) ask(mesh_.vertices()[v]);
    }
    return best;
  }

  const TriangleMesh& mesh_;
  const FaceGraph& graph_;
  const collision::Bvh& tree_;
  FaceGroups& groups_;
  const PartitionLimits& limits_;
  std::vector<int> parent_, size_, groupOf_;
};

Partition packed(FaceGroups groups) {
  for (std::vector<int>& group : groups) std::sort(group.begin(), group.end());
  std::sort(groups.begin(), groups.end());
  Partition p;
  p.firsts.push_back(0);
  for (const std::vector<int>& group : groups) {
    p.faces.insert(p.faces.end(), group.begin(), group.end());
    p.firsts.push_back(static_cast<int>(p.faces.size()));
  }
  return p;
}

}  // namespace

Partition balanced(const TriangleMesh& mesh, const FaceGraph& graph, FaceGroups groups, const PartitionLimits& limits) {
  groups = halved(graph, std::move(groups), limits.most);
  std::optional<collision::Bvh> tree;
  const auto isSmall = [&](const std::vector<int>& g) { return static_cast<int>(g.size()) < limits.least; };
  while (groups.size() > 1 && std::any_of(groups.begin(), groups.end(), isSmall)) {
    if (!tree) tree = collision::triangleBvh(mesh);
    Joining(mesh, graph, *tree, groups, limits).run();
    groups = halved(graph, std::move(groups), limits.most);
  }
  return packed(std::move(groups));
}

}  // namespace passung::gpu
