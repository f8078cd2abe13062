#include "physics/space.h"

#include "base/dmath.h"
#include "physics/internal.h"
#include "physics/places.h"
#include "physics/space_internal.h"

#include <string.h>

#define DEFAULT_CELL 64.0 /* px, without a Tilemap */
#define MANY_GAPS    64   /* then entries are closed up when half of them are gaps */
#define SPARE_MARKS  256  /* beside one an entity */
#define AUDITS       8    /* entries that each reading proves, in dev builds */

/* ---- life ---- */

hob_space *hob_space_create(const hob_allocator *a) {
    hob_space *space = hob_alloc_zero(a, 1, sizeof *space);
    if (space != NULL) {
        space->allocator = space->table.allocator = a;
        space->places = hob_alloc_zero(a, 1, sizeof *space->places);
        if (space->places == NULL) {
            hob_free(a, space, sizeof *space);
            return NULL;
        }
        space->places->allocator = space->places->table.allocator = a;
    }
    return space;
}

void hob_space_destroy(hob_space *space) {
    if (space == NULL) {
        return;
    }
    const hob_allocator *a = space->allocator;
    hob_free(a, space->marks.items, space->marks.cap * sizeof *space->marks.items);
    hob_free(a, space->entries, space->entry_cap * sizeof *space->entries);
    hob_free(a, space->large, space->large_cap * sizeof *space->large);
    hob_cell_table__done(&space->table);
    hob_places__done(space->places);
    hob_free(a, space->places, sizeof *space->places);
    hob_free(a, space->met, space->met_cap * sizeof *space->met);
    hob_free(a, space->found, space->found_cap * sizeof *space->found);
    hob_free(a, space->seen, space->seen_cap * sizeof *space->seen);
    hob_free(a, space, sizeof *space);
}

hob_space *hob_space__of(const hob_world *world) {
    return world->outside.physics->space;
}

void hob_space_forget(hob_world *world) {
    if (world->outside.physics != NULL) {
        hob_space *space = world->outside.physics->space;
        space->built = false;
        hob_places__forget(space->places);
        space->marks.open = false;
        space->marks.epoch++;
        space->marks.count = 0;
    }
}

double hob_space_cell_size(hob_world *world) {
    const hob_order *maps = hob_column_order(world, hob_known_type(world, HOB_KNOWN_TILEMAP));
    double least = 0;
    for (uint32_t i = 0; i < maps->count; i++) {
        const hob_component *c = maps->items[i].item;
        if (c == NULL || !c->ready) {
            continue;
        }
        const hob_tilemap *map = HOB_DATA(c, const hob_tilemap);
        double cell = map->cell_width < map->cell_height ? map->cell_width : map->cell_height;
        least = least == 0 || cell < least ? cell : least;
    }
    return least > 0 ? least : DEFAULT_CELL;
}

/* ---- entries ---- */

/* What an entry is to be at this moment. */
static hob_space_entry look_at(hob_world *world, const hob_space *space, hob_component *c) {
    hob_space_entry now = {
        .component = c, .serial = c->owner->serial, .born = c->born, .standing = HOB_SPACE_HIDDEN};
    hob_physics *physics = world->outside.physics;
    hob_item item = {.entity = c->owner, .component = c, .collider = HOB_DATA(c, hob_collider)};
    physics->point_count = 0;
    if (!c->ready) {
        return now;
    }
    if (!item.collider->compiled) {
        hob_collider_compile(world, c);
    }
    if (!hob_physics__shape_item(world, physics, &item)) {
        return now;
    }
    const hob_shape *s = &item.shape;
    now.min_x = s->cx - s->hw;
    now.max_x = s->cx + s->hw;
    now.min_y = s->cy - s->hh;
    now.max_y = s->cy + s->hh;
    now.self = c->owner->self;
    now.kinds = (uint8_t)((hob_collider_is_solid(item.collider) ? HOB_SPACE_SOLID : 0) |
                          (hob_collider_is_trigger(item.collider) ? HOB_SPACE_SENSOR : 0));
    now.is_sensed = item.collider->sensed;
    now.is_box = s->kind == HOB_SHAPE_BOX;
    bool fits =
        hob_space__cells_of(space->cell, now.min_x, now.min_y, now.max_x, now.max_y, &now.cells);
    now.standing = fits ? HOB_SPACE_CELLS : HOB_SPACE_LARGE;
    return now;
}

static void take_out(hob_space *space, uint32_t index) {
    hob_space_entry *entry = &space->entries[index];
    if (entry->standing == HOB_SPACE_CELLS) {
        hob_cell_table__remove(&space->table, index, &entry->cells);
    } else if (entry->standing == HOB_SPACE_LARGE) {
        uint32_t last = space->large[--space->large_count];
        space->large[entry->large_at] = last;
        space->entries[last].large_at = entry->large_at;
    }
    entry->standing = HOB_SPACE_HIDDEN;
}

