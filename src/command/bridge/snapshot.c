/* The snapshot of a running game (spec waica 6.4): its fields, its filters, its bound. */
#include "base/sort.h"
#include "command/bridge/bridge.h"
#include "command/bridge/projection.h"
#include "ui/pieces.h"

typedef struct snapshot {
    hob_projection projection;
    hob_world *world;
    hob_arena *arena;
    const hob_allocator *a;
    const hob_bridge_filter *filter;
} snapshot;

static void put(snapshot *s, hob_value map, const char *key, hob_value v) {
    (void)hob_map_set(s->a, map.as.map, hob_str_from(key), v);
}

static void put_number(snapshot *s, hob_value map, const char *key, double n) {
    put(s, map, key, hob_value_number(n));
}

static void put_text(snapshot *s, hob_value map, const char *key, const hob_text *text) {
    put(s, map, key, hob_value_text(s->a, hob_text_view(text)));
}

static hob_value point(snapshot *s, hob_vec2 at) {
    hob_value v = hob_value_map(s->a, 2);
    put_number(s, v, "x", at.x);
    put_number(s, v, "y", at.y);
    return v;
}

/* Shown at the path `key`. */
static hob_value show_at(snapshot *s, const char *key, hob_value v) {
    size_t length = hob_projection_enter(&s->projection, hob_str_from(key));
    hob_value shown = hob_projection_show(&s->projection, v);
    hob_projection_leave(&s->projection, length);
    return shown;
}

/* ---- the game ---- */

static int by_state_key(const void *a, const void *b) {
    const hob_state_entry *const *x = a, *const *y = b;
    return hob_str_compare(hob_text_view((*x)->key), hob_text_view((*y)->key));
}

static hob_value stats_of(snapshot *s) {
    const uint32_t count = s->world->store.state_count;
    const hob_state_entry **sorted = hob_arena_array(s->arena, const hob_state_entry *, count + 1);
    hob_value v = hob_value_map(s->a, count);
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = &s->world->store.state[i];
    }
    hob_sort(sorted, count, sizeof *sorted, by_state_key);
    for (uint32_t i = 0; i < count; i++) {
        put(s, v, hob_text_cstr(sorted[i]->key),
            show_at(s, hob_text_cstr(sorted[i]->key), sorted[i]->value));
    }
    return v;
}

static hob_str path_of(const hob_world *world, const hob_text *asset) {
    const hob_asset *found = hob_project_asset_by_id(world->outside.project, hob_text_view(asset));
    return found != NULL ? hob_str_from(found->path) : hob_text_view(asset);
}

static hob_value sound_row(snapshot *s, const hob_text *asset, const char *channel,
                           hob_scope scope) {
    hob_value row = hob_value_map(s->a, 3);
    put(s, row, "uri", hob_value_text(s->a, path_of(s->world, asset)));
    put(s, row, "channel", hob_value_cstr(s->a, channel));
    put(s, row, "scope", hob_value_cstr(s->a, scope == HOB_SCOPE_SCENE ? "scene" : "session"));
    return row;
}

static int by_uri(const void *a, const void *b) {
    const hob_value *x = a, *y = b;
    int order = hob_str_compare(hob_value_get_str(*x, "uri", ""), hob_value_get_str(*y, "uri", ""));
    return order != 0 ? order
                      : hob_str_compare(hob_value_get_str(*x, "channel", ""),
                                        hob_value_get_str(*y, "channel", ""));
}

