// SPDX-License-Identifier: Apache-2.0
// Pictures against closed forms and invariants: silhouettes, depth order, background, edges, shadows, scale.
#include <limits>

#include "render/passes/shadow_pass.h"
#include "support.h"

namespace passung::render {
namespace {

using Picture = RenderTest;

constexpr Color kRed = {0.9F, 0.15F, 0.1F, 1};
constexpr Color kGreen = {0.1F, 0.8F, 0.2F, 1};

struct Silhouette {
  double area = 0, x = 0, y = 0;  // [pixel^2], centroid [pixel]
};

Silhouette silhouette(const Image& with, const Image& without) {
  Silhouette s;
  for (int y = 0; y < with.height; ++y) {
    for (int x = 0; x < with.width; ++x) {
      if (difference(at(with, x, y), at(without, x, y)) < 95) continue;  // half of a part's contrast
      s.area += 1;
      s.x += x + 0.5;
      s.y += y + 0.5;
    }
  }
  s.x /= s.area;
  s.y /= s.area;
  return s;
}

// A sphere seen under half angle alpha, its centre theta off the axis, is an ellipse with
// a = sin(alpha) cos(alpha) / (cos^2(theta) - sin^2(alpha)), b = sin(alpha) / sqrt(cos^2(theta) - sin^2(alpha)),
// centred at (tan(theta + alpha) + tan(theta - alpha)) / 2, in units of the distance to the image plane.
TEST_F(Picture, SphereCoversTheEllipseOfItsTangentCone) {
  const View view{.eye = Vec3(0, -3, 0), .target = Vec3::Zero(), .up = Vec3::UnitZ(), .fovY = 0.8};
  RenderOptions coarse = plainOptions();
  coarse.coarse = true;
  const Image empty = draw({}, view, plainOptions(), 640, 480);
  const Image coarseEmpty = draw({}, view, coarse, 640, 480);
  for (const Vec3& c : {Vec3(0, 0, 0), Vec3(0.7, 0, 0), Vec3(0, 0.5, -0.6)}) {
    DrawList list;
    list.meshes.push_back(part(sphereMesh(0.4), c, kRed));
    const Silhouette s = silhouette(draw(list, view, plainOptions(), 640, 480), empty);
    const Silhouette enlarged = silhouette(draw(list, view, coarse, 640, 480), coarseEmpty);

    const Vec3 v = c - view.eye;
    const double alpha = std::asin(0.4 / v.norm());
    const double theta = std::acos(v.y() / v.norm());
    const double pixels = 240 / std::tan(0.4);
    const double k = std::cos(theta) * std::cos(theta) - std::sin(alpha) * std::sin(alpha);
    const double a = pixels * std::sin(alpha) * std::cos(alpha) / k;
    const double b = pixels * std::sin(alpha) / std::sqrt(k);
    const double centre = pixels * 0.5 * (std::tan(theta + alpha) + std::tan(theta - alpha));
    Vec3 side(v.x(), 0, v.z());
    if (side.norm() > 0) side.normalize();
    EXPECT_NEAR(s.area, kPi * a * b, 0.015 * kPi * a * b) << c.transpose();
    EXPECT_NEAR(s.x, 320 + centre * side.x(), 0.5);
    EXPECT_NEAR(s.y, 240 - centre * side.z(), 0.5);
    EXPECT_NEAR(enlarged.area, kPi * a * b, 0.03 * kPi * a * b) << c.transpose();
    EXPECT_NEAR(enlarged.x, 320 + centre * side.x(), 1.0);
    EXPECT_NEAR(enlarged.y, 240 - centre * side.z(), 1.0);
  }
}

// Light worked out at the vertices is the light of each pixel within a few levels, seen from either side.
TEST_F(Picture, CoarseLightIsNearTheFullOne) {
  RenderOptions fine = plainOptions(), coarse = plainOptions();
  coarse.coarse = true;
  DrawList list;
  list.meshes.push_back(part(sphereMesh(0.4), Vec3(-0.5, 0, 0), kRed));
  list.meshes.push_back(part(boxMesh(Vec3(0.3, 0.3, 0.3)), Vec3(0.5, 0, 0), kRed));
  for (const Vec3& eye : {Vec3(0.6, -3, 1.2), Vec3(-1, 3, -0.8)}) {
    const View view{.eye = eye, .target = Vec3::Zero(), .up = Vec3::UnitZ(), .fovY = 0.6};
    const Image empty = draw({}, view, fine, 640, 480), a = draw(list, view, fine, 640, 480),
                b = draw(list, view, coarse, 640, 480);
    double off = 0;
    int count = 0;
    for (std::size_t i = 0; i < a.rgb.size(); i += 3) {
      if (std::abs(a.rgb[i] - empty.rgb[i]) + std::abs(a.rgb[i + 1] - empty.rgb[i + 1]) < 30) continue;
      off += std::abs(a.rgb[i] - b.rgb[i]);
      ++count;
    }
    ASSERT_GT(count, 20000);
    EXPECT_LT(off / count, 6);
  }
}

// A box seen into an edge: all faces are paper, however the light falls; edges before are dark, those behind pale.
TEST_F(Picture, ADrawingIsPaperWithEdges) {
  const View view{.eye = Vec3(3, -4, 2.5), .target = Vec3::Zero(), .up = Vec3::UnitZ(), .fovY = 0.5};
  DrawList list;
  list.meshes.push_back(part(boxMesh(Vec3(0.5, 0.5, 0.5)), Vec3::Zero(), kRed));
  for (const bool dark : {false, true}) {
    RenderOptions o = plainOptions();
    o.dark = dark;
    o.hiddenLine = true;
    o.samples = 4;
    const Image image = draw(list, view, o, 640, 480);
    const auto brightness = [&](const Vec3& p) {
      const auto [x, y] = pixelOf(view, p, 640, 480);
      // The farthest from paper within two pixels: lines are thin.
      const auto at = [&](int i, int j) {
        const auto k = static_cast<std::size_t>(3 * (j * image.width + i));
        return image.rgb[k] + image.rgb[k + 1] + image.rgb[k + 2];
      };
      int most = at(x, y);
      for (int i = -2; i <= 2; ++i) {
        for (int j = -2; j <= 2; ++j) most = dark ? std::max(most, at(x + i, y + j)) : std::min(most, at(x + i, y + j));
      }
      return most;
    };
    const int front = brightness(Vec3(0.1, -0.5, -0.2)), side = brightness(Vec3(0.5, 0.1, -0.2)),
              top = brightness(Vec3(0.1, 0.2, 0.5));
    EXPECT_NEAR(front, side, 3);
    EXPECT_NEAR(front, top, 3);
    const int seen = std::abs(brightness(Vec3(0.5, -0.5, 0.1)) - front);
    const int behind = std::abs(brightness(Vec3(-0.5, 0.5, -0.1)) - front);
    EXPECT_GT(seen, 200);
    EXPECT_GT(behind, 20);
    EXPECT_LT(behind, 0.6 * seen);
  }
}

TEST_F(Picture, OrthographicSphereKeepsItsSizeAtAnyDistance) {
  View view{.eye = Vec3(0, -3, 0), .target = Vec3::Zero(), .up = Vec3::UnitZ(), .fovY = 0.8};
  view.orthographic = true;
  const Image empty = draw({}, view, plainOptions(), 640, 480);
  const double r = 0.4 * 240 / (3 * std::tan(0.4));
  for (double y : {-2.0, 0.0, 40.0}) {
    DrawList list;
    list.meshes.push_back(part(sphereMesh(0.4), Vec3(0, y, 0), kRed));
    EXPECT_NEAR(silhouette(draw(list, view, plainOptions(), 640, 480), empty).area, kPi * r * r, 0.02 * kPi * r * r)
        << y;
  }
}

TEST_F(Picture, TheNearerBoxHidesTheFartherInAnyOrder) {
  const View view{.eye = Vec3(0, -5, 0), .target = Vec3::Zero(), .up = Vec3::UnitZ(), .fovY = 0.6};
  const auto box = boxMesh(Vec3::Constant(0.4));
  DrawList list;
  list.meshes = {part(box, Vec3(0, -1, 0), kRed), part(box, Vec3(0, 1, 0), kGreen)};
  for (int turn = 0; turn < 2; ++turn) {
    const Pixel p = at(draw(list, view, plainOptions()), 160, 120);
    EXPECT_GT(p.r, 2 * p.g) << turn;
    std::swap(list.meshes[0], list.meshes[1]);
  }
}

TEST_F(Picture, BackgroundRunsBetweenTheColoursOfTheTheme) {
  for (bool dark : {false, true}) {
    RenderOptions o = plainOptions();
    o.dark = dark;
    const Image i = draw({}, {}, o);
    const Theme t = theme(dark);
    for (int x : {3, 160, 316}) {
      EXPECT_NEAR(at(i, x, 0).r, 255 * t.top.r, 2);
      EXPECT_NEAR(at(i, x, 0).b, 255 * t.top.b, 2);
      EXPECT_NEAR(at(i, x, 239).r, 255 * t.bottom.r, 2);
      EXPECT_NEAR(at(i, x, 239).b, 255 * t.bottom.b, 2);
    }
  }
}

// A cube seen from in front of one of its upright edges: a dark line where that edge is, none on a smooth sphere there.
TEST_F(Picture, SharpEdgesAreDarkLinesAndSmoothFacetsHaveNone) {
  const View view{.eye = Vec3(3, -3, 0), .target = Vec3::Zero(), .up = Vec3::UnitZ(), .fovY = 0.6};
  RenderOptions o = plainOptions();
  o.meshEdges = true;
  DrawList list;
  list.meshes.push_back(part(boxMesh(Vec3::Constant(0.5)), Vec3::Zero(), kRed));
  const auto [x, y] = pixelOf(view, Vec3(0.5, -0.5, 0), 320, 240);
  const Image cube = draw(list, view, o);
  const int line = std::min(at(cube, x, y).sum(), at(cube, x - 1, y).sum());
  EXPECT_LT(line, 0.75 * at(cube, x + 12, y).sum());
  EXPECT_LT(line, 0.75 * at(cube, x - 12, y).sum());

  o.meshEdges = false;
  const Image bare = draw(list, view, o);
  EXPECT_GT(std::min(at(bare, x, y).sum(), at(bare, x - 1, y).sum()),
            0.8 * std::min(at(bare, x + 12, y).sum(), at(bare, x - 12, y).sum()));

  o.meshEdges = true;
  list.meshes = {part(sphereMesh(0.5, 64), Vec3::Zero(), kRed)};
  const Image ball = draw(list, view, o);
  for (int dx = -15; dx < 15; ++dx) EXPECT_LT(difference(at(ball, 160 + dx, 120), at(ball, 161 + dx, 120)), 8) << dx;
}

// A box floats over a plate: along the light, its centre falls on a known spot of the plate.
TEST_F(Picture, ShadowFallsWhereTheLightCarriesIt) {
  const View view{.eye = Vec3(4, -3, 5), .target = Vec3(0.5, 0.5, 0), .up = Vec3::UnitZ(), .fovY = 0.8};
  DrawList list;
  list.meshes.push_back(part(boxMesh(Vec3(3, 3, 0.1)), Vec3(0, 0, -0.1), {0.7F, 0.7F, 0.7F, 1}));
  list.meshes.push_back(part(boxMesh(Vec3(0.4, 0.4, 0.1)), Vec3(0, 0, 1.5), kRed));
  const Vec3 l = ShadowPass::lightDirection();
  const Vec3 spot = Vec3(0, 0, 1.5) - l * (1.5 / l.z());
  RenderOptions o = plainOptions();
  const Image without = draw(list, view, o);
  o.shadows = true;
  const Image with = draw(list, view, o);

  const auto [x, y] = pixelOf(view, spot, 320, 240);
  EXPECT_LT(at(with, x, y).sum(), 0.85 * at(without, x, y).sum());
  const auto [u, v] = pixelOf(view, spot + Vec3(0, -1.2, 0), 320, 240);
  EXPECT_LT(difference(at(with, u, v), at(without, u, v)), 4);

  // It moves with the box, although the map is kept between pictures.
  list.meshes[1].X_WM.p.y() -= 1.2;
  const Image moved = draw(list, view, o);
  EXPECT_LT(at(moved, u, v).sum(), 0.85 * at(without, u, v).sum());
  EXPECT_LT(difference(at(moved, x, y), at(without, x, y)), 4);
}

// Occlusion darkens the inner corner of two plates, not the middle of one.
TEST_F(Picture, AmbientOcclusionDarkensInnerCorners) {
  const View view{.eye = Vec3(0, -4, 2), .target = Vec3(0, 0, 0.3), .up = Vec3::UnitZ(), .fovY = 0.7};
  DrawList list;
  list.meshes.push_back(part(boxMesh(Vec3(1.5, 1, 0.05)), Vec3(0, -1, -0.05), {0.7F, 0.7F, 0.7F, 1}));
  list.meshes.push_back(part(boxMesh(Vec3(1.5, 0.05, 0.7)), Vec3(0, 0.05, 0.7), {0.7F, 0.7F, 0.7F, 1}));
  RenderOptions o = plainOptions();
  const Image without = draw(list, view, o);
  o.ambientOcclusion = true;
  const Image with = draw(list, view, o);
  const auto [x, y] = pixelOf(view, Vec3(0, -0.04, 0), 320, 240);
  EXPECT_LT(at(with, x, y).sum(), 0.93 * at(without, x, y).sum());
  const auto [u, v] = pixelOf(view, Vec3(0, -1.2, 0), 320, 240);
  EXPECT_GT(at(with, u, v).sum(), 0.97 * at(without, u, v).sum());
}

TEST_F(Picture, TransparentPartShowsWhatIsBehindIt) {
  const View view{.eye = Vec3(0, -5, 0), .target = Vec3::Zero(), .up = Vec3::UnitZ(), .fovY = 0.6};
  const auto box = boxMesh(Vec3::Constant(0.4));
  DrawList list;
  list.meshes = {part(box, Vec3(0, -1, 0), {0.9F, 0.15F, 0.1F, 0.4F}), part(box, Vec3(0, 1, 0), kGreen)};
  const Pixel mixed = at(draw(list, view, plainOptions()), 160, 120);
  list.meshes.pop_back();
  const Pixel alone = at(draw(list, view, plainOptions()), 160, 120);
  EXPECT_LT(mixed.b + 20, alone.b);  // the light background is behind the second
  EXPECT_GT(mixed.g, mixed.b + 20);
}

// Each with an opacity of its own, whatever their order in the list.
TEST_F(Picture, TransparentPartsAreDrawnFromFarToNear) {
  const View view{.eye = Vec3(0, -5, 0), .target = Vec3::Zero(), .up = Vec3::UnitZ(), .fovY = 0.6};
  const auto box = boxMesh(Vec3::Constant(0.4));
  DrawList list;
  list.meshes = {part(box, Vec3(0, -1, 0), {0.9F, 0.15F, 0.1F, 0.7F}, 1),
                 part(box, Vec3(0, 1, 0), {0.1F, 0.8F, 0.2F, 0.4F}, 2)};
  const Image picture = draw(list, view, plainOptions());
  std::swap(list.meshes[0], list.meshes[1]);
  EXPECT_EQ(picture.rgb, draw(list, view, plainOptions()).rgb);
  const Pixel near = at(picture, 160, 120);
  EXPECT_GT(near.r, near.g) << "the nearer and less transparent one leads";
}

// What is not seen at all is not clicked either; what is seen a little is.
TEST_F(Picture, PartsWithoutOpacityAreNeitherDrawnNorPicked) {
  const View view{.eye = Vec3(0, -5, 0), .target = Vec3::Zero(), .up = Vec3::UnitZ(), .fovY = 0.6};
  const auto box = boxMesh(Vec3::Constant(0.4));
  DrawList list;
  list.meshes = {part(box, Vec3(0, -1, 0), {0.9F, 0.15F, 0.1F, 0.1F}, 1), part(box, Vec3(0, 1, 0), kGreen, 2)};
  EXPECT_EQ(renderer()->pick(list, view, 320, 240, 160, 120), 1U);
  list.meshes[0].color.a = 0;
  EXPECT_EQ(renderer()->pick(list, view, 320, 240, 160, 120), 2U);
  const Image picture = draw(list, view, plainOptions());
  list.meshes.erase(list.meshes.begin());
  EXPECT_EQ(picture.rgb, draw(list, view, plainOptions()).rgb);
}

TEST_F(Picture, TheSamePictureTwiceIsTheSameToTheBit) {
  DrawList list;
  list.meshes = {part(sphereMesh(0.4, 48), Vec3(0, 0, 0.4), kRed),
                 part(boxMesh(Vec3(1, 1, 0.1)), Vec3(0, 0, -0.1), kGreen)};
  list.meshes[0].selected = true;
  list.texts.push_back({Vec3(0, 0, 1), "text"});
  list.arrows.push_back({Vec3(0, 0, 0.8), Vec3(0, 0, 1.4), kRed});
  const View view{.eye = Vec3(2, -3, 2)};
  const Image first = draw(list, view, {});
  EXPECT_EQ(first.rgb, draw(list, view, {}).rgb);
  // And in a context of its own.
  EXPECT_EQ(first.rgb, renderImage(list, view, {}, 320, 240).rgb);
}

TEST_F(Picture, AnySizeOfTheWorldLooksTheSame) {
  const auto scene = [&](double s, const Vec3& shift) {
    DrawList list;
    list.meshes = {part(sphereMesh(0.4 * s, 48), s * Vec3(0, 0, 0.4) + shift, kRed),
                   part(boxMesh(s * Vec3(1, 1, 0.1)), s * Vec3(0, 0, -0.1) + shift, kGreen)};
    list.points.push_back({s * Vec3(0.7, -0.7, 0) + shift, kRed});
    RenderOptions o;
    o.grid = false;  // its cells follow the decimal system
    return draw(list, {.eye = s * Vec3(2, -3, 2) + shift, .target = shift}, o);
  };
  const Image one = scene(1, Vec3::Zero());
  for (double s : {1e-5, 1e-3, 1e3, 1e4}) {
    const Image other = scene(s, Vec3(300, -200, 100) * s);
    double total = 0;
    for (std::size_t i = 0; i < one.rgb.size(); ++i) total += std::abs(one.rgb[i] - other.rgb[i]);
    EXPECT_LT(total / static_cast<double>(one.rgb.size()), 0.3) << s;
  }
}

TEST_F(Picture, SelectionIsOutlinedEvenBehindAnotherPart) {
  const View view{.eye = Vec3(0, -5, 0), .target = Vec3::Zero(), .up = Vec3::UnitZ(), .fovY = 0.6};
  DrawList list;
  list.meshes = {part(boxMesh(Vec3::Constant(0.8)), Vec3(0, -1, 0), kGreen),
                 part(boxMesh(Vec3::Constant(0.3)), Vec3(0, 1, 0), kRed)};
  const Image plain = draw(list, view, plainOptions());
  list.meshes[1].selected = true;
  const Image marked = draw(list, view, plainOptions());
  int changed = 0;
  for (int y = 0; y < 240; ++y) {
    for (int x = 0; x < 320; ++x) changed += difference(at(plain, x, y), at(marked, x, y)) > 40 ? 1 : 0;
  }
  EXPECT_GT(changed, 50);
  EXPECT_LT(difference(at(plain, 160, 120), at(marked, 160, 120)), 4);
}

TEST_F(Picture, NothingFiniteIsNeededOfWhatIsDrawn) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const View view{.eye = Vec3(2, -3, 2)};
  DrawList good;
  good.meshes = {part(sphereMesh(0.4, 48), Vec3::Zero(), kRed)};
  DrawList bad = good;
  bad.meshes.push_back(part(boxMesh(Vec3::Ones()), Vec3(nan, 0, 0), kGreen));
  bad.meshes.push_back(part(nullptr, Vec3::Zero(), kGreen));
  bad.lines.push_back({Vec3(nan, 0, 0), Vec3::Ones(), kRed});
  bad.points.push_back({Vec3(0, std::numeric_limits<double>::infinity(), 0), kRed});
  bad.arrows.push_back({Vec3::Zero(), Vec3(0, nan, 0), kRed});
  bad.arrows.push_back({Vec3::Zero(), Vec3::Zero(), kRed});
  bad.boxes.push_back({Aabb{}, {}, kRed});
  bad.texts.push_back({Vec3(nan, 0, 0), "x"});
  EXPECT_EQ(draw(good, view, {}).rgb, draw(bad, view, {}).rgb);

