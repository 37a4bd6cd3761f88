// SPDX-License-Identifier: Apache-2.0
// What the benchmarks are made of: fits, plots, tables of checks, closed forms of their studies.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/bench/check.h"
#include "app/bench/check_report.h"
#include "app/bench/convergence.h"
#include "app/bench/ode_engine.h"
#include "app/bench/query_bench.h"
#include "app/run/monitors/line_fit.h"
#include "app/run/simulation_run.h"
#include "app/run/svg_plot.h"
#include "tests/app/fake_engine.h"

namespace passung::app {
namespace {

TEST(LineFit, findsALineAmongNoiseAndKnowsWhenThereIsNone) {
  LineFit line;
  EXPECT_FALSE(line.slope().has_value());
  line.add(3, 7);
  line.add(3, 8);
  EXPECT_FALSE(line.slope().has_value());
  LineFit far;
  for (int i = 0; i < 100; ++i) far.add(1e6 + i, -2.5 * i + (i % 2 == 0 ? 0.1 : -0.1));
  EXPECT_NEAR(*far.slope(), -2.5, 1e-3);
  EXPECT_EQ(far.spanX(), 99);
}

TEST(Convergence, orderOfErrorsThatFallWithThatOrder) {
  for (const double order : {0.5, 1.0, 2.0}) {
    std::vector<ConvergencePoint> points;
    for (const double dt : convergenceSteps()) points.push_back({dt, 0, 3 * std::pow(dt, order)});
    EXPECT_NEAR(convergenceOrder(points), order, 1e-9);
  }
  EXPECT_EQ(convergenceOrder({}), 0);
  EXPECT_GE(convergenceSteps().front(), 4e-3);
  EXPECT_LE(convergenceSteps().back(), 1e-4);
}

// A box on a slope: the way is that of the closed form to a few steps' worth, which the study must see.
TEST(Convergence, aBoxOnASlopeComesNearItsClosedForm) {
  const auto& studies = convergenceStudies();
  const auto slope =
      std::find_if(studies.begin(), studies.end(), [](const auto& s) { return std::string(s.name) == "slope"; });
  ASSERT_NE(slope, studies.end());
  const auto [coarse, expected] = slope->measure("implicit", 4e-3, nullptr);
  const auto [fine, same] = slope->measure("implicit", 1e-3, nullptr);
  EXPECT_NEAR(expected, 0.5 * 9.81 * (std::sin(kPi / 12) - 0.2 * std::cos(kPi / 12)) * 0.16, 1e-12);
  EXPECT_EQ(expected, same);
  EXPECT_NEAR(coarse, expected, 0.02 * expected);
  EXPECT_NEAR(fine, expected, 0.005 * expected);
}

TEST(SvgPlot, isOneWholeDocumentWithoutWhatCannotBeShown) {
  const Plot plot{.title = "a < b & c",
                  .xLabel = "x",
                  .yLabel = "y",
                  .series = {{.name = "one", .points = {{1, 10}, {10, 100}, {100, -1}, {0, 5}, {1000, NAN}}},
                             {.name = "two", .points = {{1, 1}, {10, 10}}, .guide = true}}};
  const std::string text = svgText(plot);
  EXPECT_EQ(text.find("<svg"), 0U);
  EXPECT_NE(text.find("</svg>"), std::string::npos);
  EXPECT_NE(text.find("a &lt; b &amp; c"), std::string::npos);
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(text.find("inf"), std::string::npos);
  std::size_t marks = 0;
  for (std::size_t at = text.find("<circle"); at != std::string::npos; at = text.find("<circle", at + 1)) ++marks;
  EXPECT_EQ(marks, 2U) << "only two points of the first series lie on logarithmic axes";
  EXPECT_EQ(svgText({.title = "empty", .xLabel = "", .yLabel = ""}).find("nan"), std::string::npos);
}

TEST(CheckReport, rowsFitTheWidthAndTheJsonSaysTheSame) {
  CheckRow row{
      .check = "c", .scene = "a_scene_with_a_very_long_name", .shows = "something that takes many words to say"};
  row.expected = -9.93e-3;
  row.measured = -9.91e-3;
  row.unit = "m/s^2";
  row.verdict = Verdict::kPassed;
  row.drift = 1.23e-9;
  row.gainShare = 1.2e-4;
  row.penetration = 0;
  row.realTimeFactor = 12.34;
  std::ostringstream out;
  CheckTable table(out);
  table.header();
  table.row(row);
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120U) << line;
  EXPECT_NE(out.str().find("-9.91 mm/s^2"), std::string::npos);
  EXPECT_NE(out.str().find("passed"), std::string::npos);
  const auto json = checkJson(row);
  EXPECT_EQ(json["measured"], -9.91e-3);
  EXPECT_EQ(json["verdict"], "passed");
  EXPECT_FALSE(json.contains("limit"));
}

TEST(Checks, haveNamesOfTheirOwnAndSkipWhatIsNotThere) {
  std::set<std::string> names;
  for (const Check& check : checks()) EXPECT_TRUE(names.insert(check.name).second) << check.name;
  CheckContext context;
  std::vector<CheckRow> rows;
  context.emit = [&](const CheckRow& row) { rows.push_back(row); };
  EXPECT_FALSE(context.run({.scene = "no_such_scene"}, "anything").has_value());
  EXPECT_FALSE(context.run({.scene = "box_stack", .settings = {{"no.such.key", "1"}}}, "anything").has_value());
  EXPECT_FALSE(context.run({.scene = "box_stack", .solver = "magic"}, "anything").has_value());
  ASSERT_EQ(rows.size(), 3U);
  for (const CheckRow& row : rows) {
    EXPECT_EQ(row.verdict, Verdict::kSkipped);
    EXPECT_FALSE(row.detail.empty());
  }
  const auto run = context.run(
      {.scene = "box_stack", .duration = 0.01, .monitors = {bodyMonitor(scenes::Monitor::Type::kStands, "box1", 1)}},
      "stands");
  ASSERT_TRUE(run.has_value());
  EXPECT_TRUE(run->added(0).passed);
  EXPECT_EQ(run->body("box1").name, "box1");
}

// Two tetrahedra side by side along x, 1 m between their nearest corners at the first pose.
TEST(QueryBench, ownAndFclAgreeOnClosedForms) {
  const auto tetrahedron =
      TriangleMesh::build({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});
  QueryCase what{.name = "pair", .a = tetrahedron, .b = tetrahedron};
  for (const double x : {2.0, 1.5, 0.5}) {
    Transform X_AB;
    X_AB.p = {x, 0, 0};
    what.X_AB.push_back(X_AB);
  }
  const QueryTimes own = timeOwnQueries(what);
  EXPECT_EQ(own.intersects, (std::vector<bool>{false, false, true}));
  EXPECT_NEAR(own.distances[0], 1, 1e-12);
  EXPECT_NEAR(own.distances[1], 0.5, 1e-12);
  EXPECT_EQ(own.distances[2], 0);
  const auto fcl = timeFclQueries(what);
  if (!fcl) GTEST_SKIP() << "FCL is not installed";
  EXPECT_EQ(fcl->intersects, own.intersects);
  EXPECT_NEAR(fcl->distances[0], 1, 1e-9);
}

// The peer falls and lands as bodies do, so its step times are those of a working engine.
TEST(OdeEngine, aBoxFallsAndRestsOnTheGround) {
  scenes::Scene scene = boxScene(Vec3::Constant(0.1));
  dynamics::BodyDef ground;
  ground.name = "ground";
  ground.motion = dynamics::Motion::kFixed;
  ground.colliders.push_back({collision::HalfSpace{}, {}});
  scene.world.bodies[0].X_WB.p = {0, 0, 0.2};
  scene.world.bodies.push_back(ground);
  const auto engine = makeOdeEngine(scene.world);
  if (engine == nullptr) GTEST_SKIP() << "ODE is not installed";
  for (int i = 0; i < 100; ++i) static_cast<void>(engine->step());
  // Semi-implicit Euler: z falls by g dt^2 n (n + 1) / 2.
  EXPECT_NEAR(engine->states()[0].X_WB.p.z(), 0.2 - 9.81e-6 * 5050, 1e-9);
  for (int i = 0; i < 900; ++i) static_cast<void>(engine->step());
  EXPECT_NEAR(engine->states()[0].X_WB.p.z(), 0.1, 1e-3);
  EXPECT_LT(engine->states()[0].v_WC.norm(), 1e-3);
}

}  // namespace
}  // namespace passung::app
