// SPDX-License-Identifier: Apache-2.0
// The section plane: cut faces have the area and the colour they should, what is taken away hides nothing.
#include "support.h"

namespace passung::render {
namespace {

using Section = RenderTest;

constexpr Color kRed = {0.9F, 0.15F, 0.1F, 1};
constexpr Color kGreen = {0.1F, 0.8F, 0.2F, 1};

// Along +y, 0.004 m a pixel; the section's normal looks at the eye.
View front() {
  View view{.eye = Vec3(0, -5, 0), .target = Vec3::Zero(), .up = Vec3::UnitZ(), .fovY = 2 * std::atan(0.096)};
  view.orthographic = true;
  return view;
}
constexpr double kPixel = 2 * 5 * 0.096 / 240;  // [m]

// So many pixels have the flat tone of a colour.
int flatPixels(const Image& image, const Color& c) {
  int count = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const Pixel p = at(image, x, y);
      count += std::abs(p.r - 255 * c.r) < 2 && std::abs(p.g - 255 * c.g) < 2 && std::abs(p.b - 255 * c.b) < 2 ? 1 : 0;
    }
  }
  return count;
}

// That many pixels of flat tone as a face of this area and rim [m^2, m] has: those on the rim are mixed.
void expectFace(int pixels, double area, double rim) {
  const double whole = area / (kPixel * kPixel);
  EXPECT_LT(pixels, 1.002 * whole + 4);
  EXPECT_GT(pixels, whole - 1.6 * rim / kPixel);
}

std::shared_ptr<const TriangleMesh> hollowSphere(double outer, double inner) {
  const auto a = sphereMesh(outer), b = sphereMesh(inner);
  std::vector<Vec3> v(a->vertices().begin(), a->vertices().end());
  std::vector<Triangle> t(a->triangles().begin(), a->triangles().end());
  const int shift = static_cast<int>(v.size());
  v.insert(v.end(), b->vertices().begin(), b->vertices().end());
  for (const Triangle& k : b->triangles()) t.push_back({k[0] + shift, k[2] + shift, k[1] + shift});
  return TriangleMesh::build(v, t);
}

// A sphere of radius r, cut at a height h over its centre, shows a disc of area pi (r^2 - h^2); a hollow one a ring.
TEST_F(Section, CutFacesHaveTheAreaOfTheSolid) {
  const double r = 0.4;
  for (double h : {0.0, 0.2, -0.25}) {
    DrawList list;
    list.section = DrawSection{.p = Vec3(0, -h, 0), .n = Vec3(0, -1, 0), .hatch = false};
    list.meshes.push_back(part(sphereMesh(r), Vec3::Zero(), kRed));
    const double disc = std::sqrt(r * r - h * h);
    expectFace(flatPixels(draw(list, front(), plainOptions()), kRed), kPi * disc * disc, 2 * kPi * disc);

    list.meshes = {part(hollowSphere(r, 0.3), Vec3::Zero(), kRed)};
    const double hole = std::sqrt(0.3 * 0.3 - h * h);
    expectFace(flatPixels(draw(list, front(), plainOptions()), kRed), kPi * (r * r - 0.3 * 0.3),
               2 * kPi * (disc + hole));
  }
}

// The same half, seen from behind, shows no cut face; seen aslant, a disc that is foreshortened by the cosine.
TEST_F(Section, CutFacesStandInTheirPlane) {
  DrawList list;
  list.section = DrawSection{.p = Vec3::Zero(), .n = Vec3(0, 1, 0), .hatch = false};
  list.meshes.push_back(part(sphereMesh(0.4), Vec3::Zero(), kRed));
  // Of the round outside, a line may have just that brightness.
  EXPECT_LT(flatPixels(draw(list, front(), plainOptions()), kRed), 0.01 * kPi * 0.16 / (kPixel * kPixel));
  const double angle = 0.7;
  list.section->n = Vec3(std::sin(angle), -std::cos(angle), 0);
  expectFace(flatPixels(draw(list, front(), plainOptions()), kRed), kPi * 0.16 * std::cos(angle), 2 * kPi * 0.4);
}

TEST_F(Section, WhatIsTakenAwayHidesNothingAndCannotBePicked) {
  DrawList list;
  list.meshes = {part(boxMesh(Vec3::Constant(0.2)), Vec3(0, -1, 0), kGreen, 7),
                 part(boxMesh(Vec3::Constant(0.2)), Vec3(0, 1, 0), kRed, 9)};
  EXPECT_EQ(renderer()->pick(list, front(), 320, 240, 160, 120), 7U);
  list.section = DrawSection{.p = Vec3::Zero(), .n = Vec3(0, -1, 0)};
  const Pixel p = at(draw(list, front(), plainOptions()), 160, 120);
  EXPECT_GT(p.r, 2 * p.g);
  EXPECT_EQ(renderer()->pick(list, front(), 320, 240, 160, 120), 9U);
  list.meshes[0].whole = true;
  const Pixel q = at(draw(list, front(), plainOptions()), 160, 120);
  EXPECT_GT(q.g, 2 * q.r) << "a part that is left whole";
}

