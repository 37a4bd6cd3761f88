// SPDX-License-Identifier: GPL-3.0-or-later
// The fields in which the selected part is edited. They show the document, and emit what a person wants changed.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>
#include <array>
#include <functional>

#include "app/document/edit_history.h"
#include "app/window/quantity.h"

class QGridLayout;

namespace passung::app {

class PartEditor : public QWidget {
  Q_OBJECT
 public:
  explicit PartEditor(QWidget* parent = nullptr);

  // The body of the history's scene; hidden for -1 and for scenes that cannot be edited.
  void display(const EditHistory& history, int body);

 signals:
  void edited(const Edit& edit);
  void refused(const QString& why);  // one line

 private:
  using Three = std::array<QuantityEdit*, 3>;
  void addRow(const QString& label, const QString& tip, QWidget* widget, QWidget* beside = nullptr);
  Three addThree(const QString& label, const QString& tip, const Quantity& quantity, const char* name);
  QuantityEdit* field(const Quantity& quantity, const char* name, const QString& tip);
  void connectFields();
  void chooseColor();
  void showCollision(const SceneDocument& document, const dynamics::BodyDef& def);
  void fillMaterials(const SceneDocument& document);
  [[nodiscard]] static Vec3 valueOf(const Three& fields);
  static void show(const Three& fields, const Vec3& value);

  std::string body_;
  std::shared_ptr<const scenes::Scene> scene_;
  double massShown_ = 0;  // [kg]
  Color color_;
  QGridLayout* grid_;
  QLineEdit* name_;
  QComboBox *motion_, *material_, *collision_;
  QLabel* loss_;  // what a simpler collision shape leaves out
  QuantityEdit *density_, *friction_, *restitution_, *mass_;
  QToolButton* computedMass_;
  Three position_{}, rotation_{}, velocity_{}, spin_{};
  QPushButton* colorButton_;
};

}  // namespace passung::app
