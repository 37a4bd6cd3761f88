// SPDX-License-Identifier: Apache-2.0
// The gradient behind everything, and the ground: grid lines and the parts' shadows, fading out with the distance.
#pragma once

namespace passung::render::shaders {

inline constexpr const char* kScreenVertex = R"(
in vec2 aPosition;
out vec2 vUv;
void main() {
  vUv = 0.5 + 0.5 * aPosition;
  gl_Position = vec4(aPosition, 0.0, 1.0);
}
)";

// A half step of ordered noise hides the bands of an 8-bit gradient.
inline constexpr const char* kBackgroundFragment = R"(
in vec2 vUv;
uniform vec3 uTop, uBottom;
out vec4 outColor;
void main() {
  float t = smoothstep(0.0, 1.0, vUv.y);
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
  outColor = vec4(mix(uBottom, uTop, t) + noise / 255.0, 0.0);
}
)";

inline constexpr const char* kGroundVertex = R"(
in vec2 aPosition;
uniform mat4 uModelView, uProjection, uShadowFromView;
uniform vec4 uCells;  // cells per unit of aPosition, then the cell at its origin
out vec2 vCell, vPlace;
out vec3 vShadow;
void main() {
  vPlace = aPosition;
  vCell = aPosition * uCells.x + uCells.zw;
  vec4 p = uModelView * vec4(aPosition, 0.0, 1.0);
  vShadow = (uShadowFromView * p).xyz;
  gl_Position = uProjection * p;
}
)";

inline constexpr const char* kGroundFragment = R"(
in vec2 vCell, vPlace;
in vec3 vShadow;
uniform vec3 uInk;
uniform float uShade, uLines;
out vec4 outColor;
float lines(vec2 c, float width) {
  vec2 w = fwidth(c);
  vec2 d = abs(fract(c - 0.5) - 0.5) / max(w, 1e-6);
  vec2 a = clamp(width + 0.5 - d, 0.0, 1.0) * clamp(1.0 - 2.5 * w, 0.0, 1.0);
  return max(a.x, a.y);
}
void main() {
  float r = length(vPlace);
  float fade = 1.0 - smoothstep(0.25, 1.0, r);
  float grid = max(0.16 * lines(vCell, 0.35), 0.30 * lines(vCell * 0.2, 0.45));
  float shade = uShade * (1.0 - lit(vShadow)) * fade;
  float ink = uLines * grid * fade;
  float a = 1.0 - (1.0 - shade) * (1.0 - ink);
  outColor = vec4(uInk * ink * (1.0 - shade) / max(a, 1e-4), a);
}
)";

}  // namespace passung::render::shaders
