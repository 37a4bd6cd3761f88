// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "core/error.h"
#include "core/hash.h"
#include "dynamics/recording.h"
#include "dynamics/recording_bytes.h"

namespace passung::dynamics {
namespace {

constexpr std::size_t kStateSize = 17 * sizeof(double) + 1;
constexpr std::size_t kContactSize = 5 * 4 + 8 + 3 * 8 + 7 * 4;
constexpr std::size_t kEntrySize = 3 * 8;

RecordingHeader parseHeader(std::string_view payload) {
  ByteReader in(payload);
  RecordingHeader header;
  header.program = in.takeText();
  for (std::string* text :
       {&header.sceneName, &header.sceneSource, &header.sceneJson, &header.engine, &header.solver, &header.unit}) {
    *text = in.takeText();
  }
  for (double* value : {&header.dt, &header.duration, &header.sample, &header.density}) *value = in.take<double>();
  header.settings.resize(in.takeCount(16));
  for (auto& [path, value] : header.settings) {
    path = in.takeText();
    value = in.takeText();
  }
  header.bodies.resize(in.takeCount(8));
  for (std::string& name : header.bodies) name = in.takeText();
  return header;
}

BodyState takeState(ByteReader& in) {
  BodyState state;
  state.X_WB.p = in.takeVec();
  std::array<double, 4> q{};
  for (double& value : q) value = in.take<double>();
  state.X_WB.q = Quat(q[0], q[1], q[2], q[3]);
  state.v_WC = in.takeVec();
  state.w_WB = in.takeVec();
  state.turns = in.takeVec();
  state.asleep_s = in.take<double>();
  state.asleep = in.take<std::uint8_t>() != 0;
  return state;
}

Contact takeContact(ByteReader& in, std::size_t bodyCount) {
  Contact contact;
  for (int* value : {&contact.bodyA, &contact.bodyB, &contact.colliderA, &contact.colliderB, &contact.age}) {
    *value = in.take<std::int32_t>();
  }
  // Viewers index bodies by these numbers.
  for (const int body : {contact.bodyA, contact.bodyB}) {
    if (body < 0 || static_cast<std::size_t>(body) >= bodyCount) throw std::out_of_range("body");
  }
  contact.feature = in.take<std::uint64_t>();
  contact.p_W = in.takeVec();
  contact.n_W = in.takeFloats();
  contact.gap = in.take<float>();
  contact.f_W = in.takeFloats();
  return contact;
}

}  // namespace

Recording::Recording(const std::string& path) : path_(path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) throw InputError(path, "", "it is a folder", "give a recording (.prec)");
  file_.open(path, std::ios::binary);
  if (!file_) throw InputError(path, "", "cannot be read", "give an existing recording (.prec)");
  file_.seekg(0, std::ios::end);
  const auto end = static_cast<std::streamoff>(file_.tellg());
  size_ = end < 0 ? 0 : static_cast<std::uint64_t>(end);

  const std::string start = readBytes(0, kRecordingMagic.size() + 4);
  if (start.size() < kRecordingMagic.size() + 4 || !start.starts_with(kRecordingMagic)) {
    throw InputError(path, "", "it is no recording", "give a file that --record has written");
  }
  const auto version = ByteReader(std::string_view(start).substr(kRecordingMagic.size())).take<std::uint32_t>();
  if (version != kRecordingVersion) {
    throw InputError(path, "", "it has version " + std::to_string(version),
                     "this program reads version " + std::to_string(kRecordingVersion));
  }
  const Block head = readBlock(start.size());
  if (!head.whole || head.tag != kHeaderTag) {
    throw InputError(path, "header", "it is damaged or cut short", "record the scene again");
  }
  try {
    header_ = parseHeader(head.payload);
  } catch (const std::out_of_range&) {
    throw InputError(path, "header", "it is damaged", "record the scene again");
  }
  if (!(std::isfinite(header_.dt) && header_.dt > 0)) {
    throw InputError(path, "header", "its time step is not positive", "record the scene again");
  }
  if (!readIndex(head.next)) scan(head.next);
}

// At most `size` bytes; fewer at the end of the file.
std::string Recording::readBytes(std::uint64_t position, std::uint64_t size) {
  if (position >= size_) return {};
  std::string bytes(static_cast<std::size_t>(std::min(size, size_ - position)), '\0');
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(position));
  file_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(file_.gcount(), 0)));
  return bytes;
}

