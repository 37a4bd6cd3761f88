// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/peers_command.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "app/bench/ode_engine.h"
#include "app/bench/query_bench.h"
#include "app/cli/args.h"
#include "app/cli/parser.h"
#include "app/cli/progress.h"
#include "app/run/simulation_run.h"
#include "app/run/units.h"
#include "core/error.h"
#include "core/output_file.h"
#include "core/version.h"
#include "scenes/scene.h"

namespace passung::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kPoses = 60;

// The first meshes of two bodies, as the scene places them and moved about by up to a share of their size.
std::optional<QueryCase> queryCase(const std::string& name) {
  const auto scenes = scenes::builtinScenes();
  if (std::none_of(scenes.begin(), scenes.end(), [&](const auto& scene) { return scene.name == name; })) return {};
  const scenes::Scene scene = scenes::loadScene(name);
  std::vector<std::pair<std::shared_ptr<const TriangleMesh>, Transform>> meshes;
  for (const dynamics::BodyDef& body : scene.world.bodies) {
    for (const collision::Collider& collider : body.colliders) {
      const auto* mesh = std::get_if<collision::MeshShape>(&collider.shape);
      if (mesh == nullptr) continue;
      meshes.emplace_back(mesh->mesh, body.X_WB * collider.X_BG);
      break;
    }
  }
  if (meshes.size() < 2) return {};
  QueryCase made{.name = name, .a = meshes[0].first, .b = meshes[1].first};
  const Transform X_AB = meshes[0].second.inverse() * meshes[1].second;
  const double size = std::min(made.a->bounds().size(), made.b->bounds().size());
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto vector = [&] {
    const double x = unit(random);
    const double y = unit(random);
    return Vec3(x, y, unit(random));
  };
  for (int i = 0; i < kPoses; ++i) {
    // From a thousandth of the size, where fits are tight, to a third, where parts are apart.
    const double reach = size * std::pow(10.0, -3 + 2.5 * i / kPoses);
    Transform moved = X_AB;
    moved.q = (moved.q * rotationFromVector(reach / size * vector())).normalized();
    moved.p += reach * vector();
    made.X_AB.push_back(moved);
  }
  return made;
}

Json timeQueries(const std::string& name) {
  const auto what = queryCase(name);
  if (!what) return {};
  const QueryTimes own = timeOwnQueries(*what);
  const std::optional<QueryTimes> fcl = timeFclQueries(*what);
  Json json = {{"pair", name},
               {"triangles", {what->a->triangles().size(), what->b->triangles().size()}},
               {"poses", what->X_AB.size()},
               {"native", {{"build_s", own.build}, {"collide_s", own.collide}, {"distance_s", own.distance}}}};
  const auto hits = std::count(own.intersects.begin(), own.intersects.end(), true);
  json["intersecting"] = hits;
  std::cout << name << ": " << what->a->triangles().size() << " x " << what->b->triangles().size() << " triangles, "
            << what->X_AB.size() << " poses, " << hits << " of them intersecting\n";
  const auto line = [&](const char* query, double ours, double theirs) {
    std::cout << "  " << std::left << std::setw(22) << query << std::right << std::setw(11) << readable(ours, "s");
    if (fcl) std::cout << std::setw(11) << readable(theirs, "s") << std::setw(9) << plain(theirs / ours, 3) + " x";
    std::cout << '\n';
  };
  std::cout << "  " << std::left << std::setw(22) << "median" << std::right << std::setw(11) << "native";
  if (fcl) std::cout << std::setw(11) << "FCL" << std::setw(11) << "FCL/native";
  std::cout << '\n';
  line("build", own.build, fcl ? fcl->build : 0);
  line("do they intersect?", own.collide, fcl ? fcl->collide : 0);
  line("how near are they?", own.distance, fcl ? fcl->distance : 0);
  if (fcl) {
    json["fcl"] = {{"build_s", fcl->build}, {"collide_s", fcl->collide}, {"distance_s", fcl->distance}};
    int agree = 0;
    double largest = 0;
    for (std::size_t i = 0; i < own.intersects.size(); ++i) {
      agree += own.intersects[i] == fcl->intersects[i] ? 1 : 0;
      if (!own.intersects[i] && !fcl->intersects[i]) {
        largest = std::max(largest, std::abs(own.distances[i] - fcl->distances[i]));
      }
    }
    json["agreeing"] = agree;
    json["largest_difference_m"] = largest;
    std::cout << "  answers agree at " << agree << " of " << own.intersects.size()
              << " poses; distances differ by at most " << readable(largest, "m") << '\n';
  }
  std::cout << std::endl;
  return json;
}

struct Peer {
  std::string name;
  std::function<std::unique_ptr<dynamics::Engine>(const dynamics::WorldDef&)> make;  // null: not in this build
};

