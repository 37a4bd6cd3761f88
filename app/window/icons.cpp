// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/icons.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <functional>
#include <map>

namespace passung::app {

namespace {

// Paints in a square of 24 x 24 units; pen and brush come set to the ink of the theme.
using Drawing = std::function<void(QPainter&, const QColor& ink)>;

class DrawnIcon : public QIconEngine {
 public:
  explicit DrawnIcon(Drawing drawing) : drawing_(std::move(drawing)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    QColor ink = QApplication::palette().color(mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active,
                                               QPalette::ButtonText);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const double side = std::min(rect.width(), rect.height());
    painter->translate(rect.x() + 0.5 * (rect.width() - side), rect.y() + 0.5 * (rect.height() - side));
    painter->scale(side / 24, side / 24);
    painter->setPen(QPen(ink, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    drawing_(*painter, ink);
    painter->restore();
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap map(size);
    map.fill(Qt::transparent);
    QPainter painter(&map);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    return map;
  }

  QIconEngine* clone() const override { return new DrawnIcon(*this); }

 private:
  Drawing drawing_;
};

void polygon(QPainter& p, std::initializer_list<QPointF> points) { p.drawPolygon(QPolygonF(QList<QPointF>(points))); }
void polyline(QPainter& p, std::initializer_list<QPointF> points) { p.drawPolyline(QPolygonF(QList<QPointF>(points))); }

const std::map<QString, Drawing>& drawings() {
  static const std::map<QString, Drawing> all{
      {"open",
       [](QPainter& p, const QColor&) {
         polyline(p, {{3, 18}, {3, 6}, {9, 6}, {11, 8.5}, {19, 8.5}, {19, 11}});
         polygon(p, {{3, 18}, {6.5, 11}, {22, 11}, {18.5, 18}});
       }},
      {"play",
       [](QPainter& p, const QColor&) {
         p.setPen(QPen(QColor(0x2e, 0x9d, 0x52), 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
         p.setBrush(QColor(0x2e, 0x9d, 0x52));
         polygon(p, {{7, 4.5}, {19, 12}, {7, 19.5}});
       }},
      {"pause",
       [](QPainter& p, const QColor& ink) {
         p.setBrush(ink);
         p.drawRoundedRect(QRectF(6, 5, 3.6, 14), 1, 1);
         p.drawRoundedRect(QRectF(14.4, 5, 3.6, 14), 1, 1);
       }},
      {"step",
       [](QPainter& p, const QColor& ink) {
         p.setBrush(ink);
         polygon(p, {{5, 5}, {14.5, 12}, {5, 19}});
         p.drawLine(QPointF(18.5, 5), QPointF(18.5, 19));
       }},
      {"reset",
       [](QPainter& p, const QColor& ink) {
         p.drawArc(QRectF(4.5, 5, 15, 15), 160 * 16, 285 * 16);
         p.setBrush(ink);
         polygon(p, {{3, 5}, {4.2, 11.2}, {9.6, 8}});
       }},
      {"fit",
       [](QPainter& p, const QColor& ink) {
         polyline(p, {{3, 8}, {3, 3}, {8, 3}});
         polyline(p, {{16, 3}, {21, 3}, {21, 8}});
         polyline(p, {{21, 16}, {21, 21}, {16, 21}});
         polyline(p, {{8, 21}, {3, 21}, {3, 16}});
         p.setBrush(ink);
         p.drawRoundedRect(QRectF(8.5, 8.5, 7, 7), 1, 1);
       }},
      {"iso",
       [](QPainter& p, const QColor&) {
         polygon(p, {{12, 2.5}, {20.5, 7.2}, {20.5, 16.8}, {12, 21.5}, {3.5, 16.8}, {3.5, 7.2}});
         polyline(p, {{3.5, 7.2}, {12, 12}, {20.5, 7.2}});
         p.drawLine(QPointF(12, 12), QPointF(12, 21.5));
       }},
      {"ortho",
       [](QPainter& p, const QColor&) {
         p.drawRect(QRectF(3.5, 8, 12.5, 12.5));
         polyline(p, {{3.5, 8}, {8, 3.5}, {20.5, 3.5}, {20.5, 16}, {16, 20.5}});
         p.drawLine(QPointF(16, 8), QPointF(20.5, 3.5));
       }},
      {"compare",
       [](QPainter& p, const QColor& ink) {
         p.drawRoundedRect(QRectF(2.5, 4.5, 19, 15), 1.5, 1.5);
         p.drawLine(QPointF(12, 4.5), QPointF(12, 19.5));
         p.setBrush(ink);
         p.drawEllipse(QPointF(7.2, 12), 1.8, 1.8);
         p.setBrush(Qt::NoBrush);
         p.drawEllipse(QPointF(16.8, 12), 1.8, 1.8);
       }},
      {"save",
       [](QPainter& p, const QColor&) {
         polygon(p, {{4, 4}, {16.5, 4}, {20, 7.5}, {20, 20}, {4, 20}});
         polyline(p, {{8, 4}, {8, 9}, {15, 9}, {15, 4}});
         polyline(p, {{7.5, 20}, {7.5, 13}, {16.5, 13}, {16.5, 20}});
       }},
      {"camera",
       [](QPainter& p, const QColor&) {
         polyline(p, {{7.5, 7}, {9, 4.5}, {15, 4.5}, {16.5, 7}});
         p.drawRoundedRect(QRectF(2.5, 7, 19, 13), 2, 2);
         p.drawEllipse(QPointF(12, 13.4), 3.8, 3.8);
       }},
      {"dark",
       [](QPainter& p, const QColor& ink) {
         p.drawEllipse(QPointF(12, 12), 8.5, 8.5);
         QPainterPath half;
         half.moveTo(12, 3.5);
         half.arcTo(QRectF(3.5, 3.5, 17, 17), 90, -180);
         half.closeSubpath();
         p.fillPath(half, ink);
       }},
      {"help",
       [](QPainter& p, const QColor& ink) {
         p.drawEllipse(QPointF(12, 12), 9, 9);
         p.drawArc(QRectF(8.8, 6.5, 6.4, 6.4), -80 * 16, 260 * 16);
         p.drawLine(QPointF(12, 13), QPointF(12, 14.4));
         p.setBrush(ink);
         p.drawEllipse(QPointF(12, 17.3), 0.5, 0.5);
       }},
      // Faults of parts. Shape tells them apart as well as colour.
      {"fault.open",
       [](QPainter& p, const QColor&) {
         p.setPen(QPen(QColor(0xe0, 0x7b, 0x10), 3, Qt::SolidLine, Qt::FlatCap));
         p.drawArc(QRectF(4, 4, 16, 16), 40 * 16, 280 * 16);
       }},
      {"fault.inverted",
       [](QPainter& p, const QColor&) {
         const QColor blue(0x2f, 0x80, 0xd0);
         p.setPen(QPen(blue, 2.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
         p.drawArc(QRectF(4, 4, 16, 16), 30 * 16, 130 * 16);
         p.drawArc(QRectF(4, 4, 16, 16), 210 * 16, 130 * 16);
         p.setBrush(blue);
         polygon(p, {{2.5, 8}, {7.5, 10.5}, {3, 13}});
         polygon(p, {{21.5, 16}, {16.5, 13.5}, {21, 11}});
       }},
      {"fault.nonManifold",
       [](QPainter& p, const QColor&) {
         p.setPen(QPen(QColor(0xa0, 0x50, 0xc8), 2.8, Qt::SolidLine, Qt::RoundCap));
         p.drawLine(QPointF(12, 12), QPointF(12, 3));
         p.drawLine(QPointF(12, 12), QPointF(4, 19));
         p.drawLine(QPointF(12, 12), QPointF(20, 19));
         p.setBrush(QColor(0xa0, 0x50, 0xc8));
         p.drawEllipse(QPointF(12, 12), 2, 2);
       }},
      {"fault.crossing",
       [](QPainter& p, const QColor&) {
         p.setPen(QPen(QColor(0xa0, 0x50, 0xc8), 2.4, Qt::SolidLine, Qt::RoundCap));
         QPainterPath loop;
         loop.moveTo(3, 19);
         loop.cubicTo(26, 4, -2, 4, 21, 19);
         p.drawPath(loop);
       }},
      {"fault.overlap",
       [](QPainter& p, const QColor&) {
         const QColor red(0xd8, 0x3a, 0x34);
         p.setPen(QPen(red, 2));
         p.drawRect(QRectF(3, 3, 12, 12));
         p.drawRect(QRectF(9, 9, 12, 12));
         p.fillRect(QRectF(9, 9, 6, 6), red);
       }},
      {"error",
       [](QPainter& p, const QColor&) {
         p.setPen(Qt::NoPen);
         p.setBrush(QColor(0xd0, 0x3a, 0x3a));
         p.drawEllipse(QPointF(12, 12), 9, 9);
         p.setPen(QPen(Qt::white, 2.4, Qt::SolidLine, Qt::RoundCap));
         p.drawLine(QPointF(8.6, 8.6), QPointF(15.4, 15.4));
         p.drawLine(QPointF(15.4, 8.6), QPointF(8.6, 15.4));
       }},
      {"note",
       [](QPainter& p, const QColor&) {
         p.setPen(Qt::NoPen);
         p.setBrush(QColor(0x2f, 0x80, 0xd0));
         p.drawEllipse(QPointF(12, 12), 9, 9);
         p.setPen(QPen(Qt::white, 2.4, Qt::SolidLine, Qt::RoundCap));
         p.drawLine(QPointF(12, 11), QPointF(12, 16.5));
         p.drawPoint(QPointF(12, 7.6));
       }},
      {"warning",
       [](QPainter& p, const QColor&) {
         p.setPen(QPen(QColor(0xb3, 0x6b, 0x00), 1.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
         p.setBrush(QColor(0xff, 0xb8, 0x30));
         polygon(p, {{12, 3}, {22, 20.5}, {2, 20.5}});
         p.setPen(QPen(QColor(0x40, 0x28, 0x00), 2.2, Qt::SolidLine, Qt::RoundCap));
         p.drawLine(QPointF(12, 9), QPointF(12, 14));
         p.drawPoint(QPointF(12, 17.5));
       }},
  };
  return all;
}

// A screw in the section of a plate with a clearance hole.
void drawAppIcon(QPainter& p, const QColor&) {
  const QColor plate(0x4c, 0x6f, 0x91), steel(0xe8, 0x91, 0x2d), dark(0x22, 0x2f, 0x3d);
  p.setPen(QPen(dark, 0.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  p.setBrush(plate);
  p.drawRoundedRect(QRectF(1.5, 9.5, 7.2, 10), 0.8, 0.8);
  p.drawRoundedRect(QRectF(15.3, 9.5, 7.2, 10), 0.8, 0.8);
  p.setBrush(steel);
  polygon(p, {{6.2, 3},
              {17.8, 3},
              {17.8, 8.7},
              {14.6, 8.7},
              {14.6, 21},
              {13.6, 22.2},
              {10.4, 22.2},
              {9.4, 21},
              {9.4, 8.7},
              {6.2, 8.7}});
  p.setBrush(dark);
  p.drawRect(QRectF(9.9, 3, 4.2, 2.8));
}

}  // namespace

QIcon icon(const QString& name) {
  const auto found = drawings().find(name);
  return found == drawings().end() ? QIcon() : QIcon(new DrawnIcon(found->second));
}

QIcon swatch(const QColor& color) {
  return QIcon(new DrawnIcon([color](QPainter& p, const QColor& ink) {
    QColor edge = ink;
    edge.setAlphaF(0.5F);
    p.setPen(QPen(edge, 1));
    p.setBrush(color);
    p.drawRoundedRect(QRectF(3, 3, 18, 18), 4, 4);
  }));
}

QIcon appIcon() {
  // Pixmaps, not an engine: window managers ask for fixed sizes.
  const DrawnIcon engine(drawAppIcon);
  QIcon result;
  for (const int side : {16, 24, 32, 48, 64, 128, 256}) {
    QPixmap map(side, side);
    map.fill(Qt::transparent);
    QPainter painter(&map);
    DrawnIcon(drawAppIcon).paint(&painter, QRect(0, 0, side, side), QIcon::Normal, QIcon::Off);
    painter.end();
    result.addPixmap(map);
  }
  return result;
}

}  // namespace passung::app
