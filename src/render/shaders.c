/* GLSL ES 3.00 texts. Formulas of the effects: spec runtime 16.4, 16.5. */
#include "render/shaders.h"

/* One instance a quad; the strip's four corners are 0 1 3 2 of the quad. */
const char hob_shader_quad_vertex[] =
    "#version 300 es\n"
    "layout(location=0) in vec4 aTop;\n"    /* corners 0 and 1 */
    "layout(location=1) in vec4 aBottom;\n" /* corners 2 and 3 */
    "layout(location=2) in vec4 aUv;\n"
    "layout(location=3) in vec4 aColor;\n"
    "layout(location=4) in uvec4 aWhat;\n"
    "uniform vec2 uTarget;\n"
    "out vec2 vUv;\n"
    "out vec2 vLocal;\n"
    "flat out vec4 vMeasures;\n"
    "out vec4 vColor;\n"
    "flat out uvec3 vWhat;\n"
    "flat out vec2 vSize;\n"
    "void main() {\n"
    "  int i = gl_VertexID;\n"
    "  vec2 p = i == 0 ? aTop.xy : i == 1 ? aTop.zw : i == 2 ? aBottom.zw : aBottom.xy;\n"
    "  vLocal = vec2(i & 1, i >> 1);\n"
    "  vUv = mix(aUv.xy, aUv.zw, vLocal);\n"
    "  vMeasures = aUv;\n"
    "  vColor = vec4(aColor.rgb * aColor.a, aColor.a);\n"
    "  vWhat = aWhat.xyz;\n"
    "  vSize = aWhat.x == 4u ? aUv.xy : vec2(length(aTop.zw - aTop.xy), length(aBottom.zw - "
    "aTop.xy));\n"
    "  gl_Position = vec4(p.x / uTarget.x * 2.0 - 1.0, 1.0 - p.y / uTarget.y * 2.0, 0.0, 1.0);\n"
    "}\n";

/* Kinds: hob_quad_kind. Edges of curves are softened over one pixel. `within`: never outside the
 * part that was asked for, half a texel in, so that nothing bleeds in from beside it. `edge`:
 * distance to the edge of the quad with round corners, px, negative inside. */
#define QUAD_FRAGMENT                                                                     \
    "#version 300 es\n"                                                                   \
    "precision highp float;\n"                                                            \
    "precision highp int;\n"                                                              \
    "in vec2 vUv;\n"                                                                      \
    "in vec2 vLocal;\n"                                                                   \
    "flat in vec4 vMeasures;\n"                                                           \
    "in vec4 vColor;\n"                                                                   \
    "flat in uvec3 vWhat;\n"                                                              \
    "flat in vec2 vSize;\n"                                                               \
    "uniform sampler2D uTexture[8];\n"                                                    \
    "out vec4 oColor;\n"                                                                  \
    "vec2 within(vec2 at, ivec2 size) {\n"                                                \
    "  vec2 half_texel = 0.5 / vec2(size);\n"                                             \
    "  vec2 low = min(vMeasures.xy, vMeasures.zw) + half_texel;\n"                        \
    "  vec2 high = max(vMeasures.xy, vMeasures.zw) - half_texel;\n"                       \
    "  return clamp(at, min(low, high), max(low, high));\n"                               \
    "}\n"                                                                                 \
    "#define FROM(i) texture(uTexture[i], within(at, textureSize(uTexture[i], 0)))\n"     \
    "vec4 sampled(uint slot, vec2 at) {\n"                                                \
    "  switch (slot) {\n"                                                                 \
    "  case 0u: return FROM(0);\n"                                                        \
    "  case 1u: return FROM(1);\n"                                                        \
    "  case 2u: return FROM(2);\n"                                                        \
    "  case 3u: return FROM(3);\n"                                                        \
    "  case 4u: return FROM(4);\n"                                                        \
    "  case 5u: return FROM(5);\n"                                                        \
    "  case 6u: return FROM(6);\n"                                                        \
    "  default: return FROM(7);\n"                                                        \
    "  }\n"                                                                               \
    "}\n"                                                                                 \
    "float edge(float radius) {\n"                                                        \
    "  vec2 q = abs(vLocal * vSize - vSize * 0.5) - vSize * 0.5 + radius;\n"              \
    "  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;\n"                  \
    "}\n"                                                                                 \
    "vec4 plain() {\n"                                                                    \
    "  uint kind = vWhat.x;\n"                                                            \
    "  float cover = 1.0;\n"                                                              \
    "  if (kind == 1u) {\n"                                                               \
    "    float inside = 1.0;\n"                                                           \
    "    if (vWhat.z > 0u) {\n"                                                           \
    "      float d = edge(float(vWhat.z));\n"                                             \
    "      inside = clamp(0.5 - d / max(fwidth(d), 1e-6), 0.0, 1.0);\n"                   \
    "    }\n"                                                                             \
    "    return sampled(vWhat.y, vUv) * vColor * inside;\n"                               \
    "  }\n"                                                                               \
    "  if (kind == 2u) return vColor * sampled(vWhat.y, vUv).r;\n"                        \
    "  if (kind == 3u) {\n"                                                               \
    "    float d = length(vLocal * 2.0 - 1.0);\n"                                         \
    "    cover = clamp((1.0 - d) / max(fwidth(d), 1e-6) + 0.5, 0.0, 1.0);\n"              \
    "  } else if (kind == 4u) {\n"                                                        \
    "    float d = edge(vMeasures.z);\n"                                                  \
    "    float w = max(fwidth(d), 1e-6);\n"                                               \
    "    cover = clamp(0.5 - d / w, 0.0, 1.0);\n"                                         \
    "    if (vMeasures.w > 0.0) cover *= clamp(0.5 + (d + vMeasures.w) / w, 0.0, 1.0);\n" \
    "  } else if (kind == 5u) {\n"                                                        \
    "    float r = min(length(vLocal * 2.0 - 1.0), 1.0) * 8.0;\n"                         \
    "    float i = floor(r);\n"                                                           \
    "    cover = mix(1.0 - i * i / 64.0, 1.0 - (i + 1.0) * (i + 1.0) / 64.0, r - i);\n"   \
    "    cover = max(cover, 0.0);\n"                                                      \
    "  }\n"                                                                               \
    "  return vColor * cover;\n"                                                          \
    "}\n"

