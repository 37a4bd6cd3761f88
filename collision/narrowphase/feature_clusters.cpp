// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/feature_clusters.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "collision/narrowphase/contact_geometry.h"
#include "collision/queries/mesh_queries.h"
#include "core/triangle_mesh.h"
#include "core/union_find.h"

namespace passung::collision {
namespace {

constexpr std::size_t kFewTriangles = 60;  // below, hierarchies do as well
constexpr double kReach = 0.4;             // in mean edge lengths
// Normals weigh as much as this many mean edge lengths when neighbours are put together.
constexpr double kNormals = 1.5;
// Rounding of places and distances, as a share of the size they are relative to.
constexpr double kRounding = 2e-6;

struct Item {
  Vec3 place, normal;
  int index;
};

// Groups of at most eight neighbours that look alike: sets are split along one of their three places or three normals,
// large ones in the middle of the widest, small ones where the extents of the parts, each counted as many times as it
// will give groups, sum up to the least (the idea of the surface area heuristic).
class Grouping {
 public:
  // `length` [m]: what a normal's difference of one counts for.
  Grouping(std::vector<Item> items, double length) : items_(std::move(items)), length_(length) {
    if (!items_.empty()) split(0, items_.size());
  }
  // Neighbours follow each other.
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t g = 0; g + 1 < starts_.size(); ++g) {
      visit(std::span<const Item>(items_.data() + starts_[g], starts_[g + 1] - starts_[g]));
    }
  }

 private:
  static constexpr std::size_t kSmall = 256;
  // Groups that would fit are split nevertheless when their parts are this much smaller.
  static constexpr double kWorthwhile = 0.25;
  using Box = Eigen::AlignedBox<double, 6>;

  [[nodiscard]] Eigen::Matrix<double, 6, 1> value(const Item& item) const {
    Eigen::Matrix<double, 6, 1> v;
    v << item.place, length_ * item.normal;
    return v;
  }
  void sort(std::size_t first, std::size_t last, int axis) {
    const auto along = [&](const Item& x) { return axis < 3 ? x.place[axis] : length_ * x.normal[axis - 3]; };
    std::sort(
        items_.begin() + static_cast<std::ptrdiff_t>(first), items_.begin() + static_cast<std::ptrdiff_t>(last),
        [&](const Item& x, const Item& y) { return along(x) != along(y) ? along(x) < along(y) : x.index < y.index; });
  }
  static double groups(std::size_t count) { return std::ceil(static_cast<double>(count) / kClusterLanes); }

  void split(std::size_t first, std::size_t last) {
    const std::size_t count = last - first;
    Box whole;
    for (std::size_t i = first; i < last; ++i) whole.extend(value(items_[i]));
    const double size = whole.sizes().sum();
    std::size_t middle = 0;
    if (count > kSmall) {
      Eigen::Index axis = 0;
      (void)whole.sizes().maxCoeff(&axis);
      sort(first, last, static_cast<int>(axis));
      middle = first + count / 2;
    } else {
      double best = count > kClusterLanes ? std::numeric_limits<double>::infinity() : kWorthwhile * size;
      int bestAxis = -1;
      std::vector<double> before(count);
      for (int axis = 0; axis < 6; ++axis) {
        sort(first, last, axis);
        Box box;
        for (std::size_t i = 0; i < count; ++i) {
          before[i] = box.isEmpty() ? 0 : box.sizes().sum();
          box.extend(value(items_[first + i]));
        }
        box.setEmpty();
        for (std::size_t i = count - 1; i > 0; --i) {
          box.extend(value(items_[first + i]));
          const double cost = groups(i) * before[i] + groups(count - i) * box.sizes().sum();
          if (!(cost < best)) continue;
          best = cost;
          bestAxis = axis;
          middle = first + i;
        }
      }
      if (bestAxis < 0) {
        // Items in one place may still be too many.
        if (count > kClusterLanes) {
          middle = first + kClusterLanes;
        } else {
          if (starts_.empty()) starts_.push_back(first);
          starts_.push_back(last);
          return;
        }
      } else {
        sort(first, last, bestAxis);
      }
    }
    split(first, middle);
    split(middle, last);
  }

  std::vector<Item> items_;
  double length_;
  std::vector<std::size_t> starts_;
};

