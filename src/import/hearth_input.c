/* inputMappings of hearth.json as "input" of hob.json (spec project-format 2.3, hob 1.2). */
#include "import/hearth_internal.h"

#include "project/manifest.h"

#include <string.h>

static const char *const pad_buttons[] = {
    "a",    "b",     "x",  "y",  "lb",      "rb",        "lt",        "rt",
    "back", "start", "ls", "rs", "dpad-up", "dpad-down", "dpad-left", "dpad-right"};

static bool is_button(hob_str name) {
    for (size_t i = 0; i < HOB_COUNT(pad_buttons); i++) {
        if (hob_str_is(name, pad_buttons[i])) {
            return true;
        }
    }
    return false;
}

/* ---- sources ---- */

static void add_source(hob_hearth__file *file, yyjson_mut_val *sources, const char *source) {
    size_t i, max;
    yyjson_mut_val *item;
    yyjson_mut_arr_foreach(sources, i, max, item) {
        if (yyjson_mut_equals_str(item, source)) {
            return;
        }
    }
    (void)yyjson_mut_arr_append(sources, yyjson_mut_strcpy(file->doc, source));
}

/* The source that a keyboard code means; null: Hearth knows no such key, so nothing ever pressed
 * it. Hearth turns pad buttons into the codes gp:a, ..., which an action may name too. */
static const char *source_of_code(hob_hearth__file *file, hob_str code) {
    hob_arena *scratch = file->arena;
    if (hob_str_starts(code, HOB_STR("gp:"))) {
        hob_str button = {code.data + 3, code.length - 3};
        return is_button(button)
                   ? hob_arena_format(scratch, "pad:%.*s", (int)button.length, button.data)
                   : NULL;
    }
    if (memchr(code.data, ':', code.length) || !hob_manifest_source_valid(code)) {
        return NULL;
    }
    return hob_arena_text(scratch, code.data, code.length);
}

static void add_codes(hob_hearth__file *file, yyjson_mut_val *sources, yyjson_val *codes,
                      const hob_read_level *level) {
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(codes, i, max, item) {
        hob_str code = hob_hearth__text(item);
        const char *source = source_of_code(file, code);
        hob_read_level at = {.up = level, .index = i};
        if (source) {
            add_source(file, sources, source);
        } else {
            hob_hearth__warn(file, &at, "", HOB_ERR_FIELD_PATTERN, NULL,
                             "\"%.*s\" is no key code. It is not imported.",
                             (int)(code.length < 80 ? code.length : 80), code.data);
        }
    }
}

static void add_buttons(hob_hearth__file *file, yyjson_mut_val *sources, yyjson_val *buttons,
                        const hob_read_level *level) {
    size_t i, max;
    yyjson_val *item;
    yyjson_arr_foreach(buttons, i, max, item) {
        hob_str name = hob_hearth__text(item);
        hob_read_level at = {.up = level, .index = i};
        if (is_button(name)) {
            add_source(file, sources,
                       hob_arena_format(file->arena, "pad:%.*s", (int)name.length, name.data));
        } else {
            hob_hearth__warn(file, &at, "", HOB_ERR_FIELD_PATTERN, NULL,
                             "\"%.*s\" is no gamepad button. It is not imported.",
                             (int)(name.length < 80 ? name.length : 80), name.data);
        }
    }
}

/* pad:axis3, with a sign for one half; null when Hob has no such axis. */
static const char *pad_axis(hob_hearth__file *file, yyjson_val *number, const char *sign,
                            const hob_read_level *level, const char *key) {
    double axis = yyjson_get_num(number);
    const char *source = hob_arena_format(file->arena, "pad:axis%.0f%s", axis, sign);
    if (hob_manifest_source_valid(hob_str_from(source))) {
        return source;
    }
    hob_hearth__warn(file, level, key, HOB_ERR_FIELD_RANGE, NULL,
                     "There is no gamepad axis %.0f. It is not imported.", axis);
    return NULL;
}

/* ---- actions ---- */

typedef struct mapping {
    yyjson_val *keys, *buttons, *axes; /* the three maps by action name */
} mapping;

static hob_read_level member(const hob_read_level *up, const char *key) {
    return (hob_read_level){.up = up, .key = hob_str_from(key)};
}

static void add_stick(hob_hearth__file *file, yyjson_val *binding, const hob_read_level *level,
                      yyjson_mut_val *sources, yyjson_mut_val *action) {
    double direction = yyjson_get_num(yyjson_obj_get(binding, "direction"));
    yyjson_val *threshold = yyjson_obj_get(binding, "threshold");
    if (direction == 0) {
        hob_reader_find(&file->reader, level, HOB_STR("direction"), HOB_ERR_FIELD_RANGE,
                        HOB_SEVERITY_ERROR, NULL, "The direction must be 1 or -1.");
        return;
    }
    const char *source =
        pad_axis(file, yyjson_obj_get(binding, "axis"), direction > 0 ? "+" : "-", level, "axis");
    if (source) {
        add_source(file, sources, source);
    }
    if (source && threshold) {
        hob_hearth__add(file, action, HOB_STR("threshold"),
                        yyjson_val_mut_copy(file->doc, threshold));
    }
}

