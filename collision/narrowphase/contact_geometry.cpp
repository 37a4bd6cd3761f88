// SPDX-License-Identifier: Apache-2.0
#include "collision/narrowphase/contact_geometry.h"

#include <algorithm>
#include <cmath>

#include "collision/narrowphase/feature_clusters.h"

namespace passung::collision {
namespace {

// Edges sharper than this are always listed [rad]. Below it an edge is listed by what it can hide.
constexpr double kSharp = 0.35;
// Rounding noise of CAD tessellations: flatter edges than this hide nothing [rad].
constexpr double kFlat = 1e-5;
// Flatter triangles (height over longest side) have no reliable barycentric coordinates.
constexpr double kNeedle = 1e-3;

// Two crossing blunt edges of dihedral theta and length L can overlap by about theta L / 4 while every point of one
// mesh is outside the other: the sagitta of the roof that the edge's two faces form.
bool isListed(const TriangleMesh& mesh, const MeshEdge& e, double hiddenDepth) {
  if (e.face1 < 0) return true;
  if (e.dihedral > kSharp) return true;
  const auto vertices = mesh.vertices();
  const double length = (vertices[static_cast<std::size_t>(e.v1)] - vertices[static_cast<std::size_t>(e.v0)]).norm();
  return e.dihedral > kFlat && e.dihedral * length / 4 > hiddenDepth;
}

Vec3 directionIntoFace(const TriangleMesh& mesh, int face, int v0, int v1) {
  const Triangle& t = mesh.triangles()[static_cast<std::size_t>(face)];
  int opposite = t[0];
  for (int v : t) {
    if (v != v0 && v != v1) opposite = v;
  }
  const auto vertices = mesh.vertices();
  const Vec3 a = vertices[static_cast<std::size_t>(v0)];
  const Vec3 d = (vertices[static_cast<std::size_t>(v1)] - a).normalized();
  // From the normal, not from the opposite corner: slivers have no reliable corner direction.
  Vec3 t_in = mesh.faceNormals()[static_cast<std::size_t>(face)].cross(d);
  const Vec3 toCorner = vertices[static_cast<std::size_t>(opposite)] - a;
  if (t_in.dot(toCorner) < 0) t_in = -t_in;
  return t_in.normalized();
}

Bvh bvhOf(std::span<const Vec3> points) {
  std::vector<Aabb> boxes(points.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i].add(points[i]);
  return Bvh::build(boxes);
}

std::shared_ptr<const ContactSurface> surfaceOf(const TriangleMesh& m) {
  auto surface = std::make_shared<ContactSurface>();
  ContactSurface& s = *surface;
  s.points.assign(m.vertices().begin(), m.vertices().end());
  s.triangleBvh = triangleBvh(m);
  s.pointBvh = bvhOf(s.points);
  s.edgeNormals.reserve(m.edges().size());
  for (const MeshEdge& e : m.edges()) {
    const auto normals = m.faceNormals();
    Vec3 n = normals[static_cast<std::size_t>(e.face0)];
    if (e.face1 >= 0) n += normals[static_cast<std::size_t>(e.face1)];
    const double length = n.norm();
    // Two faces folded onto each other: their sum vanishes, either normal serves.
    s.edgeNormals.push_back(length > 1e-9 ? Vec3(n / length) : normals[static_cast<std::size_t>(e.face0)]);
  }
  s.triangles.reserve(m.triangles().size());
  for (const Triangle& t : m.triangles()) {
    const Vec3& a = s.points[static_cast<std::size_t>(t[0])];
    PackedTriangle packed{a, s.points[static_cast<std::size_t>(t[1])] - a, s.points[static_cast<std::size_t>(t[2])] - a,
                          Vec3::Zero(), Vec3::Zero()};
    const Vec3 n = packed.ab.cross(packed.ac);
    const double longest =
        std::max({packed.ab.squaredNorm(), packed.ac.squaredNorm(), (packed.ab - packed.ac).squaredNorm()});
    if (n.norm() > kNeedle * longest) {
      packed.toB = packed.ac.cross(n) / n.squaredNorm();
      packed.toC = n.cross(packed.ab) / n.squaredNorm();
    }
    s.triangles.push_back(packed);
  }
  return surface;
}

std::shared_ptr<const ContactSurface> surfaceOf(std::vector<Vec3> points) {
  auto surface = std::make_shared<ContactSurface>();
  surface->points = std::move(points);
  surface->pointBvh = bvhOf(surface->points);
  return surface;
}

void addMesh(ContactGeometry& g, std::shared_ptr<const TriangleMesh> mesh, double hiddenDepth) {
  g.mesh = std::move(mesh);
  const TriangleMesh& m = *g.mesh;
  g.bounds = m.bounds();
  g.twoSided = !m.diagnosis().watertight;
  for (const MeshEdge& e : m.edges()) {
    const bool listed = isListed(m, e, hiddenDepth);
    g.edgeOf.push_back(listed ? static_cast<int>(g.edges.size()) : -1);
    if (!listed) continue;
    ContactEdge edge{.v0 = e.v0, .v1 = e.v1};
    edge.cone = !g.twoSided && e.face1 >= 0;
    if (edge.cone) {
      edge.t0 = directionIntoFace(m, e.face0, e.v0, e.v1);
      edge.t1 = directionIntoFace(m, e.face1, e.v0, e.v1);
    }
    g.edges.push_back(edge);
  }
  const MeshDiagnosis& d = m.diagnosis();
  g.thickness = d.watertight && d.volume > 0 && d.area > 0 ? 2 * d.volume / d.area : 0;
}

void addRound(ContactGeometry& g, double radius) {
  g.edges.push_back({.v0 = 0, .v1 = static_cast<int>(g.points.size()) - 1});
  g.radius = radius;
  for (const Vec3& p : g.points) g.bounds.add(p);
  g.thickness = radius;
}

}  // namespace

std::size_t listedEdges(const TriangleMesh& mesh, double hiddenDepth) {
  const auto edges = mesh.edges();
  return static_cast<std::size_t>(
      std::count_if(edges.begin(), edges.end(), [&](const MeshEdge& e) { return isListed(mesh, e, hiddenDepth); }));
}

ContactGeometry::ContactGeometry(std::shared_ptr<const ContactSurface> of)
    : surface(std::move(of)),
      points(surface->points),
      triangles(surface->triangles),
      edgeNormals(surface->edgeNormals),
      triangleBvh(surface->triangleBvh),
      pointBvh(surface->pointBvh) {}

std::shared_ptr<const ContactGeometry> ContactGeometry::make(const Shape& shape, double hiddenDepth, bool clusters,
                                                             const ContactGeometry* like) {
  const auto made = [](std::vector<Vec3> points) {
    return std::make_shared<ContactGeometry>(surfaceOf(std::move(points)));
  };
  std::shared_ptr<ContactGeometry> geometry;
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    geometry = made({Vec3::Zero()});
    addRound(*geometry, sphere->radius);
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    geometry = made({Vec3(0, 0, -capsule->halfLength), Vec3(0, 0, capsule->halfLength)});
    addRound(*geometry, capsule->radius);
  } else if (std::holds_alternative<HalfSpace>(shape)) {
    const double inf = std::numeric_limits<double>::infinity();
    geometry = std::make_shared<ContactGeometry>(std::make_shared<const ContactSurface>());
    geometry->halfSpace = true;
    geometry->bounds = {Vec3::Constant(-inf), Vec3(inf, inf, 0)};
    return geometry;
  } else {
    auto mesh = like != nullptr ? like->mesh : tessellate(shape);
    geometry = std::make_shared<ContactGeometry>(like != nullptr ? like->surface : surfaceOf(*mesh));
    geometry->convex = like != nullptr ? like->convex : ConvexPolyhedron::make(*mesh);
    addMesh(*geometry, std::move(mesh), hiddenDepth);
  }
  ContactGeometry& g = *geometry;
  g.size = g.bounds.size() + 2 * g.radius;

  std::vector<Aabb> boxes(g.edges.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    boxes[i].add(g.points[static_cast<std::size_t>(g.edges[i].v0)]);
    boxes[i].add(g.points[static_cast<std::size_t>(g.edges[i].v1)]);
  }
  g.edgeBvh = Bvh::build(boxes);
  if (clusters) g.clusters = FeatureClusters::build(g, like != nullptr ? like->clusters.get() : nullptr);
  return geometry;
}

}  // namespace passung::collision
