// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <random>

#include "tests/gui/window_fixture.h"

// The program itself, killed while it saves: what is on disk is whole, and what was not saved is offered.
class KilledTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void init();

  void aKilledProgramLeavesAWholeScene();
  void aKilledProgramLeavesItsEdits();
  void aLockThatNamesNobodyHoldsUpNoStart();

 private:
  // Starts the program with a script that tells by a file that it has come to `work`, and repeats that.
  void start(QProcess& program, const QString& work);
  void killAfter(QProcess& program, int most);  // [ms] at random
  [[nodiscard]] QString recoveryFolder() const { return path("data/Passung/Passung/recovery"); }
  [[nodiscard]] passung::app::WindowServices services() const override;
  // The scene's height of the part that is edited [m]; throws where it is no whole scene.
  [[nodiscard]] double heightIn(const passung::scenes::Scene& scene) const;

  std::mt19937 random_{7};
  int started_ = 0;
};
