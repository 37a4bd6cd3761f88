// SPDX-License-Identifier: GPL-3.0-or-later
// The section plane: the renderer cuts and closes the parts; here the outlines of the cut faces are added.
//
// Method: triangles of the nodes that the plane meets, each cut where its corners change sides (a corner on the plane
// counts as beyond it, so that neighbours agree). Cost: O(sqrt(n)) nodes for a compact part, and the lines found.
// Failure modes: a face that lies in the plane has its rim only where its neighbours reach to the other side.
#include <array>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kInk = {0.07F, 0.08F, 0.10F, 1};
constexpr float kWidth = 1.7F;             // [pixel]
constexpr std::size_t kMostLines = 60000;  // more is ink only

struct Cutter {
  const TriangleMesh& mesh;
  Transform X_WM;
  Vec3 n_M;
  double d_M;  // the plane is n_M . p = d_M

  [[nodiscard]] double side(int vertex) const {
    return n_M.dot(mesh.vertices()[static_cast<std::size_t>(vertex)]) - d_M;
  }

  [[nodiscard]] bool meets(const Aabb& box) const {
    return std::abs(n_M.dot(box.center()) - d_M) <= n_M.cwiseAbs().dot(0.5 * box.extent()) * (1 + 1e-12);
  }

  void cut(int triangle, DrawList& list) const {
    const Triangle& t = mesh.triangles()[static_cast<std::size_t>(triangle)];
    std::array<Vec3, 2> ends;
    std::size_t found = 0;
    for (std::size_t k = 0; k < 3 && found < 2; ++k) {
      // Always from the smaller vertex, so that both triangles of an edge get the same point.
      const int a = std::min(t[k], t[(k + 1) % 3]), b = std::max(t[k], t[(k + 1) % 3]);
      const double da = side(a), db = side(b);
      if ((da >= 0) == (db >= 0)) continue;
      const Vec3& pa = mesh.vertices()[static_cast<std::size_t>(a)];
      ends[found++] = pa + da / (da - db) * (mesh.vertices()[static_cast<std::size_t>(b)] - pa);
    }
    if (found < 2) return;
    list.lines.push_back({.a = X_WM * ends[0], .b = X_WM * ends[1], .color = kInk, .width = kWidth, .onTop = false});
  }
};

}  // namespace

void drawSection(const DrawContext& c, DrawList& list) {
  if (!c.options.section) return;
  list.section = c.options.section;
  const Vec3 n = c.options.section->n.normalized();
  if (c.options.sectionSparesSelected) {
    for (DrawMesh& m : list.meshes) m.whole = m.selected;
  }
  const std::size_t before = list.lines.size();
  std::vector<int> stack;
  for (std::size_t i = 0; i < c.geometry.colliders.size(); ++i) {
    const ColliderGeometry& g = c.geometry.colliders[i];
    if (g.mesh == nullptr || g.halfSpace) continue;
    const auto body = static_cast<std::size_t>(g.body);
    if (body < c.options.bodyOpacity.size() && !(c.options.bodyOpacity[body] > 0)) continue;
    if (c.options.sectionSparesSelected && c.selected(g.body)) continue;
    const Transform X_WM = c.pose(body) * g.X_BG;
    if (!isFinite(X_WM)) continue;
    const Vec3 n_M = X_WM.q.conjugate() * n;
    const Cutter cutter{*g.mesh, X_WM, n_M, n.dot(c.options.section->p - X_WM.p)};
    if (!cutter.meets(g.mesh->bounds())) continue;
    const collision::Bvh& tree = c.geometry.hierarchy(i);
    stack.assign(1, 0);
    while (!stack.empty() && list.lines.size() - before < kMostLines) {
      const collision::BvhNode& node = tree.nodes()[static_cast<std::size_t>(stack.back())];
      stack.pop_back();
      if (!cutter.meets(node.box)) continue;
      if (node.leaf()) {
        for (int k = node.first; k < node.first + node.count; ++k) {
          cutter.cut(tree.order()[static_cast<std::size_t>(k)], list);
        }
      } else {
        stack.push_back(node.left);
        stack.push_back(node.right);
      }
    }
  }
}

}  // namespace passung::app
