// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_fixture.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include "app/window/script_runner.h"
#include "core/error.h"

namespace passung::test {

using namespace passung::app;

void WindowFixture::init() {
  QTest::failOnWarning(QRegularExpression(".*"));
  QSettings().clear();
  folder_ = std::make_unique<QTemporaryDir>();
  open();
}

void WindowFixture::cleanup() {
  if (window_) {
    window_->setAsks(false);
    window_->close();
  }
  window_.reset();
  folder_.reset();
}

WindowServices WindowFixture::services() const {
  WindowServices services = WindowServices::standard();
  services.recoveryFolder = path("recovery");
  return services;
}

void WindowFixture::open() {
  window_ = std::make_unique<MainWindow>(services());
  window_->resize(1200, 900);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
}

void WindowFixture::steady(const QSize& size) {
  window_->cameraRig().setSmooth(false);
  window_->resize(size);
  QTRY_VERIFY_WITH_TIMEOUT(window_->view(0).usable(), kPatience);
}

void WindowFixture::write(const QString& name, const QByteArray& text) {
  QFile file(path(name));
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(text), text.size());
}

QImage WindowFixture::views() {
  window_->session().sync();
  window_->showNow();
  window_->savePicture(path("views.png"), false);
  return QImage(path("views.png"));
}

void WindowFixture::run(const QString& script) {
  try {
    runScript(*window_, script, "test.txt");
  } catch (const InputError& e) {
    QFAIL(e.what());
  }
}

QString WindowFixture::error(const QString& script) {
  try {
    runScript(*window_, script, "test.txt");
  } catch (const InputError& e) {
    return e.what();
  }
  return {};
}

}  // namespace passung::test
