// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/determinism_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

namespace passung::app {

namespace {
constexpr int kPollEvery = 50;  // [ms]
}

DeterminismDialog::DeterminismDialog(ThreadedEngineFactory make, std::function<Subject()> subject, QWidget* parent)
    : QDialog(parent),
      make_(std::move(make)),
      subject_(std::move(subject)),
      count_(new QSpinBox(this)),
      progress_(new QProgressBar(this)),
      text_(new QLabel(this)),
      button_(new QPushButton(this)) {
  setWindowTitle(tr("Check determinism"));
  auto* column = new QVBoxLayout(this);
  auto* purpose =
      new QLabel(tr("Runs the open scene from its start twice, with one thread and with all, and compares every "
                    "bit of all places and velocities after each step."),
                 this);
  purpose->setWordWrap(true);
  column->addWidget(purpose);
  auto* form = new QFormLayout;
  count_->setRange(1, std::numeric_limits<int>::max());
  count_->setGroupSeparatorShown(true);
  form->addRow(tr("Time steps"), count_);
  column->addLayout(form);
  progress_->setTextVisible(false);
  progress_->setFixedHeight(8);
  column->addWidget(progress_);
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  text_->setMinimumSize(420, 3 * fontMetrics().height());
  text_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  column->addWidget(text_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  buttons->addButton(button_, QDialogButtonBox::ActionRole);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(button_, &QPushButton::clicked, this, [this] { running() ? cancel() : check(count_->value()); });
  column->addWidget(buttons);
  timer_.setInterval(kPollEvery);
  connect(&timer_, &QTimer::timeout, this, &DeterminismDialog::poll);
  showRunning(false);
}

std::int64_t DeterminismDialog::stepsOf(const scenes::Scene& scene) {
  return std::max<std::int64_t>(1, std::llround(scene.duration / scene.world.dt));
}

void DeterminismDialog::showEvent(QShowEvent* event) {
  if (const Subject subject = subject_(); subject.scene && !running())
    count_->setValue(static_cast<int>(std::min<std::int64_t>(stepsOf(*subject.scene), count_->maximum())));
  QDialog::showEvent(event);
}

void DeterminismDialog::check(std::int64_t steps) {
  const Subject subject = subject_();
  if (!subject.scene) {
    text_->setText(tr("No scene is open."));
    return;
  }
  scene_ = subject.scene;
  steps_ = steps > 0 ? steps : stepsOf(*scene_);
  result_.reset();
  task_.start([make = make_, scene = scene_, engine = subject.engine, steps = steps_](const auto& progress) {
    return checkDeterminism([&](int threads) { return make(scene->world, engine, threads); },
                            {.steps = steps, .threads = {1, 0}},
                            [&](std::int64_t done) {
                              const double share = static_cast<double>(done) / static_cast<double>(steps);
                              return progress(static_cast<int>(1000 * share), 1000);
                            });
  });
  text_->setText(
      tr("%1, engine %2 \u2026").arg(QString::fromStdString(scene_->name), QString::fromStdString(subject.engine)));
  showRunning(true);
  timer_.start();
}

void DeterminismDialog::cancel() {
  task_.cancel();
  timer_.stop();
  showRunning(false);
  text_->setText(tr("Cancelled."));
}

void DeterminismDialog::poll() {
  auto status = task_.poll();
  progress_->setValue(status.done);
  if (status.running) return;
  timer_.stop();
  showRunning(false);
  result_ = std::move(status.result);
  const QString name = QString::fromStdString(scene_->name);
  text_->setText(result_ ? QStringLiteral("%1: %2").arg(name, QString::fromStdString(describe(*result_, scene_->world)))
                         : QString::fromStdString(status.error));
}

void DeterminismDialog::showRunning(bool running) {
  progress_->setRange(0, 1000);
  progress_->setValue(0);
  progress_->setEnabled(running);
  button_->setText(running ? tr("Cancel") : tr("Check"));
  button_->setToolTip(running ? tr("Stop comparing") : tr("Compare the bits of two runs"));
}

}  // namespace passung::app
