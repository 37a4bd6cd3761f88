// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings whose difference is known in closed form.
#include "app/run/recording_comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/difference_command.h"
#include "core/error.h"
#include "dynamics/recording.h"

namespace passung::app {
namespace {

using testing::HasSubstr;

struct Motion {
  std::vector<std::string> bodies{"pin", "nut"};
  double sample = 0.1;
  int samples = 11;
  double drift = 0;  // of the nut along x [m/s]
  double spin = 0;   // of it round z [rad/s]
};

class RecordingComparisonTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("passung_difference_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string record(const std::string& name, const Motion& m) const {
    const std::string path = (folder_ / (name + ".prec")).string();
    dynamics::RecordingHeader header;
    header.sceneName = name;
    header.sceneJson = "{}";
    header.engine = "native";
    header.dt = header.sample = m.sample;
    header.bodies = m.bodies;
    dynamics::RecordingWriter writer(path, header);
    for (int k = 0; k < m.samples; ++k) {
      const double t = k * m.sample;
      std::vector<dynamics::BodyState> states(m.bodies.size());
      for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        states[b].X_WB.p = Vec3(0, 1.0 * static_cast<double>(m.bodies[b].size()), t);
        if (m.bodies[b] != "nut") continue;
        states[b].X_WB.p.x() = m.drift * t;
        states[b].X_WB.q = rotationFromVector(Vec3(0, 0, m.spin * t));
      }
      writer.add(k, t, states, {});
    }
    writer.finish();
    return path;
  }

  std::filesystem::path folder_;
};

TEST_F(RecordingComparisonTest, TheSameRunHasTheSameBits) {
  const RecordingComparison c = compareRecordings(record("a", {}), record("b", {}));
  EXPECT_TRUE(c.same());
  EXPECT_EQ(c.instants.size(), 11U);
  EXPECT_EQ(c.largestDistance(), 0);
  EXPECT_EQ(describe(c), "the same bits at all 11 instants");
}

TEST_F(RecordingComparisonTest, DriftAndSpinAreMeasured) {
  const RecordingComparison c =
      compareRecordings(record("a", {.drift = 0.001}), record("b", {.drift = 0.003, .spin = 1e-9}));
  EXPECT_FALSE(c.same());
  EXPECT_EQ(*c.parted, 0.1);  // at 0 they are one
  ASSERT_EQ(c.bodies.size(), 2U);
  EXPECT_EQ(c.bodies[0].distance, 0);
  EXPECT_NEAR(c.bodies[1].distance, 0.002, 1e-15);
  EXPECT_NEAR(c.bodies[1].distanceTime, 1, 1e-12);
  EXPECT_NEAR(c.bodies[1].angle, 1e-9, 1e-17);  // small angles keep their digits
  for (const auto& instant : c.instants) EXPECT_NEAR(instant.distance, 0.002 * instant.time, 1e-15);
}

// A turn of nearly half a round the one way is a small one the other way at most.
TEST_F(RecordingComparisonTest, AnglesAreTheSmallerOnes) {
  const RecordingComparison c = compareRecordings(record("a", {}), record("b", {.spin = 1.75 * kPi}));
  // At 1 s it is 315 degrees, which is 45; the largest is at 0.6 s, 189 degrees, which is 171.
  EXPECT_NEAR(c.bodies[1].angle, 171 * kPi / 180, 1e-9);
  EXPECT_NEAR(c.bodies[1].angleTime, 0.6, 1e-12);
}

TEST_F(RecordingComparisonTest, PartsAreMatchedByNameAndInstantsByTime) {
  const RecordingComparison c = compareRecordings(
      record("a", {.drift = 0.001}), record("b", {.bodies = {"washer", "nut"}, .sample = 0.2, .samples = 9}));
  EXPECT_EQ(c.onlyFirst, std::vector<std::string>{"pin"});
  EXPECT_EQ(c.onlySecond, std::vector<std::string>{"washer"});
  EXPECT_EQ(c.instants.size(), 6U);  // 0, 0.2 .. 1
  EXPECT_NEAR(c.largestDistance(), 0.001, 1e-15);
  EXPECT_NEAR(c.secondEnd, 1.6, 1e-12);
  EXPECT_FALSE(c.same());
}

