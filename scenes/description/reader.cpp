// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/reader.h"

#include <cmath>
#include <map>

#include "core/error.h"
#include "scenes/description/camera_fit.h"
#include "scenes/description/coarse_shape.h"
#include "scenes/description/drive_reader.h"
#include "scenes/description/joint_reader.h"
#include "scenes/description/monitor_reader.h"
#include "scenes/description/schema.h"
#include "scenes/description/shape_reader.h"
#include "scenes/description/suggest.h"
#include "scenes/description/values.h"

namespace passung::scenes {
namespace {

constexpr double kMostBodies = 100000;  // as in the schema

dynamics::Motion readMotion(const std::string& name) {
  if (name == "fixed") return dynamics::Motion::kFixed;
  return name == "kinematic" ? dynamics::Motion::kKinematic : dynamics::Motion::kDynamic;
}

dynamics::SolverSettings readSolver(const Json& json) {
  dynamics::SolverSettings s;
  s.name = json.value("name", s.name);
  s.contactPolicy = json.value("contact_policy", s.contactPolicy);
  s.shell = json.value("shell", s.shell);
  s.stiffness = json.value("stiffness", s.stiffness);
  s.tolerance = json.value("tolerance", s.tolerance);
  s.frictionSpeed = json.value("friction_speed", s.frictionSpeed);
  s.maxIterations = readInt(json, "max_iterations", s.maxIterations);
  s.maxHalvings = readInt(json, "max_halvings", s.maxHalvings);
  s.restitutionSpeed = json.value("restitution_speed", s.restitutionSpeed);
  s.motionLimit = json.value("motion_limit", s.motionLimit);
  s.sleeping = json.value("sleeping", s.sleeping);
  s.sleepSpeed = json.value("sleep_speed", s.sleepSpeed);
  s.sleepTime = json.value("sleep_time", s.sleepTime);
  return s;
}

std::map<std::string, dynamics::Material> readMaterials(const Json& document) {
  std::map<std::string, dynamics::Material> materials;
  materials["default"] = {};
  if (!document.contains("materials")) return materials;
  for (const auto& [name, json] : document["materials"].items()) {
    dynamics::Material& m = materials[name];
    m.density = json.value("density", m.density);
    m.friction = json.value("friction", m.friction);
    m.restitution = json.value("restitution", m.restitution);
  }
  return materials;
}

MassProperties readMass(const Json& json, const std::string& place, const ErrorSite& site) {
  MassProperties m;
  m.mass = json["mass"].get<double>();
  m.com = readVec3(json, "center", Vec3::Zero());
  const auto i = json["inertia"].get<std::vector<double>>();
  m.inertia << i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2];
  // A real body's principal moments are positive, and none exceeds the sum of the others.
  const Vec3 principal = Eigen::SelfAdjointEigenSolver<Mat3>(m.inertia).eigenvalues();
  const double slack = 1e-9 * principal.cwiseAbs().maxCoeff();
  if (!(principal.x() > 0) || principal.z() > principal.x() + principal.y() + slack) {
    site.fail(memberPlace(place, "inertia"), "no body has this inertia",
              "positive principal moments, none above the sum of the other two");
  }
  return m;
}

// Meshes that collide as something simpler. Mass and inertia stay those of the meshes.
void replaceCoarse(const Json& shapes, const std::vector<std::size_t>& counts, const std::string& place,
                   const ErrorSite& site, dynamics::BodyDef& body) {
  std::vector<collision::Collider> coarse;
  bool any = false;
  for (std::size_t i = 0, first = 0; i < shapes.size(); first += counts[i++]) {
    const std::string as = shapes[i].value("as", "mesh");
    for (std::size_t k = first; k < first + counts[i]; ++k) {
      const collision::Collider& exact = body.colliders[k];
      const auto* mesh = std::get_if<collision::MeshShape>(&exact.shape);
      any |= as != "mesh" && mesh;
      if (as != "mesh" && mesh) {
        const Vec3 extent = mesh->mesh->bounds().extent();
        if (!(extent.minCoeff() > 1e-9 * extent.maxCoeff())) {
          site.fail(memberPlace(itemPlace(memberPlace(place, "shapes"), i), "as"),
                    "a flat surface has no solid around it", "leave it a mesh");
        }
      }
      coarse.push_back(as == "mesh" || !mesh ? exact : coarseShape(*mesh->mesh, exact.X_BG, as));
    }
  }
  if (!any) return;
  body.mass = dynamics::massProperties(body);
  body.colliders = std::move(coarse);
}

// What the engines rely on: a moving body has a positive finite mass and inertia, and no half-space.
void checkMass(const dynamics::BodyDef& body, const std::string& place, const ErrorSite& site) {
  if (body.motion == dynamics::Motion::kDynamic) {
    for (std::size_t i = 0; i < body.colliders.size(); ++i) {
      if (std::holds_alternative<collision::HalfSpace>(body.colliders[i].shape)) {
        site.fail(place, "a half_space has no mass and cannot move", "make the body fixed or kinematic");
      }
    }
    if (body.colliders.empty() && !body.mass) {
      site.fail(place, "a dynamic body without shapes has no mass", "give it shapes or mass, or make it fixed");
    }
  }
  if (body.colliders.empty() && !body.mass) return;
  const MassProperties m = dynamics::massProperties(body);
  if (!std::isfinite(m.mass) || !m.com.allFinite() || !m.inertia.allFinite()) {
    site.fail(place, "its mass is not a finite number", "check sizes, scale and density");
  }
  if (body.motion == dynamics::Motion::kDynamic && !(m.mass > 0 && m.inertia.diagonal().minCoeff() > 0)) {
    site.fail(place, "its mass or inertia is zero or beyond double precision", "check sizes, scale and density");
  }
}

class SceneReader {
 public:
  SceneReader(const Json& document, const std::string& folder, const ErrorSite& site, MeshCache& meshes)
      : document_(document), site_(site), shapes_(folder, site, meshes) {}