Vec3 unit(const Vec3& n) {
  const double length = n.norm();
  return length > 1e-6 ? Vec3(n / length) : Vec3(Vec3::Zero());
}

}  // namespace

struct FeatureClusters::Builder {
  const ContactGeometry& geometry;
  const TriangleMesh& mesh;
  double length;  // mean edge [m]
  FeatureClusters result{};

  [[nodiscard]] const Vec3& point(int v) const { return geometry.points[static_cast<std::size_t>(v)]; }
  [[nodiscard]] std::array<Vec3, 2> ends(int e) const {
    const ContactEdge& edge = geometry.edges[static_cast<std::size_t>(e)];
    return {point(edge.v0), point(edge.v1)};
  }
  [[nodiscard]] Vec3 edgeNormal(int e) const {
    const ContactEdge& edge = geometry.edges[static_cast<std::size_t>(e)];
    return unit(-(edge.t0 + edge.t1));
  }

  // The normal, the direction square to it in which the features reach farthest, and the third, as columns.
  template <std::size_t N>
  [[nodiscard]] static Mat3 ownAxes(const Vec3& normal, std::span<const std::array<Vec3, N>> features) {
    if (normal.isZero(0)) return Mat3::Identity();
    Vec3 mean = Vec3::Zero();
    for (const auto& feature : features) {
      for (const Vec3& c : feature) mean += c / static_cast<double>(N * features.size());
    }
    Mat3 spread = Mat3::Zero();
    for (const auto& feature : features) {
      for (const Vec3& c : feature) {
        const Vec3 r = c - mean - normal * normal.dot(c - mean);
        spread += r * r.transpose();
      }
    }
    const Vec3 widest = Eigen::SelfAdjointEigenSolver<Mat3>(spread).eigenvectors().col(2);
    const Vec3 t = unit(widest - normal * normal.dot(widest));
    if (t.isZero(0)) return Mat3::Identity();
    Mat3 axes;
    axes << normal, t, normal.cross(t);
    return axes;
  }

  struct Surrounding {
    ClusterItems items;
    ClusterBounds bounds;
    ClusterBox box;
  };
  // What surrounds the cluster of `items`, whose corners are those of `features`, which become relative to the middle
  // of the mesh.
  template <std::size_t N>
  Surrounding surround(std::span<const Item> items, std::span<std::array<Vec3, N>> features) const {
    Surrounding around;
    around.items.fill(-1);
    Aabb bounds;
    Vec3 normal = Vec3::Zero();
    for (std::size_t l = 0; l < items.size(); ++l) {
      around.items[l] = items[l].index;
      normal += items[l].normal;
      for (Vec3& c : features[l]) {
        c -= result.surface_->middle;
        bounds.add(c);
      }
    }
    normal = unit(normal);
    const Mat3 axes = ownAxes<N>(normal, features);
    Aabb along;
    for (const auto& feature : features) {
      for (const Vec3& c : feature) along.add(Vec3(axes.transpose() * c));
    }
    const double rounding = kRounding * result.surface_->bounds.size();
    ClusterBox& box = around.box;
    for (int i = 0; i < 3; ++i) {
      around.bounds.lower[i] = static_cast<float>(bounds.lower[i] - rounding);
      around.bounds.upper[i] = static_cast<float>(bounds.upper[i] + rounding);
      box.lower[i] = static_cast<float>(along.lower[i] - rounding);
      box.upper[i] = static_cast<float>(along.upper[i] + rounding);
      for (int k = 0; k < 3; ++k) box.axis[i][k] = static_cast<float>(axes(k, i));
    }
    // Of what is worked out beside a feature, and of its place.
    const double farthest = bounds.lower.cwiseAbs().cwiseMax(bounds.upper.cwiseAbs()).maxCoeff();
    box.pad = static_cast<float>(kRounding * bounds.size()) +
              2 * std::numeric_limits<float>::epsilon() * static_cast<float>(farthest);
    return around;
  }

