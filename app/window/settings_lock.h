// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QString>

namespace passung::app {

// QSettings locks its file while it writes. A process that is killed between the lock's making and its naming of the
// owner leaves one that nobody can tell from a lock in use: QSettings would wait for it for 30 s, and the window with
// it. Nobody needs half a second to write his name; a lock that names a living process, or that one holds, stays, and
// is waited for a second at most.
inline void breakAbandonedLock(const QString& settingsFile) {
  QLockFile lock(settingsFile + QStringLiteral(".lock"));
  lock.setStaleLockTime(500);  // [ms]
  lock.tryLock(1000);
}

}  // namespace passung::app
