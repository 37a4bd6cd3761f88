// SPDX-License-Identifier: GPL-3.0-or-later
// The commands and the panel that open the assembly to the eye: section, exploded view, see-through parts, marks
// behind parts.
#include <QDockWidget>
#include <QMenu>

#include "app/window/gap_tool.h"
#include "app/window/look_inside.h"
#include "app/window/look_panel.h"
#include "app/window/main_window.h"

namespace passung::app {

namespace {

constexpr double kSeeThrough = 0.3;  // opacity

}  // namespace

void MainWindow::makeLookInside(QMenu* menu) {
  look_ = new LookInside(settings_, this);
  QAction* cuts = addToggle(
      menu, {"view.section", tr("&Section"), tr("Take away what lies before a plane, and show the cut faces"), "S"},
      false, [this](bool on) { look_->setCuts(on); });
  QMenu* across = menu->addMenu(tr("Section a&cross"));
  struct Choice {
    const char* name;
    QString text, tip, keys;
  };
  const std::vector<Choice> choices{
      {"section.x", tr("&x"), tr("Cut across the x axis, open towards the eye"), "Alt+X"},
      {"section.y", tr("&y"), tr("Cut across the y axis, open towards the eye"), "Alt+Y"},
      {"section.z", tr("&z"), tr("Cut across the z axis, open towards the eye"), "Alt+Z"},
      {"section.view", tr("&Line of sight"), tr("Cut across the line of sight"), "Alt+N"},
  };
  for (int i = 0; i < static_cast<int>(choices.size()); ++i) {
    const Choice& c = choices[static_cast<std::size_t>(i)];
    add(across, {c.name, c.text, c.tip, c.keys}, [this, i] { cutAcross(i); });
  }
  add(across, {"section.flip", tr("&Flip"), tr("Keep the other side of the section"), "Alt+R"},
      [this] { look_->flip(); });
  QAction* exploded = addToggle(menu,
                                {"view.explode", tr("&Exploded view"),
                                 tr("Take the parts apart in the picture, along contacts and joint axes"), "E"},
                                false, [this](bool on) { look_->setExplosion(on ? 1 : 0); });

  QAction* clear = addToggle(menu,
                             {"view.seeThroughPart", tr("See through the selected &part"),
                              tr("Draw the selected part transparent, or solid again"), "Alt+T"},
                             false, [this](bool on) {
                               if (look_->selected().empty()) return;
                               look_->setPartOpacity(look_->selected(), on ? kSeeThrough : 1);
                             });
  QAction* solid =
      add(menu,
          {"view.solidParts", tr("All parts s&olid"), tr("Draw no single part transparent any longer"), "Alt+Shift+T"},
          [this] { look_->makeAllSolid(); });

  connect(look_, &LookInside::changed, this, [this, cuts, exploded, clear, solid] {
    const QSignalBlocker a(cuts), b(exploded), c(clear);
    const bool any = !look_->selected().empty();
    clear->setEnabled(any);
    clear->setChecked(any && look_->partOpacity(look_->selected()) < 1);
    solid->setEnabled(look_->anyTransparent());
    cuts->setChecked(look_->cuts());
    exploded->setChecked(look_->explosion() > 0);
    rendering_.hiddenMarks = look_->hiddenMarks();
    applyRendering();
    stale_ = true;
  });
  clear->setEnabled(false);
  solid->setEnabled(false);
  rendering_.hiddenMarks = look_->hiddenMarks();
  gaps_ = new GapTool(settings_, this);
  QAction* colored = addToggle(
      menu,
      {"view.gaps", tr("&Gap colours"), tr("Surfaces in the colour of their distance to the nearest other part"), "G"},
      false, [this](bool on) { gaps_->setOn(on); });
  connect(gaps_, &GapTool::changed, this, [this, colored] {
    const QSignalBlocker block(colored);
    colored->setChecked(gaps_->on());
    stale_ = true;
  });
  for (ViewWidget* view : views_) {
    // One notch is a hundredth of the way through the parts.
    connect(view, &ViewWidget::sectionMoved, this, [this](double notches) {
      const auto [low, high] = look_->range();
      look_->setOffset(std::clamp(look_->offset() + 0.01 * notches * (high - low), low, high));
    });
  }
}

void MainWindow::cutAcross(int axis) {
  const Vec3 toEye = -rig_.goal().direction();
  look_->setPlane(axis < 3 ? Vec3(Vec3::Unit(axis)) : toEye, {}, toEye);
}

void MainWindow::makeLookPanel() {
  auto* panel = new LookPanel(*look_, *gaps_);
  auto* dock = new QDockWidget(tr("Look inside"), this);
  dock->setObjectName(QStringLiteral("dockLook"));
  dock->setWidget(new VerticalScroll(panel, dock));
  addDockWidget(Qt::RightDockWidgetArea, dock);
  panelsMenu_->addAction(dock->toggleViewAction());
  if (auto* display = findChild<QDockWidget*>(QStringLiteral("dockOverlays"))) {
    tabifyDockWidget(display, dock);
    display->raise();
  }
  connect(panel, &LookPanel::acrossAsked, this, &MainWindow::cutAcross);
  connect(panel, &LookPanel::refused, message_, &MessageBar::showError);
}

}  // namespace passung::app
