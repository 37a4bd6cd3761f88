// SPDX-License-Identifier: Apache-2.0
// One frame, in portions, top down: shadow map, background and ground, opaque parts, selection mask, ambient occlusion,
// composition, edges and transparent parts and marks, marks on top, output, text. See docs/algorithms/rendering.md.
#include "render/renderer.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "render/frame.h"
#include "render/gl/state_guard.h"
#include "render/marks.h"
#include "render/mesh_buffers.h"
#include "render/passes/mesh_pass.h"
#include "render/passes/screen_pass.h"
#include "render/passes/shadow_pass.h"
#include "render/passes/stroke_pass.h"
#include "render/passes/text_pass.h"

namespace passung::render {

namespace {

constexpr int kShadowSize = 2048;
constexpr float kEdgeWidth = 1.3F;  // [pixel]
constexpr Color kEdgeInk = {0.09F, 0.10F, 0.13F, 0.85F};
constexpr float kHiddenEdge = 0.25F;  // opacity of edges behind parts in a drawing

Color mixed(const Color& a, const Color& b, float t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t, a.a};
}

Color edgeInk(const RenderOptions& o, const Theme& t) {
  return o.hiddenLine ? Color{t.ink.r, t.ink.g, t.ink.b, kEdgeInk.a} : kEdgeInk;
}

// A text that is nearly black is meant as plain ink, which must read on a dark ground too.
Color inkFor(const Color& c, const Theme& t) {
  return std::max({c.r, c.g, c.b}) < 0.25F ? Color{t.ink.r, t.ink.g, t.ink.b, c.a} : c;
}

}  // namespace

Theme theme(bool dark) {
  if (dark) {
    return {
        {0.165F, 0.180F, 0.205F, 1}, {0.235F, 0.250F, 0.280F, 1}, {0.90F, 0.91F, 0.93F, 1}, {0.98F, 0.66F, 0.16F, 1}};
  }
  return {{0.870F, 0.890F, 0.915F, 1}, {0.965F, 0.970F, 0.975F, 1}, {0.13F, 0.15F, 0.19F, 1}, {0.95F, 0.50F, 0.05F, 1}};
}

struct Renderer::Impl {
  explicit Impl(const GlLoader& loader)
      : gl(loader), meshes(gl), shadow(gl), mesh(gl), screen(gl), strokes(gl), text(gl) {
    gl.GetIntegerv(GL_MAX_TEXTURE_SIZE, &maxSize);
  }

  Gl gl;
  MeshCache meshes;
  ShadowPass shadow;
  MeshPass mesh;
  ScreenPass screen;
  StrokePass strokes;
  TextPass text;
  GLint maxSize = 0;

  Texture pickColor, pickDepth;
  Framebuffer pickTarget;

  // One picture, and what its portions leave for those after them.
  struct Picture {
    View view;
    RenderOptions options;
    int width = 0, height = 0;  // of the target [pixel]
    Scale output = Scale::kNone;
    double factor = 1, scale = 1;
    Theme theme;
    Frame frame;
    bool mask = false;  // there is a selection
  };
  struct Begun {
    std::shared_ptr<const DrawList> list;
    Picture picture;
    std::size_t next = 0;  // portion
  };
  std::optional<Begun> begun;

  [[nodiscard]] Picture pictureOf(const DrawList& list, const View& view, const RenderOptions& asked, int askedWidth,
                                  int askedHeight) const;
  void drawShadows(const DrawList& list, Picture& p);
  void drawSolids(const DrawList& list, Picture& p);
  void drawSurroundings(const DrawList& list, Picture& p);
  void shade(const DrawList& list, Picture& p);
  void compose(const DrawList& list, Picture& p);
  void drawMarks(const DrawList& list, Picture& p);
  void output(const DrawList& list, const Picture& p, unsigned target, const std::array<int, 4>& viewport);
  using Portion = void (Impl::*)(const DrawList&, Picture&);
  static const std::array<Portion, 6> kPortions;

