// SPDX-License-Identifier: GPL-3.0-or-later
// Places the selected part by mouse: with the gizmo, or by mating one of its faces or holes with that of another part.
// Shows where it would go and says where it is to start; the edit is made by whoever hears that.
#pragma once

#include <QObject>
#include <optional>

#include "app/session/session.h"
#include "app/window/gizmo.h"
#include "app/window/snap.h"
#include "app/window/view_tool.h"

namespace passung::app {

enum class PlaceMode { kOff, kGizmo, kMate };

// The pose at which a plane or axis of a part meets that of another; nothing when the two are not of one kind. In W.
[[nodiscard]] std::optional<Transform> matedPose(const Transform& X_WB, const Snap& own, const Transform& X_WO,
                                                 const Snap& other);

class Placer : public QObject, public ViewTool {
  Q_OBJECT
 public:
  using QObject::QObject;

  [[nodiscard]] PlaceMode mode() const { return mode_; }
  void setMode(PlaceMode mode);

  // Every tick: the frame that is shown and the variant in the view, how far each body is moved for display (empty: not
  // at all), and the selected body (-1: none). Parts can be placed at the start only; a drag ends with what it began
  // with: the scene, the selection, the start.
  void follow(const SessionFrame& frame, std::size_t variant, const std::vector<Vec3>& moved, int selected,
              const Camera& camera, int height);
  void addTo(DrawList& list) const;
  // An edit that was asked for was refused.
  void drop();

  bool press(const ViewPoint& at) override;
  void drag(const ViewPoint& at) override;
  void hover(const ViewPoint& at) override;
  void leave() override;
  void release(const ViewPoint& at, bool cancelled) override;
  bool click(const ViewPoint& at) override;

  [[nodiscard]] const Gizmo& gizmo() const { return gizmo_; }
  [[nodiscard]] bool usable() const { return usable_; }

 signals:
  void changed();
  void placed(int body, const passung::Transform& X_WB, bool turned);
  void said(const QString& text);  // what to do next, or what is wrong

 private:
  [[nodiscard]] bool has(int body) const { return body >= 0 && static_cast<std::size_t>(body) < poses_.size(); }
  [[nodiscard]] const Transform& poseOf(int body) const { return poses_[static_cast<std::size_t>(body)]; }
  [[nodiscard]] Vec3 movedBy(int body) const;  // for display
  [[nodiscard]] Transform drawnPose(int body) const;
  void forget();
  void mate(const Snap& snap);

  PlaceMode mode_ = PlaceMode::kOff;
  Gizmo gizmo_;
  bool atStart_ = false;  // and at rest there
  bool usable_ = false;   // the gizmo is there
  int body_ = -1;
  std::vector<Transform> poses_;  // of the bodies, as simulated
  std::vector<Vec3> moved_;       // for display
  PatchCache patches_;
  std::shared_ptr<const scenes::Scene> scene_;
  std::optional<GizmoHandle> active_, dragged_;
  Ray from_;
  Gizmo taken_;  // as it was when the drag began
  Gizmo::Motion motion_;
  std::optional<Transform> preview_;  // until the edit is shown
  std::optional<Snap> own_, hovered_;
};

}  // namespace passung::app
