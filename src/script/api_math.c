/* ctx.math and ctx.random: pure functions and the session's stream (spec scripting 7.6, 7.9,
 * hob 6.5). */
#include "base/dmath.h"
#include "base/easing.h"
#include "script/machine.h"

#include <math.h>

#define DEGREES_PER_RADIAN (180.0 / HOB_PI)

/* ---- ctx.random ---- */

static bool random_next(hob_ctx_call *call) {
    return hob_ctx_return_number(call, hob_random_next(&call->world->random));
}

static bool random_range(hob_ctx_call *call) {
    return hob_ctx_return_number(
        call,
        hob_random_range(&call->world->random, hob_ctx_number(call, 0), hob_ctx_number(call, 1)));
}

static bool random_int(hob_ctx_call *call) {
    return hob_ctx_return_number(call, hob_random_int(&call->world->random, hob_ctx_number(call, 0),
                                                      hob_ctx_number(call, 1)));
}

/* ---- vectors ---- */

static bool vec2(hob_ctx_call *call) {
    hob_value map = hob_value_map(call->a, 2);
    for (uint32_t i = 0; i < 2; i++) { /* a null stays null */
        hob_value v = hob_ctx_plain(call, i);
        hob_map_set(call->a, map.as.map, i == 0 ? HOB_STR("x") : HOB_STR("y"),
                    v.tag == HOB_TAG_ABSENT ? hob_value_number(0) : v);
    }
    return hob_ctx_return(call, map);
}

static bool add(hob_ctx_call *call) {
    hob_vec2 a, b;
    return hob_ctx_point(call, 0, &a) && hob_ctx_point(call, 1, &b) &&
           hob_ctx_return_point(call, (hob_vec2){a.x + b.x, a.y + b.y});
}

static bool sub(hob_ctx_call *call) {
    hob_vec2 a, b;
    return hob_ctx_point(call, 0, &a) && hob_ctx_point(call, 1, &b) &&
           hob_ctx_return_point(call, (hob_vec2){a.x - b.x, a.y - b.y});
}

static bool scale(hob_ctx_call *call) {
    hob_vec2 v;
    double s = hob_ctx_number(call, 1);
    return hob_ctx_point(call, 0, &v) && hob_ctx_return_point(call, (hob_vec2){v.x * s, v.y * s});
}

static bool dot(hob_ctx_call *call) {
    hob_vec2 a, b;
    return hob_ctx_point(call, 0, &a) && hob_ctx_point(call, 1, &b) &&
           hob_ctx_return_number(call, a.x * b.x + a.y * b.y);
}

static bool length(hob_ctx_call *call) {
    hob_vec2 v;
    return hob_ctx_point(call, 0, &v) && hob_ctx_return_number(call, hob_hypot(v.x, v.y));
}

static bool distance(hob_ctx_call *call) {
    hob_vec2 a, b;
    return hob_ctx_point(call, 0, &a) && hob_ctx_point(call, 1, &b) &&
           hob_ctx_return_number(call, hob_hypot(b.x - a.x, b.y - a.y));
}

static bool normalize(hob_ctx_call *call) {
    hob_vec2 v;
    if (!hob_ctx_point(call, 0, &v)) {
        return false;
    }
    double size = hob_hypot(v.x, v.y);
    return hob_ctx_return_point(call,
                                size == 0 ? (hob_vec2){0, 0} : (hob_vec2){v.x / size, v.y / size});
}

static bool angle(hob_ctx_call *call) {
    hob_vec2 v;
    return hob_ctx_point(call, 0, &v) &&
           hob_ctx_return_number(call, hob_atan2(v.y, v.x) * DEGREES_PER_RADIAN);
}

static bool from_angle(hob_ctx_call *call) {
    double radians = hob_ctx_number(call, 0) / DEGREES_PER_RADIAN,
           size = hob_ctx_number_or(call, 1, 1);
    return hob_ctx_return_point(call, (hob_vec2){hob_cos(radians) * size, hob_sin(radians) * size});
}

static bool lerp(hob_ctx_call *call) {
    double a = hob_ctx_number(call, 0), b = hob_ctx_number(call, 1), t = hob_ctx_number(call, 2);
    return hob_ctx_return_number(call, a + (b - a) * t);
}

static bool lerp_vec(hob_ctx_call *call) {
    hob_vec2 a, b;
    double t = hob_ctx_number(call, 2);
    return hob_ctx_point(call, 0, &a) && hob_ctx_point(call, 1, &b) &&
           hob_ctx_return_point(call, (hob_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t});
}

