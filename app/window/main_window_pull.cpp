// SPDX-License-Identifier: GPL-3.0-or-later
// Pulling, pushing and holding parts: the gestures, what stays when the mouse lets go, and their picture.
#include <QAction>
#include <algorithm>

#include "app/window/format.h"
#include "app/window/look_inside.h"
#include "app/window/main_window.h"

namespace passung::app {

namespace {

constexpr double kPushShare = 0.5;        // of the part's weight, when a push begins ...
constexpr double kPushPixels = 25;        // ... and as much again for each such way of the mouse [pixel]
constexpr double kMostPush = 40;          // times what it begins with
constexpr double kIdleAcceleration = 10;  // in place of gravity where there is none [m/s^2]

}  // namespace

// Whether the part can be pulled now; says why not.
bool MainWindow::mayPull(std::size_t engine, int body) {
  const auto b = static_cast<std::size_t>(body);
  if (!shown_->scene || engine >= shown_->engines.size() || b >= shown_->scene->world.bodies.size()) return false;
  if (look_->explosion() > 0) {
    say(tr("Parts can be pulled once the exploded view is closed"));
    return false;
  }
  resumeFromPast();
  selectBody(body);
  if (shown_->scene->world.bodies[b].motion != dynamics::Motion::kDynamic) {
    say(tr("%1 is %2 and cannot be pulled").arg(summaries_[b].name, summaries_[b].motion));
    return false;
  }
  if (!shown_->playing) say(tr("The pull acts as soon as the simulation plays"));
  return true;
}

void MainWindow::startPull(std::size_t view, int body, const Vec3& p_WG) {
  const std::size_t engine = inView_[view];
  if (!mayPull(engine, body)) return;
  const auto b = static_cast<std::size_t>(body);
  pull_ = Pull{.body = body, .p_BG = shown_->engines[engine].snapshot->states[b].X_WB.inverse() * p_WG, .p_WT = p_WG};
  session_.pull(*pull_);
}

// A constant force into the surface, in newtons by the weight of the part.
void MainWindow::startPush(std::size_t view, int body, const Vec3& p_WG, const Vec3& n_W) {
  const std::size_t engine = inView_[view];
  if (!mayPull(engine, body)) return;
  const auto b = static_cast<std::size_t>(body);
  const double g = shown_->scene->world.gravity.norm();
  // The spring that held it gives way to the push.
  std::erase(held_, body);
  hold_->setChecked(false);
  pushUnit_ = kPushShare * (*shown_->infos)[engine].masses[b].mass * (g > 0 ? g : kIdleAcceleration);
  pull_ = Pull{.body = body,
               .p_BG = shown_->engines[engine].snapshot->states[b].X_WB.inverse() * p_WG,
               .p_WT = p_WG,
               .f_W = -pushUnit_ * n_W,
               .push = true};
  session_.pull(*pull_);
}

void MainWindow::movePush(double pixels) {
  if (!pull_ || !pull_->push) return;
  pull_->f_W = pull_->f_W->normalized() * pushUnit_ * std::min(1 + pixels / kPushPixels, kMostPush);
  session_.pull(*pull_);
}

// What is held stays on its spring.
void MainWindow::endPull() {
  if (pull_ && !held(pull_->body)) session_.release(pull_->body);
  pull_.reset();
}

bool MainWindow::held(int body) const { return std::find(held_.begin(), held_.end(), body) != held_.end(); }

// Keeps the pull where it is once the mouse lets go, or holds the selected part by its middle.
void MainWindow::hold(bool on) {
  if (on == held(selected_)) return;
  if (!on) {
    std::erase(held_, selected_);
    if (!pull_ || pull_->body != selected_) session_.release(selected_);
    return;
  }
  if (pull_ && pull_->push) {
    hold_->setChecked(false);
    return say(tr("A push ends with the mouse; a pull can be held"));
  }
  if (pull_ && pull_->body == selected_) {
    held_.push_back(selected_);
    return;
  }
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
  held_.push_back(selected_);
  session_.pull({.body = selected_, .p_BG = p_BG, .p_WT = X_WB * p_BG});
  say(tr("%1 is held; H lets go").arg(summaries_[b].name));
}

void MainWindow::letGo() {
  forgetPulls();
  session_.release();
}

// The session has ended them, or is about to.
void MainWindow::forgetPulls() {
  held_.clear();
  pull_.reset();
  hold_->setChecked(false);
}

// Each pull: from the grasped point to the cursor, or along a given force, with its size.
void MainWindow::addPull(DrawList& list, const EngineFrame& engine) const {
  const Color color{0.13F, 0.62F, 0.33F, 1.0F};
  for (std::size_t k = 0; k < shown_->pulls.size() && k < engine.pullForces_W.size(); ++k) {
    const Pull& pull = shown_->pulls[k];
    const Vec3 p_WG = engine.snapshot->states[static_cast<std::size_t>(pull.body)].X_WB * pull.p_BG;
    // A push ends at the surface it acts on.
    const Vec3 way = pull.f_W ? Vec3(pull.f_W->normalized() * 0.7 * boundsOf(pull.body).size()) : Vec3::Zero();
    const Vec3 end = pull.push ? Vec3(p_WG - way) : pull.f_W ? Vec3(p_WG + way) : pull.p_WT;
    list.lines.push_back({.a = p_WG, .b = end, .color = color, .width = 2.5F, .onTop = true});
    list.points.push_back({.p = p_WG, .color = color, .size = 9.0F, .onTop = true});
    list.points.push_back({.p = end, .color = color, .size = 6.0F, .onTop = true});
    list.texts.push_back({.p = end,
                          .text = "  " + format::force(engine.pullForces_W[k].norm()).toStdString(),
                          .color = color,
                          .screen = false,
                          .size = 15.0F});
  }
}

}  // namespace passung::app
