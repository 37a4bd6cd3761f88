// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/overlays/pair_test.h"

#include <algorithm>
#include <map>
#include <utility>

#include "collision/bvh/bvh.h"
#include "gpu/references/tree_pairs.h"

namespace passung::app {

namespace {

// The smallest shade that no neighbour with a lower number has; neighbours share an edge.
std::vector<int> shadesOf(const TriangleMesh& mesh, const gpu::Partition& partition) {
  std::vector<int> of(mesh.triangles().size(), 0);
  for (int c = 0; c < partition.count(); ++c) {
    for (const int f : partition.of(c)) of[static_cast<std::size_t>(f)] = c;
  }
  std::vector<std::vector<int>> lower(static_cast<std::size_t>(partition.count()));
  for (const MeshEdge& e : mesh.edges()) {
    if (e.face0 < 0 || e.face1 < 0) continue;
    const auto [a, b] = std::minmax(of[static_cast<std::size_t>(e.face0)], of[static_cast<std::size_t>(e.face1)]);
    if (a != b) lower[static_cast<std::size_t>(b)].push_back(a);
  }
  std::vector<int> shades(lower.size(), 0);
  for (std::size_t c = 0; c < shades.size(); ++c) {
    std::vector<int> taken;
    for (const int n : lower[c]) taken.push_back(shades[static_cast<std::size_t>(n)]);
    while (std::find(taken.begin(), taken.end(), shades[c]) != taken.end()) ++shades[c];
  }
  return shades;
}

std::vector<std::shared_ptr<const TriangleMesh>> piecesOf(const TriangleMesh& mesh, const gpu::Partition& partition,
                                                          const std::vector<int>& shades) {
  const int count = shades.empty() ? 0 : *std::max_element(shades.begin(), shades.end()) + 1;
  std::vector<std::shared_ptr<const TriangleMesh>> pieces;
  for (int shade = 0; shade < count; ++shade) {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
    std::vector<int> place(mesh.vertices().size(), -1);
    for (int c = 0; c < partition.count(); ++c) {
      if (shades[static_cast<std::size_t>(c)] != shade) continue;
      for (const int f : partition.of(c)) {
        Triangle t = mesh.triangles()[static_cast<std::size_t>(f)];
        for (int& v : t) {
          int& at = place[static_cast<std::size_t>(v)];
          if (at < 0) {
            at = static_cast<int>(vertices.size());
            vertices.push_back(mesh.vertices()[static_cast<std::size_t>(v)]);
          }
          v = at;
        }
        triangles.push_back(t);
      }
    }
    pieces.push_back(TriangleMesh::build(std::move(vertices), std::move(triangles), {.orient = false}));
  }
  return pieces;
}

TestedPart testedPart(const DrawnPart& drawn, const PairTestChoice& choice) {
  TestedPart part;
  part.drawn = drawn;
  gpu::Partition partition = gpu::partition(*drawn.mesh, choice.partitioner);
  part.shades = shadesOf(*drawn.mesh, partition);
  part.pieces = piecesOf(*drawn.mesh, partition, part.shades);
  gpu::ModelSettings settings;
  settings.tree = choice.tree;
  part.model = std::make_shared<const gpu::ConglomerateModel>(drawn.mesh, std::move(partition), settings);
  const gpu::ModelMemory memory = part.model->memory();
  part.bytes = memory.treeBytes + memory.shell.maskBytes + memory.shell.radiusBytes + memory.shell.triangleBytes;
  return part;
}

void sortOnce(std::vector<int>& faces) {
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

// In a scene of thousands of parts most are nowhere near each other: only those whose boxes are get asked about.
std::vector<AskedPair> askedPairs(const TestedParts& tested, std::span<const Transform> poses,
                                  const std::vector<bool>& moves, double distance) {
  const std::vector<TestedPart>& parts = tested.parts;
  std::vector<Transform> placed;
  std::vector<Aabb> boxes;
  for (const TestedPart& part : parts) {
    placed.push_back(poses[static_cast<std::size_t>(part.drawn.body)] * part.drawn.X_BG);
    const Aabb box = transformed(part.drawn.mesh->bounds(), placed.back());
    // Rounding of poses and of the box is far below this.
    boxes.push_back(box.grown(distance + 1e-12 * (box.size() + box.center().norm())));
  }
  std::vector<AskedPair> asked;
  const collision::Bvh tree = collision::Bvh::build(boxes);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::vector<std::size_t> others;
    tree.overlapping(boxes[i], [&](int j) {
      if (static_cast<std::size_t>(j) > i) others.push_back(static_cast<std::size_t>(j));
    });
    std::sort(others.begin(), others.end());
    for (const std::size_t j : others) {
      const auto a = static_cast<std::size_t>(parts[i].drawn.body), b = static_cast<std::size_t>(parts[j].drawn.body);
      if (a == b || (!moves[a] && !moves[b])) continue;
      Transform X_AB = placed[i].inverse() * placed[j];
      X_AB.q.normalize();
      asked.push_back({i, j, X_AB});
    }
  }
  return asked;
}

std::vector<gpu::ObjectPair> objectsOf(const TestedParts& tested, const std::vector<AskedPair>& asked,
                                       double distance) {
  std::vector<gpu::ObjectPair> objects;
  for (const AskedPair& q : asked)
    objects.push_back({tested.parts[q.a].model.get(), tested.parts[q.b].model.get(), q.X_AB, distance});
  return objects;
}

PairTestResult hitsOf(std::shared_ptr<const TestedParts> tested, const std::vector<AskedPair>& asked, double distance,
                      const gpu::PairResult& found) {
  PairTestResult result;
  result.hits.resize(tested->parts.size());
  result.tested = std::move(tested);
  result.distance = distance;
  result.objectPairs = static_cast<int>(asked.size());
  result.report = found.report;
  for (const gpu::FaceContact& c : found.contacts) {
    const AskedPair& q = asked[static_cast<std::size_t>(c.pair.object)];
    for (const auto& [part, face] : {std::pair(q.a, c.pair.faceA), std::pair(q.b, c.pair.faceB)}) {
      result.hits[part].near.push_back(face);
      if (c.squared == 0) result.hits[part].meeting.push_back(face);
    }
  }
  for (FaceHits& hits : result.hits) {
    sortOnce(hits.near);
    sortOnce(hits.meeting);
  }
  return result;
}

}  // namespace

std::shared_ptr<const TestedParts> testedParts(const std::vector<DrawnPart>& drawn, const PairTestChoice& choice,
                                               const TestedParts* before,
                                               const std::function<bool(int done, int total)>& progress) {
  std::map<const TriangleMesh*, const TestedPart*> known;
  if (before != nullptr && before->choice == choice) {
    for (const TestedPart& part : before->parts) known.emplace(part.drawn.mesh.get(), &part);
  }
  auto result = std::make_shared<TestedParts>();
  result->choice = choice;
  result->parts.reserve(drawn.size());  // `known` points into it
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (!progress(static_cast<int>(i), static_cast<int>(drawn.size()))) return nullptr;
    const auto found = known.find(drawn[i].mesh.get());
    if (found != known.end()) {
      result->parts.push_back(*found->second);
      result->parts.back().drawn = drawn[i];
    } else {
      result->parts.push_back(testedPart(drawn[i], choice));
      known.emplace(drawn[i].mesh.get(), &result->parts.back());
    }
  }
  return result;
}

