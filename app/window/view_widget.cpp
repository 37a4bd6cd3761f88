// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/view_widget.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QWheelEvent>
#include <cmath>
#include <exception>
#include <utility>

#include "app/window/ray_cast.h"

namespace passung::app {

namespace {
constexpr double kOrbitPerPixel = 0.0075;  // [rad]
constexpr double kKeyTurn = 0.12;          // [rad] a key press
constexpr double kKeyPan = 40;             // [pixel]
constexpr double kNotch = 0.88;            // distance factor of one wheel notch
constexpr int kClickSlop = 3;              // [pixel] a click may move
constexpr int kSettle = 300;               // [ms] without a new picture, then it stands still
constexpr qint64 kHoverTime = 30;          // [ms] between two looks at what is under the mouse
constexpr std::size_t kMany = 20'000;      // triangles that were never drawn: their first picture takes long

double seconds(const QElapsedTimer& clock) { return 1e-9 * static_cast<double>(clock.nsecsElapsed()); }
}  // namespace

ViewWidget::ViewWidget(CameraRig& rig, QWidget* parent) : QOpenGLWidget(parent), rig_(rig) {
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(200, 150);
  setAccessibleName(tr("3D view"));
  setUpdateBehavior(QOpenGLWidget::PartialUpdate);  // a picture stays until the next one is whole
  connect(&rig_, &CameraRig::changed, this, &ViewWidget::changed);
  connect(this, &QOpenGLWidget::frameSwapped, this, &ViewWidget::pictureDone);
  connect(this, &QOpenGLWidget::resized, this, [this] { drawnSize_ = QSize(); });  // its framebuffer is a new one
  settle_.setSingleShot(true);
  settle_.setInterval(kSettle);
  connect(&settle_, &QTimer::timeout, this, [this] {
    if (!quality_.quick()) return beginPortions();
    still_ = true;
    update();
  });
  connect(&preparing_, &QTimer::timeout, this, &ViewWidget::prepareMore);
  connect(&portions_, &QTimer::timeout, this, &ViewWidget::nextPortion);
}

ViewWidget::~ViewWidget() { dropRenderer(); }

void ViewWidget::dropRenderer() {
  giveUpPortions();
  preparing_.stop();
  if (!renderer_) return;
  makeCurrent();
  renderer_.reset();
  doneCurrent();
}

QSize ViewWidget::pictureSize() const {
  const double ratio = devicePixelRatioF();
  return {static_cast<int>(std::lround(width() * ratio)), static_cast<int>(std::lround(height() * ratio))};
}

void ViewWidget::changed() {
  giveUpPortions();
  dirty_ = true;
  update();
}

// Not from inside the paint cycle: the receiver shows a banner, which lays the window out anew.
void ViewWidget::breakDown(const std::exception& why) {
  broken_ = QString::fromUtf8(why.what());
  QMetaObject::invokeMethod(
      this, [this] { emit failed(broken_); }, Qt::QueuedConnection);
}

void ViewWidget::prepareMore() {
  if (!renderer_ || !list_) return preparing_.stop();
  try {
    makeCurrent();
    const bool more = renderer_->prepare(*list_);
    doneCurrent();
    if (more) return;
    preparing_.stop();
    beginPortions();
  } catch (const std::exception& e) {
    dropRenderer();
    breakDown(e);
  }
}

void ViewWidget::beginPortions() {
  if (!renderer_ || !list_ || fine_ || portioned_) return;
  if (drawnSize_ != pictureSize()) return update();  // no picture that could stay meanwhile
  render::RenderOptions options = options_;
  options.pixelRatio = devicePixelRatioF();
  makeCurrent();
  renderer_->begin(list_, rig_.camera().view(), options, pictureSize().width(), pictureSize().height());
  doneCurrent();
  portioned_ = true;
  spent_ = 0;
  settle_.stop();
  portions_.start(0);
}

void ViewWidget::nextPortion() {
  QElapsedTimer clock;
  clock.start();
  try {
    makeCurrent();
    const bool more = renderer_->advance();
    doneCurrent();
    spent_ += seconds(clock);
    if (more) return;
    portions_.stop();
    update();
  } catch (const std::exception& e) {
    dropRenderer();
    breakDown(e);
  }
}

void ViewWidget::giveUpPortions() {
  portions_.stop();
  portioned_ = false;
}

void ViewWidget::display(std::shared_ptr<const DrawList> list) {
  list_ = std::move(list);
  changed();
}

void ViewWidget::setTool(ViewTool* tool) {
  if (tool == tool_) return;
  if (tool_) tool_->leave();
  tool_ = tool;
  setMouseTracking(tool != nullptr);
  hovered_.start();
  if (drag_ == Drag::kTool) drag_ = Drag::kNone;
  update();
}

ViewPoint ViewWidget::viewPoint(const QMouseEvent& event) const {
  return {.x = event.position().x(),
          .y = event.position().y(),
          .width = width(),
          .height = height(),
          .camera = &rig_.camera(),
          .list = list_.get(),
          .modifiers = event.modifiers()};
}

void ViewWidget::setOptions(const render::RenderOptions& options) {
  options_ = options;
  changed();
}

void ViewWidget::setFine(bool fine) {
  fine_ = fine;
  changed();
}

bool ViewWidget::rested() const { return !ended_.isValid() || seconds(ended_) >= blocked_; }

void ViewWidget::pictureDone() {
  if (!began_.isValid()) return;
  blocked_ = seconds(began_);
  took_ = blocked_ + std::exchange(spent_, 0);
  began_.invalidate();
  ended_.start();
  quality_.drawn(level_, took_);
}

void ViewWidget::initializeGL() {
  drawnSize_ = QSize();
  connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &ViewWidget::dropRenderer, Qt::UniqueConnection);
  try {
    renderer_ = std::make_unique<render::Renderer>([](const char* name) {
      return reinterpret_cast<void*>(QOpenGLContext::currentContext()->getProcAddress(name));
    });
  } catch (const std::exception& e) {
    breakDown(e);
  }
}

