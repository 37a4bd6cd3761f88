// SPDX-License-Identifier: Apache-2.0
// Problem:  Open CASCADE tessellates each face of a model for itself; a closed mesh needs the faces joined.
// Method:   faces that meet share an edge of the model, and both number their nodes along it in the same order. So a
//           node on an edge is known by (edge, position along it) and at its ends by the edge's vertex: those are one
//           point by construction, whatever the gap that the model's tolerance leaves between the faces.
// Cost:     linear in the nodes.
// Failure:  faces that only lie near each other (no shared edge) stay apart here; sewing must come before.
#ifdef PASSUNG_STEP
#include "scenes/readers/cad_tessellation.h"

#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Vertex.hxx>
#include <cmath>

namespace passung::scenes {
namespace {

// Points with union-find: two names of one point are joined when a face shows that they are one.
class Points {
 public:
  int add(const Vec3& p) {
    positions_.push_back(p);
    parent_.push_back(static_cast<int>(parent_.size()));
    return parent_.back();
  }
  int find(int i) {
    while (parent_[static_cast<std::size_t>(i)] != i) i = parent_[static_cast<std::size_t>(i)];
    return i;
  }
  void join(int i, int j) {
    i = find(i);
    j = find(j);
    if (i != j) parent_[static_cast<std::size_t>(std::max(i, j))] = std::min(i, j);
  }
  [[nodiscard]] const std::vector<Vec3>& positions() const { return positions_; }

 private:
  std::vector<Vec3> positions_;
  std::vector<int> parent_;
};

class Joiner {
 public:
  explicit Joiner(const TopoDS_Shape& shape) {
    TopExp::MapShapes(shape, TopAbs_EDGE, edges_);
    TopExp::MapShapes(shape, TopAbs_VERTEX, vertices_);
    edgePoints_.resize(static_cast<std::size_t>(edges_.Extent()));
    vertexPoints_.assign(static_cast<std::size_t>(vertices_.Extent()), -1);
  }

  void addFace(const TopoDS_Face& face, CadMesh& mesh) {
    ++mesh.faces;
    TopLoc_Location location;
    const Handle(Poly_Triangulation) triangulation = BRep_Tool::Triangulation(face, location);
    if (triangulation.IsNull() || triangulation->NbTriangles() == 0) {
      ++mesh.failedFaces;
      return;
    }
    const gp_Trsf trsf = location.Transformation();
    position_.clear();
    for (int i = 1; i <= triangulation->NbNodes(); ++i) {
      const gp_Pnt p = triangulation->Node(i).Transformed(trsf);
      position_.emplace_back(p.X(), p.Y(), p.Z());
    }
    point_.assign(position_.size(), -1);
    for (TopExp_Explorer e(face, TopAbs_EDGE); e.More(); e.Next())
      addEdge(TopoDS::Edge(e.Current()), triangulation, location);
    for (std::size_t i = 0; i < point_.size(); ++i) {
      if (point_[i] < 0) point_[i] = points_.add(position_[i]);
    }
    const bool turned = (face.Orientation() == TopAbs_REVERSED) != trsf.IsNegative();
    for (int i = 1; i <= triangulation->NbTriangles(); ++i) {
      int a = 0, b = 0, c = 0;
      triangulation->Triangle(i).Get(a, b, c);
      if (turned) std::swap(b, c);
      mesh.triangles.push_back({pointOf(a), pointOf(b), pointOf(c)});
    }
  }

  void finish(CadMesh& mesh) {
    mesh.vertices = points_.positions();
    for (Triangle& t : mesh.triangles) {
      for (int& v : t) v = points_.find(v);
    }
  }

 private:
  [[nodiscard]] int pointOf(int node) const { return point_[static_cast<std::size_t>(node) - 1]; }

  void name(int node, int& known) {
    int& point = point_[static_cast<std::size_t>(node) - 1];
    if (known < 0) known = point >= 0 ? point : points_.add(position_[static_cast<std::size_t>(node) - 1]);
    if (point < 0) point = known;
    if (point != known) points_.join(point, known);
  }

  void addEdge(const TopoDS_Edge& edge, const Handle(Poly_Triangulation) & triangulation,
               const TopLoc_Location& location) {
    const Handle(Poly_PolygonOnTriangulation) polygon =
        BRep_Tool::PolygonOnTriangulation(edge, triangulation, location);
    if (polygon.IsNull()) return;
    const int n = polygon->NbNodes();
    TopoDS_Vertex first, last;
    TopExp::Vertices(TopoDS::Edge(edge.Oriented(TopAbs_FORWARD)), first, last);
    int none = -1;
    const auto vertexPoint = [&](const TopoDS_Vertex& v) -> int& {
      const int i = v.IsNull() ? 0 : vertices_.FindIndex(v);
      return i > 0 ? vertexPoints_[static_cast<std::size_t>(i) - 1] : none;
    };
    if (n > 0) name(polygon->Node(1), vertexPoint(first));
    none = -1;
    if (n > 1) name(polygon->Node(n), vertexPoint(last));
    const bool collapsed = BRep_Tool::Degenerated(edge);
    std::vector<int>& shared = edgePoints_[static_cast<std::size_t>(edges_.FindIndex(edge)) - 1];
    if (shared.empty()) shared.assign(static_cast<std::size_t>(n), -1);
    // Faces that divide one edge differently cannot be joined along it.
    if (!collapsed && shared.size() != static_cast<std::size_t>(n)) return;
    for (int i = 2; i < n; ++i) {
      if (collapsed) {
        none = -1;
        name(polygon->Node(i), vertexPoint(first));
      } else {
        name(polygon->Node(i), shared[static_cast<std::size_t>(i) - 1]);
      }
    }
  }

  TopTools_IndexedMapOfShape edges_, vertices_;
  std::vector<std::vector<int>> edgePoints_;  // of each edge, along it; ends stay -1
  std::vector<int> vertexPoints_;
  Points points_;
  std::vector<Vec3> position_;  // of the present face's nodes
  std::vector<int> point_;
};

}  // namespace

CadMesh tessellated(const TopoDS_Shape& shape, const Tessellation& settings) {
  Bnd_Box box;
  BRepBndLib::AddOptimal(shape, box, false, false);
  const double size = box.IsVoid() ? 1.0 : std::sqrt(box.SquareExtent());
  const BRepMesh_IncrementalMesh mesher(shape, settings.deflection * size, false, settings.angle, false);

  CadMesh mesh;
  Joiner joiner(shape);
  for (TopExp_Explorer face(shape, TopAbs_FACE); face.More(); face.Next()) {
    joiner.addFace(TopoDS::Face(face.Current()), mesh);
  }
  joiner.finish(mesh);
  return mesh;
}

}  // namespace passung::scenes

#endif
