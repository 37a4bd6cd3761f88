// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/overlays/pair_test_marks.h"

#include <algorithm>
#include <optional>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kNear = {0.95F, 0.55F, 0.05F, 1}, kMeeting = {0.85F, 0.05F, 0.10F, 1};
constexpr Color kBox = {0.10F, 0.35F, 0.75F, 1}, kLeaf = {0.10F, 0.55F, 0.35F, 0.9F};
constexpr std::size_t kDense = 3000;  // faces whose outlines would run together
constexpr Color kSample = {0.05F, 0.25F, 0.60F, 1};

// A part of the result where it is drawn.
struct Placed {
  const TestedPart* part;
  const FaceHits* hits;
  Transform X_WM;
  std::size_t mesh;  // its place in the list
};

std::vector<Placed> placedParts(const PairTestResult& result, const DrawList& list) {
  std::vector<Placed> placed;
  std::vector<bool> used(list.meshes.size(), false);
  for (std::size_t i = 0; i < result.tested->parts.size(); ++i) {
    const TestedPart& part = result.tested->parts[i];
    for (std::size_t k = 0; k < used.size(); ++k) {
      const DrawMesh& mesh = list.meshes[k];
      if (used[k] || mesh.pickId != static_cast<std::uint32_t>(part.drawn.body) + 1 || mesh.mesh != part.drawn.mesh)
        continue;
      used[k] = true;
      placed.push_back({&part, &result.hits[i], mesh.X_WM, k});
      break;
    }
  }
  return placed;
}

// The conglomerates that hold one of the faces, by rising number.
std::vector<int> conglomeratesOf(const gpu::Partition& partition, const std::vector<int>& faces) {
  std::vector<char> hit(partition.faces.size(), 0);
  for (const int f : faces) hit[static_cast<std::size_t>(f)] = 1;
  std::vector<int> found;
  for (int c = 0; c < partition.count(); ++c) {
    const auto of = partition.of(c);
    if (std::any_of(of.begin(), of.end(), [&](int f) { return hit[static_cast<std::size_t>(f)] != 0; }))
      found.push_back(c);
  }
  return found;
}

Vec3 meshPoint(const gpu::ConglomerateModel& model, gpu::Float3 p_S) {
  return model.shell().origin_B() + Vec3(p_S.x, p_S.y, p_S.z);
}

void addColors(const std::vector<Placed>& placed, DrawList& list) {
  std::vector<DrawMesh> pieces;
  std::vector<std::size_t> replaced;
  for (const Placed& p : placed) {
    const DrawMesh& whole = list.meshes[p.mesh];
    for (std::size_t shade = 0; shade < p.part->pieces.size(); ++shade) {
      DrawMesh piece = whole;
      piece.mesh = p.part->pieces[shade];
      piece.vertexColors = nullptr;
      piece.color = distinctColor(shade);
      piece.color.a = whole.color.a;
      pieces.push_back(std::move(piece));
    }
    replaced.push_back(p.mesh);
  }
  std::sort(replaced.rbegin(), replaced.rend());
  for (const std::size_t k : replaced) list.meshes.erase(list.meshes.begin() + static_cast<std::ptrdiff_t>(k));
  list.meshes.insert(list.meshes.end(), pieces.begin(), pieces.end());
}

struct Shown {
  std::size_t shown = 0, all = 0;  // marks
  [[nodiscard]] std::string text() const {
    return shown == all ? std::to_string(all) : std::to_string(shown) + "/" + std::to_string(all);
  }
};

Shown addBoxes(const Placed& p, const std::vector<int>& conglomerates, DrawList& list) {
  for (const int c : conglomerates) {
    const gpu::OrientedBox& box = p.part->model->boxes().boxes[static_cast<std::size_t>(c)];
    DrawBox mark;
    mark.box = {-box.half, box.half};
    mark.X_WB = p.X_WM * box.X_MB;
    mark.color = kBox;
    list.boxes.push_back(mark);
  }
  return {conglomerates.size(), conglomerates.size()};
}

// Conglomerate by conglomerate, as long as there is room.
Shown addSamples(const Placed& p, const std::vector<int>& conglomerates, std::size_t room, DrawList& list) {
  const gpu::ConglomerateModel& model = *p.part->model;
  Shown s;
  for (const int c : conglomerates) {
    const auto count = static_cast<std::size_t>(model.sampleCount(c));
    s.all += count;
    if (s.shown + count > room) continue;
    s.shown += count;
    for (const int f : model.facesOf(c)) {
      gpu::forEachSample(model.shell().view(), f, [&](gpu::Float3 q) {
        list.points.push_back({.p = p.X_WM * meshPoint(model, q), .color = kSample, .size = 3.0F, .onTop = false});
      });
    }
  }
  return s;
}

