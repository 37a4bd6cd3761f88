// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class CameraTest : public QObject {
  Q_OBJECT
 private slots:
  void orbitKeepsThePivotInThePicture();
  void zoomKeepsThePointUnderTheCursor();
  void panMovesThePointWithTheCursor();
  void fitShowsTheWholeBoxAndNotMuchMore();
  void standardViewsLookAlongTheirAxes();
  void betweenTakesTheShorterWay();
  void rayMeetsTheNearestFace();
  void rayMeetsTheCutFaceAndWhatIsBehindIt();
  void numbersAreReadable();
  void movingPicturesTakeTheFinestLevelThatIsQuickEnough();
};
