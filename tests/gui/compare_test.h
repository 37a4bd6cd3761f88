// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

class CompareTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void fourVariantsAreInTheTableAndTwoInView();
  void theDialogAsksForVariants();
  void theDialogRefusesInOneLine();
  void theVariantsAreRemembered();
  void exportsAllForms();
  void exportsNeedAComparisonAndAKnownEnding();
  void clearancesOfAVariantHaveItsTime();
  void exportsShowTheStateOfTheFigures();
  void aRefusedVariantChangesNothing();
  void theNarrowPhaseOfAVariantIsChosen();
  void theBitsAreThoseOfTheVariant();
};
