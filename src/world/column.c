/* Columns: the rows of one component type, in chunks that never move. */
#include "world/internal.h"

#include <string.h>

#define CHUNK_BYTES    ((size_t)16384)
#define CHUNK_ROWS_MIN ((size_t)8)

_Static_assert(sizeof(hob_component) % 16 == 0, "component structs must be aligned to 16");

static const hob_component_phase *find_phase(const hob_component_type *type, const char *name) {
    for (const hob_component_phase *p = type->phases; p && p->phase; p++) {
        if (strcmp(p->phase, name) == 0) {
            return p;
        }
    }
    return NULL;
}

/* `collisionLayer` of a Tilemap, else `layer`. */
static const hob_field *find_layer(const hob_component_type *type) {
    const hob_field *field = hob_field_find(type->fields, HOB_STR("collisionLayer"));
    if (!field) {
        field = hob_field_find(type->fields, HOB_STR("layer"));
    }
    bool is_text = field && field->type == HOB_FIELD_TEXT && !hob_field_is_value(field);
    return is_text ? field : NULL;
}

static bool has_signal(const hob_component_type *type, const char *name) {
    for (const hob_signal_type *s = type->signals; s && s->name; s++) {
        if (strcmp(s->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_of(const hob_component_type *type, const char *family) {
    for (const char *const *f = type->families; f && *f; f++) {
        if (strcmp(*f, family) == 0) {
            return true;
        }
    }
    return false;
}

static void create(struct hob_column *column, const hob_component_type *type) {
    size_t bytes = (sizeof(hob_component) + type->size + 15) / 16 * 16;
    size_t rows = CHUNK_BYTES / bytes;
    *column = (struct hob_column){
        .type = type,
        .row_bytes = bytes,
        .chunk_rows = (uint32_t)(rows < CHUNK_ROWS_MIN ? CHUNK_ROWS_MIN : rows),
        .control = find_phase(type, "control"),
        .turn = find_phase(type, "turns"),
        .layer = find_layer(type),
        .tells_hits = has_signal(type, "hit"),
        .moves = is_of(type, "Mover") || is_of(type, "Motor"),
    };
}

static const char *const known_names[HOB_KNOWN_COUNT] = {
    [HOB_KNOWN_TRANSFORM] = "Transform",
    [HOB_KNOWN_SPRITE_RENDERER] = "SpriteRenderer",
    [HOB_KNOWN_TEXT] = "Text",
    [HOB_KNOWN_COLLIDER] = "Collider",
    [HOB_KNOWN_PHYSICS_BODY] = "PhysicsBody",
    [HOB_KNOWN_TILEMAP] = "Tilemap",
    [HOB_KNOWN_UI_ELEMENT] = "UIElement",
    [HOB_KNOWN_UI_LAYOUT] = "UILayout",
    [HOB_KNOWN_UI_SLIDER] = "UISlider",
    [HOB_KNOWN_UI_TOGGLE] = "UIToggle",
    [HOB_KNOWN_UI_TEXT_FIELD] = "UITextField",
};

void hob_column__create_all(hob_world *world) {
    world->column_count = hob_registry_count(world->outside.registry);
    world->columns =
        hob_region_alloc_zero(world->region, world->column_count * sizeof *world->columns);
    world->transform_type = -1;
    for (size_t i = 0; i < world->column_count; i++) {
        const hob_component_type *type = hob_registry_at(world->outside.registry, i);
        create(&world->columns[i], type);
        if (type->answers && world->answer_type_count < HOB_COUNT(world->answer_types)) {
            world->answer_types[world->answer_type_count++] = (uint16_t)i;
        }
        if ((type->flags & HOB_COMPONENT_ALWAYS) && world->transform_type < 0) {
            world->transform_type = (int32_t)i;
        }
    }
    for (int i = 0; i < HOB_KNOWN_COUNT; i++) {
        world->known[i] = hob_registry_find(world->outside.registry, hob_str_from(known_names[i]));
    }
}

hob_component *hob_column__take(hob_world *world, uint32_t type_index) {
    struct hob_column *column = &world->columns[type_index];
    column->count++;
    if (column->free) {
        hob_component *row = column->free;
        column->free = (hob_component *)(void *)row->owner;
        return row;
    }
    if (column->used % column->chunk_rows == 0) {
        column->chunks = hob_world_grow(world, column->chunks, &column->chunk_cap,
                                        column->chunk_count + 1, sizeof *column->chunks);
        column->chunks[column->chunk_count++] =
            hob_region_alloc(world->region, column->row_bytes * column->chunk_rows);
    }
    char *chunk = column->chunks[column->used / column->chunk_rows];
    char *row = chunk + column->row_bytes * (column->used % column->chunk_rows);
    column->used++;
    return (hob_component *)(void *)row;
}

void hob_column__give_back(hob_world *world, hob_component *component) {
    struct hob_column *column = &world->columns[component->type_index];
    hob_order__remove(&column->order, component->owner->serial, component->born);
    component->born = 0; /* whoever kept a pointer sees that the row has changed hands */
    component->ready = false;
    component->owner = (hob_entity_data *)(void *)column->free;
    column->free = component;
    column->count--;
}

void hob_column__close_gaps(hob_world *world) {
    for (size_t i = 0; i < world->column_count; i++) {
        if (world->columns[i].order.gaps > 0) {
            hob_order__close_gaps(&world->columns[i].order);
        }
    }
}

uint32_t hob_column_count(const hob_world *world, int type_index) {
    return type_index < 0 ? 0 : world->columns[type_index].count;
}

/* ---- passes ---- */

static hob_pass begin(hob_world *world, const hob_order *order) {
    return (hob_pass){
        .world = world,
        .order = order,
        .end = world->next_serial,
        .revision = order->revision,
        .deaths = hob_death__count(world),
    };
}

const hob_order *hob_column_order(const hob_world *world, int type_index) {
    static const hob_order nothing;
    return type_index < 0 ? &nothing : &world->columns[type_index].order;
}

hob_pass hob_pass_begin(hob_world *world, int type_index) {
    return begin(world, hob_column_order(world, type_index));
}

hob_pass hob_pass_begin_event_hooks(hob_world *world) {
    return begin(world, &world->event_slots);
}

hob_pass hob_pass_begin_collide_hooks(hob_world *world) {
    return begin(world, &world->collide_slots);
}

static bool died_in_pass(const hob_pass *pass, const hob_component *component) {
    const hob_entity_data *owner = component->owner;
    return pass->include_dead && owner->dead && owner->was_active &&
           owner->death_index >= pass->deaths && component->attached && !component->inert &&
           !component->removed;
}

hob_component *hob_pass_next(hob_pass *pass) {
    const hob_order *order = pass->order;
    if (pass->revision != order->revision) {
        pass->at = hob_order__after(order, pass->last, pass->last_key);
        pass->revision = order->revision;
    }
    while (pass->at < order->count) {
        const hob_order_item *item = &order->items[pass->at];
        if (item->serial >= pass->end) {
            return NULL;
        }
        pass->at++;
        if (item->serial != pass->last) {
            pass->last = item->serial;
            pass->born_end = pass->world->last_born;
        }
        pass->last_key = item->key;
        hob_component *component = item->item;
        if (!component || item->key > pass->born_end) {
            continue;
        }
        if (HOB_LIKELY(component->ready) || died_in_pass(pass, component)) {
            return component;
        }
    }
    return NULL;
}

void hob_pass_end(hob_pass *pass) {
    pass->order = NULL;
}
