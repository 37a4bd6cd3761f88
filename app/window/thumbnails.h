// SPDX-License-Identifier: GPL-3.0-or-later
// Small pictures of the built-in scenes, drawn once and kept in the user's cache folder.
//
// Each is drawn by `passung render` in a process of its own, one after the other at the lowest priority: the window
// neither waits for a large scene nor dies of one. A picture belongs to the version of the program and the files of its
// scene; another version or a changed scene draws it anew.
#pragma once

#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <deque>
#include <string>
#include <vector>

namespace passung::app {

class Thumbnails : public QObject {
  Q_OBJECT
 public:
  static constexpr int kWidth = 240, kHeight = 150;  // [pixel], drawn at twice that

  // `program`: the passung executable; empty: nothing is drawn, only what is there is shown.
  Thumbnails(QString program, QString folder, QObject* parent = nullptr);
  ~Thumbnails() override;

  // Begins to draw those that are missing, in this order; ready() comes for each that is there or was drawn.
  void begin(const std::vector<std::string>& scenes);
  // Gives up what has not been drawn.
  void cancel();
  [[nodiscard]] bool running() const { return process_ != nullptr; }
  [[nodiscard]] int total() const { return total_; }
  [[nodiscard]] int done() const { return total_ - static_cast<int>(waiting_.size()) - (process_ ? 1 : 0); }

 signals:
  void ready(const QString& scene, const QString& picture);
  void progressed();  // one more is done, or the last is, or the work was given up

 private:
  [[nodiscard]] QString pictureOf(const QString& scene) const;
  void next();
  void kill();

  QString program_, folder_;
  std::deque<QString> waiting_;
  QProcess* process_ = nullptr;
  int total_ = 0;  // missing at the beginning
};

}  // namespace passung::app
