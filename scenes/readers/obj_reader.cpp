// SPDX-License-Identifier: Apache-2.0
// Wavefront OBJ in double precision.
//
// Assimp reads coordinates as float: a coordinate of 1 m then moves by up to 3e-8 m, which tilts coplanar facets and
// changes gaps of fitted parts. Text files of CAD parts carry more digits, so they are read here.
// Read: v (first three numbers), f (any corners, any of the v, v/vt, v//vn, v/vt/vn forms, negative indices), o, g,
// usemtl with Kd and d of the material library, continued lines; UTF-8 or UTF-16 with a byte order mark.
// Skipped and reported: free-form curves and surfaces. Skipped silently: points, lines, normals, texture coordinates.
// Parts: one for each `o`, or for each `g` in a file without `o`.
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <sstream>
#include <unordered_map>

#include "core/error.h"
#include "scenes/readers/polygon.h"
#include "scenes/readers/reader.h"

namespace passung::scenes {
namespace {

std::string fileBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path, "", "cannot be opened", "give a file that exists and may be read");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// UTF-16 with a byte order mark to UTF-8; anything else stays. Characters beyond the basic plane become '?': they can
// only stand in names.
std::string asUtf8(std::string bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[i])); };
  if (bytes.size() >= 3 && byte(0) == 0xEF && byte(1) == 0xBB && byte(2) == 0xBF) return bytes.substr(3);
  if (bytes.size() < 2) return bytes;
  const bool bigEndian = byte(0) == 0xFE && byte(1) == 0xFF;
  const bool littleEndian = byte(0) == 0xFF && byte(1) == 0xFE;
  if (!bigEndian && !littleEndian) return bytes;
  std::string text;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const unsigned c = bigEndian ? (byte(i) << 8U | byte(i + 1)) : (byte(i + 1) << 8U | byte(i));
    if (c < 0x80) {
      text += static_cast<char>(c);
    } else if (c < 0x800) {
      text += static_cast<char>(0xC0U | c >> 6U);
      text += static_cast<char>(0x80U | (c & 0x3FU));
    } else if (c >= 0xD800 && c < 0xE000) {
      if (c < 0xDC00) text += '?';
    } else {
      text += static_cast<char>(0xE0U | c >> 12U);
      text += static_cast<char>(0x80U | (c >> 6U & 0x3FU));
      text += static_cast<char>(0x80U | (c & 0x3FU));
    }
  }
  return text;
}

// Splits text into lines; a backslash at the end joins a line with the next.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool next(std::string& line) {
    line.clear();
    bool any = false;
    while (!rest_.empty()) {
      any = true;
      ++number_;
      const std::size_t end = rest_.find_first_of("\n\r");
      std::string_view part = rest_.substr(0, end);
      std::size_t skip = end == std::string_view::npos ? rest_.size() : end + 1;
      if (end != std::string_view::npos && rest_[end] == '\r' && skip < rest_.size() && rest_[skip] == '\n') ++skip;
      rest_.remove_prefix(skip);
      const bool continues = !part.empty() && part.back() == '\\';
      if (continues) part.remove_suffix(1);
      line += part;
      if (!continues) break;
      line += ' ';
    }
    return any;
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

// The next word of a line, which is shortened by it.
std::string_view word(std::string_view& line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) {
    line = {};
    return {};
  }
  line.remove_prefix(begin);
  const std::size_t end = line.find_first_of(" \t");
  const std::string_view w = line.substr(0, end);
  line.remove_prefix(end == std::string_view::npos ? line.size() : end);
  return w;
}

std::string trimmed(std::string_view s) {
  const std::size_t begin = s.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  const std::size_t end = s.find_last_not_of(" \t");
  return std::string(s.substr(begin, end - begin + 1));
}

std::optional<double> number(std::string_view s) {
  if (!s.empty() && s.front() == '+') s.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  // Too small for a double is zero; too large is not a number one can use.
  if (error == std::errc::result_out_of_range) return std::nullopt;
  if (error != std::errc() || end != s.data() + s.size()) return std::nullopt;
  return value;
}

