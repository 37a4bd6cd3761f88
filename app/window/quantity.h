// SPDX-License-Identifier: GPL-3.0-or-later
// A number with its unit, as a person types it: "12.5", "0.5 in", "1e-3 m", "120 rpm".
#pragma once

#include <QLineEdit>
#include <QString>
#include <optional>
#include <vector>

namespace passung::app {

// SI = number * multiply / divide; two factors, so that 12.5 mm become the double nearest to 0.0125 m.
struct Unit {
  QString name;
  double multiply = 1, divide = 1;
};

// The first unit is the one shown, and the one meant where a person names none.
struct Quantity {
  QString name;  // "a length"
  std::vector<Unit> units;

  static Quantity length(), mass(), density(), angle(), speed(), angularSpeed(), duration(), force(), torque(), plain();
  // SI to the text of the shown unit without its name: up to 12 digits.
  [[nodiscard]] QString text(double si) const;
  // Nothing when the text is no number or its unit is none of these. `bareIsSi`: without a unit it is in SI (degrees
  // for angles) rather than in the first unit.
  [[nodiscard]] std::optional<double> parse(const QString& text, bool bareIsSi = false) const;
  // "m, mm, in"
  [[nodiscard]] QString unitNames() const;
};

// A field for one quantity. What was not typed stays as exact as it was: committed() comes only when the text changed.
class QuantityEdit : public QLineEdit {
  Q_OBJECT
 public:
  explicit QuantityEdit(Quantity quantity, QWidget* parent = nullptr);

  // Another quantity, the value unchanged.
  void setQuantity(Quantity quantity);
  // Shows it, unless a person is typing; a value that is not finite shows as nothing.
  void setValue(double si);
  [[nodiscard]] double value() const { return value_; }
  // What an empty field stands for; without, it is refused.
  void setMeaningOfNothing(double si) { nothing_ = si; }
  // As typed and confirmed with Enter; for tests and scripts.
  void enter(const QString& text);

 signals:
  void committed();
  void refused(const QString& why);  // one line; the field shows its old value again

 private:
  void finish();

  Quantity quantity_;
  double value_ = 0;
  std::optional<double> nothing_;
  QString shown_;
};

}  // namespace passung::app
