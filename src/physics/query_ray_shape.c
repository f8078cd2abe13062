/* A ray against one closed outline, or one ellipse (spec waica 2.5).
 *
 * Outlines are met at the first strict crossing: where the ray meets edges it is on the outline;
 * what counts is that it is outside just before and inside just after, or the other way round. So
 * rays along an edge or through a single corner meet nothing. */
#include "physics/query_internal.h"

#include "base/dmath.h"

#define E HOB_QUERY_EPSILON

typedef struct event {
    double distance;
    uint32_t edge;
    bool has_normal;
} event;

typedef enum side { OUTSIDE, BOUNDARY, INSIDE } side;

static side side_of_point(const double *p, uint32_t count, double x, double y) {
    bool in = false;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        double ax = p[2 * j];
        double ay = p[2 * j + 1];
        double ex = p[2 * i] - ax;
        double ey = p[2 * i + 1] - ay;
        double length = ex * ex + ey * ey;
        double t = length > 0 ? ((x - ax) * ex + (y - ay) * ey) / length : 0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        if (hob_hypot(x - (ax + t * ex), y - (ay + t * ey)) <= E) {
            return BOUNDARY;
        }
        if ((ay > y) != (ay + ey > y) && x < ex * (y - ay) / ey + ax) {
            in = !in;
        }
    }
    return in ? INSIDE : OUTSIDE;
}

static side side_at(const hob_ray *ray, const double *p, uint32_t count, double distance) {
    return side_of_point(p, count, ray->x + distance * ray->dx, ray->y + distance * ray->dy);
}

/* ---- events ---- */

/* Ascending; few, and mostly in order. */
static void add_event(event *events, uint32_t *count, event e) {
    uint32_t at = (*count)++;
    for (; at > 0 && events[at - 1].distance > e.distance; at--) {
        events[at] = events[at - 1];
    }
    events[at] = e;
}

static void edge_events(const hob_ray *ray, const double *a, const double *b, uint32_t edge,
                        event *events, uint32_t *count) {
    double ex = b[0] - a[0];
    double ey = b[1] - a[1];
    double length = hob_hypot(ex, ey);
    if (length <= E) {
        return;
    }
    double ox = a[0] - ray->x;
    double oy = a[1] - ray->y;
    double cross = ray->dx * ey - ray->dy * ex;
    if (fabs(cross) <= E * length) {
        if (fabs(ox * ray->dy - oy * ray->dx) > E) {
            return; /* beside the ray */
        }
        double first = ox * ray->dx + oy * ray->dy;
        double second = (ox + ex) * ray->dx + (oy + ey) * ray->dy;
        if (first >= -E) {
            add_event(events, count, (event){.distance = first, .edge = edge});
        }
        if (second >= -E) {
            add_event(events, count, (event){.distance = second, .edge = edge});
        }
        return;
    }
    double distance = (ox * ey - oy * ex) / cross;
    double fraction = (ox * ray->dy - oy * ray->dx) / cross;
    double slack = E / length > E ? E / length : E;
    if (distance >= -E && fraction >= -slack && fraction <= 1 + slack) {
        add_event(events, count, (event){.distance = distance, .edge = edge, .has_normal = true});
    }
}

/* ---- groups ---- */

static void normal_of(const double *p, uint32_t count, uint32_t edge, bool clockwise, double *nx,
                      double *ny) {
    uint32_t next = edge + 1 < count ? edge + 1 : 0;
    double ex = p[2 * next] - p[2 * edge];
    double ey = p[2 * next + 1] - p[2 * edge + 1];
    double length = hob_hypot(ex, ey);
    double turn = clockwise ? -1 : 1;
    *nx = turn * ey / length;
    *ny = -turn * ex / length;
}

/* At a corner several edges meet: entering takes the one that faces the ray most, leaving the one
 * that faces it least. */
static bool best_normal(const hob_ray *ray, const double *p, uint32_t count, const event *group,
                        uint32_t group_count, bool entering, bool clockwise, hob_ray_touch *touch) {
    bool found = false;
    double best = 0;
    uint32_t best_edge = 0;
    for (uint32_t i = 0; i < group_count; i++) {
        if (!group[i].has_normal) {
            continue;
        }
        double nx;
        double ny;
        normal_of(p, count, group[i].edge, clockwise, &nx, &ny);
        double dot = nx * ray->dx + ny * ray->dy;
        double gain = entering ? best - dot : dot - best;
        bool wins = !found || gain > E || (fabs(gain) <= E && group[i].edge < best_edge);
        if (wins) {
            found = true;
            best = dot;
            best_edge = group[i].edge;
            touch->nx = nx;
            touch->ny = ny;
        }
    }
    return found;
}

