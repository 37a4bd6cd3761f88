// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/determinism_dialog.h"

#include <QFormLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/window/format.h"

namespace passung::app {

DeterminismDialog::DeterminismDialog(ThreadedEngineFactory make, std::function<DeterminismSubject()> subject,
                                     QWidget* parent)
    : WorkDialog({.title = tr("Check determinism"),
                  .purpose = tr("Runs the open scene from its start twice, with one thread and with all, and compares "
                                "every bit of all places and velocities after each step."),
                  .begin = tr("Check"),
                  .beginTip = tr("Compare the bits of two runs"),
                  .cancelTip = tr("Stop comparing")},
                 parent),
      make_(std::move(make)),
      subject_(std::move(subject)),
      count_(new QSpinBox(this)) {
  auto* form = new QFormLayout;
  count_->setRange(1, std::numeric_limits<int>::max());
  count_->setGroupSeparatorShown(true);
  form->addRow(tr("Time steps"), count_);
  fields().addLayout(form);
  words().setMinimumSize(420, 3 * fontMetrics().height());
}

std::int64_t DeterminismDialog::stepsOf(const DeterminismSubject& subject) {
  return std::max<std::int64_t>(1, std::llround(subject.duration / subject.def->dt));
}

void DeterminismDialog::showEvent(QShowEvent* event) {
  if (const DeterminismSubject subject = subject_(); subject.def && !running())
    count_->setValue(static_cast<int>(std::min<std::int64_t>(stepsOf(subject), count_->maximum())));
  QDialog::showEvent(event);
}

void DeterminismDialog::check(std::int64_t steps) {
  const DeterminismSubject subject = subject_();
  if (!subject.def) {
    words().setText(tr("No scene is open."));
    return;
  }
  checked_ = subject;
  steps_ = steps > 0 ? steps : stepsOf(subject);
  result_.reset();
  task_.start([make = make_, def = subject.def, engine = subject.engineName, steps = steps_](const auto& progress) {
    return checkDeterminism([&](int threads) { return make(*def, engine, threads); },
                            {.steps = steps, .threads = {1, 0}},
                            [&](std::int64_t done) {
                              const double share = static_cast<double>(done) / static_cast<double>(steps);
                              return progress(static_cast<int>(1000 * share), 1000);
                            });
  });
  begun(tr("%1, %2 \u2026").arg(subject.name, subject.engine));
}

WorkDialog::Progress DeterminismDialog::poll() {
  auto status = task_.poll();
  if (status.running) return {.running = true, .permille = status.done};
  result_ = std::move(status.result);
  words().setText(result_ ? tr("%1, %2: %3").arg(checked_.name, checked_.engine, described(*result_))
                          : QString::fromStdString(status.error));
  return {};
}

// As describe() of the command line, in the user's language.
QString DeterminismDialog::described(const DeterminismResult& result) const {
  const QString threads = tr("%1 and %2 threads").arg(result.threads[0]).arg(result.threads[1]);
  if (!result.difference) {
    const QString steps = result.steps == 1 ? tr("1 step") : tr("%1 steps").arg(result.steps);
    return tr("the same bits over %1 with %2").arg(steps, threads);
  }
  const DeterminismResult::Difference& d = *result.difference;
  const QString body =
      d.body < 0 ? tr("a body") : QString::fromStdString(checked_.def->bodies[static_cast<std::size_t>(d.body)].name);
  const QString by =
      d.distance > 0 ? tr("by %1").arg(format::length(d.distance)) : tr("in its last bits or its velocity");
  return tr("differs with %1: first after step %2 (%3 s), %4, %5")
      .arg(threads)
      .arg(d.step)
      .arg(d.time, 0, 'g', 6)
      .arg(body, by);
}

}  // namespace passung::app
