// SPDX-License-Identifier: Apache-2.0
#include "scenes/exporters/mesh_writers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>

#include "core/output_file.h"

namespace passung::scenes {
namespace {

// The shortest text that reads back as the same double.
void appendNumber(std::string& text, double x) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x).ptr;
  text.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
}

void appendPoint(std::string& text, const Vec3& p) {
  for (int k = 0; k < 3; ++k) {
    if (k > 0) text += ' ';
    appendNumber(text, p[k]);
  }
}

template <typename T>
void appendBytes(std::string& bytes, const T& value) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), &value, sizeof(T));
  bytes.append(raw.data(), raw.size());
}

// A name that readers take as one.
std::string lineOf(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  return name;
}

std::size_t vertexCount(std::span<const ImportedPart> parts) {
  std::size_t count = 0;
  for (const ImportedPart& part : parts) count += part.mesh->vertices().size();
  return count;
}

std::size_t triangleCount(std::span<const ImportedPart> parts) {
  std::size_t count = 0;
  for (const ImportedPart& part : parts) count += part.mesh->triangles().size();
  return count;
}

// Kept in a name of its own, so that writing a.obj never overwrites somebody's a.mtl without need.
std::string writeMaterials(const std::string& path, std::span<const ImportedPart> parts) {
  if (std::none_of(parts.begin(), parts.end(), [](const ImportedPart& p) { return p.hasColor; })) return {};
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Color& c = parts[i].color;
    text += "newmtl part" + std::to_string(i + 1) + "\nKd ";
    appendPoint(text, Vec3(static_cast<double>(c.r), static_cast<double>(c.g), static_cast<double>(c.b)));
    text += "\nd ";
    appendNumber(text, static_cast<double>(c.a));
    text += '\n';
  }
  const std::filesystem::path library = std::filesystem::path(path).replace_extension(".mtl");
  writeFile(library.string(), text);
  return library.filename().string();
}

}  // namespace

void writeObj(const std::string& path, std::span<const ImportedPart> parts, double scale) {
  const std::string materials = writeMaterials(path, parts);
  std::string text;
  if (!materials.empty()) text += "mtllib " + materials + "\n";
  int base = 1;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const ImportedPart& part = parts[i];
    text += "o " + lineOf(part.name) + "\n";
    for (const Vec3& p : part.mesh->vertices()) {
      text += "v ";
      appendPoint(text, scale * p);
      text += '\n';
    }
    if (!materials.empty()) text += "usemtl part" + std::to_string(i + 1) + "\n";
    for (const Triangle& t : part.mesh->triangles()) {
      text += "f " + std::to_string(t[0] + base) + ' ' + std::to_string(t[1] + base) + ' ' +
              std::to_string(t[2] + base) + '\n';
    }
    base += static_cast<int>(part.mesh->vertices().size());
  }
  writeFile(path, text);
}

void writeStl(const std::string& path, std::span<const ImportedPart> parts, double scale) {
  std::string bytes = "Binary STL by Passung";  // must not start with "solid"
  bytes.resize(80, ' ');
  appendBytes(bytes, static_cast<std::uint32_t>(triangleCount(parts)));
  const auto appendVector = [&](const Vec3& v) {
    for (int k = 0; k < 3; ++k) appendBytes(bytes, static_cast<float>(v[k]));
  };
  for (const ImportedPart& part : parts) {
    for (std::size_t f = 0; f < part.mesh->triangles().size(); ++f) {
      appendVector(part.mesh->faceNormals()[f]);
      for (const int v : part.mesh->triangles()[f]) {
        appendVector(scale * part.mesh->vertices()[static_cast<std::size_t>(v)]);
      }
      appendBytes(bytes, std::uint16_t{0});
    }
  }
  writeFile(path, bytes);
}

void writePly(const std::string& path, std::span<const ImportedPart> parts, double scale) {
  std::string bytes = "ply\nformat binary_little_endian 1.0\ncomment Passung\nelement vertex " +
                      std::to_string(vertexCount(parts)) +
                      "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
                      std::to_string(triangleCount(parts)) + "\nproperty list uchar int vertex_indices\nend_header\n";
  for (const ImportedPart& part : parts) {
    for (const Vec3& p : part.mesh->vertices()) {
      for (int k = 0; k < 3; ++k) appendBytes(bytes, scale * p[k]);
    }
  }
  std::int32_t base = 0;
  for (const ImportedPart& part : parts) {
    for (const Triangle& t : part.mesh->triangles()) {
      appendBytes(bytes, std::uint8_t{3});
      for (const int v : t) appendBytes(bytes, static_cast<std::int32_t>(v + base));
    }
    base += static_cast<std::int32_t>(part.mesh->vertices().size());
  }
  writeFile(path, bytes);
}

void writeOff(const std::string& path, std::span<const ImportedPart> parts, double scale) {
  std::string text = "OFF\n" + std::to_string(vertexCount(parts)) + ' ' + std::to_string(triangleCount(parts)) + " 0\n";
  for (const ImportedPart& part : parts) {
    for (const Vec3& p : part.mesh->vertices()) {
      appendPoint(text, scale * p);
      text += '\n';
    }
  }
  int base = 0;
  for (const ImportedPart& part : parts) {
    for (const Triangle& t : part.mesh->triangles()) {
      text += "3 " + std::to_string(t[0] + base) + ' ' + std::to_string(t[1] + base) + ' ' +
              std::to_string(t[2] + base) + '\n';
    }
    base += static_cast<int>(part.mesh->vertices().size());
  }
  writeFile(path, text);
}

}  // namespace passung::scenes