  // Appends a group of those who ask; unused places repeat the first.
  template <std::size_t N>
  static void ask(Members& members, std::span<const Item> items, std::span<const std::array<Vec3, N>> features) {
    Aabb bounds;
    for (const auto& feature : features) {
      for (const Vec3& p : feature) bounds.add(p);
    }
    const Vec3 centre = bounds.center();
    members.each = N;
    for (std::size_t k = 0; k < N; ++k) {
      Places& places = members.places.emplace_back();
      for (std::size_t l = 0; l < kClusterLanes; ++l) {
        const Eigen::Vector3f p = (features[l < items.size() ? l : 0][k] - centre).template cast<float>();
        places.x[static_cast<int>(l)] = p.x();
        places.y[static_cast<int>(l)] = p.y();
        places.z[static_cast<int>(l)] = p.z();
      }
    }
    for (std::size_t l = 0; l < kClusterLanes; ++l) members.items.push_back(items[l < items.size() ? l : 0].index);
    const std::size_t place = members.groups++ % kCompany;
    if (place == 0) members.companies.emplace_back().radius -= 1.0f;
    Company& company = members.companies.back();
    company.x[place] = centre.x();
    company.y[place] = centre.y();
    company.z[place] = centre.z();
    company.radius[static_cast<int>(place)] = static_cast<float>(0.5 * bounds.size());
    company.members[place] = static_cast<int>(items.size());
  }

  static void assemble(Members& members) {
    for (Company& company : members.companies) {
      Aabb bounds;
      for (std::size_t g = 0; g < kCompany; ++g) {
        const auto radius = static_cast<double>(company.radius[static_cast<int>(g)]);
        if (radius < 0) continue;
        const Vec3 centre(company.x[g], company.y[g], company.z[g]);
        bounds.add(centre - Vec3::Constant(radius));
        bounds.add(centre + Vec3::Constant(radius));
      }
      company.centre = bounds.center();
      company.reach = 0.5 * bounds.size();
    }
  }

  [[nodiscard]] Item itemOf(int v) const { return {point(v), mesh.vertexNormals()[static_cast<std::size_t>(v)], v}; }
  void askOf(std::vector<Item> points, Members& members) const {
    Grouping(std::move(points), kNormals * length).each([&](std::span<const Item> eight) {
      std::vector<std::array<Vec3, 1>> features;
      for (const Item& i : eight) features.push_back({point(i.index)});
      ask<1>(members, eight, features);
    });
    assemble(members);
  }

  void buildSurface() {
    const auto own = std::make_shared<Surface>();
    Surface& surface = *own;
    result.surface_ = own;
    surface.bounds = mesh.bounds();
    surface.middle = mesh.bounds().center();
    surface.reach = kReach * length;

    std::vector<Item> items;
    for (int v = 0; v < static_cast<int>(geometry.points.size()); ++v) items.push_back(itemOf(v));
    askOf(std::move(items), surface.points);

    items.clear();
    for (int t = 0; t < static_cast<int>(mesh.triangles().size()); ++t) {
      const auto v = corners(mesh, t);
      items.push_back({(v[0] + v[1] + v[2]) / 3, mesh.faceNormals()[static_cast<std::size_t>(t)], t});
    }
    std::vector<ClusterBounds> bounds;
    Grouping(std::move(items), kNormals * length).each([&](std::span<const Item> eight) {
      std::vector<std::array<Vec3, 3>> features;
      for (const Item& i : eight) features.push_back(corners(mesh, i.index));
      Surrounding around = surround<3>(eight, std::span(features));
      surface.clusters.push_back(collision::triangleCluster(features, around.box));
      surface.clusters.back().items = around.items;
      surface.boxes.push_back(around.box);
      bounds.push_back(around.bounds);
    });
    surface.tree = ClusterTree(bounds);
    surface.free = FreeSpace(geometry, bounds, surface.boxes, surface.middle, length, surface.reach);
  }

  void buildEdges() {
    std::vector<Item> items;
    std::vector<ClusterBounds> bounds;
    for (int e = 0; e < static_cast<int>(geometry.edges.size()); ++e) {
      const auto v = ends(e);
      items.push_back({0.5 * (v[0] + v[1]), edgeNormal(e), e});
    }
    Grouping(std::move(items), kNormals * length).each([&](std::span<const Item> eight) {
      std::vector<std::array<Vec3, 2>> features;
      for (const Item& i : eight) features.push_back(ends(i.index));
      ask<2>(result.edges_, eight, features);
      const Surrounding around = surround<2>(eight, std::span(features));
      result.edgeClusters_.push_back(collision::edgeCluster(features));
      result.edgeClusters_.back().items = around.items;
      result.edgeBoxes_.push_back(around.box);
      bounds.push_back(around.bounds);
    });
    result.edgeTree_ = ClusterTree(bounds);
    assemble(result.edges_);
    buildAcross();
  }

