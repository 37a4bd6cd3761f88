// SPDX-License-Identifier: GPL-3.0-or-later
// Pulling and holding a part by a spring: the gesture, what stays when the mouse lets go, and its picture.
#include <QAction>

#include "app/window/format.h"
#include "app/window/look_inside.h"
#include "app/window/main_window.h"

namespace passung::app {

void MainWindow::startPull(std::size_t view, int body, const Vec3& p_WG) {
  const std::size_t engine = inView_[view];
  if (!shown_->scene || engine >= shown_->engines.size()) return;
  const auto b = static_cast<std::size_t>(body);
  if (b >= shown_->scene->world.bodies.size()) return;
  if (look_->explosion() > 0) return say(tr("Parts can be pulled once the exploded view is closed"));
  resumeFromPast();
  selectBody(body);
  if (shown_->scene->world.bodies[b].motion != dynamics::Motion::kDynamic) {
    say(tr("%1 is %2 and cannot be pulled").arg(summaries_[b].name, summaries_[b].motion));
    return;
  }
  if (!shown_->playing) say(tr("The pull acts as soon as the simulation plays"));
  pull_ = Pull{.body = body, .p_BG = shown_->engines[engine].snapshot->states[b].X_WB.inverse() * p_WG, .p_WT = p_WG};
  session_.pull(*pull_);
}

// What is held stays on its spring.
void MainWindow::endPull() {
  if (hold_->isChecked()) return;
  pull_.reset();
  session_.release();
}

// Keeps the pull where it is once the mouse lets go, or holds the selected part by its middle.
void MainWindow::hold(bool on) {
  if (!on) return endPull();
  if (pull_) return;
  const auto b = static_cast<std::size_t>(selected_);
  const bool moves = shown_->scene && selected_ >= 0 && b < shown_->scene->world.bodies.size() &&
                     shown_->scene->world.bodies[b].motion == dynamics::Motion::kDynamic;
  if (!moves) {
    hold_->setChecked(false);
    return say(tr("Select a moving part to hold, or pull one by mouse (Ctrl + left drag)"));
  }
  resumeFromPast();
  const Transform& X_WB = shown_->engines[inView_[0]].snapshot->states[b].X_WB;
  const Aabb box = dynamics::localBounds(shown_->scene->world.bodies[b]);
  const bool bounded = !box.empty() && box.extent().allFinite();
  const Vec3 p_BG = bounded ? box.center() : Vec3(Vec3::Zero());
  pull_ = Pull{.body = selected_, .p_BG = p_BG, .p_WT = X_WB * p_BG};
  session_.pull(*pull_);
  say(tr("%1 is held; H lets go").arg(summaries_[b].name));
}

// A pull: from the grasped point to the cursor, or along a given force, with its size.
void MainWindow::addPull(DrawList& list, const EngineFrame& engine) const {
  if (!shown_->pull) return;
  const Pull& pull = *shown_->pull;
  const Vec3 p_WG = engine.snapshot->states[static_cast<std::size_t>(pull.body)].X_WB * pull.p_BG;
  const Vec3 p_WT = pull.f_W ? Vec3(p_WG + pull.f_W->normalized() * 0.7 * boundsOf(pull.body).size()) : pull.p_WT;
  const Color color{0.13F, 0.62F, 0.33F, 1.0F};
  list.lines.push_back({.a = p_WG, .b = p_WT, .color = color, .width = 2.5F, .onTop = true});
  list.points.push_back({.p = p_WG, .color = color, .size = 9.0F, .onTop = true});
  list.points.push_back({.p = p_WT, .color = color, .size = 6.0F, .onTop = true});
  list.texts.push_back({.p = p_WT,
                        .text = "  " + format::force(engine.pullForce_W.norm()).toStdString(),
                        .color = color,
                        .screen = false,
                        .size = 15.0F});
}

}  // namespace passung::app
