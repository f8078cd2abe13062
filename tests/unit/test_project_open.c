/* Opening: what stops it, what does not, and every malformed kind of file as every kind of file. */
#include "project/version.h"
#include "support/test_project.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a project that has one good file of each kind ---- */

typedef struct good_file {
    const char *path, *text;
    bool is_root; /* the project does not open without it */
    bool may_miss;
    bool is_json;
} good_file;

static const good_file good_files[] = {
    {"hob.json", NULL, .is_root = true, .is_json = true},
    {"assets.json",
     "{\n  \"formatVersion\": 1,\n  \"assets\": [\n"
     "    {\"id\": \"ast_pic\", \"name\": \"pic\", \"type\": \"sprite\", \"path\": "
     "\"assets/p.svg\"},\n"
     "    {\"id\": \"ast_clip\", \"name\": \"clip\", \"type\": \"animation\", \"path\": "
     "\"animations/c.anim.json\"},\n"
     "    {\"id\": \"ast_asm\", \"name\": \"asm\", \"type\": \"stateMachine\", \"path\": "
     "\"statemachines/a.asm.json\"},\n"
     "    {\"id\": \"ast_fab\", \"name\": \"fab\", \"type\": \"prefab\", \"path\": "
     "\"prefabs/f.prefab.json\"},\n"
     "    {\"id\": \"ast_ts\", \"name\": \"ts\", \"type\": \"tileset\", \"path\": "
     "\"assets/t.tileset.json\"}\n  ]\n}\n",
     .is_root = true, .may_miss = true, .is_json = true},
    {"scenes/main.scene.json",
     "{\n  \"formatVersion\": 1,\n  \"id\": \"scn_main\",\n  \"entities\": [\n"
     "    {\"id\": \"ent_cam\", \"name\": \"Cam\", \"components\": {\"Camera\": {}}}\n  ]\n}\n",
     .is_json = true},
    {"prefabs/f.prefab.json",
     "{\n  \"formatVersion\": 1,\n  \"name\": \"F\",\n  \"entities\": [\n"
     "    {\"id\": \"pfe_1\", \"name\": \"F\", \"components\": {\"SpriteRenderer\": {}}}\n  ]\n}\n",
     .is_json = true},
    {"animations/c.anim.json",
     "{\n  \"formatVersion\": 1,\n  \"frames\": [\n    \"ast_pic\"\n  ]\n}\n", .is_json = true},
    {"statemachines/a.asm.json",
     "{\n  \"formatVersion\": 1,\n  \"states\": [\n    {\"name\": \"a\", \"animation\": "
     "\"ast_clip\"}\n  ],\n  \"initial\": \"a\"\n}\n",
     .is_json = true},
    {"assets/t.tileset.json",
     "{\n  \"formatVersion\": 1,\n  \"image\": \"ast_pic\",\n  \"tileWidth\": 8,\n  "
     "\"tileHeight\": "
     "8,\n  \"columns\": 1,\n  \"count\": 1\n}\n",
     .is_json = true},
    {"playtests/t.playtest.json",
     "{\n  \"formatVersion\": 1,\n  \"id\": \"ptt_a\",\n  \"name\": \"t\",\n  \"scene\": "
     "\"Main\"\n}\n",
     .may_miss = true, .is_json = true},
    {"texts/en.json", "{\n  \"hello\": \"Hello\"\n}\n", .may_miss = true, .is_json = true},
    {"scripts/a.lua", "return 1\n", .may_miss = true},
    {"assets/p.svg", "<svg/>", .is_json = false},
};

static void put_all(hob_test_project *t) {
    hob_test_project_put_manifest(t, "");
    for (size_t i = 0; i < HOB_COUNT(good_files); i++) {
        if (good_files[i].text) {
            hob_test_project_put(t, good_files[i].path, good_files[i].text);
        }
    }
}