  // Of edges that are not listed the shortest that connect what was not connected before (Kruskal, "On the shortest
  // spanning subtree of a graph and the traveling salesman problem", 1956).
  void buildAcross() {
    UnionFind sets(geometry.points.size());
    std::vector<Item> items;
    const auto add = [&](int v0, int v1, const Vec3& normal) {
      sets.join(v0, v1);
      items.push_back({0.5 * (point(v0) + point(v1)), normal, static_cast<int>(result.across_.size())});
      result.across_.push_back({v0, v1});
    };
    for (int e = 0; e < static_cast<int>(geometry.edges.size()); ++e) {
      const ContactEdge& edge = geometry.edges[static_cast<std::size_t>(e)];
      add(edge.v0, edge.v1, edgeNormal(e));
    }
    std::vector<std::pair<double, std::size_t>> others;
    for (std::size_t e = 0; e < mesh.edges().size(); ++e) {
      const MeshEdge& edge = mesh.edges()[e];
      others.emplace_back((point(edge.v1) - point(edge.v0)).squaredNorm(), e);
    }
    std::sort(others.begin(), others.end());
    for (const auto& [squared, e] : others) {
      const MeshEdge& edge = mesh.edges()[e];
      if (sets.find(edge.v0) != sets.find(edge.v1)) add(edge.v0, edge.v1, geometry.edgeNormals[e]);
    }
    Grouping(std::move(items), kNormals * length).each([&](std::span<const Item> eight) {
      std::vector<std::array<Vec3, 2>> features;
      for (const Item& i : eight) {
        const std::array<int, 2>& v = result.across_[static_cast<std::size_t>(i.index)];
        features.push_back({point(v[0]), point(v[1])});
      }
      ask<2>(result.edgesAcross_, eight, features);
    });
    assemble(result.edgesAcross_);

    items.clear();
    for (int v = 0; v < static_cast<int>(geometry.points.size()); ++v) {
      if (sets.find(v) == v) items.push_back(itemOf(v));
    }
    askOf(std::move(items), result.oneOfEach_);
  }
};

Motion FeatureClusters::motionOf(const Transform& X0, const Transform& X1, const Vec3& middle) {
  Motion motion;
  const auto write = [&middle](const Transform& X, double* R, double* p, float* f) {
    const Mat3 turn = X.R();
    const Vec3 shift = X.p - middle;
    std::copy_n(turn.data(), 9, R);
    std::copy_n(shift.data(), 3, p);
    std::transform(R, R + 9, f, [](double x) { return static_cast<float>(x); });
  };
  write(X0, motion.R0, motion.p0, motion.f0);
  write(X1, motion.R1, motion.p1, motion.f1);
  return motion;
}

Surroundings FeatureClusters::surroundings() const {
  Surroundings around{{}, {}, surface_->free.grid(), surface_->free.cells(), surface_->free.allPieces()};
  for (int a = 0; a < 3; ++a) {
    around.lower[a] = static_cast<float>(surface_->bounds.lower[a] - surface_->middle[a]);
    around.upper[a] = static_cast<float>(surface_->bounds.upper[a] - surface_->middle[a]);
  }
  return around;
}

std::shared_ptr<const FeatureClusters> FeatureClusters::build(const ContactGeometry& geometry,
                                                              const FeatureClusters* like) {
  if (!geometry.mesh || geometry.twoSided || geometry.mesh->triangles().size() < kFewTriangles) return nullptr;
  const TriangleMesh& mesh = *geometry.mesh;
  double sum = 0;
  for (const MeshEdge& e : mesh.edges()) {
    sum += (mesh.vertices()[static_cast<std::size_t>(e.v1)] - mesh.vertices()[static_cast<std::size_t>(e.v0)]).norm();
  }
  Builder builder{geometry, mesh, sum / static_cast<double>(mesh.edges().size())};
  if (like != nullptr) {
    builder.result.surface_ = like->surface_;
  } else {
    builder.buildSurface();
  }
  builder.buildEdges();
  return std::make_shared<const FeatureClusters>(std::move(builder.result));
}

}  // namespace passung::collision
