/* Play-tests: every *.playtest.json of the folder, each under the slug of its name. */
#include "import/hearth_internal.h"

#include <string.h>

#define FOLDER "playtests"
#define SUFFIX ".playtest.json"

/* Steps that need one of several keys. Hearth does not load a count without a bound; a property
 * that is compared with nothing it loads, and fails in every run. */
static const struct {
    const char *type, *keys[4];
    hob_severity severity;
} step_rules[] = {
    {"assertParticleCount", {"equals", "min", "max"}, HOB_SEVERITY_ERROR},
    {"assertEventCount", {"equals", "min", "max"}, HOB_SEVERITY_ERROR},
    {"assertAudioCount", {"equals", "min", "max"}, HOB_SEVERITY_ERROR},
    {"assertCameraEffect", {"equals", "min", "max"}, HOB_SEVERITY_ERROR},
    {"assertRange", {"min", "max"}, HOB_SEVERITY_ERROR},
    {"assertProperty", {"equals", "greaterThan", "lessThan"}, HOB_SEVERITY_WARNING},
};

static void check_step(hob_hearth__file *file, yyjson_val *step, const hob_read_level *level) {
    for (size_t r = 0; r < HOB_COUNT(step_rules); r++) {
        const char *const *keys = step_rules[r].keys;
        bool is_there = !yyjson_equals_str(yyjson_obj_get(step, "type"), step_rules[r].type);
        for (size_t k = 0; keys[k]; k++) {
            is_there = is_there || yyjson_obj_get(step, keys[k]);
        }
        if (!is_there) {
            hob_reader_find(&file->reader, level, HOB_STR(""), HOB_ERR_FIELD_MISSING,
                            step_rules[r].severity, NULL, "%s needs one of %s, %s%s%s.",
                            step_rules[r].type, keys[0], keys[1], keys[2] ? ", " : "",
                            keys[2] ? keys[2] : "");
        }
    }
}

static void check_steps(hob_hearth__file *file) {
    hob_read_level list = {.key = HOB_STR_INIT("steps")};
    size_t i, max;
    yyjson_val *step;
    yyjson_arr_foreach(yyjson_obj_get(file->json.root, "steps"), i, max, step) {
        hob_read_level level = {.up = &list, .index = i};
        check_step(file, step, &level);
    }
}

/* Scenes may have got another id; names stay. */
static yyjson_mut_val *scene_ref(hob_hearth__file *file, yyjson_val *scene) {
    hob_str ref = hob_hearth__text(scene);
    const hob_hearth__scene *found = hob_hearth__scene_by_id(file->import, ref);
    return found ? yyjson_mut_strcpy(file->doc, found->new_id) : hob_hearth__new_text(file, ref);
}

static void convert(hob_hearth__file *file) {
    yyjson_mut_val *root = yyjson_mut_obj(file->doc);
    yyjson_mut_doc_set_root(file->doc, root);
    for (const hob_field *field = hob_hearth__playtest_fields; field->name; field++) {
        yyjson_val *v = yyjson_obj_get(file->json.root, field->name);
        hob_str key = hob_str_from(field->name);
        hob_read_level level = {.key = key};
        if (strcmp(field->name, "formatVersion") == 0) {
            hob_hearth__add(file, root, key, yyjson_mut_int(file->doc, 1));
        } else if (v && strcmp(field->name, "name") == 0) {
            hob_hearth__add(file, root, key, hob_hearth__copy_name(file, NULL, v));
        } else if (v && strcmp(field->name, "scene") == 0) {
            hob_hearth__add(file, root, key, scene_ref(file, v));
        } else if (v && strcmp(field->name, "seed") == 0) {
            hob_hearth__add(file, root, key, hob_hearth__copy_bits(file, &level, v, false));
        } else if (v) {
            hob_hearth__add(file, root, key, hob_hearth__copy(file, field, v));
        }
    }
}

/* Hearth saves a play-test under its slug, so two with one slug become one there; here both stay.
 */
static const char *choose_path(hob_hearth__file *file) {
    hob_import_target *target = &file->import->target;
    char slug[49];
    hob_slug(hob_hearth__text(yyjson_obj_get(file->json.root, "name")), slug);
    const char *wanted = hob_arena_format(file->arena, FOLDER "/%s" SUFFIX, slug);
    const char *path = hob_import__take_path(target, wanted);
    if (strcmp(path, wanted) != 0) {
        hob_hearth__warn(file, NULL, "name", HOB_ERR_CONFLICT, "Rename one of the two.",
                         "Another play-test has the file name of this one, which becomes \"%s\".",
                         path);
    }
    return path;
}

static hob_status write_playtest(hob_hearth__import *import, const char *source,
                                 hob_error *reterr) {
    hob_hearth__file file;
    if (!hob_hearth__open(import, &import->scratch, source, hob_hearth__playtest_fields,
                          HOB_HEARTH_REQUIRED, &file)) {
        return HOB_OK;
    }
    const char *path = NULL;
    if (!file.reader.refused) {
        check_steps(&file);
        convert(&file);
    }
    if (!file.reader.refused) {
        path = choose_path(&file);
    }
    if (!hob_hearth__settle(&file)) {
        return HOB_OK;
    }
    import->result.playtests++;
    return hob_hearth__put(&file, path, reterr);
}

hob_status hob_hearth__write_playtests(hob_hearth__import *import, hob_error *reterr) {
    hob_import_source *source = &import->source;
    bool is_folder;
    if (!hob_import__exists(source, FOLDER, &is_folder) || !is_folder) {
        return HOB_OK;
    }
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    hob_status status = hob_import__list(source, FOLDER, &import->arena, &entries, &count, reterr);
    for (size_t i = 0; i < count && !status; i++) {
        if (hob_str_ends(hob_str_from(entries[i].name), HOB_STR(SUFFIX))) {
            status = write_playtest(import, hob_path_join(&import->arena, FOLDER, entries[i].name),
                                    reterr);
        }
    }
    return status;
}