void ViewWidget::paintGL() {
  if (!renderer_) return;
  const QSize size = pictureSize();
  if (fine_ || size != drawnSize_) giveUpPortions();
  if (portions_.isActive()) return;  // the last picture stays
  began_.start();
  dirty_ = false;
  if (portioned_) {
    level_ = 0;
    renderer_->finish(defaultFramebufferObject(), {0, 0, size.width(), size.height()});
    portioned_ = false;
    ++portionedPictures_;
  } else {
    static const DrawList nothing;
    const bool lacking = list_ && !fine_ && renderer_->unprepared(*list_) > kMany;
    if (lacking) {
      quality_.expectSlow();
      preparing_.start(0);
    }
    render::RenderOptions options = options_;
    options.pixelRatio = devicePixelRatioF();
    level_ = fine_ || (still_ && !lacking) ? 0 : quality_.moving();
    PictureQuality::simplify(options, level_);
    spent_ = 0;
    const std::array<int, 4> viewport{0, 0, size.width(), size.height()};
    const render::View view = rig_.camera().view();
    if (lacking) {
      renderer_->draw(renderer_->prepared(*list_), view, options, defaultFramebufferObject(), viewport);
      began_.invalidate();  // no measure
    } else {
      renderer_->draw(list_ ? *list_ : nothing, view, options, defaultFramebufferObject(), viewport);
      if (level_ > 0) settle_.start();
    }
  }
  still_ = false;
  drawnSize_ = size;

  // Qt blends the picture over the widget's background, so it must be opaque; the renderer promises colours only.
  QOpenGLFunctions& gl = *context()->functions();
  gl.glBindFramebuffer(GL_FRAMEBUFFER, defaultFramebufferObject());
  gl.glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_TRUE);
  gl.glClearColor(0, 0, 0, 1);
  gl.glClear(GL_COLOR_BUFFER_BIT);
  gl.glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

Ray ViewWidget::rayAt(const QPointF& at) const { return rig_.camera().ray(at.x(), at.y(), width(), height()); }

Vec3 ViewWidget::pointAt(const QPointF& at) const {
  const Ray ray = rayAt(at);
  if (list_) {
    if (const auto hit = castRay(*list_, ray)) return hit->p;
  }
  const Camera& camera = rig_.camera();
  const Vec3 sight = camera.direction();
  return ray.origin + ray.direction * ((camera.target() - ray.origin).dot(sight) / ray.direction.dot(sight));
}

void ViewWidget::mousePressEvent(QMouseEvent* event) {
  if (drag_ != Drag::kNone) return;  // a second button during a drag
  button_ = event->button();
  pressed_ = last_ = event->position();
  if (tool_ && button_ == Qt::LeftButton && tool_->press(viewPoint(*event))) {
    drag_ = Drag::kTool;
    setCursor(Qt::ClosedHandCursor);
    return;
  }
  const auto hit = list_ ? castRay(*list_, rayAt(pressed_)) : std::nullopt;
  body_ = hit ? static_cast<int>(hit->pickId) - 1 : -1;
  // Over the background the scene turns round its middle, which is where the user looks.
  grabbed_ = hit ? hit->p : rig_.camera().target();
  depth_ = rig_.camera().depthOf(hit ? hit->p : pointAt(pressed_));
  if (button_ == Qt::LeftButton && (event->modifiers() & Qt::ControlModifier) && body_ >= 0) {
    const bool push = event->modifiers() & Qt::ShiftModifier;
    drag_ = push ? Drag::kPush : Drag::kPull;
    setCursor(push ? Qt::PointingHandCursor : Qt::ClosedHandCursor);
    if (push) {
      emit pushStarted(body_, grabbed_, normalAt(*list_, *hit, rayAt(pressed_)));
    } else {
      emit pullStarted(body_, grabbed_);
    }
  } else if (button_ == Qt::LeftButton && !(event->modifiers() & Qt::ShiftModifier)) {
    drag_ = Drag::kClick;
  } else {
    drag_ = Drag::kPan;
    setCursor(Qt::SizeAllCursor);
  }
}

