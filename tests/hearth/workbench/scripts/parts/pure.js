// ctx.math: results are new values.
const { is, near, point } = require("lib/check");

module.exports = {
  check(ctx) {
    const m = ctx.math;
    const a = m.vec2(3, 4);
    point(ctx, "vec2", a, 3, 4);
    point(ctx, "vec2 of nothing", m.vec2(), 0, 0);
    point(ctx, "add", m.add(a, { x: 1, y: 2 }), 4, 6);
    point(ctx, "sub", m.sub(a, { x: 1, y: 2 }), 2, 2);
    point(ctx, "scale", m.scale(a, 2), 6, 8);
    point(ctx, "arguments stay", a, 3, 4);
    is(ctx, "dot", m.dot(a, { x: 2, y: -1 }), 2);
    is(ctx, "length", m.length(a), 5);
    is(ctx, "distance", m.distance(a, { x: 0, y: 0 }), 5);
    point(ctx, "normalize", m.normalize(a), 0.6, 0.8);
    point(ctx, "normalize of nothing", m.normalize({ x: 0, y: 0 }), 0, 0);
    is(ctx, "angle right", m.angle({ x: 1, y: 0 }), 0);
    is(ctx, "angle down", m.angle({ x: 0, y: 1 }), 90);
    is(ctx, "angle left", m.angle({ x: -1, y: 0 }), 180);
    point(ctx, "fromAngle", m.fromAngle(90, 2), 0, 2);
    point(ctx, "fromAngle of length 1", m.fromAngle(0), 1, 0);
    is(ctx, "lerp", m.lerp(10, 20, 1.5), 25);
    point(ctx, "lerpVec", m.lerpVec({ x: 0, y: 0 }, { x: 4, y: 8 }, 0.25), 1, 2);
    is(ctx, "clamp low", m.clamp(-1, 0, 1), 0);
    is(ctx, "clamp high", m.clamp(2, 0, 1), 1);
    is(ctx, "clamp reversed", m.clamp(0.5, 1, 0), 0);
    const rgb = m.hexToRgb("#f80");
    is(ctx, "hexToRgb r", rgb.r, 255);
    is(ctx, "hexToRgb g", rgb.g, 136);
    is(ctx, "hexToRgb b", rgb.b, 0);
    is(ctx, "hexToRgb without alpha", m.hexToRgb("#01020304").b, 3);
    is(ctx, "rgbToHex", m.rgbToHex(255, 127.5, -5), "#ff8000");
    is(ctx, "colorLerp", m.colorLerp("#000000", "#ffffff", 0.5), "#808080");
    is(ctx, "colorLerp beyond", m.colorLerp("#000000", "#ffffff", 2), "#ffffff");
    near(ctx, "length of a slope", m.length({ x: 1, y: 1 }), Math.SQRT2);
  },
};
