// SPDX-License-Identifier: GPL-3.0-or-later
// The open scene with everything that was done to it: each state on the undo stack is a scene that can be run.
#pragma once

#include <QObject>
#include <QUndoStack>
#include <memory>
#include <string>

#include "app/document/edits.h"

namespace passung::app {

// Of the GUI thread. Making the scene of an edit takes some 15 ms a thousand bodies; meshes are never read
// again.
class EditHistory : public QObject {
  Q_OBJECT
 public:
  explicit EditHistory(QObject* parent = nullptr);

  // Another scene, unedited. One without text, made by a program, can be shown but not edited.
  void open(std::shared_ptr<const scenes::Scene> scene);
  [[nodiscard]] bool editable() const { return document_.rest != nullptr; }
  [[nodiscard]] const SceneDocument& document() const { return document_; }
  [[nodiscard]] const std::shared_ptr<const scenes::Scene>& scene() const { return scene_; }

  // Throws InputError, with nothing changed, when the edited scene could not be run. An edit that changes nothing
  // leaves no trace.
  void apply(const Edit& edit);

  [[nodiscard]] bool modified() const { return modified_ || !stack_.isClean(); }
  // The present state is in a file of this name; "" keeps the name.
  void markSaved(const std::string& source);
  // Edits that are in no file although the stack begins here, as after a recovery.
  void markModified();
  [[nodiscard]] QUndoStack& stack() { return stack_; }

  static constexpr double kMergeWithin = 0.8;  // [s] between repeated edits that count as one

 signals:
  void sceneChanged();  // by an edit, an undo or a redo
  void modifiedChanged();

 private:
  class Command;
  void show(const SceneDocument& document, std::shared_ptr<const scenes::Scene> scene);

  QUndoStack stack_;
  SceneDocument document_;
  std::shared_ptr<const scenes::Scene> scene_;
  bool modified_ = false;
};

}  // namespace passung::app
