#include "schema/pattern.h"

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_id_char(char c) {
    return is_lower(c) || is_digit(c);
}

static bool is_word_char(char c) {
    return is_lower(c) || is_upper(c) || is_digit(c);
}

/* How many characters from `at` on satisfy `is`. */
static size_t run_length(hob_str s, size_t at, bool (*is)(char c)) {
    size_t end = at;
    while (end < s.length && is(s.data[end])) {
        end++;
    }
    return end - at;
}

static bool is_id(hob_str s, const char *prefix, bool (*is)(char c)) {
    hob_str start = hob_str_from(prefix);
    return hob_str_starts(s, start) && s.length > start.length &&
           run_length(s, start.length, is) == s.length - start.length;
}

static bool is_project_id(hob_str s) {
    return is_id(s, "prj_", is_id_char);
}

static bool is_scene_id(hob_str s) {
    return is_id(s, "scn_", is_id_char);
}

static bool is_entity_id(hob_str s) {
    return is_id(s, "ent_", is_id_char);
}

static bool is_asset_id(hob_str s) {
    return is_id(s, "ast_", is_id_char);
}

static bool is_playtest_id(hob_str s) {
    return is_id(s, "ptt_", is_id_char);
}

static bool is_prefab_id(hob_str s) {
    return is_id(s, "pfe_", is_digit);
}

static bool is_layer_char(char c) {
    return is_id_char(c) || c == '-';
}

static bool is_layer(hob_str s) {
    return s.length > 0 && is_lower(s.data[0]) && run_length(s, 0, is_layer_char) == s.length;
}

/* Type, or Type#name. */
static bool is_slot(hob_str s) {
    size_t type = run_length(s, 0, is_word_char);
    if (type == 0 || is_digit(s.data[0])) {
        return false;
    }
    if (type == s.length) {
        return true;
    }
    size_t name = type + 1;
    return s.data[type] == '#' && name < s.length && is_lower(s.data[name]) &&
           run_length(s, name, is_word_char) == s.length - name;
}

static bool is_pre_release_char(char c) {
    return is_word_char(c) || c == '-' || c == '.';
}

/* major.minor.patch, or with -pre; no leading zeros in the numbers. */
static bool is_version(hob_str s) {
    size_t at = 0;
    for (int part = 0; part < 3; part++) {
        if (part > 0) {
            if (at >= s.length || s.data[at] != '.') {
                return false;
            }
            at++;
        }
        size_t digits = run_length(s, at, is_digit);
        if (digits == 0 || digits > 9 || (digits > 1 && s.data[at] == '0')) {
            return false;
        }
        at += digits;
    }
    if (at == s.length) {
        return true;
    }
    size_t pre = at + 1;
    return s.data[at] == '-' && pre < s.length &&
           run_length(s, pre, is_pre_release_char) == s.length - pre;
}

/* Language, then an optional script of four letters, then an optional region, each after a hyphen.
 */
static bool is_locale(hob_str s) {
    size_t at = run_length(s, 0, is_lower);
    if (at < 2 || at > 3) {
        return false;
    }
    if (at + 5 <= s.length && s.data[at] == '-' && is_upper(s.data[at + 1]) &&
        run_length(s, at + 2, is_lower) == 3) {
        at += 5;
    }
    if (at < s.length && s.data[at] == '-') {
        size_t letters = run_length(s, at + 1, is_upper);
        size_t digits = run_length(s, at + 1, is_digit);
        if (letters != 2 && digits != 3) {
            return false;
        }
        at += 1 + (letters == 2 ? 2u : 3u);
    }
    return at == s.length;
}

static bool is_save_slot_char(char c) {
    return is_id_char(c) || c == '_' || c == '-';
}

static bool is_save_slot(hob_str s) {
    return s.length >= 1 && s.length <= 40 && run_length(s, 0, is_save_slot_char) == s.length;
}

static bool is_identifier_char(char c) {
    return is_word_char(c) || c == '_';
}

static bool is_identifier(hob_str s) {
    return s.length > 0 && !is_digit(s.data[0]) && run_length(s, 0, is_identifier_char) == s.length;
}

static int hex_digit(char c) {
    if (is_digit(c)) {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

bool hob_color_valid(hob_str s) {
    if ((s.length != 4 && s.length != 7 && s.length != 9) || s.data[0] != '#') {
        return false;
    }
    for (size_t i = 1; i < s.length; i++) {
        if (hex_digit(s.data[i]) < 0) {
            return false;
        }
    }
    return true;
}

bool hob_color_parse(hob_str s, int ret_rgba[4]) {
    if (!hob_color_valid(s)) {
        return false;
    }
    ret_rgba[3] = 255;
    if (s.length == 4) {
        for (size_t i = 0; i < 3; i++) {
            ret_rgba[i] = hex_digit(s.data[i + 1]) * 17;
        }
        return true;
    }
    for (size_t i = 0; 2 * i + 2 < s.length; i++) {
        ret_rgba[i] = hex_digit(s.data[2 * i + 1]) * 16 + hex_digit(s.data[2 * i + 2]);
    }
    return true;
}

static const hob_pattern patterns[] = {
    {"asset-id", "ast_a1b2c3d4", "^ast_[a-z0-9]+$", is_asset_id},
    {"color", "#ff8800", "^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$", hob_color_valid},
    {"entity-id", "ent_a1b2c3d4", "^ent_[a-z0-9]+$", is_entity_id},
    {"identifier", "doorKey", "^[A-Za-z_][A-Za-z0-9_]*$", is_identifier},
    {"layer", "enemy-shot", "^[a-z][a-z0-9-]*$", is_layer},
    {"locale", "pt-BR", "^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$", is_locale},
    {"playtest-id", "ptt_a1b2c3d4", "^ptt_[a-z0-9]+$", is_playtest_id},
    {"prefab-id", "pfe_1", "^pfe_[0-9]+$", is_prefab_id},
    {"project-id", "prj_a1b2c3d4", "^prj_[a-z0-9]+$", is_project_id},
    {"save-slot", "slot_1", "^[a-z0-9_-]{1,40}$", is_save_slot},
    {"scene-id", "scn_a1b2c3d4", "^scn_[a-z0-9]+$", is_scene_id},
    {"slot", "Collider#feet", "^[A-Za-z][A-Za-z0-9]*(?:#[a-z][a-zA-Z0-9]*)?$", is_slot},
    {"version", "1.0.0",
     "^(?:0|[1-9][0-9]{0,8})(?:\\.(?:0|[1-9][0-9]{0,8})){2}(?:-[A-Za-z0-9.-]+)?$", is_version},
};

const hob_pattern *hob_pattern_find(const char *name) {
    hob_str asked = hob_str_from(name);
    for (size_t i = 0; i < HOB_COUNT(patterns); i++) {
        if (hob_str_is(asked, patterns[i].name)) {
            return &patterns[i];
        }
    }
    return NULL;
}
