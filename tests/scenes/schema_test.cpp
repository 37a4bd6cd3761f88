// SPDX-License-Identifier: Apache-2.0
// The published schema: it agrees with the program's tables, and an independent validator agrees with ours.
#include "scenes/description/schema.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>
#include <sstream>

#include "core/error.h"
#include "scenes/description/library.h"
#include "scenes/generators/generator.h"
#include "scenes/scene.h"

#if __has_include(<valijson/validator.hpp>)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wall"
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#pragma GCC diagnostic pop
#define PASSUNG_VALIJSON
#endif

namespace passung::scenes {
namespace {

std::vector<std::string> librarySources() {
  std::vector<std::string> texts;
  for (const BuiltinScene& scene : builtinScenes())
    texts.push_back(readTextFile(*builtinFolder(scene.name) + "/scene.json"));
  return texts;
}

TEST(Schema, ListsTheGeneratorsOfTheProgram) {
  std::set<std::string> listed, built;
  for (const Json& name : sceneSchema()["definitions"]["generated"]["properties"]["generator"]["enum"]) {
    listed.insert(name.get<std::string>());
  }
  for (const Generator& generator : generators()) built.insert(generator.name);
  EXPECT_EQ(listed, built);
}

// The defaults that the schema publishes are those of the program.
TEST(Schema, PublishesTheDefaultsOfTheProgram) {
  const dynamics::SolverSettings s;
  const Json& solver = sceneSchema()["definitions"]["solver"]["properties"];
  const auto published = [&](const char* key) { return solver[key]["default"].get<double>(); };
  EXPECT_EQ(solver["name"]["default"], s.name);
  EXPECT_EQ(published("shell"), s.shell);
  EXPECT_EQ(published("stiffness"), s.stiffness);
  EXPECT_EQ(published("tolerance"), s.tolerance);
  EXPECT_EQ(published("friction_speed"), s.frictionSpeed);
  EXPECT_EQ(published("max_iterations"), s.maxIterations);
  EXPECT_EQ(published("max_halvings"), s.maxHalvings);
  EXPECT_EQ(published("restitution_speed"), s.restitutionSpeed);
  EXPECT_EQ(published("motion_limit"), s.motionLimit);
  EXPECT_EQ(solver["sleeping"]["default"], s.sleeping);
  EXPECT_EQ(published("sleep_speed"), s.sleepSpeed);
  EXPECT_EQ(published("sleep_time"), s.sleepTime);
  const dynamics::Material m;
  const Json& material = sceneSchema()["definitions"]["material"]["properties"];
  EXPECT_EQ(material["density"]["default"], m.density);
  EXPECT_EQ(material["friction"]["default"], m.friction);
  EXPECT_EQ(material["restitution"]["default"], m.restitution);
  const Scene scene;
  const Json& head = sceneSchema()["properties"];
  EXPECT_EQ(head["dt"]["default"], scene.world.dt);
  EXPECT_EQ(head["duration"]["default"], scene.duration);
  EXPECT_EQ(head["scale"]["default"], scene.scale);
}

// The manual lists what the program has.
class Manual : public testing::Test {
 protected:
  std::string text_ = readTextFile(
      (std::filesystem::path(PASSUNG_TEST_DATA) / "../../docs/scene-format.md").lexically_normal().string());
};

TEST_F(Manual, ListsEveryGeneratorWithItsParametersAndDefaults) {
  for (const Generator& generator : generators()) {
    std::ostringstream row;
    row << "| `" << generator.name << "` | " << generator.purpose << " | ";
    const char* separator = "";
    for (const GeneratorParameter& p : generator.parameters) {
      row << separator << '`' << p.name << "` ";
      p.choices.empty() ? row << p.value : row << p.choices[static_cast<std::size_t>(p.value)];
      row << ": " << p.meaning;
      separator = "; ";
    }
    row << " |\n";
    EXPECT_NE(text_.find(row.str()), std::string::npos) << row.str();
  }
}

TEST_F(Manual, NamesEveryKeyOfTheSchema) {
  const auto expectNamed = [&](const Json& properties) {
    for (const auto& [key, value] : properties.items()) {
      if (key == "type" || key == "$schema") continue;
      EXPECT_NE(text_.find('`' + key + '`'), std::string::npos) << key;
    }
  };
  expectNamed(sceneSchema()["properties"]);
  for (const auto& [name, definition] : sceneSchema()["definitions"].items()) {
    if (!definition.contains("properties")) continue;
    expectNamed(definition["properties"]);
    const Json type = definition["properties"].value("type", Json::object()).value("const", Json());
    if (!type.is_string()) continue;
    EXPECT_NE(text_.find('`' + type.get<std::string>() + '`'), std::string::npos) << type;
  }
}

TEST_F(Manual, ItsExampleLoads) {
  const std::size_t start = text_.find("```json\n") + 8;
  const Scene scene = loadSceneText(text_.substr(start, text_.find("```", start) - start), "manual.json");
  EXPECT_EQ(scene.world.bodies.size(), 2U);
}

// Every object and list in a document, to change one of them.
void collect(Json& node, std::vector<Json*>& nodes) {
  nodes.push_back(&node);
  if (!node.is_structured()) return;
  for (Json& child : node) collect(child, nodes);
}

// One random fault: a member removed, misspelt, or of another type or size.
void mutate(Json& document, std::mt19937& random) {
  std::vector<Json*> nodes;
  collect(document, nodes);
  Json& node = *nodes[random() % nodes.size()];
  static const std::vector<Json> kValues = {nullptr,
                                            true,
                                            -1,
                                            0,
                                            1,
                                            2.5,
                                            1e300,
                                            "text",
                                            "",
                                            Json::array(),
                                            Json::object(),
                                            Json::array({1, 2, 3}),
                                            Json::array({0, 0, 0, 0})};
  const unsigned kind = random() % 4;
  if (kind == 0 && node.is_object() && !node.empty()) {
    node.erase(std::next(node.begin(), static_cast<std::ptrdiff_t>(random() % node.size())));
  } else if (kind == 1 && node.is_object()) {
    node["extra"] = 1;
  } else if (kind == 2 && node.is_array() && !node.empty()) {
    if (random() % 2)
      node.push_back(node[0]);
    else
      node.erase(node.begin());
  } else {
    node = kValues[random() % kValues.size()];
  }
}

#ifdef PASSUNG_VALIJSON
TEST(Schema, AnIndependentValidatorAgreesOnTheLibraryAndOnRandomFaults) {
  valijson::Schema schema;
  valijson::SchemaParser parser;
  const nlohmann::json schemaDocument = nlohmann::json::parse(sceneSchemaText());
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schemaDocument), schema);
  const auto independent = [&](const Json& document) {
    const nlohmann::json plain = nlohmann::json::parse(document.dump());
    valijson::Validator validator;
    return validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(plain), nullptr);
  };
  const auto ours = [&](const Json& document) {
    try {
      validate(document, {"x", {}});
    } catch (const InputError&) {
      return false;
    }
    return true;
  };
  std::mt19937 random(3);
  int good = 0, bad = 0;
  for (const std::string& text : librarySources()) {
    const Json document = parseJson(text, "x");
    EXPECT_TRUE(independent(document));
    EXPECT_TRUE(ours(document));
    for (int i = 0; i < 150; ++i) {
      Json changed = document;
      mutate(changed, random);
      const bool accepted = independent(changed);
      EXPECT_EQ(ours(changed), accepted) << changed.dump(1).substr(0, 2000);
      accepted ? ++good : ++bad;
    }
  }
  EXPECT_GT(good, 20);
  EXPECT_GT(bad, 200);
}
#endif