static size_t errors_in(hob_test_project *t, const char *file, const hob_error **ret_first,
                        hob_error_list *findings) {
    hob_error_list_done(findings);
    hob_error_list_init(findings, hob_heap_allocator());
    assert_int_equal(hob_project_validate(t->project, findings, NULL), HOB_OK);
    size_t count = 0;
    for (size_t i = 0; i < findings->count; i++) {
        bool is_here = strcmp(findings->items[i].file, file) == 0;
        if (findings->items[i].severity == HOB_SEVERITY_ERROR && is_here) {
            if (!count++) {
                *ret_first = &findings->items[i];
            }
        }
    }
    return count;
}

static void a_project_with_every_kind__has_no_findings(void **state) {
    (void)state;
    hob_test_project t;
    hob_error_list findings;
    hob_test_project_begin(&t);
    put_all(&t);
    hob_test_project_open(&t);
    hob_error_list_init(&findings, hob_heap_allocator());
    assert_int_equal(hob_project_validate(t.project, &findings, NULL), HOB_OK);
    for (size_t i = 0; i < findings.count; i++) {
        print_message("%s: %s\n", findings.items[i].file, findings.items[i].message);
    }
    assert_int_equal(findings.count, 0);
    hob_error_list_done(&findings);
    hob_test_project_end(&t);
}

/* ---- malformed kinds ---- */

typedef struct malformed {
    const char *name;
    /* Makes the bad bytes from good ones, in `out`. */
    void (*make)(hob_str good, hob_buf *out);
    hob_status status; /* HOB_OK: the file is right all the same; COUNT: any JSON_ or FIELD_ code */
    bool versioned_only;
} malformed;

static void make_nothing(hob_str good, hob_buf *out) {
    (void)good;
    (void)out;
}
static void make_one_byte(hob_str good, hob_buf *out) {
    hob_buf_add(out, good.data, 1);
}
static void make_bom(hob_str good, hob_buf *out) {
    hob_buf_add_cstr(out, "\xEF\xBB\xBF");
    hob_buf_add_str(out, good);
}
static void make_crlf(hob_str good, hob_buf *out) {
    for (size_t i = 0; i < good.length; i++) {
        hob_buf_add_cstr(out, good.data[i] == '\n' ? "\r" : "");
        hob_buf_add_char(out, good.data[i]);
    }
}
static void make_utf16_little(hob_str good, hob_buf *out) {
    hob_buf_add_cstr(out, "\xFF\xFE");
    for (size_t i = 0; i < good.length; i++) {
        hob_buf_add_char(out, good.data[i]);
        hob_buf_add_char(out, '\0');
    }
}
static void make_utf16_big(hob_str good, hob_buf *out) {
    hob_buf_add_cstr(out, "\xFE\xFF");
    for (size_t i = 0; i < good.length; i++) {
        hob_buf_add_char(out, '\0');
        hob_buf_add_char(out, good.data[i]);
    }
}
static void make_nul(hob_str good, hob_buf *out) {
    hob_buf_add(out, good.data, good.length / 2);
    hob_buf_add_char(out, '\0');
    hob_buf_add(out, good.data + good.length / 2, good.length - good.length / 2);
}
static void make_bad_utf8(hob_str good, hob_buf *out) {
    hob_buf_add_cstr(out, "{\"\xFF\": 1,");
    hob_buf_add(out, good.data + 1, good.length - 1);
}
static void put_first(hob_buf *out, hob_str good, const char *member) {
    hob_buf_format(out, "{%s,", member);
    hob_buf_add(out, good.data + 1, good.length - 1);
}
static void make_equal_keys(hob_str good, hob_buf *out) {
    put_first(out, good, "\"x\": 1, \"x\": 1");
}
static void make_deep(hob_str good, hob_buf *out) {
    (void)good;
    for (int i = 0; i < 100000; i++) {
        hob_buf_add_char(out, '[');
    }
}
static void make_trailing(hob_str good, hob_buf *out) {
    hob_buf_add_str(out, good);
    hob_buf_add_cstr(out, "{}");
}
static void make_comment(hob_str good, hob_buf *out) {
    hob_buf_add_str(out, good);
    hob_buf_add_cstr(out, "// end\n");
}
static void make_overflow(hob_str good, hob_buf *out) {
    put_first(out, good, "\"x\": 1e999");
}
static void make_inexact(hob_str good, hob_buf *out) {
    put_first(out, good, "\"x\": 9007199254740993");
}
static void make_nan(hob_str good, hob_buf *out) {
    put_first(out, good, "\"x\": NaN");
}
static void make_surrogate(hob_str good, hob_buf *out) {
    put_first(out, good, "\"x\": \"\\ud800\"");
}
static void make_list(hob_str good, hob_buf *out) {
    (void)good;
    hob_buf_add_cstr(out, "[]\n");
}
static void make_null(hob_str good, hob_buf *out) {
    (void)good;
    hob_buf_add_cstr(out, "null");
}
/* The good files have formatVersion 1 as their first member. */
static void with_version(hob_str good, hob_buf *out, const char *version) {
    size_t at = hob_str_find(good, HOB_STR("\"formatVersion\": 1"));
    assert_true(at != SIZE_MAX);
    hob_buf_add(out, good.data, at);
    hob_buf_format(out, "\"formatVersion\": %s", version);
    size_t after = at + strlen("\"formatVersion\": 1");
    hob_buf_add(out, good.data + after, good.length - after);
}
static void make_newer(hob_str good, hob_buf *out) {
    with_version(good, out, "2");
}
static void make_version_zero(hob_str good, hob_buf *out) {
    with_version(good, out, "0");
}
static void make_version_text(hob_str good, hob_buf *out) {
    with_version(good, out, "\"1\"");
}

