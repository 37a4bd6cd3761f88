// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/edits.h"

#include <algorithm>
#include <cmath>

#include "app/document/body_entry.h"
#include "core/error.h"
#include "scenes/description/suggest.h"
#include "scenes/description/values.h"
#include "scenes/materials.h"

namespace passung::app {
namespace {

Json listOf(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Json materialJson(const dynamics::Material& m) {
  return {{"density", m.density}, {"friction", m.friction}, {"restitution", m.restitution}};
}

std::string materialOf(const Json& entry) { return entry.value("material", "default"); }

dynamics::Material materialValues(const SceneDocument& document, const std::string& name) {
  dynamics::Material m;
  const Json materials = document.rest->value("materials", Json::object());
  if (!materials.contains(name)) return m;
  const Json& json = materials[name];
  return {json.value("density", m.density), json.value("friction", m.friction),
          json.value("restitution", m.restitution)};
}

int usersOf(const SceneDocument& document, const std::string& material) {
  int users = 0;
  for (const auto& entry : document.bodies) {
    const bool many = entry->contains("repeat");
    if (materialOf(*entry) == material) users += many ? 2 : 1;
  }
  return users;
}

bool sceneHas(const SceneDocument& document, const std::string& material) {
  return material == "default" ||
         (document.rest->contains("materials") && (*document.rest)["materials"].contains(material));
}

// A material that an earlier choice brought from the library and nobody has any longer; it comes back when chosen.
void dropUnused(SceneDocument& document, const std::string& material) {
  const scenes::EngineeringMaterial* library = scenes::engineeringMaterial(material);
  if (!library || !sceneHas(document, material) || usersOf(document, material) > 0) return;
  if ((*document.rest)["materials"][material] != materialJson(library->values)) return;
  changeRest(document, [&](Json& rest) {
    rest["materials"].erase(material);
    if (rest["materials"].empty()) rest.erase("materials");
  });
}

void setOwnMass(Json& entry, const MassProperties& m, double scale) {
  const double s3 = scale * scale * scale, s5 = s3 * scale * scale;
  const Mat3& i = m.inertia;
  entry["mass"] = {{"mass", m.mass / s3},
                   {"center", listOf(m.com / scale)},
                   {"inertia", {i(0, 0) / s5, i(1, 1) / s5, i(2, 2) / s5, i(0, 1) / s5, i(0, 2) / s5, i(1, 2) / s5}}};
}

void setAngles(Json& entry, const Vec3& degrees) {
  entry.erase("orientation");
  if (degrees == Vec3::Zero()) {
    entry.erase("euler_degrees");
  } else {
    entry["euler_degrees"] = listOf(degrees);
  }
}

}  // namespace

Edit setMotion(const std::string& body, dynamics::Motion motion) {
  return {"Motion of " + body, "", [=](SceneDocument& document) {
            changeBody(document, body, [&](Json& entry) {
              const char* name = motion == dynamics::Motion::kFixed       ? "fixed"
                                 : motion == dynamics::Motion::kKinematic ? "kinematic"
                                                                          : "dynamic";
              entry["motion"] = name;
            });
          }};
}

Edit setMaterial(const std::string& body, const std::string& material) {
  return {"Material of " + body, "", [=](SceneDocument& document) {
            if (!sceneHas(document, material)) {
              const scenes::EngineeringMaterial* library = scenes::engineeringMaterial(material);
              if (!library) {
                throw InputError("", "", "there is no material '" + material + "'",
                                 scenes::allowedNames(material, materialNames(document)));
              }
              changeRest(document, [&](Json& rest) { rest["materials"][material] = materialJson(library->values); });
            }
            std::string before;
            changeBody(document, body, [&](Json& entry) {
              before = materialOf(entry);
              entry["material"] = material;
            });
            if (before != material) dropUnused(document, before);
          }};
}

Edit setMaterialValues(const std::string& body, const dynamics::Material& values) {
  return {"Material values of " + body, "material values " + body, [=](SceneDocument& document) {
            const std::size_t own = ownEntry(document, body);
            const std::string before = materialOf(*document.bodies[own]);
            const dynamics::Material old = materialValues(document, before);
            std::string name = before;
            if (name == "default" || usersOf(document, name) > 1 || scenes::engineeringMaterial(name)) {
              const std::string base = body.substr(0, 180) + " material";
              name = base;
              for (int n = 2; sceneHas(document, name); ++n) name = base + " " + std::to_string(n);
            }
            changeRest(document, [&](Json& rest) { rest["materials"][name] = materialJson(values); });
            changeEntry(document, own, [&](Json& entry) {
              entry["material"] = name;
              if (values.density != old.density) entry.erase("mass");
            });
            dropUnused(document, before);
          }};
}

Edit setMass(const scenes::Scene& scene, const std::string& body, std::optional<double> kilograms) {
  const auto& bodies = scene.world.bodies;
  const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const auto& b) { return b.name == body; });
  std::optional<MassProperties> wanted, ofMesh;
  const auto heavy = [&](MassProperties m) {
    m.inertia *= *kilograms / m.mass;
    m.mass = *kilograms;
    return m;
  };
  if (found != bodies.end() && kilograms) {
    dynamics::BodyDef shape = *found;
    if (!shape.colliders.empty()) shape.mass.reset();
    const MassProperties m = dynamics::massProperties(shape);
    if (!(*kilograms > 0) || !std::isfinite(*kilograms)) {
      throw InputError("", "", "a mass is a positive number of kilograms", "as in 0.25");
    }
    if (!(m.mass > 0) || !std::isfinite(m.mass)) {
      throw InputError("", "", "'" + body + "' has no shape that a mass could be spread over", "give it shapes first");
    }
    wanted = heavy(m);
    // Where a simpler shape collides in place of the mesh, the mass is spread as the body has it: that is the mesh's.
    if (const MassProperties now = dynamics::massProperties(*found); now.mass > 0) ofMesh = heavy(now);
  }
  return {"Mass of " + body, "mass " + body, [=](SceneDocument& document) {
            const double scale = document.scale();
            const std::string as = collisionOf(document, body);
            const bool coarse = !as.empty() && as != "mesh";
            changeBody(document, body, [&](Json& entry) {
              entry.erase("mass");
              if (wanted) setOwnMass(entry, coarse && ofMesh ? *ofMesh : *wanted, scale);
            });
          }};
}

