// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved edits kept on disk, so that a crash or a power cut costs seconds of work.
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <memory>
#include <string>
#include <vector>

#include "app/document/scene_document.h"

namespace passung::app {

// One file of this process in `folder`, beside a lock that tells other processes that its owner still runs. An empty
// folder keeps nothing.
class Recovery {
 public:
  explicit Recovery(QString folder);

  // Replaces what was kept, whole or not at all. `source`: the file or scene that was edited; a file is kept in full,
  // as the next program may start in another folder. Throws InputError.
  void keep(const SceneDocument& document, const std::string& source);
  // Nothing is unsaved any longer. Otherwise what was kept outlives this object.
  void drop();

  // What processes that have ended left behind, newest first.
  struct Found {
    QString file;    // in the folder
    QString source;  // as given to keep()
    QDateTime when;
  };
  [[nodiscard]] std::vector<Found> leftBehind() const;

  struct Kept {
    SceneDocument document;
    std::string source;
  };
  // Throws InputError when the file is not what keep() writes.
  [[nodiscard]] static Kept read(const QString& file);
  static void forget(const QString& file);

 private:
  QString folder_, file_;
  std::unique_ptr<QLockFile> lock_;
};

}  // namespace passung::app
