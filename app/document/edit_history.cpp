// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/edit_history.h"

#include <QElapsedTimer>

#include "core/error.h"

namespace passung::app {
namespace {

bool same(const SceneDocument& a, const SceneDocument& b) {
  if (a.bodies.size() != b.bodies.size() || (a.rest != b.rest && *a.rest != *b.rest)) return false;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    if (a.bodies[i] != b.bodies[i] && *a.bodies[i] != *b.bodies[i]) return false;
  }
  return true;
}

}  // namespace

class EditHistory::Command : public QUndoCommand {
 public:
  Command(EditHistory& history, const Edit& edit, SceneDocument after, std::shared_ptr<const scenes::Scene> scene)
      : QUndoCommand(QString::fromStdString(edit.text)),
        history_(history),
        key_(edit.key),
        before_(history.document_),
        after_(std::move(after)),
        made_(std::move(scene)) {
    sinceMade_.start();
  }

  void undo() override { history_.show(before_, nullptr); }
  void redo() override { history_.show(after_, std::exchange(made_, nullptr)); }

  [[nodiscard]] int id() const override { return key_.empty() ? -1 : 1; }
  bool mergeWith(const QUndoCommand* other) override {
    const auto* next = dynamic_cast<const Command*>(other);
    if (!next || next->key_ != key_ || static_cast<double>(sinceMade_.elapsed()) > 1000 * kMergeWithin) return false;
    after_ = next->after_;
    sinceMade_.start();
    return true;
  }

 private:
  EditHistory& history_;
  std::string key_;
  SceneDocument before_, after_;
  std::shared_ptr<const scenes::Scene> made_;  // until it is first shown
  QElapsedTimer sinceMade_;
};

EditHistory::EditHistory(QObject* parent) : QObject(parent) {
  connect(&stack_, &QUndoStack::cleanChanged, this, &EditHistory::modifiedChanged);
}

void EditHistory::open(std::shared_ptr<const scenes::Scene> scene) {
  stack_.clear();
  modified_ = false;
  scene_ = std::move(scene);
  document_ = scene_ && !scene_->json.empty() ? documentOf(*scene_) : SceneDocument();
  emit modifiedChanged();
}

void EditHistory::apply(const Edit& edit) {
  if (!editable()) throw InputError("", "", "this scene cannot be edited", "open it from a file");
  SceneDocument after = document_;
  edit.apply(after);
  if (same(after, document_)) return;
  auto scene = std::make_shared<const scenes::Scene>(sceneOf(after, scene_->source, scene_.get(), edit.meshes.get()));
  stack_.push(new Command(*this, edit, std::move(after), std::move(scene)));  // the stack owns it and calls redo()
}

void EditHistory::show(const SceneDocument& document, std::shared_ptr<const scenes::Scene> scene) {
  // A state that was shown before can be made again: its meshes are still here.
  if (!scene) scene = std::make_shared<const scenes::Scene>(sceneOf(document, scene_->source, scene_.get()));
  document_ = document;
  scene_ = std::move(scene);
  emit sceneChanged();
}

void EditHistory::markSaved(const std::string& source) {
  if (!source.empty() && scene_ && scene_->source != source) {
    auto renamed = std::make_shared<scenes::Scene>(*scene_);
    renamed->source = source;
    scene_ = std::move(renamed);
  }
  modified_ = false;
  stack_.setClean();
  emit modifiedChanged();
}

void EditHistory::markModified() {
  modified_ = true;
  emit modifiedChanged();
}

}  // namespace passung::app