static const malformed kinds[] = {
    {"empty", make_nothing, .status = HOB_ERR_JSON_SYNTAX},
    {"one byte", make_one_byte, .status = HOB_ERR_JSON_SYNTAX},
    {"byte order mark", make_bom, .status = HOB_OK},
    {"CRLF", make_crlf, .status = HOB_OK},
    {"UTF-16 little", make_utf16_little, .status = HOB_ERR_JSON_ENCODING},
    {"UTF-16 big", make_utf16_big, .status = HOB_ERR_JSON_ENCODING},
    {"invalid UTF-8", make_bad_utf8, .status = HOB_ERR_JSON_ENCODING},
    {"NUL", make_nul, .status = HOB_ERR_JSON_SYNTAX},
    {"equal keys", make_equal_keys, .status = HOB_ERR_JSON_DUPLICATE_KEY},
    {"100 000 deep", make_deep, .status = HOB_ERR_JSON_DEPTH},
    {"data behind the value", make_trailing, .status = HOB_ERR_JSON_SYNTAX},
    {"comment", make_comment, .status = HOB_ERR_JSON_SYNTAX},
    {"1e999", make_overflow, .status = HOB_ERR_JSON_NUMBER_RANGE},
    {"2^53 + 1", make_inexact, .status = HOB_ERR_JSON_NUMBER_RANGE},
    {"NaN", make_nan, .status = HOB_ERR_JSON_SYNTAX},
    {"lone surrogate", make_surrogate, .status = HOB_ERR_JSON_STRING},
    {"a list", make_list, .status = HOB_ERR_FIELD_TYPE},
    {"null", make_null, .status = HOB_ERR_FIELD_TYPE},
    {"newer", make_newer, .status = HOB_ERR_FORMAT_NEWER, .versioned_only = true},
    {"version 0", make_version_zero, .status = HOB_ERR_FIELD_RANGE, .versioned_only = true},
    {"version as text", make_version_text, .status = HOB_ERR_FIELD_TYPE, .versioned_only = true},
};

/* FIELD_MISSING stands for any FIELD_ code: which one comes first depends on the file. */
static bool fits(hob_status status, hob_status wanted) {
    return status == wanted ||
           (wanted == HOB_ERR_FIELD_MISSING && strncmp(hob_status_name(status), "FIELD_", 6) == 0);
}

