// SPDX-License-Identifier: Apache-2.0
#include "app/run/comparison_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "app/run/result_rows.h"

namespace passung::app {
namespace {

// Two runs of a box that lies still, the second with friction of its own, and one that was refused.
std::vector<RunResult> threeVariants() {
  RunResult first{.scene = "box", .engine = "native", .solver = "implicit", .dt = 0.001, .steps = 1000, .simulated = 1};
  first.wall = 0.25;
  first.maxPenetration = 2.5e-7;
  first.bodies.push_back({.name = "a \"big\", box", .motion = dynamics::Motion::kDynamic});
  first.bodies.back().rest = {.atRest = true, .since = 0.3, .drift = 1e-9, .tiltChange = 2e-9, .maxSpeed = 3e-9};
  first.monitors.push_back({.name = "it rests", .passed = false, .detail = "x < 1 & y"});
  for (int i = 0; i <= 10; ++i) first.curve.push_back({.time = 0.1 * i, .energy = 1 - 0.1 * i});
  RunResult second = first;
  second.settings = "friction 0.1";
  second.bodies.back().rest.atRest = false;
  RunResult third{.scene = "box", .engine = "bullet", .refusal = "it has no screw joints"};
  return {first, second, third};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST(ComparisonReport, CsvHasARowAFigureAndAColumnAVariant) {
  std::istringstream csv(comparisonCsv(threeVariants()));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "figure,unit,native (implicit),\"native (implicit), friction 0.1\",bullet");
  bool penetration = false, rest = false, speed = false;
  while (std::getline(csv, line)) {
    penetration = penetration || line == "deepest penetration,m,2.5e-07,2.5e-07,";
    rest = rest || line == "\"a \"\"big\"\", box at rest\",s,0.3,,";
    speed = speed || line == "real-time factor,,4,4,";
  }
  EXPECT_TRUE(penetration && rest && speed);
}

TEST(ComparisonReport, HtmlNeedsNoOtherFileAndNoScript) {
  const std::string png("\x89PNG\x0d\x0a\x1a\x0a", 8);
  const std::string html = comparisonHtml("box", "a <box> lies", threeVariants(), {{"first", png}, {"second", png}});
  // RFC 4648 of those eight bytes.
  EXPECT_EQ(count(html, "src=\"data:image/png;base64,iVBORw0KGgo=\""), 2U);
  EXPECT_EQ(count(html, "<script"), 0U);
  EXPECT_EQ(count(html, "href="), 0U);
  EXPECT_EQ(count(html, "src="), 2U);
  EXPECT_NE(html.find("a &lt;box&gt; lies"), std::string::npos);
  EXPECT_NE(html.find("x &lt; 1 &amp; y"), std::string::npos);
  EXPECT_NE(html.find("not run: it has no screw joints"), std::string::npos);
  // Energy has a curve each; nothing overlaps or moves, which is said in words.
  EXPECT_EQ(count(html, "<svg"), 1U);
  EXPECT_EQ(count(html, "<polyline"), 2U);
  EXPECT_NE(html.find("No two parts overlap"), std::string::npos);
  // Tags that open also close.
  for (const char* tag : {"div", "table", "tr", "td", "th", "figure", "p", "ul", "li", "svg", "h2"}) {
    EXPECT_EQ(count(html, std::string("<") + tag + ">") + count(html, std::string("<") + tag + " "),
              count(html, std::string("</") + tag + ">"))
        << tag;
  }
}

TEST(ComparisonReport, EveryFigureOfTheStabilityTableIsInTheFullOneToo) {
  std::vector<RunResult> results = threeVariants();
  results.pop_back();
  const auto all = resultRows(results);
  for (const ResultRow& row : stabilityRows(results)) {
    EXPECT_FALSE(row.tip.empty()) << row.label;
    EXPECT_EQ(row.texts.size(), 2U);
    if (row.label == "bodies at rest") continue;  // of one body: when, not how many
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const ResultRow& r) {
      return r.label.ends_with(row.label) && r.texts == row.texts;
    })) << row.label;
  }
}

}  // namespace
}  // namespace passung::app