  // Degenerate cameras still draw.
  draw(good, {.eye = Vec3::Zero(), .target = Vec3::Zero()}, {});
  draw(good, {.eye = Vec3(0, 0, 3), .up = Vec3::UnitZ()}, {});
  draw(good, {.eye = Vec3(nan, 0, 0)}, {});
}

TEST(FitView, HoldsEveryCornerAndFillsThePicture) {
  const Aabb box{Vec3(-1, -2, 0), Vec3(3, 1, 0.5)};
  for (const Vec3& d : {Vec3(-1, 1.5, -1), Vec3(0, 1, 0), Vec3(0, 0, -1), Vec3(1, 0, 0)}) {
    for (double s : {1e-5, 1.0, 1e4}) {
      const Aabb scaled{s * box.lower, s * box.upper};
      const View view = fitView(scaled, d, Vec3::UnitZ(), 0.61, 1.6);
      const Frame f = makeFrame({}, view, 1600, 1000, false);
      double reach = 0;
      for (int i = 0; i < 8; ++i) {
        const Vec3 c((i & 1) != 0 ? scaled.upper.x() : scaled.lower.x(),
                     (i & 2) != 0 ? scaled.upper.y() : scaled.lower.y(),
                     (i & 4) != 0 ? scaled.upper.z() : scaled.lower.z());
        const Vec3 p = f.toView(c);
        const double k = f.pixelsPerUnit(-p.z());
        reach = std::max({reach, std::abs(k * p.x()) / 800, std::abs(k * p.y()) / 500});
      }
      EXPECT_LT(reach, 1.0) << d.transpose();
      EXPECT_GT(reach, 0.8) << d.transpose();
    }
  }
}

}  // namespace
}  // namespace passung::render