TEST_F(RecordingComparisonTest, WhatCannotBeComparedIsSaid) {
  const std::string a = record("a", {});
  const auto error = [&](const std::string& other) {
    try {
      static_cast<void>(compareRecordings(a, other));
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("taken");
  };
  EXPECT_THAT(error(record("b", {.bodies = {"bolt"}})), HasSubstr("no part has the name"));
  EXPECT_THAT(error(record("c", {.samples = 0})), HasSubstr("no instant"));
  EXPECT_THAT(error((folder_ / "none.prec").string()), HasSubstr("none.prec"));
}

TEST_F(RecordingComparisonTest, TheCommandJudgesByBitsOrByDistance) {
  const std::string a = record("a", {}), b = record("b", {.drift = 1e-6}), csv = (folder_ / "d.csv").string();
  testing::internal::CaptureStdout();
  EXPECT_EQ(runDifference({a, a, "--quiet"}), 0);
  EXPECT_EQ(runDifference({a, b, "--quiet", "--csv", csv}), 1);
  EXPECT_EQ(runDifference({a, b, "--quiet", "--within", "2e-6"}), 0);
  EXPECT_EQ(runDifference({a, b, "--quiet", "--within", "5e-7"}), 1);
  const std::string text = testing::internal::GetCapturedStdout();
  EXPECT_THAT(text, HasSubstr("the same bits at all 11 instants"));
  EXPECT_THAT(text, HasSubstr("nut"));
  EXPECT_TRUE(std::filesystem::exists(csv));
  testing::internal::CaptureStdout();
  EXPECT_EQ(runDifference({a, b, "--json"}), 1);
  const auto json = nlohmann::json::parse(testing::internal::GetCapturedStdout());
  EXPECT_NEAR(json["distance_m"].get<double>(), 1e-6, 1e-18);
  EXPECT_EQ(json["same"], false);
  EXPECT_THROW(runDifference({a}), InputError);
}

TEST_F(RecordingComparisonTest, WhatIsNoNumberIsFarOff) {
  const std::string a = record("a", {}), b = record("b", {.drift = std::nan("")});
  EXPECT_TRUE(std::isinf(compareRecordings(a, b).largestDistance()));
  testing::internal::CaptureStdout();
  EXPECT_EQ(runDifference({a, b, "--quiet", "--within", "1"}), 1);
  EXPECT_EQ(runDifference({a, b, "--json"}), 1);
  testing::internal::GetCapturedStdout();
}

TEST_F(RecordingComparisonTest, ARunThatWasCutShortIsTold) {
  const RecordingComparison c = compareRecordings(record("a", {}), record("b", {.samples = 4}));
  EXPECT_TRUE(c.same());
  EXPECT_THAT(describe(c), HasSubstr("the first ends at 1 s, the second at 0.3 s"));
}

TEST_F(RecordingComparisonTest, TheTableTakesNoRecordingsPlace) {
  const std::string a = record("a", {}), b = record("b", {});
  EXPECT_THROW(runDifference({a, b, "--csv", b}), InputError);
  EXPECT_THROW(runDifference({a, b, "--csv", ""}), InputError);
  EXPECT_TRUE(dynamics::isRecording(b));
}

TEST_F(RecordingComparisonTest, CancelledWorkSaysSo) {
  const RecordingComparison c =
      compareRecordings(record("a", {}), record("b", {}), [](double share) { return share < 0.5; });
  EXPECT_TRUE(c.cancelled);
  EXPECT_LT(c.instants.size(), 11U);
}

}  // namespace
}  // namespace passung::app