void ViewWidget::mouseMoveEvent(QMouseEvent* event) {
  const QPointF moved = event->position() - last_;
  if (drag_ == Drag::kNone && tool_ && hovered_.elapsed() >= kHoverTime) {
    tool_->hover(viewPoint(*event));
    hovered_.start();
  }
  if (drag_ == Drag::kClick && (event->position() - pressed_).manhattanLength() > kClickSlop) {
    drag_ = Drag::kOrbit;
    setCursor(Qt::ClosedHandCursor);
  }
  Camera camera = rig_.camera();
  switch (drag_) {
    case Drag::kNone:
    case Drag::kClick:
      return;
    case Drag::kOrbit:
      camera.orbit(-kOrbitPerPixel * moved.x(), -kOrbitPerPixel * moved.y(), grabbed_);
      rig_.set(camera);
      break;
    case Drag::kPan:
      camera.pan(moved.x(), moved.y(), depth_, height());
      rig_.set(camera);
      break;
    case Drag::kTool:
      tool_->drag(viewPoint(*event));
      break;
    case Drag::kPush:
      emit pushMoved(std::hypot(event->position().x() - pressed_.x(), event->position().y() - pressed_.y()));
      break;
    case Drag::kPull: {
      // The target moves in the plane through the grasped point that faces the eye.
      const Ray ray = rayAt(event->position());
      const Vec3 sight = camera.direction();
      emit pullMoved(ray.origin + ray.direction * ((grabbed_ - ray.origin).dot(sight) / ray.direction.dot(sight)));
      break;
    }
  }
  last_ = event->position();
}

void ViewWidget::leaveEvent(QEvent* event) {
  if (tool_ && drag_ == Drag::kNone) tool_->leave();
  QOpenGLWidget::leaveEvent(event);
}

void ViewWidget::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != button_) return;
  if (drag_ == Drag::kTool) tool_->release(viewPoint(*event), false);
  if (drag_ == Drag::kClick && !(tool_ && button_ == Qt::LeftButton && tool_->click(viewPoint(*event)))) {
    emit picked(body_);
  }
  if (drag_ == Drag::kPull || drag_ == Drag::kPush) emit pullEnded();
  drag_ = Drag::kNone;
  button_ = Qt::NoButton;
  unsetCursor();
}

void ViewWidget::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  Camera camera = rig_.camera();
  camera.centerOn(pointAt(event->position()));
  rig_.moveTo(camera);
}

void ViewWidget::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;
  if (notches == 0) return;
  if (list_ && list_->section && (event->modifiers() & Qt::ControlModifier)) {
    emit sectionMoved(event->modifiers() & Qt::ShiftModifier ? 0.1 * notches : notches);
    event->accept();
    return;
  }
  Camera camera = rig_.camera();
  camera.zoom(std::pow(kNotch, notches), pointAt(event->position()));
  rig_.set(camera);
  event->accept();
}

void ViewWidget::keyPressEvent(QKeyEvent* event) {
  Camera camera = rig_.camera();
  const bool shift = event->modifiers() & Qt::ShiftModifier;
  const auto turn = [&](double x, double y) {
    if (shift) {
      camera.pan(-kKeyPan * x, kKeyPan * y, camera.distance(), height());
    } else {
      camera.orbit(kKeyTurn * x, kKeyTurn * y, camera.target());
    }
  };
  switch (event->key()) {
    case Qt::Key_Left:
      turn(-1, 0);
      break;
    case Qt::Key_Right:
      turn(1, 0);
      break;
    case Qt::Key_Up:
      turn(0, 1);
      break;
    case Qt::Key_Down:
      turn(0, -1);
      break;
    case Qt::Key_PageUp:
      camera.zoom(kNotch, camera.target());
      break;
    case Qt::Key_PageDown:
      camera.zoom(1 / kNotch, camera.target());
      break;
    case Qt::Key_Escape:
      if (drag_ == Drag::kPull || drag_ == Drag::kPush) emit pullEnded();
      if (drag_ == Drag::kTool) tool_->release({}, true);
      drag_ = Drag::kNone;
      unsetCursor();
      QOpenGLWidget::keyPressEvent(event);
      return;
    default:
      QOpenGLWidget::keyPressEvent(event);
      return;
  }
  rig_.set(camera);
}

}  // namespace passung::app