  Color colorOf(const DrawMesh& m, const RenderOptions& o, const Theme& t) const;
  void drawGround(const Frame& f, const RenderOptions& o, const Theme& t);
  void drawOpaque(const DrawList& list, const Frame& f, const RenderOptions& o, const Theme& t);
  void drawCaps(const DrawList& list, const Frame& f, const RenderOptions& o, const Theme& t, double scale);
  bool drawMask(const DrawList& list, const Frame& f);
  void drawEdges(const DrawMesh& m, const Frame& f, const RenderOptions& o, const Theme& t, double scale,
                 float opacity = 1);
  void drawLines(const DrawList& list, const Frame& f, const RenderOptions& o, const Theme& t, double scale);
  void placeYielding(std::vector<ScreenText>& yielding, int width, int height, std::vector<ScreenText>& texts);
  void drawTexts(const DrawList& list, const View& view, const RenderOptions& o, const Theme& t, int width, int height);
};

const std::array<Renderer::Impl::Portion, 6> Renderer::Impl::kPortions{
    &Impl::drawShadows, &Impl::drawSolids, &Impl::drawSurroundings, &Impl::shade, &Impl::compose, &Impl::drawMarks};

Renderer::Renderer(const GlLoader& loader) {
  Gl gl(loader);
  const StateGuard guard(gl);
  impl_ = std::make_unique<Impl>(loader);
}
Renderer::~Renderer() = default;

Color Renderer::Impl::colorOf(const DrawMesh& m, const RenderOptions& o, const Theme& t) const {
  Color c = m.selected ? mixed(m.color, t.accent, 0.35F) : m.color;
  c.a *= static_cast<float>(std::clamp(o.meshOpacity, 0.0, 1.0));
  if (c.a > 0.995F) c.a = 1.0F;
  if (o.hiddenLine && c.a > 0) {
    const Color paper = o.dark ? mixed(t.top, t.bottom, 0.5F) : Color{1, 1, 1, 1};
    c = m.selected ? mixed(paper, t.accent, 0.2F) : paper;
    c.a = 1.0F;
  }
  return c;
}

void Renderer::Impl::drawGround(const Frame& f, const RenderOptions& o, const Theme& t) {
  const bool above = f.orthographic ? f.R_VW(2, 2) > 0 : f.eye_W.z() > f.groundZ;
  if (!o.grid || !above) return;
  const double slack = 1e-6 * f.stage.size();
  const bool solid = f.meshBounds.empty() || f.meshBounds.lower.z() > f.groundZ - slack;
  mesh.drawGround(f, shadow, o.shadows, {.ink = t.ink, .lines = true, .solid = solid, .shade = o.dark ? 0.45F : 0.30F});
}

void Renderer::Impl::drawOpaque(const DrawList& list, const Frame& f, const RenderOptions& o, const Theme& t) {
  mesh.begin(f, shadow, o.shadows, o.coarse);
  for (const DrawMesh& m : list.meshes) {
    const Color c = colorOf(m, o, t);
    if (!drawable(m) || c.a < 1.0F) continue;
    if (o.hiddenLine) {
      mesh.drawPaper(f, meshes.get(m), m, c);
    } else {
      mesh.draw(f, meshes.get(m), m, c);
    }
  }
}

// Cut faces of transparent parts are solid, too: that is where the material is.
void Renderer::Impl::drawCaps(const DrawList& list, const Frame& f, const RenderOptions& o, const Theme& t,
                              double scale) {
  for (const DrawMesh& m : list.meshes) {
    if (m.whole || !drawable(m) || !f.cuts(m.mesh->bounds(), m.X_WM) || !(colorOf(m, o, t).a > 0)) continue;
    const GpuMesh& g = meshes.get(m.mesh);
    if (g.closed) mesh.drawCap(f, g, m, colorOf(m, o, t), scale);
  }
}

