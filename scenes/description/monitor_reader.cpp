// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/monitor_reader.h"

#include <algorithm>
#include <map>

#include "scenes/description/schema.h"
#include "scenes/description/suggest.h"
#include "scenes/description/values.h"

namespace passung::scenes {
namespace {

using Type = Monitor::Type;
using Law = Monitor::Law;

Type typeOf(const std::string& name) {
  static const std::map<std::string, Type> kTypes = {{"at_rest", Type::kAtRest},
                                                     {"inside_box", Type::kInsideBox},
                                                     {"outside_box", Type::kOutsideBox},
                                                     {"max_penetration", Type::kMaxPenetration},
                                                     {"max_energy_gain", Type::kMaxEnergyGain},
                                                     {"contact", Type::kContact},
                                                     {"position", Type::kPosition},
                                                     {"distance", Type::kDistance},
                                                     {"acceleration", Type::kAcceleration},
                                                     {"never_climbs", Type::kNeverClimbs},
                                                     {"creep", Type::kCreep},
                                                     {"drift", Type::kDrift},
                                                     {"sideways_shift", Type::kSidewaysShift},
                                                     {"stands", Type::kStands},
                                                     {"travel_per_turn", Type::kTravelPerTurn},
                                                     {"speed", Type::kSpeed},
                                                     {"angular_speed", Type::kAngularSpeed},
                                                     {"turns", Type::kTurns},
                                                     {"contact_force", Type::kContactForce},
                                                     {"all", Type::kAll},
                                                     {"any", Type::kAny}};
  return kTypes.at(name);
}

Law lawOf(const std::string& name) {
  if (name == "gravity") return Law::kGravity;
  return name == "screw" ? Law::kScrew : name == "power_screw" ? Law::kPowerScrew : Law::kGiven;
}

std::optional<double> optionalNumber(const Json& json, const char* key) {
  if (!json.contains(key)) return std::nullopt;
  return json[key].get<double>();
}

class MonitorReader {
 public:
  MonitorReader(const dynamics::WorldDef& world, const ErrorSite& site) : world_(world), site_(site) {}

  std::vector<Monitor> readAll(const Json& list, const std::string& place) const {
    std::vector<Monitor> monitors;
    for (std::size_t i = 0; i < list.size(); ++i) monitors.push_back(read(list[i], itemPlace(place, i)));
    return monitors;
  }

 private:
  Monitor read(const Json& json, const std::string& place) const {
    Monitor m;
    const std::string type = json["type"].get<std::string>();
    m.type = typeOf(type);
    m.name = json.value("name", type);
    m.body = bodyOf(json, "body", place);
    m.other = bodyOf(json, "other", place);
    if (json.contains("box")) {
      m.box = {readVec3(json["box"], 0), readVec3(json["box"], 1)};
      if (m.box.empty()) {
        site_.fail(memberPlace(place, "box"), "the lower corner exceeds the upper one", "[[x0, y0, z0], [x1, y1, z1]]");
      }
    }
    m.point = readVec3(json, "point", Vec3::Zero());
    m.value = json.value("value", 0.0);
    m.atEnd = json.value("at_end", false);
    m.forbidden = json.value("forbidden", false);
    m.ofSize = json.value("of", "potential_drop") == "size";
    readWindow(json, place, m);
    readExpected(json, place, m);
    m.children = readAll(json.value("children", Json::array()), memberPlace(place, "children"));
    if (m.other == "*") site_.fail(memberPlace(place, "other"), "'*' is not allowed here", "name one body");
    if (!m.other.empty() && m.other == m.body) {
      site_.fail(memberPlace(place, "other"), "it is the body of the monitor itself", "name another one");
    }
    // A monitor that speaks of every moving body without a name needs no copy for each.
    if (m.type == Type::kStands && m.body == "*") m.body.clear();
    if (m.body == "*") return forEveryMovingBody(m);
    return m;
  }