static void widen(hob_space *space, const hob_space_entry *entry) {
    if (entry->standing != HOB_SPACE_HIDDEN) {
        space->min_x = entry->min_x < space->min_x ? entry->min_x : space->min_x;
        space->min_y = entry->min_y < space->min_y ? entry->min_y : space->min_y;
        space->max_x = entry->max_x > space->max_x ? entry->max_x : space->max_x;
        space->max_y = entry->max_y > space->max_y ? entry->max_y : space->max_y;
    }
}

/* The entry is written, but stands nowhere yet. */
static void put_in(hob_world *world, hob_space *space, uint32_t index) {
    hob_space_entry *entry = &space->entries[index];
    widen(space, entry);
    if (entry->standing == HOB_SPACE_CELLS) {
        hob_cell_table__insert(world, &space->table, index, &entry->cells);
    } else if (entry->standing == HOB_SPACE_LARGE) {
        space->large = hob_space__grow(world, space->allocator, space->large, &space->large_cap,
                                       space->large_count + 1, sizeof *space->large);
        entry->large_at = space->large_count;
        space->large[space->large_count++] = index;
    }
}

static bool same_cells(const hob_cell_range *a, const hob_cell_range *b) {
    return a->x0 == b->x0 && a->y0 == b->y0 && a->x1 == b->x1 && a->y1 == b->y1;
}

static void update(hob_world *world, hob_space *space, uint32_t index) {
    hob_space_entry *entry = &space->entries[index];
    hob_space_entry now = look_at(world, space, entry->component);
    bool stays = now.standing == entry->standing &&
                 (now.standing != HOB_SPACE_CELLS || same_cells(&now.cells, &entry->cells));
    if (stays) {
        now.large_at = entry->large_at;
        *entry = now;
        widen(space, entry);
        return;
    }
    take_out(space, index);
    *entry = now;
    put_in(world, space, index);
}

static void append(hob_world *world, hob_space *space, hob_component *c) {
    if (space->entry_count > 0) {
        const hob_space_entry *last = &space->entries[space->entry_count - 1];
        uint64_t serial = c->owner->serial;
        if (serial < last->serial || (serial == last->serial && c->born < last->born)) {
            space->out_of_order = true;
            return;
        }
    }
    space->entries = hob_space__grow(world, space->allocator, space->entries, &space->entry_cap,
                                     space->entry_count + 1, sizeof *space->entries);
    uint32_t index = space->entry_count++;
    space->entries[index] = look_at(world, space, c);
    HOB_DATA(c, hob_collider)->space_entry = index + 1;
    put_in(world, space, index);
}

hob_space_entry *hob_space__entry_of(const hob_space *space, const hob_component *c) {
    uint32_t number = HOB_DATA(c, const hob_collider)->space_entry;
    if (number == 0 || number > space->entry_count) {
        return NULL;
    }
    hob_space_entry *entry = &space->entries[number - 1];
    return entry->component == c && entry->born == c->born ? entry : NULL;
}

static void leave_gap(hob_space *space, hob_space_entry *entry) {
    take_out(space, (uint32_t)(entry - space->entries));
    entry->component = NULL;
    space->gaps++;
}

void hob_space_drop(hob_world *world, hob_component *collider) {
    hob_space *space = world->outside.physics != NULL ? world->outside.physics->space : NULL;
    if (space == NULL || !space->built) {
        return;
    }
    hob_space_entry *entry = hob_space__entry_of(space, collider);
    if (entry != NULL) {
        leave_gap(space, entry);
    }
}

/* ---- reading what was written ---- */

static void build(hob_world *world, hob_space *space) {
    const hob_order *order = hob_column_order(world, hob_known_type(world, HOB_KNOWN_COLLIDER));
    space->cell = hob_space_cell_size(world);
    space->entry_count = 0;
    space->gaps = 0;
    space->large_count = 0;
    space->out_of_order = false;
    space->min_x = space->min_y = HOB_INFINITY;
    space->max_x = space->max_y = -HOB_INFINITY;
    hob_cell_table__clear(&space->table);
    for (uint32_t i = 0; i < order->count; i++) {
        hob_component *c = order->items[i].item;
        if (c != NULL && c->attached) {
            append(world, space, c);
        }
    }
    hob_marks *marks = &space->marks;
    marks->items = hob_space__grow(world, space->allocator, marks->items, &marks->cap,
                                   hob_entity_count(world) + SPARE_MARKS, sizeof *marks->items);
    marks->epoch++;
    marks->count = 0;
    marks->open = true;
    world->outside.marks = marks;
    space->built = true;
}

