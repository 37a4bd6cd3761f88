// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/window_fixture.h"

class QDialog;

// Every dialog of the program is drawn, and its words fit, in light and dark.
class DialogTest : public passung::test::WindowFixture {
  Q_OBJECT
 private slots:
  void init();

  void everyDialogOfAMenuIsDrawnAndItsWordsFit();
  void theFormOfAJointAndTheQuestionBeforeAnEditIsLost();

 private:
  [[nodiscard]] passung::app::WindowServices services() const override;
  void judge(QDialog& dialog, const QString& name);
};