// A pin of 0.2 in a hole of 0.3: the clearance between the cut faces is free, each has its own colour and area.
TEST_F(Section, APinInItsHoleKeepsItsClearance) {
  DrawList list;
  list.section = DrawSection{.p = Vec3::Zero(), .n = Vec3(0, -1, 0), .hatch = false};
  list.meshes = {part(hollowSphere(0.4, 0.3), Vec3::Zero(), kRed, 1), part(sphereMesh(0.2), Vec3::Zero(), kGreen, 2)};
  const Image image = draw(list, front(), plainOptions());
  expectFace(flatPixels(image, kGreen), 0.04 * kPi, 0.4 * kPi);
  expectFace(flatPixels(image, kRed), 0.07 * kPi, 1.4 * kPi);
  const auto [x, y] = pixelOf(front(), Vec3(0.25, 0, 0), 320, 240);
  EXPECT_GT(at(image, x, y).r - at(image, x, y).g, 20) << "the far wall of the hole, shaded";
  EXPECT_LT(at(image, x, y).r, 215);
}

TEST_F(Section, HatchingIsDarkerLinesOfTheSameColour) {
  DrawList list;
  list.section = DrawSection{.p = Vec3::Zero(), .n = Vec3(0, -1, 0), .hatch = true};
  list.meshes.push_back(part(boxMesh(Vec3(0.4, 0.4, 0.4)), Vec3::Zero(), kRed, 1));
  const Image image = draw(list, front(), plainOptions());
  int plain = 0, line = 0;
  for (int x = 100; x < 200; ++x) {
    const Pixel p = at(image, x, 120);
    EXPECT_GT(p.r, 3 * p.g);
    (p.r > 215 ? plain : line) += 1;
  }
  EXPECT_GT(plain, 50);
  EXPECT_GT(line, 10);
}

// Transparent parts show solid cut faces.
TEST_F(Section, TransparentPartsHaveSolidFaces) {
  DrawList list;
  list.section = DrawSection{.p = Vec3::Zero(), .n = Vec3(0, -1, 0), .hatch = false};
  list.meshes.push_back(part(sphereMesh(0.3), Vec3::Zero(), {kRed.r, kRed.g, kRed.b, 0.3F}));
  const Pixel p = at(draw(list, front(), plainOptions()), 160, 120);
  EXPECT_NEAR(p.r, 255 * kRed.r, 4);
}

// One colour a corner: a triangle's middle has their mean, brightness apart.
TEST_F(Section, ColoursOfVerticesTakeThePlaceOfThePartsColour) {
  DrawList list;
  list.meshes.push_back(part(boxMesh(Vec3::Constant(0.3)), Vec3::Zero(), kRed));
  auto colors = std::make_shared<std::vector<Color>>(list.meshes[0].mesh->vertices().size(), kGreen);
  list.meshes[0].vertexColors = colors;
  const Pixel p = at(draw(list, front(), plainOptions()), 160, 120);
  EXPECT_GT(p.g, 3 * p.r);
  list.meshes[0].vertexColors = nullptr;
  const Pixel q = at(draw(list, front(), plainOptions()), 160, 120);
  EXPECT_GT(q.r, 3 * q.g) << "and gives it back";
}

TEST_F(Section, SwatchesFillTheirRectangle) {
  DrawList list;
  list.swatches.push_back({.x = 20, .y = 30, .width = 40, .height = 10, .color = kGreen});
  const Image image = draw(list, front(), plainOptions());
  EXPECT_NEAR(at(image, 40, 35).g, 255 * kGreen.g, 3);
  EXPECT_NEAR(at(image, 22, 32).g, 255 * kGreen.g, 3);
  EXPECT_NEAR(at(image, 58, 38).g, 255 * kGreen.g, 3);
  const Image none = draw({}, front(), plainOptions());
  for (const auto& [x, y] : {std::pair{17, 35}, {63, 35}, {40, 27}, {40, 43}}) {
    EXPECT_EQ(difference(at(image, x, y), at(none, x, y)), 0) << x << ' ' << y;
  }
}

}  // namespace
}  // namespace passung::render