// The engines of this build, and ODE.
std::vector<Peer> peers() {
  std::vector<Peer> list;
  for (const std::string& name : dynamics::engineNames()) {
    list.push_back({name, [name](const dynamics::WorldDef& def) {
                      return dynamics::makeEngine(def, {.engine = name, .threads = 1});
                    }});
  }
  list.push_back({"ode", makeOdeEngine});
  return list;
}

Json timeSteps(const std::string& name, double duration, bool quiet) {
  Json rows = Json::array();
  scenes::Scene scene = scenes::loadScene(name, {.overrides = {{"solver.sleeping", "false"}}, .unit = {}});
  scene.monitors.clear();
  double reference = 0;
  for (const auto& [engineName, make] : peers()) {
    if (InterruptGuard::flag()) break;
    try {
      const auto engine = make(scene.world);
      if (engine == nullptr) continue;
      std::optional<ProgressBar> bar(std::in_place, name + " " + engineName, !quiet);
      SimulationRun run(
          scene, *engine,
          {.duration = duration, .sample = 0.02, .cancel = &InterruptGuard::flag(), .progress = [&](double share) {
             bar->show(share);
           }});
      const RunResult r = runAll(run);
      const double step = r.wall / static_cast<double>(std::max<std::int64_t>(1, r.steps));
      if (reference == 0) reference = step;
      rows.push_back({{"scene", name},
                      {"engine", engineName},
                      {"step_mean_s", step},
                      {"real_time_factor", r.realTimeFactor()},
                      {"max_penetration_m", r.maxPenetration},
                      {"max_gain_j", r.energy.maxGain},
                      {"finite", r.finite}});
      bar.reset();
      std::cout << std::left << std::setw(24) << name << std::setw(15) << engineName << std::right << std::setw(11)
                << readable(step, "s") << std::setw(9) << plain(step / reference, 3) + " x" << std::setw(10)
                << plain(r.realTimeFactor(), 3) + " x" << std::setw(12) << readable(r.maxPenetration, "m")
                << std::setw(12) << readable(r.energy.maxGain, "J") << (r.finite ? "" : "  NOT FINITE") << std::endl;
    } catch (const InputError& error) {
      std::cout << std::left << std::setw(24) << name << std::setw(15) << engineName << "not run: " << error.what()
                << std::endl;
      rows.push_back({{"scene", name}, {"engine", engineName}, {"refused", error.what()}});
    }
  }
  return rows;
}

}  // namespace

int runBenchPeers(const std::vector<std::string>& args) {
  CLI::App parser("Our queries beside FCL's and our steps beside Bullet's and ODE's, in the same run, on one thread.",
                  "passung bench peers");
  std::vector<std::string> names;
  std::string jsonFile;
  double duration = 0.5;
  bool quiet = false;
  parser.add_option("SCENE", names, "built-in scenes (default: a choice of them)");
  parser.add_option("--duration", duration, "simulated seconds of each (default 0.5)");
  const CLI::Option* jsonOption = parser.add_option("--json", jsonFile, "write the figures to this file");
  parser.add_flag("--quiet", quiet, "no progress bar");
  parse(parser, args);
  checkPositive("--duration", duration);
  if (names.empty()) {
    const auto builtin = scenes::builtinScenes();
    for (const char* name :
         {"screw_into_bracket", "torus_chain", "box_stack", "m16_factory_loose", "m16_nut_on_bolt"}) {
      const bool there =
          std::any_of(builtin.begin(), builtin.end(), [&](const auto& scene) { return scene.name == name; });
      if (there) names.emplace_back(name);
    }
  }

  std::optional<OutputFile> json;
  if (jsonOption->count() > 0) json.emplace(jsonFile);
  const InterruptGuard interrupts;
  Json document = {{"passung", kVersion}, {"queries", Json::array()}, {"steps", Json::array()}};
  for (const std::string& name : names) {
    if (InterruptGuard::flag()) break;
    Json one = timeQueries(name);
    if (!one.is_null()) document["queries"].push_back(std::move(one));
  }
  std::cout << std::left << std::setw(24) << "scene" << std::setw(15) << "engine" << std::right << std::setw(11)
            << "step" << std::setw(9) << "relative" << std::setw(10) << "real time" << std::setw(12) << "depth"
            << std::setw(12) << "gain" << std::endl;
  for (const std::string& name : names) {
    if (InterruptGuard::flag()) break;
    for (Json& row : timeSteps(name, duration, quiet)) document["steps"].push_back(std::move(row));
  }
  if (json) {
    json->write(document.dump(2) + "\n");
    json->commit();
  }
  return InterruptGuard::flag() ? 130 : 0;
}

}  // namespace passung::app
