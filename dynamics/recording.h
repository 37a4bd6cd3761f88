// SPDX-License-Identifier: Apache-2.0
// Recordings (.prec): what a run showed, sample by sample, with random access, and enough to run it again.
//
// Layout, all numbers little-endian:
//   8 bytes "PASSREC" 0 | u32 version | header block | sample block ... | index block | footer
// A block is u32 tag, u64 size, payload, u64 hash of the payload (core/hash.h); the footer is u64 position of the index
// block and 8 bytes "PRECEND" 0. A file cut short has no footer: the reader then walks the blocks from the start and
// keeps what is whole. The fields are those of the structs below, in order.
#pragma once

#include <cstdint>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/output_file.h"
#include "dynamics/engine.h"

namespace passung::dynamics {

inline constexpr std::uint32_t kRecordingVersion = 1;

// How the run was made.
struct RecordingHeader {
  std::string program;                                        // version of the program that wrote it
  std::string sceneName, sceneSource, sceneJson;              // as scenes::Scene
  std::string engine, solver;                                 // solver: of the native engine, else empty
  double dt = 0, duration = 0, sample = 0;                    // [s]
  std::string unit;                                           // as asked for when the scene was loaded
  double density = 0;                                         // [kg/m^3], likewise
  std::vector<std::pair<std::string, std::string>> settings;  // path and value of each override, in order
  std::vector<std::string> bodies;                            // names, in order of the states
};

// What the reader hands out for one sample. Contacts keep p_W in double; normal, gap and force in single precision.
struct RecordedSample {
  std::int64_t step = 0;
  double time = 0;              // [s]
  std::uint64_t stateHash = 0;  // dynamics::stateHash of the states
  std::vector<BodyState> states;
  std::vector<Contact> contacts;
};

// Writes a recording; the file appears in finish(). Throws InputError when it cannot be written.
class RecordingWriter {
 public:
  RecordingWriter(const std::string& path, const RecordingHeader& header);
  // Samples in order of time; as many states as the header has bodies.
  void add(std::int64_t step, double time, std::span<const BodyState> states, std::span<const Contact> contacts);
  void finish();

 private:
  void block(std::uint32_t tag, const std::string& payload);
  OutputFile file_;
  std::size_t bodyCount_;
  std::string index_;
  std::uint64_t count_ = 0;
};

// Reads a recording; samples are read from the file when asked for, so a long one needs little memory. Not thread-safe.
class Recording {
 public:
  // Throws InputError when it is no recording, of a version this program does not know, or without a whole header.
  explicit Recording(const std::string& path);

  [[nodiscard]] const RecordingHeader& header() const { return header_; }
  [[nodiscard]] std::size_t sampleCount() const { return entries_.size(); }
  [[nodiscard]] double time(std::size_t i) const { return entries_.at(i).time; }  // [s]
  [[nodiscard]] std::int64_t step(std::size_t i) const { return entries_.at(i).step; }
  // The last sample at or before `time` [s]; 0 before the first.
  [[nodiscard]] std::size_t indexAt(double time) const;
  // Throws InputError when the sample is damaged.
  [[nodiscard]] RecordedSample sample(std::size_t i);
  // Empty, or one line: the file was cut short or is damaged, and how much of it is whole.
  [[nodiscard]] const std::string& warning() const { return warning_; }

 private:
  struct Entry {
    std::int64_t step = 0;
    double time = 0;
    std::uint64_t position = 0;  // of the block
  };
  struct Block {
    std::uint32_t tag = 0;
    std::uint64_t position = 0, next = 0;
    std::string payload{};
    bool whole = false;
  };
  [[nodiscard]] Block readBlock(std::uint64_t position);
  [[nodiscard]] std::string readBytes(std::uint64_t position, std::uint64_t size);
  bool readIndex(std::uint64_t firstSample);
  void scan(std::uint64_t firstSample);

  std::string path_;
  std::ifstream file_;
  std::uint64_t size_ = 0;
  RecordingHeader header_;
  std::vector<Entry> entries_;
  std::string warning_;
};

// Whether the file starts like a recording; false when it cannot be read.
[[nodiscard]] bool isRecording(const std::string& path);

}  // namespace passung::dynamics
