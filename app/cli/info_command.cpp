// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/info_command.h"

#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/args.h"
#include "app/cli/parser.h"
#include "app/cli/scene_argument.h"
#include "collision/queries/self_intersection.h"
#include "core/error.h"
#include "dynamics/solver/contact_solver.h"
#include "scenes/importer.h"
#include "scenes/scene.h"

namespace passung::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kDefaultDensity = 7850;  // steel [kg/m^3]

// One line of the report, whatever the file was.
struct Part {
  std::string name;
  std::string motion;                        // of a scene's body, else empty
  std::shared_ptr<const TriangleMesh> mesh;  // null where a body is more, or other, than one mesh
  bool selfIntersecting = false;
  Aabb bounds;
  double density = kDefaultDensity;
  MassProperties mass;
};

struct Report {
  std::string file, format, unit, unitSource;
  std::vector<Part> parts;
  std::vector<std::string> warnings;
};

struct Options {
  std::string file;
  scenes::ImportOptions import;
  std::optional<double> density;
  bool json = false;
};

Report ofFile(const Options& options) {
  const scenes::ImportedFile file = scenes::importFile(options.file, options.import);
  Report report{file.path, file.format, file.unit, file.unitSource, {}, file.warnings};
  const double density = options.density.value_or(kDefaultDensity);
  for (const scenes::ImportedPart& part : file.parts) {
    report.parts.push_back({.name = part.name,
                            .motion = "",
                            .mesh = part.mesh,
                            .selfIntersecting = collision::selfIntersects(*part.mesh),
                            .bounds = part.mesh->bounds(),
                            .density = density,
                            .mass = part.mesh->unitMass().scaled(density)});
    if (report.parts.back().selfIntersecting) report.warnings.push_back(part.name + ": the surface crosses itself");
  }
  return report;
}

Report ofScene(const Options& options) {
  scenes::LoadOptions load;
  load.unit = options.import.unit;
  load.density = options.density.value_or(0);
  const scenes::Scene scene = scenes::loadScene(options.file, load);
  Report report{scene.source.empty() ? options.file : scene.source, "scene", "m", "file", {}, scene.warnings};
  for (const dynamics::BodyDef& body : scene.world.bodies) {
    Part part{.name = body.name,
              .motion = "",
              .mesh = nullptr,
              .bounds = dynamics::localBounds(body),
              .density = body.material.density,
              .mass = {}};
    part.motion = body.motion == dynamics::Motion::kFixed     ? "fixed"
                  : body.motion == dynamics::Motion::kDynamic ? "dynamic"
                                                              : "kinematic";
    part.mass = dynamics::massProperties(body);
    if (body.colliders.size() == 1) {
      if (const auto* shape = std::get_if<collision::MeshShape>(&body.colliders[0].shape)) {
        part.mesh = shape->mesh;
        part.selfIntersecting = collision::selfIntersects(*shape->mesh);
      }
    }
    report.parts.push_back(std::move(part));
  }
  return report;
}

