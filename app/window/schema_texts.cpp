// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/schema_texts.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cctype>

namespace passung::app {
namespace {

// What the scene format says of joints and monitors. The texts are those of the schema, which knows no translations; a
// test finds what is missing here.
// clang-format off
constexpr std::array kTexts = {
    QT_TRANSLATE_NOOP("Schema", "Acceleration"),
    QT_TRANSLATE_NOOP("Schema", "All"),
    QT_TRANSLATE_NOOP("Schema", "Angular speed"),
    QT_TRANSLATE_NOOP("Schema", "Any"),
    QT_TRANSLATE_NOOP("Schema", "At end"),
    QT_TRANSLATE_NOOP("Schema", "At rest"),
    QT_TRANSLATE_NOOP("Schema", "Axis"),
    QT_TRANSLATE_NOOP("Schema", "Bearing radius"),
    QT_TRANSLATE_NOOP("Schema", "Body"),
    QT_TRANSLATE_NOOP("Schema", "Box"),
    QT_TRANSLATE_NOOP("Schema", "Children"),
    QT_TRANSLATE_NOOP("Schema", "Collide"),
    QT_TRANSLATE_NOOP("Schema", "Contact"),
    QT_TRANSLATE_NOOP("Schema", "Contact force"),
    QT_TRANSLATE_NOOP("Schema", "Contact radius"),
    QT_TRANSLATE_NOOP("Schema", "Creep"),
    QT_TRANSLATE_NOOP("Schema", "Cylindrical"),
    QT_TRANSLATE_NOOP("Schema", "Damping"),
    QT_TRANSLATE_NOOP("Schema", "Distance"),
    QT_TRANSLATE_NOOP("Schema", "Drift"),
    QT_TRANSLATE_NOOP("Schema", "Expected"),
    QT_TRANSLATE_NOOP("Schema", "Fixed"),
    QT_TRANSLATE_NOOP("Schema", "Flank degrees"),
    QT_TRANSLATE_NOOP("Schema", "Forbidden"),
    QT_TRANSLATE_NOOP("Schema", "Friction"),
    QT_TRANSLATE_NOOP("Schema", "From"),
    QT_TRANSLATE_NOOP("Schema", "Inside box"),
    QT_TRANSLATE_NOOP("Schema", "Law"),
    QT_TRANSLATE_NOOP("Schema", "Least"),
    QT_TRANSLATE_NOOP("Schema", "Length"),
    QT_TRANSLATE_NOOP("Schema", "Lower"),
    QT_TRANSLATE_NOOP("Schema", "Max energy gain"),
    QT_TRANSLATE_NOOP("Schema", "Max penetration"),
    QT_TRANSLATE_NOOP("Schema", "Most"),
    QT_TRANSLATE_NOOP("Schema", "Motor"),
    QT_TRANSLATE_NOOP("Schema", "Name"),
    QT_TRANSLATE_NOOP("Schema", "Never climbs"),
    QT_TRANSLATE_NOOP("Schema", "Of"),
    QT_TRANSLATE_NOOP("Schema", "Other"),
    QT_TRANSLATE_NOOP("Schema", "Outside box"),
    QT_TRANSLATE_NOOP("Schema", "Percent"),
    QT_TRANSLATE_NOOP("Schema", "Pitch"),
    QT_TRANSLATE_NOOP("Schema", "Point"),
    QT_TRANSLATE_NOOP("Schema", "Position"),
    QT_TRANSLATE_NOOP("Schema", "Position to"),
    QT_TRANSLATE_NOOP("Schema", "Prismatic"),
    QT_TRANSLATE_NOOP("Schema", "Rest"),
    QT_TRANSLATE_NOOP("Schema", "Revolute"),
    QT_TRANSLATE_NOOP("Schema", "Screw"),
    QT_TRANSLATE_NOOP("Schema", "Sideways shift"),
    QT_TRANSLATE_NOOP("Schema", "Speed"),
    QT_TRANSLATE_NOOP("Schema", "Spherical"),
    QT_TRANSLATE_NOOP("Schema", "Spring"),
    QT_TRANSLATE_NOOP("Schema", "Stands"),
    QT_TRANSLATE_NOOP("Schema", "Stiffness"),
    QT_TRANSLATE_NOOP("Schema", "Thread"),
    QT_TRANSLATE_NOOP("Schema", "To"),
    QT_TRANSLATE_NOOP("Schema", "Torque"),
    QT_TRANSLATE_NOOP("Schema", "Travel per turn"),
    QT_TRANSLATE_NOOP("Schema", "Turns"),
    QT_TRANSLATE_NOOP("Schema", "Upper"),
    QT_TRANSLATE_NOOP("Schema", "Value"),
    QT_TRANSLATE_NOOP("Schema", "While free"),
    QT_TRANSLATE_NOOP("Schema", "The body is at rest at the end."),
    QT_TRANSLATE_NOOP("Schema", "Lower and upper corner [m]."),
    QT_TRANSLATE_NOOP("Schema", "The body's bounds stay inside the box all the time, or are inside at the end."),
    QT_TRANSLATE_NOOP("Schema", "The body's bounds stay outside the box all the time, or are outside at the end."),
    QT_TRANSLATE_NOOP("Schema", "No penetration deeper than value [m]."),
    QT_TRANSLATE_NOOP("Schema", "The measure: the largest fall of gravity energy, or the sum of m g L over the moving bodies."),
    QT_TRANSLATE_NOOP("Schema", "The gain of energy stays below value times the potential drop."),
    QT_TRANSLATE_NOOP("Schema", "The two bodies touch at the end; forbidden: they never do."),
    QT_TRANSLATE_NOOP("Schema", "x, y, z"),
    QT_TRANSLATE_NOOP("Schema", "The body's origin comes within value [m] of the point."),
    QT_TRANSLATE_NOOP("Schema", "The origins of the two bodies come within value [m]."),
    QT_TRANSLATE_NOOP("Schema", "x, y, z; any length but 0"),
    QT_TRANSLATE_NOOP("Schema", "[m/s^2]"),
    QT_TRANSLATE_NOOP("Schema", "[m]"),
    QT_TRANSLATE_NOOP("Schema", "Largest deviation."),
    QT_TRANSLATE_NOOP("Schema", "[s]"),
    QT_TRANSLATE_NOOP("Schema", "Only steps at whose end nothing touches the body."),
    QT_TRANSLATE_NOOP("Schema", "The body's mean acceleration along the axis is what is expected [m/s^2], or what free fall or a frictionless screw gives."),
    QT_TRANSLATE_NOOP("Schema", "The centre of mass never rises along the axis by more than value [m] above its lowest place."),
    QT_TRANSLATE_NOOP("Schema", "No point of the body drifts faster than value [m/s], on average over the window."),
    QT_TRANSLATE_NOOP("Schema", "No point of the body is farther than value [m] from its place at the start of the window."),
    QT_TRANSLATE_NOOP("Schema", "The centre of mass moves less than value [m] across the axis."),
    QT_TRANSLATE_NOOP("Schema", "The centre of mass of the body, or of every moving one, stays within value [m] of its start."),
    QT_TRANSLATE_NOOP("Schema", "[m]; below 0: a left-hand thread."),
    QT_TRANSLATE_NOOP("Schema", "Travel along the axis per turn about it is the pitch [m]; relative to the other body if one is named."),
    QT_TRANSLATE_NOOP("Schema", "[m/s]"),
    QT_TRANSLATE_NOOP("Schema", "The speed of the centre of mass, along the axis if one is given, stays within the range [m/s]."),
    QT_TRANSLATE_NOOP("Schema", "[rad/s]"),
    QT_TRANSLATE_NOOP("Schema", "The angular speed about the axis stays within the range [rad/s]."),
    QT_TRANSLATE_NOOP("Schema", "turns"),
    QT_TRANSLATE_NOOP("Schema", "The turns about the axis since the start lie within the range at the end."),
    QT_TRANSLATE_NOOP("Schema", "[N]"),
    QT_TRANSLATE_NOOP("Schema", "Half the angle between the flanks."),
    QT_TRANSLATE_NOOP("Schema", "About the axis, that tightens [N m]."),
    QT_TRANSLATE_NOOP("Schema", "The mean force of the other body on the body along the axis is what is expected [N], or what a power screw gives."),
    QT_TRANSLATE_NOOP("Schema", "All children hold."),
    QT_TRANSLATE_NOOP("Schema", "At least one child holds."),
    QT_TRANSLATE_NOOP("Schema", "The other body; default: the ground."),
    QT_TRANSLATE_NOOP("Schema", "Whether the two bodies also collide with each other."),
    QT_TRANSLATE_NOOP("Schema", "Holds two bodies together."),
    QT_TRANSLATE_NOOP("Schema", "Limit of the angle [rad]."),
    QT_TRANSLATE_NOOP("Schema", "[rad]"),
    QT_TRANSLATE_NOOP("Schema", "Keeps the rate of the angle or travel at value [rad/s, m/s] with an effort of at most limit [N m, N]; or pushes with a constant effort."),
    QT_TRANSLATE_NOOP("Schema", "Largest effort of dry friction [N m]."),
    QT_TRANSLATE_NOOP("Schema", "Of a spring on it [N m/rad]."),
    QT_TRANSLATE_NOOP("Schema", "[N m s/rad]."),
    QT_TRANSLATE_NOOP("Schema", "Where the spring is slack [rad]; default: the start's."),
    QT_TRANSLATE_NOOP("Schema", "Turns about the axis."),
    QT_TRANSLATE_NOOP("Schema", "Limit of the travel [m]."),
    QT_TRANSLATE_NOOP("Schema", "Largest effort of dry friction [N]."),
    QT_TRANSLATE_NOOP("Schema", "Of a spring on it [N/m]."),
    QT_TRANSLATE_NOOP("Schema", "[N s/m]."),
    QT_TRANSLATE_NOOP("Schema", "Where the spring is slack [m]; default: the start's."),
    QT_TRANSLATE_NOOP("Schema", "Slides along the axis."),
    QT_TRANSLATE_NOOP("Schema", "Turns about and slides along the axis."),
    QT_TRANSLATE_NOOP("Schema", "Travel per turn [m]; positive: right-handed."),
    QT_TRANSLATE_NOOP("Schema", "Turns about the axis and slides by the pitch a turn."),
    QT_TRANSLATE_NOOP("Schema", "Turns about a point."),
    QT_TRANSLATE_NOOP("Schema", "Limit of the length [m]."),
    QT_TRANSLATE_NOOP("Schema", "Length without force [m]; default: the start's."),
    QT_TRANSLATE_NOOP("Schema", "Keeps the distance of two points; with lower or upper, within these limits."),
    QT_TRANSLATE_NOOP("Schema", "A spring between two points; all motion stays free."),
};
// clang-format on

}  // namespace

std::span<const char* const> schemaTexts() { return kTexts; }

QString schemaText(const std::string& text) {
  return text.empty() ? QString() : QCoreApplication::translate("Schema", text.c_str());
}

QString schemaTitle(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return schemaText(name);
}

}  // namespace passung::app
