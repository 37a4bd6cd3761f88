// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/gap_tool.h"

#include "app/run/clash_report.h"
#include "app/window/clearance_tool.h"
#include "app/window/format.h"

namespace passung::app {

GapTool::GapTool(QSettings& settings, QObject* parent) : QObject(parent), settings_(settings) {
  choice_ = static_cast<GapChoice>(std::clamp(settings_.value(QStringLiteral("gaps/choice"), 0).toInt(), 0, 2));
  const double limit = settings_.value(QStringLiteral("gaps/limit"), 0.0).toDouble();
  if (limit > 0) limit_ = limit;
}

void GapTool::setOn(bool on) {
  on_ = on;
  settled_ = !on;
  cancelled_ = {};
  if (!on) {
    task_.cancel();
    say({}, -1);
  }
  emit changed();
}

void GapTool::setChoice(GapChoice choice) {
  choice_ = choice;
  settled_ = !on_;
  settings_.setValue(QStringLiteral("gaps/choice"), static_cast<int>(choice));
  emit changed();
}

void GapTool::setLimit(std::optional<double> limit) {
  limit_ = limit;
  settled_ = !on_;
  settings_.setValue(QStringLiteral("gaps/limit"), limit.value_or(0));
  emit changed();
}

void GapTool::cancel() {
  if (!task_.busy()) return;
  task_.cancel();
  cancelled_ = running_;
  error_ = tr("Cancelled.").toStdString();
  say(tr("Cancelled."), -1);
}

std::optional<GapTool::Key> GapTool::asked(const SessionFrame& frame, int selected,
                                           const std::optional<collision::BodyPair>& pair) {
  const auto refuse = [this](const QString& why) {
    error_ = why.toStdString();
    say(why, -1);
    return std::nullopt;
  };
  Key key;
  key.opened = frame.opened;
  key.step = frame.step();
  const int count = static_cast<int>(frame.scene->world.bodies.size());
  for (int i = 0; i < count; ++i) key.others.push_back(i);
  key.bodies = key.others;
  if (choice_ == GapChoice::kSelected) {
    if (selected < 0 || selected >= count) return refuse(tr("Select a part."));
    key.bodies = {selected};
  }
  if (choice_ == GapChoice::kPair) {
    if (!pair || pair->b >= count) return refuse(tr("Choose a pair under Clearances."));
    key.bodies = key.others = {pair->a, pair->b};
  }
  if (limit_) {
    key.limit = *limit_;
  } else {
    key.limit = kLimitShare * sceneBounds(*frame.scene, *frame.engines.front().snapshot).size();
  }
  if (!(key.limit > 0)) return refuse(tr("These parts have no size of their own; say up to which gap to colour."));
  return key;
}

void GapTool::start(const Key& key, const SessionFrame& frame, const SceneGeometry& geometry) {
  error_.clear();
  running_ = key;
  runningScene_ = frame.scene;
  if (oracleScene_ != frame.scene) oracle_.reset();
  GapQuestion question{.drawn = drawnParts(geometry),
                       .poses = posesOf(frame.engines.front().snapshot->states),
                       .bodies = key.bodies,
                       .others = key.others,
                       .limit = key.limit};
  task_.start([question = std::move(question), scene = frame.scene, oracle = oracle_](const auto& progress) mutable {
    if (!oracle) {
      std::vector<std::vector<collision::Collider>> colliders;
      for (const dynamics::BodyDef& body : scene->world.bodies) colliders.push_back(body.colliders);
      oracle = std::make_shared<const collision::PenetrationOracle>(colliders);
    }
    return Measured{oracle, gapColors(question, *oracle, progress)};
  });
  say(tr("Measuring\u2026"), 0);
}

void GapTool::follow(const SessionFrame& frame, const std::shared_ptr<const SceneGeometry>& geometry, int selected,
                     const std::optional<collision::BodyPair>& pair) {
  if (!on_ || !frame.scene || frame.engines.empty() || !geometry) return;
  settled_ = false;
  if (task_.busy()) {
    auto status = task_.poll();
    if (status.running) {
      if (status.total > 0) say(tr("Measuring\u2026"), 1000 * status.done / status.total);
    } else if (status.result && !status.result->colors.cancelled) {
      oracle_ = status.result->oracle;
      oracleScene_ = runningScene_;
      colors_ = std::move(status.result->colors);
      shown_ = running_;
      const QString points = format::count(static_cast<std::int64_t>(colors_->vertices));
      say(tr("%1 points measured, up to %2.").arg(points, format::length(colors_->limit, 3)), -1);
      emit changed();
    } else {
      cancelled_ = running_;
      error_ = status.error;
      say(QString::fromStdString(error_), -1);
    }
  }
  if (frame.playing) {
    if (!task_.busy()) say(tr("Measured again when the run pauses."), -1);
    return;
  }
  const std::optional<Key> key = asked(frame, selected, pair);
  if (key && *key != cancelled_ && *key != (task_.busy() ? running_ : shown_)) start(*key, frame, *geometry);
  if (key && *key == shown_) error_.clear();
  settled_ = !task_.busy();
}

bool GapTool::shows(const SessionFrame& frame) const {
  return on_ && colors_ && frame.opened == shown_.opened && frame.step() == shown_.step;
}

void GapTool::addTo(DrawList& list) const { addGapColors(*colors_, legendBelow(list), list); }

void GapTool::say(const QString& text, int permille) {
  if (text == said_ && permille == permille_) return;
  said_ = text;
  permille_ = permille;
  emit stateChanged(text, permille);
}

}  // namespace passung::app
