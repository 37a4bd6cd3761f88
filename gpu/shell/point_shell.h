// SPDX-License-Identifier: Apache-2.0
// Problem: a surface as points, so dense that near faces have near points, small enough to stay on a device.
// Method: every face is a mask of 16 x 16 bits and two floats (kernels/raster.h); positions are rebuilt from the
// corners
//   when they are needed, to the same bits. Per face a radius within which the samples provably cover it.
// Cost: 40 bytes a face and 4 for its radius, whatever the number of samples; about a microsecond a face to build.
// Failure modes: coordinates beyond 1e15 m are refused. Nothing else: see the header of the raster.
#pragma once

#include <span>
#include <vector>

#include "core/jobs.h"
#include "core/triangle_mesh.h"
#include "gpu/kernels/shell_view.h"

namespace passung::gpu {

struct ShellSettings {
  // Wanted distance of a face's samples [m]; a face longer than 15 times that gets wider cells. 0: twice the root of
  // the mean area of a face. Too small: many samples a face; too large: every face is near many others.
  double spacing = 0;
  // Samples between the ends of an edge: a number, or kAdaptiveEdges.
  int edgeSamples = kAdaptiveEdges;
};

struct ShellMemory {
  std::size_t faces = 0;
  std::size_t samples = 0;
  std::size_t maskBytes = 0;      // masks and cell sizes: 40 a face
  std::size_t radiusBytes = 0;    // 4 a face
  std::size_t triangleBytes = 0;  // vertices and corners: the mesh itself in floats
  std::size_t expandedBytes = 0;  // what the samples would take as three floats each
};

class PointShell {
 public:
  // Triangles may be degenerate. Throws InputError when a coordinate or a setting is out of range.
  PointShell(std::span<const Vec3> vertices_B, std::span<const Triangle> triangles, const ShellSettings& settings = {},
             Jobs* jobs = nullptr);
  explicit PointShell(const TriangleMesh& mesh, const ShellSettings& settings = {}, Jobs* jobs = nullptr)
      : PointShell(mesh.vertices(), mesh.triangles(), settings, jobs) {}

  // After a deformation: takes the new corners of the listed faces, whose topology stays, and rasters these faces only.
  // Precondition: every face of a moved vertex is listed. Spacing and origin stay.
  void reraster(std::span<const Vec3> vertices_B, std::span<const int> faces);

  [[nodiscard]] ShellView view() const;
  [[nodiscard]] int faceCount() const { return static_cast<int>(corners_.size()); }
  [[nodiscard]] const Vec3& origin_B() const { return origin_B_; }  // of S
  [[nodiscard]] double extent() const { return extent_; }           // bounds |coordinate| in S [m]
  [[nodiscard]] float spacing() const { return spacing_; }          // as used [m]
  [[nodiscard]] int sampleCount(int face) const;
  [[nodiscard]] ShellMemory memory() const;

 private:
  void takeVertex(int vertex, const Vec3& p_B);
  void rasterFace(std::span<const Vec3> vertices_B, int face);

  Vec3 origin_B_ = Vec3::Zero();
  double extent_ = 0;
  float spacing_ = 0;
  int edgeSamples_ = kAdaptiveEdges;
  std::vector<Float3> vertices_;
  std::vector<Int3> corners_;
  std::vector<FaceMask> masks_;
  std::vector<CellSize> cells_;
  std::vector<float> radii_;
};

}  // namespace passung::gpu
