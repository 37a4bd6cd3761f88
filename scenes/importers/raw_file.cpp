// SPDX-License-Identifier: Apache-2.0
// Layout: magic, kind, fields in order of declaration, magic. Text and arrays are a 64-bit count and their bytes. Both
// ends run on one machine from one build, so numbers keep their byte order.
#include "scenes/importers/raw_file.h"

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace passung::scenes {
namespace {

constexpr std::uint64_t kMagic = 0x31474E5553534150ULL;
enum class Kind : std::uint64_t { kFile = 1, kError = 2 };

struct Writer {
  std::string bytes;

  template <typename T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(const std::string& s) {
    put(static_cast<std::uint64_t>(s.size()));
    bytes += s;
  }
};

struct ReadCursor {
  std::string_view rest;

  [[noreturn]] static void fail() { throw std::runtime_error("incomplete answer"); }

  template <typename T>
  T get() {
    T value;
    if (rest.size() < sizeof value) fail();
    std::memcpy(&value, rest.data(), sizeof value);
    rest.remove_prefix(sizeof value);
    return value;
  }
  // A count of things of `size` bytes each that must still be there.
  std::size_t count(std::size_t size) {
    const auto n = get<std::uint64_t>();
    if (n > rest.size() / size) fail();
    return static_cast<std::size_t>(n);
  }
  std::string text() {
    const std::size_t n = count(1);
    std::string s(rest.substr(0, n));
    rest.remove_prefix(n);
    return s;
  }
};

void putPart(Writer& w, const RawPart& part) {
  w.text(part.name);
  w.put(part.color);
  w.put(static_cast<std::uint64_t>(part.hasColor));
  w.put(static_cast<std::uint64_t>(part.vertices.size()));
  for (const Vec3& p : part.vertices) {
    w.put(p.x());
    w.put(p.y());
    w.put(p.z());
  }
  w.put(static_cast<std::uint64_t>(part.triangles.size()));
  for (const Triangle& t : part.triangles) w.put(t);
}

RawPart getPart(ReadCursor& r) {
  RawPart part;
  part.name = r.text();
  part.color = r.get<Color>();
  part.hasColor = r.get<std::uint64_t>() != 0;
  part.vertices.resize(r.count(3 * sizeof(double)));
  for (Vec3& p : part.vertices) {
    for (int k = 0; k < 3; ++k) p[k] = r.get<double>();
  }
  part.triangles.resize(r.count(sizeof(Triangle)));
  for (Triangle& t : part.triangles) {
    t = r.get<Triangle>();
    for (const int v : t) {
      if (v < 0 || static_cast<std::size_t>(v) >= part.vertices.size()) ReadCursor::fail();
    }
  }
  return part;
}

}  // namespace

std::string encodedError(const std::string& line) {
  Writer w;
  w.put(kMagic);
  w.put(Kind::kError);
  w.text(line);
  w.put(kMagic);
  return w.bytes;
}

std::string encoded(const RawFile& file) {
  Writer w;
  std::size_t size = 4096;
  for (const RawPart& part : file.parts) size += 24 * part.vertices.size() + 12 * part.triangles.size() + 256;
  w.bytes.reserve(size);
  w.put(kMagic);
  w.put(Kind::kFile);
  w.text(file.format);
  w.put(file.metresPerUnit);
  w.put(file.upAxis);
  w.put(static_cast<std::uint64_t>(file.warnings.size()));
  for (const std::string& warning : file.warnings) w.text(warning);
  w.put(static_cast<std::uint64_t>(file.parts.size()));
  for (const RawPart& part : file.parts) putPart(w, part);
  w.put(kMagic);
  return w.bytes;
}

RawFile decoded(std::string_view bytes) {
  ReadCursor r{bytes};
  if (r.get<std::uint64_t>() != kMagic) ReadCursor::fail();
  const Kind kind = r.get<Kind>();
  if (kind == Kind::kError) {
    const std::string line = r.text();
    if (r.get<std::uint64_t>() != kMagic || line.empty()) ReadCursor::fail();
    throw std::runtime_error(line);
  }
  if (kind != Kind::kFile) ReadCursor::fail();
  RawFile file;
  file.format = r.text();
  file.metresPerUnit = r.get<double>();
  file.upAxis = r.get<char>();
  if (!(file.metresPerUnit >= 0 && file.metresPerUnit < 1e30)) ReadCursor::fail();
  if (file.upAxis < 'x' || file.upAxis > 'z') ReadCursor::fail();
  file.warnings.resize(r.count(sizeof(std::uint64_t)));
  for (std::string& warning : file.warnings) warning = r.text();
  file.parts.resize(r.count(4 * sizeof(std::uint64_t)));
  for (RawPart& part : file.parts) part = getPart(r);
  if (r.get<std::uint64_t>() != kMagic || !r.rest.empty()) ReadCursor::fail();
  return file;
}

}  // namespace passung::scenes