Recording::Block Recording::readBlock(std::uint64_t position) {
  Block block{.position = position};
  const std::string start = readBytes(position, kBlockStart);
  if (start.size() < kBlockStart) return block;
  ByteReader in(start);
  block.tag = in.take<std::uint32_t>();
  const auto size = in.take<std::uint64_t>();
  const std::uint64_t left = size_ - position - kBlockStart;
  if (left < kBlockEnd || size > left - kBlockEnd) return block;
  block.payload = readBytes(position + kBlockStart, size);
  const std::string end = readBytes(position + kBlockStart + size, kBlockEnd);
  if (block.payload.size() != size || end.size() != kBlockEnd) return block;
  block.whole = ByteReader(end).take<std::uint64_t>() == hashBytes(block.payload.data(), block.payload.size());
  block.next = position + kBlockStart + size + kBlockEnd;
  return block;
}

// The index at the end of a whole file; false when there is none or it does not hold together.
bool Recording::readIndex(std::uint64_t firstSample) {
  if (size_ < firstSample + kFooterSize) return false;
  const std::string footer = readBytes(size_ - kFooterSize, kFooterSize);
  if (footer.size() < kFooterSize || !footer.ends_with(kRecordingEnd)) return false;
  const auto position = ByteReader(footer).take<std::uint64_t>();
  if (position < firstSample || position >= size_) return false;
  const Block block = readBlock(position);
  if (!block.whole || block.tag != kIndexTag || block.next != size_ - kFooterSize) return false;
  try {
    ByteReader in(block.payload);
    std::vector<Entry> entries(in.takeCount(kEntrySize));
    std::uint64_t last = 0;
    for (Entry& entry : entries) {
      entry.step = in.take<std::int64_t>();
      entry.time = in.take<double>();
      entry.position = in.take<std::uint64_t>();
      if (entry.position < firstSample || entry.position <= last || entry.position >= position) return false;
      last = entry.position;
    }
    entries_ = std::move(entries);
  } catch (const std::out_of_range&) {
    return false;
  }
  return true;
}

void Recording::scan(std::uint64_t firstSample) {
  std::uint64_t position = firstSample;
  while (true) {
    const Block block = readBlock(position);
    if (!block.whole || block.tag != kSampleTag) break;
    try {
      ByteReader in(block.payload);
      Entry entry{.position = position};
      entry.step = in.take<std::int64_t>();
      entry.time = in.take<double>();
      entries_.push_back(entry);
    } catch (const std::out_of_range&) {
      break;
    }
    position = block.next;
  }
  warning_ = InputError(path_, "", "it is cut short or damaged after sample " + std::to_string(entries_.size()),
                        "the samples before that are whole")
                 .what();
}

std::size_t Recording::indexAt(double time) const {
  const auto after = std::upper_bound(entries_.begin(), entries_.end(), time,
                                      [](double t, const Entry& entry) { return t < entry.time; });
  return after == entries_.begin() ? 0 : static_cast<std::size_t>(after - entries_.begin()) - 1;
}

RecordedSample Recording::sample(std::size_t i) {
  const Block block = readBlock(entries_.at(i).position);
  const auto damaged = [&] {
    return InputError(path_, "sample " + std::to_string(i), "it is damaged", "record the scene again");
  };
  if (!block.whole || block.tag != kSampleTag) throw damaged();
  try {
    ByteReader in(block.payload);
    RecordedSample sample;
    sample.step = in.take<std::int64_t>();
    sample.time = in.take<double>();
    sample.stateHash = in.take<std::uint64_t>();
    if (block.payload.size() / kStateSize < header_.bodies.size()) throw damaged();
    for (std::size_t k = 0; k < header_.bodies.size(); ++k) sample.states.push_back(takeState(in));
    const std::size_t contacts = in.takeCount(kContactSize);
    for (std::size_t k = 0; k < contacts; ++k) sample.contacts.push_back(takeContact(in, header_.bodies.size()));
    if (!in.empty() || stateHash(sample.states) != sample.stateHash) throw damaged();
    return sample;
  } catch (const std::out_of_range&) {
    throw damaged();
  }
}

bool isRecording(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string start(kRecordingMagic.size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return file.gcount() == static_cast<std::streamsize>(start.size()) && start == kRecordingMagic;
}

}  // namespace passung::dynamics
