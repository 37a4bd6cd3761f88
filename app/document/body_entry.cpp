// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/body_entry.h"

#include <algorithm>
#include <optional>

#include "core/error.h"
#include "scenes/description/suggest.h"
#include "scenes/description/values.h"

namespace passung::app {
namespace {

// Calls `visit(row, copy)` for each copy of a repeat, in the order of the reader.
template <typename Visit>
void eachCopy(const Json& repeat, const Visit& visit) {
  const int count = scenes::readInt(repeat, "count", 1), rows = scenes::readInt(repeat, "rows", 1);
  const int fewer = scenes::readInt(repeat, "fewer_per_row", 0);
  for (int row = 0; row < rows; ++row) {
    for (int copy = 0; copy < count - row * fewer; ++copy) visit(row, copy);
  }
}

std::string copyName(const std::string& name, bool rows, int row, int copy) {
  return name + (rows ? "_" + std::to_string(row) : std::string()) + "_" + std::to_string(copy);
}

bool inRows(const Json& repeat) { return scenes::readInt(repeat, "rows", 1) > 1; }

// The copies as entries of their own, with the very poses that the reader gives them.
std::vector<std::shared_ptr<const Json>> writtenOut(const Json& entry) {
  const Json& repeat = entry["repeat"];
  const Vec3 zero = Vec3::Zero();
  const Vec3 start = scenes::readVec3(entry, "position", zero);
  const Vec3 step = scenes::readVec3(repeat, "step", zero), rowStep = scenes::readVec3(repeat, "row_step", zero);
  std::vector<std::shared_ptr<const Json>> copies;
  eachCopy(repeat, [&](int row, int copy) {
    Json single = entry;
    single.erase("repeat");
    single["name"] = copyName(entry["name"].get<std::string>(), inRows(repeat), row, copy);
    Vec3 p = start;
    p += row * rowStep + copy * step;
    single["position"] = {p.x(), p.y(), p.z()};
    copies.push_back(std::make_shared<const Json>(std::move(single)));
  });
  return copies;
}

// Which of the bodies that an entry makes has the name: its number, 0 for an entry of its own.
std::optional<std::size_t> numberOf(const Json& entry, const std::string& name) {
  const std::string& own = entry["name"].get_ref<const std::string&>();
  if (!entry.contains("repeat")) return own == name ? std::optional<std::size_t>(0) : std::nullopt;
  if (name.rfind(own + "_", 0) != 0) return {};
  const Json& repeat = entry["repeat"];
  std::optional<std::size_t> number;
  std::size_t count = 0;
  eachCopy(repeat, [&](int row, int copy) {
    if (!number && copyName(own, inRows(repeat), row, copy) == name) number = count;
    ++count;
  });
  return number;
}

void visitMonitors(Json& monitors, const std::function<void(Json&)>& visit) {
  for (Json& monitor : monitors) {
    for (const char* key : {"body", "other", "thread"}) {
      if (monitor.contains(key)) visit(monitor[key]);
    }
    if (monitor.contains("children")) visitMonitors(monitor["children"], visit);
  }
}

}  // namespace

std::vector<std::string> bodyNames(const SceneDocument& document) {
  std::vector<std::string> names;
  for (const auto& entry : document.bodies) {
    const std::string name = (*entry)["name"].get<std::string>();
    if (!entry->contains("repeat")) {
      names.push_back(name);
      continue;
    }
    const Json& repeat = (*entry)["repeat"];
    eachCopy(repeat, [&](int row, int copy) { names.push_back(copyName(name, inRows(repeat), row, copy)); });
  }
  return names;
}

const Json& entryOf(const SceneDocument& document, const std::string& name) {
  for (const auto& entry : document.bodies) {
    if (numberOf(*entry, name)) return *entry;
  }
  throw InputError("", "", "there is no part '" + name + "'", scenes::allowedNames(name, bodyNames(document)));
}

std::size_t ownEntry(SceneDocument& document, const std::string& name) {
  const Json* entry = &entryOf(document, name);
  const auto found = std::find_if(document.bodies.begin(), document.bodies.end(),
                                  [&](const auto& candidate) { return candidate.get() == entry; });
  const auto index = found - document.bodies.begin();
  if (!entry->contains("repeat")) return static_cast<std::size_t>(index);
  const auto copies = writtenOut(*entry);
  const std::size_t number = numberOf(*entry, name).value_or(0);
  document.bodies.insert(document.bodies.erase(found), copies.begin(), copies.end());
  return static_cast<std::size_t>(index) + number;
}

void changeEntry(SceneDocument& document, std::size_t entry, const std::function<void(Json&)>& change) {
  Json changed = *document.bodies[entry];
  change(changed);
  document.bodies[entry] = std::make_shared<const Json>(std::move(changed));
}

void changeBody(SceneDocument& document, const std::string& name, const std::function<void(Json&)>& change) {
  changeEntry(document, ownEntry(document, name), change);
}

void changeRest(SceneDocument& document, const std::function<void(Json&)>& change) {
  Json changed = *document.rest;
  change(changed);
  document.rest = std::make_shared<const Json>(std::move(changed));
}

void visitBodyReferences(Json& rest, const std::function<void(Json& name)>& visit) {
  const auto visitList = [&](const char* list, std::initializer_list<const char*> keys) {
    if (!rest.contains(list)) return;
    for (Json& entry : rest[list]) {
      for (const char* key : keys) {
        if (entry.contains(key)) visit(entry[key]);
      }
    }
  };
  visitList("drives", {"body", "frame", "reaction"});
  visitList("joints", {"body", "to"});
  if (rest.contains("monitors")) visitMonitors(rest["monitors"], visit);
}

}  // namespace passung::app