  Scene read() {
    readHead();
    const auto materials = readMaterials(document_);
    const Json& bodies = document_["bodies"];
    for (std::size_t i = 0; i < bodies.size(); ++i) readBody(bodies[i], itemPlace("bodies", i), materials);
    scene_.world.drives = readDrives(document_, scene_.world.bodies, site_);
    scene_.world.joints = readJoints(document_, scene_.world.bodies, site_);
    scene_.monitors = readMonitors(document_.value("monitors", Json::array()), "monitors", scene_.world, site_);
    readCameras();
    for (const std::string& warning : shapes_.warnings()) scene_.warnings.push_back(warning);
    return std::move(scene_);
  }

 private:
  void readHead() {
    scene_.name = document_.value("name", "");
    scene_.purpose = document_.value("purpose", "");
    scene_.duration = document_.value("duration", scene_.duration);
    scene_.world.dt = document_.value("dt", scene_.world.dt);
    scene_.world.gravity = readVec3(document_, "gravity", scene_.world.gravity);
    scene_.world.solver = readSolver(document_.value("solver", Json::object()));
  }

  // For the next body.
  [[nodiscard]] Color paletteColor() const {
    static const Color kPalette[] = {{0.36F, 0.55F, 0.78F, 1}, {0.85F, 0.55F, 0.30F, 1}, {0.45F, 0.68F, 0.45F, 1},
                                     {0.78F, 0.45F, 0.48F, 1}, {0.60F, 0.52F, 0.75F, 1}, {0.80F, 0.72F, 0.38F, 1}};
    return kPalette[scene_.world.bodies.size() % std::size(kPalette)];
  }

