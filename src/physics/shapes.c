#include "physics/shapes.h"

#include "base/dmath.h"

#include <math.h>

static bool box_box(const hob_shape *a, const hob_shape *b, hob_push *ret_push) {
    double dx = a->cx - b->cx;
    double dy = a->cy - b->cy;
    double ox = (a->hw + b->hw) - fabs(dx);
    double oy = (a->hh + b->hh) - fabs(dy);
    if (!(ox > 0) || !(oy > 0)) {
        return false;
    }
    if (ox < oy) {
        *ret_push = (hob_push){a->cx < b->cx ? -1.0 : 1.0, 0.0, ox};
    } else {
        *ret_push = (hob_push){0.0, a->cy < b->cy ? -1.0 : 1.0, oy};
    }
    return true;
}

static bool circle_circle(const hob_shape *a, const hob_shape *b, hob_push *ret_push) {
    double dx = a->cx - b->cx;
    double dy = a->cy - b->cy;
    double reach = a->radius + b->radius;
    /* Far pairs leave before the square root; the margin keeps every near one for the exact test.
     */
    if (fabs(dx) >= reach || fabs(dy) >= reach) {
        return false;
    }
    double dist = hob_hypot(dx, dy);
    double amount = reach - dist;
    if (!(amount > 0)) {
        return false;
    }
    if (dist == 0) {
        *ret_push = (hob_push){1.0, 0.0, reach};
    } else {
        *ret_push = (hob_push){dx / dist, dy / dist, amount};
    }
    return true;
}

static double clamp(double v, double low, double high) {
    double raised = v > low ? v : low;
    return raised < high ? raised : high;
}

static bool circle_box(const hob_shape *a, const hob_shape *b, hob_push *ret_push) {
    double px = clamp(a->cx, b->cx - b->hw, b->cx + b->hw);
    double py = clamp(a->cy, b->cy - b->hh, b->cy + b->hh);
    double dx = a->cx - px;
    double dy = a->cy - py;
    if (dx == 0 && dy == 0) {
        hob_shape square = {
            .cx = a->cx, .cy = a->cy, .hw = a->radius, .hh = a->radius, .kind = HOB_SHAPE_BOX};
        return box_box(&square, b, ret_push);
    }
    if (fabs(dx) >= a->radius || fabs(dy) >= a->radius) {
        return false;
    }
    double dist = hob_hypot(dx, dy);
    double amount = a->radius - dist;
    if (!(amount > 0)) {
        return false;
    }
    *ret_push = (hob_push){dx / dist, dy / dist, amount};
    return true;
}

/* ---- separating axes ---- */

/* A box as four points in the order of the specification. */
static const double *points_of(const hob_shape *s, double out[8], uint32_t *ret_count) {
    if (s->kind == HOB_SHAPE_POLYGON) {
        *ret_count = s->point_count;
        return s->points;
    }
    const double box[8] = {s->cx - s->hw, s->cy - s->hh, s->cx + s->hw, s->cy - s->hh,
                           s->cx + s->hw, s->cy + s->hh, s->cx - s->hw, s->cy + s->hh};
    for (int i = 0; i < 8; i++) {
        out[i] = box[i];
    }
    *ret_count = 4;
    return out;
}

static void project(const double *points, uint32_t count, double nx, double ny, double *ret_min,
                    double *ret_max) {
    double min = points[0] * nx + points[1] * ny;
    double max = min;
    for (uint32_t i = 1; i < count; i++) {
        double d = points[2 * i] * nx + points[2 * i + 1] * ny;
        min = d < min ? d : min;
        max = d > max ? d : max;
    }
    *ret_min = min;
    *ret_max = max;
}

typedef struct sat {
    bool any, apart;
    double nx, ny, overlap;
} sat;

