// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/overlays/pair_test_marks.h"

#include <algorithm>
#include <map>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kNear = {1.00F, 0.90F, 0.10F, 1}, kMeeting = {0.85F, 0.05F, 0.10F, 1};
constexpr Color kBox = {0.10F, 0.35F, 0.75F, 1}, kLeaf = {0.10F, 0.55F, 0.35F, 0.9F};
constexpr std::size_t kDense = 3000;  // faces whose outlines would run together
constexpr Color kApart = {0.50F, 0.25F, 0.65F, 0.9F}, kNearLeaf = {0.95F, 0.45F, 0.05F, 1};
constexpr Color kSample = {0.05F, 0.25F, 0.60F, 1};

// A part of the result where it is drawn.
struct Placed {
  const TestedPart* part;
  const FaceHits* hits;
  const std::vector<FrontBox>* front;  // null: it was not asked
  Transform X_WM;
  std::size_t mesh;  // its place in the list
};

std::vector<Placed> placedParts(const PairTestResult& result, const DrawList& list) {
  std::multimap<std::uint32_t, std::size_t> meshes;  // by what they pick
  for (std::size_t k = 0; k < list.meshes.size(); ++k) meshes.emplace(list.meshes[k].pickId, k);
  std::vector<Placed> placed;
  for (std::size_t i = 0; i < result.tested->parts.size(); ++i) {
    const TestedPart& part = result.tested->parts[i];
    const auto [first, last] = meshes.equal_range(static_cast<std::uint32_t>(part.drawn.body) + 1);
    const auto found =
        std::find_if(first, last, [&](const auto& entry) { return list.meshes[entry.second].mesh == part.drawn.mesh; });
    if (found == last) continue;
    placed.push_back({&part, &result.hits[i], result.front ? &result.front->walks.boxes[i] : nullptr,
                      list.meshes[found->second].X_WM, found->second});
    meshes.erase(found);  // the body may have the mesh twice
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
  std::vector<const TestedPart*> parts(list.meshes.size(), nullptr);
  for (const Placed& p : placed) parts[p.mesh] = p.part;
  std::vector<DrawMesh> drawn;
  std::size_t color = 0;  // parts go on with the colours, so that those of one conglomerate each differ, too
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const DrawMesh& whole = list.meshes[k];
    if (parts[k] == nullptr) {
      drawn.push_back(whole);
      continue;
    }
    for (std::size_t shade = 0; shade < parts[k]->pieces.size(); ++shade) {
      DrawMesh piece = whole;
      piece.mesh = parts[k]->pieces[shade];
      piece.vertexColors = nullptr;
      piece.color = distinctColor(color++);
      piece.color.a = whole.color.a;
      drawn.push_back(std::move(piece));
    }
  }
  list.meshes = std::move(drawn);
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

// The boxes of all parts that are near, or those that are apart; every so many where there are too many.
Shown addFront(const std::vector<Placed>& placed, bool near, DrawList& list) {
  Shown s;
  const auto each = [&](auto&& visit) {
    for (const Placed& p : placed) {
      if (p.front == nullptr) continue;
      for (const FrontBox& b : *p.front) {
        if (b.near == near) visit(p, b);
      }
    }
  };
  each([&](const Placed&, const FrontBox&) { ++s.all; });
  constexpr auto kRoom = static_cast<std::size_t>(kMostFrontMarks / 2);
  const std::size_t every = (s.all + kRoom - 1) / kRoom;
  std::size_t place = 0;
  each([&](const Placed& p, const FrontBox& b) {
    if (place++ % every != 0) return;
    ++s.shown;
    DrawBox mark;
    mark.box = b.box;
    mark.X_WB = p.X_WM;
    mark.color = near ? kNearLeaf : kApart;
    list.boxes.push_back(mark);
  });
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
  const bool front = marks.front && result.front.has_value();
  const Shown apart = front ? addFront(placed, false, list) : Shown{};
  const Shown nearLeaves = front ? addFront(placed, true, list) : Shown{};
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
  if (front) {
    line(&kApart, words(QT_TRANSLATE_NOOP("Overlays", "front of the hierarchies, boxes apart from all they meet: %1"),
                        {apart.text()}));
    line(&kNearLeaf,
         words(QT_TRANSLATE_NOOP("Overlays", "its leaves near one of another part: %1"), {nearLeaves.text()}));
  }
  if (marks.hits) {
    line(&kNear, words(QT_TRANSLATE_NOOP("Overlays", "faces within %1 of another part: %2"),
                       {quantityText(result.distance, "m"), hits.text()}));
    line(&kMeeting, words(QT_TRANSLATE_NOOP("Overlays", "of them, faces that touch or cross it")));
  }
}

}  // namespace passung::app
