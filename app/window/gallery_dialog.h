// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in scenes to look through: a picture, a name and a line each.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <vector>

#include "app/window/thumbnails.h"
#include "scenes/scene.h"

namespace passung::app {

class GalleryDialog : public QDialog {
  Q_OBJECT
 public:
  // `program` and `folder` as in Thumbnails.
  GalleryDialog(const std::vector<scenes::BuiltinScene>& scenes, const QString& program, const QString& folder,
                QWidget* parent = nullptr);

  [[nodiscard]] QListWidget& list() { return *list_; }
  [[nodiscard]] Thumbnails& thumbnails() { return thumbnails_; }
  // Shows only scenes whose name or line has every word of the text.
  void filter(const QString& text);

 signals:
  void chosen(const QString& scene);

 private:
  void accept() override;
  void showProgress();

  Thumbnails thumbnails_;
  QListWidget* list_;
  QLineEdit* filter_;
  QWidget* work_;
  QLabel* workText_;
  QProgressBar* progress_;
  QPushButton *open_, *cancel_;
};

}  // namespace passung::app
