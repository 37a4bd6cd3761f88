// SPDX-License-Identifier: Apache-2.0
#include "gpu/conglomerates/convex_partition.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>
#include <tuple>

#include "gpu/conglomerates/convex_hull.h"

namespace passung::gpu {
namespace {

// Facets less inclined to a ray than this are taken as parallel to it.
constexpr double kParallel = 1e-6;

struct Patch {
  std::vector<int> faces;
  std::vector<FaceGraph::Link> links;  // to patches, ascending; a patch is named by its first face
  double area = 0, perimeter = 0;      // [m^2], [m]
  double concavity = 0;                // [m]
  int version = 0;                     // changes with the patch; -1 when it was joined to another
};

// A pair that may be joined, as it was when the entry was made.
struct Entry {
  double cost = 0;
  int faces = 0;
  int a = 0, b = 0;
  int versionA = 0, versionB = 0;
  bool exact = false;    // false: the cost is a lower bound
  double concavity = 0;  // if exact
};
struct DearerFirst {
  bool operator()(const Entry& x, const Entry& y) const {
    return std::tie(x.cost, x.faces, x.a, x.b) > std::tie(y.cost, y.faces, y.a, y.b);
  }
};

// Adds `length` to the link to `patch`, which is made if there is none.
void addLink(std::vector<FaceGraph::Link>& links, int patch, double length) {
  const auto place = std::lower_bound(links.begin(), links.end(), patch,
                                      [](const FaceGraph::Link& link, int p) { return link.face < p; });
  if (place != links.end() && place->face == patch) {
    place->length += length;
  } else {
    links.insert(place, {patch, length});
  }
}

void removeLink(std::vector<FaceGraph::Link>& links, int patch) {
  std::erase_if(links, [&](const FaceGraph::Link& link) { return link.face == patch; });
}

std::vector<int> joined(std::vector<int> a, const std::vector<int>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

class DualGraph {
 public:
  DualGraph(const TriangleMesh& mesh, const FaceGraph& graph, std::span<const int> faces, int most, double concavity)
      : mesh_(mesh),
        graph_(graph),
        most_(most),
        diagonal_(mesh.bounds().size()),
        eps_(concavity * diagonal_),
        alpha_(eps_ / (10 * diagonal_)),
        patches_(static_cast<std::size_t>(graph.faceCount())) {
    for (const int f : faces) {
      Patch& patch = patches_[f];
      patch.faces = {f};
      const Triangle& t = mesh.triangles()[f];
      patch.area = graph.area(f);
      for (int k = 0; k < 3; ++k) patch.perimeter += (vertex(t[(k + 1) % 3]) - vertex(t[k])).norm();
    }
    for (const int f : faces) {
      for (const FaceGraph::Link& link : graph.links(f)) {
        if (!patches_[link.face].faces.empty()) addLink(patches_[f].links, link.face, link.length);
      }
    }
    for (const int f : faces) {
      for (const FaceGraph::Link& link : patches_[f].links) {
        if (f < link.face) offer(f, link);
      }
    }
  }

  void collapse() {
    while (!queue_.empty()) {
      Entry entry = queue_.top();
      queue_.pop();
      if (patches_[entry.a].version != entry.versionA || patches_[entry.b].version != entry.versionB) continue;
      if (entry.exact) {
        join(entry);
        continue;
      }
      const double bound = std::max(patches_[entry.a].concavity, patches_[entry.b].concavity);
      entry.concavity =
          std::max(bound, concavityOf(mesh_, graph_, joined(patches_[entry.a].faces, patches_[entry.b].faces)));
      if (entry.concavity >= eps_) continue;
      entry.cost += (entry.concavity - bound) / diagonal_;
      entry.exact = true;
      queue_.push(entry);
    }
  }

  [[nodiscard]] FaceGroups groups() const {
    FaceGroups result;
    for (const Patch& patch : patches_) {
      if (!patch.faces.empty()) result.push_back(patch.faces);
    }
    return result;
  }

 private:
  [[nodiscard]] const Vec3& vertex(int v) const { return mesh_.vertices()[v]; }

  // Queues the pair with the least cost that it can have.
  void offer(int a, const FaceGraph::Link& link) {
    const Patch &pa = patches_[a], &pb = patches_[link.face];
    const auto faces = static_cast<int>(pa.faces.size() + pb.faces.size());
    if (faces > most_) return;
    // A ring of links round a non-manifold edge counts its length more than once.
    const double perimeter = std::max(0.0, pa.perimeter + pb.perimeter - 2 * link.length);
    const double area = std::max(pa.area + pb.area, 1e-12 * diagonal_ * diagonal_);
    const double shape = perimeter * perimeter / (4 * kPi * area);
    const double cost = std::max(pa.concavity, pb.concavity) / diagonal_ + alpha_ * shape;
    queue_.push({cost, faces, a, link.face, pa.version, pb.version});
  }

  void join(const Entry& entry) {
    Patch &to = patches_[entry.a], &from = patches_[entry.b];
    to.faces.insert(to.faces.end(), from.faces.begin(), from.faces.end());
    to.area += from.area;
    to.perimeter += from.perimeter;
    to.concavity = entry.concavity;
    ++to.version;
    for (const FaceGraph::Link& link : from.links) {
      if (link.face == entry.a) {
        to.perimeter = std::max(0.0, to.perimeter - 2 * link.length);
        continue;
      }
      removeLink(patches_[link.face].links, entry.b);
      addLink(patches_[link.face].links, entry.a, link.length);
      addLink(to.links, link.face, link.length);
    }
    removeLink(to.links, entry.b);
    from = {};
    from.version = -1;
    for (const FaceGraph::Link& link : to.links) offer(entry.a, link);
  }

  const TriangleMesh& mesh_;
  const FaceGraph& graph_;
  int most_;
  double diagonal_, eps_, alpha_;
  std::vector<Patch> patches_;
  std::priority_queue<Entry, std::vector<Entry>, DearerFirst> queue_;
};

}  // namespace

double concavityOf(const TriangleMesh& mesh, const FaceGraph& graph, std::span<const int> faces) {
  const std::vector<int> corners = cornersOf(mesh, faces);
  const std::vector<Vec3> points = pointsOf(mesh, corners);
  const ConvexHull hull = convexHull(points);
  double deepest = 0;
  if (hull.dimension < 3) return deepest;
  const auto look = [&](const Vec3& p, const Vec3& normal) {
    double way = std::numeric_limits<double>::infinity();
    for (const ConvexHull::Facet& facet : hull.facets) {
      const double slope = facet.normal.dot(normal);
      if (slope > kParallel) way = std::min(way, (facet.offset - facet.normal.dot(p)) / slope);
      if (way <= deepest) return;
    }
    if (std::isfinite(way)) deepest = way;
  };
  for (std::size_t i = 0; i < points.size(); ++i) look(points[i], mesh.vertexNormals()[corners[i]]);
  for (const int f : faces) look(graph.center(f), mesh.faceNormals()[f]);
  return deepest;
}

FaceGroups convexGroups(const TriangleMesh& mesh, const FaceGraph& graph, std::span<const int> faces, int most,
                        const ConvexSettings& settings) {
  DualGraph dual(mesh, graph, faces, most, settings.concavity);
  dual.collapse();
  return dual.groups();
}

}  // namespace passung::gpu
