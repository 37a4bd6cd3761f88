// SPDX-License-Identifier: GPL-3.0-or-later
// The program's icons, drawn as vectors in the colours of the theme, sharp at any scale.
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace passung::app {

// open, save, play, pause, step, reset, fit, iso, ortho, compare, camera, dark, help, hand, warning. Unknown: an empty
// icon.
[[nodiscard]] QIcon icon(const QString& name);
[[nodiscard]] QIcon swatch(const QColor& color);  // a small square of a colour
[[nodiscard]] QIcon appIcon();

}  // namespace passung::app
