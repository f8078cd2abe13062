/* `hob validate --fix`: mends what can be mended without guessing what the author meant. One entry
 * a code; each mends what the finding's place names, and the project is checked again afterwards by
 * whoever wants to know. */
#include "command/edit.h"
#include "project/validate.h"

#include <string.h>

/* A finding with its file open; `pointer` leads to what was found. */
typedef struct mending {
    hob_command_call *call;
    hob_edit edit;
    const hob_error *finding;
} mending;

typedef struct fixer {
    hob_status status;
    const char *what; /* done, for the result: "new id" */
    /* False: it was left alone. */
    bool (*mend)(mending *m, hob_error *reterr);
} fixer;

/* ---- places ---- */

/* The value that holds the last part of a pointer, and that part. */
static yyjson_mut_val *holder_of(mending *m, hob_str *ret_last) {
    const char *pointer = m->finding->pointer, *slash = strrchr(pointer, '/');
    if (slash == NULL) {
        return NULL;
    }
    *ret_last = hob_str_from(slash + 1);
    return yyjson_mut_ptr_getn(m->edit.root, pointer, (size_t)(slash - pointer));
}

static bool index_of(hob_str text, size_t *ret_index) {
    *ret_index = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] < '0' || text.data[i] > '9' || i > 8) {
            return false;
        }
        *ret_index = *ret_index * 10 + (size_t)(text.data[i] - '0');
    }
    return text.length > 0;
}

/* ---- what is mended ---- */

/* Takes away the element of a list that says nothing: an override of what is not there, a layer
 * that is named twice. */
static bool drop_element(mending *m, hob_error *reterr) {
    hob_str last = {"", 0};
    size_t index = 0;
    yyjson_mut_val *list = holder_of(m, &last);
    (void)reterr;
    return yyjson_mut_is_arr(list) && index_of(last, &index) &&
           yyjson_mut_arr_remove(list, index) != NULL;
}

/* Texts that are the old id become the new one, keys of maps too. */
static void replace_id(mending *m, yyjson_mut_val *v, hob_str old, const char *new_id) {
    size_t i, max;
    yyjson_mut_val *key, *item;
    if (yyjson_mut_is_str(v) && hob_str_equal(hob_edit__str(v), old)) {
        (void)yyjson_mut_set_str(v, new_id);
    } else if (yyjson_mut_is_arr(v)) {
        yyjson_mut_arr_foreach(v, i, max, item) {
            replace_id(m, item, old, new_id);
        }
    } else if (yyjson_mut_is_obj(v)) {
        yyjson_mut_obj_foreach(v, i, max, key, item) {
            replace_id(m, key, old, new_id);
            replace_id(m, item, old, new_id);
        }
    }
}

/* The later of two entities with one id, as after a merge, gets a new one. What comes behind it in
 * the file came with it, so that references from there mean it; those before mean the first. */
static bool renew_entity(mending *m, hob_error *reterr) {
    hob_command_call *call = m->call;
    yyjson_mut_val *entities = hob_edit__get(m->edit.root, HOB_STR("entities")), *entity;
    size_t index = 0, i, max;
    const char *pointer = m->finding->pointer, *number = pointer + strlen("/entities/");
    if (strncmp(pointer, "/entities/", strlen("/entities/")) != 0 ||
        !index_of((hob_str){number, strcspn(number, "/")}, &index)) {
        return false;
    }
    hob_str found = hob_edit__str_in(yyjson_mut_arr_get(entities, index), "id");
    const char *old = hob_command__cstr(call, found);
    hob_str scene = hob_edit__str_in(m->edit.root, "id");
    char *new_id = NULL;
    if (hob_change_new_id(call->change, "ent", hob_command__cstr(call, scene), call->arena, &new_id,
                          reterr) != HOB_OK) {
        return false;
    }
    yyjson_mut_arr_foreach(entities, i, max, entity) {
        if (i >= index) {
            replace_id(m, entity, hob_str_from(old), new_id);
        }
    }
    return true;
}

static bool renew_playtest(mending *m, hob_error *reterr) {
    char *new_id = NULL;
    if (hob_change_new_id(m->call->change, "ptt", NULL, m->call->arena, &new_id, reterr) !=
        HOB_OK) {
        return false;
    }
    hob_edit__set_text(&m->edit, m->edit.root, "id", hob_str_from(new_id));
    return true;
}

