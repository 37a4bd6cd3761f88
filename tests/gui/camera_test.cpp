// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/camera_test.h"

#include <QTest>
#include <array>
#include <cmath>
#include <random>

#include "app/window/camera.h"
#include "app/window/format.h"
#include "app/window/picture_quality.h"
#include "app/window/ray_cast.h"
#include "collision/shapes/shape.h"

using namespace passung;
using namespace passung::app;

namespace {

constexpr int kWidth = 800, kHeight = 600;

Camera someCamera(bool orthographic) {
  Camera camera;
  camera.set({.eye = Vec3(0.3, -0.5, 0.4), .target = Vec3(0.02, 0.01, -0.03)});
  camera.setOrthographic(orthographic);
  return camera;
}

// Pixel of a point, by projecting it with the view's own vectors: independent of Camera::ray.
QPointF pixelOf(const Camera& camera, const Vec3& p) {
  const render::View v = camera.view();
  const Vec3 d = (v.target - v.eye).normalized();
  const Vec3 r = d.cross(v.up).normalized();
  const Vec3 u = r.cross(d);
  const Vec3 c = p - v.eye;
  const double depth = v.orthographic ? (v.target - v.eye).norm() : c.dot(d);
  const double scale = 0.5 * kHeight / std::tan(0.5 * v.fovY) / depth;
  return {0.5 * kWidth + scale * c.dot(r) - 0.5, 0.5 * kHeight - scale * c.dot(u) - 0.5};
}

double distance(const QPointF& a, const QPointF& b) { return std::hypot(a.x() - b.x(), a.y() - b.y()); }

}  // namespace

void CameraTest::orbitKeepsThePivotInThePicture() {
  for (const bool ortho : {false, true}) {
    Camera camera = someCamera(ortho);
    const Vec3 pivot(0.05, -0.04, 0.02);
    const QPointF before = pixelOf(camera, pivot);
    const Vec3 sight = camera.direction();
    camera.orbit(0.4, -0.2, pivot);
    QVERIFY(distance(pixelOf(camera, pivot), before) < 1e-9);
    QVERIFY((camera.direction() - sight).norm() > 0.1);
    camera.orbit(0, 100, pivot);  // stops at the pole
    QVERIFY(std::abs(camera.direction().z()) <= 1);
    QVERIFY(std::abs(camera.up().norm() - 1) < 1e-12);
    QVERIFY(distance(pixelOf(camera, pivot), before) < 1e-9);
  }
}

void CameraTest::zoomKeepsThePointUnderTheCursor() {
  for (const bool ortho : {false, true}) {
    Camera camera = someCamera(ortho);
    const Vec3 point(0.05, -0.04, 0.02);
    const QPointF before = pixelOf(camera, point);
    const double far = camera.distance();
    camera.zoom(0.5, point);
    QVERIFY(distance(pixelOf(camera, point), before) < 1e-9);
    QCOMPARE(camera.distance(), 0.5 * far);
  }
}

void CameraTest::panMovesThePointWithTheCursor() {
  for (const bool ortho : {false, true}) {
    Camera camera = someCamera(ortho);
    const Vec3 point(0.05, -0.04, 0.02);
    const QPointF before = pixelOf(camera, point);
    camera.pan(31, -17, camera.depthOf(point), kHeight);
    QVERIFY(distance(pixelOf(camera, point), before + QPointF(31, -17)) < 1e-9);
  }
}

void CameraTest::fitShowsTheWholeBoxAndNotMuchMore() {
  const Aabb box{Vec3(-0.1, -0.02, 0), Vec3(0.3, 0.05, 0.04)};
  for (const bool ortho : {false, true}) {
    for (int v = 0; v < 7; ++v) {
      Camera camera = someCamera(ortho);
      camera.lookAlong(static_cast<StandardView>(v));
      camera.fit(box, static_cast<double>(kWidth) / kHeight);
      double reach = 0;  // largest share of the half picture that a corner takes
      for (int i = 0; i < 8; ++i) {
        const Vec3 corner((i & 1) ? box.upper.x() : box.lower.x(), (i & 2) ? box.upper.y() : box.lower.y(),
                          (i & 4) ? box.upper.z() : box.lower.z());
        const QPointF at = pixelOf(camera, corner);
        const double across = std::abs(at.x() + 0.5 - 0.5 * kWidth) / (0.5 * kWidth);
        const double down = std::abs(at.y() + 0.5 - 0.5 * kHeight) / (0.5 * kHeight);
        reach = std::max({reach, across, down});
      }
      QVERIFY2(reach <= 1.0, qPrintable(QString::number(reach)));
      QVERIFY2(reach > 0.7, qPrintable(QString::number(reach)));
    }
  }
}

void CameraTest::standardViewsLookAlongTheirAxes() {
  const std::pair<StandardView, Vec3> views[] = {{StandardView::kFront, Vec3::UnitY()},
                                                 {StandardView::kBack, -Vec3::UnitY()},
                                                 {StandardView::kLeft, Vec3::UnitX()},
                                                 {StandardView::kRight, -Vec3::UnitX()},
                                                 {StandardView::kTop, -Vec3::UnitZ()},
                                                 {StandardView::kBottom, Vec3::UnitZ()},
                                                 {StandardView::kIsometric, Vec3(-1, 1, -1).normalized()}};
  for (const auto& [view, direction] : views) {
    Camera camera;
    camera.lookAlong(view);
    QVERIFY((camera.direction() - direction).norm() < 1e-12);
    QVERIFY(std::abs(camera.up().dot(direction)) < 1e-12);
    QVERIFY((camera.right() - camera.direction().cross(camera.up())).norm() < 1e-12);
  }
}