using Materials = std::map<std::string, Color>;

// Missing libraries are common and cost only the colours.
void readMaterials(const std::filesystem::path& path, Materials& materials) {
  std::ifstream file(path);
  Color* color = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    std::string_view rest = line;
    const std::string_view key = word(rest);
    if (key == "newmtl") color = &materials[trimmed(rest)];
    if (key == "Kd" && color) {
      for (float* channel : {&color->r, &color->g, &color->b}) {
        if (const auto x = number(word(rest))) *channel = static_cast<float>(std::clamp(*x, 0.0, 1.0));
      }
    }
    if (key == "d" && color) {
      if (const auto x = number(word(rest))) color->a = static_cast<float>(std::clamp(*x, 0.0, 1.0));
    }
  }
}

// Faces of one object, one group and one material.
struct Group {
  std::string object, name, material;
  std::vector<Triangle> triangles;
};

class ObjFile {
 public:
  explicit ObjFile(const std::string& path) : path_(path) {}

  RawFile read() {
    const std::string text = asUtf8(fileBytes(path_));
    Lines lines(text);
    for (std::string line; lines.next(line);) {
      line_ = lines.number();
      statement(line);
    }
    if (vertices_.empty()) fail("", "no vertex found", "an OBJ file lists vertices as \"v x y z\"");
    RawFile file;
    file.parts = parts();
    if (file.parts.empty()) {
      fail("", "no face found among " + std::to_string(vertices_.size()) + " vertices",
           "a part is a surface; points and lines alone are none");
    }
    if (shortFaces_ > 0) {
      file.warnings.push_back(std::to_string(shortFaces_) + " face" + (shortFaces_ > 1 ? "s" : "") +
                              " with fewer than three corners left out, the first in line " +
                              std::to_string(firstShortFace_));
    }
    if (freeForm_ > 0) file.warnings.push_back(std::to_string(freeForm_) + " free-form elements left out");
    return file;
  }

 private:
  [[noreturn]] void fail(const std::string& place, const std::string& wrong, const std::string& right) const {
    throw InputError(path_, place, wrong, right);
  }
  [[nodiscard]] std::string here() const { return "line " + std::to_string(line_); }

  void statement(std::string_view rest) {
    const std::size_t comment = rest.find('#');
    if (comment != std::string_view::npos) rest = rest.substr(0, comment);
    const std::string_view key = word(rest);
    if (key == "v")
      vertex(rest);
    else if (key == "f" || key == "fo")
      face(rest);
    else if (key == "o")
      object_ = trimmed(rest), group_.clear(), current_ = -1, hasObjects_ = true;
    else if (key == "g")
      group_ = trimmed(rest), current_ = -1;
    else if (key == "usemtl")
      material_ = trimmed(rest), current_ = -1;
    else if (key == "mtllib")
      readMaterials(std::filesystem::path(path_).parent_path() / trimmed(rest), materials_);
    else if (key == "curv" || key == "curv2" || key == "surf")
      ++freeForm_;
  }

  void vertex(std::string_view rest) {
    Vec3 p;
    for (int k = 0; k < 3; ++k) {
      const std::string_view w = word(rest);
      const auto x = number(w);
      if (!x || !std::isfinite(*x)) {
        fail(
            here(),
            w.empty() ? "a vertex with fewer than three coordinates" : "\"" + std::string(w) + "\" is no finite number",
            "a vertex is \"v x y z\"");
      }
      p[k] = *x;
    }
    vertices_.push_back(p);
  }