  void readWindow(const Json& json, const std::string& place, Monitor& m) const {
    if (json.contains("axis")) {
      const Vec3 axis = readVec3(json["axis"]);
      if (!(axis.norm() > 0)) site_.fail(memberPlace(place, "axis"), "it has no length", "for instance [0, 0, 1]");
      m.axis = axis.normalized();
    }
    m.from = json.value("from", m.from);
    m.to = json.value("to", m.to);
    if (!(m.from < m.to)) site_.fail(memberPlace(place, "to"), "the window is empty", "a time after 'from'");
    m.whileFree = json.value("while_free", false);
  }

  void readExpected(const Json& json, const std::string& place, Monitor& m) const {
    m.expected = optionalNumber(json, "expected");
    m.least = optionalNumber(json, "least");
    m.most = optionalNumber(json, "most");
    m.percent = json.value("percent", m.percent);
    m.law = lawOf(json.value("law", ""));
    m.screw.pitch = json.value("pitch", 0.0);
    m.screw.flankDegrees = json.value("flank_degrees", m.screw.flankDegrees);
    m.screw.torque = json.value("torque", 0.0);
    m.screw.thread = bodyOf(json, "thread", place);
    m.screw.contactRadius = optionalNumber(json, "contact_radius");
    m.screw.bearingRadius = optionalNumber(json, "bearing_radius");

    const bool judged = m.type == Type::kAcceleration || m.type == Type::kContactForce;
    if (judged && m.law == Law::kGiven && !m.expected) {
      site_.fail(place, "it says not what is expected", "give 'expected' or 'law'");
    }
    if (judged && m.law != Law::kGiven && m.expected) {
      site_.fail(place, "'expected' and 'law' exclude each other", "leave one of them out");
    }
    const bool range = m.type == Type::kSpeed || m.type == Type::kAngularSpeed || m.type == Type::kTurns;
    if (range && !m.least && !m.most) site_.fail(place, "it asks for nothing", "give 'least', 'most' or both");
    if (m.least && m.most && *m.least > *m.most) {
      site_.fail(memberPlace(place, "most"), "it is below 'least'", "a value above it");
    }
    if (m.law == Law::kScrew && !(m.screw.pitch > 0)) site_.fail(place, "its law needs a pitch", "give 'pitch' [m]");
    if (m.law == Law::kPowerScrew && !(m.screw.pitch > 0 && m.screw.torque > 0 && !m.screw.thread.empty())) {
      site_.fail(place, "its law needs a thread, its pitch and a torque", "give 'thread', 'pitch' and 'torque'");
    }
  }

  std::string bodyOf(const Json& json, const char* key, const std::string& place) const {
    if (!json.contains(key)) return {};
    const std::string name = json[key].get<std::string>();
    const auto named = [&](const dynamics::BodyDef& body) { return body.name == name; };
    if (name == "*" || std::any_of(world_.bodies.begin(), world_.bodies.end(), named)) return name;
    std::vector<std::string> names;
    for (const auto& body : world_.bodies) names.push_back(body.name);
    site_.fail(memberPlace(place, key), "unknown body '" + name + "'", allowedNames(name, names));
  }

  // The body "*" stands for every dynamic body: all of them must meet the condition.
  Monitor forEveryMovingBody(const Monitor& each) const {
    Monitor all;
    all.type = Type::kAll;
    all.name = each.name;
    for (const auto& body : world_.bodies) {
      if (body.motion != dynamics::Motion::kDynamic || body.name == each.other) continue;
      all.children.push_back(each);
      all.children.back().body = body.name;
      all.children.back().name = body.name;
    }
    return all;
  }

  const dynamics::WorldDef& world_;
  const ErrorSite& site_;
};

}  // namespace

std::vector<Monitor> readMonitors(const Json& list, const std::string& place, const dynamics::WorldDef& world,
                                  const ErrorSite& site) {
  return MonitorReader(world, site).readAll(list, place);
}

}  // namespace passung::scenes