/* The verdict on the file, and that all other files are untouched by it. */
static void expect(hob_test_project *t, const good_file *file, hob_status status,
                   const char *what) {
    hob_error error = {.status = HOB_OK};
    hob_error_list findings;
    hob_error_list_init(&findings, hob_heap_allocator());
    hob_status opened = hob_test_project_try_open(t, &error);
    if (file->is_root && status) {
        if (!fits(opened, status) || strcmp(error.file, file->path) != 0) {
            fail_msg("%s as %s: %s in \"%s\"", what, file->path, hob_status_name(opened),
                     error.file);
        }
        return;
    }
    if (opened) {
        fail_msg("%s as %s stopped opening: %s", what, file->path, error.message);
    }
    const hob_error *first = NULL;
    size_t here = errors_in(t, file->path, &first, &findings);
    if (!status != !here || (status && !fits(first->status, status))) {
        fail_msg("%s as %s: %zu errors, first %s", what, file->path, here,
                 first ? hob_status_name(first->status) : "none");
    }
    hob_error_list_done(&findings);
}

static void every_malformed_kind__has_its_verdict_as_every_file(void **state) {
    (void)state;
    for (size_t f = 0; f < HOB_COUNT(good_files); f++) {
        const good_file *file = &good_files[f];
        for (size_t k = 0; file->is_json && k < HOB_COUNT(kinds); k++) {
            bool is_versioned = strncmp(file->path, "texts/", 6) != 0;
            if (kinds[k].versioned_only && !is_versioned) {
                continue;
            }
            hob_test_project t;
            hob_buf good, bad;
            hob_test_project_begin(&t);
            put_all(&t);
            hob_buf_init(&good, hob_heap_allocator(), SIZE_MAX / 4);
            hob_buf_init(&bad, hob_heap_allocator(), SIZE_MAX / 4);
            hob_buf_add_str(&good, hob_test_project_get(&t, file->path));
            kinds[k].make(hob_buf_str(&good), &bad);
            hob_test_project_put_bytes(&t, file->path, hob_buf_str(&bad));
            expect(&t, file, kinds[k].status, kinds[k].name);
            hob_buf_done(&good);
            hob_buf_done(&bad);
            hob_test_project_end(&t);
        }
    }
}

static void files_cut_at_every_64th__are_refused_with_a_place(void **state) {
    (void)state;
    for (size_t f = 0; f < HOB_COUNT(good_files); f++) {
        for (size_t part = 1; good_files[f].is_json && part < 64; part++) {
            hob_test_project t;
            hob_buf good;
            hob_test_project_begin(&t);
            put_all(&t);
            hob_buf_init(&good, hob_heap_allocator(), SIZE_MAX / 4);
            hob_buf_add_str(&good, hob_test_project_get(&t, good_files[f].path));
            /* The last character is a newline, the one before closes the file. */
            size_t length = (good.length - 2) * part / 64;
            hob_test_project_put_bytes(&t, good_files[f].path, (hob_str){good.data, length});
            expect(&t, &good_files[f], HOB_ERR_JSON_SYNTAX, "a cut file");
            hob_buf_done(&good);
            hob_test_project_end(&t);
        }
    }
}

static void folders_in_place_of_files__are_told(void **state) {
    (void)state;
    for (size_t f = 0; f < HOB_COUNT(good_files); f++) {
        const good_file *file = &good_files[f];
        hob_test_project t;
        hob_error error = {.status = HOB_OK};
        char inside[256];
        hob_test_project_begin(&t);
        put_all(&t);
        hob_test_project_remove(&t, file->path);
        (void)snprintf(inside, sizeof inside, "%s/x", file->path);
        hob_test_project_put(&t, inside, "x");
        hob_status opened = hob_test_project_try_open(&t, &error);
        if (file->is_root) {
            assert_int_equal(opened, HOB_ERR_FILE_IS_FOLDER);
        } else {
            assert_int_equal(opened, HOB_OK);
            hob_error_list findings;
            hob_error_list_init(&findings, hob_heap_allocator());
            assert_int_equal(hob_project_validate(t.project, &findings, NULL), HOB_OK);
            bool listed = strncmp(file->path, "scripts/", 8) == 0 || !file->is_json ||
                          strncmp(file->path, "texts/", 6) == 0;
            if (!listed && findings.error_count == 0) {
                fail_msg("a folder as %s was not told", file->path);
            }
            hob_error_list_done(&findings);
        }
        hob_test_project_end(&t);
    }
}