static void read_entity(hob_world *world, hob_space *space, hob_entity_data *e) {
    int type = hob_known_type(world, HOB_KNOWN_COLLIDER);
    for (uint16_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c == NULL || c->type_index != type || !c->attached) {
            continue;
        }
        hob_space_entry *entry = hob_space__entry_of(space, c);
        if (entry != NULL && entry->serial == e->serial) {
            update(world, space, (uint32_t)(entry - space->entries));
            continue;
        }
        if (entry != NULL) { /* its entity was taken from a pool: it has a new place in the order */
            leave_gap(space, entry);
        }
        append(world, space, c);
    }
}

/* A place is handed down, and so is whether an entity is active. */
static void read_subtree(hob_world *world, hob_space *space, hob_entity_data *root) {
    hob_entity_data *at = root;
    for (;;) {
        read_entity(world, space, at);
        hob_places__note(world, space->places, at);
        if (at->first_child != NULL) {
            at = at->first_child;
            continue;
        }
        while (at != root && at->next_sibling == NULL) {
            at = at->parent_data;
        }
        if (at == root) {
            return;
        }
        at = at->next_sibling;
    }
}

static void catch_up(hob_world *world, hob_space *space) {
    hob_marks *marks = &space->marks;
    for (uint32_t i = 0; i < marks->count; i++) {
        const hob_mark *mark = &marks->items[i];
        if (mark->e->live && mark->e->serial == mark->serial) {
            read_subtree(world, space, mark->e);
        } else {
            hob_places__note(world, space->places, mark->e);
        }
    }
    marks->epoch++;
    marks->count = 0;
    bool has_many_gaps = space->gaps > MANY_GAPS && space->gaps > space->entry_count / 2;
    if (space->out_of_order || has_many_gaps || space->cell != hob_space_cell_size(world)) {
        build(world, space);
    }
}

/* In dev builds a few entries a reading are held against the world: a write that went past
 * hob_entity_moved shows here. */
static void audit(hob_world *world, hob_space *space) {
#ifdef HOB_CHECKS
    for (uint32_t n = 0; n < AUDITS && n < space->entry_count; n++) {
        uint32_t index = space->audited++ % space->entry_count;
        const hob_space_entry *entry = &space->entries[index];
        if (entry->component == NULL) {
            continue;
        }
        hob_space_entry now = look_at(world, space, entry->component);
        HOB_ASSERT(now.standing == entry->standing);
        HOB_ASSERT(now.standing == HOB_SPACE_HIDDEN ||
                   (now.kinds == entry->kinds && now.is_sensed == entry->is_sensed &&
                    now.is_box == entry->is_box && now.self == entry->self));
        HOB_ASSERT(now.standing == HOB_SPACE_HIDDEN ||
                   (now.min_x == entry->min_x && now.min_y == entry->min_y &&
                    now.max_x == entry->max_x && now.max_y == entry->max_y));
    }
#else
    (void)world;
    (void)space;
#endif
}

hob_space *hob_space__read(hob_world *world) {
    hob_space *space = world->outside.physics->space;
    hob_marks *marks = &space->marks;
    if (!space->built || !marks->open || world->outside.marks != marks) {
        hob_places__forget(space->places); /* what was written meanwhile was not noted */
        build(world, space);
    } else if (marks->count > 0) {
        catch_up(world, space);
    }
    audit(world, space);
    return space;
}

/* ---- layers ---- */

hob_layer_set hob_layer_set_of(hob_world *world, hob_value names) {
    hob_layer_set set = {.names = names};
    const hob_list *list = names.tag == HOB_TAG_LIST ? names.as.list : NULL;
    for (uint32_t i = 0; list != NULL && i < list->count; i++) {
        hob_str name = hob_value_str(list->items[i]);
        if (hob_str_is(name, "*")) {
            set.bits = UINT64_MAX;
            return set;
        }
        set.bits |= hob_layer_bit(world, name);
    }
    return set;
}

bool hob_layer_set_has(const hob_layer_set *set, hob_world *world, hob_component *component) {
    const hob_collider *collider = HOB_DATA(component, const hob_collider);
    if (set->bits == UINT64_MAX) {
        return true;
    }
    if (!collider->compiled) {
        hob_collider_compile(world, component);
    }
    if ((set->bits & collider->layer_bit) == 0) {
        return false;
    }
    const hob_list *list = set->names.tag == HOB_TAG_LIST ? set->names.as.list : NULL;
    if (collider->layer_bit != HOB_LAYER_SHARED_BIT || list == NULL) {
        return true;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        if (hob_str_equal(hob_value_str(list->items[i]), hob_text_view(collider->layer))) {
            return true;
        }
    }
    return false;
}