static bool project(hob_ctx_call *call) {
    hob_vec2 p;
    return hob_ctx_point(call, 0, &p) && hob_ctx_return_point(call, hob_isometric_project(p));
}

static bool unproject(hob_ctx_call *call) {
    hob_vec2 p;
    return hob_ctx_point(call, 0, &p) && hob_ctx_return_point(call, hob_isometric_unproject(p));
}

static bool clamp(hob_ctx_call *call) {
    return hob_ctx_return_number(
        call, hob_clamp(hob_ctx_number(call, 0), hob_ctx_number(call, 1), hob_ctx_number(call, 2)));
}

static bool damp(hob_ctx_call *call) {
    double a = hob_ctx_number(call, 0), b = hob_ctx_number(call, 1);
    double rate = hob_ctx_number(call, 2), dt = hob_ctx_number(call, 3);
    return hob_ctx_return_number(call, dt == 0 ? a : a + (b - a) * (1 - hob_exp(-rate * dt)));
}

static bool ease(hob_ctx_call *call) {
    hob_str name = hob_ctx_text(call, 0);
    hob_easing easing = hob_easing_find(name.data, name.length);
    if (easing == HOB_EASING_COUNT) {
        return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR,
                            "ctx.math.ease: there is no easing \"%.*s\"",
                            (int)(name.length > 40 ? 40 : name.length), name.data);
    }
    return hob_ctx_return_number(call, hob_easing_apply(easing, hob_ctx_number(call, 1)));
}

/* ---- colours ---- */

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* 3, 6 or 8 digits after '#', alpha ignored; white and false for anything else. */
static bool parse_hex(hob_str s, double rgb[3]) {
    rgb[0] = rgb[1] = rgb[2] = 255;
    if ((s.length != 4 && s.length != 7 && s.length != 9) || s.data[0] != '#') {
        return false;
    }
    for (size_t i = 1; i < s.length; i++) {
        if (hex_digit(s.data[i]) < 0) {
            return false;
        }
    }
    for (size_t i = 0; i < 3; i++) {
        rgb[i] = s.length == 4 ? hex_digit(s.data[1 + i]) * 17
                               : hex_digit(s.data[1 + 2 * i]) * 16 + hex_digit(s.data[2 + 2 * i]);
    }
    return true;
}

static bool hex_to_rgb(hob_ctx_call *call) {
    double rgb[3];
    hob_str hex = hob_ctx_text(call, 0);
    if (!parse_hex(hex, rgb)) {
        hob_buf key;
        hob_buf_init(&key, call->a, 200);
        hob_buf_format(&key, "hexToRgb %llu",
                       (unsigned long long)(call->e == NULL ? 0 : call->e->serial));
        if (key.data != NULL && hob_world_warn_once(call->world, key.data)) {
            hob_ctx_warn(call, "ctx.math.hexToRgb: \"%.*s\" is no colour; white is used",
                         (int)(hex.length > 40 ? 40 : hex.length),
                         hex.data == NULL ? "" : hex.data);
        }
    }
    static const char *const names[3] = {"r", "g", "b"};
    hob_value map = hob_value_map(call->a, 3);
    for (int i = 0; i < 3; i++) {
        hob_map_set(call->a, map.as.map, hob_str_from(names[i]), hob_value_number(rgb[i]));
    }
    return hob_ctx_return(call, map);
}

static int channel(double v) {
    v = isnan(v) ? 0 : v < 0 ? 0 : v > 255 ? 255 : v;
    return (int)hob_round_half_up(v);
}

static bool return_hex(hob_ctx_call *call, double r, double g, double b) {
    return hob_ctx_return_format(call, "#%02x%02x%02x", (unsigned)channel(r), (unsigned)channel(g),
                                 (unsigned)channel(b));
}

static bool rgb_to_hex(hob_ctx_call *call) {
    return return_hex(call, hob_ctx_number(call, 0), hob_ctx_number(call, 1),
                      hob_ctx_number(call, 2));
}

static bool color_lerp(hob_ctx_call *call) {
    double a[3], b[3], t = hob_clamp(hob_ctx_number(call, 2), 0, 1);
    (void)parse_hex(hob_ctx_text(call, 0), a);
    (void)parse_hex(hob_ctx_text(call, 1), b);
    return return_hex(call, a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t,
                      a[2] + (b[2] - a[2]) * t);
}

/* ---- paths: a list of points ---- */