static hob_value audio_of(snapshot *s) {
    const hob_sound *sound = &s->world->sound;
    hob_value channels = hob_value_map(s->a, sound->bus_count);
    hob_value playing = hob_value_list(s->a, sound->count + 1);
    double master = 1;
    for (uint32_t i = 0; i < sound->bus_count; i++) {
        const hob_bus *bus = &sound->buses[i];
        hob_value row = hob_value_map(s->a, 2);
        put_number(s, row, "volume", bus->volume);
        put(s, row, "muted", hob_value_bool(bus->muted));
        put(s, channels, hob_text_cstr(bus->name), row);
        master = hob_str_is(hob_text_view(bus->name), "master") ? bus->volume : master;
    }
    for (uint32_t i = 0; i < sound->count; i++) {
        const hob_playing *p = &sound->playing[i];
        (void)hob_list_add(s->a, playing.as.list,
                           sound_row(s, p->asset, hob_text_cstr(p->bus), p->scope));
    }
    if (sound->has_music) {
        (void)hob_list_add(s->a, playing.as.list,
                           sound_row(s, sound->music, "music", HOB_SCOPE_SESSION));
    }
    hob_sort(playing.as.list->items, playing.as.list->count, sizeof(hob_value), by_uri);
    hob_value v = hob_value_map(s->a, 3);
    put_number(s, v, "master", master);
    put(s, v, "channels", show_at(s, "audio.channels", channels));
    put(s, v, "playing", playing);
    return v;
}

static hob_value overlay_of(snapshot *s, const hob_overlay *overlay) {
    hob_value v = hob_value_map(s->a, 2);
    put_text(s, v, "color", overlay->color);
    put_number(s, v, "opacity", overlay->alpha);
    return v;
}

static hob_value camera_of(snapshot *s) {
    const hob_view *view = &s->world->view;
    hob_value v = hob_value_map(s->a, 5);
    put(s, v, "position", point(s, hob_view_position(s->world)));
    put_number(s, v, "zoom", hob_view_zoom(s->world));
    put(s, v, "shake", point(s, (hob_vec2){view->shake_x, view->shake_y}));
    put(s, v, "fade", overlay_of(s, &view->fade));
    put(s, v, "flash", overlay_of(s, &view->flash));
    return v;
}

static hob_value time_of(snapshot *s) {
    const uint64_t next = hob_gametime_next_in_steps(s->world);
    hob_value v = hob_value_map(s->a, 2);
    put_number(s, v, "pending", hob_gametime_pending(s->world));
    put(s, v, "nextInSteps", next > 0 ? hob_value_number((double)next) : HOB_VALUE_NULL);
    return v;
}

static hob_value anchored_row(snapshot *s, uint32_t index) {
    const hob_anchored_piece *piece = &s->world->ui.pieces.anchored[index];
    const hob_piece_place place = hob_piece_place_of(s->world, piece);
    const hob_entity_data *e = hob_entity_live(s->world, piece->entity);
    hob_projection *p = &s->projection;
    hob_value row = hob_value_map(s->a, 6);
    size_t outer = hob_projection_enter(p, HOB_STR("ui.anchored"));
    (void)hob_projection_enter_index(p, index);
    put_text(s, row, "piece", piece->name);
    put(s, row, "entity", e != NULL ? hob_value_text(s->a, hob_text_view(e->id)) : HOB_VALUE_NULL);
    put_number(s, row, "x", place.x);
    put_number(s, row, "y", place.y);
    put(s, row, "clipped", hob_value_bool(place.clipped));
    (void)hob_projection_enter(p, HOB_STR("values"));
    put(s, row, "values", hob_projection_show(p, piece->values));
    hob_projection_leave(p, outer);
    return row;
}

static hob_value ui_of(snapshot *s) {
    const hob_pieces *pieces = &s->world->ui.pieces;
    hob_value shown = hob_value_list(s->a, pieces->shown_count);
    hob_value anchored = hob_value_list(s->a, pieces->anchored_count);
    for (uint32_t i = 0; i < pieces->shown_count; i++) {
        if (pieces->shown[i].visible) {
            (void)hob_list_add(s->a, shown.as.list,
                               hob_value_text(s->a, hob_text_view(pieces->shown[i].name)));
        }
    }
    for (uint32_t i = 0; i < pieces->anchored_count; i++) {
        (void)hob_list_add(s->a, anchored.as.list, anchored_row(s, i));
    }
    hob_value v = hob_value_map(s->a, 2);
    put(s, v, "shown", shown);
    put(s, v, "anchored", anchored);
    return v;
}

