/* UI pieces at entities (spec waica 7.6). */
#include "ui/pieces_internal.h"
#include "world/grow.h"

#include <math.h>
#include <string.h>

/* ---- instances ---- */

hob_anchored_piece *hob_piece_find(hob_world *world, uint64_t number) {
    hob_pieces *pieces = &world->ui.pieces;
    for (uint32_t i = 0; number != 0 && i < pieces->anchored_count; i++) {
        if (pieces->anchored[i].number == number) {
            return &pieces->anchored[i];
        }
    }
    return NULL;
}

static void remove_at(hob_world *world, uint32_t index) {
    hob_pieces *pieces = &world->ui.pieces;
    hob_anchored_piece piece = pieces->anchored[index];
    pieces->anchored_count--;
    memmove(&pieces->anchored[index], &pieces->anchored[index + 1],
            (pieces->anchored_count - index) * sizeof piece);
    hob_gametime_cancel(world, piece.timer);
    hob_text_drop(world->heap, piece.name);
    hob_text_drop(world->heap, piece.html);
    hob_value_done(world->heap, &piece.values);
}

void hob_piece_remove(hob_world *world, uint64_t number) {
    const hob_anchored_piece *piece = hob_piece_find(world, number);
    if (piece != NULL) {
        remove_at(world, (uint32_t)(piece - world->ui.pieces.anchored));
    }
}

/* Its time is over (phase 3). */
static void expire(hob_world *world, hob_component *component, uint64_t timer) {
    (void)component;
    hob_pieces *pieces = &world->ui.pieces;
    for (uint32_t i = 0; i < pieces->anchored_count; i++) {
        if (pieces->anchored[i].timer == timer) {
            remove_at(world, i);
            return;
        }
    }
}

/* Once a name and game session. */
static void complain(hob_world *world, hob_str name) {
    hob_value *told = &world->ui.pieces.complained;
    if (told->tag != HOB_TAG_LIST) {
        *told = hob_value_list(world->heap, 4);
    }
    for (uint32_t i = 0; i < told->as.list->count; i++) {
        if (hob_str_equal(hob_value_str(told->as.list->items[i]), name)) {
            return;
        }
    }
    hob_list_add(world->heap, told->as.list, hob_value_text(world->heap, name));
    hob_world_log(world, HOB_LOG_WARN, "There is no UI piece \"%.*s\"; nothing is shown.",
                  (int)(name.length < 80 ? name.length : 80), name.data);
}

static hob_value copy_values(hob_world *world, hob_value values) {
    return values.tag == HOB_TAG_MAP ? hob_value_copy(world->heap, values)
                                     : hob_value_map(world->heap, 2);
}

uint64_t hob_piece_attach(hob_world *world, hob_str name, hob_entity entity,
                          const hob_piece_options *options, hob_error *reterr) {
    hob_pieces *pieces = &world->ui.pieces;
    if (!hob_piece_exists(world, name)) {
        complain(world, name);
        return 0;
    }
    const hob_entity_data *e = hob_entity_live(world, entity);
    if (e == NULL) {
        hob_world_log(world, HOB_LOG_WARN,
                      "The UI piece \"%.*s\" was to be attached to an entity that is gone.",
                      (int)(name.length < 80 ? name.length : 80), name.data);
        return 0;
    }
    uint64_t timer = 0;
    if (options->has_seconds) {
        timer = hob_gametime_engine(world, HOB_SCOPE_SCENE, options->seconds, 0, expire, reterr);
        if (timer == 0) {
            return 0;
        }
    }
    pieces->anchored = hob_world_grow(world, pieces->anchored, &pieces->anchored_cap,
                                      pieces->anchored_count + 1, sizeof *pieces->anchored);
    hob_anchored_piece *piece = &pieces->anchored[pieces->anchored_count++];
    *piece = (hob_anchored_piece){.number = ++pieces->last_number,
                                  .name = hob_text_create(world->heap, name),
                                  .html = hob_pieces__markup(world, name),
                                  .entity = entity,
                                  .offset = options->offset,
                                  .values = copy_values(world, options->values),
                                  .timer = timer,
                                  .viewer = options->viewer,
                                  .start = world->time.now};
    return piece->number;
}

