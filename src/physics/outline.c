/* Overlap of outlines by the even-odd rule (spec waica 1.5): what concave sensors use, since axes
 * that separate exist only between convex shapes. There is no push: only yes or no. */
#include "physics/shapes.h"

#include "base/dmath.h"

#include <math.h>

#define EDGE 1e-9 /* nearer to an edge is on it: neither inside nor a crossing */

typedef struct outline {
    const double *p;
    uint32_t count;
    double box[8];
} outline;

static void outline_of(const hob_shape *s, outline *o) {
    if (s->kind == HOB_SHAPE_POLYGON) {
        o->p = s->points;
        o->count = s->point_count;
        return;
    }
    const double box[8] = {s->cx - s->hw, s->cy - s->hh, s->cx + s->hw, s->cy - s->hh,
                           s->cx + s->hw, s->cy + s->hh, s->cx - s->hw, s->cy + s->hh};
    for (int i = 0; i < 8; i++) {
        o->box[i] = box[i];
    }
    o->p = o->box;
    o->count = 4;
}

static double side_of(const double *a, const double *b, const double *p) {
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/* Squared distance of a point to an edge. */
static double edge_distance(const double *a, const double *b, double x, double y) {
    double ex = b[0] - a[0];
    double ey = b[1] - a[1];
    double length = ex * ex + ey * ey;
    double t = length > 0 ? ((x - a[0]) * ex + (y - a[1]) * ey) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    double dx = x - (a[0] + t * ex);
    double dy = y - (a[1] + t * ey);
    return dx * dx + dy * dy;
}

static bool inside(const outline *o, double x, double y, double margin) {
    bool in = false;
    for (uint32_t i = 0, j = o->count - 1; i < o->count; j = i++) {
        const double *a = &o->p[2 * j];
        const double *b = &o->p[2 * i];
        if (edge_distance(a, b, x, y) <= margin * margin) {
            return false;
        }
        if ((a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]) {
            in = !in;
        }
    }
    return in;
}

static bool edges_cross(const outline *a, const outline *b) {
    for (uint32_t i = 0; i < a->count; i++) {
        const double *a0 = &a->p[2 * i];
        const double *a1 = &a->p[2 * ((i + 1) % a->count)];
        for (uint32_t k = 0; k < b->count; k++) {
            const double *b0 = &b->p[2 * k];
            const double *b1 = &b->p[2 * ((k + 1) % b->count)];
            if (side_of(a0, a1, b0) * side_of(a0, a1, b1) < -EDGE &&
                side_of(b0, b1, a0) * side_of(b0, b1, a1) < -EDGE) {
                return true;
            }
        }
    }
    return false;
}

/* A corner, the middle of an edge, or the average of the corners of `a` lies inside `b`. The
 * average of a concave outline may lie outside of it, as in the hollow of a cup, and says nothing
 * then. */
static bool any_inside(const outline *a, const outline *b) {
    double x = 0;
    double y = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        const double *p = &a->p[2 * i];
        const double *q = &a->p[2 * ((i + 1) % a->count)];
        if (inside(b, p[0], p[1], EDGE) || inside(b, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, EDGE)) {
            return true;
        }
        x += p[0];
        y += p[1];
    }
    x /= a->count;
    y /= a->count;
    return inside(a, x, y, EDGE) && inside(b, x, y, EDGE);
}

static bool circle_outline(const hob_shape *circle, const outline *o) {
    double reach = circle->radius * circle->radius;
    for (uint32_t i = 0; i < o->count; i++) {
        if (edge_distance(&o->p[2 * i], &o->p[2 * ((i + 1) % o->count)], circle->cx, circle->cy) <
            reach) {
            return true;
        }
    }
    return inside(o, circle->cx, circle->cy, 0);
}

bool hob_shapes_outlines_overlap(const hob_shape *a, const hob_shape *b) {
    outline oa;
    outline ob;
    outline_of(a, &oa);
    outline_of(b, &ob);
    if (a->kind == HOB_SHAPE_CIRCLE) {
        return circle_outline(a, &ob);
    }
    if (b->kind == HOB_SHAPE_CIRCLE) {
        return circle_outline(b, &oa);
    }
    return edges_cross(&oa, &ob) || any_inside(&oa, &ob) || any_inside(&ob, &oa);
}

bool hob_shapes_contains(const hob_shape *s, double x, double y) {
    double dx = fabs(x - s->cx);
    double dy = fabs(y - s->cy);
    if (s->kind == HOB_SHAPE_BOX) {
        return dx < s->hw - EDGE && dy < s->hh - EDGE;
    }
    if (s->kind == HOB_SHAPE_CIRCLE) {
        return hob_hypot(dx, dy) < s->radius - EDGE;
    }
    outline o;
    outline_of(s, &o);
    return inside(&o, x, y, EDGE);
}

bool hob_polygon_is_convex(const double *p, uint32_t count) {
    bool left = false;
    bool right = false;
    for (uint32_t i = 0; i < count; i++) {
        double cross = side_of(&p[2 * i], &p[2 * ((i + 1) % count)], &p[2 * ((i + 2) % count)]);
        left = left || cross > 0;
        right = right || cross < 0;
    }
    return !(left && right);
}