void CameraTest::betweenTakesTheShorterWay() {
  Camera a, b;
  a.lookAlong(StandardView::kRight);  // azimuth pi
  b.lookAlong(StandardView::kBack);   // azimuth -pi/2: a quarter turn away
  const Camera middle = Camera::between(a, b, 0.5);
  QVERIFY(middle.direction().dot(a.direction()) > 0.7);
  QVERIFY(middle.direction().dot(b.direction()) > 0.7);
}

// A cube of edge 2 round the origin, turned by a random rotation: a ray at its centre meets it where the slab formula
// in the cube's own frame says.
void CameraTest::rayMeetsTheNearestFace() {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  const auto mesh = collision::tessellate(collision::Box{Vec3::Ones()});
  for (int i = 0; i < 100; ++i) {
    const Transform X_WM{rotationFromVector(Vec3(normal(random), normal(random), normal(random))),
                         Vec3(0.1, 0.2, -0.3)};
    const Vec3 direction = Vec3(normal(random), normal(random), normal(random)).normalized();
    const Ray ray{X_WM.p - 10 * direction, direction};
    DrawList list;
    list.meshes.push_back({.mesh = mesh, .X_WM = X_WM, .color = {}, .edges = false, .selected = false, .pickId = 5});
    const auto hit = castRay(list, ray);
    QVERIFY(hit.has_value());
    QCOMPARE(hit->pickId, 5U);
    const double inside = 1 / (X_WM.q.conjugate() * direction).cwiseAbs().maxCoeff();
    QVERIFY(std::abs(hit->distance - (10 - inside)) < 1e-9);
    QVERIFY(!castRay(list, {ray.origin, -direction}).has_value());
  }
}

// Two cubes in a row along x, the first cut in its middle: from the open side the cut face is met, from the other side
// its own face; with all of it taken away, the second cube is.
void CameraTest::rayMeetsTheCutFaceAndWhatIsBehindIt() {
  const auto mesh = collision::tessellate(collision::Box{Vec3::Ones()});
  DrawList list;
  for (int i = 0; i < 2; ++i) {
    list.meshes.emplace_back();
    list.meshes.back().mesh = mesh;
    list.meshes.back().X_WM.p = Vec3(5.0 * i, 0, 0);
    list.meshes.back().pickId = static_cast<std::uint32_t>(i) + 1;
  }
  const Ray ray{Vec3(-10, 0.1, 0.2), Vec3::UnitX()};
  list.section = DrawSection{.p = Vec3(0.25, 0, 0), .n = -Vec3::UnitX()};
  auto hit = castRay(list, ray);
  QVERIFY(hit && hit->pickId == 1 && hit->triangle == -1);
  QVERIFY(std::abs(hit->p.x() - 0.25) < 1e-12);
  list.section->n = Vec3::UnitX();
  hit = castRay(list, ray);
  QVERIFY(hit && hit->pickId == 1 && hit->triangle >= 0);
  QVERIFY(std::abs(hit->p.x() + 1) < 1e-12);
  list.section = DrawSection{.p = Vec3(2, 0, 0), .n = -Vec3::UnitX()};
  hit = castRay(list, ray);
  QVERIFY(hit && hit->pickId == 2 && hit->mesh == 1);
  QVERIFY(std::abs(hit->p.x() - 4) < 1e-12);
  list.meshes[0].whole = true;
  QVERIFY(castRay(list, ray)->pickId == 1);
}

void CameraTest::numbersAreReadable() {
  QCOMPARE(format::length(0.0123456), QString("12.35 mm"));
  QCOMPARE(format::length(12.34567), QString("12.35 m"));
  QCOMPARE(format::length(-3.2e-6), QString("-3.200 \u00b5m"));
  QCOMPARE(format::length(0), QString("0 mm"));
  QCOMPARE(format::mass(0.1234), QString("123.4 g"));
  QCOMPARE(format::force(1234.0), QString("1.234 kN"));
  QCOMPARE(format::lengths(Vec3(0.01, -0.2, 0)), QString("10.0, -200.0, 0.0 mm"));
  QCOMPARE(format::count(1234567), QString("1\u2009234\u2009567"));
  QCOMPARE(format::count(999), QString("999"));
  QVERIFY(!format::length(std::nan("")).contains("nan"));
}

// A machine whose pictures take 200, 80 and 30 ms by level: motion settles at the last, tries finer ones now and then,
// and goes back to full pictures when they have become quick.
void CameraTest::movingPicturesTakeTheFinestLevelThatIsQuickEnough() {
  PictureQuality quality;
  std::array<double, PictureQuality::kLevels> cost{0.2, 0.08, 0.03};
  std::array<int, PictureQuality::kLevels> drawn{};
  const auto draw = [&](int pictures) {
    drawn = {};
    for (int i = 0; i < pictures; ++i) {
      const int level = quality.moving();
      ++drawn[static_cast<std::size_t>(level)];
      quality.drawn(level, cost[static_cast<std::size_t>(level)]);
    }
  };
  draw(500);
  QVERIFY(drawn[2] > 450);
  QVERIFY(drawn[1] >= 2 && drawn[0] >= 2);
  cost = {0.02, 0.01, 0.005};
  draw(500);
  QVERIFY(drawn[0] > 200);
  QCOMPARE(quality.moving(), 0);

  render::RenderOptions options;
  PictureQuality::simplify(options, 0);
  QVERIFY(options.shadows && options.ambientOcclusion && !options.coarse);
  PictureQuality::simplify(options, 2);
  QVERIFY(!options.shadows && !options.ambientOcclusion && options.coarse);
}