/* ---- entities ---- */

static bool has_text(hob_value list, const hob_text *text) {
    for (uint32_t i = 0; i < list.as.list->count; i++) {
        if (hob_str_equal(hob_value_str(list.as.list->items[i]), hob_text_view(text))) {
            return true;
        }
    }
    return false;
}

static bool takes_component(const snapshot *s, const hob_component *c) {
    const hob_value types = s->filter->types;
    if (types.tag != HOB_TAG_LIST) {
        return true;
    }
    for (uint32_t i = 0; i < types.as.list->count; i++) {
        if (hob_component_answers(c, hob_value_str(types.as.list->items[i]))) {
            return true;
        }
    }
    return false;
}

static bool takes_entity(const snapshot *s, const hob_entity_data *e) {
    const hob_bridge_filter *f = s->filter;
    return (f->ids.tag != HOB_TAG_LIST || has_text(f->ids, e->id)) &&
           (f->names.tag != HOB_TAG_LIST || has_text(f->names, e->name));
}

static hob_value transform_of(snapshot *s, const hob_entity_data *e) {
    const hob_place place = hob_entity_world_place(s->world, e);
    hob_value v = hob_value_map(s->a, 4);
    put(s, v, "position", point(s, place.position));
    put_number(s, v, "elevation", e->transform->elevation);
    put_number(s, v, "rotation", place.rotation);
    put(s, v, "scale", point(s, place.scale));
    return show_at(s, "transform", v);
}

static hob_value components_of(snapshot *s, const hob_entity_data *e) {
    hob_projection *p = &s->projection;
    hob_value list = hob_value_list(s->a, e->slot_count);
    for (uint16_t i = 0; i < e->slot_count; i++) {
        hob_component *c = e->slots[i].component;
        if (c == NULL || c->removed || !takes_component(s, c)) {
            continue;
        }
        hob_value row = hob_value_map(s->a, 4);
        size_t outer = hob_projection_enter(p, HOB_STR("components"));
        (void)hob_projection_enter_index(p, list.as.list->count);
        (void)hob_projection_enter(p, HOB_STR("state"));
        put(s, row, "type", hob_value_cstr(s->a, c->type->name));
        put_text(s, row, "slot", c->slot);
        put_number(s, row, "index", i);
        put(s, row, "state",
            hob_projection_show_state(p, hob_fields_get(c->type->fields, c + 1, s->a)));
        hob_projection_leave(p, outer);
        (void)hob_list_add(s->a, list.as.list, row);
    }
    return list;
}

/* Null: none of its components is asked for. */
static hob_value entity_row(snapshot *s, hob_entity_data *e, size_t index) {
    hob_projection *p = &s->projection;
    size_t outer = hob_projection_enter(p, HOB_STR("entities"));
    (void)hob_projection_enter_index(p, index);
    const uint32_t issues = p->issues.as.list->count;
    hob_value components = components_of(s, e), row = HOB_VALUE_NULL;
    if (components.as.list->count > 0 || s->filter->types.tag != HOB_TAG_LIST) {
        row = hob_value_map(s->a, 10);
        put_text(s, row, "id", e->id);
        put_text(s, row, "name", e->name);
        put(s, row, "parent",
            e->parent_data != NULL ? hob_value_text(s->a, hob_text_view(e->parent_data->id))
                                   : HOB_VALUE_NULL);
        put(s, row, "active", hob_value_bool(e->active));
        put(s, row, "tags", show_at(s, "tags", e->tags));
        put(s, row, "transform", transform_of(s, e));
        put(s, row, "components", components);
        if (e->vars.tag == HOB_TAG_MAP && e->vars.as.map->count > 0) {
            size_t length = hob_projection_enter(p, HOB_STR("vars"));
            put(s, row, "vars", hob_projection_show_state(p, e->vars));
            hob_projection_leave(p, length);
        }
    } else {
        (void)hob_list_resize(s->a, p->issues.as.list, issues);
    }
    hob_projection_leave(p, outer);
    return row;
}

