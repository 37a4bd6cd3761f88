// SPDX-License-Identifier: Apache-2.0
// What a session keeps of its run, and going on from an earlier state.
#include "app/session/history.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "app/session/recording_frames.h"
#include "app/session/session.h"
#include "core/error.h"
#include "dynamics/recording.h"
#include "tests/session/free_engine.h"
#include "tests/session/test_scenes.h"

namespace passung::app {
namespace {

std::unique_ptr<dynamics::Engine> makeNative(const dynamics::WorldDef& def, const dynamics::EngineOptions&) {
  return dynamics::makeEngine(def, {.engine = "native", .threads = 1});
}
std::unique_ptr<dynamics::Engine> makeFree(const dynamics::WorldDef& def, const dynamics::EngineOptions& options) {
  return std::make_unique<test::FreeEngine>(def, options.engine);
}
LoadedScene loaded(const scenes::Scene& scene, const EngineFactory& make) {
  LoadedScene result{std::make_shared<scenes::Scene>(scene), variantsOf({"a"}), {}};
  result.engines.push_back(make(scene.world, {.engine = "a"}));
  return result;
}

// Steps one at a time, so that every step has its frame.
void walk(Session& session, int steps) {
  for (int i = 0; i < steps; ++i) {
    session.step();
    session.sync();
  }
}

// A frame of a scene with two bodies, at a step of 1 ms.
History::Frame frameAt(std::int64_t step, double gap = 1, bool force = false, std::size_t padding = 0) {
  static const auto scene = std::make_shared<const scenes::Scene>(test::cubeOverPlate());
  auto snapshot = std::make_shared<dynamics::WorldSnapshot>();
  snapshot->step = step;
  snapshot->time = 1e-3 * static_cast<double>(step);
  dynamics::Contact contact;
  contact.bodyA = 0;
  contact.bodyB = 1;
  contact.gap = gap;
  if (force) contact.f_W = Vec3::UnitZ();
  snapshot->contacts.push_back(contact);
  snapshot->broadphaseBoxes.resize(padding);
  auto frame = std::make_shared<SessionFrame>();
  frame->opened = 1;
  frame->scene = scene;
  frame->engines.push_back({.snapshot = snapshot, .energy = {}});
  return frame;
}

TEST(History, FindsTheFrameOfATimeAndItsNeighbours) {
  History history;
  for (const int step : {0, 2, 5, 9}) history.add(frameAt(step));
  history.add(frameAt(9));
  EXPECT_EQ(history.summary().count, 4U) << "one a step";
  EXPECT_DOUBLE_EQ(history.summary().last, 9e-3);
  EXPECT_EQ(history.at(-1)->step(), 0);
  EXPECT_EQ(history.at(4.9e-3)->step(), 2);
  EXPECT_EQ(history.at(5e-3)->step(), 5);
  EXPECT_EQ(history.at(7)->step(), 9);
  EXPECT_EQ(history.beside(5, -1)->step(), 2);
  EXPECT_EQ(history.beside(5, 1)->step(), 9);
  EXPECT_EQ(history.beside(5, -10)->step(), 0);
  history.cutAfter(5);
  EXPECT_EQ(history.at(7)->step(), 5);
  history.add(frameAt(1));
  EXPECT_EQ(history.summary().count, 1U) << "an earlier step is a new run";
}

TEST(History, KeepsToItsMemoryByDroppingTheOldest) {
  constexpr std::size_t kBoxes = 1000;
  constexpr std::size_t kBudget = 10 * kBoxes * sizeof(Aabb);
  History history(kBudget);
  for (int step = 0; step < 50; ++step) history.add(frameAt(step, 1, false, kBoxes));
  const HistorySummary s = history.summary();
  EXPECT_LE(s.bytes, kBudget);
  EXPECT_GE(s.count, 7U);
  EXPECT_LT(s.count, 11U);
  EXPECT_TRUE(s.full);
  EXPECT_DOUBLE_EQ(s.last, 49e-3);
  EXPECT_EQ(history.at(0)->step(), 50 - static_cast<std::int64_t>(s.count)) << "the newest in one piece";
}

TEST(History, MarksFirstContactsAndTheDeepestOverlap) {
  History history;
  history.add(frameAt(0));
  history.add(frameAt(1, 1e-6, true));
  history.add(frameAt(2, -1e-6, true));
  history.add(frameAt(3, -5e-6, true));
  history.add(frameAt(4, -2e-6, true));
  const std::vector<HistoryEvent> events = history.events();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].kind, HistoryEvent::Kind::kContact);
  EXPECT_EQ(events[0].step, 1);
  EXPECT_EQ(events[0].what, "plate, cube");
  EXPECT_EQ(events[1].kind, HistoryEvent::Kind::kOverlap);
  EXPECT_EQ(events[1].step, 3) << "one mark, where it was deepest";
  EXPECT_DOUBLE_EQ(events[1].depth, 5e-6);
  history.cutAfter(2);
  EXPECT_EQ(history.events().size(), 1U);
}

// States between two that are kept are dropped, but one can always go to the state of an event.
TEST(History, KeepsTheStateOfAnEvent) {
  History history;
  history.add(frameAt(0));
  for (int step = 1; step < 10; ++step) history.add(frameAt(step, 1e-6, step >= 4), false);
  EXPECT_EQ(history.summary().count, 2U);
  const std::vector<HistoryEvent> events = history.events();
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].step, 4);
  EXPECT_EQ(history.beside(events[0].step, 0)->step(), 4);
}

