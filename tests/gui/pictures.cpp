// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/pictures.h"

#include <QAbstractButton>
#include <QLabel>
#include <QSet>
#include <QTabBar>
#include <array>
#include <cstdlib>

namespace passung::test {

int difference(const QImage& a, const QImage& b, int top) {
  if (a.size() != b.size()) return a.width() * a.height();
  int pixels = 0;
  for (int y = top; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
      const int off = std::abs(qRed(p) - qRed(q)) + std::abs(qGreen(p) - qGreen(q)) + std::abs(qBlue(p) - qBlue(q));
      pixels += off > 24 ? 1 : 0;
    }
  }
  return pixels;
}

int count(const QImage& image, const std::function<bool(const QColor&)>& is) {
  int pixels = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) pixels += is(QColor(image.pixel(x, y))) ? 1 : 0;
  }
  return pixels;
}

int countOf(const QImage& image, const QColor& color, int off) {
  return count(image, [&](const QColor& c) {
    return std::abs(c.red() - color.red()) <= off && std::abs(c.green() - color.green()) <= off &&
           std::abs(c.blue() - color.blue()) <= off;
  });
}

int colors(const QImage& image) {
  QSet<QRgb> seen;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) seen.insert(image.pixel(x, y));
  }
  return static_cast<int>(seen.size());
}

int middleGrey(const QImage& image) {
  std::array<int, 256> levels{};
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) ++levels[static_cast<std::size_t>(qGray(image.pixel(x, y)))];
  }
  int seen = 0, level = 0;
  while (2 * (seen += levels[static_cast<std::size_t>(level)]) < image.width() * image.height()) ++level;
  return level;
}

QStringList cutWords(const QWidget& root) {
  QStringList cut;
  const auto judge = [&](const QString& text, int room, int needed) {
    if (needed <= room + 1) return;
    cut << QStringLiteral("%1: '%2' has %3 of %4 pixels").arg(root.objectName(), text).arg(room).arg(needed);
  };
  for (const QWidget* word : root.findChildren<QWidget*>()) {
    if (!word->isVisible()) continue;
    if (const auto* tabs = qobject_cast<const QTabBar*>(word)) {
      for (int i = 0; i < tabs->count(); ++i) {
        const QString text = tabs->tabText(i);
        if (tabs->isTabVisible(i)) judge(text, tabs->tabRect(i).width(), tabs->fontMetrics().horizontalAdvance(text));
      }
      continue;
    }
    const auto* label = qobject_cast<const QLabel*>(word);
    const auto* button = qobject_cast<const QAbstractButton*>(word);
    const QString text = label ? label->text() : button ? button->text() : QString();
    if (text.isEmpty()) continue;
    if (!label || !label->wordWrap()) {
      judge(text, word->width(), word->sizeHint().width());
    } else if (label->height() + 1 < label->heightForWidth(label->width())) {
      cut << QStringLiteral("%1: '%2' has %3 of %4 pixels of height")
                 .arg(root.objectName(), text)
                 .arg(label->height())
                 .arg(label->heightForWidth(label->width()));
    }
  }
  return cut;
}

}  // namespace passung::test
