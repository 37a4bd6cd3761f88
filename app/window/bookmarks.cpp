// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bookmarks.h"

#include <QCryptographicHash>
#include <QFileInfo>
#include <QStringList>
#include <cmath>

namespace passung::app {

namespace {

// A path has slashes, which settings take for groups.
QString keyOf(const QString& file, int number) {
  const QFileInfo info(file);
  const QByteArray path = (info.exists() ? info.canonicalFilePath() : file).toUtf8();
  const QByteArray name = QCryptographicHash::hash(path, QCryptographicHash::Sha1).toHex().left(16);
  return QStringLiteral("bookmarks/%1/%2").arg(QString::fromLatin1(name)).arg(number);
}

constexpr qsizetype kNumbers = 11;

}  // namespace

void storeBookmark(QSettings& settings, const QString& file, int number, const Camera& camera) {
  const render::View v = camera.view();
  QStringList numbers;
  for (const Vec3& p : {v.eye, v.target, v.up}) {
    for (int i = 0; i < 3; ++i) numbers << QString::number(p[i], 'g', 17);
  }
  numbers << QString::number(v.fovY, 'g', 17) << (v.orthographic ? QStringLiteral("1") : QStringLiteral("0"));
  settings.setValue(keyOf(file, number), numbers);
}

std::optional<Camera> bookmark(const QSettings& settings, const QString& file, int number) {
  const QStringList numbers = settings.value(keyOf(file, number)).toStringList();
  if (numbers.size() != kNumbers) return {};
  std::array<double, kNumbers> x{};
  for (qsizetype i = 0; i < kNumbers; ++i) {
    bool good = false;
    x[static_cast<std::size_t>(i)] = numbers[i].toDouble(&good);
    if (!good || !std::isfinite(x[static_cast<std::size_t>(i)])) return {};
  }
  Camera camera;
  camera.set({.eye = Vec3(x[0], x[1], x[2]),
              .target = Vec3(x[3], x[4], x[5]),
              .up = Vec3(x[6], x[7], x[8]),
              .fovDegrees = x[9] * 180 / kPi});
  camera.setOrthographic(x[10] != 0);
  return camera;
}

}  // namespace passung::app
