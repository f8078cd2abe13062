/* What a newcomer to a project should know: a page about all of it, and notes that people and
 * programs leave for each other in .hob/notes.md (spec commands 4.5). */
#include "command/command_internal.h"
#include "project/validate.h"
#include "project/version.h"

#include <string.h>

#define PAGE_MAX     ((size_t)1 << 20)
#define NOTES_MAX    ((size_t)4 << 20)
#define NOTES_FILE   ".hob/notes.md"
#define ENTITIES_MAX 200 /* told of one scene */

static const hob_field no_params[] = {HOB_FIELDS_END};

/* ---- digest ---- */

static const hob_field digest_params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Only the entities of this scene; left out, of all."),
    HOB_FIELDS_END};
static const hob_field digest_result[] = {
    HOB_P("digest", TEXT, .doc = "The page, in Markdown."),
    HOB_P("entities", INT, .doc = "Entities in all scenes."),
    HOB_P("errors", INT, .doc = "Errors that validation finds."),
    HOB_P("warnings", INT, .doc = "Warnings that it finds."), HOB_FIELDS_END};
static const hob_status digest_errors[] = {HOB_ERR_NOT_FOUND, HOB_OK};

typedef struct digest {
    hob_command_call *call;
    hob_buf page;
    size_t entities;
} digest;

static void put_text(hob_buf *out, yyjson_val *v) {
    hob_buf_add(out, yyjson_get_str(v) != NULL ? yyjson_get_str(v) : "", yyjson_get_len(v));
}

static void put_head(digest *d) {
    const hob_manifest *m = hob_project_manifest(d->call->project);
    const hob_scene_entry *first = hob_project_scene_find(
        d->call->project, m->initial_scene != NULL ? hob_text_view(m->initial_scene) : HOB_STR(""));
    if (first == NULL && hob_project_scene_count(d->call->project) > 0) {
        first = hob_project_scene_at(d->call->project, 0);
    }
    hob_buf_format(&d->page, "# %s\n\n", hob_text_cstr(m->name));
    if (hob_text_view(m->description).length > 0) {
        hob_buf_format(&d->page, "%s\n\n", hob_text_cstr(m->description));
    }
    hob_buf_format(&d->page, "- Engine: Hob %s, %d steps a second, %d x %d px%s\n",
                   hob_text_cstr(m->engine_version), m->settings.fixed_timestep, m->settings.width,
                   m->settings.height, m->settings.pixel_perfect ? ", pixel perfect" : "");
    hob_buf_format(&d->page, "- Starts with: %s\n", first != NULL ? first->name : "nothing");
}

/* "name (KeyA, pad:a)" of every action and axis. */
static void put_input(digest *d) {
    const hob_manifest *m = hob_project_manifest(d->call->project);
    const struct {
        const char *title;
        hob_value map;
    } parts[] = {{"Actions", m->input_actions}, {"Axes", m->input_axes}};
    for (size_t p = 0; p < HOB_COUNT(parts); p++) {
        hob_buf_format(&d->page, "- %s:", parts[p].title);
        for (uint32_t i = 0; i < parts[p].map.as.map->count; i++) {
            const hob_map_entry *entry = &parts[p].map.as.map->entries[i];
            hob_value sources = hob_value_get(entry->value, "sources");
            hob_buf_format(&d->page, "%s %s", i > 0 ? "," : "", hob_text_cstr(entry->key));
            for (uint32_t k = 0; sources.tag == HOB_TAG_LIST && k < sources.as.list->count; k++) {
                hob_buf_add_cstr(&d->page, k > 0 ? ", " : " (");
                hob_buf_add_str(&d->page, hob_value_str(hob_list_get(sources.as.list, k)));
                hob_buf_add_cstr(&d->page, k + 1 == sources.as.list->count ? ")" : "");
            }
        }
        hob_buf_add_char(&d->page, '\n');
    }
    if (m->game_state.tag == HOB_TAG_MAP && m->game_state.as.map->count > 0) {
        hob_buf_add_cstr(&d->page, "- Game state:");
        for (uint32_t i = 0; i < m->game_state.as.map->count; i++) {
            const hob_map_entry *entry = &m->game_state.as.map->entries[i];
            hob_buf_format(&d->page, "%s %s (%s)", i > 0 ? "," : "", hob_text_cstr(entry->key),
                           hob_value_get_str(entry->value, "type", "").data);
        }
        hob_buf_add_char(&d->page, '\n');
    }
}

