// SPDX-License-Identifier: Apache-2.0
#include "gpu/shell/point_shell.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "gpu/shell/coordinate_range.h"

namespace passung::gpu {
namespace {

constexpr int kMostEdgeSamples = 1024;

void checkVertex(const Vec3& p) {
  if (!inRange(p))
    throw InputError("", "point shell", "a vertex is no point or farther than 1e15 m from the origin",
                     "scale the mesh");
}

double meanFaceSize(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  double area = 0;
  for (const Triangle& t : triangles) {
    const Vec3& a = vertices[static_cast<std::size_t>(t[0])];
    area +=
        0.5 * (vertices[static_cast<std::size_t>(t[1])] - a).cross(vertices[static_cast<std::size_t>(t[2])] - a).norm();
  }
  return triangles.empty() ? 0 : std::sqrt(area / static_cast<double>(triangles.size()));
}

}  // namespace

PointShell::PointShell(std::span<const Vec3> vertices_B, std::span<const Triangle> triangles,
                       const ShellSettings& settings, Jobs* jobs)
    : edgeSamples_(settings.edgeSamples) {
  if (!(settings.spacing >= 0) || settings.spacing > kLargestCoordinate)
    throw InputError("", "point shell", "the spacing is not a length", "give metres, or 0 for the mean size of a face");
  if (edgeSamples_ < kAdaptiveEdges || edgeSamples_ > kMostEdgeSamples)
    throw InputError("", "point shell", "the number of samples on an edge is out of range",
                     "give 0 to " + std::to_string(kMostEdgeSamples) + ", or -1 to adapt it");

  Aabb box;
  for (const Vec3& p : vertices_B) {
    checkVertex(p);
    box.add(p);
  }
  for (const Triangle& t : triangles) {
    for (const int v : t) {
      if (v < 0 || static_cast<std::size_t>(v) >= vertices_B.size())
        throw InputError("", "point shell", "a face names vertex " + std::to_string(v) + ", which there is not",
                         "name 0 to " + std::to_string(vertices_B.size()) + " less one");
    }
  }
  if (!box.empty()) origin_B_ = box.center();
  const double wanted = settings.spacing > 0 ? settings.spacing : 2 * meanFaceSize(vertices_B, triangles);
  spacing_ = std::max(static_cast<float>(wanted), std::numeric_limits<float>::min());

  vertices_.resize(vertices_B.size());
  for (std::size_t i = 0; i < vertices_B.size(); ++i) takeVertex(static_cast<int>(i), vertices_B[i]);
  corners_.resize(triangles.size());
  masks_.resize(triangles.size());
  cells_.resize(triangles.size());
  radii_.resize(triangles.size());
  for (std::size_t f = 0; f < triangles.size(); ++f) corners_[f] = {triangles[f][0], triangles[f][1], triangles[f][2]};

  // Blocks, as a single face is too little work for a job.
  constexpr int kBlock = 256;
  const int count = faceCount();
  const auto rasterBlock = [&](int block) {
    for (int f = block * kBlock; f < std::min(count, (block + 1) * kBlock); ++f) rasterFace(vertices_B, f);
  };
  const int blocks = (count + kBlock - 1) / kBlock;
  if (jobs) {
    jobs->parallelFor(blocks, rasterBlock);
  } else {
    for (int b = 0; b < blocks; ++b) rasterBlock(b);
  }
}

void PointShell::takeVertex(int vertex, const Vec3& p_B) {
  const Vec3 p_S = p_B - origin_B_;
  vertices_[static_cast<std::size_t>(vertex)] = {static_cast<float>(p_S.x()), static_cast<float>(p_S.y()),
                                                 static_cast<float>(p_S.z())};
  extent_ = std::max(extent_, p_S.cwiseAbs().maxCoeff() * (1 + 0x1p-20));
}

void PointShell::rasterFace(std::span<const Vec3> vertices_B, int face) {
  const auto f = static_cast<std::size_t>(face);
  Int3& c = corners_[f];
  const auto vertex = [&](int i) { return vertices_[static_cast<std::size_t>(i)]; };
  const int turns = turnsToLongestEdge(vertex(c.a), vertex(c.b), vertex(c.c));
  if (turns == 1) c = {c.b, c.c, c.a};
  if (turns == 2) c = {c.c, c.a, c.b};

  const FaceCorners t{vertex(c.a), vertex(c.b), vertex(c.c)};
  const FaceFrame frame = faceFrame(t);
  cells_[f] = cellSize(frame, spacing_);
  masks_[f] = rasterised(frame, cells_[f]);

  // How far rounding moved the corners, with the rounding of the subtraction that tells it.
  double moved = 0;
  for (const int i : {c.a, c.b, c.c}) {
    const Vec3& p_B = vertices_B[static_cast<std::size_t>(i)];
    const Float3 r = vertex(i);
    const Vec3 exact_S = p_B - origin_B_;
    moved = std::max(moved, (exact_S - Vec3(r.x, r.y, r.z)).norm() + 4e-16 * (p_B.norm() + origin_B_.norm()));
  }
  radii_[f] = coveringRadius(t, cells_[f], edgeSamples_, moved);
}

void PointShell::reraster(std::span<const Vec3> vertices_B, std::span<const int> faces) {
  // All is looked at before anything is changed.
  if (vertices_B.size() != vertices_.size())
    throw InputError("", "point shell", "a deformation must not change the number of vertices",
                     "give " + std::to_string(vertices_.size()));
  const auto verticesOf = [&](int face) {
    const Int3& c = corners_[static_cast<std::size_t>(face)];
    return std::array{c.a, c.b, c.c};
  };
  for (const int face : faces) {
    if (face < 0 || face >= faceCount())
      throw InputError("", "point shell", "there is no face " + std::to_string(face));
    for (const int v : verticesOf(face)) checkVertex(vertices_B[static_cast<std::size_t>(v)]);
  }
  for (const int face : faces) {
    for (const int v : verticesOf(face)) takeVertex(v, vertices_B[static_cast<std::size_t>(v)]);
  }
  for (const int face : faces) rasterFace(vertices_B, face);
}

ShellView PointShell::view() const {
  return {vertices_.data(), corners_.data(), masks_.data(), cells_.data(), radii_.data(), edgeSamples_};
}

int PointShell::sampleCount(int face) const {
  int count = 0;
  forEachSample(view(), face, [&](Float3) { ++count; });
  return count;
}

ShellMemory PointShell::memory() const {
  ShellMemory m;
  m.faces = corners_.size();
  for (int f = 0; f < faceCount(); ++f) m.samples += static_cast<std::size_t>(sampleCount(f));
  m.maskBytes = masks_.size() * sizeof(FaceMask) + cells_.size() * sizeof(CellSize);
  m.radiusBytes = radii_.size() * sizeof(float);
  m.triangleBytes = vertices_.size() * sizeof(Float3) + corners_.size() * sizeof(Int3);
  m.expandedBytes = m.samples * sizeof(Float3);
  return m;
}

}  // namespace passung::gpu