static uint32_t point_count(hob_value list) {
    return list.tag == HOB_TAG_LIST ? list.as.list->count : 0;
}

static hob_vec2 point_at(hob_value list, uint32_t index) {
    hob_vec2 p = {0, 0};
    (void)hob_value_point(list.as.list->items[index], &p);
    return p;
}

/* A path has two points at least. */
static bool path_of(hob_ctx_call *call, hob_value *ret_points) {
    *ret_points = hob_ctx_plain(call, 0);
    return point_count(*ret_points) >= 2 ||
           hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR,
                        "ctx.math.%s: a path has at least two points, not %u", call->member->name,
                        point_count(*ret_points));
}

static bool path_length(hob_ctx_call *call) {
    hob_value points;
    double sum = 0;
    if (!path_of(call, &points)) {
        return false;
    }
    for (uint32_t i = 1; i < point_count(points); i++) {
        hob_vec2 a = point_at(points, i - 1), b = point_at(points, i);
        sum += hob_hypot(b.x - a.x, b.y - a.y);
    }
    return hob_ctx_return_number(call, sum);
}

static bool path_at(hob_ctx_call *call) {
    hob_value points = hob_ctx_plain(call, 0);
    double left = hob_ctx_number(call, 1);
    uint32_t count = point_count(points);
    if (count == 0) {
        return true;
    }
    for (uint32_t i = 1; i < count; i++) {
        hob_vec2 a = point_at(points, i - 1), b = point_at(points, i);
        double size = hob_hypot(b.x - a.x, b.y - a.y);
        if (left <= size && size > 0) {
            double t = left < 0 ? 0 : left / size;
            return hob_ctx_return_point(call,
                                        (hob_vec2){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t});
        }
        left -= size;
    }
    return hob_ctx_return_point(call, point_at(points, count - 1));
}

/* Of a place from the nearest point of the path. */
static bool path_distance(hob_ctx_call *call) {
    hob_value points;
    double x = hob_ctx_number(call, 1), y = hob_ctx_number(call, 2), best = HOB_INFINITY;
    if (!path_of(call, &points)) {
        return false;
    }
    for (uint32_t i = 1; i < point_count(points); i++) {
        hob_vec2 a = point_at(points, i - 1), b = point_at(points, i);
        double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
        double t = square == 0 ? 0 : hob_clamp(((x - a.x) * dx + (y - a.y) * dy) / square, 0, 1);
        double away = hob_hypot(a.x + dx * t - x, a.y + dy * t - y);
        best = away < best ? away : best;
    }
    return hob_ctx_return_number(call, best);
}

#define NUM(label, text) HOB_P(label, NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = text)
#define VEC(label, text) \
    HOB_P(label, OBJECT, .flags = HOB_FIELD_REQUIRED, .fields = hob_vec2_fields, .doc = text)
#define HEX(label, text) HOB_P(label, COLOR, .flags = HOB_FIELD_REQUIRED, .doc = text)
static const hob_field range_params[] = {NUM("min", "Smaller bound."), NUM("max", "Larger bound."),
                                         HOB_FIELDS_END};
static const hob_field xy_params[] = {HOB_P("x", NUMBER, .doc = "x, 0 when left out."),
                                      HOB_P("y", NUMBER, .doc = "y, 0 when left out."),
                                      HOB_FIELDS_END};
static const hob_field two_params[] = {VEC("a", "First vector."), VEC("b", "Second vector."),
                                       HOB_FIELDS_END};
static const hob_field one_params[] = {VEC("v", "A vector."), HOB_FIELDS_END};
static const hob_field scale_params[] = {VEC("v", "A vector."), NUM("s", "Factor."),
                                         HOB_FIELDS_END};
static const hob_field angle_params[] = {NUM("degrees", "Angle, clockwise from +x."),
                                         HOB_P("length", NUMBER, .doc = "Length, 1."),
                                         HOB_FIELDS_END};
static const hob_field lerp_params[] = {NUM("a", "Value at 0."), NUM("b", "Value at 1."),
                                        NUM("t", "Where between."), HOB_FIELDS_END};
static const hob_field place_params[] = {VEC("place", "A place {x, y}."), HOB_FIELDS_END};
static const hob_field lerp_vec_params[] = {VEC("a", "Vector at 0."), VEC("b", "Vector at 1."),
                                            NUM("t", "Where between."), HOB_FIELDS_END};