Shown addLeaves(const Placed& p, const std::vector<int>& conglomerates, std::size_t room, DrawList& list) {
  const gpu::ConglomerateModel& model = *p.part->model;
  Shown s;
  for (const int c : conglomerates) {
    const gpu::TreeView tree = model.tree(c);
    const std::span nodes(tree.nodes, static_cast<std::size_t>(tree.nodeCount));
    const auto count = static_cast<std::size_t>(
        std::count_if(nodes.begin(), nodes.end(), [](const gpu::TreeNode& n) { return n.childCount == 0; }));
    s.all += count;
    if (s.shown + count > room) continue;
    s.shown += count;
    for (const gpu::TreeNode& n : nodes) {
      if (n.childCount != 0) continue;
      DrawBox mark;
      mark.box = {meshPoint(model, {n.lower[0], n.lower[1], n.lower[2]}),
                  meshPoint(model, {n.upper[0], n.upper[1], n.upper[2]})};
      mark.X_WB = p.X_WM;
      mark.color = kLeaf;
      list.boxes.push_back(mark);
    }
  }
  return s;
}

Shown addHits(const Placed& p, std::size_t room, DrawList& list) {
  const TriangleMesh& mesh = *p.part->drawn.mesh;
  Shown s;
  s.all = p.hits->near.size();
  const bool dense = s.all > kDense;
  for (const int f : p.hits->near) {
    if (s.shown == room) break;
    ++s.shown;
    const bool meets = std::binary_search(p.hits->meeting.begin(), p.hits->meeting.end(), f);
    const Triangle& t = mesh.triangles()[static_cast<std::size_t>(f)];
    for (std::size_t k = 0; k < 3; ++k) {
      DrawLine line;
      line.a = p.X_WM * mesh.vertices()[static_cast<std::size_t>(t[k])];
      line.b = p.X_WM * mesh.vertices()[static_cast<std::size_t>(t[(k + 1) % 3])];
      line.color = meets ? kMeeting : kNear;
      line.width = dense ? 1.0F : (meets ? 2.5F : 1.5F);
      line.onTop = true;
      list.lines.push_back(line);
    }
  }
  return s;
}

}  // namespace

void addPairTest(const PairTestResult& result, const PairTestMarks& marks, DrawList& list) {
  const std::vector<Placed> placed = placedParts(result, list);
  Shown boxes, samples, leaves, hits;
  const auto sum = [](Shown& all, const Shown& one) {
    all.shown += one.shown;
    all.all += one.all;
  };
  std::size_t groups = 0;
  for (const Placed& p : placed) {
    const std::vector<int> near = conglomeratesOf(p.part->model->partition(), p.hits->near);
    groups += static_cast<std::size_t>(p.part->model->count());
    if (marks.boxes) sum(boxes, addBoxes(p, near, list));
    if (marks.samples) sum(samples, addSamples(p, near, kMostSampleMarks - samples.shown, list));
    if (marks.leaves) sum(leaves, addLeaves(p, near, kMostLeafMarks - leaves.shown, list));
    if (marks.hits) sum(hits, addHits(p, kMostHitMarks - hits.shown, list));
  }
  if (marks.colors) addColors(placed, list);
  if (marks.legendTop < 0) return;

  double y = marks.legendTop;
  const auto line = [&](const Color* color, const std::string& text) {
    DrawText t;
    t.p = Vec3(color != nullptr ? 38 : 14, y, 0);
    t.text = text;
    t.screen = true;
    list.texts.push_back(std::move(t));
    if (color != nullptr) list.swatches.push_back({16, y + 4, 12, 12, *color});
    y += 20;
  };
  if (marks.colors)
    line(nullptr,
         words(QT_TRANSLATE_NOOP("Overlays", "%1 conglomerates: groups of faces, neighbours in different colours"),
               {std::to_string(groups)}));
  if (marks.boxes)
    line(&kBox, words(QT_TRANSLATE_NOOP("Overlays", "boxes of conglomerates with faces near: %1"), {boxes.text()}));
  if (marks.samples)
    line(&kSample, words(QT_TRANSLATE_NOOP("Overlays", "samples of their shells: %1"), {samples.text()}));
  if (marks.leaves) line(&kLeaf, words(QT_TRANSLATE_NOOP("Overlays", "leaves of their trees: %1"), {leaves.text()}));
  if (marks.hits) {
    line(&kNear, words(QT_TRANSLATE_NOOP("Overlays", "faces within %1 of another part: %2"),
                       {quantityText(result.distance, "m"), hits.text()}));
    line(&kMeeting, words(QT_TRANSLATE_NOOP("Overlays", "of them, faces that touch or cross it")));
  }
}

}  // namespace passung::app
