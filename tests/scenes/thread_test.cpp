// SPDX-License-Identifier: Apache-2.0
// ISO metric threads: sizes against the tables of ISO 965-2, meshes against the section that they sweep.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "collision/queries/penetration.h"
#include "collision/queries/self_intersection.h"
#include "core/error.h"
#include "scenes/generators/generator.h"
#include "scenes/generators/thread_profile.h"

namespace passung::scenes {
namespace {

std::size_t indexOf(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

double choice(const std::string& generator, const std::string& fit) {
  return choiceValue(generatorNamed(generator), "fit", fit);
}

// Limits of size of the classes 6g and 6H in millimetres, as tabled. The formulas differ from the tables by rounding to
// preferred numbers: some micrometres, a small part of each zone.
TEST(ThreadProfile, LiesInTheMiddleOfTheTabledZones) {
  struct Limits {
    double d, pitch;
    double boltCrest[2], boltPitch[2], nutCrest[2], nutPitch[2];
  };
  for (const Limits& size : {
           Limits{4, 0.7, {3.838, 3.978}, {3.433, 3.523}, {3.242, 3.422}, {3.545, 3.663}},
           Limits{8, 1.25, {7.760, 7.972}, {7.042, 7.160}, {6.647, 6.912}, {7.188, 7.348}},
           Limits{12, 1.75, {11.701, 11.966}, {10.679, 10.829}, {10.106, 10.441}, {10.863, 11.063}},
           Limits{16, 2, {15.682, 15.962}, {14.503, 14.663}, {13.835, 14.210}, {14.701, 14.913}},
           Limits{20, 2.5, {19.623, 19.958}, {18.164, 18.334}, {17.294, 17.744}, {18.376, 18.600}},
       }) {
    SCOPED_TRACE(size.d);
    const ThreadProfile bolt = externalThread(1e-3 * size.d, 1e-3 * size.pitch, indexOf(externalFits(), "6g"), 0);
    const ThreadProfile nut = internalThread(1e-3 * size.d, 1e-3 * size.pitch, indexOf(internalFits(), "6H"), 0);
    const auto expectMiddle = [](double radius, const double(&limits)[2]) {
      EXPECT_NEAR(2e3 * radius, 0.5 * (limits[0] + limits[1]), 0.1 * (limits[1] - limits[0]));
    };
    expectMiddle(bolt.crestRadius, size.boltCrest);
    expectMiddle(bolt.pitchRadius, size.boltPitch);
    expectMiddle(nut.crestRadius, size.nutCrest);
    expectMiddle(nut.pitchRadius, size.nutPitch);
    // Flanks meet first: the crests stay clear of the other's roots.
    EXPECT_LT(bolt.crestRadius, nut.rootRadius);
    EXPECT_LT(bolt.rootRadius, nut.crestRadius);
  }
}

TEST(ThreadProfile, TheBasicProfileHasTheProportionsOfIso68) {
  const double pitch = 0.002, H = 0.5 * std::sqrt(3.0) * pitch;
  const ThreadProfile bolt = externalThread(0.016, pitch, 0, 0), nut = internalThread(0.016, pitch, 0, 0);
  EXPECT_NEAR(bolt.crestRadius, 0.008, 1e-15);
  EXPECT_NEAR(bolt.pitchRadius, 0.008 - 3.0 / 8 * H, 1e-15);
  EXPECT_NEAR(bolt.pitchRadius, nut.pitchRadius, 1e-15);
  EXPECT_NEAR(nut.crestRadius, 0.008 - 5.0 / 8 * H, 1e-15);
  const std::vector<Vec2> section = sectionOf(bolt, 2);
  ASSERT_EQ(section.size(), 6U);
  EXPECT_NEAR(section[3].x() - section[2].x(), 1.0 / 8, 1e-12);  // the crest's flat is an eighth of the pitch
  // Flanks of 30 degrees, and half a pitch of ridge at the pitch radius.
  for (const auto& [i, j] : {std::pair{0, 1}, {1, 2}, {4, 3}, {5, 4}}) {
    const Vec2 d = section[static_cast<std::size_t>(j)] - section[static_cast<std::size_t>(i)];
    EXPECT_NEAR(std::abs(d.x()) * pitch / d.y(), std::tan(kPi / 6), 1e-12);
  }
  const double t = (bolt.pitchRadius - section[0].y()) / (section[2].y() - section[0].y());
  EXPECT_NEAR(section[0].x() + t * (section[2].x() - section[0].x()), -0.25, 1e-12);
}

TEST(ThreadProfile, AClearanceThatLeavesNoThreadIsRefused) {
  EXPECT_THROW((void)externalThread(0.016, 0.002, 0, 0.009), InputError);
  EXPECT_THROW((void)externalThread(0.002, 0.002, 0, 0), InputError);
}

// A whole turn more of thread adds the volume under the swept section, pi P mean(r^2) for the smooth helicoid; facets
// take away (inside) or add (outside, bored) a share of some (2 pi / n)^2 / 6.
TEST(ThreadedParts, AWholeTurnHasTheVolumeOfItsSection) {
  const auto meanSquare = [](const std::vector<Vec2>& section) {
    double sum = 0;
    for (std::size_t i = 0; i < section.size(); ++i) {
      const Vec2 a = section[i];
      Vec2 b = section[(i + 1) % section.size()];
      if (i + 1 == section.size()) b.x() += 1;
      sum += (b.x() - a.x()) * (a.y() * a.y() + a.y() * b.y() + b.y() * b.y()) / 3;
    }
    return sum;
  };
  const double pitch = 0.00125;
  for (const int facets : {24, 96}) {
    const double tolerance = std::pow(2 * kPi / facets, 2) / 3;
    const GeneratorValues bolt = {{"diameter", 0.008}, {"pitch", pitch}, {"facets", facets}, {"head_width", 0.013}};
    GeneratorValues one = bolt, two = bolt;
    one["length"] = 0.012;
    two["length"] = 0.012 + pitch;
    const double more =
        generate("threaded_bolt", two)->diagnosis().volume - generate("threaded_bolt", one)->diagnosis().volume;
    const double swept = kPi * pitch * meanSquare(sectionOf(externalThread(0.008, pitch, 0, 0), 1));
    EXPECT_LT(more, swept);
    EXPECT_NEAR(more / swept, 1, tolerance);

    GeneratorValues nut = {{"diameter", 0.008}, {"pitch", pitch}, {"facets", facets}, {"width", 0.013}};
    nut["height"] = 0.006;
    const double low = generate("threaded_nut", nut)->diagnosis().volume;
    nut["height"] = 0.006 + pitch;
    const double hexagon = 2 * std::sqrt(3.0) * 0.0065 * 0.0065;
    const double bored = hexagon * pitch - (generate("threaded_nut", nut)->diagnosis().volume - low);
    const double bore = kPi * pitch * meanSquare(sectionOf(internalThread(0.008, pitch, 0, 0), 1));
    EXPECT_GT(bored, bore);
    EXPECT_NEAR(bored / bore, 1, tolerance);
  }
}

// Crests on the bolt's own half-plane y = 0, x > 0 lie whole pitches apart, and its largest radius is that of its
// class.
TEST(ThreadedParts, PitchAndDiametersAreFoundOnTheMesh) {
  const double pitch = 0.002;
  const ThreadProfile profile = externalThread(0.016, pitch, indexOf(externalFits(), "6g"), 0);
  const auto bolt = generate("threaded_bolt", {{"fit", choice("threaded_bolt", "6g")}, {"head_height", 0}});
  double largest = 0;
  std::vector<double> crests;
  for (const Vec3& p : bolt->vertices()) {
    largest = std::max(largest, p.head<2>().norm());
    const bool onPlane = std::abs(p.y()) < 1e-12 && p.x() > 0;
    if (onPlane && std::abs(p.x() - profile.crestRadius) < 1e-12) crests.push_back(p.z());
  }
  EXPECT_NEAR(largest, profile.crestRadius, 1e-12);
  std::sort(crests.begin(), crests.end());
  ASSERT_GE(crests.size(), 20U);
  // Both borders of each flat; the ends are cut by chamfers.
  for (std::size_t i = 2; i + 4 < crests.size(); ++i) EXPECT_NEAR(crests[i + 2] - crests[i], pitch, 1e-12);

  // A quarter turn on, the thread stands a quarter pitch higher: it is right-handed.
  for (const Vec3& p : bolt->vertices()) {
    if (std::abs(p.x()) > 1e-12 || p.y() < 0 || std::abs(p.y() - profile.crestRadius) > 1e-12) continue;
    if (p.z() < crests[2] || p.z() > crests[crests.size() - 4]) continue;
    double nearest = 1;
    for (const double z : crests) nearest = std::min(nearest, std::abs(z + 0.25 * pitch - p.z()));
    EXPECT_LT(nearest, 1e-12);
  }
}

TEST(ThreadedParts, AreClosedAndDoNotPassThroughThemselves) {
  for (const auto& [d, pitch] : {std::pair{0.004, 0.0007}, {0.008, 0.00125}, {0.020, 0.0025}}) {
    for (const double headHeight : {0.0, 0.6 * d}) {
      for (const double plain : {0.0, 0.4 * d}) {
        const auto bolt = generate("threaded_bolt", {{"diameter", d},
                                                     {"pitch", pitch},
                                                     {"length", 2 * d},
                                                     {"plain_length", plain},
                                                     {"run_out", 1.5 * pitch},
                                                     {"head_width", 1.6 * d},
                                                     {"head_height", headHeight},
                                                     {"fit", choice("threaded_bolt", "6g")}});
        EXPECT_TRUE(bolt->diagnosis().watertight);
        EXPECT_EQ(bolt->diagnosis().components, 1);
        EXPECT_FALSE(collision::selfIntersects(*bolt));
        EXPECT_NEAR(bolt->bounds().lower.z(), -headHeight, 1e-12);
        EXPECT_NEAR(bolt->bounds().upper.z(), 2 * d, 1e-12);
      }
    }
    const auto nut = generate("threaded_nut", {{"diameter", d},
                                               {"pitch", pitch},
                                               {"width", 1.6 * d},
                                               {"height", 0.8 * d},
                                               {"fit", choice("threaded_nut", "6H")}});
    EXPECT_TRUE(nut->diagnosis().watertight);
    EXPECT_FALSE(collision::selfIntersects(*nut));
  }
}

// On the exact screw motion nothing meets over a turn; the axial play is the radial clearance of the flanks times
// tan 30, up to the sagitta of the facets.
TEST(ThreadedParts, ANutFitsItsBoltWithTheClearanceThatWasGiven) {
  const double pitch = 0.002, clearance = 2e-5;
  const auto bolt =
      generate("threaded_bolt", {{"facets", 96}, {"clearance", clearance}, {"length", 0.018}, {"head_height", 0}});
  const auto nut = generate("threaded_nut", {{"facets", 97}, {"height", 0.006}});
  const std::vector<std::vector<collision::Collider>> bodies = {{{collision::MeshShape{bolt}, Transform()}},
                                                                {{collision::MeshShape{nut}, Transform()}}};
  const collision::PenetrationOracle oracle(bodies);
  const auto meets = [&](double turns, double shift) {
    Transform X_WN;
    X_WN.q = Quat(Eigen::AngleAxisd(2 * kPi * turns, Vec3::UnitZ()));
    X_WN.p = Vec3(0, 0, (4 + turns) * pitch + shift);
    return oracle.measure(0, 1, Transform(), X_WN).intersecting;
  };
  const double play = clearance * std::tan(kPi / 6);
  const double sagitta = 0.008 * (1 - std::cos(kPi / 96));
  for (int i = 0; i < 7; ++i) {
    const double turns = i / 7.0;
    EXPECT_FALSE(meets(turns, 0)) << turns;
    EXPECT_FALSE(meets(turns, 0.85 * play)) << turns;
    EXPECT_FALSE(meets(turns, -0.85 * play)) << turns;
    EXPECT_TRUE(meets(turns, play + sagitta)) << turns;
    EXPECT_TRUE(meets(turns, -play - sagitta)) << turns;
  }
}

TEST(ThreadedParts, TakeTheNameOfAFitAndRefuseOthers) {
  using testing::HasSubstr;
  EXPECT_EQ(choice("threaded_bolt", "basic"), 0);
  EXPECT_EQ(choice("threaded_nut", "6H"), static_cast<double>(indexOf(internalFits(), "6H")));
  const auto message = [](const char* generator, const char* parameter, const char* value) {
    try {
      (void)choiceValue(generatorNamed(generator), parameter, value);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(message("threaded_bolt", "fit", "6H"), HasSubstr("6h"));
  EXPECT_THAT(message("threaded_bolt", "pitch", "6h"), HasSubstr("must be a number"));
  EXPECT_THAT(message("threaded_bolt", "fits", "6h"), HasSubstr("did you mean 'fit'?"));
}

}  // namespace
}  // namespace passung::scenes
