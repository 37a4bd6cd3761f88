// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/layout_test.h"

#include <QDockWidget>
#include <QTest>

#include "tests/gui/pictures.h"

using namespace passung;
using namespace passung::app;

// As the program starts, with no settings to remember.
void LayoutTest::start(const QSize& size) {
  window_->close();
  window_.reset();
  QSettings().clear();
  window_ = std::make_unique<MainWindow>(services());
  window_->resize(size);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  steady(size);
  run("open screw_into_bracket\nselect screw\nwait 0.2");
  QCOMPARE(window_->size(), size);
}

void LayoutTest::expectRoom() {
  const ViewWidget& view = window_->view(0);
  QVERIFY2(2 * view.width() >= window_->width(), qPrintable(QString::number(view.width())));
  QVERIFY2(2 * view.height() >= window_->height(), qPrintable(QString::number(view.height())));
  int seen = 0;
  for (const QDockWidget* dock : window_->findChildren<QDockWidget*>()) {
    if (!dock->isVisible() || dock->visibleRegion().isEmpty()) continue;
    ++seen;
    const QSize least = dock->minimumSizeHint();
    // Five lines, where nothing asks for more.
    const int lines = 5 * dock->fontMetrics().lineSpacing();
    QVERIFY2(dock->width() >= least.width() && dock->height() >= std::max(least.height(), lines),
             qPrintable(QStringLiteral("%1 has %2 x %3, needs %4 x %5")
                            .arg(dock->objectName())
                            .arg(dock->width())
                            .arg(dock->height())
                            .arg(least.width())
                            .arg(std::max(least.height(), lines))));
    const QStringList cut = test::cutWords(*dock);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
  }
  QVERIFY2(seen >= 3, qPrintable(QString::number(seen)));
}

void LayoutTest::theFirstStartHasRoomForThePictureAndForEachPanel_data() {
  QTest::addColumn<QSize>("size");
  QTest::newRow("1280 x 720") << QSize(1280, 720);
  QTest::newRow("1600 x 1000") << QSize(1600, 1000);
}

void LayoutTest::theFirstStartHasRoomForThePictureAndForEachPanel() {
  QFETCH(QSize, size);
  start(size);
  expectRoom();
}

void LayoutTest::resettingTheLayoutGivesTheFirstOneBack() {
  start({1280, 720});
  const QSize first = window_->view(0).size();
  for (auto* dock : window_->findChildren<QDockWidget*>()) dock->setVisible(!dock->isVisible());
  QTRY_VERIFY_WITH_TIMEOUT(window_->view(0).size() != first, test::kPatience);
  window_->command("view.layout")->trigger();
  // Panels slide.
  QTRY_VERIFY_WITH_TIMEOUT(std::abs(window_->view(0).width() - first.width()) <= 2, test::kPatience);
  expectRoom();
}
