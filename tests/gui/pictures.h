// SPDX-License-Identifier: GPL-3.0-or-later
// What a test can ask of a picture, and whether the words of a widget are there to be read.
#pragma once

#include <QImage>
#include <QStringList>
#include <QWidget>
#include <functional>

namespace passung::test {

// Pixels from row `top` on that are not alike; all of them where the sizes differ.
[[nodiscard]] int difference(const QImage& a, const QImage& b, int top = 0);
[[nodiscard]] int count(const QImage& image, const std::function<bool(const QColor&)>& is);
// Pixels of this colour, each channel to within `off`.
[[nodiscard]] int countOf(const QImage& image, const QColor& color, int off = 24);
[[nodiscard]] int colors(const QImage& image);
// The grey level that half of the pixels do not exceed.
[[nodiscard]] int middleGrey(const QImage& image);
// Labels, buttons and tabs below `root` that are seen and have less room than their text takes: "dockParts: 'Mass' has
// 30 of 34 pixels".
[[nodiscard]] QStringList cutWords(const QWidget& root);

}  // namespace passung::test
