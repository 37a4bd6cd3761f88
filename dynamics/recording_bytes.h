// SPDX-License-Identifier: Apache-2.0
// Numbers and texts of a recording to and from bytes. Little-endian, as every machine the program builds for.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/math.h"

namespace passung::dynamics {

static_assert(std::endian::native == std::endian::little, "recordings are little-endian");

inline constexpr std::string_view kRecordingMagic{"PASSREC\0", 8};
inline constexpr std::string_view kRecordingEnd{"PRECEND\0", 8};
inline constexpr std::uint32_t kHeaderTag = 0x44414548;  // "HEAD"
inline constexpr std::uint32_t kSampleTag = 0x4c504d53;  // "SMPL"
inline constexpr std::uint32_t kIndexTag = 0x58444e49;   // "INDX"
inline constexpr std::uint64_t kBlockStart = 12;         // tag and size
inline constexpr std::uint64_t kBlockEnd = 8;            // hash
inline constexpr std::uint64_t kFooterSize = 16;

template <typename T>
void put(std::string& out, T value) {
  static_assert(std::is_arithmetic_v<T>);
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
inline void put(std::string& out, const Vec3& v) {
  for (int k = 0; k < 3; ++k) put(out, v[k]);
}
inline void putFloats(std::string& out, const Vec3& v) {
  for (int k = 0; k < 3; ++k) put(out, static_cast<float>(v[k]));
}
inline void putText(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint64_t>(text.size()));
  out.append(text);
}

// Takes values off the front of a payload. Throws std::out_of_range at its end, so that a damaged length cannot read
// on.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
  [[nodiscard]] T take() {
    static_assert(std::is_arithmetic_v<T>);
    T value{};
    std::memcpy(&value, raw(sizeof value).data(), sizeof value);
    return value;
  }
  [[nodiscard]] Vec3 takeVec() {
    const double x = take<double>();
    const double y = take<double>();
    return {x, y, take<double>()};
  }
  [[nodiscard]] Vec3 takeFloats() {
    const double x = take<float>();
    const double y = take<float>();
    return {x, y, take<float>()};
  }
  [[nodiscard]] std::string takeText() { return std::string(raw(take<std::uint64_t>())); }
  // A count of items of at least `itemSize` bytes each, so never more than the payload can hold.
  [[nodiscard]] std::size_t takeCount(std::size_t itemSize) {
    const auto count = take<std::uint64_t>();
    if (count > bytes_.size() / itemSize) throw std::out_of_range("count");
    return static_cast<std::size_t>(count);
  }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }

 private:
  [[nodiscard]] std::string_view raw(std::uint64_t size) {
    if (size > bytes_.size()) throw std::out_of_range("size");
    const std::string_view head = bytes_.substr(0, static_cast<std::size_t>(size));
    bytes_.remove_prefix(static_cast<std::size_t>(size));
    return head;
  }
  std::string_view bytes_;
};

}  // namespace passung::dynamics
