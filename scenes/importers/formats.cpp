// SPDX-License-Identifier: Apache-2.0
#include "scenes/importers/formats.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/error.h"

namespace passung::scenes {
namespace {

// To add a format that Assimp reads: one line here, and a file in the tests.
constexpr std::array kFormats = {
    FileFormat{"STEP", ".step .stp .p21", Reader::kStep, false},
    FileFormat{"IGES", ".iges .igs", Reader::kIges, false},
    FileFormat{"BREP", ".brep", Reader::kBrep, false},
    FileFormat{"OBJ", ".obj", Reader::kObj, false},
    FileFormat{"STL", ".stl", Reader::kAssimp, true},
    FileFormat{"PLY", ".ply", Reader::kAssimp, true},
    FileFormat{"OFF", ".off", Reader::kAssimp, true},
    FileFormat{"glTF", ".gltf .glb", Reader::kAssimp, true},
    FileFormat{"COLLADA", ".dae .zae", Reader::kAssimp, true},
    FileFormat{"3MF", ".3mf", Reader::kAssimp, true},
    FileFormat{"AMF", ".amf", Reader::kAssimp, true},
    FileFormat{"FBX", ".fbx", Reader::kAssimp, true},
    FileFormat{"X3D", ".x3d .x3db", Reader::kAssimp, true},
    FileFormat{"3DS", ".3ds", Reader::kAssimp, true},
};

bool startsWith(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

// A binary STL states its number of facets in bytes 80 to 83 and holds 50 bytes for each.
bool looksLikeBinaryStl(const std::string& head, std::uintmax_t size) {
  if (head.size() < 84) return false;
  std::uint32_t facets = 0;
  std::memcpy(&facets, head.data() + 80, sizeof facets);
  return size == 84 + std::uintmax_t{50} * facets && facets > 0;
}

const char* sniffed(const std::string& head, std::uintmax_t size) {
  if (startsWith(head, "ISO-10303-21")) return "STEP";
  if (startsWith(head, "ply\n") || startsWith(head, "ply\r")) return "PLY";
  if (startsWith(head, "OFF\n") || startsWith(head, "OFF\r")) return "OFF";
  if (startsWith(head, "glTF")) return "glTF";
  if (startsWith(head, "DBRep_DrawableShape")) return "BREP";
  if (looksLikeBinaryStl(head, size)) return "STL";
  if (startsWith(head, "solid") && head.find("facet") != std::string::npos) return "STL";
  return nullptr;
}

}  // namespace

std::span<const FileFormat> fileFormats() { return kFormats; }

std::string extensionOf(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

const FileFormat* formatNamed(const std::string& name) {
  for (const FileFormat& format : kFormats) {
    if (name == format.name) return &format;
  }
  return nullptr;
}

const FileFormat* formatOf(const std::string& path) {
  const std::string extension = extensionOf(path);
  for (const FileFormat& format : kFormats) {
    std::istringstream list(format.extensions);
    for (std::string known; list >> known;) {
      if (known == extension) return &format;
    }
  }

  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path, "", "cannot be opened", "give a file that exists and may be read");
  std::string head(512, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  const char* name = sniffed(head, error ? 0 : size);
  return name ? formatNamed(name) : nullptr;
}

std::string readableFormats() {
  std::string text;
  for (const FileFormat& format : kFormats) {
    text += (text.empty() ? "" : ", ") + std::string(format.name) + " (" + format.extensions + ")";
  }
  return text;
}

}  // namespace passung::scenes