static const hob_field clamp_params[] = {NUM("x", "A number."), NUM("min", "Lower bound."),
                                         NUM("max", "Upper bound."), HOB_FIELDS_END};
static const hob_field damp_params[] = {NUM("a", "Value now."), NUM("b", "Goal."),
                                        NUM("rate", "Rate, 1/s."), NUM("dt", "Seconds."),
                                        HOB_FIELDS_END};
static const hob_field ease_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Name of an easing."),
    NUM("t", "Progress from 0 to 1."), HOB_FIELDS_END};
static const hob_field hex_params[] = {HEX("hex", "A colour."), HOB_FIELDS_END};
static const hob_field rgb_params[] = {NUM("r", "Red, 0 to 255."), NUM("g", "Green."),
                                       NUM("b", "Blue."), HOB_FIELDS_END};
static const hob_field color_params[] = {HEX("a", "Colour at 0."), HEX("b", "Colour at 1."),
                                         NUM("t", "Where between."), HOB_FIELDS_END};
#define POINTS HOB_P("points", LIST, .flags = HOB_FIELD_REQUIRED, .doc = "List of points.")
static const hob_field points_params[] = {POINTS, HOB_FIELDS_END};
static const hob_field at_params[] = {POINTS, NUM("distance", "Way from the first point, px."),
                                      HOB_FIELDS_END};
static const hob_field near_params[] = {POINTS, NUM("x", "A place."), NUM("y", "A place."),
                                        HOB_FIELDS_END};

#define H HOB_API_HEARTH
#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member random_members[] = {
    {.name = "next",
     .flags = H | M | W,
     .result = "number",
     .call = random_next,
     .doc = "One draw in [0, 1).",
     .js = "ctx.random.next();"},
    {.name = "range",
     .flags = H | M | W,
     .params = range_params,
     .result = "number",
     .call = random_range,
     .doc = "One draw between two numbers.",
     .js = "ctx.random.range(1, 2);"},
    {.name = "int",
     .flags = H | M | W,
     .params = range_params,
     .result = "int",
     .call = random_int,
     .doc = "A whole number between two bounds, both included.",
     .js = "ctx.random.int(1, 6);"},
    {.name = NULL},
};

