// SPDX-License-Identifier: Apache-2.0
#include "app/run/variant.h"

#include <gtest/gtest.h>

#include "app/cli/variant_paths.h"
#include "core/error.h"

namespace passung::app {
namespace {

TEST(Variant, ItsTextReadsBackAsTheSame) {
  for (const Variant& variant :
       {Variant{}, Variant{.engine = "bullet", .friction = 0.1 + 0.2}, Variant{.material = "brass", .friction = 0.2},
        Variant{.solver = "impulse", .policy = "reduced", .dt = 1.0 / 3000, .friction = 0.0, .restitution = 1.0},
        Variant{.solver = "impulse", .narrowPhase = "conglomerates", .backend = "cuda"}}) {
    EXPECT_EQ(parseVariant(variantText(variant)), variant) << variantText(variant);
  }
  EXPECT_EQ(variantText(Variant{.solver = "impulse", .dt = 0.0005}), "native,solver=impulse,dt=0.0005");
}

TEST(Variant, ItsTitleNamesWhatDiffers) {
  EXPECT_EQ(variantTitle(Variant{}), "native");
  EXPECT_EQ(variantTitle(Variant{.engine = "bullet", .friction = 0.1}), "bullet, friction 0.1");
  EXPECT_EQ(variantTitle(Variant{.solver = "impulse", .narrowPhase = "conglomerates", .backend = "cuda"}),
            "impulse, conglomerates on cuda");
  EXPECT_EQ(variantTitle(Variant{.solver = "impulse", .policy = "all", .dt = 0.0005}), "impulse, all, dt 500 us");
}

TEST(Variant, WhatIsNoneIsRefusedInOneLine) {
  for (const char* text :
       {"", "solver=impulse", "native,impulse", "native,step=1", "native,dt=0", "native,dt=1x",
        "native,restitution=1.5", "native,friction=-0.1", "native,dt=nan", "native,solver=", "bullet,solver=impulse",
        "bullet,policy=all", "native,dt=0.001,dt=0.002", "native,friction=0,friction=0", "native,material=bras",
        "native,material=", "native,solver=impulse,solver=penalty"}) {
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

// Of parts that move freely; a mass that was given goes with the density, and what is named besides counts.
TEST(Variant, AMaterialIsOfWhatMoves) {
  dynamics::WorldDef def;
  def.bodies.resize(3);
  def.bodies[0].motion = dynamics::Motion::kFixed;
  def.bodies[2].material.density = 1000;
  def.bodies[2].mass = MassProperties{3, Vec3::UnitX(), Mat3::Identity()};
  applyVariant(Variant{.material = "brass", .friction = 0.05}, def);
  EXPECT_EQ(def.bodies[0].material.density, dynamics::Material{}.density);
  EXPECT_EQ(def.bodies[1].material.density, 8470);
  EXPECT_EQ(def.bodies[1].material.friction, 0.05);
  EXPECT_EQ(def.bodies[1].material.restitution, 0.35);
  EXPECT_DOUBLE_EQ(def.bodies[2].mass->mass, 3 * 8.47);
  EXPECT_DOUBLE_EQ(def.bodies[2].mass->inertia(0, 0), 8.47);
  EXPECT_EQ(def.bodies[2].mass->com, Vec3::UnitX());
  EXPECT_EQ(variantTitle(Variant{.material = "brass"}), "native, brass");
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
