/* DrawGroups (spec hob 4.1, rgame 1.7): bands, and subtrees that are drawn as one.
 *
 * Each item belongs to a container, its nearest atomic group, and containers to containers. Two
 * items are compared where their ways up meet: there each is the item itself or the group that
 * holds it. */
#include "render/frame_internal.h"

#include "components/drawing.h"

#include <math.h>

static const hob_draw_group *group_of(const hob_frame *f, const hob_entity_data *e) {
    const hob_component *c = hob_component_of(e, f->group_type);
    return c != NULL && c->ready ? HOB_DATA(c, hob_draw_group) : NULL;
}

static const hob_frame_group *find(const hob_frame *f, const hob_entity_data *e) {
    uint32_t low = 0, high = f->group_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (f->groups[middle].entity->serial < e->serial) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < f->group_count && f->groups[low].entity == e ? &f->groups[low] : NULL;
}

/* What the way up from an entity says. The entity itself counts with `inclusive`. */
typedef struct way {
    const hob_entity_data *container;
    double order;
    int band; /* hob_draw_band; inherit = world */
} way;

static way walk_up(const hob_frame *f, const hob_entity_data *e, bool inclusive) {
    way w = {.band = HOB_BAND_INHERIT};
    bool has_order = false;
    for (const hob_entity_data *at = inclusive ? e : e->parent_data; at != NULL;
         at = at->parent_data) {
        const hob_draw_group *g = group_of(f, at);
        if (g == NULL) {
            continue;
        }
        if (w.band == HOB_BAND_INHERIT) {
            w.band = g->band;
        }
        if (w.container == NULL && g->atomic) {
            w.container = at;
        }
        if (w.container == NULL && !has_order) {
            w.order = g->order;
            has_order = true;
        }
        if (w.container != NULL && w.band != HOB_BAND_INHERIT) {
            break;
        }
    }
    return w;
}

static double y_of(const hob_frame *f, const hob_entity_data *e) {
    if (f->world->scene_settings.sort == 0) {
        return 0;
    }
    hob_vec2 at = hob_entity_world_position(f->world, e);
    return f->isometric ? (at.x + at.y) / 2 : at.y;
}

static bool collect_groups(hob_frame *f) {
    const hob_order *order = hob_column_order(f->world, f->group_type);
    f->group_count = 0;
    for (uint32_t i = 0; i < order->count; i++) {
        const hob_component *c = order->items[i].item;
        if (c == NULL || !c->ready || !HOB_DATA(c, hob_draw_group)->atomic) {
            continue;
        }
        if (f->group_count == f->group_cap) {
            uint32_t cap = f->group_cap == 0 ? 32 : f->group_cap * 2;
            void *moved = hob_resize(f->allocator, f->groups, f->group_cap * sizeof *f->groups,
                                     cap * sizeof *f->groups);
            if (moved == NULL) {
                f->canvas->failed = true;
                return false;
            }
            f->groups = moved;
            f->group_cap = cap;
        }
        f->groups[f->group_count++] = (hob_frame_group){.entity = c->owner,
                                                        .layer = HOB_DATA(c, hob_draw_group)->order,
                                                        .y = y_of(f, c->owner)};
    }
    for (uint32_t i = 0; i < f->group_count; i++) {
        way w = walk_up(f, f->groups[i].entity, false);
        f->groups[i].container = w.container != NULL ? find(f, w.container) : NULL;
        f->groups[i].outer_order = w.order;
    }
    for (uint32_t i = 0; i < f->group_count; i++) {
        for (const hob_frame_group *g = f->groups[i].container; g != NULL; g = g->container) {
            f->groups[i].depth++;
        }
    }
    return true;
}

bool hob_frame__group(hob_frame *f) {
    if (f->group_type < 0 || hob_column_count(f->world, f->group_type) == 0 || !collect_groups(f)) {
        return false;
    }
    for (uint32_t i = 0; i < f->item_count; i++) {
        hob_frame_item *item = &f->items[i];
        if (item->entity == NULL) {
            continue;
        }
        way w = walk_up(f, item->entity, true);
        item->container = w.container != NULL ? find(f, w.container) : NULL;
        item->own = item->container != NULL && item->container->entity == item->entity;
        item->order = w.order;
        if (w.band != HOB_BAND_INHERIT) {
            item->band = (uint8_t)(w.band - HOB_BAND_WORLD);
        }
    }
    return true;
}

/* ---- comparing ---- */

/* What stands for an item in one container. */
typedef struct stand_in {
    bool own;
    double order, layer, y;
    uint64_t serial;
} stand_in;

static stand_in of_item(const hob_frame_item *item) {
    return (stand_in){item->own, item->order, item->layer, item->y,
                      item->entity != NULL ? item->entity->serial : UINT64_MAX};
}

static stand_in of_group(const hob_frame_group *g) {
    return (stand_in){false, g->outer_order, g->layer, g->y, g->entity->serial};
}

static uint32_t depth_of(const hob_frame_group *container) {
    return container != NULL ? container->depth + 1 : 0;
}

static int compare_doubles(double a, double b) {
    return a < b ? -1 : a > b;
}

static int compare_stand_ins(const stand_in *a, const stand_in *b) {
    if (a->own != b->own) {
        return a->own ? -1 : 1;
    }
    int c = compare_doubles(a->order, b->order);
    c = c != 0 ? c : compare_doubles(a->layer, b->layer);
    c = c != 0 ? c : compare_doubles(a->y, b->y);
    return c != 0 ? c : a->serial < b->serial ? -1 : a->serial > b->serial;
}

int hob_frame__compare_grouped(const void *a, const void *b) {
    const hob_frame_item *x = a, *y = b;
    if (x->band != y->band) {
        return x->band < y->band ? -1 : 1;
    }
    const hob_frame_group *cx = x->container, *cy = y->container;
    stand_in sx = of_item(x), sy = of_item(y);
    while (cx != cy) {
        if (depth_of(cx) >= depth_of(cy)) {
            sx = of_group(cx);
            cx = cx->container;
        } else {
            sy = of_group(cy);
            cy = cy->container;
        }
    }
    return compare_stand_ins(&sx, &sy);
}
