// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recording_frames.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/session/session.h"
#include "core/error.h"
#include "core/version.h"
#include "dynamics/recording.h"

namespace passung::app {

namespace {

// A recording replays as its scene says.
std::string withPolicy(const std::string& sceneJson, const std::string& policy) {
  auto json = nlohmann::ordered_json::parse(sceneJson);
  if (!policy.empty()) {
    json["solver"]["contact_policy"] = policy;
  } else if (json.contains("solver")) {
    json["solver"].erase("contact_policy");
  }
  return json.dump(2) + "\n";
}

dynamics::RecordingHeader headerOf(const SessionFrame& frame, const std::string& path) {
  const scenes::Scene& scene = *frame.scene;
  const EngineInfo& engine = frame.infos->front();
  checkRecordable(engine.variant, path);
  dynamics::RecordingHeader header;
  header.program = kVersion;
  header.sceneName = scene.name;
  header.sceneSource = scene.source;
  header.sceneJson = engine.policy ? withPolicy(scene.json, *engine.policy) : scene.json;
  header.engine = engine.name;
  header.solver = engine.name == "native" ? engine.solver : std::string();
  header.dt = engine.dt;
  header.duration = std::max(frame.time(), scene.duration);
  header.sample = engine.dt;
  for (const dynamics::BodyDef& body : scene.world.bodies) header.bodies.push_back(body.name);
  return header;
}

}  // namespace

void saveRecording(const std::string& path, const std::vector<History::Frame>& frames,
                   const std::function<bool(int done, int total)>& progress) {
  if (frames.empty()) throw InputError(path, "", "there is no state to record", "open a scene and play it first");
  dynamics::RecordingHeader header = headerOf(*frames.back(), path);
  header.duration = frames.back()->time();
  dynamics::RecordingWriter writer(path, header);
  int done = 0;
  for (const History::Frame& frame : frames) {
    if (progress && !progress(done++, static_cast<int>(frames.size()))) {
      throw InputError(path, "", "was given up before it was complete", "save it again");
    }
    const dynamics::WorldSnapshot& s = *frame->engines.front().snapshot;
    writer.add(s.step, s.time, s.states, s.contacts);
  }
  writer.finish();
}

std::unique_ptr<dynamics::RecordingWriter> beginRecording(const std::string& path, const SessionFrame& frame) {
  if (!frame.scene) throw InputError(path, "", "there is nothing to record", "open a scene first");
  return std::make_unique<dynamics::RecordingWriter>(path, headerOf(frame, path));
}

std::vector<std::shared_ptr<const dynamics::WorldSnapshot>> readSnapshots(const std::string& path, std::size_t budget) {
  dynamics::Recording recording(path);
  std::vector<std::shared_ptr<const dynamics::WorldSnapshot>> snapshots;
  const std::size_t count = recording.sampleCount();
  if (count == 0) return snapshots;

  // The last sample stands for the size of all: contacts come as a run goes on.
  const auto bytesOf = [](const dynamics::RecordedSample& s) {
    return sizeof(dynamics::WorldSnapshot) + s.states.size() * sizeof(dynamics::BodyState) +
           s.contacts.size() * sizeof(dynamics::Contact);
  };
  const std::size_t most = std::max<std::size_t>(budget / bytesOf(recording.sample(count - 1)), 2);
  const std::size_t stride = (count + most - 1) / most;
  for (std::size_t i = 0; i < count; i += stride) {
    dynamics::RecordedSample sample = recording.sample(i);
    auto snapshot = std::make_shared<dynamics::WorldSnapshot>();
    snapshot->step = sample.step;
    snapshot->time = sample.time;
    snapshot->states = std::move(sample.states);
    snapshot->contacts = std::move(sample.contacts);
    snapshots.push_back(std::move(snapshot));
  }
  return snapshots;
}

}  // namespace passung::app
