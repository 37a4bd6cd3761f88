// SPDX-License-Identifier: Apache-2.0
// Problem:  the section of a metric thread of given size, pitch and tolerance class.
// Method:   the basic profile of ISO 68-1: flanks of 30 degrees, H = sqrt(3) / 2 pitch, pitch diameter d - 3/4 H, minor
//           diameter d - 5/4 H. Deviations and tolerances by the formulas of ISO 965-1, annex, in micrometres with the
//           pitch and the nominal diameter in millimetres:
//             fundamental deviations  g, G: 15 + 11 P   f: 30 + 11 P   e: 50 + 11 P   h, H: 0
//             grade 6, crests         bolt 180 P^(2/3) - 3.15 / sqrt(P)
//                                     nut 433 P - 190 P^1.22 below 1 mm, 230 P^0.7 from there on
//             grade 6, flanks         bolt 90 P^0.4 d^0.1, nut 1.32 times that
//           and fixed factors for the other grades.
// Deviations: the tables of ISO 965-1 round to preferred numbers and take the middle of a range of diameters; both move
//           a size by some micrometres, which is within its tolerance.
#include "scenes/generators/thread_profile.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace passung::scenes {
namespace {

// A class as in 6g: factors on the tolerances of grade 6, and the fundamental deviation a + b P.
struct Class {
  const char* name;
  double crest, flank;  // factors of the grade
  double a, b;          // [um], [um / mm]
};
constexpr Class kExternal[] = {
    {"basic", 0, 0, 0, 0}, {"4h", 0.63, 0.63, 0, 0}, {"6h", 1, 1, 0, 0},       {"6g", 1, 1, 15, 11},
    {"6f", 1, 1, 30, 11},  {"6e", 1, 1, 50, 11},     {"8g", 1.6, 1.6, 15, 11},
};
constexpr Class kInternal[] = {
    {"basic", 0, 0, 0, 0}, {"4H", 0.63, 0.85 / 1.32, 0, 0}, {"5H", 0.8, 1.06 / 1.32, 0, 0},   {"6H", 1, 1, 0, 0},
    {"6G", 1, 1, 15, 11},  {"7H", 1.25, 1.7 / 1.32, 0, 0},  {"7G", 1.25, 1.7 / 1.32, 15, 11},
};

template <std::size_t N>
std::vector<std::string> namesOf(const Class (&classes)[N]) {
  std::vector<std::string> names;
  for (const Class& c : classes) names.emplace_back(c.name);
  return names;
}

constexpr double kTan30 = 0.57735026918962576;
double sharpHeight(double pitch) { return 0.5 * pitch / kTan30; }

double flankTolerance(double diameter, double pitch) {
  return 1e-6 * 90 * std::pow(1e3 * pitch, 0.4) * std::pow(1e3 * diameter, 0.1);
}

double deviation(const Class& c, double pitch) { return c.a == 0 ? 0 : 1e-6 * (c.a + c.b * 1e3 * pitch); }

// Half the width of what stands at radius r, of the ridge of a bolt or the groove of a nut.
double halfWidth(const ThreadProfile& p, double r) { return 0.25 * p.pitch - (r - p.pitchRadius) * kTan30; }

const ThreadProfile& checked(const ThreadProfile& p) {
  const double inner = std::min(p.crestRadius, p.rootRadius), outer = std::max(p.crestRadius, p.rootRadius);
  if (inner > 0 && inner < outer && halfWidth(p, outer) > 0 && halfWidth(p, inner) < 0.5 * p.pitch) return p;
  throw InputError("", "", "no thread is left with this diameter, pitch and clearance",
                   "the pitch must be a small part of the diameter and the clearance one of the pitch");
}

}  // namespace

const std::vector<std::string>& externalFits() {
  static const std::vector<std::string> names = namesOf(kExternal);
  return names;
}

const std::vector<std::string>& internalFits() {
  static const std::vector<std::string> names = namesOf(kInternal);
  return names;
}

ThreadProfile externalThread(double diameter, double pitch, std::size_t fit, double clearance) {
  const Class& c = kExternal[fit];
  const double P = 1e3 * pitch, H = sharpHeight(pitch);
  const double crest = c.crest * 1e-6 * (180 * std::cbrt(P * P) - 3.15 / std::sqrt(P));
  const double flank = c.flank * flankTolerance(diameter, pitch);
  const double es = -deviation(c, pitch);
  ThreadProfile p;
  p.pitch = pitch;
  p.crestRadius = 0.5 * (diameter + es - 0.5 * crest) - clearance;
  p.pitchRadius = 0.5 * (diameter - 0.75 * H + es - 0.5 * flank) - clearance;
  p.rootRadius = p.pitchRadius + 0.375 * H - 17.0 / 24 * H;
  return checked(p);
}

ThreadProfile internalThread(double diameter, double pitch, std::size_t fit, double clearance) {
  const Class& c = kInternal[fit];
  const double P = 1e3 * pitch, H = sharpHeight(pitch);
  const double crest = c.crest * 1e-6 * (P < 1 ? 433 * P - 190 * std::pow(P, 1.22) : 230 * std::pow(P, 0.7));
  const double flank = c.flank * 1.32 * flankTolerance(diameter, pitch);
  const double ei = deviation(c, pitch);
  ThreadProfile p;
  p.pitch = pitch;
  p.crestRadius = 0.5 * (diameter - 1.25 * H + ei + 0.5 * crest) + clearance;
  p.pitchRadius = 0.5 * (diameter - 0.75 * H + ei + 0.5 * flank) + clearance;
  p.rootRadius = p.pitchRadius + 0.375 * H + H / 24;
  return checked(p);
}

std::vector<Vec2> sectionOf(const ThreadProfile& p, int flankFacets) {
  const double inner = std::min(p.crestRadius, p.rootRadius), outer = std::max(p.crestRadius, p.rootRadius);
  const double foot = halfWidth(p, inner) / p.pitch, top = halfWidth(p, outer) / p.pitch;
  std::vector<Vec2> points;
  for (int i = 0; i <= flankFacets; ++i) {
    const double t = static_cast<double>(i) / flankFacets;
    points.emplace_back(-(foot + t * (top - foot)), inner + t * (outer - inner));
  }
  for (int i = flankFacets; i >= 0; --i) {
    const Vec2 mirrored = points[static_cast<std::size_t>(i)];
    points.emplace_back(-mirrored.x(), mirrored.y());
  }
  return points;
}

int evenFlankFacets(const ThreadProfile& p, int facets) {
  const double flank = std::abs(p.crestRadius - p.rootRadius) * std::sqrt(1 + kTan30 * kTan30);
  const double side = 2 * kPi * p.pitchRadius / facets;
  return std::clamp(static_cast<int>(std::lround(flank / side)), 1, 64);
}

}  // namespace passung::scenes
