// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/euclidean_partition.h"

#include "collision/bvh/bvh.h"

namespace passung::gpu {
namespace {

// Points in a hierarchy from which they are taken, once each.
class PointsLeft {
 public:
  explicit PointsLeft(std::span<const Vec3> points) : points_(points), left_(points.size(), 1) {
    std::vector<Aabb> boxes;
    boxes.reserve(points.size());
    for (const Vec3& p : points) boxes.push_back({p, p});
    tree_ = collision::Bvh::build(boxes);
    count_.resize(tree_.nodes().size());
    for (int i = static_cast<int>(count_.size()) - 1; i >= 0; --i) {
      const collision::BvhNode& n = tree_.nodes()[i];
      count_[i] = n.leaf() ? n.count : count_[n.left] + count_[n.right];
    }
  }

  // Calls visit(point) for each point left within the distance of p, and takes them out.
  template <class Visit>
  void take(const Vec3& p, double distance, Visit&& visit) {
    takeBelow(0, p, distance * distance, visit);
  }

 private:
  // Returns how many were taken. The hierarchy bounds its depth.
  template <class Visit>
  int takeBelow(int i, const Vec3& p, double squared, Visit& visit) {
    const collision::BvhNode& n = tree_.nodes()[i];
    if (count_[i] == 0 || n.box.squaredDistance(p) > squared) return 0;
    int taken = 0;
    if (n.leaf()) {
      for (int k = n.first; k < n.first + n.count; ++k) {
        const int point = tree_.order()[k];
        if (!left_[point] || (points_[point] - p).squaredNorm() > squared) continue;
        left_[point] = 0;
        ++taken;
        visit(point);
      }
    } else {
      taken = takeBelow(n.left, p, squared, visit) + takeBelow(n.right, p, squared, visit);
    }
    count_[i] -= taken;
    return taken;
  }

  std::span<const Vec3> points_;
  std::vector<char> left_;
  collision::Bvh tree_;
  std::vector<int> count_;  // left below each node
};

}  // namespace

FaceGroups euclideanGroups(const TriangleMesh& mesh, const FaceGraph& graph, const EuclideanSettings& settings) {
  const double distance = settings.distance * mesh.bounds().size();
  // Samples: the vertices, then the centres of the faces.
  const auto vertexCount = static_cast<int>(mesh.vertices().size());
  std::vector<Vec3> samples(mesh.vertices().begin(), mesh.vertices().end());
  std::vector<std::vector<int>> facesAt(mesh.vertices().size());
  for (int f = 0; f < graph.faceCount(); ++f) {
    samples.push_back(graph.center(f));
    for (const int v : mesh.triangles()[f]) facesAt[v].push_back(f);
  }

  PointsLeft left(samples);
  std::vector<char> grouped(static_cast<std::size_t>(graph.faceCount()), 0);
  FaceGroups groups;
  for (int start = 0; start < graph.faceCount(); ++start) {
    if (grouped[start]) continue;
    std::vector<int>& group = groups.emplace_back();
    const auto add = [&](int f) {
      if (grouped[f]) return;
      grouped[f] = 1;
      group.push_back(f);
    };
    const auto found = [&](int sample) {
      if (sample >= vertexCount) return add(sample - vertexCount);
      for (const int f : facesAt[sample]) add(f);
    };
    add(start);
    for (std::size_t next = 0; next < group.size(); ++next) {
      const int f = group[next];
      left.take(graph.center(f), distance, found);
      for (const int v : mesh.triangles()[f]) left.take(mesh.vertices()[v], distance, found);
    }
  }
  return groups;
}

}  // namespace passung::gpu
