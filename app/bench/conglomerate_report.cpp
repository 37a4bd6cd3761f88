// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bench/conglomerate_report.h"

#include <cmath>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/run/units.h"

namespace passung::app {
namespace {

using Json = nlohmann::ordered_json;

std::string whole(double value) { return std::to_string(std::llround(value)); }

std::string listed(const auto& values) {
  std::string text;
  for (const auto& v : values) text += (text.empty() ? "" : " + ") + std::to_string(v);
  return text;
}

void row(std::ostream& out, const std::string& what, const std::string& median, const std::string& mean,
         const std::string& max) {
  out << "  " << std::left << std::setw(22) << what << std::right << std::setw(11) << median << std::setw(11) << mean
      << std::setw(11) << max << '\n';
}

void timeRow(std::ostream& out, const char* what, const Spread& s) {
  row(out, what, readable(s.median, "s"), readable(s.mean, "s"), readable(s.max, "s"));
}

void countRow(std::ostream& out, const char* what, const Spread& s) {
  row(out, what, whole(s.median), whole(s.mean), whole(s.max));
}

Json json(const Spread& s) { return {{"median", s.median}, {"mean", s.mean}, {"max", s.max}}; }

const char* nameOf(PairAim::Stage stage) {
  switch (stage) {
    case PairAim::Stage::kBoxes:
      return "boxes";
    case PairAim::Stage::kSearch:
      return "search";
    case PairAim::Stage::kExact:
      return "exact";
    case PairAim::Stage::kAll:
      return "all";
    case PairAim::Stage::kBuild:
      return "partition and build of conglomerates";
    case PairAim::Stage::kHierarchyBuild:
      return "build of hierarchies (the walk beside)";
    case PairAim::Stage::kContacts:
      return "contacts and patches";
    case PairAim::Stage::kExactShare:
      return "exact / search";
  }
  return "";
}

const char* nameOf(PairAim::Statistic statistic) {
  if (statistic == PairAim::Statistic::kMean) return "mean";
  return statistic == PairAim::Statistic::kMax ? "max" : "median";
}

const char* nameOf(PairAim::Origin origin) { return origin == PairAim::Origin::kDerived ? "derived" : "published"; }

bool builds(const PairAim& aim) {
  return aim.stage == PairAim::Stage::kBuild || aim.stage == PairAim::Stage::kHierarchyBuild;
}

void printAim(std::ostream& out, const JudgedAim& j, const ConglomerateTimes& t) {
  const bool share = j.aim.stage == PairAim::Stage::kExactShare;
  const auto text = [&](double value) { return share ? plain(value, 3) : readable(value, "s"); };
  out << "  " << nameOf(j.aim.stage) << (j.aim.onePair ? " of one pair" : "");
  if (!builds(j.aim)) out << ", " << nameOf(j.aim.statistic);
  out << ": ";
  if (j.measured)
    out << text(*j.measured) << ", aim " << text(j.aim.limit) << ", " << plain(*j.measured / j.aim.limit, 3)
        << " x: " << (j.met() ? "met" : "MISSED");
  else
    out << "aim " << text(j.aim.limit) << ": not judged";
  if (j.measured && j.aim.otherModel) {
    out << (j.met() ? " at this size only" : "") << ", on another model";
    if (!builds(j.aim)) out << " with " << whole(t.contacts.median) << " contacts";
  }
  out << " (" << nameOf(j.aim.origin) << ": " << j.aim.source << ")\n";
}

}  // namespace

void printTimes(std::ostream& out, const ConglomerateTimes& t) {
  out << t.name << ": " << t.shows << '\n'
      << "  " << listed(t.faces) << " faces in " << listed(t.conglomerates) << " conglomerates, " << t.objectPairs
      << (t.objectPairs == 1 ? " pair" : " pairs") << " of bodies a call, contacts within " << readable(t.distance, "m")
      << ", " << t.iterations << " calls\n";
  if (!t.fallback.empty()) out << "  " << t.fallback << '\n';
  row(out, "a call", "median", "mean", "max");
  timeRow(out, "boxes", t.boxes);
  timeRow(out, "search", t.search);
  timeRow(out, "sort", t.sort);
  timeRow(out, "exact", t.exact);
  timeRow(out, "transfers, launches", t.transfers);
  timeRow(out, "all", t.all);
  timeRow(out, "processor time", t.processor);
  if (t.patches.max > 0) timeRow(out, "reduction to patches", t.reduction);
  if (t.objectPairs > 1) countRow(out, "pairs with contacts", t.touchingPairs);
  if (t.bytes.max > 0) countRow(out, "bytes transferred", t.bytes);
  countRow(out, "box pairs", t.boxPairs);
  countRow(out, "candidates", t.candidates);
  countRow(out, "contacts", t.contacts);
  if (t.ownContacts.max > 0 || t.group == "robot_segments") countRow(out, "of them its own", t.ownContacts);
  if (t.patches.max > 0) countRow(out, "points of patches", t.patches);
  if (t.compared > 0) {
    timeRow(out, "hierarchies instead", t.hierarchies);
    out << "  contacts " << (t.equal ? "equal" : "NOT EQUAL") << " to those of hierarchies, in " << t.compared
        << " calls\n";
  } else {
    out << "  contacts were not compared with those of hierarchies\n";
  }
  if (t.onePairCalls > 0) {
    row(out, "one pair a call", "median", "mean", "max");
    timeRow(out, "search", t.onePairSearch);
    timeRow(out, "exact", t.onePairExact);
    out << "  in " << t.onePairCalls << " calls with one pair of bodies each, of which conglomerates are near\n";
  }
  const gpu::ShellMemory& shell = t.memory.shell;
  const auto faces = static_cast<double>(std::max<std::size_t>(1, shell.faces));
  out << "  partition " << readable(t.partition, "s") << ", boxes, shells and trees " << readable(t.build, "s")
      << " (hierarchies " << readable(t.hierarchyBuild, "s") << "); "
      << plain(static_cast<double>(shell.samples) / faces, 3) << " samples a face; bytes a face: shell "
      << plain(static_cast<double>(shell.maskBytes + shell.radiusBytes) / faces, 3) << ", triangles "
      << plain(static_cast<double>(shell.triangleBytes) / faces, 3) << ", trees "
      << plain(static_cast<double>(t.memory.treeBytes) / faces, 4) << '\n';
  for (const JudgedAim& j : t.aims) printAim(out, j, t);
  out << std::endl;
}

std::string backendsOf(const std::set<gpu::Backend>& ran) {
  std::string text;
  for (const gpu::Backend backend : ran) text += (text.empty() ? "" : " and ") + std::string(gpu::nameOf(backend));
  return text;
}

Json timesJson(const ConglomerateTimes& t) {
  Json aims = Json::array();
  for (const JudgedAim& j : t.aims) {
    const bool share = j.aim.stage == PairAim::Stage::kExactShare;
    aims.push_back({{"what", nameOf(j.aim.stage)},
                    {"statistic", nameOf(j.aim.statistic)},
                    {"of_one_pair", j.aim.onePair},
                    {share ? "aim" : "aim_s", j.aim.limit},
                    {"origin", nameOf(j.aim.origin)},
                    {"source", j.aim.source},
                    {"of_another_model", j.aim.otherModel},
                    {share ? "measured" : "measured_s", j.measured ? Json(*j.measured) : Json(nullptr)},
                    {"ratio", j.measured ? Json(*j.measured / j.aim.limit) : Json(nullptr)},
                    {"met", j.measured ? Json(j.met()) : Json(nullptr)}});
  }
  const gpu::ShellMemory& shell = t.memory.shell;
  Json result = {
      {"name", t.name},
      {"scene", t.group},
      {"shows", t.shows},
      {"backend", backendsOf(t.ran)},
      {"faces", t.faces},
      {"conglomerates", t.conglomerates},
      {"object_pairs", t.objectPairs},
      {"distance_m", t.distance},
      {"calls", t.iterations},
      {"stages_s",
       {{"boxes", json(t.boxes)},
        {"search", json(t.search)},
        {"sort", json(t.sort)},
        {"exact", json(t.exact)},
        {"transfers", json(t.transfers)},
        {"all", json(t.all)},
        {"reduction", json(t.reduction)}}},
      {"processor_s", json(t.processor)},
      {"bytes_moved", json(t.bytes)},
      {"one_pair", {{"calls", t.onePairCalls}, {"search_s", json(t.onePairSearch)}, {"exact_s", json(t.onePairExact)}}},
      {"pairs_with_contacts", json(t.touchingPairs)},
      {"box_pairs", json(t.boxPairs)},
      {"candidates", json(t.candidates)},
      {"contacts", json(t.contacts)},
      {"own_contacts", json(t.ownContacts)},
      {"patch_points", json(t.patches)},
      {"partition_s", t.partition},
      {"build_s", t.build},
      {"memory_bytes",
       {{"shell", shell.maskBytes + shell.radiusBytes},
        {"triangles", shell.triangleBytes},
        {"trees", t.memory.treeBytes}}},
      {"samples", shell.samples},
      {"hierarchies", {{"calls", t.compared}, {"build_s", t.hierarchyBuild}, {"all_s", json(t.hierarchies)}}},
      {"contacts_equal", t.compared > 0 ? Json(t.equal) : Json(nullptr)},
      {"aims", aims}};
  if (!t.fallback.empty()) result["fallback"] = t.fallback;
  return result;
}

}  // namespace passung::app
