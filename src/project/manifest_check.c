/* Rules of hob.json that its table cannot say. Used at opening and by validation. */
#include "project/internal.h"

#include <math.h>

static hob_read_level member(const hob_read_level *up, const char *key) {
    return (hob_read_level){.up = up, .key = hob_str_from(key)};
}

/* YYYY-MM-DDTHH:MM:SS with up to three decimals and Z. */
static bool is_utc_date(hob_str s) {
    static const char form[] = "0000-00-00T00:00:00";
    const size_t length = sizeof form - 1;
    if (s.length <= length || s.data[s.length - 1] != 'Z') {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        bool is_digit = s.data[i] >= '0' && s.data[i] <= '9';
        if (form[i] == '0' ? !is_digit : s.data[i] != form[i]) {
            return false;
        }
    }
    for (size_t i = length; i < s.length - 1; i++) {
        bool is_digit = s.data[i] >= '0' && s.data[i] <= '9';
        if (i == length ? s.data[i] != '.' || s.length == length + 2 : !is_digit) {
            return false;
        }
    }
    static const struct {
        int at, digits, min, max;
    } parts[] = {{5, 2, 1, 12}, {8, 2, 1, 31}, {11, 2, 0, 23}, {14, 2, 0, 59}, {17, 2, 0, 59}};
    for (size_t i = 0; i < HOB_COUNT(parts); i++) {
        int value = (s.data[parts[i].at] - '0') * 10 + (s.data[parts[i].at + 1] - '0');
        if (value < parts[i].min || value > parts[i].max) {
            return false;
        }
    }
    return s.length <= length + 5;
}

static void check_settings(hob_reader *reader, const hob_settings *settings) {
    hob_read_level level = member(NULL, "settings"), sound = member(&level, "sound");
    if (settings->sound_far <= settings->sound_near) {
        hob_reader_find(reader, &sound, HOB_STR("far"), HOB_ERR_FIELD_RANGE, HOB_SEVERITY_ERROR,
                        "Make far larger than near.",
                        "settings.sound.far (%g) is not above near (%g).", settings->sound_far,
                        settings->sound_near);
    }
    if (!is_utc_date(hob_text_view(settings->clock_start))) {
        hob_reader_find(reader, &level, HOB_STR("clockStart"), HOB_ERR_FIELD_PATTERN,
                        HOB_SEVERITY_ERROR, "Write it like 2000-01-01T00:00:00Z.",
                        "settings.clockStart is not a date and time in UTC.");
    }
}

static void check_limits(hob_reader *reader, const hob_limits *limits) {
    const struct {
        const char *name;
        double value;
    } units[] = {{"hookUnits", limits->hook_units},
                 {"stepUnits", limits->step_units},
                 {"loadUnits", limits->load_units}};
    hob_read_level level = member(NULL, "limits");
    for (size_t i = 0; i < HOB_COUNT(units); i++) {
        if (floor(units[i].value) != units[i].value) {
            hob_reader_find(reader, &level, hob_str_from(units[i].name), HOB_ERR_FIELD_TYPE,
                            HOB_SEVERITY_ERROR, "Use a whole number.",
                            "limits.%s must be a whole number.", units[i].name);
        }
    }
}

static void check_state(hob_reader *reader, yyjson_val *root) {
    hob_read_level states = member(NULL, "gameState");
    yyjson_val *map = yyjson_obj_get(root, "gameState"), *key, *entry;
    size_t i, max;
    hob_json_each_member(map, i, max, key, entry) {
        yyjson_val *type = yyjson_obj_get(entry, "type"),
                   *initial = yyjson_obj_get(entry, "initial");
        if (!yyjson_is_str(type) || !initial) {
            continue; /* the table has said so */
        }
        bool fits = yyjson_equals_str(type, "number")    ? yyjson_is_num(initial)
                    : yyjson_equals_str(type, "boolean") ? yyjson_is_bool(initial)
                                                         : yyjson_is_str(initial);
        if (!fits) {
            hob_read_level level = {.up = &states,
                                    .key = {yyjson_get_str(key), yyjson_get_len(key)}};
            hob_reader_find(reader, &level, HOB_STR("initial"), HOB_ERR_FIELD_TYPE,
                            HOB_SEVERITY_ERROR, "Change the value or its declared type.",
                            "The initial value of \"%s\" is no %s.", yyjson_get_str(key),
                            yyjson_get_str(type));
        }
    }
}

static void check_source(hob_reader *reader, const hob_read_level *level, hob_str key,
                         yyjson_val *source) {
    if (yyjson_is_str(source) &&
        !hob_manifest_source_valid((hob_str){yyjson_get_str(source), yyjson_get_len(source)})) {
        hob_reader_find(
            reader, level, key, HOB_ERR_FIELD_PATTERN, HOB_SEVERITY_ERROR,
            "Use a key code such as KeyA, or mouse:left, touch:tap, pad:a, pad:left-x+.",
            "\"%s\" is no input source.", yyjson_get_str(source));
    }
}

static void check_sources(hob_reader *reader, const hob_read_level *up, yyjson_val *entry,
                          const char *name) {
    hob_read_level list = member(up, name);
    size_t i, max;
    yyjson_val *source;
    yyjson_arr_foreach(yyjson_obj_get(entry, name), i, max, source) {
        hob_read_level level = {.up = &list, .index = i};
        check_source(reader, &level, HOB_STR(""), source);
    }
}

static void check_bindings(hob_reader *reader, const hob_read_level *up, yyjson_val *holder) {
    hob_read_level actions = member(up, "actions"), axes = member(up, "axes");
    size_t i, max;
    yyjson_val *key, *entry;
    hob_json_each_member(yyjson_obj_get(holder, "actions"), i, max, key, entry) {
        hob_read_level level = {.up = &actions, .key = {yyjson_get_str(key), yyjson_get_len(key)}};
        check_sources(reader, &level, entry, "sources");
    }
    hob_json_each_member(yyjson_obj_get(holder, "axes"), i, max, key, entry) {
        hob_read_level level = {.up = &axes, .key = {yyjson_get_str(key), yyjson_get_len(key)}};
        check_sources(reader, &level, entry, "negative");
        check_sources(reader, &level, entry, "positive");
        check_source(reader, &level, HOB_STR("stick"), yyjson_obj_get(entry, "stick"));
    }
}

static void check_input(hob_reader *reader, yyjson_val *root) {
    yyjson_val *input = yyjson_obj_get(root, "input"), *seat;
    hob_read_level level = member(NULL, "input"), seats = member(&level, "seats");
    check_bindings(reader, &level, input);
    size_t i, max;
    yyjson_arr_foreach(yyjson_obj_get(input, "seats"), i, max, seat) {
        hob_read_level at = {.up = &seats, .index = i};
        check_bindings(reader, &at, seat);
    }
}

void hob_project__manifest_check(hob_reader *reader, yyjson_val *root, const hob_manifest *fields) {
    check_settings(reader, &fields->settings);
    check_limits(reader, &fields->limits);
    check_state(reader, root);
    check_input(reader, root);
}
