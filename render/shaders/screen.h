// SPDX-License-Identifier: Apache-2.0
// Passes over the finished depth and colours: ambient occlusion, its blur, composition with outlines, and smoothing.
#pragma once

namespace passung::render::shaders {

// Depth along the view direction, positive, from the depth buffer. uDepth: near, far, 1 when orthographic.
inline constexpr const char* kDepthFunction = R"(
uniform sampler2D uDepthMap;
uniform vec4 uDepth;
float depthOf(float z) {
  if (uDepth.z > 0.5) return mix(uDepth.x, uDepth.y, z);
  return uDepth.x * uDepth.y / (uDepth.y - z * (uDepth.y - uDepth.x));
}
)";

// Obscurance of McGuire, Osman, Bukowski, Hennessy, "The Alchemy Screen-Space Ambient Obscurance Algorithm" (2011):
// points on a spiral round the pixel count by their height over its tangent plane. Half resolution.
inline constexpr const char* kAmbientFragment = R"(
in vec2 vUv;
uniform vec4 uProject;  // half width and half height of the view at depth 1, then radius [view units], pixels per unit at depth 1
uniform vec2 uSize;     // of the depth map [pixel]
out vec4 outColor;
vec3 place(ivec2 q) {
  q = clamp(q, ivec2(0), ivec2(uSize) - 1);
  float d = depthOf(texelFetch(uDepthMap, q, 0).r);
  vec2 s = ((vec2(q) + 0.5) / uSize * 2.0 - 1.0) * uProject.xy;
  return vec3(s * (uDepth.z > 0.5 ? 1.0 : d), -d);
}
void main() {
  ivec2 q = ivec2(gl_FragCoord.xy) * 2;
  float z = texelFetch(uDepthMap, q, 0).r;
  if (z >= 1.0) { outColor = vec4(1.0, 1e4, 0.0, 0.0); return; }
  vec3 c = place(q);
  // The side with the smaller step belongs to the same face.
  vec3 r = place(q + ivec2(1, 0)) - c, l = c - place(q - ivec2(1, 0));
  vec3 u = place(q + ivec2(0, 1)) - c, b = c - place(q - ivec2(0, 1));
  vec3 n = normalize(cross(abs(r.z) < abs(l.z) ? r : l, abs(u.z) < abs(b.z) ? u : b));
  float reach = uProject.z * uProject.w / (uDepth.z > 0.5 ? 1.0 : -c.z);
  float turn = 6.2831853 * fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715))));
  float sum = 0.0;
  float radius2 = uProject.z * uProject.z;
  const int kSamples = 9;
  for (int i = 0; i < kSamples; ++i) {
    float t = (float(i) + 0.5) / float(kSamples);
    float a = turn + t * 6.2831853 * 4.0;
    vec3 v = place(q + ivec2(vec2(cos(a), sin(a)) * (t * reach) + 0.5)) - c;
    float d2 = dot(v, v);
    float h = max(dot(v, n) + 0.012 * c.z * 0.15, 0.0);
    float f = max(1.0 - d2 / radius2, 0.0);
    sum += f * h / (sqrt(d2) + 1e-6);
  }
  outColor = vec4(clamp(1.0 - 2.4 * sum / float(kSamples), 0.0, 1.0), -c.z, 0.0, 0.0);
}
)";

// Five taps along one axis that stay on the same surface.
inline constexpr const char* kBlurFragment = R"(
uniform sampler2D uAmbient;
uniform vec2 uStep;
out vec4 outColor;
void main() {
  ivec2 q = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(uAmbient, 0) - 1;
  vec2 c = texelFetch(uAmbient, q, 0).rg;
  if (c.g >= 1e4) { outColor = vec4(1.0, c.g, 0.0, 0.0); return; }
  float sum = c.r, weight = 1.0;
  for (int i = -2; i <= 2; ++i) {
    if (i == 0) continue;
    vec2 s = texelFetch(uAmbient, clamp(q + ivec2(uStep) * i, ivec2(0), last), 0).rg;
    float w = max(0.0, 1.0 - abs(s.g - c.g) / (0.02 * c.g));
    sum += s.r * w;
    weight += w;
  }
  outColor = vec4(sum / weight, c.g, 0.0, 0.0);
}
)";