bool Renderer::Impl::drawMask(const DrawList& list, const Frame& f) {
  if (std::none_of(list.meshes.begin(), list.meshes.end(),
                   [](const DrawMesh& m) { return m.selected && drawable(m); })) {
    return false;
  }
  screen.bindMask();
  gl.ClearColor(0, 0, 0, 0);
  gl.Clear(GL_COLOR_BUFFER_BIT);
  gl.Disable(GL_DEPTH_TEST);
  gl.Disable(GL_BLEND);
  for (const DrawMesh& m : list.meshes) {
    if (m.selected && drawable(m)) mesh.drawFlat(f, f.projection, meshes.get(m.mesh), m, {1, 1, 1, 1});
  }
  return true;
}

void Renderer::Impl::drawEdges(const DrawMesh& m, const Frame& f, const RenderOptions& o, const Theme& t, double scale,
                               float opacity) {
  if (!o.meshEdges || !m.edges) return;
  const Color ink = edgeInk(o, t);
  StrokePass::EdgeStyle style{m.selected ? mixed(ink, t.accent, 0.6F) : ink, static_cast<float>(kEdgeWidth * scale)};
  style.color.a *= opacity;
  const float a = colorOf(m, o, t).a;
  style.color.a *= a < 1 ? 0.35F + 0.5F * a : 1.0F;
  strokes.drawMeshEdges(f, meshes.get(m.mesh), m.X_WM, style, f.section && !m.whole);
}

