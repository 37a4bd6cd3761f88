// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/script_edit_commands.h"

#include <QColor>
#include <array>

#include "app/document/assembly_edits.h"
#include "app/document/entry_edits.h"
#include "app/window/script_arguments.h"

namespace passung::app {
namespace {

std::string nameOf(const ScriptContext& c, const QStringList& a) {
  return sceneOf(c).world.bodies[bodyOf(c, a[0])].name;
}

const dynamics::BodyDef& bodyDefOf(const ScriptContext& c, const QStringList& a) {
  return sceneOf(c).world.bodies[bodyOf(c, a[0])];
}

void motion(ScriptContext& c, const QStringList& a) {
  using dynamics::Motion;
  static const std::array<std::pair<const char*, Motion>, 3> kNames{
      {{"fixed", Motion::kFixed}, {"moving", Motion::kDynamic}, {"driven", Motion::kKinematic}}};
  for (const auto& [name, value] : kNames) {
    if (a[1] == QLatin1String(name)) return c.window.apply(setMotion(nameOf(c, a), value));
  }
  fail("there is no motion '" + a[1].toStdString() + "'", "fixed, moving or driven");
}

void material(ScriptContext& c, const QStringList& a) { c.window.apply(setMaterial(nameOf(c, a), a[1].toStdString())); }

void setOneValue(ScriptContext& c, const QStringList& a, double dynamics::Material::*value, const Quantity& quantity) {
  dynamics::Material values = bodyDefOf(c, a).material;
  values.*value = numberOf(a[1], quantity);
  c.window.apply(setMaterialValues(nameOf(c, a), values));
}
void density(ScriptContext& c, const QStringList& a) {
  setOneValue(c, a, &dynamics::Material::density, Quantity::density());
}
void friction(ScriptContext& c, const QStringList& a) {
  setOneValue(c, a, &dynamics::Material::friction, Quantity::plain());
}
void restitution(ScriptContext& c, const QStringList& a) {
  setOneValue(c, a, &dynamics::Material::restitution, Quantity::plain());
}

void mass(ScriptContext& c, const QStringList& a) {
  std::optional<double> kilograms;
  if (a[1] != QLatin1String("auto")) kilograms = numberOf(a[1], Quantity::mass());
  c.window.apply(setMass(sceneOf(c), nameOf(c, a), kilograms));
}

void pose(ScriptContext& c, const QStringList& a) {
  const Vec3 place = vectorOf(a, 1, Quantity::length());
  if (a.size() == 4) return c.window.apply(setPosition(nameOf(c, a), place));
  if (a.size() != 7) fail(std::to_string(a.size()) + " arguments", "NAME x y z, or NAME x y z rx ry rz");
  c.window.apply(setPose(nameOf(c, a), place, vectorOf(a, 4, Quantity::angle())));
}

void velocity(ScriptContext& c, const QStringList& a) {
  const Vec3 v = vectorOf(a, 1, Quantity::speed());
  if (a.size() != 4 && a.size() != 7)
    fail(std::to_string(a.size()) + " arguments", "NAME vx vy vz, or NAME vx vy vz wx wy wz");
  const Vec3 w = a.size() == 7 ? vectorOf(a, 4, Quantity::angularSpeed()) : bodyDefOf(c, a).w_WB;
  c.window.apply(setVelocity(nameOf(c, a), v, w));
}

void color(ScriptContext& c, const QStringList& a) {
  if (a[1] == QLatin1String("auto")) return c.window.apply(setColor(nameOf(c, a), {}));
  const QColor color(a[1]);
  if (!color.isValid()) fail("'" + a[1].toStdString() + "' is no colour", "as in #c08030, a name as orange, or auto");
  c.window.apply(setColor(nameOf(c, a), Color{color.redF(), color.greenF(), color.blueF(), 1.0F}));
}

void renamePart(ScriptContext& c, const QStringList& a) { c.window.apply(rename(nameOf(c, a), a[1].toStdString())); }

void duplicate(ScriptContext& c, const QStringList& a) {
  c.window.apply(duplicatePart(sceneOf(c), nameOf(c, a), a[1].toStdString(), vectorOf(a, 2, Quantity::length())));
}

void collisionShape(ScriptContext& c, const QStringList& a) {
  c.window.apply(setCollision(nameOf(c, a), a[1].toStdString()));
}

void mend(ScriptContext& c, const QStringList& a) { c.window.apply(setMend({nameOf(c, a)}, onOff(a[1]))); }

void unit(ScriptContext& c, const QStringList& a) {
  const std::string name = a[1] == QLatin1String("auto") ? "" : a[1].toStdString();
  c.window.changeUnit(nameOf(c, a), name);
}

void remove(ScriptContext& c, const QStringList& a) { c.window.apply(removePart(sceneOf(c), nameOf(c, a))); }

// NAME TYPE BODY TO x y z [ax ay az] [pitch]
void joint(ScriptContext& c, const QStringList& a) {
  (void)bodyOf(c, a[2]);
  if (a[3] != QLatin1String("ground")) (void)bodyOf(c, a[3]);
  JointPlan plan{.name = a[0].toStdString(), .type = a[1].toStdString(), .body = a[2].toStdString(), .to = {}};
  if (a[3] != QLatin1String("ground")) plan.to = a[3].toStdString();
  plan.position = vectorOf(a, 4, Quantity::length());
  if (a.size() == 8 || a.size() == 9) fail(std::to_string(a.size()) + " arguments", "an axis has three numbers");
  if (a.size() >= 10) plan.axis = vectorOf(a, 7, Quantity::plain());
  if (a.size() == 11) plan.pitch = numberOf(a[10], Quantity::length());
  c.window.apply(addJoint(plan));
}

std::size_t entryOf(const ScriptContext& c, EntryList list, const QStringList& a) {
  (void)sceneOf(c);
  return entryNamed(c.window.history().document(), list, a[0].toStdString());
}

template <EntryList list>
void removeFrom(ScriptContext& c, const QStringList& a) {
  c.window.apply(removeEntry(list, entryOf(c, list, a)));
}

// NAME FIELD VALUE; several numbers are several words.
template <EntryList list>
void setField(ScriptContext& c, const QStringList& a) {
  const std::string value = a[2] == QLatin1String("none") ? "" : a.mid(2).join(' ').toStdString();
  c.window.apply(setEntryFields(list, entryOf(c, list, a), {{a[1].toStdString(), value}}));
}

// TYPE FIELD=VALUE...; what is not given is left out
void addMonitor(ScriptContext& c, const QStringList& a) {
  (void)sceneOf(c);
  std::vector<FieldText> fields;
  for (const QString& word : a.mid(1)) {
    const auto at = word.indexOf('=');
    if (at < 1) fail("'" + word.toStdString() + "' is no field", "as in body=screw, or \"point=0 0 0.1\"");
    fields.push_back({word.left(at).toStdString(), word.mid(at + 1).toStdString()});
  }
  c.window.apply(addEntry(EntryList::kMonitors, a[0].toStdString(), fields));
}

void monitorRest(ScriptContext& c, const QStringList& a) { c.window.apply(addRestMonitor(nameOf(c, a))); }

void monitorContact(ScriptContext& c, const QStringList& a) {
  (void)bodyOf(c, a[1]);
  c.window.apply(addContactMonitor(nameOf(c, a), a[1].toStdString()));
}

// clang-format off
constexpr std::array kCommands{
    ScriptCommand{"part.motion",      "NAME fixed|moving|driven",        QT_TRANSLATE_NOOP("ScriptCommands", "how a part moves"), motion},
    ScriptCommand{"part.material",    "NAME MATERIAL",                   QT_TRANSLATE_NOOP("ScriptCommands", "of the scene, or of the engineering materials"), material},
    ScriptCommand{"part.density",     "NAME X",                          QT_TRANSLATE_NOOP("ScriptCommands", "[kg/m3]"), density},
    ScriptCommand{"part.friction",    "NAME X",                          QT_TRANSLATE_NOOP("ScriptCommands", "Coulomb friction"), friction},
    ScriptCommand{"part.restitution", "NAME X",                          QT_TRANSLATE_NOOP("ScriptCommands", "0 plastic to 1 elastic"), restitution},
    ScriptCommand{"part.mass",        "NAME X|auto",                     QT_TRANSLATE_NOOP("ScriptCommands", "[kg]; auto: from volume and density"), mass},
    ScriptCommand{"part.pose",        "NAME X Y Z [RX RY RZ]",           QT_TRANSLATE_NOOP("ScriptCommands", "start of the part's origin [m] and its turns about x, y, z [degree]"), pose},
    ScriptCommand{"part.velocity",    "NAME VX VY VZ [WX WY WZ]",        QT_TRANSLATE_NOOP("ScriptCommands", "at the start [m/s], [rad/s]; a driven part keeps it"), velocity},
    ScriptCommand{"part.color",       "NAME COLOR|auto",                 QT_TRANSLATE_NOOP("ScriptCommands", "as in #c08030 or orange"), color},
    ScriptCommand{"part.name",        "NAME NEW",                        QT_TRANSLATE_NOOP("ScriptCommands", "a new name; joints and monitors follow"), renamePart},
    ScriptCommand{"part.duplicate",   "NAME NEW X Y Z",                  QT_TRANSLATE_NOOP("ScriptCommands", "another one, so far off [m]"), duplicate},
    ScriptCommand{"part.collision",   "NAME mesh|box|cylinder|sphere",   QT_TRANSLATE_NOOP("ScriptCommands", "what collides: the mesh itself, or a simple shape around it"), collisionShape},
    ScriptCommand{"part.mend",        "NAME on|off",                     QT_TRANSLATE_NOOP("ScriptCommands", "fills the holes of a surface that is not closed"), mend},
    ScriptCommand{"part.unit",        "NAME U|auto",                     QT_TRANSLATE_NOOP("ScriptCommands", "of the file that the part is of: mm, cm, m, in or ft; auto: as the file says"), unit},
    ScriptCommand{"part.remove",      "NAME",                            QT_TRANSLATE_NOOP("ScriptCommands", "takes it out, with its joints and monitors"), remove},
    ScriptCommand{"joint.add",        "NAME TYPE PART TO X Y Z [AX AY AZ] [PITCH]", QT_TRANSLATE_NOOP("ScriptCommands", "fixed, revolute, prismatic, cylindrical, screw or spherical, to a part or ground, at a place [m]"), joint},
    ScriptCommand{"joint.set",        "NAME FIELD VALUE [Y] [Z]",        QT_TRANSLATE_NOOP("ScriptCommands", "changes a field of a joint, as in a scene file; none leaves it out"), setField<EntryList::kJoints>},
    ScriptCommand{"joint.remove",     "NAME",                            QT_TRANSLATE_NOOP("ScriptCommands", "a joint of the scene"), removeFrom<EntryList::kJoints>},
    ScriptCommand{"monitor.add",      "TYPE FIELD=VALUE...",             QT_TRANSLATE_NOOP("ScriptCommands", "a monitor of any type, with its fields as in a scene file"), addMonitor},
    ScriptCommand{"monitor.rest",     "NAME",                            QT_TRANSLATE_NOOP("ScriptCommands", "a run passes when the part is at rest at the end"), monitorRest},
    ScriptCommand{"monitor.contact",  "NAME OTHER",                      QT_TRANSLATE_NOOP("ScriptCommands", "a run passes when the two parts touch at the end"), monitorContact},
    ScriptCommand{"monitor.set",      "NAME FIELD VALUE [Y] [Z]",        QT_TRANSLATE_NOOP("ScriptCommands", "changes a field of a monitor, as in a scene file; none leaves it out"), setField<EntryList::kMonitors>},
    ScriptCommand{"monitor.remove",   "NAME",                            QT_TRANSLATE_NOOP("ScriptCommands", "a monitor of the scene"), removeFrom<EntryList::kMonitors>},
};
// clang-format on

}  // namespace

std::span<const ScriptCommand> editCommands() { return kCommands; }

}  // namespace passung::app
