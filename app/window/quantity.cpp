// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/quantity.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>
#include <cmath>

#include "core/math.h"

namespace passung::app {

Quantity Quantity::length() {
  return {QCoreApplication::translate("Quantity", "a length"),
          {{QStringLiteral("mm"), 1, 1000},
           {QStringLiteral("m")},
           {QStringLiteral("um"), 1, 1e6},
           {QStringLiteral("cm"), 1, 100},
           {QStringLiteral("in"), 254, 10000},
           {QStringLiteral("ft"), 3048, 10000}}};
}

Quantity Quantity::mass() {
  return {QCoreApplication::translate("Quantity", "a mass"),
          {{QStringLiteral("kg")},
           {QStringLiteral("g"), 1, 1000},
           {QStringLiteral("mg"), 1, 1e6},
           {QStringLiteral("t"), 1000, 1},
           {QStringLiteral("lb"), 45359237, 1e8}}};
}

Quantity Quantity::density() {
  return {QCoreApplication::translate("Quantity", "a density"),
          {{QStringLiteral("kg/m3")}, {QStringLiteral("g/cm3"), 1000, 1}}};
}

Quantity Quantity::angle() {
  // Scene files keep angles in degrees.
  return {QCoreApplication::translate("Quantity", "an angle"),
          {{QStringLiteral("deg")}, {QStringLiteral("\u00b0")}, {QStringLiteral("rad"), 180 / kPi, 1}}};
}

Quantity Quantity::speed() {
  return {QCoreApplication::translate("Quantity", "a speed"),
          {{QStringLiteral("mm/s"), 1, 1000}, {QStringLiteral("m/s")}}};
}

Quantity Quantity::angularSpeed() {
  return {QCoreApplication::translate("Quantity", "an angular speed"),
          {{QStringLiteral("rad/s")}, {QStringLiteral("rpm"), 2 * kPi, 60}, {QStringLiteral("deg/s"), kPi, 180}}};
}

Quantity Quantity::duration() {
  return {QCoreApplication::translate("Quantity", "a time"),
          {{QStringLiteral("ms"), 1, 1000}, {QStringLiteral("s")}, {QStringLiteral("us"), 1, 1e6}}};
}

Quantity Quantity::force() {
  return {QCoreApplication::translate("Quantity", "a force"),
          {{QStringLiteral("N")}, {QStringLiteral("mN"), 1, 1000}, {QStringLiteral("kN"), 1000, 1}}};
}

Quantity Quantity::torque() {
  return {QCoreApplication::translate("Quantity", "a torque"),
          {{QStringLiteral("Nm")}, {QStringLiteral("Nmm"), 1, 1000}, {QStringLiteral("mNm"), 1, 1000}}};
}

Quantity Quantity::plain() { return {QCoreApplication::translate("Quantity", "a number"), {{QString()}}}; }

QString Quantity::text(double si) const {
  const Unit& unit = units.front();
  const double number = si * unit.divide / unit.multiply;
  return QString::number(number == 0 ? 0 : number, 'g', 12);
}

std::optional<double> Quantity::parse(const QString& text, bool bareIsSi) const {
  static const QRegularExpression kForm(QStringLiteral(R"(^\s*([-+]?[0-9.,]+(?:[eE][-+]?[0-9]+)?)\s*(.*?)\s*$)"));
  const QRegularExpressionMatch match = kForm.match(text);
  if (!match.hasMatch()) return {};
  bool good = false;
  // A comma is a decimal point where there is no point.
  QString digits = match.captured(1);
  if (!digits.contains('.') && digits.count(',') == 1) digits.replace(',', '.');
  const double number = QLocale::c().toDouble(digits, &good);
  if (!good || !std::isfinite(number)) return {};
  QString unitName = match.captured(2);
  unitName.remove(' ').replace(QChar(0x00b5), 'u').replace(QChar(0x03bc), 'u').replace(QChar(0x00b3), '3');
  if (bareIsSi && unitName.isEmpty()) return number;
  for (const Unit& unit : units) {
    if (!unitName.isEmpty() && unitName != unit.name) continue;
    const double si = number * unit.multiply / unit.divide;
    return std::isfinite(si) ? std::optional(si) : std::nullopt;
  }
  return {};
}

QString Quantity::unitNames() const {
  QStringList names;
  for (const Unit& unit : units) names << unit.name;
  return names.join(QStringLiteral(", "));
}

QuantityEdit::QuantityEdit(Quantity quantity, QWidget* parent) : QLineEdit(parent), quantity_(std::move(quantity)) {
  setAlignment(Qt::AlignRight);
  setMinimumWidth(48);
  connect(this, &QLineEdit::editingFinished, this, &QuantityEdit::finish);
}

void QuantityEdit::setValue(double si) {
  value_ = si;
  shown_ = std::isfinite(si) ? quantity_.text(si) : QString();
  if (hasFocus() && isModified()) return;
  setText(shown_);
  setCursorPosition(0);
}

void QuantityEdit::setQuantity(Quantity quantity) {
  if (quantity.name == quantity_.name) return;
  quantity_ = std::move(quantity);
  setModified(false);
  setValue(value_);
}

void QuantityEdit::enter(const QString& text) {
  setText(text);
  finish();
}

void QuantityEdit::finish() {
  setModified(false);
  if (text() == shown_) return;
  const std::optional<double> typed = nothing_ && text().trimmed().isEmpty() ? nothing_ : quantity_.parse(text());
  if (!typed) {
    const QString wrong = text();
    setText(shown_);
    const QString units = quantity_.unitNames();
    emit refused(
        tr("'%1' is not %2; a number%3")
            .arg(wrong, quantity_.name, units.isEmpty() ? QString() : tr(" with one of the units %1").arg(units)));
    return;
  }
  value_ = *typed;
  setValue(value_);
  emit committed();
}

}  // namespace passung::app