/* "Transform, Script scripts/player.lua" */
static void put_components(digest *d, yyjson_val *components) {
    size_t i, max;
    yyjson_val *slot, *fields;
    yyjson_obj_foreach(components, i, max, slot, fields) {
        yyjson_val *path = yyjson_obj_get(fields, "scriptPath");
        hob_buf_add_cstr(&d->page, i > 0 ? ", " : ": ");
        put_text(&d->page, slot);
        if (path != NULL) {
            hob_buf_add_char(&d->page, ' ');
            put_text(&d->page, path);
        }
    }
}

static void put_entity(digest *d, yyjson_val *entity, size_t depth) {
    size_t i, max;
    yyjson_val *tag;
    for (size_t k = 0; k < depth; k++) {
        hob_buf_add_cstr(&d->page, "  ");
    }
    hob_buf_add_cstr(&d->page, "- ");
    put_text(&d->page, yyjson_obj_get(entity, "name"));
    put_components(d, yyjson_obj_get(entity, "components"));
    yyjson_arr_foreach(yyjson_obj_get(entity, "tags"), i, max, tag) {
        hob_buf_add_cstr(&d->page, " #");
        put_text(&d->page, tag);
    }
    yyjson_val *asset = yyjson_obj_get(yyjson_obj_get(entity, "prefab"), "asset");
    const hob_asset *prefab =
        asset != NULL ? hob_project_asset_by_id(d->call->project, (hob_str){yyjson_get_str(asset),
                                                                            yyjson_get_len(asset)})
                      : NULL;
    if (prefab != NULL) {
        hob_buf_format(&d->page, " [prefab %s]", prefab->name);
    }
    yyjson_val *enabled = yyjson_obj_get(entity, "enabled");
    hob_buf_add_cstr(&d->page, yyjson_is_false(enabled) ? " (disabled)\n" : "\n");
}

/* A child of an entity that is not there stands at the top. */
static bool is_child_of(yyjson_val *entity, yyjson_val *parent) {
    yyjson_val *id = yyjson_obj_get(entity, "parentId");
    if (parent == NULL) {
        return !yyjson_is_str(id);
    }
    return yyjson_is_str(id) && yyjson_equals(id, yyjson_obj_get(parent, "id"));
}

static void put_tree(digest *d, yyjson_val *entities, yyjson_val *parent, size_t depth,
                     size_t *shown) {
    size_t i, max;
    yyjson_val *entity;
    yyjson_arr_foreach(entities, i, max, entity) {
        if (*shown < ENTITIES_MAX && depth < 16 && is_child_of(entity, parent)) {
            *shown += 1;
            put_entity(d, entity, depth);
            put_tree(d, entities, entity, depth + 1, shown);
        }
    }
}

static void put_scene(digest *d, const hob_scene_entry *scene, bool with_entities) {
    const hob_json *json = NULL;
    hob_error error = {0};
    size_t shown = 0;
    if (hob_project_scene_json(d->call->project, scene, &json, &error) != HOB_OK) {
        hob_buf_format(&d->page, "\n## Scene %s (%s)\n\nUnreadable: %s\n", scene->name, scene->path,
                       error.message);
        return;
    }
    yyjson_val *entities = yyjson_obj_get(json->root, "entities");
    size_t count = yyjson_arr_size(entities);
    d->entities += count;
    if (!with_entities) {
        return;
    }
    hob_buf_format(&d->page, "\n## Scene %s (%s), %zu entities\n\n", scene->name, scene->path,
                   count);
    put_tree(d, entities, NULL, 0, &shown);
    if (shown < count) {
        hob_buf_format(&d->page, "- and %zu more: `hob inspect scene \"%s\"`\n", count - shown,
                       scene->name);
    }
}

/* Assets by type, in order of the index; a type is told where it first stands. */
static void put_assets(digest *d) {
    const hob_project *project = d->call->project;
    size_t count = hob_project_asset_count(project);
    hob_buf_format(&d->page, "\n## Assets, %zu\n\n", count);
    for (size_t i = 0; i < count; i++) {
        const char *type = hob_project_asset_at(project, i)->type;
        bool is_first = true;
        for (size_t k = 0; k < i; k++) {
            is_first = is_first && strcmp(hob_project_asset_at(project, k)->type, type) != 0;
        }
        if (!is_first) {
            continue;
        }
        hob_buf_format(&d->page, "- %s:", type);
        for (size_t k = i, told = 0; k < count; k++) {
            const hob_asset *asset = hob_project_asset_at(project, k);
            if (strcmp(asset->type, type) == 0) {
                hob_buf_format(&d->page, "%s %s", told++ > 0 ? "," : "", asset->name);
            }
        }
        hob_buf_add_char(&d->page, '\n');
    }
}

