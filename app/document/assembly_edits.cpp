// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/assembly_edits.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "app/document/body_entry.h"
#include "core/error.h"
#include "scenes/description/suggest.h"
#include "scenes/description/values.h"

namespace passung::app {
namespace {

Json listOf(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Json colorJson(const Color& c) {
  const auto channel = [](float x) { return std::round(1000.0 * x) / 1000.0; };
  return {channel(c.r), channel(c.g), channel(c.b)};
}

using Colors = std::map<std::string, Color>;  // by body

Colors colorsOf(const scenes::Scene& scene) {
  Colors colors;
  for (std::size_t i = 0; i < scene.world.bodies.size() && i < scene.colors.size(); ++i)
    colors[scene.world.bodies[i].name] = scene.colors[i];
  return colors;
}

// Colours of a palette go by number: written down, they stay when the numbers shift.
void keepColor(const Colors& colors, SceneDocument& document, std::size_t entry) {
  const Json& body = *document.bodies[entry];
  if (body.contains("color") || body.contains("repeat") || body.value("motion", "") == "fixed") return;
  const auto color = colors.find(body["name"].get<std::string>());
  if (color == colors.end()) return;
  changeEntry(document, entry, [&](Json& json) { json["color"] = colorJson(color->second); });
}

bool names(const Json& entry, const std::string& body, std::initializer_list<const char*> keys) {
  return std::any_of(keys.begin(), keys.end(),
                     [&](const char* key) { return entry.contains(key) && entry[key] == body; });
}

// Monitors that name the body, also inside of others; one of several that has none left goes too.
void dropMonitors(Json& list, const std::string& body) {
  Json kept = Json::array();
  for (Json& monitor : list) {
    if (names(monitor, body, {"body", "other", "thread"})) continue;
    if (monitor.contains("children")) {
      dropMonitors(monitor["children"], body);
      if (monitor["children"].empty()) continue;
    }
    kept.push_back(monitor);
  }
  list = kept;
}

void dropFrom(Json& rest, const char* list, const std::string& body, std::initializer_list<const char*> keys) {
  if (!rest.contains(list)) return;
  Json kept = Json::array();
  for (const Json& entry : rest[list]) {
    if (!names(entry, body, keys)) kept.push_back(entry);
  }
  rest[list] = kept;
}

void dropEmpty(Json& rest, std::initializer_list<const char*> lists) {
  for (const char* list : lists) {
    if (rest.contains(list) && rest[list].empty()) rest.erase(list);
  }
}

void addTo(SceneDocument& document, const char* list, const Json& entry) {
  changeRest(document, [&](Json& rest) {
    if (!rest.contains(list)) rest[list] = Json::array();
    rest[list].push_back(entry);
  });
}

void checkBody(const SceneDocument& document, const std::string& body) { (void)entryOf(document, body); }

}  // namespace

Edit removePart(const scenes::Scene& scene, const std::string& body) {
  return {"Removal of " + body, "", [colors = colorsOf(scene), body](SceneDocument& document) {
            const std::size_t entry = ownEntry(document, body);
            if (document.bodies.size() == 1) {
              throw InputError("", "", "'" + body + "' is the only part", "a scene keeps at least one");
            }
            for (std::size_t i = entry + 1; i < document.bodies.size(); ++i) keepColor(colors, document, i);
            document.bodies.erase(document.bodies.begin() + static_cast<std::ptrdiff_t>(entry));
            changeRest(document, [&](Json& rest) {
              dropFrom(rest, "drives", body, {"body", "frame", "reaction"});
              dropFrom(rest, "joints", body, {"body", "to"});
              if (rest.contains("monitors")) dropMonitors(rest["monitors"], body);
              dropEmpty(rest, {"drives", "joints", "monitors"});
            });
          }};
}

Edit duplicatePart(const scenes::Scene& scene, const std::string& body, const std::string& name, const Vec3& offset) {
  return {"Copy of " + body, "", [colors = colorsOf(scene), body, name, offset](SceneDocument& document) {
            const std::size_t entry = ownEntry(document, body);
            const auto all = bodyNames(document);
            if (name.empty() || std::find(all.begin(), all.end(), name) != all.end()) {
              throw InputError("", "", "'" + name + "' is also the name of another part",
                               "give every part its own name");
            }
            Json copy = *document.bodies[entry];
            copy["name"] = name;
            const Vec3 place = scenes::readVec3(copy, "position", Vec3::Zero()) + offset / document.scale();
            copy["position"] = listOf(place);
            document.bodies.push_back(std::make_shared<const Json>(std::move(copy)));
            if (document.bodies.back()->contains("color")) return;
            const auto color = colors.find(body);
            if (color == colors.end()) return;
            changeEntry(document, document.bodies.size() - 1,
                        [&](Json& json) { json["color"] = colorJson(color->second); });
          }};
}

std::string copyName(const SceneDocument& document, const std::string& body) {
  const auto all = bodyNames(document);
  const std::string base = body.substr(0, 180) + " copy";
  std::string name = base;
  for (int n = 2; std::find(all.begin(), all.end(), name) != all.end(); ++n) name = base + " " + std::to_string(n);
  return name;
}

Edit startFrom(const scenes::Scene& scene, std::span<const dynamics::BodyState> states) {
  if (!scene.world.joints.empty()) {
    throw InputError("", "", "a scene with joints starts where their places and limits are given",
                     "remove the joints first, or enter the places of the parts");
  }
  struct Place {
    std::string body;
    Transform X_WB;
    bool driven;
  };
  std::vector<Place> places;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const dynamics::BodyDef& body = scene.world.bodies[i];
    const bool moved = states[i].X_WB.p != body.X_WB.p || states[i].X_WB.q.coeffs() != body.X_WB.q.coeffs();
    if (moved) places.push_back({body.name, states[i].X_WB, body.motion == dynamics::Motion::kKinematic});
  }
  return {"Start from here", "", [places](SceneDocument& document) {
            const double scale = document.scale();
            for (const Place& place : places) {
              changeBody(document, place.body, [&](Json& entry) {
                const Quat& q = place.X_WB.q;
                entry["position"] = listOf(place.X_WB.p / scale);
                entry.erase("euler_degrees");
                entry["orientation"] = {q.w(), q.x(), q.y(), q.z()};
                if (place.driven) return;
                entry.erase("velocity");
                entry.erase("angular_velocity");
              });
            }
          }};
}

std::vector<std::string> jointTypes() {
  return {"fixed", "revolute", "prismatic", "cylindrical", "screw", "spherical"};
}

Edit addJoint(const JointPlan& plan) {
  return {"Joint of " + plan.body, "", [plan](SceneDocument& document) {
            const auto types = jointTypes();
            if (std::find(types.begin(), types.end(), plan.type) == types.end()) {
              throw InputError("", "", "there is no joint '" + plan.type + "' to add",
                               scenes::allowedNames(plan.type, types));
            }
            checkBody(document, plan.body);
            const double scale = document.scale();
            Json joint = {{"name", plan.name.empty() ? plan.type + " of " + plan.body : plan.name},
                          {"type", plan.type},
                          {"body", plan.body}};
            if (!plan.to.empty()) {
              checkBody(document, plan.to);
              joint["to"] = plan.to;
            }
            joint["position"] = listOf(plan.position / scale);
            const bool axis = plan.type != "fixed" && plan.type != "spherical";
            if (axis) joint["axis"] = listOf(plan.axis);
            if (plan.type == "screw") joint["pitch"] = plan.pitch.value_or(0.002 * scale) / scale;
            addTo(document, "joints", joint);
          }};
}

Edit addRestMonitor(const std::string& body) {
  return {"Monitor of " + body, "", [body](SceneDocument& document) {
            checkBody(document, body);
            addTo(document, "monitors", {{"type", "at_rest"}, {"name", body + " comes to rest"}, {"body", body}});
          }};
}

Edit addContactMonitor(const std::string& body, const std::string& other) {
  return {"Monitor of " + body, "", [body, other](SceneDocument& document) {
            checkBody(document, body);
            checkBody(document, other);
            addTo(document, "monitors",
                  {{"type", "contact"}, {"name", body + " touches " + other}, {"body", body}, {"other", other}});
          }};
}

}  // namespace passung::app