static void missing_files__are_told_where_they_are_named(void **state) {
    (void)state;
    for (size_t f = 0; f < HOB_COUNT(good_files); f++) {
        const good_file *file = &good_files[f];
        hob_test_project t;
        hob_error error = {.status = HOB_OK};
        hob_error_list findings;
        hob_test_project_begin(&t);
        put_all(&t);
        hob_test_project_remove(&t, file->path);
        hob_status opened = hob_test_project_try_open(&t, &error);
        if (strcmp(file->path, "hob.json") == 0) {
            assert_int_equal(opened, HOB_ERR_PROJECT_NOT_FOUND);
            assert_int_equal(hob_status_exit_code(opened), 2);
            hob_test_project_end(&t);
            continue;
        }
        assert_int_equal(opened, HOB_OK);
        const hob_error *first = NULL;
        hob_error_list_init(&findings, hob_heap_allocator());
        bool is_scene = strncmp(file->path, "scenes/", 7) == 0;
        size_t count = errors_in(&t, is_scene ? "hob.json" : "assets.json", &first, &findings);
        if (file->may_miss) {
            assert_int_equal(count, 0);
        } else {
            assert_int_equal(count, 1);
            assert_int_equal(first->status,
                             is_scene ? HOB_ERR_FILE_NOT_FOUND : HOB_ERR_MISSING_ASSET_FILE);
            assert_true(first->line > 1);
        }
        hob_error_list_done(&findings);
        hob_test_project_end(&t);
    }
}

/* ---- fields of the manifest that stop opening ---- */

static void wrong_manifest_fields__stop_opening_with_their_place(void **state) {
    (void)state;
    static const struct {
        const char *keys;
        hob_status status;
        const char *pointer;
        int line;
    } wrong[] = {
        {",\n\"settings\": {\"width\": 0}", HOB_ERR_FIELD_RANGE, "/settings/width", 15},
        {",\n\"settings\": {\n\"fixedTimestep\": 59.5}", HOB_ERR_FIELD_TYPE,
         "/settings/fixedTimestep", 16},
        {",\n\"settings\": {\"scaleMode\": \"zoom\"}", HOB_ERR_FIELD_TYPE, "/settings/scaleMode",
         15},
        {",\n\"settings\": {\"backgroundColor\": \"#12345\"}", HOB_ERR_FIELD_TYPE,
         "/settings/backgroundColor", 15},
        {",\n\"settings\": {\"clockStart\": \"tomorrow\"}", HOB_ERR_FIELD_PATTERN,
         "/settings/clockStart", 15},
        {",\n\"settings\": {\"clockStart\": \"2000-13-01T00:00:00Z\"}", HOB_ERR_FIELD_PATTERN,
         "/settings/clockStart", 15},
        {",\n\"settings\": {\"sound\": {\"near\": 300}}", HOB_ERR_FIELD_RANGE,
         "/settings/sound/far", 15},
        {",\n\"rules\": {\"solver\": \"mine\"}", HOB_ERR_FIELD_TYPE, "/rules/solver", 15},
        {",\n\"rules\": {\"gravity\": 1}", HOB_ERR_FIELD_UNKNOWN, "/rules/gravity", 15},
        {",\n\"limits\": {\"regionMiB\": 8}", HOB_ERR_FIELD_RANGE, "/limits/regionMiB", 15},
        {",\n\"limits\": {\"hookUnits\": 1000.5}", HOB_ERR_FIELD_TYPE, "/limits/hookUnits", 15},
        {",\n\"input\": {\"actions\": {\"jump\": {\n\"sources\": [\"Space\", \"pad:q\"]}}}",
         HOB_ERR_FIELD_PATTERN, "/input/actions/jump/sources/1", 16},
        {",\n\"input\": {\"axes\": {\"x\": {\n\"stick\": \"left\"}}}", HOB_OK, "", 0},
        {",\n\"input\": {\"axes\": {\"x\": {\n\"stick\": \"pad:left\"}}}", HOB_ERR_FIELD_PATTERN,
         "/input/axes/x/stick", 16},
        {",\n\"input\": {\"seats\": []}", HOB_ERR_FIELD_RANGE, "/input/seats", 15},
        {",\n\"gameState\": {\"a\": {\"type\": \"number\",\n\"initial\": \"0\"}}",
         HOB_ERR_FIELD_TYPE, "/gameState/a/initial", 16},
        {",\n\"buses\": {\"a\": {\"volume\": 5}}", HOB_ERR_FIELD_RANGE, "/buses/a/volume", 15},
        {",\n\"nextId\": 0", HOB_ERR_JSON_DUPLICATE_KEY, NULL, 15},
    };
    for (size_t i = 0; i < HOB_COUNT(wrong); i++) {
        hob_test_project t;
        hob_error error = {.status = HOB_OK};
        hob_test_project_begin(&t);
        hob_test_project_put_minimal(&t);
        hob_test_project_put_manifest(&t, wrong[i].keys);
        hob_status status = hob_test_project_try_open(&t, &error);
        if (status != wrong[i].status || error.line != wrong[i].line ||
            (wrong[i].pointer && strcmp(error.pointer, wrong[i].pointer) != 0)) {
            fail_msg("%s: %s at %s:%d", wrong[i].keys, hob_status_name(status), error.pointer,
                     error.line);
        }
        hob_test_project_end(&t);
    }
}

