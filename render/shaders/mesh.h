// SPDX-License-Identifier: Apache-2.0
// Shaded parts, their depth alone, and flat masks of them.
//
// Light: a key light fixed in the world (with the shadow map), a weak light at the eye, and an ambient term that runs
// from ground to sky with the normal. Colours are squared to be near linear and rooted at the end (gamma 2), which
// costs no pow.
#pragma once

namespace passung::render::shaders {

inline constexpr const char* kMeshVertex = R"(
in vec3 aPosition;
in vec3 aNormal;
in vec4 aColor;
uniform mat4 uModelView, uProjection, uShadowFromView;
uniform float uShadowStep;  // [view units]
uniform vec4 uClip;
out vec3 vPosition, vNormal, vShadow, vColor;
void main() {
  gl_ClipDistance[0] = dot(uClip, vec4(aPosition, 1.0));
  vColor = aColor.rgb;
  vec4 p = uModelView * vec4(aPosition, 1.0);
  vPosition = p.xyz;
  vNormal = mat3(uModelView) * aNormal;
  // A step along the normal keeps a surface out of its own shadow.
  vShadow = (uShadowFromView * vec4(p.xyz + normalize(vNormal) * uShadowStep, 1.0)).xyz;
  gl_Position = uProjection * p;
}
)";

// Four bilinear comparisons, turned from pixel to pixel so that their pattern becomes fine grain. The loop of at most
// one round is an `if` that software renderers jump over: they carry out both sides of a plain one.
inline constexpr const char* kShadowFunction = R"(
uniform sampler2DShadow uShadowMap;
uniform float uShadowTexel;
float lit(vec3 s) {
  bool inside = uShadowTexel > 0.0 && all(greaterThan(s.xy, vec2(0.0))) && all(lessThan(s.xy, vec2(1.0)));
  float light = 1.0;
  for (int i = inside ? 0 : 1; i < 1; ++i) {
    float z = min(s.z, 1.0);
    float turn = 6.2831853 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    vec2 u = vec2(cos(turn), sin(turn)) * uShadowTexel * 1.6;
    vec2 v = vec2(-u.y, u.x) * 0.6;
    light = 0.25 * (texture(uShadowMap, vec3(s.xy + u, z)) + texture(uShadowMap, vec3(s.xy - u, z)) +
                    texture(uShadowMap, vec3(s.xy + v, z)) + texture(uShadowMap, vec3(s.xy - v, z)));
  }
  return light;
}
)";

inline constexpr const char* kMeshFragment = R"(
in vec3 vPosition, vNormal, vShadow, vColor;
uniform vec4 uColor;
uniform float uVertexColors;
uniform vec3 uLight, uUp;
uniform float uOrthographic;
out vec4 outColor;
void main() {
  vec3 toEye = uOrthographic > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(-vPosition);
  vec3 n = normalize(vNormal);
  if (!gl_FrontFacing) n = -n;
  float key = dot(n, uLight);
  float shadow = key > 0.0 ? lit(vShadow) : 0.0;
  key = max(key, 0.0) * shadow;
  float eye = max(dot(n, toEye), 0.0);

  vec3 ambient = mix(vec3(0.24, 0.23, 0.23), vec3(0.43, 0.45, 0.48), 0.5 + 0.5 * dot(n, uUp));
  vec3 light = ambient + vec3(0.62, 0.60, 0.56) * key + vec3(0.25) * eye;
  vec3 base = mix(uColor.rgb, vColor, uVertexColors);
  vec3 color = base * base * light;

  // A broad, weak gloss, and a thin lighter rim that lifts a part off a dark neighbour.
  vec3 h = normalize(uLight + toEye);
  float gloss = max(dot(n, h), 0.0);
  gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss;
  color += vec3(0.10) * gloss * shadow;
  float rim = 1.0 - eye;
  color += vec3(0.05) * rim * rim * rim;
  outColor = vec4(sqrt(color), uColor.a);
}
)";

// The same light in a picture for which little time is left: worked out at the vertices, without shadows.
// A single colour is passed on, for what is passed on costs a software renderer time with each triangle.
inline constexpr const char* kPlainVertex = R"(
in vec3 aPosition;
in vec3 aNormal;
in vec4 aColor;
uniform mat4 uModelView, uProjection;
uniform vec4 uClip;
uniform vec4 uColor;
uniform float uVertexColors;
uniform vec3 uLight, uUp;
uniform float uOrthographic;
out vec3 vColor;
void main() {
  gl_ClipDistance[0] = dot(uClip, vec4(aPosition, 1.0));
  vec4 p = uModelView * vec4(aPosition, 1.0);
  gl_Position = uProjection * p;
  vec3 toEye = uOrthographic > 0.5 ? vec3(0.0, 0.0, 1.0) : normalize(-p.xyz);
  vec3 n = normalize(mat3(uModelView) * aNormal);
  float eye = dot(n, toEye);
  n *= sign(eye);
  vec3 ambient = mix(vec3(0.24, 0.23, 0.23), vec3(0.43, 0.45, 0.48), 0.5 + 0.5 * dot(n, uUp));
  vec3 light = ambient + vec3(0.62, 0.60, 0.56) * max(dot(n, uLight), 0.0) + vec3(0.25) * abs(eye);
  vec3 base = mix(uColor.rgb, aColor.rgb, uVertexColors);
  float gloss = max(dot(n, normalize(uLight + toEye)), 0.0);
  gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss;
  float rim = 1.0 - abs(eye);
  vColor = sqrt(base * base * light + vec3(0.10) * gloss + vec3(0.05) * rim * rim * rim);
}
)";

inline constexpr const char* kPlainFragment = R"(
in vec3 vColor;
uniform vec4 uColor;
out vec4 outColor;
void main() { outColor = vec4(vColor, uColor.a); }
)";

inline constexpr const char* kDepthVertex = R"(
in vec3 aPosition;
uniform mat4 uModelView, uProjection;
uniform vec4 uClip;
void main() {
  gl_ClipDistance[0] = dot(uClip, vec4(aPosition, 1.0));
  gl_Position = uProjection * (uModelView * vec4(aPosition, 1.0));
}
)";

inline constexpr const char* kFlatFragment = R"(
uniform vec4 uColor;
out vec4 outColor;
void main() { outColor = uColor; }
)";

// Cut faces: a flat tone, with hatching at a fixed distance on the screen that moves with its part.
inline constexpr const char* kCapVertex = R"(
in vec2 aPosition;
uniform mat4 uModelView, uProjection;
void main() { gl_Position = uProjection * (uModelView * vec4(aPosition, 0.0, 1.0)); }
)";

inline constexpr const char* kCapFragment = R"(
uniform vec4 uColor;
uniform vec4 uHatch;  // across the lines (unit vector over their distance [1/pixel]), shift, half their width [pixel]
uniform float uHatchPeriod;  // [pixel]; 0: none
out vec4 outColor;
void main() {
  float line = 0.0;
  if (uHatchPeriod > 0.0) {
    float across = abs(fract(dot(gl_FragCoord.xy, uHatch.xy) - uHatch.z) - 0.5) * uHatchPeriod;
    line = clamp(uHatch.w + 0.5 - across, 0.0, 1.0);
  }
  outColor = vec4(uColor.rgb * mix(1.0, 0.55, line), 1.0);
}
)";

}  // namespace passung::render::shaders
