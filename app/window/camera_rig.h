// SPDX-License-Identifier: GPL-3.0-or-later
// The one camera that all views share, with smooth changes between standing ones.
#pragma once

#include <QElapsedTimer>
#include <QObject>

#include "app/window/camera.h"

namespace passung::app {

class CameraRig : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  [[nodiscard]] const Camera& camera() const { return camera_; }
  // At once, as while the mouse drags.
  void set(const Camera& camera);
  // Over a fifth of a second; at once when `smooth` is off.
  void moveTo(const Camera& camera);
  void setSmooth(bool on) { smooth_ = on; }
  [[nodiscard]] bool smooth() const { return smooth_; }
  // Advances a running change; call once a frame.
  void tick();
  // Where a running change ends, else the camera itself.
  [[nodiscard]] const Camera& goal() const { return moving_ ? goal_ : camera_; }

 signals:
  void changed();

 private:
  Camera camera_, start_, goal_;
  QElapsedTimer clock_;
  bool moving_ = false, smooth_ = true;
};

}  // namespace passung::app
