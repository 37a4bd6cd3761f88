// SPDX-License-Identifier: GPL-3.0-or-later
// What a mouse in a view may mean besides turning and selecting: a tool is asked first.
#pragma once

#include <Qt>
#include <optional>

#include "app/window/camera.h"
#include "app/window/ray_cast.h"
#include "core/draw_list.h"

namespace passung::app {

// The mouse over a picture.
struct ViewPoint {
  double x = 0, y = 0;        // from the top left [pixel]
  int width = 1, height = 1;  // of the picture [pixel]
  const Camera* camera = nullptr;
  const DrawList* list = nullptr;  // what is shown; null: nothing yet
  Qt::KeyboardModifiers modifiers = Qt::NoModifier;

  [[nodiscard]] Ray ray() const { return camera->ray(x, y, width, height); }
  [[nodiscard]] std::optional<RayHit> hit() const { return list ? castRay(*list, ray()) : std::nullopt; }
  // Where a point of the world is in the picture [pixel]; nothing behind the eye.
  [[nodiscard]] std::optional<Eigen::Vector2d> pixelOf(const Vec3& p_W) const;
  // How far from the mouse that is [pixel]; infinite behind the eye.
  [[nodiscard]] double pixelsFrom(const Vec3& p_W) const;
};

class ViewTool {
 public:
  virtual ~ViewTool() = default;
  // The left button went down: true takes the drag that may follow.
  virtual bool press(const ViewPoint&) { return false; }
  // The mouse moves: in a drag that was taken, or over the picture.
  virtual void drag(const ViewPoint&) {}
  virtual void hover(const ViewPoint&) {}
  // The mouse left the picture, or the tool is put away.
  virtual void leave() {}
  // The end of a drag that was taken; `cancelled` by Escape.
  virtual void release(const ViewPoint&, bool cancelled) { static_cast<void>(cancelled); }
  // A click without a drag: true keeps it from selecting.
  virtual bool click(const ViewPoint&) { return false; }
};

}  // namespace passung::app
