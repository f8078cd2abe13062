/* Which UI pieces there are, and those on the screen. */
#include "ui/pieces_internal.h"

#include "world/grow.h"

#include <string.h>

/* ---- which there are ---- */

static hob_piece_definition *definition_of(const hob_world *world, hob_str name) {
    const hob_pieces *pieces = &world->ui.pieces;
    for (uint32_t i = 0; i < pieces->definition_count; i++) {
        if (hob_str_equal(hob_text_view(pieces->definitions[i].name), name)) {
            return &pieces->definitions[i];
        }
    }
    return NULL;
}

static hob_str file_of(hob_world *world, hob_str name) {
    const hob_script_file *file = world->outside.project == NULL
                                      ? NULL
                                      : hob_project_piece_find(world->outside.project, name);
    return file == NULL || file->error != NULL ? (hob_str){NULL, 0} : file->text;
}

hob_str hob_piece_source(hob_world *world, hob_str name) {
    const hob_piece_definition *definition = definition_of(world, name);
    return definition != NULL ? hob_text_view(definition->html) : file_of(world, name);
}

bool hob_piece_exists(hob_world *world, hob_str name) {
    return hob_piece_source(world, name).data != NULL;
}

void hob_piece_define(hob_world *world, hob_str name, hob_str html) {
    hob_pieces *pieces = &world->ui.pieces;
    hob_piece_definition *definition = definition_of(world, name);
    if (definition == NULL) {
        pieces->definitions =
            hob_world_grow(world, pieces->definitions, &pieces->definition_cap,
                           pieces->definition_count + 1, sizeof *pieces->definitions);
        definition = &pieces->definitions[pieces->definition_count++];
        *definition = (hob_piece_definition){.name = hob_text_create(world->heap, name)};
    }
    hob_text *old = definition->html;
    definition->html = hob_text_create(world->heap, html);
    hob_text_drop(world->heap, old);
}

hob_value hob_piece_names(hob_world *world, const hob_allocator *a) {
    const hob_pieces *pieces = &world->ui.pieces;
    hob_project *project = world->outside.project;
    size_t files = project == NULL ? 0 : hob_project_piece_count(project);
    hob_value names = hob_value_list(a, (uint32_t)files + pieces->definition_count);
    for (size_t i = 0; i < files; i++) {
        hob_str name = hob_piece_file_name(hob_project_piece_at(project, i));
        hob_list_add(a, names.as.list, hob_value_text(a, name));
    }
    for (uint32_t i = 0; i < pieces->definition_count; i++) {
        hob_str name = hob_text_view(pieces->definitions[i].name);
        if (file_of(world, name).data == NULL) {
            hob_list_add(a, names.as.list, hob_value_text(a, name));
        }
    }
    return names;
}

/* ---- on the screen ---- */

static hob_shown_piece *shown_of(const hob_world *world, hob_str name) {
    const hob_pieces *pieces = &world->ui.pieces;
    for (uint32_t i = 0; i < pieces->shown_count; i++) {
        if (hob_str_equal(hob_text_view(pieces->shown[i].name), name)) {
            return &pieces->shown[i];
        }
    }
    return NULL;
}

/* Null: there is no such piece. */
static hob_shown_piece *mount(hob_world *world, hob_str name, hob_scope scope) {
    hob_pieces *pieces = &world->ui.pieces;
    hob_shown_piece *piece = shown_of(world, name);
    if (piece != NULL || !hob_piece_exists(world, name)) {
        return piece;
    }
    const hob_piece_definition *definition = definition_of(world, name);
    hob_text *html = definition == NULL ? NULL : hob_text_keep(definition->html);
    pieces->shown = hob_world_grow(world, pieces->shown, &pieces->shown_cap,
                                   pieces->shown_count + 1, sizeof *pieces->shown);
    piece = &pieces->shown[pieces->shown_count++];
    *piece = (hob_shown_piece){.name = hob_text_create(world->heap, name),
                               .html = html,
                               .scope = (int32_t)scope,
                               .start = world->time.now};
    return piece;
}