Edit setPose(const std::string& body, const Vec3& position, const Vec3& eulerDegrees) {
  return {"Place of " + body, "pose " + body, [=](SceneDocument& document) {
            const double scale = document.scale();
            changeBody(document, body, [&](Json& entry) {
              entry["position"] = listOf(position / scale);
              setAngles(entry, eulerDegrees);
            });
          }};
}

Edit setPosition(const std::string& body, const Vec3& position) {
  return {"Position of " + body, "position " + body, [=](SceneDocument& document) {
            const double scale = document.scale();
            changeBody(document, body, [&](Json& entry) { entry["position"] = listOf(position / scale); });
          }};
}

Edit setRotation(const std::string& body, const Vec3& eulerDegrees) {
  return {"Rotation of " + body, "rotation " + body, [=](SceneDocument& document) {
            changeBody(document, body, [&](Json& entry) { setAngles(entry, eulerDegrees); });
          }};
}

Edit setVelocity(const std::string& body, const Vec3& v_WC, const Vec3& w_WB) {
  return {"Velocity of " + body, "velocity " + body, [=](SceneDocument& document) {
            const double scale = document.scale();
            changeBody(document, body, [&](Json& entry) {
              const auto set = [&](const char* key, const Vec3& value) {
                if (value == Vec3::Zero()) {
                  entry.erase(key);
                } else {
                  entry[key] = listOf(value);
                }
              };
              set("velocity", v_WC / scale);
              set("angular_velocity", w_WB);
            });
          }};
}

Edit setColor(const std::string& body, std::optional<Color> color) {
  return {"Colour of " + body, "colour " + body, [=](SceneDocument& document) {
            changeBody(document, body, [&](Json& entry) {
              entry.erase("color");
              if (!color) return;
              // Thousandths are finer than any display and keep the file readable.
              const auto channel = [](float c) { return std::round(1000.0 * c) / 1000.0; };
              entry["color"] = {channel(color->r), channel(color->g), channel(color->b)};
              if (color->a < 1) entry["color"].push_back(channel(color->a));
            });
          }};
}

namespace {

bool isMesh(const Json& shape) { return shape.value("type", "") == "mesh" || shape.value("type", "") == "generated"; }

}  // namespace