void Renderer::Impl::drawLines(const DrawList& list, const Frame& f, const RenderOptions& o, const Theme& t,
                               double scale) {
  gl.Enable(GL_DEPTH_TEST);
  gl.Enable(GL_BLEND);
  gl.DepthMask(GL_FALSE);
  for (const bool behind : {true, false}) {
    if (behind && !o.hiddenLine) continue;
    gl.DepthFunc(behind ? GL_GREATER : GL_LEQUAL);
    for (const DrawMesh& m : list.meshes) {
      if (drawable(m) && colorOf(m, o, t).a >= 1.0F) drawEdges(m, f, o, t, scale, behind ? kHiddenEdge : 1.0F);
    }
  }

  // Transparent parts from far to near.
  std::vector<std::pair<double, const DrawMesh*>> order;
  for (const DrawMesh& m : list.meshes) {
    if (!drawable(m) || colorOf(m, o, t).a >= 1.0F || !(colorOf(m, o, t).a > 0)) continue;
    order.emplace_back(f.toView(m.X_WM * m.mesh->bounds().center()).squaredNorm(), &m);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (!order.empty()) mesh.begin(f, shadow, o.shadows, o.coarse);
  for (const auto& item : order) {
    const DrawMesh& m = *item.second;
    mesh.draw(f, meshes.get(m), m, colorOf(m, o, t));
    gl.Enable(GL_BLEND);
    gl.DepthMask(GL_FALSE);
    drawEdges(m, f, o, t, scale);
  }
  strokes.draw(list, f, false, scale);
  gl.DepthMask(GL_TRUE);
}

// Those that have room, in their order; what lies outside of the window takes none.
void Renderer::Impl::placeYielding(std::vector<ScreenText>& yielding, int width, int height,
                                   std::vector<ScreenText>& texts) {
  if (yielding.empty()) return;
  const TextBox window{.left = 0, .top = 0, .right = static_cast<double>(width), .bottom = static_cast<double>(height)};
  std::vector<TextBox> taken;
  for (const ScreenText& s : texts) taken.push_back(text.box(s));
  for (ScreenText& s : yielding) {
    const TextBox box = text.box(s);
    const auto covers = [&](const TextBox& other) { return other.overlaps(box); };
    if (!box.overlaps(window) || std::any_of(taken.begin(), taken.end(), covers)) continue;
    taken.push_back(box);
    texts.push_back(std::move(s));
  }
}

void Renderer::Impl::drawTexts(const DrawList& list, const View& view, const RenderOptions& o, const Theme& t,
                               int width, int height) {
  const Frame f = makeFrame(list, view, width, height, o.grid);
  std::vector<ScreenText> texts, yielding;
  for (const DrawText& d : list.texts) {
    ScreenText s{.x = d.p.x(),
                 .y = d.p.y(),
                 .text = d.text,
                 .color = inkFor(d.color, t),
                 .pixels = static_cast<int>(std::lround(std::clamp(d.size * o.pixelRatio, 6.0, 200.0)))};
    if (!d.p.allFinite()) continue;
    if (d.screen) {
      s.x *= o.pixelRatio;
      s.y *= o.pixelRatio;
    } else {
      if (!f.project(f.toView(d.p), s.x, s.y)) continue;
      s.x += 6 * o.pixelRatio;  // beside the point, not on it
      s.y -= 1.5 * s.pixels;
    }
    (d.yields ? yielding : texts).push_back(std::move(s));
  }
  if (o.axes) {
    for (ScreenText& s : triadLetters(f, height, o.pixelRatio)) texts.push_back(std::move(s));
  }
  if (o.grid) texts.push_back(scaleBarText(scaleBar(f, height, o.pixelRatio), t.ink, width, height, o.pixelRatio));
  placeYielding(yielding, width, height, texts);
  text.draw(texts, o.dark ? t.bottom : Color{1, 1, 1, 1}, width, height);
}

Renderer::Impl::Picture Renderer::Impl::pictureOf(const DrawList& list, const View& view, const RenderOptions& asked,
                                                  int askedWidth, int askedHeight) const {
  RenderOptions options = asked;
  if (options.hiddenLine) {
    options.shadows = options.ambientOcclusion = false;
    options.meshEdges = true;
  }
  const int width = std::clamp(askedWidth, 1, static_cast<int>(maxSize));
  const int height = std::clamp(askedHeight, 1, static_cast<int>(maxSize));
  const bool twice = !options.coarse && options.samples >= 4 && 2 * std::max(width, height) <= maxSize;
  const double factor = twice ? 2 : (options.coarse ? 0.5 : 1);
  const auto sized = [factor](int pixels) { return static_cast<int>(std::ceil(factor * pixels)); };
  return {.view = view,
          .options = options,
          .width = width,
          .height = height,
          .output = twice ? Scale::kHalve : (options.coarse ? Scale::kEnlarge : Scale::kNone),
          .factor = factor,
          .scale = factor * options.pixelRatio,
          .theme = theme(options.dark),
          .frame = makeFrame(list, view, sized(width), sized(height), options.grid)};
}

// --- The portions of a picture. Each begins in the default state.

void Renderer::Impl::drawShadows(const DrawList& list, Picture& p) {
  screen.resize(p.frame.width, p.frame.height, p.frame.section.has_value());
  if (p.options.shadows || shadow.texture() == 0) shadow.update(list, p.frame, meshes, kShadowSize);
}

void Renderer::Impl::drawSolids(const DrawList& list, Picture& p) {
  screen.bindScene();
  gl.Clear(p.frame.section ? GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT : GL_DEPTH_BUFFER_BIT);
  screen.drawBackground(p.theme.top, p.theme.bottom);
  drawOpaque(list, p.frame, p.options, p.theme);
  if (p.frame.section) drawCaps(list, p.frame, p.options, p.theme, p.scale);
}

void Renderer::Impl::drawSurroundings(const DrawList& list, Picture& p) {
  screen.bindScene();
  drawGround(p.frame, p.options, p.theme);
  p.mask = drawMask(list, p.frame);
}

void Renderer::Impl::shade(const DrawList&, Picture& p) {
  if (p.options.ambientOcclusion) screen.ambientOcclusion(p.frame);
}

void Renderer::Impl::compose(const DrawList&, Picture& p) {
  screen.compose(p.frame, {.ambient = p.options.ambientOcclusion,
                           .outlines = p.options.meshEdges && !p.options.coarse,
                           .mask = p.mask,
                           .stroke = static_cast<float>(std::max(1.0, std::round(p.scale))),
                           .ink = edgeInk(p.options, p.theme),
                           .accent = p.theme.accent});
}

void Renderer::Impl::drawMarks(const DrawList& list, Picture& p) {
  const Frame& f = p.frame;
  const RenderOptions& o = p.options;
  screen.bindMarks();
  drawLines(list, f, o, p.theme, p.scale);

  gl.Enable(GL_DEPTH_TEST);
  gl.Enable(GL_BLEND);
  strokes.draw(list, f, true, p.scale, std::clamp(o.hiddenMarks, 0.0, 1.0));
  if (o.axes) {
    gl.Clear(GL_DEPTH_BUFFER_BIT);
    drawTriad(gl, strokes, f, p.scale);
  }
  if (o.grid) {
    drawScaleBar(gl, strokes, scaleBar(f, p.height, o.pixelRatio), p.theme.ink, p.width, p.height, p.factor,
                 o.pixelRatio);
  }
  drawSwatches(gl, strokes, list.swatches, p.width, p.height, p.factor, o.pixelRatio);
}

void Renderer::Impl::output(const DrawList& list, const Picture& p, unsigned target,
                            const std::array<int, 4>& viewport) {
  screen.output(p.frame, target, viewport, p.output);
  drawTexts(list, p.view, p.options, p.theme, p.width, p.height);
}

void Renderer::draw(const DrawList& list, const View& view, const RenderOptions& options, unsigned target,
                    const std::array<int, 4>& viewport) {
  Impl& r = *impl_;
  r.begun.reset();
  const StateGuard guard(r.gl);
  r.meshes.dropUnused();
  Impl::Picture picture = r.pictureOf(list, view, options, viewport[2], viewport[3]);
  for (const Impl::Portion portion : Impl::kPortions) {
    setDefaultState(r.gl);
    (r.*portion)(list, picture);
  }
  setDefaultState(r.gl);
  r.output(list, picture, target, viewport);
}

void Renderer::begin(std::shared_ptr<const DrawList> list, const View& view, const RenderOptions& options, int width,
                     int height) {
  Impl& r = *impl_;
  r.meshes.dropUnused();
  const DrawList& drawn = *list;
  r.begun.emplace(Impl::Begun{std::move(list), r.pictureOf(drawn, view, options, width, height)});
}

bool Renderer::advance() {
  Impl& r = *impl_;
  if (!r.begun || whole()) return false;
  Impl::Begun& b = *r.begun;
  const StateGuard guard(r.gl);
  setDefaultState(r.gl);
  (r.*Impl::kPortions[b.next++])(*b.list, b.picture);
  r.gl.Finish();
  return !whole();
}

bool Renderer::whole() const { return impl_->begun && impl_->begun->next == Impl::kPortions.size(); }

void Renderer::finish(unsigned target, const std::array<int, 4>& viewport) {
  Impl& r = *impl_;
  if (!whole()) return;
  const StateGuard guard(r.gl);
  setDefaultState(r.gl);
  r.output(*r.begun->list, r.begun->picture, target, viewport);
  r.begun.reset();
}

std::size_t Renderer::unprepared(const DrawList& list) const { return impl_->meshes.missing(list.meshes); }

bool Renderer::prepare(const DrawList& list) {
  const StateGuard guard(impl_->gl);
  setDefaultState(impl_->gl);
  return impl_->meshes.prepare(list.meshes);
}

DrawList Renderer::prepared(const DrawList& list) const {
  DrawList ready = list;
  std::erase_if(ready.meshes, [&](const DrawMesh& m) { return m.mesh && !impl_->meshes.has(m.mesh); });
  return ready;
}

std::uint32_t Renderer::pick(const DrawList& list, const View& view, int width, int height, int x, int y) {
  if (x < 0 || y < 0 || x >= width || y >= height) return 0;
  Impl& r = *impl_;
  const Gl& gl = r.gl;
  const StateGuard guard(gl);
  setDefaultState(gl);
  if (r.pickTarget.id() == 0) {
    r.pickColor = makeTexture(gl, 1, 1, {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE}, GL_NEAREST);
    r.pickDepth = makeTexture(gl, 1, 1, {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT}, GL_NEAREST);
    r.pickTarget = makeFramebuffer(gl, r.pickColor.id(), r.pickDepth.id());
  }
  const Frame f = makeFrame(list, view, width, height, false);
  const Eigen::Matrix4f projection = pixelProjection(f, x, y);
  gl.BindFramebuffer(GL_FRAMEBUFFER, r.pickTarget.id());
  gl.Viewport(0, 0, 1, 1);
  gl.ClearColor(0, 0, 0, 0);
  gl.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  gl.Enable(GL_DEPTH_TEST);
  for (const DrawMesh& m : list.meshes) {
    if (!drawable(m) || !(m.color.a > 0)) continue;  // what is not seen is not meant
    const auto byte = [&](int shift) { return static_cast<float>((m.pickId >> shift) & 0xFFU) / 255.0F; };
    r.mesh.drawFlat(f, projection, r.meshes.get(m.mesh), m, {byte(0), byte(8), byte(16), byte(24)});
  }
  std::array<std::uint8_t, 4> id{};
  gl.ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, id.data());
  return id[0] | (static_cast<std::uint32_t>(id[1]) << 8) | (static_cast<std::uint32_t>(id[2]) << 16) |
         (static_cast<std::uint32_t>(id[3]) << 24);
}