bool hob_piece_mount(hob_world *world, hob_str name, hob_scope scope) {
    return mount(world, name, scope) != NULL;
}

bool hob_piece_show(hob_world *world, hob_str name, hob_scope scope) {
    hob_shown_piece *piece = mount(world, name, scope);
    if (piece != NULL) {
        piece->visible = true;
    }
    return piece != NULL;
}

bool hob_piece_hide(hob_world *world, hob_str name) {
    hob_shown_piece *piece = shown_of(world, name);
    if (piece != NULL) {
        piece->visible = false;
    }
    return piece != NULL || hob_piece_exists(world, name);
}

bool hob_piece_toggle(hob_world *world, hob_str name, hob_scope scope) {
    return hob_piece_is_visible(world, name) ? hob_piece_hide(world, name)
                                             : hob_piece_show(world, name, scope);
}

bool hob_piece_is_visible(const hob_world *world, hob_str name) {
    const hob_shown_piece *piece = shown_of(world, name);
    return piece != NULL && piece->visible;
}

hob_str hob_shown_piece_source(hob_world *world, const hob_shown_piece *piece) {
    return piece->html != NULL ? hob_text_view(piece->html)
                               : file_of(world, hob_text_view(piece->name));
}

/* ---- events of elements ---- */

hob_str hob_piece_signal(hob_world *world, hob_str piece, hob_str element, hob_str event) {
    return hob_str_from(hob_arena_format(world->outside.scratch, "ui:%.*s#%.*s.%.*s",
                                         (int)piece.length, piece.data, (int)element.length,
                                         element.data, (int)event.length, event.data));
}

void hob_piece_tell(hob_world *world, hob_str piece, hob_str element, hob_str event) {
    if (shown_of(world, piece) == NULL) {
        return;
    }
    const hob_allocator *a = &world->outside.scratch->as_allocator;
    hob_value what = hob_value_map(a, 3);
    hob_map_set(a, what.as.map, HOB_STR("piece"), hob_value_text(a, piece));
    hob_map_set(a, what.as.map, HOB_STR("id"), hob_value_text(a, element));
    hob_map_set(a, what.as.map, HOB_STR("type"), hob_value_text(a, event));
    hob_signal_named(world, HOB_NO_ENTITY, hob_piece_signal(world, piece, element, event), &what,
                     1);
}

/* ---- scenes ---- */

void hob_pieces_enter_scene(hob_world *world, yyjson_val *names) {
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(names, i, max, item) {
        hob_str name = {yyjson_get_str(item), yyjson_get_len(item)};
        if (name.data != NULL && !hob_piece_show(world, name, HOB_SCOPE_SCENE)) {
            hob_world_log(world, HOB_LOG_WARN,
                          "The scene shows the UI piece \"%.*s\": no such file ui/%.*s.html.",
                          (int)name.length, name.data, (int)name.length, name.data);
        }
    }
}

void hob_pieces__leave_screen(hob_world *world) {
    hob_pieces *pieces = &world->ui.pieces;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < pieces->shown_count; i++) {
        hob_shown_piece piece = pieces->shown[i];
        if (piece.scope == (int32_t)HOB_SCOPE_SCENE) {
            hob_text_drop(world->heap, piece.name);
            hob_text_drop(world->heap, piece.html);
        } else {
            pieces->shown[kept++] = piece;
        }
    }
    pieces->shown_count = kept;
}

hob_text *hob_pieces__markup(const hob_world *world, hob_str name) {
    const hob_piece_definition *definition = definition_of(world, name);
    return definition == NULL ? NULL : hob_text_keep(definition->html);
}

hob_str hob_anchored_piece_source(hob_world *world, const hob_anchored_piece *piece) {
    return piece->html != NULL ? hob_text_view(piece->html)
                               : file_of(world, hob_text_view(piece->name));
}
