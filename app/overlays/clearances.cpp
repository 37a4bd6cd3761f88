// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/overlays/clearances.h"

#include <algorithm>
#include <array>
#include <map>

#include "app/overlays/draw_context.h"

namespace passung::app {

using collision::Clearance;
using collision::ClearanceState;

namespace {

constexpr float kPartAlpha = 0.5F;  // places lie within the parts
constexpr Color kOther = {0.72F, 0.74F, 0.77F, kPartAlpha};

void tintParts(std::span<const Clearance> pairs, int chosen, DrawList& list) {
  std::map<std::uint32_t, ClearanceState> worst;
  for (int i = 0; i < static_cast<int>(pairs.size()); ++i) {
    if (chosen >= 0 && i != chosen) continue;
    const Clearance& c = pairs[static_cast<std::size_t>(i)];
    for (const int body : {c.bodyA, c.bodyB}) {
      const auto [entry, isNew] = worst.try_emplace(static_cast<std::uint32_t>(body) + 1, c.state);
      if (!isNew) entry->second = std::min(entry->second, c.state);
    }
  }
  for (DrawMesh& mesh : list.meshes) {
    if (!(mesh.color.a > 0)) continue;  // not to be seen
    const auto found = worst.find(mesh.pickId);
    if (found == worst.end()) {
      mesh.color = kOther;
      if (chosen >= 0) mesh.color.a = 0.2F;
      continue;
    }
    mesh.color = clearanceColor(found->second);
    mesh.color.a = kPartAlpha;
  }
}

std::string figureOf(const Clearance& c) {
  switch (c.state) {
    case ClearanceState::kOverlapping:
      return words(QT_TRANSLATE_NOOP("Overlays", "overlap %1"), {quantityText(c.depth, "m")});
    case ClearanceState::kTouching:
      return words(QT_TRANSLATE_NOOP("Overlays", "touching"));
    case ClearanceState::kApart:
      return words(QT_TRANSLATE_NOOP("Overlays", "gap %1"), {quantityText(c.gap, "m")});
  }
  return {};
}

void mark(const Clearance& c, bool label, bool chosen, DrawList& list) {
  const Color color = clearanceColor(c.state);
  if (c.state != ClearanceState::kTouching) {
    list.lines.push_back({.a = c.pA_W, .b = c.pB_W, .color = color, .width = chosen ? 4.0F : 2.5F, .onTop = true});
  }
  for (const Vec3& p : {c.pA_W, c.pB_W}) {
    list.points.push_back({.p = p, .color = color, .size = chosen ? 13.0F : 9.0F, .onTop = true});
  }
  if (!label) return;
  DrawText text;
  text.p = 0.5 * (c.pA_W + c.pB_W);
  text.text = "  " + figureOf(c);
  text.size = chosen ? 16 : 14;
  list.texts.push_back(std::move(text));
}

void addLegend(std::span<const Clearance> pairs, double top, DrawList& list) {
  constexpr double kLine = 20;  // [pixel]
  constexpr std::array<std::pair<ClearanceState, const char*>, 3> kRows = {
      {{ClearanceState::kOverlapping,
        QT_TRANSLATE_NOOP("Overlays", "red: clash, deeper than the tolerance (pairs: %1)")},
       {ClearanceState::kTouching, QT_TRANSLATE_NOOP("Overlays", "yellow: touching (pairs: %1)")},
       {ClearanceState::kApart, QT_TRANSLATE_NOOP("Overlays", "cyan: clearance within the limit (pairs: %1)")}}};
  double y = top;
  const auto line = [&](const std::string& text) {
    DrawText t;
    t.p = Vec3(14, y, 0);
    t.text = text;
    t.screen = true;
    list.texts.push_back(std::move(t));
    y += kLine;
  };
  for (const auto& [state, text] : kRows) {
    const auto count =
        std::count_if(pairs.begin(), pairs.end(), [s = state](const Clearance& c) { return c.state == s; });
    if (count > 0) line(words(text, {std::to_string(count)}));
  }
  if (pairs.empty()) line(words(QT_TRANSLATE_NOOP("Overlays", "no parts are within the limit of each other")));
}

}  // namespace

Color clearanceColor(ClearanceState state) {
  switch (state) {
    case ClearanceState::kOverlapping:
      return {0.87F, 0.12F, 0.18F, 1};
    case ClearanceState::kTouching:
      return {0.96F, 0.76F, 0.10F, 1};
    case ClearanceState::kApart:
      return {0.05F, 0.66F, 0.80F, 1};
  }
  return {};
}

void addClearances(const ClearanceMarks& marks, DrawList& list) {
  if (marks.colorParts) tintParts(marks.pairs, marks.chosen, list);
  // The worst are drawn last, over the others.
  for (int i = static_cast<int>(marks.pairs.size()) - 1; i >= 0; --i) {
    if (i == marks.chosen || (marks.chosen >= 0 && marks.colorParts)) continue;
    mark(marks.pairs[static_cast<std::size_t>(i)], marks.chosen < 0 && i < marks.labels, false, list);
  }
  if (marks.chosen >= 0 && marks.chosen < static_cast<int>(marks.pairs.size())) {
    mark(marks.pairs[static_cast<std::size_t>(marks.chosen)], true, true, list);
  }
  if (marks.legendTop >= 0) addLegend(marks.pairs, marks.legendTop, list);
}

}  // namespace passung::app