Image renderImage(const DrawList& list, const View& view, const RenderOptions& options, int width, int height) {
  OffscreenContext context;
  context.makeCurrent();
  Renderer renderer(context.loader());
  const Gl gl(context.loader());
  GLint most = 0;
  gl.GetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
  if (width < 1 || height < 1 || width > most || height > most) {
    throw std::runtime_error("image of " + std::to_string(width) + "x" + std::to_string(height) +
                             " pixels; a side may be 1 to " + std::to_string(most));
  }
  Texture color = makeTexture(gl, width, height, {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE}, GL_NEAREST);
  Framebuffer target = makeFramebuffer(gl, color.id(), 0);
  renderer.draw(list, view, options, target.id(), {0, 0, width, height});

  const std::size_t row = 3 * static_cast<std::size_t>(width);
  std::vector<std::uint8_t> upward(row * static_cast<std::size_t>(height));
  gl.BindFramebuffer(GL_FRAMEBUFFER, target.id());
  gl.PixelStorei(GL_PACK_ALIGNMENT, 1);
  gl.ReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, upward.data());
  Image image{width, height, std::vector<std::uint8_t>(upward.size())};
  for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
    std::copy_n(upward.begin() + static_cast<std::ptrdiff_t>(row * (static_cast<std::size_t>(height) - 1 - y)), row,
                image.rgb.begin() + static_cast<std::ptrdiff_t>(row * y));
  }
  return image;
}

