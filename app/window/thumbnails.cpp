// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/thumbnails.h"

#include <unistd.h>

#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <utility>

#include "core/version.h"
#include "scenes/description/library.h"

namespace passung::app {

Thumbnails::Thumbnails(QString program, QString folder, QObject* parent)
    : QObject(parent), program_(std::move(program)), folder_(std::move(folder)) {}

Thumbnails::~Thumbnails() { kill(); }

// Sizes and times of its files stand for what they hold.
QString Thumbnails::pictureOf(const QString& scene) const {
  QCryptographicHash hash(QCryptographicHash::Sha1);
  hash.addData(QByteArray(kVersion));
  if (const auto folder = scenes::builtinFolder(scene.toStdString())) {
    QStringList lines;
    QDirIterator files(QString::fromStdString(*folder), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
      const QFileInfo info(files.next());
      lines << QStringLiteral("%1 %2 %3")
                   .arg(info.fileName())
                   .arg(info.size())
                   .arg(info.lastModified().toSecsSinceEpoch());
    }
    lines.sort();
    hash.addData(lines.join('\n').toUtf8());
  }
  return QStringLiteral("%1/%2-%3.png").arg(folder_, scene, QString::fromLatin1(hash.result().toHex().left(12)));
}

void Thumbnails::begin(const std::vector<std::string>& scenes) {
  kill();
  for (const std::string& name : scenes) {
    const QString scene = QString::fromStdString(name);
    const QString picture = pictureOf(scene);
    if (QFileInfo::exists(picture)) {
      emit ready(scene, picture);
    } else if (!program_.isEmpty()) {
      waiting_.push_back(scene);
    }
  }
  total_ = static_cast<int>(waiting_.size());
  if (total_ > 0 && !QDir().mkpath(folder_)) waiting_.clear();
  next();
}

void Thumbnails::cancel() {
  kill();
  emit progressed();
}

void Thumbnails::kill() {
  waiting_.clear();
  total_ = 0;
  if (!process_) return;
  process_->disconnect(this);
  process_->kill();
  process_->waitForFinished(1000);
  delete std::exchange(process_, nullptr);
}

void Thumbnails::next() {
  emit progressed();
  if (process_ || waiting_.empty()) return;
  const QString scene = waiting_.front();
  waiting_.pop_front();
  const QString picture = pictureOf(scene);
  process_ = new QProcess(this);
  process_->setStandardOutputFile(QProcess::nullDevice());
  process_->setStandardErrorFile(QProcess::nullDevice());
  process_->setChildProcessModifier([] { (void)!nice(19); });
  const auto over = [this, scene, picture] {
    if (!process_) return;
    std::exchange(process_, nullptr)->deleteLater();
    if (QFileInfo::exists(picture)) emit ready(scene, picture);
    next();
  };
  connect(process_, &QProcess::finished, this, over);
  connect(process_, &QProcess::errorOccurred, this, [over](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) over();
  });
  process_->start(program_, {QStringLiteral("render"), scene, QStringLiteral("--out"), picture,
                             QStringLiteral("--size"), QStringLiteral("%1x%2").arg(2 * kWidth).arg(2 * kHeight),
                             QStringLiteral("--overlay"), QStringLiteral("none")});
}

}  // namespace passung::app