void hob_piece_set(hob_world *world, uint64_t number, hob_str key, hob_value v) {
    hob_anchored_piece *piece = hob_piece_find(world, number);
    if (piece != NULL) {
        hob_map_set(world->heap, piece->values.as.map, key, hob_value_copy(world->heap, v));
    }
}

/* ---- places ---- */

/* Where the scene draws a place (spec hob 1.4). */
static hob_vec2 drawn(const hob_world *world, hob_vec2 at) {
    bool isometric = world->scene_settings.projection != 0;
    return isometric ? (hob_vec2){at.x - at.y, (at.x + at.y) / 2} : at;
}

static hob_vec2 anchor_of(hob_world *world, const hob_anchored_piece *piece) {
    const hob_entity_data *e =
        piece->entity == HOB_NO_ENTITY ? NULL : hob_entity_get(world, piece->entity);
    if (e == NULL) {
        return piece->frozen;
    }
    hob_vec2 at = drawn(world, hob_entity_world_position(world, e));
    return (hob_vec2){at.x + piece->offset.x, at.y + piece->offset.y};
}

hob_piece_place hob_piece_place_of(hob_world *world, const hob_anchored_piece *piece) {
    const hob_manifest *manifest = world->outside.manifest;
    hob_vec2 anchor = anchor_of(world, piece);
    hob_vec2 at = hob_view_to_screen(world, anchor.x, anchor.y);
    const hob_entity_data *e =
        piece->entity == HOB_NO_ENTITY ? NULL : hob_entity_get(world, piece->entity);
    return (hob_piece_place){
        .x = floor(at.x + 0.5),
        .y = floor(at.y + 0.5),
        .clipped = !(at.x >= 0 && at.x <= manifest->settings.width && at.y >= 0 &&
                     at.y <= manifest->settings.height),
        .hidden = e != NULL && !(e->active && e->shown),
    };
}

const uint32_t *hob_piece_order(hob_world *world) {
    const hob_pieces *pieces = &world->ui.pieces;
    uint32_t count = pieces->anchored_count;
    uint32_t *order = hob_arena_array(world->outside.scratch, uint32_t, count + 1);
    double *heights = hob_arena_array(world->outside.scratch, double, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        hob_vec2 anchor = anchor_of(world, &pieces->anchored[i]);
        heights[i] = hob_view_to_screen(world, anchor.x, anchor.y).y;
        uint32_t at = i;
        for (; at > 0 && heights[order[at - 1]] > heights[i]; at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    return order;
}

double hob_piece_unit(hob_world *world) {
    return hob_view_zoom(world);
}

double hob_piece_age(const hob_world *world, const hob_anchored_piece *piece) {
    return world->time.now - piece->start;
}

/* ---- life ---- */

void hob_pieces_entity_died(hob_world *world, hob_entity_data *e) {
    hob_pieces *pieces = &world->ui.pieces;
    for (uint32_t i = pieces->anchored_count; i > 0; i--) {
        hob_anchored_piece *piece = &pieces->anchored[i - 1];
        if (piece->entity != e->self && piece->viewer != e->self) {
            continue;
        }
        if (piece->timer == 0 || piece->viewer == e->self) {
            remove_at(world, i - 1);
        } else {
            piece->frozen = anchor_of(world, piece);
            piece->entity = HOB_NO_ENTITY;
        }
    }
}

void hob_pieces_leave_scene(hob_world *world) {
    hob_pieces__leave_screen(world);
    while (world->ui.pieces.anchored_count > 0) {
        remove_at(world, world->ui.pieces.anchored_count - 1);
    }
}