static void consider(sat *best, double nx, double ny, double min_a, double max_a, double min_b,
                     double max_b) {
    double overlap = (max_a < max_b ? max_a : max_b) - (min_a > min_b ? min_a : min_b);
    if (!(overlap > 0)) {
        best->apart = true;
        return;
    }
    if (!best->any || overlap < best->overlap) {
        best->any = true;
        best->nx = nx;
        best->ny = ny;
        best->overlap = overlap;
    }
}

/* The unit normal of edge i; false for a zero edge. */
static bool edge_normal(const double *p, uint32_t count, uint32_t i, double *ret_nx,
                        double *ret_ny) {
    uint32_t j = (i + 1) % count;
    double ex = p[2 * j] - p[2 * i];
    double ey = p[2 * j + 1] - p[2 * i + 1];
    double length = hob_hypot(ex, ey);
    if (length == 0) {
        return false;
    }
    *ret_nx = -ey / length;
    *ret_ny = ex / length;
    return true;
}

void hob_points_average(const double *p, uint32_t count, double *ret_x, double *ret_y) {
    double x = 0;
    double y = 0;
    for (uint32_t i = 0; i < count; i++) {
        x += p[2 * i];
        y += p[2 * i + 1];
    }
    *ret_x = x / count;
    *ret_y = y / count;
}

static bool finish(const sat *best, double ax, double ay, double bx, double by,
                   hob_push *ret_push) {
    if (best->apart || !best->any) {
        return false;
    }
    double nx = best->nx;
    double ny = best->ny;
    if ((ax - bx) * nx + (ay - by) * ny < 0) {
        nx = -nx;
        ny = -ny;
    }
    *ret_push = (hob_push){nx, ny, best->overlap};
    return true;
}

static bool polygon_polygon(const hob_shape *a, const hob_shape *b, hob_push *ret_push) {
    double box_a[8];
    double box_b[8];
    uint32_t count_a = 0;
    uint32_t count_b = 0;
    const double *pa = points_of(a, box_a, &count_a);
    const double *pb = points_of(b, box_b, &count_b);
    sat best = {0};
    for (int side = 0; side < 2 && !best.apart; side++) {
        const double *p = side == 0 ? pa : pb;
        uint32_t count = side == 0 ? count_a : count_b;
        for (uint32_t i = 0; i < count && !best.apart; i++) {
            double nx;
            double ny;
            if (!edge_normal(p, count, i, &nx, &ny)) {
                continue;
            }
            double min_a;
            double max_a;
            double min_b;
            double max_b;
            project(pa, count_a, nx, ny, &min_a, &max_a);
            project(pb, count_b, nx, ny, &min_b, &max_b);
            consider(&best, nx, ny, min_a, max_a, min_b, max_b);
        }
    }
    double ax;
    double ay;
    double bx;
    double by;
    hob_points_average(pa, count_a, &ax, &ay);
    hob_points_average(pb, count_b, &bx, &by);
    return finish(&best, ax, ay, bx, by, ret_push);
}

static void circle_axis(const hob_shape *circle, const double *p, uint32_t count, double nx,
                        double ny, sat *best) {
    double c = circle->cx * nx + circle->cy * ny;
    double min_b;
    double max_b;
    project(p, count, nx, ny, &min_b, &max_b);
    consider(best, nx, ny, c - circle->radius, c + circle->radius, min_b, max_b);
}

static bool circle_polygon(const hob_shape *a, const hob_shape *b, hob_push *ret_push) {
    const double *p = b->points;
    uint32_t count = b->point_count;
    sat best = {0};
    for (uint32_t i = 0; i < count && !best.apart; i++) {
        double nx;
        double ny;
        if (edge_normal(p, count, i, &nx, &ny)) {
            circle_axis(a, p, count, nx, ny, &best);
        }
    }
    if (!best.apart) {
        uint32_t nearest = 0;
        double least = HOB_INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            double d = hob_hypot(p[2 * i] - a->cx, p[2 * i + 1] - a->cy);
            if (d < least) {
                least = d;
                nearest = i;
            }
        }
        if (least > 0 && least < HOB_INFINITY) {
            double nx = (p[2 * nearest] - a->cx) / least;
            double ny = (p[2 * nearest + 1] - a->cy) / least;
            circle_axis(a, p, count, nx, ny, &best);
        }
    }
    double bx;
    double by;
    hob_points_average(p, count, &bx, &by);
    return finish(&best, a->cx, a->cy, bx, by, ret_push);
}