const char hob_shader_quad_fragment[] = QUAD_FRAGMENT "void main() { oColor = plain(); }\n";

/* Straight alpha in the hands of authors. `at` is the picture at a place of the box, or where there
 * is none the color. */
#define STRAIGHT "vec4 straight(vec4 c) { return c.a > 0.0 ? vec4(c.rgb / c.a, c.a) : c; }\n"
#define SHADED                                  \
    "  vec4 c = shade(uv, straight(before));\n" \
    "  c = clamp(c, 0.0, 1.0);\n"               \
    "  oColor = vec4(c.rgb * c.a, c.a);\n"      \
    "}\n"
const char hob_shader_quad_head[] =
    QUAD_FRAGMENT "uniform float uValues[16];\n" STRAIGHT "vec4 at(vec2 uv) {\n"
                  "  if (vWhat.x != 1u) return straight(vColor);\n"
                  "  return straight(sampled(vWhat.y, mix(vMeasures.xy, vMeasures.zw, uv)));\n"
                  "}\n";
const char hob_shader_quad_tail[] = "\nvoid main() {\n"
                                    "  vec2 uv = vLocal;\n"
                                    "  vec4 before = plain();\n" SHADED;

const char hob_shader_full_vertex[] =
    "#version 300 es\n"
    "out vec2 vAt;\n"
    "void main() {\n"
    "  vec2 p = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);\n"
    "  vAt = p;\n"
    "  gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0);\n"
    "}\n";

/* n: place in the picture, y down, 0 to 1. */
#define EFFECT_HEAD                 \
    "#version 300 es\n"             \
    "precision highp float;\n"      \
    "precision highp int;\n"        \
    "in vec2 vAt;\n"                \
    "uniform sampler2D uPicture;\n" \
    "uniform vec2 uSize;\n"         \
    "uniform float uValues[16];\n"  \
    "out vec4 oColor;\n"
const char hob_shader_effect_head[] = EFFECT_HEAD
    "vec4 at(vec2 n) { return texture(uPicture, vec2(n.x, 1.0 - n.y)); }\n"
    "vec4 texel(vec2 n, vec2 d) { return at(n + d / uSize); }\n"
    "float luma(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }\n"
    "float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }\n";
const char hob_shader_post_head[] = EFFECT_HEAD STRAIGHT
    "vec4 at(vec2 uv) { return straight(texture(uPicture, vec2(uv.x, 1.0 - uv.y))); }\n";