  void readBody(const Json& json, const std::string& place,
                const std::map<std::string, dynamics::Material>& materials) {
    dynamics::BodyDef body;
    body.name = json["name"].get<std::string>();
    const auto [twin, fresh] = bodyIndex_.emplace(body.name, scene_.world.bodies.size());
    if (!fresh) {
      site_.fail(memberPlace(place, "name"),
                 "'" + body.name + "' is also the name of " + itemPlace("bodies", twin->second),
                 "give every body its own name");
    }
    body.motion = readMotion(json.value("motion", "dynamic"));
    body.X_WB = readPose(json, place, site_);
    body.v_WC = readVec3(json, "velocity", Vec3::Zero());
    body.w_WB = readVec3(json, "angular_velocity", Vec3::Zero());
    const std::string material = json.value("material", "default");
    const auto found = materials.find(material);
    if (found == materials.end()) {
      std::vector<std::string> names;
      for (const auto& [name, values] : materials) names.push_back(name);
      site_.fail(memberPlace(place, "material"), "unknown material '" + material + "'", allowedNames(material, names));
    }
    body.material = found->second;

    Color color = paletteColor();
    if (body.motion == dynamics::Motion::kFixed) color = {0.66F, 0.68F, 0.70F, 1};
    const Json shapes = json.value("shapes", Json::array());
    std::vector<std::size_t> counts;  // of the colliders of each shape
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const std::size_t before = body.colliders.size();
      shapes_.read(shapes[i], itemPlace(memberPlace(place, "shapes"), i), body.colliders, color);
      counts.push_back(body.colliders.size() - before);
    }
    replaceCoarse(shapes, counts, place, site_, body);
    if (json.contains("mass")) body.mass = readMass(json["mass"], memberPlace(place, "mass"), site_);
    if (json.contains("color")) color = readColor(json["color"]);
    checkMass(body, place, site_);
    if (json.contains("repeat")) {
      addRepeated(body, json["repeat"], memberPlace(place, "repeat"), json.contains("color"), color);
      return;
    }
    scene_.world.bodies.push_back(std::move(body));
    scene_.colors.push_back(color);
  }

  // Rows of copies: row r has r * fewer_per_row copies less than the first. They take the name of the body and their
  // numbers from 0: box_3, or with rows box_0_3.
  void addRepeated(const dynamics::BodyDef& first, const Json& json, const std::string& place, bool colored,
                   const Color& color) {
    const int count = readInt(json, "count", 1), rows = readInt(json, "rows", 1);
    const int fewer = readInt(json, "fewer_per_row", 0);
    const Vec3 step = readVec3(json, "step", Vec3::Zero()), rowStep = readVec3(json, "row_step", Vec3::Zero());
    double total = 0;
    for (int r = 0; r < rows; ++r) total += std::max(0.0, count - static_cast<double>(r) * fewer);
    if (total + static_cast<double>(scene_.world.bodies.size()) > kMostBodies) {
      site_.fail(place, "it makes " + std::to_string(static_cast<long long>(total)) + " bodies",
                 "at most " + std::to_string(static_cast<int>(kMostBodies)) + " in a scene");
    }
    bodyIndex_.erase(first.name);
    for (int r = 0; r < rows; ++r) {
      for (int i = 0; i < count - r * fewer; ++i) {
        dynamics::BodyDef copy = first;
        copy.name += (rows > 1 ? "_" + std::to_string(r) : std::string()) + "_" + std::to_string(i);
        copy.X_WB.p += r * rowStep + i * step;
        if (!bodyIndex_.emplace(copy.name, scene_.world.bodies.size()).second) {
          site_.fail(place, "'" + copy.name + "' is also the name of another body", "give every body its own name");
        }
        scene_.colors.push_back(colored || copy.motion == dynamics::Motion::kFixed ? color : paletteColor());
        scene_.world.bodies.push_back(std::move(copy));
      }
    }
  }

  Camera readCamera(const Json& json, const std::string& place) const {
    Camera camera;
    camera.eye = readVec3(json, "eye", camera.eye);
    camera.target = readVec3(json, "target", camera.target);
    camera.up = readVec3(json, "up", camera.up);
    camera.fovDegrees = json.value("fov_degrees", camera.fovDegrees);
    const Vec3 view = camera.target - camera.eye;
    if (!(view.cross(camera.up).norm() > 1e-9 * view.norm() * camera.up.norm())) {
      site_.fail(place, "the camera has no view", "eye and target differ, and up does not point along the view");
    }
    return camera;
  }

  void readCameras() {
    const Json cameras = document_.value("cameras", Json::object());
    for (const auto& [name, json] : cameras.items()) {
      scene_.cameras.emplace_back(name, readCamera(json, memberPlace("cameras", name)));
    }
    scene_.camera =
        document_.contains("camera") ? readCamera(document_["camera"], "camera") : fittedCamera(scene_.world);
  }

  const Json& document_;
  const ErrorSite& site_;
  ShapeReader shapes_;
  Scene scene_;
  std::map<std::string, std::size_t> bodyIndex_;
};

}  // namespace

Scene readScene(const Json& document, const std::string& folder, const ErrorSite& site, MeshCache& meshes) {
  return SceneReader(document, folder, site, meshes).read();
}

}  // namespace passung::scenes
