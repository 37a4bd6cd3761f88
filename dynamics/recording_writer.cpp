// SPDX-License-Identifier: Apache-2.0
#include "core/error.h"
#include "core/hash.h"
#include "core/version.h"
#include "dynamics/recording.h"
#include "dynamics/recording_bytes.h"

namespace passung::dynamics {
namespace {

std::string headerPayload(const RecordingHeader& header) {
  std::string out;
  putText(out, header.program.empty() ? kVersion : header.program);
  for (const std::string* text :
       {&header.sceneName, &header.sceneSource, &header.sceneJson, &header.engine, &header.solver, &header.unit}) {
    putText(out, *text);
  }
  for (const double value : {header.dt, header.duration, header.sample, header.density}) put(out, value);
  put(out, static_cast<std::uint64_t>(header.settings.size()));
  for (const auto& [path, value] : header.settings) {
    putText(out, path);
    putText(out, value);
  }
  put(out, static_cast<std::uint64_t>(header.bodies.size()));
  for (const std::string& name : header.bodies) putText(out, name);
  return out;
}

void putState(std::string& out, const BodyState& state) {
  put(out, state.X_WB.p);
  for (const double value : {state.X_WB.q.w(), state.X_WB.q.x(), state.X_WB.q.y(), state.X_WB.q.z()}) put(out, value);
  put(out, state.v_WC);
  put(out, state.w_WB);
  put(out, state.turns);
  put(out, state.asleep_s);
  put(out, static_cast<std::uint8_t>(state.asleep ? 1 : 0));
}

void putContact(std::string& out, const Contact& contact) {
  for (const int value : {contact.bodyA, contact.bodyB, contact.colliderA, contact.colliderB, contact.age}) {
    put(out, static_cast<std::int32_t>(value));
  }
  put(out, contact.feature);
  put(out, contact.p_W);
  putFloats(out, contact.n_W);
  put(out, static_cast<float>(contact.gap));
  putFloats(out, contact.f_W);
}

}  // namespace

RecordingWriter::RecordingWriter(const std::string& path, const RecordingHeader& header)
    : file_(path), bodyCount_(header.bodies.size()) {
  file_.write(kRecordingMagic);
  std::string version;
  put(version, kRecordingVersion);
  file_.write(version);
  block(kHeaderTag, headerPayload(header));
}

void RecordingWriter::block(std::uint32_t tag, const std::string& payload) {
  std::string start;
  put(start, tag);
  put(start, static_cast<std::uint64_t>(payload.size()));
  file_.write(start);
  file_.write(payload);
  std::string end;
  put(end, hashBytes(payload.data(), payload.size()));
  file_.write(end);
}

void RecordingWriter::add(std::int64_t step, double time, std::span<const BodyState> states,
                          std::span<const Contact> contacts) {
  if (states.size() != bodyCount_) {
    throw InputError(file_.path(), "step " + std::to_string(step),
                     "it has " + std::to_string(states.size()) + " bodies",
                     "the recording has " + std::to_string(bodyCount_));
  }
  put(index_, step);
  put(index_, time);
  put(index_, static_cast<std::uint64_t>(file_.size()));
  ++count_;

  std::string payload;
  put(payload, step);
  put(payload, time);
  put(payload, stateHash(states));
  for (const BodyState& state : states) putState(payload, state);
  put(payload, static_cast<std::uint64_t>(contacts.size()));
  for (const Contact& contact : contacts) putContact(payload, contact);
  block(kSampleTag, payload);
}

void RecordingWriter::finish() {
  const auto position = static_cast<std::uint64_t>(file_.size());
  std::string payload;
  put(payload, count_);
  block(kIndexTag, payload + index_);
  std::string footer;
  put(footer, position);
  file_.write(footer);
  file_.write(kRecordingEnd);
  file_.commit();
}

}  // namespace passung::dynamics
