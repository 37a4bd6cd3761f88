// SPDX-License-Identifier: Apache-2.0
// Lines and discs of a width in pixels as camera-facing quads with a smooth rim, solid arrows, and text.
#pragma once

namespace passung::render::shaders {

// A line is four vertices with both its ends; corner.x picks the end, corner.y the side.
inline constexpr const char* kLineVertex = R"(
in vec3 aFrom, aTo;
in vec2 aCorner;
#ifdef PER_LINE
in vec4 aColor;
in float aWidth;
#else
uniform vec4 uLineColor;
uniform float uLineWidth;
uniform vec4 uClip;
#endif
uniform mat4 uModelView, uProjection;
uniform vec2 uViewport;   // [pixel]
uniform vec4 uView;       // near depth, 1 when orthographic, pull towards the eye (share of the distance), largest width
out vec4 vColor;
noperspective out float vAcross;
flat out float vHalf;
vec3 pulled(vec3 p) {
  return uView.y > 0.5 ? p + vec3(0.0, 0.0, uView.z) : p * (1.0 - uView.z);
}
void main() {
#ifdef PER_LINE
  vColor = aColor;
  float width = aWidth;
#else
  vColor = uLineColor;
  float width = uLineWidth;
  gl_ClipDistance[0] = dot(uClip, vec4(aCorner.x < 0.5 ? aFrom : aTo, 1.0));
#endif
  vec3 a = (uModelView * vec4(aFrom, 1.0)).xyz, b = (uModelView * vec4(aTo, 1.0)).xyz;
  if (uView.y < 0.5) {
    // The part before the near plane.
    float n = -uView.x * 1.001;
    if (a.z > n && b.z > n) { gl_Position = vec4(0.0, 0.0, 2.0, 1.0); vAcross = 0.0; vHalf = 0.0; return; }
    if (a.z > n) a = mix(a, b, (n - a.z) / (b.z - a.z));
    if (b.z > n) b = mix(b, a, (n - b.z) / (a.z - b.z));
  }
  vec4 ca = uProjection * vec4(pulled(a), 1.0), cb = uProjection * vec4(pulled(b), 1.0);
  vec2 along = (cb.xy / cb.w - ca.xy / ca.w) * uViewport;
  float len = length(along);
  along = len > 1e-4 ? along / len : vec2(1.0, 0.0);
  float shown = max(width, 1.0);
  vColor.a *= min(width, 1.0);
  vHalf = 0.5 * shown;
  float out_ = vHalf + 1.0;
  vec4 c = aCorner.x < 0.5 ? ca : cb;
  vec2 offset = vec2(-along.y, along.x) * aCorner.y * out_ + along * (aCorner.x < 0.5 ? -0.4 : 0.4) * shown;
  vAcross = aCorner.y * out_;
  c.xy += offset * 2.0 / uViewport * c.w;
  gl_Position = c;
}
)";

inline constexpr const char* kLineFragment = R"(
in vec4 vColor;
noperspective in float vAcross;
flat in float vHalf;
uniform float uFade;
out vec4 outColor;
void main() {
  float a = clamp(vHalf + 0.5 - abs(vAcross), 0.0, 1.0);
  if (a <= 0.0) discard;
  outColor = vec4(vColor.rgb, vColor.a * a * uFade);
}
)";

inline constexpr const char* kPointVertex = R"(
in vec3 aFrom;
in vec2 aCorner;
in vec4 aColor;
in float aWidth;
uniform mat4 uProjection;
uniform vec2 uViewport;
uniform vec4 uView;
out vec4 vColor;
noperspective out vec2 vOffset;
flat out float vHalf;
void main() {
  vec3 p = uView.y > 0.5 ? aFrom + vec3(0.0, 0.0, uView.z) : aFrom * (1.0 - uView.z);
  vec4 c = uProjection * vec4(p, 1.0);
  vHalf = 0.5 * max(aWidth, 1.5);
  vOffset = vec2(aCorner.x * 2.0 - 1.0, aCorner.y) * (vHalf + 1.0);
  c.xy += vOffset * 2.0 / uViewport * c.w;
  vColor = aColor;
  gl_Position = c;
}
)";

inline constexpr const char* kPointFragment = R"(
in vec4 vColor;
noperspective in vec2 vOffset;
flat in float vHalf;
uniform float uFade;
out vec4 outColor;
void main() {
  float r = length(vOffset);
  float a = clamp(vHalf + 0.5 - r, 0.0, 1.0);
  if (a <= 0.0) discard;
  float rim = vHalf > 2.0 ? clamp(r - (vHalf - 1.2), 0.0, 1.0) : 0.0;
  outColor = vec4(mix(vColor.rgb, vColor.rgb * 0.35, rim), vColor.a * a * uFade);
}
)";

inline constexpr const char* kSolidVertex = R"(
in vec3 aPosition;
in vec3 aNormal;
in vec4 aColor;
uniform mat4 uProjection;
out vec3 vNormal;
out vec4 vColor;
void main() {
  vNormal = aNormal;
  vColor = aColor;
  gl_Position = uProjection * vec4(aPosition, 1.0);
}
)";

inline constexpr const char* kSolidFragment = R"(
in vec3 vNormal;
in vec4 vColor;
uniform vec3 uLight;
uniform float uFade;
out vec4 outColor;
void main() {
  vec3 n = normalize(vNormal);
  float light = 0.50 + 0.35 * max(dot(n, uLight), 0.0) + 0.30 * max(n.z, 0.0);
  outColor = vec4(sqrt(vColor.rgb * vColor.rgb * light), vColor.a * uFade);
}
)";

// Glyphs from an atlas, with a halo in the colour of the ground behind them so that they read on any part.
inline constexpr const char* kTextVertex = R"(
in vec2 aPosition, aUv;
in vec4 aColor;
uniform vec2 uViewport;
out vec2 vUv;
out vec4 vColor;
void main() {
  vUv = aUv;
  vColor = aColor;
  gl_Position = vec4(aPosition.x * 2.0 / uViewport.x - 1.0, 1.0 - aPosition.y * 2.0 / uViewport.y, 0.0, 1.0);
}
)";

inline constexpr const char* kTextFragment = R"(
in vec2 vUv;
in vec4 vColor;
uniform sampler2D uGlyphs;
uniform vec3 uHalo;
uniform float uHaloPass;
out vec4 outColor;
void main() {
  ivec2 q = ivec2(floor(vUv));
  if (uHaloPass < 0.5) {
    outColor = vec4(vColor.rgb, vColor.a * texelFetch(uGlyphs, q, 0).r);
    return;
  }
  float near = 0.0;
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j)
      if (i * i + j * j <= 5)
        near = max(near, texelFetch(uGlyphs, q + ivec2(i, j), 0).r * (i * i + j * j > 2 ? 0.45 : 0.85));
  outColor = vec4(uHalo, near * vColor.a);
}
)";

}  // namespace passung::render::shaders