static void newer_engines__are_refused_and_older_ones_not(void **state) {
    (void)state;
    static const struct {
        const char *version;
        hob_status status;
    } stamps[] = {{"0.0.1", HOB_OK},
                  {"0.0.1-beta.2", HOB_OK},
                  {"999.0.0", HOB_ERR_UNSUPPORTED_PROJECT_VERSION},
                  {"999.0.0-alpha", HOB_ERR_UNSUPPORTED_PROJECT_VERSION},
                  {"1.2", HOB_ERR_FIELD_PATTERN},
                  {"abc", HOB_ERR_FIELD_PATTERN}};
    for (size_t i = 0; i < HOB_COUNT(stamps); i++) {
        hob_test_project t;
        hob_error error = {.status = HOB_OK};
        char text[256];
        hob_test_project_begin(&t);
        (void)snprintf(text, sizeof text,
                       "{\"id\": \"prj_a\", \"name\": \"A\",\n\"engineVersion\": \"%s\"}",
                       stamps[i].version);
        hob_test_project_put(&t, "hob.json", text);
        assert_int_equal(hob_test_project_try_open(&t, &error), stamps[i].status);
        if (stamps[i].status) {
            assert_string_equal(error.pointer, "/engineVersion");
            assert_int_equal(error.line, 2);
        }
        hob_test_project_end(&t);
    }
}

/* ---- the manifest as a struct ---- */