View fitView(const Aabb& box, const Vec3& direction, const Vec3& up, double fovY, double aspect) {
  View view;
  view.fovY = fovY;
  view.up = up;
  const bool good = !box.empty() && box.lower.allFinite() && box.upper.allFinite();
  view.target = good ? box.center() : Vec3::Zero();
  const double size = good && box.size() > 0 ? box.size() : 1.0;
  const Vec3 d = direction.norm() > 0 ? Vec3(direction.normalized()) : Vec3(0, 1, 0);

  // The eye backs off until each corner lies inside the four planes of the view.
  Vec3 side = d.cross(up);
  if (!(side.norm() > 1e-6 * up.norm())) side = d.cross(std::abs(d.y()) < 0.9 ? Vec3::UnitY() : Vec3::UnitX());
  side.normalize();
  const Vec3 top = side.cross(d);
  view.up = top;
  const double tanV = std::tan(0.5 * fovY);
  const double tanH = tanV * aspect;
  double distance = 0.5 * size;
  for (int i = 0; good && i < 8; ++i) {
    const Vec3 corner((i & 1) != 0 ? box.upper.x() : box.lower.x(), (i & 2) != 0 ? box.upper.y() : box.lower.y(),
                      (i & 4) != 0 ? box.upper.z() : box.lower.z());
    const Vec3 c = corner - view.target;
    distance = std::max({distance, std::abs(c.dot(side)) / tanH - c.dot(d), std::abs(c.dot(top)) / tanV - c.dot(d)});
  }
  view.eye = view.target - 1.08 * distance * d;
  return view;
}

}  // namespace passung::render
