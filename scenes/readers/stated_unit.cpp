// SPDX-License-Identifier: Apache-2.0
#include "scenes/readers/stated_unit.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <string_view>

#ifdef PASSUNG_ASSIMP
#include <minizip/unzip.h>
#endif

namespace passung::scenes {
namespace {

// Units stand in the first lines of a file; a model of a gigabyte is not searched.
constexpr std::size_t kSearched = 65536;

std::string beginningOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kSearched, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  // UTF-16 text of plain letters becomes readable without its zero bytes.
  std::erase(text, '\0');
  return text;
}

// The beginning of the first entry of a zip archive whose name ends so; empty when there is none.
std::string beginningInZip(const std::string& path, const std::string& ending) {
  std::string text;
#ifdef PASSUNG_ASSIMP
  unzFile zip = unzOpen64(path.c_str());
  if (!zip) return text;
  for (int status = unzGoToFirstFile(zip); status == UNZ_OK && text.empty(); status = unzGoToNextFile(zip)) {
    std::array<char, 512> name{};
    if (unzGetCurrentFileInfo64(zip, nullptr, name.data(), name.size() - 1, nullptr, 0, nullptr, 0) != UNZ_OK) break;
    const std::string_view entry(name.data());
    if (entry.size() < ending.size() || entry.substr(entry.size() - ending.size()) != ending) continue;
    if (unzOpenCurrentFile(zip) != UNZ_OK) break;
    text.resize(kSearched);
    const int n = unzReadCurrentFile(zip, text.data(), static_cast<unsigned>(text.size()));
    text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    unzCloseCurrentFile(zip);
  }
  unzClose(zip);
#else
  static_cast<void>(path);
  static_cast<void>(ending);
#endif
  return text;
}

std::string firstMatch(const std::string& text, const char* pattern) {
  std::smatch match;
  return std::regex_search(text, match, std::regex(pattern)) ? match[1].str() : std::string();
}

double byWord(const std::string& word) {
  struct Unit {
    const char* word;
    double metres;
  };
  constexpr std::array<Unit, 8> kUnits = {{{"micron", 1e-6},
                                           {"millimeter", 1e-3},
                                           {"centimeter", 1e-2},
                                           {"inch", 0.0254},
                                           {"foot", 0.3048},
                                           {"feet", 0.3048},
                                           {"meter", 1.0},
                                           {"metre", 1.0}}};
  for (const Unit& unit : kUnits) {
    if (word == unit.word) return unit.metres;
  }
  return 0;
}

StatedUnit ofCollada(const std::string& path) {
  std::string text = beginningOf(path);
  if (text.rfind("PK", 0) == 0) text = beginningInZip(path, ".dae");
  StatedUnit stated;
  // The standard's defaults.
  stated.metresPerUnit = 1;
  stated.upAxis = 'y';
  const std::string meter = firstMatch(text, "<unit[^>]*\\bmeter\\s*=\\s*[\"']([^\"']*)[\"']");
  const double value = std::strtod(meter.c_str(), nullptr);
  if (value > 0 && std::isfinite(value)) stated.metresPerUnit = value;
  const std::string up = firstMatch(text, "<up_axis>\\s*([XYZ])_UP");
  if (!up.empty()) stated.upAxis = static_cast<char>(up[0] - 'X' + 'x');
  return stated;
}

}  // namespace

StatedUnit statedUnit(const std::string& path, const std::string& format) {
  try {
    if (format == "COLLADA") return ofCollada(path);
    if (format == "glTF" || format == "X3D") return {1.0, 'y'};
    if (format == "3MF") {
      const std::string text = beginningInZip(path, ".model");
      const std::string unit = firstMatch(text, "<model[^>]*\\bunit\\s*=\\s*[\"']([^\"']*)[\"']");
      // Millimetre is the standard's default.
      return {unit.empty() ? 1e-3 : byWord(unit), 'z'};
    }
    if (format == "AMF") {
      std::string text = beginningOf(path);
      if (text.rfind("PK", 0) == 0) text = beginningInZip(path, ".amf");
      const std::string unit = firstMatch(text, "<amf[^>]*\\bunit\\s*=\\s*[\"']([^\"']*)[\"']");
      return {unit.empty() ? 1e-3 : byWord(unit), 'z'};
    }
  } catch (const std::exception&) {
    // No unit was found, then.
  }
  return {};
}

}  // namespace passung::scenes
