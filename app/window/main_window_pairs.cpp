// SPDX-License-Identifier: GPL-3.0-or-later
// The commands and the panel of the conglomerate test.
#include <QDockWidget>
#include <QMenu>

#include "app/window/main_window.h"
#include "app/window/pair_test_panel.h"
#include "app/window/pair_test_tool.h"

namespace passung::app {

void MainWindow::makePairTest(QMenu* menu) {
  pairTest_ = new PairTestTool(settings_, this);
  QMenu* sub = menu->addMenu(tr("Con&glomerates"));
  QAction* on = addToggle(sub,
                          {"pairTest.on", tr("&Test the parts"),
                           tr("Find the faces near another part by conglomerates, beside the engine"), "Alt+G"},
                          false, [this](bool checked) {
                            pairTest_->setOn(checked);
                            auto* dock = findChild<QDockWidget*>(QStringLiteral("dockPairTest"));
                            if (!checked || dock == nullptr) return;
                            dock->show();
                            dock->raise();
                          });
  struct Mark {
    const char* name;
    QString text, tip, keys;
    bool PairTestMarks::*shown;
  };
  const std::vector<Mark> marks{
      {"pairTest.colors", tr("&Colours"), tr("Each conglomerate in another colour than its neighbours"), "Alt+Shift+C",
       &PairTestMarks::colors},
      {"pairTest.hits", tr("&Near faces"),
       tr("Faces within the distance of another part, and those that touch or cross"), "Alt+Shift+N",
       &PairTestMarks::hits},
      {"pairTest.boxes", tr("&Boxes"), tr("Boxes of the conglomerates with near faces"), "Alt+Shift+B",
       &PairTestMarks::boxes},
      {"pairTest.samples", tr("&Samples"), tr("Points of the shells of conglomerates with near faces"), "Alt+Shift+S",
       &PairTestMarks::samples},
      {"pairTest.leaves", tr("&Leaves"), tr("Leaves of the trees of conglomerates with near faces"), "Alt+Shift+L",
       &PairTestMarks::leaves},
      {"pairTest.front", tr("&Front of the hierarchies"),
       tr("Boxes at which walks down two hierarchies end, kept from state to state: apart, or near leaves"),
       "Alt+Shift+F", &PairTestMarks::front},
  };
  for (const Mark& mark : marks) {
    pairTestMarks_.push_back(addToggle(sub, {mark.name, mark.text, mark.tip, mark.keys}, PairTestMarks{}.*mark.shown,
                                       [this, shown = mark.shown](bool checked) {
                                         PairTestMarks now = pairTest_->marks();
                                         now.*shown = checked;
                                         pairTest_->setMarks(now);
                                       }));
  }
  QAction* compare = add(sub,
                         {"pairTest.compare", tr("Compare with &hierarchies"),
                          tr("Find the same pairs by a walk down two hierarchies"), "Alt+Shift+H"},
                         [this] { pairTest_->askHierarchies(); });
  compare->setEnabled(false);
  connect(pairTest_, &PairTestTool::changed, this, [this, on, compare] {
    const QSignalBlocker block(on);
    on->setChecked(pairTest_->on());
    compare->setEnabled(pairTest_->on());
    stale_ = true;
  });
}

void MainWindow::makePairTestPanel() {
  auto* panel = new PairTestPanel(*pairTest_, pairTestMarks_);
  QDockWidget* dock =
      addPanel(tr("Conglomerates"), "dockPairTest", new VerticalScroll(panel, this), Qt::RightDockWidgetArea);
  if (auto* display = findChild<QDockWidget*>(QStringLiteral("dockOverlays"))) {
    tabifyDockWidget(display, dock);
    display->raise();
  }
  connect(panel, &PairTestPanel::refused, message_, &MessageBar::showError);
}

}  // namespace passung::app