namespace {

bool sameContacts(const std::vector<gpu::FaceContact>& a, const std::vector<gpu::FaceContact>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const gpu::FaceContact& p, const gpu::FaceContact& q) {
    return p.pair == q.pair && p.squared == q.squared;
  });
}

PairTestResult::Hierarchies walkDown(const TestedParts& tested, const std::vector<AskedPair>& asked, double distance,
                                     const gpu::PairResult& found, Jobs& jobs) {
  std::map<const TriangleMesh*, gpu::TreeModel> trees;
  const auto treeOf = [&](std::size_t part) {
    const std::shared_ptr<const TriangleMesh>& mesh = tested.parts[part].drawn.mesh;
    return &trees.try_emplace(mesh.get(), mesh, &jobs).first->second;
  };
  std::vector<gpu::TreeObjects> walked;
  for (const AskedPair& q : asked) walked.push_back({treeOf(q.a), treeOf(q.b), q.X_AB, distance});
  gpu::TreePairs walk;
  const gpu::TreeResult& reference = walk.run(walked, jobs);
  const gpu::TreeReport::Seconds& t = reference.report.seconds;
  return {.seconds = t.walk + t.sort + t.exact, .equal = sameContacts(found.contacts, reference.contacts)};
}

}  // namespace

PairTestResult testPairs(std::shared_ptr<const TestedParts> tested, std::span<const Transform> poses,
                         const std::vector<bool>& moves, double distance, gpu::FacePairFinder& finder,
                         const PairTestExtras& extras) {
  const std::vector<AskedPair> asked = askedPairs(*tested, poses, moves, distance);
  const gpu::PairResult& found = finder.run(objectsOf(*tested, asked, distance));
  PairTestResult result = hitsOf(tested, asked, distance, found);
  if (extras.hierarchies != nullptr)
    result.hierarchies = walkDown(*tested, asked, distance, found, *extras.hierarchies);
  if (extras.fronts != nullptr) {
    std::vector<DrawnPart> drawn;
    for (const TestedPart& part : tested->parts) drawn.push_back(part.drawn);
    FrontsReport walks = extras.fronts->follow(drawn, asked, distance, *extras.frontJobs);
    const bool equal = sameContacts(walks.contacts, found.contacts);
    result.front = {.walks = std::move(walks), .equal = equal};
  }
  return result;
}

}  // namespace passung::app