  void face(std::string_view rest) {
    corners_.clear();
    for (std::string_view w = word(rest); !w.empty(); w = word(rest)) {
      const std::string_view digits = w.substr(0, w.find('/'));
      long long index = 0;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
      if (error != std::errc() || end != digits.data() + digits.size()) {
        fail(here(), "\"" + std::string(w) + "\" is no vertex index", "a corner is a number, as in \"f 1 2 3\"");
      }
      const auto count = static_cast<long long>(vertices_.size());
      const long long i = index < 0 ? count + index : index - 1;
      if (i < 0 || i >= count) {
        fail(here(), "vertex index " + std::to_string(index) + " is out of range",
             "the " + std::to_string(count) + " vertices before it are 1 to " + std::to_string(count));
      }
      corners_.push_back(static_cast<int>(i));
    }
    if (corners_.size() < 3) {
      if (shortFaces_++ == 0) firstShortFace_ = line_;
      return;
    }
    points_.clear();
    for (const int i : corners_) points_.push_back(vertices_[static_cast<std::size_t>(i)]);
    std::vector<Triangle>& triangles = group().triangles;
    for (const Triangle& t : triangulated(points_)) {
      triangles.push_back({corners_[static_cast<std::size_t>(t[0])], corners_[static_cast<std::size_t>(t[1])],
                           corners_[static_cast<std::size_t>(t[2])]});
    }
  }

  Group& group() {
    if (current_ < 0) {
      const auto [found, added] =
          groupIndex_.try_emplace(object_ + '\n' + group_ + '\n' + material_, static_cast<int>(groups_.size()));
      if (added) groups_.push_back({object_, group_, material_, {}});
      current_ = found->second;
    }
    return groups_[static_cast<std::size_t>(current_)];
  }

  // The first group of the part that each group belongs to.
  [[nodiscard]] std::vector<int> partOfGroups() const {
    std::vector<int> part;
    std::map<std::string, int> first;
    for (const Group& group : groups_) {
      part.push_back(
          first.try_emplace(hasObjects_ ? group.object : group.name, static_cast<int>(part.size())).first->second);
    }
    return part;
  }

  [[nodiscard]] std::vector<RawPart> parts() const {
    std::vector<RawPart> result;
    const std::vector<int> partOf = partOfGroups();
    std::vector<int> index(vertices_.size(), -1);
    for (int g = 0; g < static_cast<int>(groups_.size()); ++g) {
      if (partOf[static_cast<std::size_t>(g)] != g) continue;
      RawPart part;
      std::vector<int> used;
      std::size_t most = 0;
      for (std::size_t h = static_cast<std::size_t>(g); h < groups_.size(); ++h) {
        if (partOf[h] != g) continue;
        const Group& group = groups_[h];
        if (part.name.empty()) part.name = hasObjects_ ? group.object : group.name;
        // The colour of most of its faces.
        const auto color = materials_.find(group.material);
        if (color != materials_.end() && group.triangles.size() > most) {
          most = group.triangles.size();
          part.color = color->second;
          part.hasColor = true;
        }
        for (Triangle t : group.triangles) {
          for (int& v : t) {
            int& i = index[static_cast<std::size_t>(v)];
            if (i < 0) {
              i = static_cast<int>(part.vertices.size());
              part.vertices.push_back(vertices_[static_cast<std::size_t>(v)]);
              used.push_back(v);
            }
            v = i;
          }
          part.triangles.push_back(t);
        }
      }
      for (const int v : used) index[static_cast<std::size_t>(v)] = -1;
      if (!part.triangles.empty()) result.push_back(std::move(part));
    }
    return result;
  }

  std::string path_;
  int line_ = 0;
  std::vector<Vec3> vertices_;
  std::vector<Group> groups_;
  std::unordered_map<std::string, int> groupIndex_;
  int current_ = -1;
  std::string object_, group_, material_;
  bool hasObjects_ = false;
  Materials materials_;
  int shortFaces_ = 0, firstShortFace_ = 0, freeForm_ = 0;
  std::vector<int> corners_;
  std::vector<Vec3> points_;
};

}  // namespace

RawFile readObj(const std::string& path) { return ObjFile(path).read(); }

}  // namespace passung::scenes
