// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/overlays/gap_colors.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/overlays/draw_context.h"

namespace passung::app {

namespace {

constexpr Color kInside = {0.72F, 0.08F, 0.55F, 1};
constexpr Color kBeyond = {0.70F, 0.72F, 0.75F, 1};
constexpr std::array<Color, 5> kScale = {{{0.80F, 0.10F, 0.12F, 1},
                                          {0.97F, 0.80F, 0.12F, 1},
                                          {0.25F, 0.68F, 0.25F, 1},
                                          {0.10F, 0.68F, 0.80F, 1},
                                          {0.16F, 0.30F, 0.78F, 1}}};
constexpr float kOtherAlpha = 0.35F;
constexpr double kFinestOfLimit = 0.25, kFinestOfPart = 1.0 / 400;
constexpr std::size_t kMostTriangles = 400000;  // of all parts together

}  // namespace

std::vector<DrawnPart> drawnParts(const SceneGeometry& geometry) {
  std::vector<DrawnPart> parts;
  for (const ColliderGeometry& g : geometry.impl().colliders) {
    if (g.mesh != nullptr && !g.halfSpace) parts.push_back({g.body, g.mesh, g.X_BG});
  }
  return parts;
}

Color gapColor(double gap, double limit) {
  if (gap < 0) return kInside;
  if (!(gap < limit)) return kBeyond;
  const double at = gap / limit * (kScale.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(at), kScale.size() - 2);
  const auto t = static_cast<float>(at - static_cast<double>(i));
  const Color &a = kScale[i], &b = kScale[i + 1];
  return {a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b), 1};
}

GapColors gapColors(const GapQuestion& q, const collision::PenetrationOracle& oracle,
                    const std::function<bool(int done, int total)>& progress) {
  GapColors out;
  out.limit = q.limit;
  out.smallest = std::numeric_limits<double>::infinity();
  const auto wanted = [&](int body) { return std::find(q.bodies.begin(), q.bodies.end(), body) != q.bodies.end(); };
  std::vector<const DrawnPart*> parts;
  for (const DrawnPart& part : q.drawn) {
    if (wanted(part.body)) parts.push_back(&part);
  }
  for (std::size_t k = 0; k < parts.size() && !out.cancelled; ++k) {
    const DrawnPart& part = *parts[k];
    const Transform X_WG = q.poses[static_cast<std::size_t>(part.body)] * part.X_BG;
    const Aabb reach = transformed(part.mesh->bounds(), X_WG).grown(q.limit);
    std::vector<collision::PlacedPart> others;
    for (int other : q.others) {
      if (other == part.body) continue;
      const Transform& X_WB = q.poses[static_cast<std::size_t>(other)];
      if (!reach.overlaps(oracle.boxOf(other, X_WB))) continue;
      for (const auto& p : oracle.parts(other)) others.push_back({&p, X_WB * p.X_BG});
    }
    if (others.empty()) {
      out.surfaces.push_back({part.body, part.mesh, part.mesh,
                              std::make_shared<const std::vector<Color>>(part.mesh->vertices().size(), kBeyond)});
      continue;
    }
    const std::size_t before = out.vertices;
    const collision::GapSettings settings{
        .limit = q.limit,
        .finest = std::max(kFinestOfLimit * q.limit, kFinestOfPart * part.mesh->bounds().size()),
        .mostTriangles = std::max(kMostTriangles / parts.size(), part.mesh->triangles().size() + 1000)};
    const collision::SurfaceGaps gaps =
        collision::surfaceGaps(*part.mesh, X_WG, others, settings, [&](std::size_t measured) {
          // A part's own share grows towards one by half of what is left for each of its vertices that is new.
          const double own = 1 - static_cast<double>(part.mesh->vertices().size()) /
                                     static_cast<double>(part.mesh->vertices().size() + measured);
          out.vertices = before + measured;
          const auto count = static_cast<double>(parts.size());
          return !progress || progress(static_cast<int>(1000 * (static_cast<double>(k) + own) / count), 1000);
        });
    out.cancelled = gaps.cancelled;
    if (gaps.cancelled) break;
    out.vertices = before + gaps.gaps.size();
    out.complete = out.complete && gaps.complete;
    out.smallest = std::min(out.smallest, gaps.smallest);
    auto colors = std::make_shared<std::vector<Color>>();
    for (double gap : gaps.gaps) colors->push_back(gapColor(gap, q.limit));
    out.surfaces.push_back({part.body, part.mesh, gaps.mesh, std::move(colors)});
  }
  return out;
}

void addGapColors(const GapColors& colors, double legendTop, DrawList& list) {
  std::vector<bool> used(colors.surfaces.size(), false);
  for (DrawMesh& mesh : list.meshes) {
    std::size_t i = 0;
    while (i < used.size() && (used[i] || mesh.pickId != static_cast<std::uint32_t>(colors.surfaces[i].body) + 1 ||
                               mesh.mesh != colors.surfaces[i].source)) {
      ++i;
    }
    const float other = mesh.color.a > 0 ? kOtherAlpha : 0;  // what is not to be seen stays so
    mesh.color = {kBeyond.r, kBeyond.g, kBeyond.b, i < used.size() ? mesh.color.a : other};
    if (i == used.size()) continue;
    used[i] = true;
    mesh.mesh = colors.surfaces[i].mesh;
    mesh.vertexColors = colors.surfaces[i].colors;
  }
  if (legendTop < 0) return;

  // The scale: a bar from the limit down to 0, then what lies within.
  constexpr int kSteps = 40, kTicks = 4;
  constexpr double kLeft = 14, kWidth = 16, kHeight = 150, kStep = kHeight / kSteps;
  const auto text = [&](double x, double y, const std::string& line) {
    DrawText t;
    t.p = Vec3(x, y, 0);
    t.text = line;
    t.screen = true;
    list.texts.push_back(std::move(t));
  };
  text(kLeft, legendTop, words(QT_TRANSLATE_NOOP("Overlays", "gap to the nearest part")));
  const double top = legendTop + 26;
  for (int i = 0; i < kSteps; ++i) {
    const double gap = colors.limit * (1 - (i + 0.5) / kSteps);
    // A little higher than its step, so that no line shows between two.
    list.swatches.push_back({kLeft, top + i * kStep, kWidth, kStep + 1, gapColor(gap, colors.limit)});
  }
  for (int i = 0; i <= kTicks; ++i) {
    const double share = static_cast<double>(i) / kTicks;
    std::string figure = i == kTicks ? "0" : quantityText(colors.limit * (1 - share), "m");
    if (i == 0) figure = words(QT_TRANSLATE_NOOP("Overlays", "%1; grey: more"), {figure});
    text(kLeft + kWidth + 8, top + share * kHeight - 9, figure);
  }
  list.swatches.push_back({kLeft, top + kHeight + 12, kWidth, 10, kInside});
  text(kLeft + kWidth + 8, top + kHeight + 8, words(QT_TRANSLATE_NOOP("Overlays", "within another part")));
  double y = top + kHeight + 30;
  if (std::isfinite(colors.smallest)) {
    text(kLeft, y,
         colors.smallest < 0
             ? words(QT_TRANSLATE_NOOP("Overlays", "deepest vertex %1"), {quantityText(-colors.smallest, "m")})
             : words(QT_TRANSLATE_NOOP("Overlays", "smallest %1"), {quantityText(colors.smallest, "m")}));
    y += 20;
  }
  if (!colors.complete)
    text(kLeft, y, words(QT_TRANSLATE_NOOP("Overlays", "coarser than asked for: too many triangles")));
}

}  // namespace passung::app