static void an_empty_manifest__has_every_default(void **state) {
    (void)state;
    hob_test_project t;
    hob_test_project_begin(&t);
    hob_test_project_put_minimal(&t);
    hob_test_project_open(&t);
    const hob_manifest *m = hob_project_manifest(t.project);
    assert_int_equal(m->settings.width, 800);
    assert_int_equal(m->settings.height, 600);
    assert_int_equal(m->settings.fixed_timestep, 60);
    assert_int_equal(m->settings.catch_up_steps, 6);
    assert_true(m->settings.gravity.x == 0 && m->settings.gravity.y == 980);
    assert_true(m->settings.pixel_perfect && !m->settings.fullscreen);
    assert_string_equal(hob_text_cstr(m->settings.background_color), "#1a1a2e");
    assert_null(m->settings.icon);
    assert_string_equal(hob_text_cstr(m->settings.loading_background_color), "#000000");
    assert_true(m->settings.sound_near == 48 && m->settings.sound_far == 256);
    assert_int_equal(m->settings.sound_voices, 32);
    assert_int_equal(m->limits.region_mib, 256);
    assert_true(m->limits.load_units == 5e8);
    assert_int_equal(m->limits.image_megapixels, 64);
    assert_int_equal(m->rules.scripts, HOB_SCRIPTS_HOB);
    assert_int_equal(hob_manifest_rule_bits(m), 0);
    assert_true(m->input_deadzone == 0.15);
    assert_int_equal(m->input_seats.as.list->count, 1);
    assert_true(
        hob_str_is(hob_value_get_str(m->input_seats.as.list->items[0], "device", ""), "any"));
    assert_string_equal(hob_text_cstr(m->join_action), "uiConfirm");
    assert_int_equal(m->buses.as.map->count, 2);
    hob_value music = hob_map_get(m->buses.as.map, HOB_STR("music"));
    assert_true(hob_value_get_number(music, "volume", 0) == 1);
    assert_true(hob_str_is(hob_value_get_str(music, "parent", ""), "master"));
    assert_string_equal(hob_text_cstr(m->texts_default), "en");
    assert_null(m->texts_locale);
    assert_int_equal(m->saves_max_slots, 16);
    assert_true(m->format_on_save);
    hob_test_project_end(&t);
}

static void ui_actions__are_always_there_and_can_be_replaced(void **state) {
    (void)state;
    hob_test_project t;
    hob_test_project_begin(&t);
    hob_test_project_put_minimal(&t);
    hob_test_project_put_manifest(
        &t, ",\n\"input\": {\"actions\": {\"jump\": {\"sources\": [\"Space\"]}, \"uiConfirm\": "
            "{\"sources\": [\"KeyX\"], \"label\": \"OK\"}}}");
    hob_test_project_open(&t);
    const hob_manifest *m = hob_project_manifest(t.project);
    static const char *const names[] = {"jump",   "uiConfirm", "uiUp",    "uiDown",
                                        "uiLeft", "uiRight",   "uiCancel"};
    assert_int_equal(m->input_actions.as.map->count, HOB_COUNT(names));
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        assert_string_equal(hob_text_cstr(m->input_actions.as.map->entries[i].key), names[i]);
    }
    hob_value confirm = hob_map_get(m->input_actions.as.map, HOB_STR("uiConfirm"));
    assert_true(hob_str_is(hob_value_get_str(confirm, "label", ""), "OK"));
    assert_true(hob_value_get_number(confirm, "threshold", 0) == 0.5);
    hob_value sources = hob_value_get(confirm, "sources");
    assert_int_equal(sources.as.list->count, 1);
    hob_value radial = hob_map_get(m->input_axes.as.map, HOB_STR("uiRadialX"));
    assert_true(hob_str_is(hob_value_get_str(radial, "stick", ""), "pad:left-x"));
    assert_int_equal(hob_value_get(radial, "deadzone").tag, HOB_TAG_NULL);
    hob_test_project_end(&t);
}

static void rules__become_the_bits_of_the_tables(void **state) {
    (void)state;
    hob_test_project t;
    hob_test_project_begin(&t);
    hob_test_project_put_minimal(&t);
    hob_test_project_put_manifest(&t, ",\n\"rules\": {\"inherit\": \"position\", \"particles\": "
                                      "\"cone\", \"contactFilter\": \"both\"}");
    hob_test_project_open(&t);
    assert_int_equal(hob_manifest_rule_bits(hob_project_manifest(t.project)),
                     HOB_RULE_INHERIT_POSITION | HOB_RULE_PARTICLES_CONE | HOB_RULE_CONTACT_BOTH);
    hob_test_project_end(&t);
}

/* ---- finding the root ---- */

