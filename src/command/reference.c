/* The reference pages. */
#include "command/reference.h"

#include "project/manifest.h"
#include "project/scene.h"
#include "script/api.h"
#include "script/stubs.h"
#include "session/playtest.h"

#include <string.h>

/* ---- tables of fields ---- */

/* A sentence inside a cell. */
static void add_cell(hob_buf *out, const char *text) {
    for (const char *c = text != NULL ? text : ""; *c != '\0'; c++) {
        hob_buf_add_cstr(out, *c == '|' ? "\\" : "");
        hob_buf_add_char(out, *c == '\n' ? ' ' : *c);
    }
}

static void add_type(const hob_field *f, hob_buf *out) {
    hob_buf type;
    char room[600];
    hob_buf_init(&type, hob_heap_allocator(), sizeof room - 1);
    hob_field_type_text(f, &type);
    memcpy(room, type.length > 0 ? type.data : "", type.length);
    room[type.length] = '\0';
    hob_buf_done(&type);
    add_cell(out, room);
}

static void add_rows(const hob_field *table, const char *prefix, int depth, hob_buf *out);

static void add_inside(const hob_field *f, const char *path, int depth, hob_buf *out) {
    if (f->type == HOB_FIELD_OBJECT && f->fields != hob_vec2_fields) {
        add_rows(f->fields, path, depth + 1, out);
    } else if (f->type == HOB_FIELD_LIST || f->type == HOB_FIELD_MAP) {
        add_inside(f->element, path, depth, out);
    }
}

static void add_rows(const hob_field *table, const char *prefix, int depth, hob_buf *out) {
    for (const hob_field *f = table; f->name != NULL && depth < 6; f++) {
        char path[200];
        hob_buf full;
        hob_buf_init(&full, hob_heap_allocator(), sizeof path - 1);
        hob_buf_format(&full, "%s%s%s", prefix, prefix[0] != '\0' ? "." : "", f->name);
        memcpy(path, full.data, full.length + 1);
        hob_buf_done(&full);
        hob_buf_format(out, "| `%s` | ", path);
        add_type(f, out);
        hob_buf_add_cstr(out, " | ");
        if ((f->flags & HOB_FIELD_REQUIRED) != 0) {
            hob_buf_add_cstr(out, "required");
        } else if ((f->flags & HOB_FIELD_RUNTIME) != 0) {
            hob_buf_add_cstr(out, "run time");
        } else if (f->default_json != NULL) {
            hob_buf_add_char(out, '`');
            add_cell(out, f->default_json);
            hob_buf_add_char(out, '`');
        }
        hob_buf_add_cstr(out, " | ");
        add_cell(out, f->unit);
        hob_buf_add_cstr(out, " | ");
        add_cell(out, f->doc);
        hob_buf_add_cstr(out, " |\n");
        add_inside(f, path, depth, out);
    }
}

static void add_table(const hob_field *table, const char *what, hob_buf *out) {
    if (table == NULL || table[0].name == NULL) {
        return;
    }
    hob_buf_format(out, "\n| %s | type | default | unit | meaning |\n|---|---|---|---|---|\n",
                   what);
    add_rows(table, "", 0, out);
}

static void add_list(hob_buf *out, const char *label, const char *const *names) {
    for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
        hob_buf_format(out, "%s%s", i == 0 ? label : ", ", names[i]);
    }
    hob_buf_add_cstr(out, names != NULL && names[0] != NULL ? ".\n" : "");
}

/* ---- pages ---- */

static void write_components(const hob_registry *registry, hob_buf *out) {
    for (size_t i = 0; i < hob_registry_count(registry); i++) {
        const hob_component_type *type = hob_registry_at(registry, i);
        hob_buf_format(out, "\n## %s\n\n%s\n", type->name, type->doc);
        add_list(out, "\nFamilies: ", type->families);
        add_list(out, "\nUpdated after: ", type->update_after);
        add_table(type->fields, "field", out);
        for (const hob_signal_type *s = type->signals; s != NULL && s->name != NULL; s++) {
            hob_buf_format(out, "%s- `%s(%s)`: %s\n", s == type->signals ? "\nSignals:\n\n" : "",
                           s->name, s->arguments != NULL ? s->arguments : "", s->doc);
        }
    }
}

