// SPDX-License-Identifier: Apache-2.0
// Marks appear where the camera puts them; picking gives the part a ray meets; the context is left as it was.
#include <png.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <random>

#include "core/error.h"
#include "render/mesh_buffers.h"
#include "render/text/font.h"
#include "support.h"

namespace passung::render {
namespace {

using Marks = RenderTest;

const View kView{.eye = Vec3(1, -4, 1.5), .target = Vec3::Zero(), .up = Vec3::UnitZ(), .fovY = 0.7};
constexpr Color kInk = {0.8F, 0.0F, 0.5F, 1};

class Changes {
 public:
  Changes(const Image& a, const Image& b) : a_(a), b_(b) {}
  [[nodiscard]] bool near(const Vec3& p_W, int reach) const {
    const auto [x, y] = pixelOf(kView, p_W, a_.width, a_.height);
    return in(x - reach, y - reach, x + reach, y + reach) > 0;
  }
  [[nodiscard]] int in(int x0, int y0, int x1, int y1) const {
    int n = 0;
    for (int y = std::max(y0, 0); y <= std::min(y1, a_.height - 1); ++y) {
      for (int x = std::max(x0, 0); x <= std::min(x1, a_.width - 1); ++x)
        n += difference(at(a_, x, y), at(b_, x, y)) > 25 ? 1 : 0;
    }
    return n;
  }

