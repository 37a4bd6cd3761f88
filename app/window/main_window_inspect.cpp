// SPDX-License-Identifier: GPL-3.0-or-later
// The commands and the panel that ask about the assembly as it stands: what touches what.
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <cmath>

#include "app/window/clearance_tool.h"
#include "app/window/contacts_panel.h"
#include "app/window/drives_panel.h"
#include "app/window/main_window.h"

namespace passung::app {

void MainWindow::makeInspect() {
  auto* panel = new ClearancesPanel;
  auto* dock = new QDockWidget(tr("Clearances"), this);
  dock->setObjectName(QStringLiteral("dockClearances"));
  dock->setWidget(panel);
  addDockWidget(Qt::RightDockWidgetArea, dock);
  panelsMenu_->addAction(dock->toggleViewAction());
  if (auto* run = findChild<QDockWidget*>(QStringLiteral("dockRun"))) {
    tabifyDockWidget(run, dock);
    run->raise();
  }
  clearances_ = new ClearanceTool(panel, this);
  connect(dock, &QDockWidget::visibilityChanged, clearances_, &ClearanceTool::setSeen);
  connect(clearances_, &ClearanceTool::changed, this, [this] { stale_ = true; });
  connect(clearances_, &ClearanceTool::zoomAsked, this, &MainWindow::zoomTo);
  contacts_ = new ContactsPanel;
  contactsDock_ = addPanel(tr("Contacts"), "dockContacts", contacts_, Qt::RightDockWidgetArea);
  tabifyDockWidget(dock, contactsDock_);
  connect(contacts_, &ContactsPanel::zoomAsked, this, &MainWindow::zoomTo);
  tabifyDockWidget(
      dock, addPanel(tr("Drives"), "dockDrives", new VerticalScroll(drivesPanel_, this), Qt::RightDockWidgetArea));

  group_ = tr("Inspect");
  QMenu* menu = menuBar()->addMenu(tr("&Inspect"));
  add(menu,
      {"inspect.clearances", tr("What &touches what?"),
       tr("Clashes, contacts and clearances of all parts, with the smallest gap"), "Ctrl+K"},
      [dock, panel] {
        dock->show();
        dock->raise();
        emit panel->updateAsked();
      });
  add(menu,
      {"inspect.contacts", tr("&Contact forces"), tr("Show or hide the pairs in contact, the hardest pressed first"),
       "Ctrl+Shift+C"},
      [this] { toggleDock(QStringLiteral("dockContacts")); });
  add(menu,
      {"inspect.fault", tr("What is &wrong with it?"),
       tr("Shows the place of what may be wrong with the selected part, one after the other"), "Ctrl+Shift+I"},
      [this] { showNextFault(); });
  makeProfiler(menu);
  makeRuler(menu);
}

void MainWindow::zoomTo(const Vec3& p_W, double radius) {
  const Vec3 half = Vec3::Constant(radius / std::sqrt(3.0));
  changeCamera([&](Camera& c) { c.fit(Aabb{p_W - half, p_W + half}, viewAspect()); });
}

}  // namespace passung::app