const char hob_shader_effect_tail[] = "\nvoid main() {\n"
                                      "  vec2 uv = vec2(vAt.x, 1.0 - vAt.y);\n"
                                      "  vec4 before = texture(uPicture, vAt);\n" SHADED;

#define MAIN(body) \
    "void main() {\n  vec2 n = vec2(vAt.x, 1.0 - vAt.y);\n  vec4 c = at(n);\n" body "}\n"

const char *const hob_shader_effects[HOB_PROGRAM_COUNT] = {
    [HOB_PROGRAM_COPY] = MAIN("  oColor = c;\n"),
    /* opacity */
    [HOB_PROGRAM_FADE] = MAIN("  oColor = c * uValues[0];\n"),
    /* threshold, strength */
    [HOB_PROGRAM_BLOOM] = MAIN("  vec3 sum = vec3(0.0);\n"
                               "  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {\n"
                               "    vec3 s = texel(n, vec2(x, y) * 2.0).rgb;\n"
                               "    if (luma(s) > uValues[0]) sum += s;\n"
                               "  }\n"
                               "  oColor = vec4(c.rgb + uValues[1] * sum / 9.0, c.a);\n"),
    /* curvature, scanline, noise, frame */
    [HOB_PROGRAM_CRT] =
        MAIN("  vec2 m = n - 0.5;\n"
             "  vec2 w = n + m * dot(m, m) * uValues[0];\n"
             "  if (any(lessThan(w, vec2(0.0))) || any(greaterThan(w, vec2(1.0)))) { oColor = "
             "vec4(0.0); return; }\n"
             "  c = at(w);\n"
             "  c.rgb *= 1.0 - uValues[1] * (0.5 + 0.5 * sin(3.14159265358979 * w.y * uSize.y));\n"
             "  if (uValues[2] > 0.0) c.rgb += (hash(floor(w * uSize) + uValues[3]) - 0.5) * "
             "uValues[2];\n"
             "  oColor = c;\n"),
    /* intensity, color */
    [HOB_PROGRAM_VIGNETTE] =
        MAIN("  float k = smoothstep(0.35, 0.75, length(n - 0.5)) * uValues[0];\n"
             "  oColor = vec4(mix(c.rgb, vec3(uValues[1], uValues[2], uValues[3]), k), c.a);\n"),
    /* offset in texels */
    [HOB_PROGRAM_CHROMATIC] = MAIN("  vec2 d = normalize(n - 0.5 + 1e-5) * uValues[0];\n"
                                   "  oColor = vec4(texel(n, d).r, c.g, texel(n, -d).b, c.a);\n"),
    /* size */
    [HOB_PROGRAM_PIXELATE] = MAIN("  vec2 blocks = uSize / max(uValues[0], 1.0);\n"
                                  "  oColor = at((floor(n * blocks) + 0.5) / blocks);\n"),
    /* brightness, contrast, saturation, tint */
    [HOB_PROGRAM_GRADE] =
        MAIN("  vec3 s = c.a > 0.0 ? c.rgb / c.a : c.rgb;\n"
             "  s = (s * uValues[0] - 0.5) * uValues[1] + 0.5;\n"
             "  s = mix(vec3(luma(s)), s, uValues[2]) * vec3(uValues[3], uValues[4], uValues[5]);\n"
             "  oColor = vec4(clamp(s, 0.0, 1.0) * c.a, c.a);\n"),
    /* dissolve, seed; flash, color; outline width (0 = none), color; px a texel */
    [HOB_PROGRAM_SPRITE_EFFECTS] =
        MAIN("  float a = c.a;\n"
             "  vec2 t = floor(n * uSize / uValues[10]);\n"
             "  if (uValues[0] > 0.0 && hash(t + uValues[1]) < uValues[0]) c = vec4(0.0);\n"
             "  c.rgb = mix(c.rgb, vec3(uValues[3], uValues[4], uValues[5]) * c.a, uValues[2]);\n"
             "  if (uValues[6] > 0.0 && c.a < 0.5) {\n"
             "    float most = 0.0, w = uValues[6] * uValues[10];\n"
             "    for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++)\n"
             "      if (x != 0 || y != 0) most = max(most, texel(n, vec2(x, y) * w).a);\n"
             "    if (most > 0.5) c = vec4(uValues[7], uValues[8], uValues[9], 1.0);\n"
             "  }\n"
             "  oColor = c;\n"),
};