static const fixer fixers[] = {
    {HOB_ERR_DUPLICATE_ENTITY_ID, "new id", renew_entity},
    {HOB_ERR_PLAYTEST_ID_DUPLICATE, "new id", renew_playtest},
    {HOB_ERR_PREFAB_OVERRIDE_STALE, "removed", drop_element},
    {HOB_ERR_COLLISION_MASK_DUPLICATE, "removed", drop_element},
};

/* ---- fixProject ---- */

static const hob_field no_params[] = {HOB_FIELDS_END};
static const hob_field mended_fields[] = {HOB_P("code", TEXT, .doc = "Code of the finding."),
                                          HOB_P("file", TEXT, .doc = "Its file."),
                                          HOB_P("pointer", TEXT, .doc = "Its place before."),
                                          HOB_P("message", TEXT, .doc = "What was wrong."),
                                          HOB_P("done", TEXT, .doc = "What was done."),
                                          HOB_FIELDS_END};
static const hob_field mended_field = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = mended_fields, .doc = "One finding."};
static const hob_field code_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "Code."};
static const hob_field fix_result[] = {
    HOB_P("fixed", LIST, .element = &mended_field, .doc = "What was mended."),
    HOB_P("remaining", INT, .doc = "Findings that were left for you."),
    HOB_P("fixable", LIST, .element = &code_field, .doc = "Codes that this can mend."),
    HOB_FIELDS_END};

static const fixer *fixer_of(hob_status status) {
    for (size_t i = 0; i < HOB_COUNT(fixers); i++) {
        if (fixers[i].status == status) {
            return &fixers[i];
        }
    }
    return NULL;
}

static void tell(mending *m, const fixer *f, hob_value fixed) {
    hob_command_call *call = m->call;
    hob_value row = hob_command__map(call);
    hob_command__put_text(call, row, "code", hob_status_name(m->finding->status));
    hob_command__put_text(call, row, "file", m->finding->file);
    hob_command__put_text(call, row, "pointer", m->finding->pointer);
    hob_command__put_text(call, row, "message", m->finding->message);
    hob_command__put_text(call, row, "done", f->what);
    hob_command__add(call, fixed, row);
    hob_call_changed(call, "file", NULL, NULL, m->finding->file, NULL, "modified");
}

static hob_status run_fix(hob_command_call *call, hob_error *reterr) {
    hob_error_list findings;
    hob_error_list_init(&findings, &call->arena->as_allocator);
    hob_status status = hob_project_validate(call->project, &findings, reterr);
    hob_value fixed = hob_command__list(call), codes = hob_command__list(call);
    size_t remaining = findings.count;
    /* From the last to the first, so that places in lists stay right. */
    for (size_t i = findings.count; i-- > 0 && status == HOB_OK;) {
        mending m = {.call = call, .finding = &findings.items[i]};
        const fixer *f = fixer_of(m.finding->status);
        if (f == NULL) {
            continue;
        }
        hob_error error = {0};
        status = hob_edit__open(call, m.finding->file, &m.edit, reterr);
        if (status == HOB_OK && f->mend(&m, &error)) {
            remaining--;
            tell(&m, f, fixed);
        } else if (error.status == HOB_ERR_OUT_OF_MEMORY) {
            *reterr = error;
            status = error.status;
        }
    }
    for (size_t i = 0; i < HOB_COUNT(fixers); i++) {
        hob_command__add(call, codes,
                         hob_command__text(call, hob_str_from(hob_status_name(fixers[i].status))));
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_call_set(call, "fixed", fixed);
    hob_call_set_number(call, "remaining", (double)remaining);
    hob_call_set(call, "fixable", codes);
    if (remaining > 0) {
        hob_call_suggest(call, "hob validate");
    }
    return HOB_OK;
}

const hob_command hob_fix_commands[] = {
    {.name = "fixProject",
     .summary = "Mends those findings of validate that need no guess.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES | HOB_COMMAND_MENDS,
     .params = no_params,
     .result = fix_result,
     .example_json = "{}",
     .example_after = "createEntity",
     .run = run_fix,
     .cli = "validate --fix"},
    {.name = NULL}};
