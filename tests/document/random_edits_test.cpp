// SPDX-License-Identifier: GPL-3.0-or-later
// A hundred edits of every kind that the document offers, drawn at random: undo gives each scene before it back, redo
// each one after it, and the saved file opens as the last one.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <random>

#include "app/document/assembly_edits.h"
#include "app/document/body_entry.h"
#include "app/document/edit_history.h"
#include "app/document/entry_edits.h"
#include "app/document/mating.h"
#include "core/error.h"
#include "scenes/exporters/scene_file.h"
#include "tests/document/document_scene.h"

namespace passung::app {
namespace {

// Draws edits; some of them cannot be.
class RandomEdits {
 public:
  RandomEdits(const EditHistory& history, unsigned seed) : history_(history), random_(seed) {}

  static constexpr std::array kKinds{"motion",      "material",      "material values", "mass",
                                     "pose",        "position",      "rotation",        "velocity",
                                     "colour",      "name",          "remove part",     "duplicate part",
                                     "start here",  "add joint",     "rest monitor",    "contact monitor",
                                     "joint field", "monitor field", "remove joint",    "remove monitor",
                                     "mate axes",   "mate faces"};

  std::size_t pick(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

  Edit draw(std::size_t kind) {
    const std::string what = kKinds[kind];
    const std::string body = anyBody(), other = anyBody();
    if (what == "motion") return setMotion(body, static_cast<dynamics::Motion>(pick(3)));
    if (what == "material") return setMaterial(body, any(materialNames(history_.document())));
    if (what == "material values")
      return setMaterialValues(body, {1000 * (2 + real()), 0.5 * (1 + real()), 0.5 * (1 + real())});
    if (what == "mass") return setMass(scene(), body, pick(3) == 0 ? std::optional<double>() : 2 + real());
    if (what == "pose") return setPose(body, vector(), 180 * vector());
    if (what == "position") return setPosition(body, vector());
    if (what == "rotation") return setRotation(body, 180 * vector());
    if (what == "velocity") return setVelocity(body, vector(), vector());
    if (what == "colour") {
      return setColor(body,
                      pick(4) == 0 ? std::optional<Color>() : Color{0.25F, 0.5F, 0.75F, pick(2) == 0 ? 1.0F : 0.5F});
    }
    if (what == "name") return rename(body, fresh("part"));
    if (what == "remove part") return removePart(scene(), body);
    if (what == "duplicate part") return duplicatePart(scene(), body, copyName(history_.document(), body), vector());
    if (what == "start here") return startFrom(scene(), movedStates());
    if (what == "add joint") {
      JointPlan plan{.name = fresh("joint"),
                     .type = any(jointTypes()),
                     .body = body,
                     .to = pick(3) == 0 ? "" : other,
                     .position = vector(),
                     .axis = vector()};
      if (plan.type == "screw") plan.pitch = 0.01 * (2 + real());
      return addJoint(plan);
    }
    if (what == "rest monitor") return addRestMonitor(body);
    if (what == "contact monitor") return addContactMonitor(body, other);
    if (what == "joint field") return fieldEdit(EntryList::kJoints);
    if (what == "monitor field") return fieldEdit(EntryList::kMonitors);
    if (what == "remove joint") return removeEntry(EntryList::kJoints, anyEntry(EntryList::kJoints));
    if (what == "remove monitor") return removeEntry(EntryList::kMonitors, anyEntry(EntryList::kMonitors));
    const auto mate = what == "mate axes" ? mateAxes : mateFaces;
    const Transform X =
        mate(test::bodyNamed(scene(), body).X_WB, {vector(), vector().normalized()}, {vector(), vector().normalized()});
    return setPose(body, X.p, eulerDegrees(X.q));
  }

 private:
  const scenes::Scene& scene() const { return *history_.scene(); }
  double real() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  Vec3 vector() { return {real(), real(), real()}; }
  std::string fresh(const std::string& stem) { return stem + " " + std::to_string(++count_); }
  template <class T>
  T any(const std::vector<T>& list) {
    return list[pick(list.size())];
  }
  std::string anyBody() { return any(bodyNames(history_.document())); }

  std::vector<dynamics::BodyState> movedStates() {
    std::vector<dynamics::BodyState> states;
    for (const dynamics::BodyDef& body : scene().world.bodies) {
      const bool moves = body.motion != dynamics::Motion::kFixed;
      states.push_back({.X_WB = moves ? Transform{rotationFromVector(vector()), vector()} : body.X_WB});
    }
    return states;
  }

  std::size_t anyEntry(EntryList list) {
    const auto entries = entriesOf(history_.document(), list);
    return entries.empty() ? 0 : any(entries).index;
  }

  // Another value of the field's own sort, or none.
  Edit fieldEdit(EntryList list) {
    const std::size_t entry = anyEntry(list);
    const auto fields = fieldsOf(history_.document(), list, entry);
    const EntryField field = any(fields);
    std::string text = std::to_string(real());
    if (field.body) {
      text = anyBody();
    } else if (!field.choices.empty()) {
      text = any(field.choices);
    } else if (field.name == "name") {
      text = fresh("entry");
    } else if (pick(5) == 0) {
      text.clear();
    } else if (field.text.find(' ') != std::string::npos) {
      text += " " + std::to_string(real()) + " " + std::to_string(real());
    }
    return setEntryFields(list, entry, {{field.name, text}});
  }

  const EditHistory& history_;
  std::mt19937 random_;
  int count_ = 0;
};

std::string textOf(const SceneDocument& document) { return jsonOf(document).dump(2); }

void expectSame(const scenes::Scene& a, const scenes::Scene& b) {
  ASSERT_EQ(a.world.bodies.size(), b.world.bodies.size());
  for (std::size_t i = 0; i < a.world.bodies.size(); ++i) {
    const dynamics::BodyDef &p = a.world.bodies[i], &q = b.world.bodies[i];
    EXPECT_EQ(p.name, q.name);
    EXPECT_EQ(p.motion, q.motion) << p.name;
    EXPECT_EQ(p.X_WB.p, q.X_WB.p) << p.name;
    EXPECT_EQ(p.X_WB.q.coeffs(), q.X_WB.q.coeffs()) << p.name;
    EXPECT_EQ(p.v_WC, q.v_WC) << p.name;
    EXPECT_EQ(p.w_WB, q.w_WB) << p.name;
    EXPECT_EQ(p.material.density, q.material.density) << p.name;
    EXPECT_EQ(p.material.friction, q.material.friction) << p.name;
    EXPECT_EQ(p.material.restitution, q.material.restitution) << p.name;
    EXPECT_EQ(p.colliders.size(), q.colliders.size()) << p.name;
    EXPECT_EQ(p.mass.has_value(), q.mass.has_value()) << p.name;
    if (p.mass && q.mass) {
      EXPECT_EQ(p.mass->mass, q.mass->mass) << p.name;
      EXPECT_EQ(p.mass->inertia, q.mass->inertia) << p.name;
    }
    EXPECT_EQ(a.colors[i].r, b.colors[i].r) << p.name;
    EXPECT_EQ(a.colors[i].a, b.colors[i].a) << p.name;
  }
  ASSERT_EQ(a.world.joints.size(), b.world.joints.size());
  for (std::size_t i = 0; i < a.world.joints.size(); ++i) {
    const dynamics::JointDef &p = a.world.joints[i], &q = b.world.joints[i];
    EXPECT_EQ(p.kind, q.kind) << i;
    EXPECT_EQ(p.body, q.body) << i;
    EXPECT_EQ(p.to, q.to) << i;
    EXPECT_EQ(p.upper, q.upper) << i;
    EXPECT_EQ(p.friction, q.friction) << i;
  }
  EXPECT_EQ(a.world.drives.size(), b.world.drives.size());
  ASSERT_EQ(a.monitors.size(), b.monitors.size());
  for (std::size_t i = 0; i < a.monitors.size(); ++i) {
    EXPECT_EQ(a.monitors[i].type, b.monitors[i].type) << i;
    EXPECT_EQ(a.monitors[i].name, b.monitors[i].name) << i;
    EXPECT_EQ(a.monitors[i].body, b.monitors[i].body) << i;
    EXPECT_EQ(a.monitors[i].value, b.monitors[i].value) << i;
  }
}

// What is on the stack at each index: the text, and the scene that was shown.
using Shown = std::map<int, std::pair<std::string, std::shared_ptr<const scenes::Scene>>>;

struct Tally {
  std::map<std::string, int> done;
  int refused = 0;
};

void editAHundredTimes(EditHistory& history, unsigned seed, Shown& shown, Tally& tally) {
  RandomEdits edits(history, seed);
  const auto note = [&] { shown[history.stack().index()] = {textOf(history.document()), history.scene()}; };
  note();
  for (int done = 0; done < 100;) {
    const std::string before = textOf(history.document());
    const std::size_t kind = edits.pick(RandomEdits::kKinds.size());
    try {
      history.apply(edits.draw(kind));
      ++done;
      ++tally.done[RandomEdits::kKinds[kind]];
      note();
    } catch (const InputError&) {
      ++tally.refused;
      ASSERT_EQ(textOf(history.document()), before) << RandomEdits::kKinds[kind];
      ASSERT_LT(tally.refused, 20000);
    }
  }
}

TEST(RandomEdits, AreUndoneRedoneSavedAndReadBackAlike) {
  Tally tally;
  const std::string file =
      (std::filesystem::temp_directory_path() / ("passung_edits_" + std::to_string(::getpid()) + ".json")).string();
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    // Every second scene is a scaled one, whose document is in other lengths than the scene.
    Json json = Json::parse(test::kAssembly);
    if (seed % 2 == 0) json["scale"] = 0.01;
    EditHistory history;
    history.open(std::make_shared<const scenes::Scene>(scenes::loadSceneText(json.dump(), file)));
    Shown shown;
    editAHundredTimes(history, seed, shown, tally);
    if (HasFatalFailure()) return;
    const int last = history.stack().index();
    ASSERT_GT(last, 80);  // few were merged

    scenes::writeSceneFile(file, jsonOf(history.document()), history.document().folder);
    const scenes::Scene read = scenes::loadScene(file);
    EXPECT_EQ(textOf(documentOf(read)), textOf(history.document()));
    expectSame(read, *history.scene());

    const auto expectShown = [&] {
      const auto& [text, scene] = shown.at(history.stack().index());
      ASSERT_EQ(textOf(history.document()), text) << "at " << history.stack().index();
      expectSame(*history.scene(), *scene);
    };
    while (history.stack().canUndo() && !HasFailure()) {
      history.stack().undo();
      expectShown();
    }
    EXPECT_EQ(history.stack().index(), 0);
    EXPECT_FALSE(history.modified());
    while (history.stack().canRedo() && !HasFailure()) {
      history.stack().redo();
      expectShown();
    }
    EXPECT_EQ(history.stack().index(), last);
    EXPECT_TRUE(history.modified());
  }
  std::filesystem::remove(file);
  // Every kind was among them, and what cannot be, too.
  for (const char* kind : RandomEdits::kKinds) EXPECT_GT(tally.done[kind], 0) << kind;
  EXPECT_GT(tally.refused, 0);
}

}  // namespace
}  // namespace passung::app