Edit setCollision(const std::string& body, const std::string& as) {
  return {"Collision shape of " + body, "", [=](SceneDocument& document) {
            if (collisionOf(document, body).empty()) {
              throw InputError("", "", "'" + body + "' has no mesh that something simpler could stand for",
                               "choose a part of a file, or a generated one");
            }
            const std::vector<std::string> known{"mesh", "box", "cylinder", "sphere"};
            if (std::find(known.begin(), known.end(), as) == known.end()) {
              throw InputError("", "", "nothing collides as a '" + as + "'", scenes::allowedNames(as, known));
            }
            changeBody(document, body, [&](Json& entry) {
              for (Json& shape : entry["shapes"]) {
                if (!isMesh(shape)) continue;
                shape.erase("as");
                if (as != "mesh") shape["as"] = as;
              }
            });
          }};
}

Edit setMend(const std::vector<std::string>& bodies, bool on) {
  return {"Mending of " + (bodies.size() == 1 ? bodies.front() : std::to_string(bodies.size()) + " parts"), "",
          [=](SceneDocument& document) {
            for (const std::string& body : bodies) {
              bool any = false;
              changeBody(document, body, [&](Json& entry) {
                if (!entry.contains("shapes")) return;
                for (Json& shape : entry["shapes"]) {
                  if (shape.value("type", "") != "mesh") continue;
                  any = true;
                  shape.erase("mend");
                  if (on) shape["mend"] = true;
                }
              });
              if (any) continue;
              throw InputError("", "", "'" + body + "' is of no file that could be mended",
                               "choose a part of a CAD or mesh file");
            }
          }};
}

std::string collisionOf(const SceneDocument& document, const std::string& body) {
  for (const Json& shape : entryOf(document, body).value("shapes", Json::array())) {
    if (isMesh(shape)) return shape.value("as", "mesh");
  }
  return {};
}

Edit rename(const std::string& body, const std::string& name) {
  return {"Name of " + body, "", [=](SceneDocument& document) {
            const auto names = bodyNames(document);
            if (name != body && std::find(names.begin(), names.end(), name) != names.end()) {
              throw InputError("", "", "'" + name + "' is also the name of another part",
                               "give every part its own name");
            }
            if (name.empty() || name.size() > 200) {
              throw InputError("", "", "'" + name + "' cannot be a name", "1 to 200 bytes");
            }
            changeBody(document, body, [&](Json& entry) { entry["name"] = name; });
            changeRest(document, [&](Json& rest) {
              visitBodyReferences(rest, [&](Json& reference) {
                if (reference == body) reference = name;
              });
            });
          }};
}

std::vector<std::string> materialNames(const SceneDocument& document) {
  std::vector<std::string> names{"default"};
  if (document.rest->contains("materials")) {
    for (const auto& [name, values] : (*document.rest)["materials"].items()) {
      if (name != "default") names.push_back(name);
    }
  }
  const std::size_t own = names.size();
  for (const scenes::EngineeringMaterial& m : scenes::engineeringMaterials()) {
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(own), m.name) ==
        names.begin() + static_cast<std::ptrdiff_t>(own)) {
      names.emplace_back(m.name);
    }
  }
  return names;
}

std::string materialOf(const SceneDocument& document, const std::string& body) {
  return materialOf(entryOf(document, body));
}

bool hasOwnMass(const SceneDocument& document, const std::string& body) {
  return entryOf(document, body).contains("mass");
}

Vec3 eulerDegrees(const Quat& q) {
  // R = Rz(c) Ry(b) Rx(a): its last row is (-sin b, cos b sin a, cos b cos a), its first column
  // (cos b cos c, cos b sin c, -sin b).
  const Mat3 R = q.normalized().toRotationMatrix();
  const double cosB = std::hypot(R(0, 0), R(1, 0));
  const double b = std::atan2(-R(2, 0), cosB);
  // Straight up or down only the difference of the other two shows: all of it goes to the first.
  const bool locked = cosB < 1e-9;
  const double a = locked ? std::atan2(-R(1, 2), R(1, 1)) : std::atan2(R(2, 1), R(2, 2));
  const double c = locked ? 0 : std::atan2(R(1, 0), R(0, 0));
  return Vec3(a, b, c) * (180 / kPi);
}

Vec3 eulerDegreesOf(const SceneDocument& document, const std::string& body) {
  const Json& entry = entryOf(document, body);
  if (entry.contains("euler_degrees")) return scenes::readVec3(entry["euler_degrees"]);
  return eulerDegrees(scenes::readPose(entry, "", {}).q);
}

}  // namespace passung::app
