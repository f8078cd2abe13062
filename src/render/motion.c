/* Places before the last step, by the index of the entity's record. */
#include "render/motion.h"

#include "base/dmath.h"
#include "world/view.h"

#include <math.h>

typedef struct motion_row {
    uint64_t serial, note; /* of the entity; number of the note that wrote it */
    hob_entity parent;
    uint32_t places; /* of the entity and all above it */
    hob_motion_place at;
} motion_row;

struct hob_motion {
    const hob_allocator *allocator;
    motion_row *rows;
    uint32_t cap;
    uint64_t note; /* 0 = nothing is known */
    int64_t frame; /* that was noted */
};

hob_motion *hob_motion_create(const hob_allocator *a) {
    hob_motion *motion = hob_alloc_zero(a, 1, sizeof *motion);
    if (motion != NULL) {
        motion->allocator = a;
    }
    return motion;
}

void hob_motion_destroy(hob_motion *motion) {
    if (motion != NULL) {
        hob_free(motion->allocator, motion->rows, motion->cap * sizeof *motion->rows);
        hob_free(motion->allocator, motion, sizeof *motion);
    }
}

void hob_motion_forget(hob_motion *motion) {
    motion->frame = -1;
}

static uint32_t index_of(const hob_entity_data *e) {
    return (uint32_t)(e->self & 0xffffffffu) - 1;
}

static uint32_t places_of(const hob_entity_data *e) {
    uint32_t places = 0;
    for (; e != NULL; e = e->parent_data) {
        places += e->places;
    }
    return places;
}

static hob_motion_place now(hob_world *world, const hob_entity_data *e) {
    int type = world->view.camera_type;
    const hob_component *camera = type >= 0 ? hob_component_of(e, type) : NULL;
    return (hob_motion_place){.place = hob_entity_world_place(world, e),
                              .elevation = e->transform->elevation,
                              .zoom = camera != NULL ? hob_view_camera_zoom(world, camera) : 1};
}

static motion_row *row_for(hob_motion *motion, uint32_t index) {
    if (index >= motion->cap) {
        uint32_t cap = motion->cap == 0 ? 256 : motion->cap;
        while (cap <= index) {
            cap *= 2;
        }
        motion_row *rows =
            hob_resize(motion->allocator, motion->rows, motion->cap * sizeof *motion->rows,
                       cap * sizeof *motion->rows);
        if (rows == NULL) {
            return NULL; /* drawn where it is */
        }
        for (uint32_t i = motion->cap; i < cap; i++) {
            rows[i] = (motion_row){.serial = 0};
        }
        motion->rows = rows;
        motion->cap = cap;
    }
    return &motion->rows[index];
}

void hob_motion_note(hob_motion *motion, hob_world *world) {
    motion->note++;
    motion->frame = world->frame;
    hob_entity_pass pass = hob_entity_pass_begin(world);
    for (hob_entity_data *e = hob_entity_pass_next(&pass); e != NULL;
         e = hob_entity_pass_next(&pass)) {
        motion_row *row = e->active ? row_for(motion, index_of(e)) : NULL;
        if (row != NULL) {
            *row = (motion_row){e->serial, motion->note, e->parent, places_of(e), now(world, e)};
        }
    }
    hob_entity_pass_end(&pass);
}

/* Null: it is not blended. */
static const motion_row *row_of(const hob_motion *motion, const hob_world *world,
                                const hob_entity_data *e) {
    if (motion == NULL || motion->note == 0 || motion->frame + 1 != world->frame ||
        index_of(e) >= motion->cap) {
        return NULL;
    }
    const motion_row *row = &motion->rows[index_of(e)];
    bool same = row->note == motion->note && row->serial == e->serial && row->parent == e->parent &&
                row->places == places_of(e);
    return same ? row : NULL;
}

static double between(double from, double to, double blend) {
    return from + (to - from) * blend;
}

/* The short way round. */
static double turned(double from, double to, double blend) {
    double way = to - from;
    return from + (way - 360 * floor((way + 180) / 360)) * blend;
}

hob_motion_place hob_motion_at(const hob_motion *motion, hob_world *world, const hob_entity_data *e,
                               double blend) {
    hob_motion_place to = now(world, e);
    const motion_row *row = row_of(motion, world, e);
    if (row == NULL) {
        return to;
    }
    const hob_place *from = &row->at.place;
    double dx = to.place.position.x - from->position.x, dy = to.place.position.y - from->position.y;
    if (!(hob_hypot(dx, dy) <= world->outside.manifest->settings.width / 4.0)) {
        return to;
    }
    return (hob_motion_place){.place = {{between(from->position.x, to.place.position.x, blend),
                                         between(from->position.y, to.place.position.y, blend)},
                                        turned(from->rotation, to.place.rotation, blend),
                                        {between(from->scale.x, to.place.scale.x, blend),
                                         between(from->scale.y, to.place.scale.y, blend)}},
                              .elevation = between(row->at.elevation, to.elevation, blend),
                              .zoom = between(row->at.zoom, to.zoom, blend)};
}
