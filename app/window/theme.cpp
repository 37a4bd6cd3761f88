// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme.h"

#include <QApplication>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleOption>

namespace passung::app {

namespace {

// Fusion, whose check boxes derive their outline from the window colour and vanish on a dark one.
class ThemeStyle : public QProxyStyle {
 public:
  ThemeStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    if (element != PE_IndicatorCheckBox) return QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool on = option->state & State_On, enabled = option->state & State_Enabled;
    const QColor ink = option->palette.color(enabled ? QPalette::Active : QPalette::Disabled, QPalette::WindowText);
    const QColor accent = option->palette.color(QPalette::Highlight);
    const bool hot = option->state & (State_MouseOver | State_HasFocus);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    QColor edge = hot || on ? accent : ink;
    if (!hot && !on) edge.setAlphaF(0.5F);
    painter->setPen(QPen(edge, 1.2));
    painter->setBrush(on ? accent : option->palette.color(QPalette::Base));
    painter->drawRoundedRect(box, 3, 3);
    if (on) {
      const double w = box.width(), h = box.height();
      painter->setPen(
          QPen(option->palette.color(QPalette::HighlightedText), 0.13 * w, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      const QPointF mark[] = {box.topLeft() + QPointF(0.24 * w, 0.52 * h), box.topLeft() + QPointF(0.43 * w, 0.70 * h),
                              box.topLeft() + QPointF(0.77 * w, 0.30 * h)};
      painter->drawPolyline(mark, 3);
    }
    painter->restore();
  }
};

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
  app.setStyle(new ThemeStyle);  // the application owns it
  app.setPalette(palette(dark));
  app.setStyleSheet(sheet(dark));
}

bool systemPrefersDark() { return QApplication::palette().color(QPalette::Window).lightnessF() < 0.5F; }

}  // namespace passung::app
