// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/recovery.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <filesystem>

#include "core/error.h"
#include "core/output_file.h"

namespace passung::app {
namespace {

namespace fs = std::filesystem;

QString lockName(const QString& file) { return file + QStringLiteral(".lock"); }

}  // namespace

Recovery::Recovery(QString folder) : folder_(std::move(folder)) {}

void Recovery::keep(const SceneDocument& document, const std::string& source) {
  if (folder_.isEmpty()) return;
  if (!lock_) {
    QDir().mkpath(folder_);
    // A name that is free, held until this object ends.
    for (int n = 1; n < 1000 && !lock_; ++n) {
      const QString file = QStringLiteral("%1/%2-%3.json").arg(folder_).arg(QCoreApplication::applicationPid()).arg(n);
      auto lock = std::make_unique<QLockFile>(lockName(file));
      lock->setStaleLockTime(0);  // only a process that has ended makes it stale
      if (QFile::exists(file) || !lock->tryLock(0)) continue;
      file_ = file;
      lock_ = std::move(lock);
    }
    if (!lock_)
      throw InputError(folder_.toStdString(), "", "unsaved edits cannot be kept there", "make the folder writable");
  }
  std::error_code ignored;
  const std::string full =
      fs::is_regular_file(source, ignored) ? fs::absolute(source).lexically_normal().string() : source;
  const Json kept = {
      {"source", full}, {"name", document.name}, {"folder", document.folder}, {"scene", jsonOf(document)}};
  writeFile(file_.toStdString(), kept.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

void Recovery::drop() {
  if (!lock_) return;
  QFile::remove(file_);
  lock_.reset();
}

std::vector<Recovery::Found> Recovery::leftBehind() const {
  std::vector<Found> found;
  if (folder_.isEmpty()) return found;
  const QDir folder(folder_);
  for (const QFileInfo& info : folder.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time)) {
    const QString file = info.absoluteFilePath();
    QLockFile lock(lockName(file));
    lock.setStaleLockTime(0);
    if (!lock.tryLock(0)) continue;  // its owner runs
    try {
      found.push_back({file, QString::fromStdString(read(file).source), info.lastModified()});
    } catch (const InputError&) {
      // Not one of ours; it stays where it is.
    }
  }
  return found;
}

Recovery::Kept Recovery::read(const QString& file) {
  const std::string path = file.toStdString();
  const Json json = scenes::parseJson(scenes::readTextFile(path), path);
  for (const char* key : {"source", "name", "folder"}) {
    if (!json.is_object() || !json.contains(key) || !json[key].is_string()) {
      throw InputError(path, key, "is missing", "a file of kept edits has it");
    }
  }
  const Json scene = json.value("scene", Json());
  if (!scene.is_object() || !scene.contains("bodies") || !scene["bodies"].is_array()) {
    throw InputError(path, "scene", "is no scene", "a file of kept edits has one");
  }
  scenes::Scene text;
  text.json = scene.dump();
  text.source = path;
  text.name = json["name"].get<std::string>();
  text.folder = json["folder"].get<std::string>();
  return {documentOf(text), json["source"].get<std::string>()};
}

void Recovery::forget(const QString& file) {
  QFile::remove(file);
  QFile::remove(lockName(file));
}

}  // namespace passung::app