/* As many as fit into `room` bytes; what is left out is one issue at the first of them. */
static hob_value entities_of(snapshot *s, size_t room) {
    hob_projection *p = &s->projection;
    hob_value list = hob_value_list(s->a, 16);
    size_t used = 0, omitted = 0;
    hob_entity_pass pass = hob_entity_pass_begin(s->world);
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass)) != NULL;) {
        if (!takes_entity(s, e)) {
            continue;
        }
        const uint32_t issues = p->issues.as.list->count;
        hob_value row = entity_row(s, e, list.as.list->count);
        if (row.tag == HOB_TAG_NULL) {
            continue;
        }
        size_t size = omitted == 0 ? hob_projection_size(row, s->arena) + 1 : 0;
        if (omitted > 0 || used + size > room) {
            (void)hob_list_resize(s->a, p->issues.as.list, issues);
            omitted++;
            continue;
        }
        used += size;
        (void)hob_list_add(s->a, list.as.list, row);
    }
    hob_entity_pass_end(&pass);
    if (omitted > 0) {
        size_t outer = hob_projection_enter(p, HOB_STR("entities"));
        (void)hob_projection_enter_index(p, list.as.list->count);
        hob_projection_issue(p, "truncated", (double)omitted);
        hob_projection_leave(p, outer);
    }
    return list;
}

/* Anchored pieces go from the end until the rest fits. */
static size_t fit_pieces(snapshot *s, hob_value into) {
    enum { KEPT_FREE = 4096 }; /* for the envelope and issues */
    const hob_value ui = hob_value_get(into, "ui");
    hob_list *anchored = hob_value_get(ui, "anchored").as.list;
    size_t size = hob_projection_size(into, s->arena);
    uint32_t omitted = 0;
    while (size + KEPT_FREE > HOB_PROJECTION_ALL && anchored->count > 0) {
        size -= hob_projection_size(anchored->items[anchored->count - 1], s->arena);
        (void)hob_list_resize(s->a, anchored, anchored->count - 1);
        omitted++;
    }
    if (omitted > 0) {
        size_t outer = hob_projection_enter(&s->projection, HOB_STR("ui.anchored"));
        (void)hob_projection_enter_index(&s->projection, anchored->count);
        hob_projection_issue(&s->projection, "truncated", omitted);
        hob_projection_leave(&s->projection, outer);
    }
    return size + KEPT_FREE < HOB_PROJECTION_ALL ? HOB_PROJECTION_ALL - size - KEPT_FREE : 0;
}

hob_value hob_bridge_show(hob_bridge *bridge, hob_value v, hob_arena *arena) {
    hob_projection p;
    hob_projection_begin(&p, hob_session_world(hob_bridge_session(bridge)), arena);
    return hob_projection_show_state(&p, v);
}

void hob_bridge_snapshot(hob_bridge *bridge, const hob_bridge_filter *filter, hob_arena *arena,
                         hob_value into) {
    snapshot s = {.world = hob_session_world(hob_bridge_session(bridge)),
                  .arena = arena,
                  .a = &arena->as_allocator,
                  .filter = filter};
    hob_projection_begin(&s.projection, s.world, arena);
    put(&s, into, "stats", stats_of(&s));
    put(&s, into, "audio", audio_of(&s));
    put(&s, into, "time", time_of(&s));
    put(&s, into, "camera", camera_of(&s));
    put(&s, into, "ui", ui_of(&s));
    size_t room = fit_pieces(&s, into);
    put(&s, into, "entities", entities_of(&s, room));
    put(&s, into, "projectionIssues", s.projection.issues);
}