// Colours times ambient, outlines where a part stands before something much farther, and the rim of the selection.
// Alpha of the colours is 1 on parts, 0 elsewhere.
inline constexpr const char* kComposeFragment = R"(
in vec2 vUv;
uniform sampler2D uColorMap, uAmbient, uMask;
uniform float uAmbientOn, uOutline, uMaskOn, uStroke;
uniform vec3 uInk, uAccent;
out vec4 outColor;
void main() {
  ivec2 q = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(uColorMap, 0) - 1;
  vec4 color = texelFetch(uColorMap, q, 0);
  float z = texelFetch(uDepthMap, q, 0).r;
  if (z < 1.0) {
    float d = depthOf(z);
    if (uAmbientOn > 0.5) {
      // The four nearest values of the half-size map that lie on this surface.
      ivec2 most = textureSize(uAmbient, 0) - 1;
      vec2 h = gl_FragCoord.xy * 0.5 - 0.5;
      ivec2 q0 = ivec2(floor(h));
      vec2 t = h - vec2(q0);
      float sum = 0.0, weight = 0.0;
      for (int i = 0; i < 4; ++i) {
        ivec2 o = ivec2(i & 1, i >> 1);
        vec2 s = texelFetch(uAmbient, clamp(q0 + o, ivec2(0), most), 0).rg;
        float w = (o.x == 1 ? t.x : 1.0 - t.x) * (o.y == 1 ? t.y : 1.0 - t.y) * max(0.0, 1.0 - abs(s.g - d) / (0.03 * d)) + 1e-4;
        sum += s.r * w;
        weight += w;
      }
      float a = sum / weight;
      color.rgb *= mix(color.a > 0.5 ? 0.35 : 0.45, 1.0, a);
    }
    if (uOutline > 0.5 && color.a > 0.5) {
      int k = int(uStroke);
      vec4 n = vec4(depthOf(texelFetch(uDepthMap, clamp(q + ivec2(k, 0), ivec2(0), last), 0).r),
                    depthOf(texelFetch(uDepthMap, clamp(q - ivec2(k, 0), ivec2(0), last), 0).r),
                    depthOf(texelFetch(uDepthMap, clamp(q + ivec2(0, k), ivec2(0), last), 0).r),
                    depthOf(texelFetch(uDepthMap, clamp(q - ivec2(0, k), ivec2(0), last), 0).r)) - d;
      // Second differences vanish on a plane, however steep it is seen.
      float jump = max(n.x + n.y, n.z + n.w);
      color.rgb = mix(color.rgb, uInk, 0.75 * smoothstep(0.012, 0.03, jump / abs(d)));
    }
  }
  if (uMaskOn > 0.5) {
    float inside = texelFetch(uMask, q, 0).r;
    if (inside < 0.5) {
      float near = 0.0;
      int k = int(uStroke) + 1;
      for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j)
          near = max(near, texelFetch(uMask, clamp(q + ivec2(i, j) * k, ivec2(0), last), 0).r *
                               (i != 0 && j != 0 ? 0.8 : 1.0));
      color.rgb = mix(color.rgb, uAccent, near);
    }
  }
  outColor = color;
}
)";

// Fast approximate anti-aliasing after Lottes, "FXAA" (2009), its short console form: the local contrast gives a
// direction, and the colour is averaged along it.
inline constexpr const char* kSmoothFragment = R"(
in vec2 vUv;
uniform sampler2D uColorMap;
uniform vec2 uPixel;
out vec4 outColor;
float luma(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }
void main() {
  ivec2 q = ivec2(vUv / uPixel);
  ivec2 last = textureSize(uColorMap, 0) - 1;
  vec3 c = texelFetch(uColorMap, q, 0).rgb;
  float m = luma(c);
  float nw = luma(texelFetch(uColorMap, clamp(q + ivec2(-1, 1), ivec2(0), last), 0).rgb);
  float ne = luma(texelFetch(uColorMap, clamp(q + ivec2(1, 1), ivec2(0), last), 0).rgb);
  float sw = luma(texelFetch(uColorMap, clamp(q + ivec2(-1, -1), ivec2(0), last), 0).rgb);
  float se = luma(texelFetch(uColorMap, clamp(q + ivec2(1, -1), ivec2(0), last), 0).rgb);
  float lowest = min(m, min(min(nw, ne), min(sw, se)));
  float highest = max(m, max(max(nw, ne), max(sw, se)));
  if (highest - lowest < max(0.04, 0.11 * highest)) { outColor = vec4(c, 1.0); return; }
  vec2 dir = vec2(-((nw + ne) - (sw + se)), (nw + sw) - (ne + se));
  float reduce = max((nw + ne + sw + se) * 0.03125, 0.0078125);
  dir = clamp(dir / (min(abs(dir.x), abs(dir.y)) + reduce), vec2(-8.0), vec2(8.0)) * uPixel;
  vec3 a = 0.5 * (texture(uColorMap, vUv - dir / 6.0).rgb + texture(uColorMap, vUv + dir / 6.0).rgb);
  vec3 b = 0.5 * a + 0.25 * (texture(uColorMap, vUv - dir * 0.5).rgb + texture(uColorMap, vUv + dir * 0.5).rgb);
  float lb = luma(b);
  outColor = vec4(lb < lowest || lb > highest ? a : b, 1.0);
}
)";

// The mean of 2 x 2 pixels.
inline constexpr const char* kHalveFragment = R"(
uniform sampler2D uColorMap;
uniform vec2 uOrigin;
out vec4 outColor;
void main() {
  ivec2 q = 2 * ivec2(gl_FragCoord.xy - uOrigin);
  outColor = vec4(0.25 * (texelFetch(uColorMap, q, 0).rgb + texelFetch(uColorMap, q + ivec2(1, 0), 0).rgb +
                          texelFetch(uColorMap, q + ivec2(0, 1), 0).rgb + texelFetch(uColorMap, q + ivec2(1, 1), 0).rgb), 1.0);
}
)";

}  // namespace passung::render::shaders
