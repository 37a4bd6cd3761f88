// SPDX-License-Identifier: Apache-2.0
#include "scenes/readers/stated_faces.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

namespace passung::scenes {
namespace {

using Count = std::optional<std::int64_t>;

std::string fileBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::uint32_t littleEndian32(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

Count ofStl(const std::string& bytes) {
  if (bytes.size() >= 84) {
    const std::int64_t facets = littleEndian32(bytes, 80);
    // Both kinds may begin with "solid"; only text has no zero bytes.
    if (84 + 50 * facets == static_cast<std::int64_t>(bytes.size()) || bytes.find('\0') < 512) return facets;
  }
  std::int64_t count = 0;
  for (std::size_t at = bytes.find("endfacet"); at != std::string::npos; at = bytes.find("endfacet", at + 8)) ++count;
  return count;
}

Count ofPly(const std::string& bytes) {
  std::istringstream header(bytes.substr(0, bytes.find("end_header")));
  for (std::string line; std::getline(header, line);) {
    std::istringstream words(line);
    std::string element, name;
    std::int64_t count = 0;
    if (words >> element >> name >> count && element == "element" && name == "face") return count;
  }
  return std::nullopt;
}

Count ofOff(const std::string& bytes) {
  std::istringstream text(bytes);
  std::string keyword;
  if (!(text >> keyword) || keyword.size() < 3 || keyword.substr(keyword.size() - 3) != "OFF") return std::nullopt;
  std::int64_t vertices = 0, faces = 0;
  while ((text >> std::ws) && text.peek() == '#') std::getline(text, keyword);
  if (text >> vertices >> faces) return faces;
  return std::nullopt;
}

// Triangle lists have a third of their indices, strips and fans two less; points and lines have none.
std::int64_t trianglesOf(const nlohmann::json& primitive, const nlohmann::json& accessors) {
  const int mode = primitive.value("mode", 4);
  const auto index = primitive.contains("indices") ? primitive.at("indices").get<std::size_t>()
                                                   : primitive.at("attributes").at("POSITION").get<std::size_t>();
  const auto count = accessors.at(index).at("count").get<std::int64_t>();
  if (mode == 4) return count / 3;
  if (mode == 5 || mode == 6) return std::max<std::int64_t>(count - 2, 0);
  return 0;
}

Count ofGltf(const std::string& bytes) {
  std::string text = bytes;
  if (bytes.rfind("glTF", 0) == 0) {
    // Binary: 12 bytes of header, then a chunk (length, type, JSON).
    if (bytes.size() < 20) return std::nullopt;
    text = bytes.substr(20, littleEndian32(bytes, 12));
  }
  std::int64_t sum = 0;
  const nlohmann::json document = nlohmann::json::parse(text);
  for (const auto& mesh : document.at("meshes")) {
    for (const auto& primitive : mesh.at("primitives")) sum += trianglesOf(primitive, document.at("accessors"));
  }
  return sum;
}

}  // namespace

Count statedFaces(const std::string& path, const std::string& format) {
  try {
    if (format == "STL") return ofStl(fileBytes(path));
    if (format == "PLY") return ofPly(fileBytes(path));
    if (format == "OFF") return ofOff(fileBytes(path));
    if (format == "glTF") return ofGltf(fileBytes(path));
  } catch (const std::exception&) {
    // The reader says what is wrong with the file.
  }
  return std::nullopt;
}

}  // namespace passung::scenes