static void the_root__is_found_from_below(void **state) {
    (void)state;
    hob_test_project t;
    hob_arena arena;
    char *root = NULL;
    hob_error error;
    hob_test_project_begin(&t);
    hob_test_project_put_minimal(&t);
    hob_test_project_put(&t, "scripts/deep/er/a.lua", "");
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    assert_int_equal(
        hob_project_find(t.fs, HOB_TEST_ROOT "/scripts/deep/er", &arena, &root, &error), HOB_OK);
    assert_string_equal(root, HOB_TEST_ROOT);
    assert_int_equal(hob_project_find(t.fs, HOB_TEST_ROOT, &arena, &root, &error), HOB_OK);
    assert_string_equal(root, HOB_TEST_ROOT);
    assert_int_equal(hob_project_find(t.fs, "/", &arena, &root, &error), HOB_ERR_PROJECT_NOT_FOUND);
    assert_int_equal(hob_project_find(t.fs, "/nowhere", &arena, &root, &error),
                     HOB_ERR_PROJECT_NOT_FOUND);
    hob_arena_done(&arena);
    hob_test_project_end(&t);
}

/* ---- the JSON collection ---- */

static void judge(hob_test_project *t, const good_file *file, const char *name, hob_str text) {
    hob_json json = {.doc = NULL};
    hob_error error;
    hob_status status =
        hob_json_parse(hob_heap_allocator(), text, "", HOB_JSON_STRICT, &json, NULL, &error);
    bool is_duplicate = strncmp(name, "y_object_duplicated", 19) == 0;
    if (name[0] == 'n' || is_duplicate) {
        assert_int_not_equal(status, HOB_OK);
    }
    if (name[0] == 'y' && !is_duplicate) {
        assert_int_equal(status, HOB_OK);
    }
    if (!status && !yyjson_is_obj(json.root)) {
        status = HOB_ERR_FIELD_TYPE;
    } else if (!status) {
        status = HOB_ERR_FIELD_MISSING; /* none of them is a whole file of ours */
    }
    hob_json_done(&json);
    put_all(t);
    hob_test_project_put_bytes(t, file->path, text);
    expect(t, file, status, name);
    hob_test_project_put(t, file->path, "");
}

static void the_json_collection__is_judged_as_scene_manifest_and_play_test(void **state) {
    (void)state;
    static const size_t as[] = {0, 2, 7};
    char folder_path[600];
    (void)snprintf(folder_path, sizeof folder_path, "%s/files/json", hob_test_cases());
    DIR *folder = opendir(folder_path);
    if (!folder) {
        print_message("no case collection at %s: set HOB_CASES to judge it\n", folder_path);
        skip();
    }
    hob_test_project t;
    hob_buf text;
    size_t count = 0;
    hob_test_project_begin(&t);
    hob_buf_init(&text, hob_heap_allocator(), SIZE_MAX / 4);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[900];
        if (!strstr(entry->d_name, ".json")) {
            continue;
        }
        (void)snprintf(path, sizeof path, "%s/%s", folder_path, entry->d_name);
        hob_buf_clear(&text);
        assert_int_equal(hob_fs_disk()->read(hob_fs_disk(), path, SIZE_MAX / 4, &text, NULL),
                         HOB_OK);
        for (size_t i = 0; i < HOB_COUNT(as); i++) {
            judge(&t, &good_files[as[i]], entry->d_name, hob_buf_str(&text));
        }
        count++;
    }
    (void)closedir(folder);
    assert_true(count >= 50);
    hob_buf_done(&text);
    hob_test_project_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_project_with_every_kind__has_no_findings),
        cmocka_unit_test(every_malformed_kind__has_its_verdict_as_every_file),
        cmocka_unit_test(files_cut_at_every_64th__are_refused_with_a_place),
        cmocka_unit_test(folders_in_place_of_files__are_told),
        cmocka_unit_test(missing_files__are_told_where_they_are_named),
        cmocka_unit_test(wrong_manifest_fields__stop_opening_with_their_place),
        cmocka_unit_test(newer_engines__are_refused_and_older_ones_not),
        cmocka_unit_test(an_empty_manifest__has_every_default),
        cmocka_unit_test(ui_actions__are_always_there_and_can_be_replaced),
        cmocka_unit_test(rules__become_the_bits_of_the_tables),
        cmocka_unit_test(the_root__is_found_from_below),
        cmocka_unit_test(the_json_collection__is_judged_as_scene_manifest_and_play_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