static bool negated(bool hit, hob_push *push) {
    if (hit) {
        push->nx = -push->nx;
        push->ny = -push->ny;
    }
    return hit;
}

static bool bounds_overlap(const hob_shape *a, const hob_shape *b) {
    return (a->hw + b->hw) - fabs(a->cx - b->cx) > 0 && (a->hh + b->hh) - fabs(a->cy - b->cy) > 0;
}

bool hob_shapes_test(const hob_shape *a, const hob_shape *b, hob_push *ret_push) {
    if (a->kind == HOB_SHAPE_POLYGON || b->kind == HOB_SHAPE_POLYGON) {
        if (!bounds_overlap(a, b)) {
            return false;
        }
        if (a->concave || b->concave) {
            *ret_push = (hob_push){0, 0, 0};
            return hob_shapes_outlines_overlap(a, b);
        }
        if (a->kind == HOB_SHAPE_CIRCLE) {
            return circle_polygon(a, b, ret_push);
        }
        if (b->kind == HOB_SHAPE_CIRCLE) {
            return negated(circle_polygon(b, a, ret_push), ret_push);
        }
        return polygon_polygon(a, b, ret_push);
    }
    if (a->kind == HOB_SHAPE_BOX) {
        return b->kind == HOB_SHAPE_BOX ? box_box(a, b, ret_push)
                                        : negated(circle_box(b, a, ret_push), ret_push);
    }
    return b->kind == HOB_SHAPE_BOX ? circle_box(a, b, ret_push) : circle_circle(a, b, ret_push);
}

/* The furthest that a shape reaches along a direction. */
static double reach(const hob_shape *s, double nx, double ny) {
    double middle = s->cx * nx + s->cy * ny;
    if (s->kind == HOB_SHAPE_BOX) {
        return middle + s->hw * fabs(nx) + s->hh * fabs(ny);
    }
    if (s->kind == HOB_SHAPE_CIRCLE) {
        return middle + s->radius;
    }
    double min;
    double max;
    project(s->points, s->point_count, nx, ny, &min, &max);
    return max;
}

double hob_shapes_way_out(const hob_shape *a, const hob_shape *b, double nx, double ny) {
    return reach(b, nx, ny) + reach(a, -nx, -ny);
}

void hob_shape_move(hob_shape *shape, double dx, double dy) {
    shape->cx += dx;
    shape->cy += dy;
    for (uint32_t i = 0; i < shape->point_count; i++) {
        shape->points[2 * i] += dx;
        shape->points[2 * i + 1] += dy;
    }
}

void hob_shape_bound_points(hob_shape *shape) {
    const double *p = shape->points;
    double min_x = p[0];
    double max_x = p[0];
    double min_y = p[1];
    double max_y = p[1];
    for (uint32_t i = 1; i < shape->point_count; i++) {
        min_x = p[2 * i] < min_x ? p[2 * i] : min_x;
        max_x = p[2 * i] > max_x ? p[2 * i] : max_x;
        min_y = p[2 * i + 1] < min_y ? p[2 * i + 1] : min_y;
        max_y = p[2 * i + 1] > max_y ? p[2 * i + 1] : max_y;
    }
    shape->cx = (min_x + max_x) / 2;
    shape->cy = (min_y + max_y) / 2;
    shape->hw = (max_x - min_x) / 2;
    shape->hh = (max_y - min_y) / 2;
}
