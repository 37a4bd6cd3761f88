// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>

namespace passung::app {

namespace {

QPalette palette(bool dark) {
  QPalette p;
  const QColor window = dark ? QColor(0x2b, 0x2e, 0x33) : QColor(0xf3, 0xf4, 0xf6);
  const QColor base = dark ? QColor(0x20, 0x22, 0x26) : QColor(0xff, 0xff, 0xff);
  const QColor alternate = dark ? QColor(0x26, 0x29, 0x2d) : QColor(0xf6, 0xf8, 0xfa);
  const QColor text = dark ? QColor(0xe6, 0xe8, 0xeb) : QColor(0x1d, 0x22, 0x29);
  const QColor faint = dark ? QColor(0x8b, 0x91, 0x99) : QColor(0x87, 0x8e, 0x98);
  const QColor button = dark ? QColor(0x36, 0x3a, 0x40) : QColor(0xfb, 0xfb, 0xfc);
  const QColor accent = dark ? QColor(0x3b, 0x82, 0xc4) : QColor(0x1f, 0x6f, 0xb5);
  p.setColor(QPalette::Window, window);
  p.setColor(QPalette::WindowText, text);
  p.setColor(QPalette::Base, base);
  p.setColor(QPalette::AlternateBase, alternate);
  p.setColor(QPalette::Text, text);
  p.setColor(QPalette::PlaceholderText, faint);
  p.setColor(QPalette::Button, button);
  p.setColor(QPalette::ButtonText, text);
  p.setColor(QPalette::BrightText, Qt::white);
  p.setColor(QPalette::ToolTipBase, dark ? QColor(0x3a, 0x3f, 0x46) : QColor(0xff, 0xff, 0xff));
  p.setColor(QPalette::ToolTipText, text);
  p.setColor(QPalette::Highlight, accent);
  p.setColor(QPalette::HighlightedText, Qt::white);
  p.setColor(QPalette::Link, dark ? QColor(0x6c, 0xb2, 0xf0) : accent);
  p.setColor(QPalette::LinkVisited, dark ? QColor(0xb0, 0x98, 0xe6) : QColor(0x6a, 0x4c, 0xa8));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    p.setColor(QPalette::Disabled, role, faint);
  }
  return p;
}

// Colours of the palette where a sheet can name them; only what Fusion alone does not do well.
QString sheet(bool dark) {
  const QString line = dark ? QStringLiteral("#44494f") : QStringLiteral("#d5d9de");
  const QString caption = dark ? QStringLiteral("#232629") : QStringLiteral("#fbfbfc");
  const QString error = dark ? QStringLiteral("#5a2a2a") : QStringLiteral("#fde7e7");
  const QString errorLine = dark ? QStringLiteral("#a04848") : QStringLiteral("#dc8a8a");
  const QString info = dark ? QStringLiteral("#24405a") : QStringLiteral("#e5f0fa");
  const QString infoLine = dark ? QStringLiteral("#3b6a94") : QStringLiteral("#9cc3e6");
  return QStringLiteral(R"(
QToolBar { border: none; border-bottom: 1px solid %1; padding: 3px 6px; spacing: 3px; }
QToolButton { padding: 4px; border-radius: 4px; }
QDockWidget::title { padding: 6px 8px; font-weight: bold; border-bottom: 1px solid %1; }
QMainWindow::separator { background: %1; width: 1px; height: 1px; }
QStatusBar { border-top: 1px solid %1; }
QStatusBar::item { border: none; }
QTreeView { border: none; }
QHeaderView::section { padding: 3px 6px; border: none; border-bottom: 1px solid %1; background: palette(window); }
QToolTip { padding: 3px; border: 1px solid %1; }
#viewCaption { background: %2; border-bottom: 1px solid %1; padding: 5px 10px; }
#banner[kind="error"] { background: %3; border: 1px solid %4; border-radius: 6px; }
#banner[kind="info"] { background: %5; border: 1px solid %6; border-radius: 6px; }
)")
      .arg(line, caption, error, errorLine, info, infoLine);
}

}  // namespace

void applyTheme(QApplication& app, bool dark) {
  app.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  app.setPalette(palette(dark));
  app.setStyleSheet(sheet(dark));
}

bool systemPrefersDark() { return QApplication::palette().color(QPalette::Window).lightnessF() < 0.5F; }

}  // namespace passung::app
