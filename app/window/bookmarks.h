// SPDX-License-Identifier: GPL-3.0-or-later
// Nine views of a file that are kept between runs.
#pragma once

#include <QSettings>
#include <optional>

#include "app/window/camera.h"

namespace passung::app {

inline constexpr int kBookmarks = 9;

// `number` counts from 1. Settings are named after the file's path.
void storeBookmark(QSettings& settings, const QString& file, int number, const Camera& camera);
// Nothing where none was stored, or what was stored cannot be read.
[[nodiscard]] std::optional<Camera> bookmark(const QSettings& settings, const QString& file, int number);

}  // namespace passung::app