 private:
  const Image& a_;
  const Image& b_;
};

TEST_F(Marks, PointsLinesBoxesAndArrowsAppearAtTheirPlaces) {
  const Image empty = draw({}, kView, plainOptions());
  const Vec3 a(-0.5, 0.2, 0.1);
  const Vec3 b(0.6, -0.1, 0.5);

  DrawList list;
  list.points.push_back({a, kInk, 7});
  const Image point = draw(list, kView, plainOptions());
  EXPECT_TRUE(Changes(empty, point).near(a, 1));
  EXPECT_FALSE(Changes(empty, point).near(b, 8));
  // A disc of 7 pixels.
  EXPECT_NEAR(Changes(empty, point).in(0, 0, 319, 239), kPi * 3.5 * 3.5, 14);

  list = {};
  list.lines.push_back({a, b, kInk, 2});
  const Image line = draw(list, kView, plainOptions());
  for (double t : {0.02, 0.3, 0.5, 0.98}) EXPECT_TRUE(Changes(empty, line).near(a + t * (b - a), 1)) << t;
  EXPECT_FALSE(Changes(empty, line).near(a + 1.2 * (b - a), 3));

  list = {};
  list.boxes.push_back({Aabb{Vec3(-0.4, -0.3, -0.2), Vec3(0.5, 0.3, 0.4)}, Transform{}, kInk});
  const Image box = draw(list, kView, plainOptions());
  for (const Vec3& corner : {Vec3(-0.4, -0.3, -0.2), Vec3(0.5, 0.3, 0.4), Vec3(0.5, -0.3, 0.4)}) {
    EXPECT_TRUE(Changes(empty, box).near(corner, 1)) << corner.transpose();
  }

  list = {};
  list.arrows.push_back({a, b, kInk, 3});
  const Image arrow = draw(list, kView, plainOptions());
  const Changes changes(empty, arrow);
  EXPECT_TRUE(changes.near(a, 2));
  EXPECT_TRUE(changes.near(a + 0.5 * (b - a), 1));
  EXPECT_TRUE(changes.near(b, 3));
  EXPECT_FALSE(changes.near(a + 1.15 * (b - a), 3));
  // The head is wider than the shaft: columns of pixels 9 before the tip and at the middle.
  const auto [ax, ay] = pixelOf(kView, a, 320, 240);
  const auto [bx, by] = pixelOf(kView, b, 320, 240);
  const double back = 9 / std::hypot(bx - ax, by - ay);
  const int hx = static_cast<int>(bx + back * (ax - bx));
  const int hy = static_cast<int>(by + back * (ay - by));
  const auto [sx, sy] = pixelOf(kView, a + 0.5 * (b - a), 320, 240);
  EXPECT_GT(changes.in(hx, hy - 12, hx, hy + 12), changes.in(sx, sy - 12, sx, sy + 12));
}

TEST_F(Marks, MarksOnTopShowThroughPartsAndOthersDoNot) {
  DrawList list;
  list.meshes.push_back(part(boxMesh(Vec3::Constant(0.5)), Vec3::Zero(), {0.7F, 0.7F, 0.7F, 1}));
  const Image plain = draw(list, kView, plainOptions());
  list.points.push_back({Vec3::Zero(), kInk, 9, true});
  const Image onTop = draw(list, kView, plainOptions());
  EXPECT_TRUE(Changes(plain, onTop).near(Vec3::Zero(), 1));
  list.points[0].onTop = false;
  const Image hidden = draw(list, kView, plainOptions());
  EXPECT_FALSE(Changes(plain, hidden).near(Vec3::Zero(), 6));
}

TEST_F(Marks, TextStandsAtItsPlaceInTheWindowAndBesideItsPlaceInTheWorld) {
  const Image empty = draw({}, kView, plainOptions());
  DrawList list;
  list.texts.push_back({Vec3(40, 30, 0), "Passung 0.5 \xC2\xB5m", kInk, true, 14});
  const Image screen = draw(list, kView, plainOptions());
  const Changes s(empty, screen);
  EXPECT_GT(s.in(40, 30, 160, 50), 150);
  EXPECT_EQ(s.in(0, 0, 35, 239), 0);
  EXPECT_EQ(s.in(0, 60, 319, 239), 0);

  list.texts = {{Vec3(0.3, 0, 0.2), "label", kInk}};
  const Image world = draw(list, kView, plainOptions());
  const auto [x, y] = pixelOf(kView, Vec3(0.3, 0, 0.2), 320, 240);
  EXPECT_GT(Changes(empty, world).in(x, y - 25, x + 60, y + 3), 30);
  EXPECT_EQ(Changes(empty, world).in(0, 0, x - 3, 239), 0);

  // Behind the eye there is none.
  list.texts = {{Vec3(2, -9, 3), "label", kInk}};
  EXPECT_EQ(empty.rgb, draw(list, kView, plainOptions()).rgb);
}

TEST_F(Marks, CornersShowTheAxesAndTheScale) {
  const Image empty = draw({}, kView, plainOptions());
  RenderOptions o = plainOptions();
  o.axes = true;
  const Image axes = draw({}, kView, o);
  EXPECT_GT(Changes(empty, axes).in(0, 140, 100, 239), 60);
  EXPECT_EQ(Changes(empty, axes).in(120, 0, 319, 239), 0);
}

TEST(Lengths, AreRoundAndCarryTheirUnit) {
  EXPECT_EQ(lengthText(0.02), "20 mm");
  EXPECT_EQ(lengthText(5), "5 m");
  EXPECT_EQ(lengthText(5e-5), "50 \xC2\xB5m");
  EXPECT_EQ(lengthText(2000), "2 km");
  for (double x : {1e-5, 0.00019, 0.2, 0.3, 0.99, 1.0, 7.5, 4321.0}) {
    const double r = roundLengthBelow(x);
    EXPECT_LE(r, x * (1 + 1e-9));
    EXPECT_GT(r, x / 2.5 * (1 - 1e-9));
  }
}

// The nearest box a ray from the eye meets, by slabs.
std::uint32_t rayPick(const DrawList& list, const View& view, double px, double py, int width, int height,
                      double& margin) {
  const Frame f = makeFrame(list, view, width, height, false);
  const Vec3 d_V((px - 0.5 * width) / (0.5 * height) * f.tanHalf, (0.5 * height - py) / (0.5 * height) * f.tanHalf, -1);
  const Vec3 d = f.R_VW.transpose() * d_V;
  std::uint32_t id = 0;
  double best = std::numeric_limits<double>::infinity();
  margin = best;
  for (const DrawMesh& m : list.meshes) {
    const Vec3 o_M = m.X_WM.inverse() * view.eye;
    const Vec3 d_M = m.X_WM.q.conjugate() * d;
    double t0 = 0;
    double t1 = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 3; ++k) {
      double a = (m.mesh->bounds().lower[k] - o_M[k]) / d_M[k];
      double b = (m.mesh->bounds().upper[k] - o_M[k]) / d_M[k];
      if (a > b) std::swap(a, b);
      t0 = std::max(t0, a);
      t1 = std::min(t1, b);
    }
    // Rays that graze a box are left to rounding.
    margin = std::min(margin, std::abs(t1 - t0));
    if (t0 <= t1) {
      margin = std::min(margin, std::abs(t0 - best));
      if (t0 < best) best = t0, id = m.pickId;
    }
  }
  return id;
}

// Labels that would lie over each other, or over a text that stays, are left out: the first one stays.
TEST_F(Marks, TextsThatYieldTakeTheRoomThatIsLeft) {
  const auto label = [](const Vec3& p, const char* words) {
    DrawText t;
    t.p = p;
    t.text = words;
    t.yields = true;
    return t;
  };
  DrawList list;
  const auto picture = [&] { return draw(list, kView, plainOptions()).rgb; };
  list.texts = {label(Vec3::Zero(), "12.3")};
  const auto first = picture();
  EXPECT_NE(first, draw({}, kView, plainOptions()).rgb);
  list.texts.push_back(label(Vec3(0.01, 0, 0), "45.6"));
  EXPECT_EQ(picture(), first);
  list.texts.push_back(label(Vec3(0, 0, 0.6), "78.9"));
  EXPECT_NE(picture(), first);
  // One that does not yield takes its place before all others.
  DrawText firm = label(Vec3(0.01, 0, 0), "45.6");
  firm.yields = false;
  list.texts = {label(Vec3::Zero(), "12.3"), firm};
  const auto both = picture();
  list.texts = {firm};
  EXPECT_EQ(picture(), both);
}

TEST_F(Marks, PickingGivesThePartOfTheRay) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  DrawList list;
  const auto mesh = boxMesh(Vec3(0.25, 0.15, 0.2));
  for (std::uint32_t i = 0; i < 12; ++i) {
    DrawMesh m = part(mesh, Vec3(unit(random), unit(random), 0.7 * unit(random)), kInk, i == 5 ? 0xFEDCBA98U : i + 1);
    m.X_WM.q = rotationFromVector(Vec3(unit(random), unit(random), unit(random)));
    list.meshes.push_back(m);
  }
  int compared = 0;
  int hits = 0;
  for (int i = 0; i < 300; ++i) {
    const int x = static_cast<int>(160 + 155 * unit(random));
    const int y = static_cast<int>(120 + 115 * unit(random));
    double margin = 0;
    const std::uint32_t expected = rayPick(list, kView, x + 0.5, y + 0.5, 320, 240, margin);
    if (margin < 1e-3) continue;
    ++compared;
    hits += expected != 0 ? 1 : 0;
    EXPECT_EQ(renderer()->pick(list, kView, 320, 240, x, y), expected) << x << " " << y;
  }
  EXPECT_GT(compared, 250);
  EXPECT_GT(hits, 50);
  EXPECT_EQ(gl_->GetError(), static_cast<GLenum>(GL_NO_ERROR));
  EXPECT_EQ(renderer()->pick(list, kView, 320, 240, -1, 0), 0U);
}

