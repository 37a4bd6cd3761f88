// SPDX-License-Identifier: GPL-3.0-or-later
// The menu that changes what the scene consists of: parts, joints, monitors.
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>
#include <algorithm>

#include "app/document/assembly_edits.h"
#include "app/window/entry_dialogs.h"
#include "app/window/joint_dialog.h"
#include "app/window/main_window.h"
#include "app/window/monitor_dialog.h"

namespace passung::app {

void MainWindow::makeAssemblyMenu() {
  group_ = tr("Assembly");
  QMenu* menu = menuBar()->addMenu(tr("&Assembly"));
  // Of the selected part.
  const auto ofPart = [this](const std::function<void(const std::string& body)>& act) {
    return [this, act] {
      const std::string body = history_.scene() ? selectedName() : std::string();
      if (body.empty()) return say(tr("Select a part first"));
      tryEdit([&] { act(body); });
    };
  };
  add(menu,
      {"part.duplicate", tr("&Duplicate part"), tr("Another part of the same shape, beside the selected one"),
       "Ctrl+Shift+D"},
      ofPart([this](const std::string& body) {
        const Vec3 size = boundsOf(selected_).extent();
        const Vec3 offset = size.allFinite() ? Vec3(1.1 * size.x(), 0, 0) : Vec3(0, 0, 0);
        apply(duplicatePart(*history_.scene(), body, copyName(history_.document(), body), offset));
        selectWhenOpen_ = static_cast<int>(history_.scene()->world.bodies.size()) - 1;
      }));
  add(menu, {"part.remove", tr("&Remove part"), tr("Take the selected part out, with its joints and monitors"), "Del"},
      ofPart([this](const std::string& body) {
        apply(removePart(*history_.scene(), body));
        selectBody(-1);
        selectWhenOpen_ = -1;
      }));
  add(menu,
      {"part.fillHoles",
       tr("&Mend surface"),
       tr("Fill the holes of the selected part's surface, so that it is closed"),
       {}},
      ofPart([this](const std::string& body) { apply(setMend({body}, true)); }));
  add(menu,
      {"assembly.unit",
       tr("&Unit of the part's file\u2026"),
       tr("What the numbers of the selected part's file stand for: all parts of the file follow"),
       {}},
      ofPart([this](const std::string& body) { askUnit(body); }));
  menu->addSeparator();
  add(menu, {"assembly.joint", tr("Add &joint\u2026"), tr("Tie the selected part to another one or to the ground"), {}},
      ofPart([this](const std::string& body) { askJoint(body); }));
  add(menu,
      {"assembly.restMonitor",
       tr("Must come to &rest"),
       tr("A run passes only when the selected part is at rest at the end"),
       {}},
      ofPart([this](const std::string& body) {
        apply(addRestMonitor(body));
        say(tr("Monitor added"));
      }));
  add(menu,
      {"assembly.contactMonitor",
       tr("Must &touch\u2026"),
       tr("A run passes only when the selected part touches another one at the end"),
       {}},
      ofPart([this](const std::string& body) { askContactMonitor(body); }));
  add(menu,
      {"assembly.monitor", tr("Add &monitor\u2026"),
       tr("Any condition that a run must meet, for the selected part or the scene"), "Ctrl+M"},
      [this] {
        if (!history_.editable()) return say(tr("There is no scene to edit"));
        askMonitor(selectedName());
      });
  add(menu,
      {"assembly.entries", tr("Joints and &monitors\u2026"), tr("Edit and remove the joints and monitors of the scene"),
       "Ctrl+J"},
      [this] { showEntries(); });
  menu->addSeparator();
  add(menu,
      {"assembly.startHere",
       tr("&Start from here"),
       tr("Where the parts are now becomes where they start, at rest"),
       {}},
      [this] {
        if (!shown_->scene || reopening()) return;
        tryEdit([this] { apply(startFrom(*history_.scene(), shown_->engines.front().snapshot->states)); });
      });
}

void MainWindow::showEntries() {
  if (!history_.editable()) return say(tr("There is no scene to edit"));
  auto* dialog = new EntriesDialog(history_, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &EntriesDialog::editAsked, this, &MainWindow::editEntry);
  connect(dialog, &EntriesDialog::removeAsked, this,
          [this](EntryList list, std::size_t index) { tryEdit([&] { apply(removeEntry(list, index)); }); });
  dialog->open();
}

void MainWindow::editEntry(EntryList list, std::size_t index) {
  tryEdit([&] {
    auto* dialog = new EntryDialog(history_, list, index, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
  });
}

// The commands of a part, and what ties it and watches it.
void MainWindow::popUpPartMenu(const QPoint& at) {
  if (selected_ < 0 || !history_.editable()) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (const char* name : {"part.fix", "part.free", "part.drive"}) menu->addAction(command(QString::fromLatin1(name)));
  menu->addSeparator();
  for (const char* name : {"part.duplicate", "part.remove", "part.fillHoles", "assembly.unit", "inspect.fault",
                           "assembly.joint", "assembly.restMonitor", "assembly.contactMonitor", "assembly.monitor"}) {
    menu->addAction(command(QString::fromLatin1(name)));
  }
  menu->addSeparator();
  menu->addAction(command(QStringLiteral("view.seeThroughPart")));
  menu->addSeparator();
  const std::string body = selectedName();
  for (const EntryList list : {EntryList::kJoints, EntryList::kMonitors}) {
    for (const EntrySummary& entry : entriesOf(history_.document(), list)) {
      if (std::find(entry.bodies.begin(), entry.bodies.end(), body) == entry.bodies.end()) continue;
      const QString name = QString::fromStdString(entry.name);
      QMenu* own = menu->addMenu(list == EntryList::kJoints ? tr("Joint %1").arg(name) : tr("Monitor %1").arg(name));
      connect(own->addAction(tr("Edit\u2026")), &QAction::triggered, this,
              [this, list, index = entry.index] { editEntry(list, index); });
      connect(own->addAction(tr("Remove")), &QAction::triggered, this,
              [this, list, index = entry.index] { tryEdit([&] { apply(removeEntry(list, index)); }); });
    }
  }
  menu->popup(parts_->viewport()->mapToGlobal(at));
}

QStringList MainWindow::otherParts(const std::string& body) const {
  QStringList names;
  for (const dynamics::BodyDef& other : history_.scene()->world.bodies) {
    if (other.name != body) names << QString::fromStdString(other.name);
  }
  return names;
}

void MainWindow::askJoint(const std::string& body) {
  std::vector<std::string> others;
  for (const QString& name : otherParts(body)) others.push_back(name.toStdString());
  const dynamics::BodyDef& def = history_.scene()->world.bodies[static_cast<std::size_t>(selectedInDocument())];
  const Aabb box = dynamics::localBounds(def);
  const Vec3 place = box.empty() || !box.center().allFinite() ? def.X_WB.p : Vec3(def.X_WB * box.center());
  auto* dialog = new JointDialog(body, others, place, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &JointDialog::planned, this, [this](const JointPlan& plan) {
    tryEdit([&] {
      apply(addJoint(plan));
      command(QStringLiteral("overlay.joints"))->setChecked(true);
    });
  });
  dialog->open();
}

void MainWindow::askMonitor(const std::string& body) {
  // The part in contact with it, else any other one.
  const QStringList others = otherParts(body);
  std::string other = others.isEmpty() ? std::string() : others.front().toStdString();
  const auto& bodies = shown_->scene->world.bodies;
  for (const dynamics::Contact& c : shown_->engines.front().snapshot->contacts) {
    const auto a = static_cast<std::size_t>(c.bodyA), b = static_cast<std::size_t>(c.bodyB);
    if (a >= bodies.size() || b >= bodies.size()) continue;
    if (bodies[a].name == body) other = bodies[b].name;
    if (bodies[b].name == body) other = bodies[a].name;
  }
  auto* dialog = new MonitorDialog(history_, body, other, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this] { say(tr("Monitor added")); });
  dialog->open();
}

void MainWindow::askContactMonitor(const std::string& body) {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Monitor of %1").arg(QString::fromStdString(body)));
  dialog->setLabelText(tr("At the end it must touch"));
  dialog->setComboBoxItems(otherParts(body));
  connect(dialog, &QInputDialog::textValueSelected, this, [this, body](const QString& other) {
    tryEdit([&] { apply(addContactMonitor(body, other.toStdString())); });
  });
  dialog->open();
}

}  // namespace passung::app
