// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

// Driving, pushing and holding parts of the running scene by hand, and what is kept of it.
class DriveTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void aDriveThatWasAddedAccelerates();
  void slidersDriveAJoint();
  void whatIsSetStaysOverAReset();
  void drivesAreKeptInTheScene();
  void mistakesOfScripts_data();
  void mistakesOfScripts();
  void aPushGoesIntoTheSurface();
  void severalPartsAreHeld();
  void everyStepIsRecorded();
  void eventsAreVisitedByKind();

 private:
  void open(const QString& name, const QByteArray& scene);
  const passung::dynamics::BodyState& state(std::size_t body) const {
    return window_->frame()->engines.front().snapshot->states[body];
  }
};
