// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/pair_test_tool.h"

#include <algorithm>
#include <thread>

#include "app/run/clash_report.h"
#include "app/window/clearance_tool.h"
#include "app/window/format.h"

namespace passung::app {

namespace {

constexpr double kDistanceShare = 1e-3;  // of the parts' size
constexpr double kPause = 3;             // times what a test took, between two of them while a run plays

template <class Enum>
Enum setting(const QSettings& settings, const char* key, Enum preset, Enum last) {
  const int value = settings.value(QString::fromLatin1(key), static_cast<int>(preset)).toInt();
  return static_cast<Enum>(std::clamp(value, 0, static_cast<int>(last)));
}

}  // namespace

PairTestTool::PairTestTool(QSettings& settings, QObject* parent) : QObject(parent), settings_(settings) {
  choice_.partitioner = setting(settings_, "pairTest/partitioner", choice_.partitioner, gpu::Partitioner::kChain);
  choice_.tree = setting(settings_, "pairTest/tree", choice_.tree, gpu::TreeKind::kKdTree);
  backend_ = setting(settings_, "pairTest/backend", backend_, gpu::Backend::kCuda);
  const double distance = settings_.value(QStringLiteral("pairTest/distance"), 0.0).toDouble();
  if (distance > 0 && distance < 1e6) distance_ = distance;
}

void PairTestTool::again() {
  settled_ = !on_;
  cancelled_ = {};
  emit changed();
}

void PairTestTool::setOn(bool on) {
  on_ = on;
  if (!on) {
    abandon();
    say({}, -1);
  }
  again();
}

void PairTestTool::setChoice(const PairTestChoice& choice) {
  choice_ = choice;
  settings_.setValue(QStringLiteral("pairTest/partitioner"), static_cast<int>(choice.partitioner));
  settings_.setValue(QStringLiteral("pairTest/tree"), static_cast<int>(choice.tree));
  again();
}

void PairTestTool::setBackend(gpu::Backend backend) {
  backend_ = backend;
  settings_.setValue(QStringLiteral("pairTest/backend"), static_cast<int>(backend));
  again();
}

void PairTestTool::setDistance(std::optional<double> distance) {
  distance_ = distance;
  settings_.setValue(QStringLiteral("pairTest/distance"), distance.value_or(0));
  again();
}

void PairTestTool::setMarks(const PairTestMarks& marks) {
  const bool asked = marks.front && !marks_.front;
  marks_ = marks;
  if (asked) return again();
  emit changed();
}

void PairTestTool::askHierarchies() {
  hierarchies_ = true;
  again();
}

void PairTestTool::cancel() {
  if (!task_.busy()) return;
  abandon();
  cancelled_ = running_;
  error_ = tr("Cancelled.").toStdString();
  say(tr("Cancelled."), -1);
}

// What an abandoned test works with stays its own.
void PairTestTool::abandon() {
  if (!task_.busy()) return;
  task_.cancel();
  kept_.reset();
}

void PairTestTool::start(const Key& key, const SessionFrame& frame, const SceneGeometry& geometry) {
  error_.clear();
  running_ = key;
  runningTime_ = frame.time();
  std::vector<bool> moves;
  for (const dynamics::BodyDef& body : frame.scene->world.bodies)
    moves.push_back(body.motion != dynamics::Motion::kFixed);
  abandon();
  if (!kept_) kept_ = std::make_shared<Kept>();
  task_.start([key, kept = kept_, before = result_ ? result_->tested : nullptr, drawn = drawnParts(geometry),
               poses = posesOf(frame.engines.front().snapshot->states),
               moves = std::move(moves)](const auto& progress) mutable {
    if (!kept->finder || kept->backend != key.backend) {
      kept->finder.reset();
      kept->jobs = std::make_unique<Jobs>(static_cast<int>(std::max(1U, std::thread::hardware_concurrency() / 2)));
      gpu::FinderChoice choice = gpu::makeFacePairFinder(key.backend, {}, *kept->jobs);
      kept->finder = std::move(choice.finder);
      kept->notice = std::move(choice.fallback);
      kept->backend = key.backend;
    }
    Tested tested{kept->notice, std::nullopt};
    const auto parts = testedParts(drawn, key.choice, before.get(), progress);
    if (!parts) return tested;
    PairTestExtras extras{key.hierarchies ? kept->jobs.get() : nullptr, nullptr, kept->jobs.get()};
    if (key.front) {
      extras.fronts = &kept->fronts;
    } else {
      kept->fronts = {};
    }
    tested.result = testPairs(parts, poses, moves, key.distance, *kept->finder, extras);
    return tested;
  });
  if (!result_ || shown_.opened != key.opened || shown_.choice != key.choice)
    say(tr("Cutting into conglomerates\u2026"), 0);
}

void PairTestTool::poll() {
  if (!task_.busy()) return;
  auto status = task_.poll();
  if (status.running) {
    if (status.total > 1) say(tr("Cutting into conglomerates\u2026"), 1000 * status.done / status.total);
    return;
  }
  took_ = status.seconds;
  ended_.start();
  if (status.result && status.result->result) {
    result_ = std::move(status.result->result);
    notice_ = result_->report.fallback.empty() ? status.result->notice : result_->report.fallback;
    shown_ = running_;
    time_ = runningTime_;
    if (shown_.hierarchies) hierarchies_ = false;
    say({}, -1);
  } else {
    cancelled_ = running_;
    error_ = status.error;
    hierarchies_ = false;
    say(QString::fromStdString(error_), -1);
  }
  emit changed();
}

void PairTestTool::follow(const SessionFrame& frame, const std::shared_ptr<const SceneGeometry>& geometry) {
  if (!on_ || !frame.scene || frame.engines.empty() || !geometry) return;
  poll();
  Key key{frame.opened, frame.step(), choice_, backend_, distance_.value_or(0), hierarchies_, marks_.front};
  if (!distance_) key.distance = kDistanceShare * sceneBounds(*frame.scene, *frame.engines.front().snapshot).size();
  if (!(key.distance > 0) || !std::isfinite(key.distance)) {
    error_ = tr("These parts have no size of their own; say within which distance faces are sought.").toStdString();
    say(QString::fromStdString(error_), -1);
    settled_ = true;
    return;
  }
  // What has the answer of the hierarchies, or the front, also has the answer without.
  Key answered = shown_;
  answered.hierarchies &= key.hierarchies;
  answered.front &= key.front;
  const bool wanted = key != answered && key != cancelled_;
  const bool waits = frame.playing && shown_.opened == key.opened && ended_.isValid() &&
                     1e-3 * static_cast<double>(ended_.elapsed()) < kPause * took_;
  if (wanted && !task_.busy() && !waits) start(key, frame, *geometry);
  // While it plays one test runs to its end before the next begins.
  if (wanted && task_.busy() && !frame.playing && key != running_) start(key, frame, *geometry);
  settled_ = !task_.busy() && !wanted;
}

bool PairTestTool::shows(const SessionFrame& frame) const { return on_ && result_ && frame.opened == shown_.opened; }

void PairTestTool::addTo(DrawList& list) const {
  PairTestMarks marks = marks_;
  marks.legendTop = legendBelow(list);
  addPairTest(*result_, marks, list);
}

void PairTestTool::say(const QString& text, int permille) {
  if (text == said_ && permille == permille_) return;
  said_ = text;
  permille_ = permille;
  emit stateChanged(text, permille);
}

}  // namespace passung::app