TEST_F(Marks, TheContextIsLeftAsItWas) {
  Texture color = makeTexture(*gl_, 200, 150, {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE}, GL_NEAREST);
  Framebuffer target = makeFramebuffer(*gl_, color.id(), 0);
  gl_->ClearColor(0.1F, 0.2F, 0.3F, 0.4F);
  gl_->Clear(GL_COLOR_BUFFER_BIT);
  gl_->Viewport(3, 5, 70, 80);
  gl_->Scissor(1, 2, 30, 40);
  gl_->Enable(GL_SCISSOR_TEST);
  gl_->Enable(GL_CULL_FACE);
  gl_->Enable(GL_BLEND);
  gl_->BlendFuncSeparate(GL_ONE, GL_ZERO, GL_DST_COLOR, GL_ONE);
  gl_->DepthFunc(GL_GEQUAL);
  gl_->DepthMask(GL_FALSE);
  gl_->ColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_TRUE);
  gl_->PixelStorei(GL_UNPACK_ALIGNMENT, 2);
  gl_->ActiveTexture(GL_TEXTURE2);
  gl_->BindTexture(GL_TEXTURE_2D, color.id());

  const auto state = [&] {
    std::vector<GLint> s(64, 0);
    int k = 0;
    for (GLenum e : {GL_DRAW_FRAMEBUFFER_BINDING, GL_READ_FRAMEBUFFER_BINDING, GL_CURRENT_PROGRAM,
                     GL_VERTEX_ARRAY_BINDING, GL_ARRAY_BUFFER_BINDING, GL_ACTIVE_TEXTURE, GL_TEXTURE_BINDING_2D,
                     GL_BLEND_SRC_RGB, GL_BLEND_DST_RGB, GL_BLEND_SRC_ALPHA, GL_BLEND_DST_ALPHA, GL_DEPTH_FUNC,
                     GL_DEPTH_WRITEMASK, GL_CULL_FACE_MODE, GL_FRONT_FACE, GL_UNPACK_ALIGNMENT, GL_PACK_ALIGNMENT}) {
      gl_->GetIntegerv(e, &s[static_cast<std::size_t>(k++)]);
    }
    gl_->GetIntegerv(GL_VIEWPORT, &s[20]);
    gl_->GetIntegerv(GL_SCISSOR_BOX, &s[24]);
    gl_->GetIntegerv(GL_COLOR_WRITEMASK, &s[28]);
    k = 32;
    for (GLenum e : {GL_SCISSOR_TEST, GL_CULL_FACE, GL_BLEND, GL_DEPTH_TEST, GL_POLYGON_OFFSET_FILL, GL_STENCIL_TEST}) {
      s[static_cast<std::size_t>(k++)] = gl_->IsEnabled(e);
    }
    return s;
  };
  const auto before = state();
  DrawList list;
  list.meshes.push_back(part(boxMesh(Vec3::Constant(0.5)), Vec3::Zero(), kInk, 1));
  list.meshes.back().selected = true;
  list.texts.push_back({Vec3::Zero(), "x"});
  renderer()->draw(list, kView, {}, target.id(), {40, 30, 100, 80});
  EXPECT_EQ(before, state());
  (void)renderer()->pick(list, kView, 100, 80, 50, 40);
  EXPECT_EQ(before, state());
  EXPECT_EQ(gl_->GetError(), static_cast<GLenum>(GL_NO_ERROR));

  // Nothing is drawn beside the viewport.
  gl_->Disable(GL_SCISSOR_TEST);
  gl_->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  const Image i = read(target.id(), 200, 150);
  for (const auto& [x, y] : {std::pair{5, 5}, {39, 75}, {140, 75}, {90, 149 - 29}, {90, 149 - 110}}) {
    EXPECT_NEAR(at(i, x, y).r, 26, 1) << x << " " << y;
    EXPECT_NEAR(at(i, x, y).b, 77, 1) << x << " " << y;
  }
  EXPECT_GT(at(i, 42, 149 - 32).sum(), 300);
  gl_->DepthMask(GL_TRUE);
  gl_->Disable(GL_BLEND);
  gl_->Disable(GL_CULL_FACE);
}