static yyjson_mut_val *action_of(hob_hearth__file *file, const mapping *m, yyjson_val *name,
                                 const hob_read_level *up) {
    hob_str key = hob_hearth__text(name);
    hob_read_level keys = member(up, "actions"), buttons = member(up, "gamepadButtons"),
                   axes = member(up, "gamepadAxes");
    hob_read_level at_keys = {.up = &keys, .key = key}, at_buttons = {.up = &buttons, .key = key},
                   at_axes = {.up = &axes, .key = key};
    yyjson_mut_val *action = yyjson_mut_obj(file->doc), *sources = yyjson_mut_arr(file->doc);
    yyjson_val *stick = yyjson_obj_getn(m->axes, key.data, key.length);
    hob_hearth__add(file, action, HOB_STR("sources"), sources);
    add_codes(file, sources, yyjson_obj_getn(m->keys, key.data, key.length), &at_keys);
    add_buttons(file, sources, yyjson_obj_getn(m->buttons, key.data, key.length), &at_buttons);
    if (stick) {
        add_stick(file, stick, &at_axes, sources, action);
    }
    return action;
}

/* An action may stand in any of the three maps. */
static yyjson_mut_val *actions_of(hob_hearth__file *file, const mapping *m,
                                  const hob_read_level *level) {
    yyjson_mut_val *actions = yyjson_mut_obj(file->doc);
    yyjson_val *const maps[] = {m->keys, m->buttons, m->axes};
    hob_names known;
    hob_names_init(&known, file->arena, 16);
    for (size_t map = 0; map < HOB_COUNT(maps); map++) {
        size_t i, max;
        yyjson_val *name, *value;
        hob_json_each_member(maps[map], i, max, name, value) {
            if (hob_names_add(&known, hob_hearth__text(name), 0)) {
                hob_hearth__add(file, actions, hob_hearth__text(name),
                                action_of(file, m, name, level));
            }
        }
    }
    return actions;
}

/* ---- axes ---- */

static yyjson_mut_val *axis_of(hob_hearth__file *file, yyjson_val *axis,
                               const hob_read_level *level) {
    yyjson_mut_val *copy = yyjson_mut_obj(file->doc);
    static const char *const sides[][2] = {{"negativeCodes", "negative"},
                                           {"positiveCodes", "positive"}};
    for (size_t i = 0; i < HOB_COUNT(sides); i++) {
        yyjson_mut_val *sources = yyjson_mut_arr(file->doc);
        hob_read_level at = member(level, sides[i][0]);
        add_codes(file, sources, yyjson_obj_get(axis, sides[i][0]), &at);
        hob_hearth__add(file, copy, hob_str_from(sides[i][1]), sources);
    }
    yyjson_val *stick = yyjson_obj_get(axis, "gamepadAxis"),
               *deadzone = yyjson_obj_get(axis, "deadzone");
    const char *source = stick ? pad_axis(file, stick, "", level, "gamepadAxis") : NULL;
    if (source) {
        hob_hearth__add(file, copy, HOB_STR("stick"), yyjson_mut_strcpy(file->doc, source));
    }
    if (deadzone) {
        hob_hearth__add(file, copy, HOB_STR("deadzone"), yyjson_val_mut_copy(file->doc, deadzone));
    }
    return copy;
}

static yyjson_mut_val *axes_of(hob_hearth__file *file, yyjson_val *axes,
                               const hob_read_level *level) {
    yyjson_mut_val *copy = yyjson_mut_obj(file->doc);
    size_t i, max;
    yyjson_val *name, *axis;
    hob_json_each_member(axes, i, max, name, axis) {
        hob_read_level at = {.up = level, .key = hob_hearth__text(name)};
        hob_hearth__add(file, copy, hob_hearth__text(name), axis_of(file, axis, &at));
    }
    return copy;
}

yyjson_mut_val *hob_hearth__input(hob_hearth__file *file, yyjson_val *mappings) {
    hob_read_level level = {.key = HOB_STR_INIT("inputMappings")};
    hob_read_level axes = member(&level, "axes");
    yyjson_val *deadzone = yyjson_obj_get(mappings, "deadzone");
    const mapping m = {
        .keys = yyjson_obj_get(mappings, "actions"),
        .buttons = yyjson_obj_get(mappings, "gamepadButtons"),
        .axes = yyjson_obj_get(mappings, "gamepadAxes"),
    };
    yyjson_mut_val *input = yyjson_mut_obj(file->doc);
    hob_hearth__add(file, input, HOB_STR("actions"), actions_of(file, &m, &level));
    hob_hearth__add(file, input, HOB_STR("axes"),
                    axes_of(file, yyjson_obj_get(mappings, "axes"), &axes));
    if (deadzone) {
        hob_hearth__add(file, input, HOB_STR("deadzone"), yyjson_val_mut_copy(file->doc, deadzone));
    }
    hob_hearth__add(file, input, HOB_STR("deadzoneShape"), hob_hearth__json(file, "\"axis\""));
    hob_hearth__add(file, input, HOB_STR("response"), hob_hearth__json(file, "\"raw\""));
    hob_hearth__add(file, input, HOB_STR("seats"),
                    hob_hearth__json(file, "[{\"device\":\"any\"}]"));
    return input;
}