static double probe_of(double hw, double hh) {
    double size = 2 * (hw > hh ? hw : hh);
    double probe = (size > 1 ? size : 1) * 1e-6;
    probe = probe < 1e-3 ? probe : 1e-3;
    return probe > 4 * E ? probe : 4 * E;
}

static bool first_crossing(const hob_ray *ray, const double *p, uint32_t count, const event *events,
                           uint32_t event_count, double probe, bool clockwise,
                           hob_ray_touch *ret_touch) {
    double previous = 0;
    for (uint32_t from = 0; from < event_count;) {
        uint32_t to = from + 1;
        while (to < event_count && events[to].distance - events[to - 1].distance <= E) {
            to++;
        }
        double at = events[from].distance;
        if (at > ray->max + E) {
            return false;
        }
        bool at_origin = at <= E;
        side before = side_at(ray, p, count, at_origin ? 0 : previous + (at - previous) / 2);
        if (before == BOUNDARY && from == 0) {
            before = side_at(ray, p, count, 0); /* so near that the middle lies on the outline */
        }
        double last = events[to - 1].distance;
        double next = to < event_count ? last + (events[to].distance - last) / 2 : last + probe;
        side after = side_at(ray, p, count, next);
        bool entering = after == INSIDE && (before == OUTSIDE || (at_origin && before == BOUNDARY));
        bool leaving = before == INSIDE && after == OUTSIDE;
        if ((entering || leaving) &&
            best_normal(ray, p, count, events + from, to - from, entering, clockwise, ret_touch)) {
            ret_touch->distance = at;
            return true;
        }
        previous = last > 0 ? last : 0;
        from = to;
    }
    return false;
}

bool hob_ray__meets_outline(hob_world *world, const hob_ray *ray, const double *points,
                            uint32_t count, double hw, double hh, hob_ray_touch *ret_touch) {
    event few[64];
    double twice = hob_query__area_of(points, count);
    if (!(fabs(twice) > 2 * E)) {
        return false;
    }
    event *events = 2 * (size_t)count <= HOB_COUNT(few)
                        ? few
                        : hob_arena_array(world->outside.scratch, event, 2 * (size_t)count);
    uint32_t event_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = i + 1 < count ? i + 1 : 0;
        edge_events(ray, &points[2 * i], &points[2 * next], i, events, &event_count);
    }
    return first_crossing(ray, points, count, events, event_count, probe_of(hw, hh), twice < 0,
                          ret_touch);
}

/* ---- ellipses ---- */

/* In the frame in which the ellipse is the unit circle. What is small beside large numbers is
 * computed from the nearest point on the ray, so that no digits are lost far away. */
bool hob_ray__meets_ellipse(const hob_ray *ray, double cx, double cy, double rx, double ry,
                            hob_ray_touch *ret_touch) {
    if (!(rx > 0) || !(ry > 0)) {
        return false;
    }
    double ux = ray->dx / rx;
    double uy = ray->dy / ry;
    double scale = hob_hypot(ux, uy); /* unit circles a px of the ray */
    ux /= scale;
    uy /= scale;
    double ox = (ray->x - cx) / rx;
    double oy = (ray->y - cy) / ry;
    double along = -(ox * ux + oy * uy); /* to the nearest point */
    double beside = ox * uy - oy * ux;   /* distance of the centre from the ray */
    double square = (1 - beside) * (1 + beside);
    if (!(square > 0)) {
        return false;
    }
    double half = sqrt(square);
    if (half / scale <= E) {
        return false;
    }
    double near_root = (along - half) / scale;
    double far_root = (along + half) / scale;
    double distance = near_root;
    double root = -half;
    if (!(near_root >= -E)) {
        if (!(far_root > E)) {
            return false;
        }
        distance = far_root;
        root = half;
    }
    double px = -beside * -uy + root * ux; /* the point on the unit circle */
    double py = -beside * ux + root * uy;
    double gx = px / rx;
    double gy = py / ry;
    double length = hob_hypot(gx, gy);
    *ret_touch = (hob_ray_touch){distance, gx / length, gy / length};
    return true;
}
