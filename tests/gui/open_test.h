// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

// Files become parts, parts are looked at, and what is wrong is told and mended.
class OpenTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void init();

  void severalDroppedFilesBecomeOneAssemblyThatOneUndoTakesApart();
  void aFileWithoutAUnitIsAskedAbout();
  void severalUnitsAreAskedForOnce();
  void aUnitThatIsNotListedStays();
  void theUnitOfAnOpenPartCanBeChanged();
  void namesThatArePathsMakeATree();
  void badgesAppearByThemselvesAndLeadToThePlace();
  void messagesAreListedCopiedAndCleared();
  void aMovedFileIsFoundFromItsMessage();
  void severalMovedFilesAreFoundOneAfterTheOther();
  void aLineIsTakenApart();
  void aMonitorOfAnyKindIsAskedFor();
  void aRecordingIsWrittenBesideTheWindow();

 private:
  // A box of `size` with its lower corner at `at`; OBJ states no unit. `open`: without its last two triangles.
  void writeBox(const QString& name, const passung::Vec3& size, const passung::Vec3& at = passung::Vec3::Zero(),
                bool open = false);
  void drop(const QStringList& names);
  void settle();
  [[nodiscard]] passung::Vec3 sizeOf(const std::string& body) const;
};