static void put_files(digest *d) {
    hob_project *project = d->call->project;
    hob_buf_format(&d->page, "\n## Scripts, %zu\n\n", hob_project_script_count(project));
    for (size_t i = 0; i < hob_project_script_count(project); i++) {
        hob_buf_format(&d->page, "- %s\n", hob_project_script_at(project, i)->path);
    }
    hob_buf_format(&d->page, "\n## Play-tests, %zu\n\n", hob_project_playtest_count(project));
    for (size_t i = 0; i < hob_project_playtest_count(project); i++) {
        const hob_playtest_entry *playtest = hob_project_playtest_at(project, i);
        hob_buf_format(&d->page, "- %s (%s)\n",
                       playtest->name != NULL ? playtest->name : "unreadable", playtest->path);
    }
}

static hob_status read_notes(hob_command_call *call, hob_str *ret_text, hob_error *reterr);

static hob_status run_digest(hob_command_call *call, hob_error *reterr) {
    digest d = {.call = call};
    const hob_scene_entry *only = NULL;
    size_t errors = 0, warnings = 0;
    hob_str notes;
    hob_status status = HOB_OK;
    if (hob_call_given(call, "scene")) {
        status = hob_command__scene(call, "scene", &only, reterr);
    }
    hob_error_list findings;
    hob_error_list_init(&findings, &call->arena->as_allocator);
    if (status == HOB_OK) {
        status = hob_project_validate(call->project, &findings, reterr);
    }
    if (status == HOB_OK) {
        status = read_notes(call, &notes, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    for (size_t i = 0; i < findings.count; i++) {
        bool is_error = findings.items[i].severity == HOB_SEVERITY_ERROR;
        errors += is_error;
        warnings += !is_error;
    }
    hob_buf_init(&d.page, &call->arena->as_allocator, PAGE_MAX);
    put_head(&d);
    put_input(&d);
    hob_buf_format(&d.page, "- Validation: %zu errors, %zu warnings\n", errors, warnings);
    for (size_t i = 0; i < hob_project_scene_count(call->project); i++) {
        const hob_scene_entry *scene = hob_project_scene_at(call->project, i);
        put_scene(&d, scene, only == NULL || only == scene);
    }
    put_assets(&d);
    put_files(&d);
    hob_buf_format(&d.page, "\n# Notes\n\n%.*s", (int)notes.length, notes.data);
    hob_call_set_str(call, "digest", hob_buf_str(&d.page));
    hob_call_set_number(call, "entities", (double)d.entities);
    hob_call_set_number(call, "errors", (double)errors);
    hob_call_set_number(call, "warnings", (double)warnings);
    hob_call_text(call, &d.page);
    if (errors > 0) {
        hob_call_suggest(call, "hob validate");
    }
    return HOB_OK;
}

/* ---- rememberNote, recallNotes ---- */

static const char *const section_names[] = {"note", "decision", "todo", "gotcha", NULL};
static const char *const headings[] = {"## Notes", "## Decisions", "## Todo", "## Gotchas"};
static const char empty_notes[] = "## Decisions\n\n## Todo\n\n## Gotchas\n\n## Notes\n";

static const hob_field remember_params[] = {
    HOB_P("note", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 4000, .doc = "What to remember, in a sentence or two."),
    HOB_P("section", ENUM, .names = section_names, .doc = "Where it belongs."), HOB_FIELDS_END};
static const hob_field remember_result[] = {HOB_P("section", TEXT, .doc = "Where it stands."),
                                            HOB_P("note", TEXT, .doc = "The note."),
                                            HOB_FIELDS_END};
static const hob_status remember_errors[] = {HOB_ERR_INVALID_INPUT, HOB_OK};
static const hob_field recall_result[] = {HOB_P("memory", TEXT, .doc = "All notes, in Markdown."),
                                          HOB_FIELDS_END};

static hob_status read_notes(hob_command_call *call, hob_str *ret_text, hob_error *reterr) {
    const char *path = hob_path_join(call->arena, hob_project_root(call->project), NOTES_FILE);
    hob_error error = {0};
    hob_status status = hob_command__read_outside(call, path, NOTES_MAX, ret_text, &error);
    if (status == HOB_ERR_FILE_NOT_FOUND) {
        call->exit_code = 0;
        *ret_text = HOB_STR(empty_notes);
        return HOB_OK;
    }
    if (status != HOB_OK) {
        *reterr = error;
    }
    return status;
}

/* Without blanks around, on one line. */
static hob_str trimmed(hob_command_call *call, hob_str note) {
    char *text = hob_arena_text(call->arena, note.data, note.length);
    size_t start = 0, end = note.length;
    for (size_t i = 0; i < end; i++) {
        text[i] = text[i] == '\n' || text[i] == '\r' || text[i] == '\t' ? ' ' : text[i];
    }
    while (start < end && text[start] == ' ') {
        start++;
    }
    while (end > start && text[end - 1] == ' ') {
        end--;
    }
    return (hob_str){text + start, end - start};
}

static hob_str line_at(hob_str text, size_t at) {
    size_t end = at;
    while (end < text.length && text.data[end] != '\n') {
        end++;
    }
    return (hob_str){text.data + at, end - at};
}

/* Behind the last line with text of the section; SIZE_MAX: there is no such heading. */
static size_t end_of_section(hob_str text, const char *heading) {
    size_t end = SIZE_MAX;
    for (size_t at = 0; at < text.length;) {
        hob_str line = line_at(text, at);
        size_t next = at + line.length + 1;
        bool is_blank = line.length == 0 || (line.length == 1 && line.data[0] == '\r');
        if (hob_str_is(line, heading)) {
            end = next;
        } else if (end != SIZE_MAX && hob_str_starts(line, HOB_STR("#"))) {
            break;
        } else if (end != SIZE_MAX && !is_blank) {
            end = next;
        }
        at = next;
    }
    return end == SIZE_MAX || end <= text.length ? end : text.length;
}

static hob_status run_remember(hob_command_call *call, hob_error *reterr) {
    hob_str text, section = hob_call_str(call, "section");
    hob_str note = trimmed(call, hob_call_str(call, "note"));
    const char *heading = headings[0];
    for (size_t i = 0; section_names[i] != NULL; i++) {
        heading = hob_str_is(section, section_names[i]) ? headings[i] : heading;
    }
    if (note.length == 0) {
        hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The note is empty.");
        return hob_error_place(reterr, "", "/note", 0, 0);
    }
    hob_status status = read_notes(call, &text, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_buf made;
    hob_buf_init(&made, &call->arena->as_allocator, NOTES_MAX);
    size_t end = end_of_section(text, heading);
    size_t head = end == SIZE_MAX ? text.length : end;
    hob_buf_add(&made, text.data, head);
    if (made.length > 0 && made.data[made.length - 1] != '\n') {
        hob_buf_add_char(&made, '\n');
    }
    if (end == SIZE_MAX) {
        hob_buf_format(&made, "%s%s\n", made.length > 0 ? "\n" : "", heading);
    }
    hob_buf_format(&made, "- %.*s\n", (int)note.length, note.data);
    hob_buf_add(&made, text.data + head, text.length - head);
    if (made.failed) {
        return hob_fail(reterr, HOB_ERR_INVALID_INPUT, "There are more than 4 MiB of notes.");
    }
    hob_call_set_str(call, "section", section);
    hob_call_set_str(call, "note", note);
    hob_call_changed(call, "file", NULL, NULL, NOTES_FILE, NULL, "modified");
    return hob_change_put(call->change, NOTES_FILE, hob_buf_str(&made), reterr);
}

static hob_status run_recall(hob_command_call *call, hob_error *reterr) {
    hob_str text;
    hob_status status = read_notes(call, &text, reterr);
    if (status == HOB_OK) {
        hob_buf page;
        hob_buf_init(&page, &call->arena->as_allocator, NOTES_MAX + 1);
        hob_buf_add_str(&page, text);
        hob_call_set_str(call, "memory", text);
        hob_call_text(call, &page);
    }
    return status;
}

const hob_command hob_knowledge_commands[] = {
    {.name = "digest",
     .summary = "Tells what this game is: settings, input, scenes, assets, scripts, notes.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = digest_params,
     .result = digest_result,
     .errors = digest_errors,
     .example_json = "{}",
     .run = run_digest,
     .cli = "digest",
     .tool = "digest"},
    {.name = "rememberNote",
     .summary = "Adds a note to .hob/notes.md.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = remember_params,
     .result = remember_result,
     .errors = remember_errors,
     .example_json = "{\"note\": \"The boss waits behind the second door.\", \"section\": "
                     "\"decision\"}",
     .run = run_remember,
     .cli = "remember <note>"},
    {.name = "recallNotes",
     .summary = "Gives the notes of the project.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = no_params,
     .result = recall_result,
     .example_json = "{}",
     .run = run_recall,
     .cli = "recall"},
    {.name = NULL}};
