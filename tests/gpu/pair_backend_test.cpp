// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline/pair_backend.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/collision/test_meshes.h"

namespace passung::gpu {
namespace {

// Two unit boxes whose sides are 1 mm apart.
class TwoBoxes : public testing::Test {
 protected:
  TwoBoxes() {
    pair_.X_AB.p = Vec3(1.001, 0, 0);
    pair_.distance = 2e-3;
  }

  ConglomerateModel model_{collision::test::box(-0.5 * Vec3::Ones(), 0.5 * Vec3::Ones()),
                           {{0, 4, 12}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}};
  ObjectPair pair_{&model_, &model_, {}, 0};
  Jobs jobs_{1};
};

TEST_F(TwoBoxes, AreFoundByTheProcessor) {
  const FinderChoice choice = makeFacePairFinder(Backend::kCpu, {}, jobs_);
  EXPECT_EQ(choice.finder->backend(), Backend::kCpu);
  EXPECT_EQ(choice.fallback, "");
  const PairResult& result = choice.finder->run(std::span(&pair_, 1));
  // The two faces of either side, and those of the sides that end there.
  EXPECT_GE(result.contacts.size(), 4U);
  for (const FaceContact& c : result.contacts) EXPECT_GE(c.squared, 1e-6 * (1 - 1e-9));
  EXPECT_EQ(result.report.backend, Backend::kCpu);
  EXPECT_EQ(result.report.fallback, "");
  EXPECT_EQ(result.report.bytesUp + result.report.bytesDown + result.report.residentBytes, 0);
}

// Whether there is a device or not, the finder works, and what is not there is said in one line.
TEST_F(TwoBoxes, AreFoundByWhateverTakesTheDevicesPlace) {
  const DeviceStatus status = deviceStatus();
  EXPECT_FALSE(status.line.empty());
  EXPECT_EQ(status.line.find('\n'), std::string::npos);
  const FinderChoice choice = makeFacePairFinder(Backend::kCuda, {}, jobs_);
  EXPECT_EQ(choice.fallback.empty(), status.usable) << choice.fallback;
  EXPECT_EQ(choice.finder->backend(), status.usable ? Backend::kCuda : Backend::kCpu);
  if (!status.usable) {
    EXPECT_EQ(choice.fallback, status.line + "; the processor takes its place");
  }

  const PairResult& result = choice.finder->run(std::span(&pair_, 1));
  ConglomeratePairs expected;
  const PairResult& cpu = expected.run(std::span(&pair_, 1), jobs_);
  ASSERT_EQ(result.contacts.size(), cpu.contacts.size());
  for (std::size_t i = 0; i < cpu.contacts.size(); ++i) {
    EXPECT_TRUE(result.contacts[i].pair == cpu.contacts[i].pair);
    EXPECT_EQ(result.contacts[i].squared, cpu.contacts[i].squared);
  }
}

TEST_F(TwoBoxes, AreRefusedWithSettingsOfNoMeaning) {
  for (const Backend backend : {Backend::kCpu, Backend::kCuda}) {
    EXPECT_THROW((void)makeFacePairFinder(backend, {.unitFaces = 0}, jobs_), InputError);
    const FinderChoice choice = makeFacePairFinder(backend, {}, jobs_);
    ObjectPair bad = pair_;
    bad.distance = -1;
    EXPECT_THROW(choice.finder->run(std::span(&bad, 1)), InputError);
  }
}

}  // namespace
}  // namespace passung::gpu
