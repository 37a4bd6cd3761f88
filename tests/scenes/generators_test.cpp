// SPDX-License-Identifier: Apache-2.0
// Generated parts: closed, outward, free of self-intersection, and of the volume that a formula gives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "collision/queries/self_intersection.h"
#include "core/error.h"
#include "scenes/generators/generator.h"
#include "scenes/generators/polygon.h"
#include "scenes/generators/solid.h"

namespace passung::scenes {
namespace {

// Area of a regular polygon by its corner radius.
double polygonArea(double corner, int n) { return 0.5 * n * std::sin(2 * kPi / n) * corner * corner; }

// Area of a regular polygon by the circle inside it.
double polygonAreaRound(double inner, int n) { return n * std::tan(kPi / n) * inner * inner; }

double volume(const std::string& name, const GeneratorValues& values = {}) {
  return generate(name, values)->diagnosis().volume;
}

// Whether the segment p q passes through the open triangle a b c.
bool pierces(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto side = [](const Vec3& o, const Vec3& x, const Vec3& y, const Vec3& z) {
    return (x - o).dot((y - o).cross(z - o));
  };
  if (side(a, b, c, p) * side(a, b, c, q) >= 0) return false;
  const double u = side(p, q, a, b);
  const double v = side(p, q, b, c);
  const double w = side(p, q, c, a);
  return (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
}

bool selfIntersects(const TriangleMesh& mesh) {
  // All edges against all triangles, where there are few.
  if (mesh.triangles().size() > 3000) return collision::selfIntersects(mesh);
  const auto corner = [&](int i) -> const Vec3& { return mesh.vertices()[static_cast<std::size_t>(i)]; };
  for (const MeshEdge& edge : mesh.edges()) {
    Aabb box;
    box.add(corner(edge.v0));
    box.add(corner(edge.v1));
    for (const auto& [a, b, c] : mesh.triangles()) {
      const auto ends = [&](int v) { return v == a || v == b || v == c; };
      if (ends(edge.v0) || ends(edge.v1)) continue;
      Aabb other;
      for (const int v : {a, b, c}) other.add(corner(v));
      if (box.overlaps(other) && pierces(corner(edge.v0), corner(edge.v1), corner(a), corner(b), corner(c)))
        return true;
    }
  }
  return false;
}

TEST(Generators, EveryDefaultPartIsAClosedOutwardSolidWithoutSelfIntersection) {
  for (const Generator& generator : generators()) {
    SCOPED_TRACE(generator.name);
    const auto mesh = generate(generator.name, {});
    EXPECT_TRUE(mesh->diagnosis().watertight);
    EXPECT_FALSE(mesh->diagnosis().inverted);
    EXPECT_EQ(mesh->diagnosis().components, 1);
    EXPECT_EQ(mesh->diagnosis().degenerateDropped, 0);
    EXPECT_EQ(mesh->diagnosis().nonManifoldEdges, 0);
    EXPECT_GT(mesh->diagnosis().volume, 0);
    EXPECT_FALSE(selfIntersects(*mesh));
  }
}

// Any parameters in range either give a closed solid or a clear refusal.
TEST(Generators, RandomParametersGiveAClosedSolidOrAClearRefusal) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> factor(0.4, 2.2);
  int built = 0, refused = 0;
  for (const Generator& generator : generators()) {
    for (int i = 0; i < 25; ++i) {
      GeneratorValues values;
      for (const GeneratorParameter& p : generator.parameters) {
        double value = p.value * factor(random);
        if (p.integer) value = std::clamp(std::round(value), p.lower, p.upper);
        values[p.name] = value;
      }
      try {
        const auto mesh = generate(generator.name, values);
        EXPECT_TRUE(mesh->diagnosis().watertight) << generator.name;
        ++built;
      } catch (const InputError& e) {
        EXPECT_STRNE(e.what(), "");
        ++refused;
      }
    }
  }
  EXPECT_GT(built, 120);
  EXPECT_GT(refused, 20);
}

// The solids of revolution have n sin(2 pi / n) in place of Pappus' 2 pi.
TEST(Generators, RevolvedPartsHaveTheirClosedFormVolume) {
  const double torus = 24 * std::sin(2 * kPi / 24) * polygonArea(0.02, 12) * 0.1;
  EXPECT_NEAR(volume("torus", {{"minor_radius", 0.02}}), torus, 1e-12 * torus);

  const double corner = circumscribed(0.0085, 32);
  const double washer = 0.003 * (polygonArea(0.015, 32) - polygonArea(corner, 32));
  EXPECT_NEAR(volume("washer"), washer, 1e-12 * washer);

  const double pin = 0.015 * polygonArea(0.007, 32) + 0.025 * polygonArea(0.004, 32);
  EXPECT_NEAR(volume("pin"), pin, 1e-12 * pin);
}

// The involute of the circle with radius b sweeps b^2 tan^3(a) / 6 about the centre up to the pressure angle a; tip and
// root are chords.
TEST(Generators, TheInvoluteGearHasTheAreaUnderItsInvolutes) {
  const auto involute = [](double a) { return std::tan(a) - a; };
  for (const int teeth : {12, 17, 60}) {
    const double pitch = 0.5 * 0.003 * teeth;
    const double base = pitch * std::cos(kPi / 9);
    const double root = pitch - 1.25 * 0.003;
    const double tip = pitch + 0.003;
    const auto angle = [&](double r) { return r > base ? std::acos(base / r) : 0.0; };
    const auto half = [&](double r) { return kPi / (2 * teeth) + involute(kPi / 9) - involute(angle(r)); };
    const double flank = base * base / 6 * (std::pow(std::tan(angle(tip)), 3) - std::pow(std::tan(angle(root)), 3));
    const double tooth = 0.5 * tip * tip * std::sin(2 * half(tip)) + 2 * flank +
                         0.5 * root * root * std::sin(2 * kPi / teeth - 2 * half(root));
    const double expected = 0.008 * (teeth * tooth - polygonAreaRound(0.005, 16));
    EXPECT_NEAR(volume("involute_gear", {{"teeth", teeth}, {"flank_points", 64}}), expected, 1e-4 * expected);
  }
}

// Chords along a helix are a little shorter than it, and facets between sections that turn cut off a little.
TEST(Generators, TheCoilHasTheVolumeOfItsLength) {
  const double length = 3 * std::hypot(2 * kPi * 0.02, 0.02);
  const double expected = polygonArea(0.004, 10) * length;
  EXPECT_NEAR(volume("coil", {{"segments", 400}}), expected, 2e-3 * expected);
  // A cone: area (1 + t + t^2) / 3.
  EXPECT_NEAR(volume("coil", {{"segments", 400}, {"taper", 0.5}}), 1.75 / 3 * expected, 1e-2 * expected);
}

TEST(Generators, TheLumpWithoutBumpsIsABall) {
  const double ball = 4.0 / 3 * kPi * 1e-3;
  EXPECT_NEAR(volume("lump", {{"depth", 0}, {"facets", 200}, {"rings", 100}}), ball, 2e-3 * ball);
}

TEST(Generators, TheArmSegmentWithoutWaistIsACylinder) {
  const double prism = 0.8 * polygonArea(0.12, 50);
  EXPECT_NEAR(
      volume("arm_segment", {{"waist_width", 0.24}, {"waist_height", 0.24}, {"squareness", 0}, {"groove_depth", 0}}),
      prism, 1e-9 * prism);
}

TEST(Generators, TheCrankcaseWithoutThrowsIsAStraightTube) {
  double outside = 0;
  for (int i = 0; i < 36; ++i) {
    outside +=
        0.5 * std::sin(kPi / 18) * 0.07 * roundedSquare(kPi * i / 18, 6) * 0.07 * roundedSquare(kPi * (i + 1) / 18, 6);
  }
  const double tube = 0.3 * (outside - polygonArea(0.03, 36));
  EXPECT_NEAR(volume("crankcase", {{"throw_depth", 0}, {"rib_height", 0}}), tube, 1e-9 * tube);
}

// Frustums of the section's polygon: the shaft, the cone to the handle, the handle, the cone to its end.
TEST(Generators, TheScrewdriverWithoutFlutesAndBladeIsMadeOfFrustums) {
  const auto frustum = [](double h, double r, double s) { return h / 3 * (r * r + r * s + s * s); };
  const double shaft = 0.0035;
  const double handle = 0.016;
  const double sum = frustum(0.20 - 0.09, shaft, shaft) + frustum(0.12 * 0.09, shaft, handle) +
                     frustum(0.82 * 0.09, handle, handle) + frustum(0.06 * 0.09, handle, 0.8 * handle);
  const double expected = polygonArea(1, 26) * sum;
  EXPECT_NEAR(volume("screwdriver", {{"flutes", 0}, {"blade_width", 0.007}, {"blade_thickness", 0.007}}), expected,
              1e-9 * expected);
}

//   |======|   head: 24 mm across, 10 mm high, with or without a hexagonal socket
//     |  |     shank: 16 mm across, 60 mm long
//      \/      chamfer: 1 mm
TEST(Generators, TheScrewHasTheVolumeOfHeadShankAndChamferLessItsSocket) {
  const double area = polygonArea(1.0, 48);
  const double frustum = 0.001 / 3 * (0.007 * 0.007 + 0.007 * 0.008 + 0.008 * 0.008);
  const double whole = area * (0.059 * 0.008 * 0.008 + frustum + 0.010 * 0.012 * 0.012);
  EXPECT_NEAR(volume("screw"), whole, 1e-12 * whole);
  EXPECT_NEAR(volume("screw", {{"rings", 7}}), whole, 1e-12 * whole);

  const double socket = polygonAreaRound(0.006, 6) * 0.006;
  EXPECT_NEAR(volume("screw", {{"socket_width", 0.012}}), whole - socket, 1e-12 * whole);

  const Aabb& box = generate("screw", {})->bounds();
  EXPECT_NEAR(box.lower.z(), -0.060, 1e-15);
  EXPECT_NEAR(box.upper.z(), 0.010, 1e-15);
}

TEST(Generators, TheBracketHasTheVolumeOfItsWallsLessItsHoles) {
  const double walls = 2 * 0.060 * 0.050 * 0.008 + 0.008 * 0.050 * 0.024;
  const double holes = 2 * 0.008 * polygonAreaRound(0.00825, 64);
  EXPECT_NEAR(volume("bracket"), walls - holes, 1e-12 * walls);
}

// The clearance must not be eaten by facets: no point of the hole's wall lies inside the nominal circle.
TEST(Generators, TheBracketsHolesEncloseTheirNominalCircle) {
  const auto mesh = generate("bracket", {});
  double nearest = 1;
  for (const MeshEdge& edge : mesh->edges()) {
    const Vec3 middle = 0.5 * (mesh->vertices()[static_cast<std::size_t>(edge.v0)] +
                               mesh->vertices()[static_cast<std::size_t>(edge.v1)]);
    nearest = std::min(nearest, middle.head<2>().norm());
  }
  EXPECT_NEAR(nearest, 0.00825, 1e-12);
}

TEST(Generators, ExtrudedPartsHaveTheirClosedFormVolume) {
  EXPECT_NEAR(volume("box", {{"length", 0.1}, {"width", 0.2}, {"height", 0.3}}), 0.006, 1e-15);
  const double nut = 0.013 * (polygonAreaRound(0.012, 6) - polygonAreaRound(0.00825, 32));
  EXPECT_NEAR(volume("nut"), nut, 1e-12 * nut);
  const double plate = 0.005 * (0.060 * 0.040 - 6 * polygonAreaRound(0.0045, 24));
  EXPECT_NEAR(volume("plate", {{"columns", 3}, {"rows", 2}}), plate, 1e-12 * plate);
  const double tray = 0.22 * 0.22 * 0.08 - 0.2 * 0.2 * 0.07;
  EXPECT_NEAR(volume("tray"), tray, 1e-12 * tray);
  const double holes = 2 * 0.006 * polygonAreaRound(0.0045, 24);
  const double bracket = 0.025 * 0.006 * (0.035 + 0.030 - 0.006) - holes;
  EXPECT_NEAR(volume("l_bracket"), bracket, 1e-12 * bracket);
}

// A tooth is four triangles from the axis: root to flank, tip, flank to root, and the gap.
TEST(Generators, TheGearHasTheVolumeOfItsOutlineLessItsBore) {
  const double pitch = 2 * kPi / 16;
  const double tooth = 0.5 * 0.016 * 0.020 * std::sin(0.18 * pitch) * 2 + 0.5 * 0.020 * 0.020 * std::sin(0.24 * pitch) +
                       0.5 * 0.016 * 0.016 * std::sin(0.40 * pitch);
  const double gear = 0.008 * (16 * tooth - polygonAreaRound(0.005, 24));
  EXPECT_NEAR(volume("gear"), gear, 1e-12 * gear);
}

TEST(Generators, BadValuesAreNamedWithWhatIsAllowed) {
  const auto message = [](const std::string& name, const GeneratorValues& values) {
    try {
      (void)generate(name, values);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  using testing::HasSubstr;
  EXPECT_THAT(message("skrew", {}), HasSubstr("did you mean 'screw'?"));
  EXPECT_THAT(message("screw", {{"facet", 3}}), HasSubstr("did you mean 'facets'?"));
  EXPECT_THAT(message("screw", {{"facets", 2}}), HasSubstr("a whole number from 3 to 512"));
  EXPECT_THAT(message("screw", {{"facets", 8.5}}), HasSubstr("a whole number"));
  EXPECT_THAT(message("screw", {{"shank_length", -1}}), HasSubstr("shank_length is -1"));
  EXPECT_THAT(message("screw", {{"shank_length", std::nan("")}}), HasSubstr("shank_length"));
  EXPECT_THAT(message("screw", {{"shank_diameter", 0.03}}), HasSubstr("must be below head_diameter"));
}

// Random stars with a hole and interior points: the triangles cover the region exactly and none is turned over.
TEST(Polygon, TheTriangulationCoversTheRegionExactly) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> radius(1.0, 2.0), angle(0, 2 * kPi), share(0.62, 0.9);
  int interiorPoints = 0;
  for (int run = 0; run < 50; ++run) {
    const int corners = 5 + run % 20;
    const int holeCorners = 3 + run % 17;
    std::vector<Vec2> points;
    std::vector<Loop> loops(2);
    double area = 0;
    for (int i = 0; i < corners; ++i) {
      const double a = 2 * kPi * i / corners;
      points.push_back(radius(random) * Vec2(std::cos(a), std::sin(a)));
      loops[0].push_back(i);
    }
    for (int i = 0; i < corners; ++i) area += 0.5 * turn(Vec2::Zero(), points[i], points[(i + 1) % corners]);
    // Below the chords of the outline, whose distance from the centre is at least cos(pi / corners) / 2.
    const double hole = 0.4 * std::cos(kPi / corners);
    for (const Vec2& p : circle(Vec2::Zero(), hole, holeCorners)) {
      loops[1].insert(loops[1].begin(), static_cast<int>(points.size()));
      points.push_back(p);
    }
    area -= polygonArea(hole, holeCorners);
    std::vector<int> interior;
    for (int i = 0; i < 6; ++i) {
      const double a = angle(random);
      interior.push_back(static_cast<int>(points.size()));
      points.push_back(share(random) * std::cos(kPi / corners) * Vec2(std::cos(a), std::sin(a)));
      ++interiorPoints;
    }
    double covered = 0;
    const std::vector<Triangle> triangles = triangulate(points, loops, interior);
    for (const auto& [a, b, c] : triangles) {
      const double twice = turn(points[a], points[b], points[c]);
      EXPECT_GT(twice, 0);
      covered += 0.5 * twice;
    }
    EXPECT_NEAR(covered, area, 1e-12);
    // Euler: as many triangles as border points, and two more for each interior point.
    EXPECT_EQ(triangles.size(), static_cast<std::size_t>(corners + holeCorners + 2 * 6));
  }
  EXPECT_EQ(interiorPoints, 300);
}

}  // namespace
}  // namespace passung::scenes