Json listOf(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

// Half-spaces are infinite and empty bodies have no bounds: JSON knows no infinity.
Json boundsOf(const Aabb& box) {
  if (box.empty() || !isFinite(box.lower) || !isFinite(box.upper)) return nullptr;
  return {listOf(box.lower), listOf(box.upper)};
}

Json jsonOf(const Part& part) {
  Json j;
  j["name"] = part.name;
  if (!part.motion.empty()) j["motion"] = part.motion;
  if (part.mesh) {
    const MeshDiagnosis& d = part.mesh->diagnosis();
    j["triangles"] = part.mesh->triangles().size();
    j["vertices"] = part.mesh->vertices().size();
    j["components"] = d.components;
    j["watertight"] = d.watertight;
    j["open_edges"] = d.openEdges;
    j["non_manifold_edges"] = d.nonManifoldEdges;
    j["degenerate_dropped"] = d.degenerateDropped;
    j["duplicate_dropped"] = d.duplicateDropped;
    j["inverted"] = d.inverted;
    j["self_intersecting"] = part.selfIntersecting;
  }
  j["bounds_m"] = boundsOf(part.bounds);
  if (part.mesh) j["area_m2"] = part.mesh->diagnosis().area;
  j["volume_m3"] = part.density > 0 ? part.mass.mass / part.density : 0.0;
  j["density_kgpm3"] = part.density;
  j["mass_kg"] = part.mass.mass;
  j["center_of_mass_m"] = listOf(part.mass.com);
  const Mat3& I = part.mass.inertia;
  j["inertia_kgm2"] = {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
  return j;
}

void printJson(const Report& report) {
  Json j;
  j["file"] = report.file;
  j["format"] = report.format;
  j["unit"] = report.unit;
  j["unit_source"] = report.unitSource;
  j["parts"] = Json::array();
  for (const Part& part : report.parts) j["parts"].push_back(jsonOf(part));
  j["warnings"] = report.warnings;
  std::cout << j.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", x);
  return text;
}

std::string sizeText(const Aabb& box) {
  if (box.empty() || !isFinite(box.lower) || !isFinite(box.upper)) return "-";
  const Vec3 e = 1000.0 * box.extent();
  return number(e.x()) + " x " + number(e.y()) + " x " + number(e.z());
}

std::string surfaceText(const Part& part) {
  if (!part.mesh) return "-";
  const MeshDiagnosis& d = part.mesh->diagnosis();
  std::string text = d.watertight ? "watertight" : d.openEdges > 0 ? "open" : "not manifold";
  if (part.selfIntersecting) text += ", crosses itself";
  return text;
}

using Row = std::vector<std::string>;

// Columns as wide as their widest cell; the first is left, the others right aligned.
void printTable(const std::vector<Row>& rows) {
  std::vector<std::size_t> width(rows[0].size(), 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  }
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string pad(width[i] - row[i].size(), ' ');
      line += (i == 0 ? "  " + row[i] + pad : "  " + pad + row[i]);
    }
    std::cout << line << '\n';
  }
}

void printText(const Report& report) {
  const bool scene = report.format == "scene";
  const std::string source = report.unitSource == "file" ? "stated by the file" : report.unitSource;
  std::cout << report.file << ": " << report.format << ", unit " << report.unit << " (" << source << "), "
            << report.parts.size() << (scene ? " bod" : " part")
            << (report.parts.size() == 1 ? (scene ? "y" : "") : (scene ? "ies" : "s")) << '\n';
  std::vector<Row> rows = {
      {scene ? "body" : "part", "triangles", "vertices", "surface", "size [mm]", "volume [mm3]", "mass [kg]"}};
  if (scene) rows[0].insert(rows[0].begin() + 1, "motion");
  for (const Part& part : report.parts) {
    const double volume = part.density > 0 ? part.mass.mass / part.density : 0.0;
    Row row = {part.name,
               part.mesh ? std::to_string(part.mesh->triangles().size()) : "-",
               part.mesh ? std::to_string(part.mesh->vertices().size()) : "-",
               surfaceText(part),
               sizeText(part.bounds),
               number(1e9 * volume),
               number(part.mass.mass)};
    if (scene) row.insert(row.begin() + 1, part.motion);
    rows.push_back(std::move(row));
  }
  printTable(rows);
  for (const std::string& warning : report.warnings) std::cout << "warning: " << warning << '\n';
}

}  // namespace

int runInfo(const std::vector<std::string>& args) {
  Options options;
  double density = 0;
  CLI::App parser("What is in a CAD, mesh or scene file", "passung info");
  parser.add_option("FILE", options.file, "a CAD or mesh file, a scene file or the name of a built-in scene");
  bool solvers = false;
  parser.add_flag("--solvers", solvers,
                  "the solvers, the contact policies and which solver takes which; needs no FILE");
  parser.add_flag("--json", options.json, "the report as JSON");
  parser.add_option("--unit", options.import.unit, "mm, cm, m, in or ft: overrules the unit");
  parser.add_option("--density", density, "density [kg/m^3]");
  parser.add_option("--deflection", options.import.deflection,
                    "chord error of CAD surfaces, as a share of the part's size");
  parse(parser, args);
  if (solvers) {
    std::cout << dynamics::solverTable();
    return 0;
  }
  if (parser.count("FILE") == 0) {
    throw InputError("", "FILE", "no file is given", "name a CAD, mesh or scene file, a built-in scene, or --solvers");
  }
  if (parser.count("--density") > 0) {
    checkPositive("--density", density);
    options.density = density;
  }
  if (parser.count("--deflection") > 0) checkPositive("--deflection", options.import.deflection);

  const Report report = isSceneArgument(options.file) ? ofScene(options) : ofFile(options);
  options.json ? printJson(report) : printText(report);
  return 0;
}

}  // namespace passung::app
