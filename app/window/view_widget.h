// SPDX-License-Identifier: GPL-3.0-or-later
// One picture of the scene: shows a DrawList through the shared camera and turns the mouse into camera motions, picks
// and pulls.
//
//   left drag            orbit round the point under the cursor     wheel         zoom to the cursor
//   right/middle drag    pan                                        double click  centre on the point
//   click                select                                     Ctrl + drag   pull a part
//   Ctrl + Shift + drag  push on its surface, the harder the farther
//   arrow keys           orbit (Shift: pan)                         Page Up/Down  zoom
//   Ctrl + wheel         move the section (Shift: a tenth)
#pragma once

#include <QElapsedTimer>
#include <QOpenGLWidget>
#include <QPoint>
#include <QTimer>
#include <exception>
#include <memory>
#include <optional>

#include "app/window/camera_rig.h"
#include "app/window/picture_quality.h"
#include "app/window/view_tool.h"
#include "core/draw_list.h"
#include "render/renderer.h"

namespace passung::app {

class ViewWidget : public QOpenGLWidget {
  Q_OBJECT
 public:
  explicit ViewWidget(CameraRig& rig, QWidget* parent = nullptr);
  ~ViewWidget() override;

  void display(std::shared_ptr<const DrawList> list);
  void setOptions(const render::RenderOptions& options);
  // What the left button means first; null: turning and selecting. The tool outlives the view or is taken away.
  void setTool(ViewTool* tool);
  [[nodiscard]] bool usable() const { return renderer_ != nullptr; }
  // Every picture in full quality, also moving ones that take long.
  void setFine(bool fine);
  [[nodiscard]] bool fine() const { return fine_; }
  // Whether the last picture was drawn at least as long ago as it took.
  [[nodiscard]] bool rested() const;
  // What was given last is shown in full, and nothing is to be drawn again.
  [[nodiscard]] bool settled() const { return !dirty_ && !portioned_ && !settle_.isActive() && !preparing_.isActive(); }
  [[nodiscard]] bool portioned() const { return portioned_; }  // a picture was begun in portions and not shown yet
  [[nodiscard]] int portionedPictures() const { return portionedPictures_; }  // that were shown
  // Wall time that the last picture took, to where the window showed it [ms].
  [[nodiscard]] double paintTime() const { return 1e3 * took_; }

 signals:
  void picked(int body);  // -1: the background
  void pullStarted(int body, passung::Vec3 p_WG);
  void pullMoved(passung::Vec3 p_WT);
  void pushStarted(int body, passung::Vec3 p_WG, passung::Vec3 n_W);  // n: out of the part
  void pushMoved(double pixels);                                      // from where it started
  void pullEnded();                                                   // or pushing
  void sectionMoved(double notches);                                  // by Ctrl and the wheel, while there is a section
  void failed(const QString& why);                                    // OpenGL is missing or too old

 protected:
  void initializeGL() override;
  void paintGL() override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  enum class Drag { kNone, kClick, kOrbit, kPan, kPull, kPush, kTool };

  [[nodiscard]] QSize pictureSize() const;  // [device pixel]
  [[nodiscard]] Ray rayAt(const QPointF& at) const;
  // The point of a part under the cursor, or the one at the target's depth.
  [[nodiscard]] Vec3 pointAt(const QPointF& at) const;
  [[nodiscard]] ViewPoint viewPoint(const QMouseEvent& event) const;
  void dropRenderer();
  void pictureDone();
  // Meshes that were never drawn are made ready bit by bit; until then pictures do without them.
  void prepareMore();
  // A full picture that takes long is drawn in portions, between which events are handled. What changes meanwhile gives
  // it up.
  void beginPortions();
  void nextPortion();
  void giveUpPortions();
  void changed();  // what is shown; draws it anew
  void breakDown(const std::exception& why);

  CameraRig& rig_;
  std::unique_ptr<render::Renderer> renderer_;
  std::shared_ptr<const DrawList> list_;
  render::RenderOptions options_;
  ViewTool* tool_ = nullptr;
  QElapsedTimer hovered_;  // since the tool last heard of the mouse
  Drag drag_ = Drag::kNone;
  Qt::MouseButton button_ = Qt::NoButton;
  QPointF pressed_, last_;
  Vec3 grabbed_ = Vec3::Zero();  // point under the cursor when the button went down [m]
  double depth_ = 0;             // of grabbed_ [m]
  int body_ = -1;                // under the cursor when the button went down
  QString broken_;
  PictureQuality quality_;
  int level_ = 0;                     // of the last picture
  bool fine_ = false, still_ = true;  // still: the next picture is to be the last for a while
  QElapsedTimer began_, ended_;       // of the last picture
  double took_ = 0;                   // [s] the last picture
  double blocked_ = 0;                // [s] of that since events were last handled
  QTimer settle_;                     // until a simplified picture is drawn again in full
  QTimer preparing_;                  // runs while meshes are made ready
  QTimer portions_;                   // runs while a picture is drawn in portions
  bool portioned_ = false;            // a picture was begun in portions and not shown yet
  int portionedPictures_ = 0;
  bool dirty_ = false;  // what is shown is not yet what was given last
  double spent_ = 0;    // [s] on portions
  QSize drawnSize_;     // of the last picture [device pixel]; empty: there is none
};

}  // namespace passung::app
