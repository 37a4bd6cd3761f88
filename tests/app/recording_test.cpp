// SPDX-License-Identifier: Apache-2.0
// Recordings: what goes in comes out, and no damage can do more than one clear line.
#include "dynamics/recording.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "core/error.h"

namespace passung::dynamics {
namespace {

class RecordingTest : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() / ("passung_" + std::to_string(::getpid()) + ".prec")).string();
    header_.sceneName = "s";
    header_.sceneJson = "{}";
    header_.engine = "native";
    header_.dt = 0.01;
    header_.bodies = {"a", "b"};
    header_.settings = {{"scale", "0.1"}};
    RecordingWriter writer(path_, header_);
    for (int k = 0; k < 3; ++k) {
      std::vector<BodyState> states(2);
      states[1].X_WB.p = {0.1 * k, -1e-300, 1e300};
      states[1].turns = {0, k * 0.25, 0};
      states[0].asleep = k == 2;
      std::vector<Contact> contacts(static_cast<std::size_t>(k));
      for (Contact& contact : contacts) {
        contact.bodyA = 0;
        contact.bodyB = 1;
        contact.feature = 0xfedcba9876543210ULL;
        contact.p_W = {1.0 / 3, 2, 3};
        contact.gap = 0.5;
      }
      writer.add(k * 10, 0.1 * k, states, contacts);
    }
    writer.finish();
    std::ifstream in(path_, std::ios::binary);
    bytes_ = {std::istreambuf_iterator<char>(in), {}};
  }
  void TearDown() override { std::filesystem::remove(path_); }
  void put(const std::string& bytes) const { std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes; }

  std::string path_, bytes_;
  RecordingHeader header_;
};

TEST_F(RecordingTest, givesBackWhatWasWritten) {
  Recording recording(path_);
  EXPECT_TRUE(recording.warning().empty());
  EXPECT_EQ(recording.header().settings, header_.settings);
  EXPECT_EQ(recording.header().bodies, header_.bodies);
  ASSERT_EQ(recording.sampleCount(), 3U);
  EXPECT_EQ(recording.step(2), 20);
  EXPECT_EQ(recording.indexAt(-1), 0U);
  EXPECT_EQ(recording.indexAt(0.15), 1U);
  EXPECT_EQ(recording.indexAt(99), 2U);
  const RecordedSample sample = recording.sample(2);
  EXPECT_EQ(sample.states[1].X_WB.p, Vec3(0.2, -1e-300, 1e300));
  EXPECT_EQ(sample.states[1].turns.y(), 0.5);
  EXPECT_TRUE(sample.states[0].asleep);
  ASSERT_EQ(sample.contacts.size(), 2U);
  EXPECT_EQ(sample.contacts[1].feature, 0xfedcba9876543210ULL);
  EXPECT_EQ(sample.contacts[1].p_W.x(), 1.0 / 3);
  EXPECT_EQ(sample.contacts[1].gap, 0.5);
  EXPECT_EQ(recording.sample(0).contacts.size(), 0U);
}

// Cut at every length: whole samples stay readable, their number only grows with the length, nothing crashes.
TEST_F(RecordingTest, cutAnywhereKeepsWhatIsWhole) {
  std::size_t last = 0;
  int refused = 0;
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    put(bytes_.substr(0, size));
    try {
      Recording recording(path_);
      EXPECT_FALSE(recording.warning().empty());
      EXPECT_EQ(recording.warning().find('\n'), std::string::npos);
      EXPECT_GE(recording.sampleCount(), last);
      last = recording.sampleCount();
      for (std::size_t i = 0; i < last; ++i) EXPECT_EQ(recording.sample(i).step, static_cast<std::int64_t>(10 * i));
    } catch (const InputError&) {
      EXPECT_EQ(last, 0U) << "refused at " << size << " although a shorter piece was read";
      ++refused;
    }
  }
  EXPECT_EQ(last, 3U);
  EXPECT_GT(refused, 20);
}

// One byte changed anywhere: read unchanged samples or refuse; never other values, never a crash.
TEST_F(RecordingTest, aChangedByteNeverPassesUnseen) {
  int detected = 0;
  for (std::size_t at = 0; at < bytes_.size(); ++at) {
    std::string bytes = bytes_;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x41);
    put(bytes);
    try {
      Recording recording(path_);
      bool good = recording.warning().empty() && recording.sampleCount() == 3;
      for (std::size_t i = 0; i < recording.sampleCount(); ++i) {
        const RecordedSample sample = recording.sample(i);
        EXPECT_EQ(sample.states[1].X_WB.p.x(), 0.1 * static_cast<double>(i)) << at;
      }
      detected += good ? 0 : 1;
    } catch (const InputError&) {
      ++detected;
    }
  }
  EXPECT_EQ(detected, static_cast<int>(bytes_.size()));
}

TEST_F(RecordingTest, garbageIsRefused) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 500; ++trial) {
    std::string bytes = trial % 2 == 0 ? bytes_.substr(0, 12) : std::string();
    for (int i = 0; i < trial; ++i) bytes += static_cast<char>(random());
    put(bytes);
    EXPECT_THROW(Recording{path_}, InputError);
  }
  EXPECT_THROW(Recording{"/"}, InputError);
  EXPECT_THROW(Recording{path_ + ".none"}, InputError);
  EXPECT_FALSE(isRecording("/"));
}

}  // namespace
}  // namespace passung::dynamics
