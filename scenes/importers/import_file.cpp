// SPDX-License-Identifier: Apache-2.0
// From the bytes of the exchange process to parts in metres, z up, welded, with names of their own.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "core/error.h"
#include "scenes/importer.h"
#include "scenes/importers/exchange_process.h"
#include "scenes/importers/formats.h"
#include "scenes/importers/pieces.h"
#include "scenes/importers/raw_file.h"
#include "scenes/importers/units.h"

namespace passung::scenes {
namespace {

const FileFormat& checkedFormat(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw InputError(path, "", "no such file", "give a file that exists");
  if (std::filesystem::is_directory(path, error)) throw InputError(path, "", "is a folder", "give a file");
  if (!std::filesystem::is_regular_file(path, error))
    throw InputError(path, "", "is no regular file", "give a file on disk");
  const FileFormat* format = formatOf(path);
  if (!format) throw InputError(path, "", "no CAD or mesh file that is known here", "known are " + readableFormats());
  if (std::filesystem::file_size(path, error) == 0) throw InputError(path, "", "is empty", "give a file with content");
  return *format;
}

std::string exactText(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.17g", x);
  return text.data();
}

RawFile readInChild(const std::string& path, const FileFormat& format, const ImportOptions& options) {
  const double deflection = options.deflection > 0 ? options.deflection : 5e-4;
  const double angle = options.angle > 0 ? options.angle : 0.2;
  ExchangeRequest request;
  request.arguments = {"read", format.name, exactText(deflection), exactText(angle), path};
  request.timeLimit = options.timeLimit;
  request.memoryLimit = options.memoryLimit;
  const std::string answer = exchange(path, request);
  try {
    return decoded(answer);
  } catch (const std::runtime_error& e) {
    // The line of the importer names the file already.
    const std::string line = e.what();
    if (line.rfind(path, 0) == 0) throw InputError("", "", line);
    throw InputError(path, "", line, "the file may be damaged");
  }
}

std::string numberText(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", x);
  return text.data();
}

// Of a coordinate, in the file's unit: squares and cubes of larger ones leave the range of a double.
constexpr double kLargestCoordinate = 1e60;

Aabb checkedBounds(const std::string& path, const FileFormat& format, const RawFile& raw) {
  Aabb box;
  for (const RawPart& part : raw.parts) {
    for (std::size_t i = 0; i < part.vertices.size(); ++i) {
      const bool finite = isFinite(part.vertices[i]);
      if (finite && part.vertices[i].cwiseAbs().maxCoeff() <= kLargestCoordinate) {
        box.add(part.vertices[i]);
        continue;
      }
      throw InputError(path, (part.name.empty() ? "" : "part " + part.name + ", ") + "vertex " + std::to_string(i),
                       finite                   ? "a coordinate is beyond 1e60"
                       : format.singlePrecision ? "a coordinate is not finite, or too large for single precision"
                                                : "a coordinate is not finite",
                       "coordinates must be numbers of a sensible size");
    }
  }
  return box;
}

// Sets unit and unitSource; returns metres per unit of the file's numbers.
double chooseUnit(const RawFile& raw, const Aabb& bounds, const ImportOptions& options, ImportedFile& file) {
  if (!options.unit.empty()) {
    file.unit = options.unit;
    file.unitSource = "given";
    return metresPerUnit(options.unit);
  }
  if (raw.metresPerUnit > 0) {
    file.unit = unitName(raw.metresPerUnit);
    file.unitSource = "file";
    return raw.metresPerUnit;
  }
  const double size = bounds.size();
  file.unit = guessedUnit(size);
  file.unitSource = "guessed";
  file.warnings.push_back("the file states no unit: taken as " + file.unit + ", since its size is " + numberText(size) +
                          " (above " + numberText(kLargestSizeInMetres) + " means mm); --unit overrules");
  return metresPerUnit(file.unit);
}

// File axes to z up: the up axis becomes z, the handedness stays.
Vec3 zUp(const Vec3& p, char upAxis) {
  if (upAxis == 'y') return {p.x(), -p.z(), p.y()};
  if (upAxis == 'x') return {-p.z(), p.y(), p.x()};
  return p;
}

// How far a vertex may lie off the edge that it belongs to, as shares of the part's size, smallest first. Exporters
// write six decimals at times, which is 3e-5 of a part of 30 mm; beyond the last a gap counts as meant.
constexpr std::array kMendTolerances = {1e-7, 1e-6, 1e-5, 1e-4};

// Floats and tessellators store one point as several near ones. Exact equality is tried first; when edges stay open,
// the smallest tolerance that closes the surface, or else opens it least, is taken. The same goes for T-junctions.
std::shared_ptr<const TriangleMesh> weldedMesh(const RawPart& part, bool singlePrecision) {
  auto best = TriangleMesh::build(part.vertices, part.triangles);
  const Aabb& box = best->bounds();
  // A float has 24 bits: 6e-8 of the largest coordinate, and exporters round to a few times that before they write.
  // Double precision only leaves the tessellator's own differences, which follow the size.
  const double largest = std::max(box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff());
  const std::array<double, 3> tolerances = singlePrecision
                                               ? std::array{1.2e-7 * largest, 1e-6 * largest, 1e-5 * largest}
                                               : std::array{1e-8 * box.size(), 1e-7 * box.size(), 1e-6 * box.size()};
  MeshBuildOptions options;
  const auto tryWith = [&](const MeshBuildOptions& candidate) {
    if (best->diagnosis().openEdges == 0) return;
    std::shared_ptr<const TriangleMesh> mesh;
    try {
      mesh = TriangleMesh::build(part.vertices, part.triangles, candidate);
    } catch (const InputError&) {
      return;  // nothing would be left
    }
    const MeshDiagnosis &now = mesh->diagnosis(), &before = best->diagnosis();
    if (now.nonManifoldEdges > before.nonManifoldEdges || now.openEdges >= before.openEdges) return;
    best = mesh;
    options = candidate;
  };
  for (const double tolerance : tolerances) tryWith({.weldTolerance = tolerance});
  for (const double share : kMendTolerances) {
    tryWith({.weldTolerance = options.weldTolerance, .mendTolerance = share * box.size()});
  }
  return best;
}

std::string plural(int count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

// One line a part that says what is wrong with its surface; empty when nothing is.
std::string complaint(const TriangleMesh& mesh) {
  const MeshDiagnosis& d = mesh.diagnosis();
  std::string text;
  const auto add = [&](const std::string& s) { text += (text.empty() ? "" : ", ") + s; };
  if (d.inverted) add("inside out, turned");
  if (d.tJunctionsMended > 0) add(plural(d.tJunctionsMended, "T-junction mended", "T-junctions mended"));
  if (d.openEdges > 0) add(plural(d.openEdges, "open edge", "open edges"));
  if (d.nonManifoldEdges > 0) add(plural(d.nonManifoldEdges, "non-manifold edge", "non-manifold edges"));
  if (d.degenerateDropped > 0) {
    add(plural(d.degenerateDropped, "triangle without area dropped", "triangles without area dropped"));
  }
  if (d.duplicateDropped > 0) add(plural(d.duplicateDropped, "double triangle dropped", "double triangles dropped"));
  if (!mesh.massAssumption().empty()) add("so " + mesh.massAssumption());
  return text;
}

// Pieces of one surface become one part, and the file says so.
void joinPieces(RawFile& raw, ImportedFile& file) {
  const std::size_t before = raw.parts.size();
  int joined = joinPiecesOverOpenEdges(raw.parts);
  for (const double share : kMendTolerances) joined += joinPiecesOverTJunctions(raw.parts, share);
  if (joined == 0) return;
  // The name of one piece is no name for all there is.
  if (raw.parts.size() == 1) raw.parts[0].name.clear();
  file.warnings.push_back(std::to_string(before) + " pieces that continue each other over open edges joined into " +
                          plural(static_cast<int>(raw.parts.size()), "part", "parts"));
}

// Names as the file gives them, made unique by a number.
std::string uniqueName(std::string name, std::set<std::string>& taken) {
  for (char& c : name) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  std::string result = name;
  for (int i = 2; !taken.insert(result).second; ++i) result = name + "#" + std::to_string(i);
  return result;
}

}  // namespace

ImportedFile importFile(const std::string& path, const ImportOptions& options) {
  checkUnit(options.unit);
  const FileFormat& format = checkedFormat(path);
  RawFile raw = readInChild(path, format, options);

  ImportedFile file;
  file.path = path;
  file.format = raw.format;
  file.warnings = raw.warnings;
  const Aabb bounds = checkedBounds(path, format, raw);
  const double scale = chooseUnit(raw, bounds, options, file);
  if (raw.upAxis != 'z') {
    std::string line = "? is up in the file: turned to z up";
    line[0] = raw.upAxis;
    file.warnings.push_back(line);
  }

  const std::string stem = std::filesystem::path(path).stem().string();
  std::set<std::string> names;
  std::string leftOut;  // why the first part was
  joinPieces(raw, file);
  for (RawPart& part : raw.parts) {
    const std::string name = uniqueName(part.name.empty() ? stem : part.name, names);
    if (part.triangles.empty()) continue;
    for (Vec3& p : part.vertices) p = scale * zUp(p, raw.upAxis);
    ImportedPart imported{.name = name, .mesh = nullptr, .color = part.color, .hasColor = part.hasColor};
    try {
      imported.mesh = weldedMesh(part, format.singlePrecision);
    } catch (const InputError& e) {
      file.warnings.push_back(name + ": left out: " + e.what());
      if (leftOut.empty()) leftOut = file.warnings.back();
      continue;
    }
    const std::string text = complaint(*imported.mesh);
    if (!text.empty()) file.warnings.push_back(name + ": " + text);
    file.parts.push_back(std::move(imported));
  }
  if (file.parts.empty()) {
    if (!leftOut.empty()) throw InputError(path, "", leftOut);
    throw InputError(path, "",
                     raw.warnings.empty() ? "no triangle found" : raw.warnings.front() + ": no triangle found",
                     "a part is a surface with some area");
  }
  return file;
}

}  // namespace passung::scenes