static void write_commands(const hob_registry *registry, hob_buf *out) {
    (void)registry;
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        hob_buf_format(out, "\n## %s\n\n%s Permission %s%s.\n", c->name, c->summary,
                       hob_permission_name(c->permission),
                       (c->flags & HOB_COMMAND_MUTATES) != 0 ? "; changes the project" : "");
        if (c->cli != NULL) {
            hob_buf_format(out, "\n    hob %s\n", c->cli);
        }
        hob_buf_format(out, "    hob exec %s --params '%s'\n", c->name, c->example_json);
        add_table(c->params, "parameter", out);
        add_table(c->result, "result", out);
        for (const hob_status *e = c->errors; e != NULL && *e != HOB_OK; e++) {
            hob_buf_format(out, "%s%s", e == c->errors ? "\nErrors: " : ", ", hob_status_name(*e));
        }
        hob_buf_add_cstr(out, c->errors != NULL ? ".\n" : "");
    }
}

static void write_api(const hob_registry *registry, hob_buf *out) {
    (void)registry;
    hob_buf_add_cstr(out, "\n## Functions of a script\n\n| function | when |\n|---|---|\n");
    for (size_t i = 0; i < HOB_HOOK_COUNT; i++) {
        hob_buf_format(out, "| `%s(%s)` | ", hob_hooks[i].name, hob_hooks[i].arguments);
        add_cell(out, hob_hooks[i].doc);
        hob_buf_add_cstr(out, " |\n");
    }
    for (const hob_api_family *const *f = hob_api_families; *f != NULL; f++) {
        hob_buf_format(out, "\n## %s\n\n%s\n\n| member | gives | meaning |\n|---|---|---|\n",
                       (*f)->path, (*f)->doc);
        for (const hob_api_member *m = (*f)->members; m->name != NULL; m++) {
            hob_buf_add_cstr(out, "| `");
            hob_api_signature(*f, m, out);
            hob_buf_add_cstr(out, "` | ");
            add_cell(out, m->object != NULL ? m->object->path : m->result);
            hob_buf_add_cstr(out, " | ");
            add_cell(out, m->doc);
            hob_buf_add_cstr(out, " |\n");
        }
    }
}

static void write_steps(const hob_registry *registry, hob_buf *out) {
    (void)registry;
    for (const hob_playtest_step *s = hob_playtest_steps; s->type != NULL; s++) {
        hob_buf_format(out, "\n## %s\n\n%s\n", s->type, s->doc);
        add_table(s->fields, "key", out);
    }
}

static void write_codes(const hob_registry *registry, hob_buf *out) {
    (void)registry;
    hob_buf_add_cstr(out, "\n| code | exit | meaning |\n|---|---|---|\n");
    for (int i = 1; i < HOB_STATUS_COUNT; i++) {
        hob_buf_format(out, "| `%s` | %d | ", hob_status_name((hob_status)i),
                       hob_status_exit_code((hob_status)i));
        add_cell(out, hob_status_sentence((hob_status)i));
        hob_buf_add_cstr(out, " |\n");
    }
}

static void write_files(const hob_registry *registry, hob_buf *out) {
    (void)registry;
    hob_buf_add_cstr(out, "\n## hob.json\n");
    add_table(hob_manifest_fields, "key", out);
    hob_buf_add_cstr(out, "\n## scenes/NAME.scene.json\n");
    add_table(hob_scene_fields, "key", out);
    hob_buf_add_cstr(out, "\n## One entity of a scene\n");
    add_table(hob_scene_entity_fields, "key", out);
}

const hob_reference_page hob_reference_pages[] = {
    {"components", "Every component type: its fields and signals.", write_components},
    {"commands", "Every command: parameters, result, errors.", write_commands},
    {"script-api", "What scripts are called with, and what they can call.", write_api},
    {"playtest-steps", "The steps of play-tests.", write_steps},
    {"codes", "Every code of an error or a finding of validate.", write_codes},
    {"files", "The files of a project.", write_files},
    {NULL, NULL, NULL}};