// However many pairs meet, the marks of what matters more are never missing.
TEST(History, ManyFirstContactsLeaveRoomForOtherEvents) {
  History history;
  constexpr int kBodies = 60;
  auto scene = std::make_shared<scenes::Scene>();
  for (int i = 0; i < kBodies; ++i) scene->world.bodies.emplace_back().name = std::to_string(i);
  auto snapshot = std::make_shared<dynamics::WorldSnapshot>();
  for (int a = 0; a < kBodies; ++a) {
    for (int b = a + 1; b < kBodies; ++b) {
      snapshot->contacts.push_back({.bodyA = a, .bodyB = b, .gap = -1e-6, .f_W = Vec3::UnitZ()});
    }
  }
  SessionFrame frame;
  frame.opened = 1;
  frame.scene = scene;
  frame.error = "the engine failed";
  frame.engines.push_back({.snapshot = snapshot, .energy = {}});
  history.add(std::make_shared<const SessionFrame>(frame));
  std::map<HistoryEvent::Kind, int> counts;
  for (const HistoryEvent& e : history.events()) ++counts[e.kind];
  EXPECT_EQ(counts[HistoryEvent::Kind::kContact], 400);
  EXPECT_EQ(counts[HistoryEvent::Kind::kOverlap], 1);
  EXPECT_EQ(counts[HistoryEvent::Kind::kError], 1);
}

TEST(History, OfASessionHoldsTheStatesThatWere) {
  Session session(makeNative);
  session.open(loaded(test::cubeOverPlate(0.002), makeNative));
  session.sync();
  walk(session, 30);
  EXPECT_EQ(session.history().summary().count, 31U);
  const auto direct = makeNative(test::cubeOverPlate(0.002).world, {});
  for (int i = 0; i < 12; ++i) direct->step();
  const History::Frame past = session.history().at(12e-3);
  EXPECT_EQ(past->step(), 12);
  EXPECT_EQ(dynamics::stateHash(past->engines[0].snapshot->states), dynamics::stateHash(direct->states()));
  ASSERT_FALSE(session.history().events().empty()) << "the cube has landed";
  session.reset();
  session.sync();
  EXPECT_EQ(session.history().summary().count, 1U);
}

// Free flight knows no contact memory: the run that goes on from the past is the one that was.
TEST(History, ResumingGoesOnFromAnEarlierState) {
  Session session(makeFree);
  session.open(loaded(test::cubeOverPlate(), makeFree));
  walk(session, 20);
  const std::uint64_t end = dynamics::stateHash(session.frame()->engines[0].snapshot->states);
  session.resume(session.history().at(8e-3));
  session.sync();
  EXPECT_EQ(session.frame()->step(), 8);
  EXPECT_DOUBLE_EQ(session.history().summary().last, 8e-3) << "what came after is forgotten";
  walk(session, 12);
  EXPECT_EQ(session.frame()->step(), 20);
  EXPECT_EQ(dynamics::stateHash(session.frame()->engines[0].snapshot->states), end);
}

TEST(History, ResumingTheNativeEngineStartsFromTheVeryState) {
  Session session(makeNative);
  session.open(loaded(test::cubeOverPlate(0.002), makeNative));
  walk(session, 60);
  const History::Frame past = session.history().at(40e-3);
  session.resume(past);
  session.sync();
  EXPECT_EQ(session.frame()->step(), 40);
  const auto& now = session.frame()->engines[0].snapshot->states[1];
  const auto& then = past->engines[0].snapshot->states[1];
  EXPECT_LT((now.X_WB.p - then.X_WB.p).norm(), 1e-15);
  EXPECT_EQ(now.v_WC, then.v_WC);
  walk(session, 200);
  const double z = session.frame()->engines[0].snapshot->states[1].X_WB.p.z();
  EXPECT_NEAR(z, 0.02, 1e-4) << "the cube rests on the plate, half an edge above it";
}

// A run saved as a recording and opened again: the states are the history, the engine stands at the start.
TEST(History, IsSavedAsARecordingAndOpenedAgain) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("history-" + std::to_string(::getpid()) + ".prec")).string();
  Session session(makeNative);
  session.open(loaded(test::cubeOverPlate(0.002), makeNative));
  session.sync();
  walk(session, 30);
  saveRecording(path, session.history().frames());
  EXPECT_EQ(dynamics::Recording(path).sampleCount(), 31U);

  LoadedScene again = loaded(test::cubeOverPlate(0.002), makeNative);
  again.recorded = readSnapshots(path);
  std::filesystem::remove(path);
  Session other(makeNative);
  other.open(std::move(again));
  other.sync();
  EXPECT_EQ(other.frame()->step(), 0);
  EXPECT_EQ(other.history().summary().count, 31U);
  for (const double time : {7e-3, 25e-3}) {
    EXPECT_EQ(dynamics::stateHash(other.history().at(time)->engines[0].snapshot->states),
              dynamics::stateHash(session.history().at(time)->engines[0].snapshot->states));
  }
  other.resume(other.history().at(25e-3));
  other.sync();
  EXPECT_EQ(other.frame()->step(), 25);
  EXPECT_THROW(saveRecording(path, {}), InputError);
  EXPECT_THROW((void)readSnapshots("no_such_file.prec"), InputError);
}

}  // namespace
}  // namespace passung::app
