// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/report.h"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/version.h"

namespace passung::app {
namespace {

using Json = nlohmann::ordered_json;

Json list(const Vec3& v) { return Json::array({v.x(), v.y(), v.z()}); }

Json restJson(const RestReport& rest) {
  return {{"at_rest", rest.atRest},
          {"since_s", rest.since},
          {"drift_m", rest.drift},
          {"tilt_change_rad", rest.tiltChange},
          {"max_speed_mps", rest.maxSpeed}};
}

const char* motionName(dynamics::Motion motion) {
  switch (motion) {
    case dynamics::Motion::kFixed:
      return "fixed";
    case dynamics::Motion::kDynamic:
      return "dynamic";
    case dynamics::Motion::kKinematic:
      return "kinematic";
  }
  return "";
}

Json bodyJson(const BodyResult& body) {
  const Mat3& I = body.mass.inertia;
  const Quat& q = body.X_WB.q;
  return {{"name", body.name},
          {"motion", motionName(body.motion)},
          {"mass_kg", body.mass.mass},
          {"inertia_kgm2", Json::array({I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)})},
          {"position_m", list(body.X_WB.p)},
          {"center_of_mass_m", list(body.com_W)},
          {"orientation_wxyz", Json::array({q.w(), q.x(), q.y(), q.z()})},
          {"velocity_mps", list(body.v_WB)},
          {"angular_velocity_radps", list(body.w_WB)},
          {"turns", list(body.turns)},
          {"asleep_s", body.asleep},
          {"rest", restJson(body.rest)}};
}

// Angles and travels have units of their own; the keys say which.
Json jointJson(const JointResult& joint) {
  const dynamics::JointState& s = joint.state;
  Json json = {{"name", joint.name},
               {"type", joint.kind},
               {"position_m", list(s.p_W)},
               {"axis", list(s.axis_W)},
               {"force_n", list(s.f_W)},
               {"torque_nm", list(s.t_W)},
               {"max_force_n", joint.largestForce},
               {"max_torque_nm", joint.largestTorque},
               {"error_m", s.error},
               {"max_error_m", joint.largestError},
               {"energy_j", s.energy}};
  if (joint.hasCoordinate) {
    json[joint.angular ? "angle_rad" : "travel_m"] = s.coordinate;
    json[joint.angular ? "rate_radps" : "rate_mps"] = s.rate;
  }
  if (joint.motor) json[joint.angular ? "motor_nm" : "motor_n"] = s.motorEffort;
  return json;
}

Json driveJson(const DriveResult& drive) {
  return {{"name", drive.name},
          {"type", drive.kind},
          {"active", drive.state.active},
          {drive.angular ? "torque_nm" : "force_n", drive.state.effort},
          {drive.angular ? "speed_radps" : "speed_mps", drive.state.speed},
          {"work_j", drive.work}};
}

Json monitorJson(const MonitorResult& monitor) {
  Json json = {{"name", monitor.name}, {"passed", monitor.passed}, {"at_s", monitor.at}, {"detail", monitor.detail}};
  if (monitor.measured) json["measured"] = *monitor.measured;
  if (monitor.expected) json["expected"] = *monitor.expected;
  if (monitor.limit) json["limit"] = *monitor.limit;
  if (!monitor.unit.empty()) json["unit"] = monitor.unit;
  return json;
}

}  // namespace

Json faceSearchJson(const collision::FaceSearchReport& r) {
  Json json = {{"name", r.name},          {"backend", r.backend},      {"searches", r.searches},
               {"mesh_pairs", r.queries}, {"face_pairs", r.facePairs}, {"meshes", r.models},
               {"build_s", r.build},      {"search_s", r.all}};
  json["stages_s"] = {{"boxes", r.boxes}, {"search", r.search}, {"sort", r.sort}, {"exact", r.exact}};
  if (!r.fallback.empty()) json["fallback"] = r.fallback;
  return json;
}

std::string hashText(std::uint64_t hash) {
  std::array<char, 20> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(hash));
  return text.data();
}

Json reportJson(const RunResult& result) {
  Json json = {{"passung", kVersion},
               {"scene", result.scene},
               {"scale", result.scale},
               {"engine", result.engine},
               {"solver", result.solver},
               {"dt", result.dt},
               {"steps", result.steps},
               {"simulated_s", result.simulated},
               {"load_s", result.load},
               {"wall_s", result.wall},
               {"processor_s", result.processor},
               {"checks_s", result.checks},
               {"real_time_factor", result.realTimeFactor()},
               {"threads", result.threads},
               {"state_hash", hashText(result.stateHash)},
               {"finite", result.finite}};
  if (!result.settings.empty()) json["settings"] = result.settings;
  for (int i = 0; i < dynamics::kStageCount; ++i) {
    const auto stage = static_cast<dynamics::Stage>(i);
    json["stages_ms"][dynamics::stageName(stage)] = result.stage_ms[static_cast<std::size_t>(i)];
  }
  if (result.faceSearch) json["narrow_phase"] = faceSearchJson(*result.faceSearch);
  json["steps_halved"] = result.stepsHalved;
  json["contacts"] = {{"mean", result.contactsMean}, {"max", result.contactsMax}};
  json["max_penetration_m"] = result.maxPenetration;
  json["energy_j"] = {{"start", result.energy.start},
                      {"end", result.energy.end},
                      {"potential_drop", result.energy.potentialDrop},
                      {"max_gain", result.energy.maxGain},
                      {"overlap_work", result.energy.overlapWork}};
  json["bodies"] = Json::array();
  for (const BodyResult& body : result.bodies) json["bodies"].push_back(bodyJson(body));
  if (!result.joints.empty()) json["joints"] = Json::array();
  for (const JointResult& joint : result.joints) json["joints"].push_back(jointJson(joint));
  if (!result.drives.empty()) json["drives"] = Json::array();
  for (const DriveResult& drive : result.drives) json["drives"].push_back(driveJson(drive));
  json["monitors"] = Json::array();
  for (const MonitorResult& monitor : result.monitors) {
    json["monitors"].push_back(monitorJson(monitor));
  }
  json["warnings"] = result.warnings;
  if (result.cancelled) json["cancelled"] = true;
  if (result.replay) {
    json["replay"] = {{"matched", result.replay->matched}, {"samples", result.replay->samples}};
    if (result.replay->firstDifference) json["replay"]["first_difference_s"] = *result.replay->firstDifference;
  }
  return json;
}

Json comparisonJson(const std::vector<RunResult>& results) {
  Json json = {{"passung", kVersion}, {"scene", results.empty() ? std::string() : results.front().scene}};
  json["variants"] = Json::array();
  for (const RunResult& result : results) {
    if (result.refusal.empty()) {
      json["variants"].push_back(reportJson(result));
      continue;
    }
    Json refused = {{"scene", result.scene},
                    {"scale", result.scale},
                    {"engine", result.engine},
                    {"solver", result.solver},
                    {"refused", result.refusal}};
    if (!result.settings.empty()) refused["settings"] = result.settings;
    json["variants"].push_back(refused);
  }
  return json;
}

std::string jsonText(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace passung::app
