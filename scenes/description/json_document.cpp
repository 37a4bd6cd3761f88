// SPDX-License-Identifier: Apache-2.0
#include "scenes/description/json_document.h"

#include <filesystem>
#include <fstream>
#include <set>

#include "core/error.h"

namespace passung::scenes {
namespace {

// "line 3, column 14" of a byte, both from 1.
std::string lineAndColumn(const std::string& text, std::size_t byte) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (std::size_t i = 0; i + 1 < byte && i < text.size(); ++i) {
    if (text[i] == '\n') {
      ++line;
      column = 1;
    } else {
      ++column;
    }
  }
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

bool startsWith(const std::string& text, const std::string& prefix) { return text.rfind(prefix, 0) == 0; }

bool endsWith(const std::string& text, const std::string& suffix) {
  return text.size() >= suffix.size() && text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

}  // namespace

void ErrorSite::fail(const std::string& place, const std::string& wrong, const std::string& right) const {
  for (auto it = overrides.rbegin(); it != overrides.rend(); ++it) {
    const bool within = place == it->place || startsWith(place, it->place + ".") || startsWith(place, it->place + "[");
    const bool parameter = endsWith(place, ".parameters") && startsWith(it->place, place + ".");
    if (within || parameter) throw InputError("--set " + it->text, place, wrong, right);
  }
  throw InputError(file, place, wrong, right);
}

std::string readTextFile(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr std::uintmax_t kLargest = 64U << 20U;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw InputError(path, "", "no such file");
  if (!fs::is_regular_file(status)) throw InputError(path, "", "not a plain file", "a scene is a JSON file");
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size > kLargest) {
    throw InputError(path, "", "too large for a scene (" + std::to_string(size >> 20U) + " MiB)", "at most 64 MiB");
  }
  std::ifstream in(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in) throw InputError(path, "", "cannot be read", "check its permissions");
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw InputError(path, "", "the file is empty", "a scene is a JSON object with the keys version and bodies");
  }
  return text;
}

Json parseJson(const std::string& text, const std::string& file) {
  constexpr int kDeepest = 64;
  std::vector<std::set<std::string>> keys;  // of the objects that are open
  const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > kDeepest) throw InputError(file, "", "nested too deeply", "at most 64 levels");
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second) {
      throw InputError(file, "", "the key '" + parsed.get<std::string>() + "' is listed twice in one object");
    }
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const Json::parse_error& e) {
    std::string what = e.what();
    if (const auto prefix = what.find(": "); prefix != std::string::npos) what = what.substr(prefix + 2);
    throw InputError(file, lineAndColumn(text, e.byte), "not valid JSON: " + what);
  } catch (const Json::exception& e) {
    std::string what = e.what();
    if (const auto prefix = what.find("] "); prefix != std::string::npos) what = what.substr(prefix + 2);
    throw InputError(file, "", "not usable as JSON: " + what);
  }
}

std::string shortText(const Json& value) {
  constexpr std::size_t kLongest = 40;
  if (value.is_structured() && value.size() > 16) return value.is_array() ? "a list" : "an object";
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return text;
}

}  // namespace passung::scenes