// Whatever is done to a scene, it loads or is refused with one line: no other exception, no crash, no NaN.
TEST(Schema, RandomlyDamagedScenesLoadOrAreRefusedInOneLine) {
  std::mt19937 random(4);
  int loaded = 0, refused = 0;
  const auto attempt = [&](const std::string& text, const std::string& source) {
    try {
      const Scene scene = loadSceneText(text, source);
      for (const auto& body : scene.world.bodies) ASSERT_TRUE(isFinite(body.X_WB));
      ++loaded;
    } catch (const InputError& e) {
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
      ++refused;
    }
  };
  for (const std::string name : {"box_stack", "screw_into_bracket", "screw_into_bracket_m1_4"}) {
    const std::string text = readTextFile(*builtinFolder(name) + "/scene.json");
    const Json document = parseJson(text, "x");
    for (int i = 0; i < 120; ++i) {
      Json changed = document;
      for (unsigned n = 0; n <= random() % 3; ++n) mutate(changed, random);
      attempt(changed.dump(), name);
      attempt(text.substr(0, random() % text.size()), name);
      std::string flipped = text;
      flipped[random() % text.size()] = static_cast<char>(random() % 256);
      attempt(flipped, name);
    }
  }
  EXPECT_GT(loaded, 30);
  EXPECT_GT(refused, 400);
}

}  // namespace
}  // namespace passung::scenes