static const hob_api_member math_members[] = {
    {.name = "vec2",
     .flags = H | M,
     .params = xy_params,
     .result = "vec2",
     .call = vec2,
     .doc = "A vector.",
     .js = "ctx.math.vec2(1, 2);"},
    {.name = "add",
     .flags = H | M,
     .params = two_params,
     .result = "vec2",
     .call = add,
     .doc = "Sum of two vectors.",
     .js = "ctx.math.add(ctx.math.vec2(1, 2), ctx.math.vec2(3, 4));"},
    {.name = "sub",
     .flags = H | M,
     .params = two_params,
     .result = "vec2",
     .call = sub,
     .doc = "Difference of two vectors.",
     .js = "ctx.math.sub(ctx.math.vec2(1, 2), ctx.math.vec2(3, 4));"},
    {.name = "scale",
     .flags = H | M,
     .params = scale_params,
     .result = "vec2",
     .call = scale,
     .doc = "A vector times a number.",
     .js = "ctx.math.scale(ctx.math.vec2(1, 2), 3);"},
    {.name = "dot",
     .flags = H | M,
     .params = two_params,
     .result = "number",
     .call = dot,
     .doc = "Scalar product.",
     .js = "ctx.math.dot(ctx.math.vec2(1, 2), ctx.math.vec2(3, 4));"},
    {.name = "length",
     .flags = H | M,
     .params = one_params,
     .result = "number",
     .call = length,
     .doc = "Length of a vector.",
     .js = "ctx.math.length(ctx.math.vec2(3, 4));"},
    {.name = "normalize",
     .flags = H | M,
     .params = one_params,
     .result = "vec2",
     .call = normalize,
     .doc = "The vector with length 1; zero stays zero.",
     .js = "ctx.math.normalize(ctx.math.vec2(3, 4));"},
    {.name = "distance",
     .flags = H | M,
     .params = two_params,
     .result = "number",
     .call = distance,
     .doc = "Distance of two points.",
     .js = "ctx.math.distance(ctx.math.vec2(0, 0), ctx.math.vec2(3, 4));"},
    {.name = "angle",
     .flags = H | M,
     .params = one_params,
     .result = "degrees",
     .call = angle,
     .doc = "Angle of a vector in degrees; 90 is down.",
     .js = "ctx.math.angle(ctx.math.vec2(0, 1));"},
    {.name = "fromAngle",
     .flags = H | M,
     .params = angle_params,
     .result = "vec2",
     .call = from_angle,
     .doc = "The vector of an angle and a length.",
     .js = "ctx.math.fromAngle(90, 10);"},
    {.name = "lerp",
     .flags = H | M,
     .params = lerp_params,
     .result = "number",
     .call = lerp,
     .doc = "Between two numbers; t is not clamped.",
     .js = "ctx.math.lerp(0, 10, 0.5);"},
    {.name = "lerpVec",
     .flags = H | M,
     .params = lerp_vec_params,
     .result = "vec2",
     .call = lerp_vec,
     .doc = "Between two vectors.",
     .js = "ctx.math.lerpVec(ctx.math.vec2(0, 0), ctx.math.vec2(10, 0), 0.5);"},
    {.name = "clamp",
     .flags = H | M,
     .params = clamp_params,
     .result = "number",
     .call = clamp,
     .doc = "A number held within bounds.",
     .js = "ctx.math.clamp(12, 0, 10);"},
    {.name = "damp",
     .flags = M,
     .params = damp_params,
     .result = "number",
     .call = damp,
     .doc = "Nearer to a goal, whatever the step.",
     .js = "ctx.math.damp(0, 10, 6, 0.016);"},
    {.name = "ease",
     .flags = M | F,
     .params = ease_params,
     .result = "number",
     .call = ease,
     .doc = "Value of a named easing.",
     .js = "ctx.math.ease(\"quadIn\", 0.5);"},
    {.name = "hexToRgb",
     .flags = H | M,
     .params = hex_params,
     .result = "{r, g, b}",
     .call = hex_to_rgb,
     .doc = "Channels of a colour; white for what is none.",
     .js = "ctx.math.hexToRgb(\"#ff8000\");"},
    {.name = "rgbToHex",
     .flags = H | M,
     .params = rgb_params,
     .result = "color",
     .call = rgb_to_hex,
     .doc = "Colour of three channels.",
     .js = "ctx.math.rgbToHex(255, 128, 0);"},
    {.name = "colorLerp",
     .flags = H | M,
     .params = color_params,
     .result = "color",
     .call = color_lerp,
     .doc = "Between two colours; t is clamped.",
     .js = "ctx.math.colorLerp(\"#000000\", \"#ffffff\", 0.5);"},
    {.name = "project",
     .flags = M,
     .params = place_params,
     .result = "vec2",
     .call = project,
     .doc = "Where an isometric scene draws a place.",
     .js = "ctx.math.project({x: 2, y: 1});",
     .lua = "ctx.math.project({x = 2, y = 1})"},
    {.name = "unproject",
     .flags = M,
     .params = place_params,
     .result = "vec2",
     .call = unproject,
     .doc = "The place that an isometric scene draws there.",
     .js = "ctx.math.unproject({x: 1, y: 1.5});",
     .lua = "ctx.math.unproject({x = 1, y = 1.5})"},
    {.name = "pathLength",
     .flags = M | F,
     .params = points_params,
     .result = "number",
     .call = path_length,
     .doc = "Length of a line of points.",
     .js = "ctx.math.pathLength([{x: 0, y: 0}, {x: 3, y: 4}]);",
     .lua = "ctx.math.pathLength({{x = 0, y = 0}, {x = 3, y = 4}})"},
    {.name = "pathAt",
     .flags = M,
     .params = at_params,
     .result = "vec2 or nil",
     .call = path_at,
     .doc = "Place at a distance along a line of points.",
     .js = "ctx.math.pathAt([{x: 0, y: 0}, {x: 3, y: 4}], 2.5);",
     .lua = "ctx.math.pathAt({{x = 0, y = 0}, {x = 3, y = 4}}, 2.5)"},
    {.name = "pathDistance",
     .flags = M | F,
     .params = near_params,
     .result = "number",
     .call = path_distance,
     .doc = "Distance of a place from the path.",
     .js = "ctx.math.pathDistance([{x: 0, y: 0}, {x: 3, y: 4}], 3, 3);",
     .lua = "ctx.math.pathDistance({{x = 0, y = 0}, {x = 3, y = 4}}, 3, 3)"},
    {.name = NULL},
};

const hob_api_family hob_api_random = {
    .path = "ctx.random", .doc = "The session's random stream.", .members = random_members};
const hob_api_family hob_api_math = {
    .path = "ctx.math", .doc = "Pure functions.", .members = math_members};