TEST_F(Marks, BuffersGoWithTheirMesh) {
  MeshCache cache(*gl_);
  auto box = boxMesh(Vec3::Ones());
  const auto ball = sphereMesh(1, 16);
  cache.get(box);
  cache.get(ball);
  cache.get(box);
  EXPECT_EQ(cache.count(), 2U);
  box.reset();
  cache.dropUnused();
  EXPECT_EQ(cache.count(), 1U);
}

TEST(MeshArrays, BoxHasFlatFacesAndTwelveEdges) {
  const MeshArrays a = buildMeshArrays(*boxMesh(Vec3(1, 2, 3)));
  EXPECT_EQ(a.vertices.size() / 6, 24U);  // three normals a corner
  EXPECT_EQ(a.indices.size(), 36U);
  EXPECT_EQ(a.edges.size() / 8, 4U * 12);  // the diagonals of the faces are none
}

TEST(MeshArrays, SphereIsSmoothAndHasNoEdges) {
  const MeshArrays a = buildMeshArrays(*sphereMesh(2, 48));
  EXPECT_TRUE(a.edges.empty());
  for (std::size_t i = 0; i < a.vertices.size(); i += 6) {
    const Vec3 p = Vec3(a.vertices[i], a.vertices[i + 1], a.vertices[i + 2]).normalized();
    const Vec3 n(a.vertices[i + 3], a.vertices[i + 4], a.vertices[i + 5]);
    EXPECT_GT(n.dot(p), std::cos(0.5 * kPi / 24));
  }
}

TEST(MeshArrays, OpenMeshShowsItsBoundary) {
  const auto t = TriangleMesh::build({Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()}, {{0, 1, 2}});
  EXPECT_EQ(buildMeshArrays(*t).edges.size() / 8, 4U * 3);
}

TEST(Text, BrokenUtf8BecomesReplacementCharacters) {
  EXPECT_EQ(codePoints("a\xC2\xB5z"), U"a\u00B5z");
  EXPECT_EQ(codePoints("a\xC2"), U"a\uFFFD");
  EXPECT_EQ(codePoints("\xFFz"), U"\uFFFDz");
}

TEST(Png, KeepsEveryPixel) {
  Image image{5, 3, {}};
  for (int i = 0; i < 45; ++i) image.rgb.push_back(static_cast<std::uint8_t>(5 * i));
  const std::string path =
      (std::filesystem::temp_directory_path() / ("passung_png_" + std::to_string(::getpid()) + ".png")).string();
  writePng(image, path);
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  ASSERT_NE(png_image_begin_read_from_file(&png, path.c_str()), 0);
  png.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> back(PNG_IMAGE_SIZE(png));
  ASSERT_NE(png_image_finish_read(&png, nullptr, back.data(), 0, nullptr), 0);
  EXPECT_EQ(back, image.rgb);
  std::filesystem::remove(path);
  EXPECT_THROW(writePng(image, "/nonexistent/folder/x.png"), InputError);
}

TEST(Png, SideBySideKeepsBothPictures) {
  const Image a{2, 2, std::vector<std::uint8_t>(12, 10)};
  const Image b{1, 1, std::vector<std::uint8_t>(3, 20)};
  const Image both = sideBySide({a, b});
  EXPECT_EQ(both.height, 2);
  EXPECT_EQ(at(both, 1, 1).r, 10);
  EXPECT_EQ(at(both, both.width - 1, 0).r, 20);
  EXPECT_EQ(at(both, both.width - 1, 1).r, 255);
}

}  // namespace
}  // namespace passung::render
