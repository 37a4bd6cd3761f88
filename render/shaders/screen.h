// SPDX-License-Identifier: Apache-2.0
// Passes over the finished depth and colours: ambient occlusion, its blur, composition with outlines, and smoothing.
// A loop of at most one round is an `if` that software renderers jump over (they carry out both sides of a plain one).
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
  outColor = vec4(1.0, 1e4, 0.0, 0.0);
  for (int once = z < 1.0 ? 0 : 1; once < 1; ++once) {
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
  float sum = c.r, weight = 1.0;
  for (int i = c.g < 1e4 ? -2 : 3; i <= 2; ++i) {
    if (i == 0) continue;
    vec2 s = texelFetch(uAmbient, clamp(q + ivec2(uStep) * i, ivec2(0), last), 0).rg;
    float w = max(0.0, 1.0 - abs(s.g - c.g) / (0.02 * c.g));
    sum += s.r * w;
    weight += w;
  }
  outColor = vec4(sum / weight, c.g, 0.0, 0.0);
}
)";

// Colours times ambient, outlines where a part stands before something much farther, and the rim of the selection, each
// where its macro is defined. Alpha of the colours is 1 on parts, 0 elsewhere.
inline constexpr const char* kComposeFragment = R"(
in vec2 vUv;
uniform sampler2D uColorMap, uAmbient, uMask;
uniform float uStroke;
uniform vec3 uInk, uAccent;
out vec4 outColor;
void main() {
  ivec2 q = ivec2(gl_FragCoord.xy);
  vec4 color = texelFetch(uColorMap, q, 0);
  float z = texelFetch(uDepthMap, q, 0).r;
  for (int once = z < 1.0 ? 0 : 1; once < 1; ++once) {
    float d = depthOf(z);
#ifdef AMBIENT
    // The four nearest values of the half-size map, those on this surface first.
    vec2 h = gl_FragCoord.xy * 0.5 - 0.5;
    vec2 t = fract(h);
    vec2 pixel = 1.0 / vec2(textureSize(uAmbient, 0));
    vec2 uv = (floor(h) + 0.5) * pixel;
    vec2 a = texture(uAmbient, uv).rg, b = texture(uAmbient, uv + vec2(pixel.x, 0.0)).rg;
    vec2 e = texture(uAmbient, uv + vec2(0.0, pixel.y)).rg, f = texture(uAmbient, uv + pixel).rg;
    vec4 near = max(vec4(0.0), 1.0 - abs(vec4(a.g, b.g, e.g, f.g) - d) * (33.0 / d));
    vec4 w = near * vec4((1.0 - t.x) * (1.0 - t.y), t.x * (1.0 - t.y), (1.0 - t.x) * t.y, t.x * t.y) + 1e-4;
    float light = dot(w, vec4(a.r, b.r, e.r, f.r)) / dot(w, vec4(1.0));
    color.rgb *= mix(0.4, 1.0, light);
#endif
#ifdef OUTLINE
    for (int i = color.a > 0.5 ? 0 : 1; i < 1; ++i) {
      // Second differences of the depth buffer vanish on a plane, however steep it is seen.
      ivec2 k = ivec2(int(uStroke), 0);
      ivec2 last = textureSize(uDepthMap, 0) - 1;
      float jump = max(texelFetch(uDepthMap, min(q + k, last), 0).r + texelFetch(uDepthMap, max(q - k, ivec2(0)), 0).r,
                       texelFetch(uDepthMap, min(q + k.yx, last), 0).r + texelFetch(uDepthMap, max(q - k.yx, ivec2(0)), 0).r);
      float scale = uDepth.z > 0.5 ? uDepth.y - uDepth.x : d * (uDepth.y - uDepth.x) / (uDepth.x * uDepth.y);
      color.rgb = mix(color.rgb, uInk, 0.75 * smoothstep(0.012, 0.03, (jump - 2.0 * z) * scale));
    }
#endif
  }
#ifdef MASK
  ivec2 most = textureSize(uMask, 0) - 1;
  float inside = texelFetch(uMask, q, 0).r;
  for (int once = inside < 0.5 ? 0 : 1; once < 1; ++once) {
    float near = 0.0;
    int k = int(uStroke) + 1;
    for (int i = -1; i <= 1; ++i)
      for (int j = -1; j <= 1; ++j)
        near = max(near, texelFetch(uMask, clamp(q + ivec2(i, j) * k, ivec2(0), most), 0).r * (i != 0 && j != 0 ? 0.8 : 1.0));
    color.rgb = mix(color.rgb, uAccent, near);
  }
#endif
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
  outColor = vec4(c, 1.0);
  for (int once = highest - lowest > max(0.04, 0.11 * highest) ? 0 : 1; once < 1; ++once) {
  vec2 dir = vec2(-((nw + ne) - (sw + se)), (nw + sw) - (ne + se));
  float reduce = max((nw + ne + sw + se) * 0.03125, 0.0078125);
  dir = clamp(dir / (min(abs(dir.x), abs(dir.y)) + reduce), vec2(-8.0), vec2(8.0)) * uPixel;
  vec3 a = 0.5 * (texture(uColorMap, vUv - dir / 6.0).rgb + texture(uColorMap, vUv + dir / 6.0).rgb);
  vec3 b = 0.5 * a + 0.25 * (texture(uColorMap, vUv - dir * 0.5).rgb + texture(uColorMap, vUv + dir * 0.5).rgb);
  float lb = luma(b);
  outColor = vec4(lb < lowest || lb > highest ? a : b, 1.0);
  }
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
