// SPDX-License-Identifier: Apache-2.0
#include "app/run/variant.h"

#include <gtest/gtest.h>

#include "app/cli/variant_paths.h"
#include "core/error.h"

namespace passung::app {
namespace {

TEST(Variant, ItsTextReadsBackAsTheSame) {
  for (const Variant& variant :
       {Variant{}, Variant{.engine = "bullet", .friction = 0.1 + 0.2},
        Variant{.solver = "impulse", .policy = "reduced", .dt = 1.0 / 3000, .friction = 0.0, .restitution = 1.0}}) {
    EXPECT_EQ(parseVariant(variantText(variant)), variant) << variantText(variant);
  }
  EXPECT_EQ(variantText(Variant{.solver = "impulse", .dt = 0.0005}), "native,solver=impulse,dt=0.0005");
}

TEST(Variant, ItsTitleNamesWhatDiffers) {
  EXPECT_EQ(variantTitle(Variant{}), "native");
  EXPECT_EQ(variantTitle(Variant{.engine = "bullet", .friction = 0.1}), "bullet, friction 0.1");
  EXPECT_EQ(variantTitle(Variant{.solver = "impulse", .policy = "all", .dt = 0.0005}), "impulse, all, dt 500 us");
}

TEST(Variant, WhatIsNoneIsRefusedInOneLine) {
  for (const char* text : {"", "solver=impulse", "native,impulse", "native,step=1", "native,dt=0", "native,dt=1x",
                           "native,restitution=1.5", "native,friction=-0.1", "native,dt=nan",
                           "native,solver=", "bullet,solver=impulse", "bullet,policy=all", "native,dt=0.001,dt=0.002",
                           "native,friction=0,friction=0", "native,solver=impulse,solver=penalty"}) {
    try {
      (void)parseVariant(text);
      ADD_FAILURE() << text;
    } catch (const InputError& e) {
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << text;
    }
  }
}

// No two variants of a comparison write to one file, equal ones included.
TEST(Variant, EachHasAFileOfItsOwn) {
  const Variant fast{.solver = "impulse", .dt = 0.0005};
  EXPECT_EQ(pathsForVariants("a/out.csv", {Variant{}, fast, Variant{}, fast, Variant{}}),
            (std::vector<std::string>{"a/out.native.csv", "a/out.native-impulse-dt0.0005.csv", "a/out.native-2.csv",
                                      "a/out.native-impulse-dt0.0005-2.csv", "a/out.native-3.csv"}));
  EXPECT_EQ(pathsForVariants("", {Variant{}, Variant{}}), (std::vector<std::string>{"", ""}));
}

TEST(Variant, ItChangesOnlyWhatItNames) {
  dynamics::WorldDef def;
  def.bodies.resize(2);
  def.bodies[1].material = {.density = 1000, .friction = 0.7, .restitution = 0.5};
  applyVariant(Variant{.solver = "penalty", .dt = 0.002, .friction = 0.05}, def);
  EXPECT_EQ(def.solver.name, "penalty");
  EXPECT_EQ(def.solver.contactPolicy, "");
  EXPECT_EQ(def.dt, 0.002);
  EXPECT_EQ(def.bodies[0].material.friction, 0.05);
  EXPECT_EQ(def.bodies[1].material.friction, 0.05);
  EXPECT_EQ(def.bodies[1].material.restitution, 0.5);
  EXPECT_EQ(def.bodies[1].material.density, 1000);
}

}  // namespace
}  // namespace passung::app
