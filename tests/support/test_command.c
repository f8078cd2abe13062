#include "support/test_command.h"

#include "command/bridge/bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A picture of 3 x 2 pixels, as far as its header goes. */
static const char hero_png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x06\0\0\0";

/* A project of Hearth with one scene. */
static const char hearth_manifest[] =
    "{\"formatVersion\": 1, \"hearthVersion\": \"1.2.1\", \"id\": \"prj_hearth01\", \"name\": "
    "\"Old\", \"initialScene\": \"scn_old00001\", \"scenes\": [{\"id\": \"scn_old00001\", "
    "\"name\": "
    "\"Main\", \"path\": \"scenes/main.scene.json\"}]}";
static const char hearth_scene[] =
    "{\"formatVersion\": 1, \"id\": \"scn_old00001\", \"name\": \"Main\", \"entities\": [{\"id\": "
    "\"ent_old00001\", \"name\": \"Camera\", \"parentId\": null, \"components\": {\"Transform\": "
    "{}, "
    "\"Camera\": {}}}]}";

static void must(hob_status status, const hob_error *error) {
    if (status != HOB_OK) {
        fail_msg("%s: %s", hob_status_name(status), error->message);
    }
}

static void entropy(void *user, char out[9]) {
    (void)user;
    memcpy(out, "entropy1", 9);
}

static int64_t clock_ms(void *user) {
    (void)user;
    return INT64_C(951782399123); /* 2000-02-28T23:59:59.123Z */
}

/* Every reading is a millisecond later than the one before, and each tenth step takes 10 ms. */
static int64_t timer_ns(void *user) {
    static int64_t now, readings;
    (void)user;
    readings++;
    now += readings % 20 == 0 ? 10000000 : 1000000;
    return now;
}

void hob_test_commands_begin_bare(hob_test_commands *t) {
    hob_error error;
    *t = (hob_test_commands){.memory = NULL};
    must(hob_fs_memory_create(hob_heap_allocator(), &t->memory, &error), &error);
    must(hob_fs_make_folders(t->memory, HOB_TEST_DESK, &error), &error);
    t->fs = t->memory;
    hob_arena_init(&t->arena, hob_heap_allocator(), NULL);
    hob_buf_init(&t->content, hob_heap_allocator(), SIZE_MAX / 4);
    hob_buf_init(&t->reply, hob_heap_allocator(), SIZE_MAX / 4);
    hob_test_put_file(t, HOB_TEST_DESK "/hero.png", (hob_str){hero_png, sizeof hero_png - 1});
    hob_test_put_file(t, HOB_TEST_DESK "/hearth-game/hearth.json", HOB_STR(hearth_manifest));
    hob_test_put_file(t, HOB_TEST_DESK "/hearth-game/scenes/main.scene.json",
                      HOB_STR(hearth_scene));
}

void hob_test_commands_begin(hob_test_commands *t) {
    hob_test_commands_begin_bare(t);
    (void)hob_test_do(t, "newProject", "{\"dir\": \"game\", \"id\": \"prj_example\"}");
}

void hob_test_commands_end(hob_test_commands *t) {
    hob_bridge_destroy(t->live);
    hob_arena_done(&t->arena);
    hob_buf_done(&t->content);
    hob_buf_done(&t->reply);
    hob_fs_memory_destroy(t->memory);
}

/* ---- running ---- */

/* Stands in for a renderer: what was asked for, as text. */
static hob_status draw(void *user, const hob_picture_request *request, hob_buf *ret_png,
                       hob_error *reterr) {
    (void)user;
    snprintf(request->ret_driver, HOB_DRIVER_TEXT, "stand-in");
    if (request->part_count > 0 && request->part + 1 < request->part_count) {
        return HOB_OK; /* the file comes with the last part */
    }
    hob_buf_format(ret_png, "%u x %u at frame %lld", (unsigned)request->width,
                   (unsigned)request->height, (long long)request->world->frame);
    return ret_png->failed ? hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "no memory") : HOB_OK;
}

static hob_command_host host_of(const hob_test_commands *t) {
    if (t->is_bare) {
        return (hob_command_host){
            .fs = t->fs, .working_folder = HOB_TEST_DESK, .permissions = t->permissions};
    }
    return (hob_command_host){
        .fs = t->fs,
        .entropy = entropy,
        .clock_ms = clock_ms,
        .timer_ns = timer_ns,
        .working_folder = HOB_TEST_DESK,
        .source = "test",
        .permissions = t->permissions,
        .takes_pictures = t->takes_pictures,
        .draw = draw,
        .poll = t->poll,
        .poll_user = t->poll_user,
    };
}

/* ---- one session, s1, without a process ---- */

/* Into t->reply. */
static void answer(hob_test_commands *t, hob_str name, hob_str params) {
    hob_command_host host = host_of(t);
    hob_command_session *session = NULL;
    hob_arena arena;
    hob_envelope envelope;
    host.live = t->live;
    host.takes_pictures = true;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    assert_int_equal(hob_command_session_create(&host, HOB_TEST_GAME, &session, NULL), HOB_OK);
    hob_command_execute(session, name, params, &arena, &envelope);
    hob_buf_clear(&t->reply); /* kept: memory for the caller's copy may leave by a jump */
    hob_envelope_write_reply(&t->reply, &envelope);
    hob_command_session_destroy(session);
    hob_arena_done(&arena);
}

static hob_status start(void *user, const char *root, hob_str params, char ret_id[16],
                        int64_t *ret_pid, hob_buf *ret_reply, hob_error *reterr) {
    if (((hob_test_commands *)user)->loses_sessions) {
        return hob_fail(reterr, HOB_ERR_SESSION_LOST, "The session does not answer.");
    }
    hob_test_commands *t = user;
    hob_arena arena;
    hob_value v = HOB_VALUE_NULL;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    assert_int_equal(hob_value_parse_json(&arena.as_allocator, params, &v, NULL), HOB_OK);
    hob_str scene = hob_value_get_str(v, "scene", "");
    const hob_bridge_options options = {
        .fs = t->fs,
        .root = root,
        .scene = scene.length > 0 ? scene.data : NULL,
        .seed = (uint32_t)hob_value_get_number(v, "seed", 0),
    };
    hob_bridge_destroy(t->live);
    t->live = NULL;
    hob_status status = hob_bridge_create(&options, &t->live, reterr);
    hob_arena_done(&arena);
    memcpy(ret_id, "s1", 3);
    *ret_pid = 1;
    if (status == HOB_OK) {
        answer(t, HOB_STR("describeSession"), HOB_STR("{\"session\":\"s1\"}"));
        hob_buf_add_str(ret_reply, hob_buf_str(&t->reply));
    }
    return status;
}

static hob_status ask(void *user, const char *root, hob_str id, hob_str request, hob_buf *ret_reply,
                      hob_error *reterr) {
    if (((hob_test_commands *)user)->loses_sessions) {
        return hob_fail(reterr, HOB_ERR_SESSION_LOST, "The session does not answer.");
    }
    hob_test_commands *t = user;
    hob_arena arena;
    hob_value v = HOB_VALUE_NULL;
    hob_buf params;
    (void)root;
    if (t->live == NULL || !hob_str_is(id, "s1")) {
        return hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no session.");
    }
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    hob_buf_init(&params, hob_heap_allocator(), SIZE_MAX / 4);
    assert_int_equal(hob_value_parse_json(&arena.as_allocator, request, &v, NULL), HOB_OK);
    assert_true(hob_value_write_json(&params, hob_value_get(v, "params"), false, NULL, NULL));
    hob_str name = hob_value_get_str(v, "command", "");
    char command[64];
    memcpy(command, name.data, name.length + 1);
    hob_arena_done(&arena);
    answer(t, hob_str_from(command), hob_buf_str(&params));
    hob_buf_done(&params);
    hob_buf_add_str(ret_reply, hob_buf_str(&t->reply));
    return HOB_OK;
}

static hob_status list(void *user, const char *root, hob_arena *arena, hob_session_row **ret_rows,
                       size_t *ret_count, hob_error *reterr) {
    if (((hob_test_commands *)user)->loses_sessions) {
        return hob_fail(reterr, HOB_ERR_SESSION_LOST, "The session does not answer.");
    }
    const hob_test_commands *t = user;
    (void)root;
    (void)reterr;
    *ret_rows = hob_arena_array(arena, hob_session_row, 1);
    **ret_rows = (hob_session_row){.id = "s1", .pid = 1};
    *ret_count = t->live != NULL ? 1 : 0;
    return HOB_OK;
}

static hob_status stop(void *user, const char *root, hob_str id, bool *ret_killed,
                       hob_error *reterr) {
    if (((hob_test_commands *)user)->loses_sessions) {
        return hob_fail(reterr, HOB_ERR_SESSION_LOST, "The session does not answer.");
    }
    hob_test_commands *t = user;
    (void)root;
    (void)id;
    (void)reterr;
    *ret_killed = false;
    hob_bridge_destroy(t->live);
    t->live = NULL;
    return HOB_OK;
}

void hob_test_check_result(const hob_command *c, hob_value data) {
    hob_buf text;
    hob_json json;
    hob_error error;
    hob_error_list findings;
    hob_buf_init(&text, hob_heap_allocator(), SIZE_MAX / 4);
    assert_true(hob_value_write_json(&text, data, false, NULL, NULL));
    hob_status status = hob_json_parse(hob_heap_allocator(), hob_buf_str(&text), "data",
                                       HOB_JSON_STRICT, &json, NULL, &error);
    assert_int_equal(status, HOB_OK);
    hob_error_list_init(&findings, hob_heap_allocator());
    hob_reader reader = {.allocator = hob_heap_allocator(), .findings = &findings, .file = c->name};
    (void)hob_fields_check(&reader, c->result, json.root, NULL);
    if (findings.count > 0) {
        fail_msg("%s: %s %s", c->name, findings.items[0].message, findings.items[0].pointer);
    }
    for (const hob_field *f = c->result; f->name != NULL; f++) {
        if ((f->flags & HOB_FIELD_OPTIONAL) == 0 && !yyjson_obj_get(json.root, f->name)) {
            fail_msg("%s: the result lacks %s", c->name, f->name);
        }
    }
    hob_error_list_done(&findings);
    hob_json_done(&json);
    hob_buf_done(&text);
}

/* One line "command CODE" for test_command_seen, where the runner wants it. */
static void note_seen(const char *name, const hob_envelope *envelope) {
    const char *path = getenv("HOB_SEEN");
    FILE *file = path != NULL ? fopen(path, "ab") : NULL;
    if (file != NULL) {
        (void)fprintf(file, "%s %s\n", name,
                      envelope->success ? "OK" : hob_status_name(envelope->error.status));
        (void)fclose(file);
    }
}

/* Every result of a test run is what the command's table says. */
static void check_seen(const char *name, const hob_envelope *envelope) {
    const hob_command *c = hob_command_find(hob_str_from(name));
    if (c != NULL) {
        note_seen(name, envelope);
        if (envelope->success) {
            hob_test_check_result(c, hob_value_get(envelope->value, "data"));
        }
    }
}

const hob_envelope *hob_test_run(hob_test_commands *t, const char *name, const char *params) {
    const hob_command_options none = {.wants_revision = false};
    return hob_test_run_with(t, name, params, &none);
}

const hob_envelope *hob_test_run_with(hob_test_commands *t, const char *name, const char *params,
                                      const hob_command_options *options) {
    const hob_session_service service = {start, ask, list, stop, t};
    hob_command_host host = host_of(t);
    host.allocator = t->allocator;
    host.sessions = t->is_bare ? NULL : &service;
    hob_command_session *session = NULL;
    hob_error error = {0};
    hob_arena_reset(&t->arena);
    hob_status status = hob_command_session_create(&host, HOB_TEST_GAME, &session, &error);
    if (status != HOB_OK) {
        hob_envelope_failure(name, &error, &t->arena, &t->envelope);
        return &t->envelope;
    }
    hob_command_execute_with(session, hob_str_from(name), hob_str_from(params), options, &t->arena,
                             &t->envelope);
    hob_command_session_destroy(session);
    check_seen(name, &t->envelope);
    return &t->envelope;
}

hob_value hob_test_do(hob_test_commands *t, const char *name, const char *params) {
    const hob_envelope *envelope = hob_test_run(t, name, params);
    if (!envelope->success) {
        fail_msg("%s %s\n%s: %s (%s)", name, params, hob_status_name(envelope->error.status),
                 envelope->error.message, envelope->error.pointer);
    }
    return hob_value_get(envelope->value, "data");
}

const hob_error *hob_test_refuses(hob_test_commands *t, hob_status code, const char *name,
                                  const char *params) {
    const hob_envelope *envelope = hob_test_run(t, name, params);
    if (envelope->success) {
        fail_msg("%s %s went through", name, params);
    }
    if (envelope->error.status != code) {
        fail_msg("%s %s: expected %s, got %s: %s", name, params, hob_status_name(code),
                 hob_status_name(envelope->error.status), envelope->error.message);
    }
    assert_int_not_equal(envelope->exit_code, 0);
    return &envelope->error;
}

void hob_test_do_before(hob_test_commands *t, const hob_command *command) {
    for (const char *at = command->example_after; at != NULL && *at != '\0';) {
        size_t length = strcspn(at, " ");
        const hob_command *before = hob_command_find((hob_str){at, length});
        assert_non_null(before);
        hob_test_do_example(t, before);
        at += length + strspn(at + length, " ");
    }
}

void hob_test_do_example(hob_test_commands *t, const hob_command *command) {
    hob_test_do_before(t, command);
    (void)hob_test_do(t, command->name, command->example_json);
}

/* ---- files ---- */

hob_str hob_test_file(hob_test_commands *t, const char *path) {
    hob_buf_clear(&t->content);
    hob_status status = t->memory->read(t->memory, path, SIZE_MAX / 4, &t->content, NULL);
    return status == HOB_OK && t->content.data != NULL ? hob_buf_str(&t->content) : HOB_STR("");
}

bool hob_test_has_file(hob_test_commands *t, const char *path) {
    hob_file_info info = {.exists = false};
    return t->memory->info(t->memory, path, true, &info, NULL) == HOB_OK && info.exists;
}

void hob_test_put_file(hob_test_commands *t, const char *path, hob_str content) {
    char folder[512];
    hob_error error;
    const char *slash = strrchr(path, '/');
    size_t length = (size_t)(slash - path);
    assert_true(length < sizeof folder);
    memcpy(folder, path, length);
    folder[length] = '\0';
    must(hob_fs_make_folders(t->memory, folder, &error), &error);
    (void)t->memory->remove(t->memory, path, NULL);
    must(t->memory->write_new(t->memory, path, content, 0644, &error), &error);
}

/* Calls `visit` for each file below a folder. */
static void walk(hob_fs *fs, const char *folder, bool hidden,
                 void (*visit)(hob_fs *fs, const char *path, void *user), void *user) {
    hob_arena arena;
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    if (fs->list(fs, folder, &arena, &entries, &count, NULL) != HOB_OK) {
        count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        const char *path = hob_path_join(&arena, folder, entries[i].name);
        if (entries[i].is_folder && (hidden || strcmp(entries[i].name, ".hob") != 0)) {
            walk(fs, path, hidden, visit, user);
        } else if (!entries[i].is_folder) {
            visit(fs, path, user);
        }
    }
    hob_arena_done(&arena);
}

static void add_file(hob_fs *fs, const char *path, void *user) {
    hob_buf *out = user, bytes;
    hob_error error;
    hob_buf_init(&bytes, hob_heap_allocator(), SIZE_MAX / 4);
    must(fs->read(fs, path, SIZE_MAX / 4, &bytes, &error), &error);
    hob_buf_format(out, "%s %zu\n", path, bytes.length);
    hob_buf_add_str(out, hob_buf_str(&bytes));
    hob_buf_add_char(out, '\n');
    hob_buf_done(&bytes);
}

void hob_test_picture(hob_fs *fs, const char *folder, hob_buf *out) {
    hob_buf_clear(out);
    walk(fs, folder, false, add_file, out);
}

static void count_temp(hob_fs *fs, const char *path, void *user) {
    (void)fs;
    *(size_t *)user += hob_str_ends(hob_str_from(path), HOB_STR(".hob-tmp"));
}

size_t hob_test_temp_count(hob_fs *fs, const char *folder) {
    size_t count = 0;
    walk(fs, folder, true, count_temp, &count);
    return count;
}

/* ---- looking into values ---- */

hob_value hob_test_at(hob_value v, const char *path) {
    while (*path != '\0') {
        size_t length = strcspn(path, ".");
        char key[128];
        assert_true(length < sizeof key);
        memcpy(key, path, length);
        key[length] = '\0';
        if (v.tag == HOB_TAG_LIST) {
            uint32_t index = 0;
            for (const char *c = key; *c != '\0'; c++) {
                index = index * 10 + (uint32_t)(*c - '0');
            }
            v = hob_list_get(v.as.list, index);
        } else {
            v = hob_value_get(v, key);
        }
        path += length + (path[length] == '.' ? 1 : 0);
    }
    return v;
}

void hob_test_text_is(hob_value v, const char *path, const char *expected) {
    hob_value found = hob_test_at(v, path);
    if (found.tag != HOB_TAG_TEXT || !hob_str_is(hob_value_str(found), expected)) {
        hob_buf text;
        hob_buf_init(&text, hob_heap_allocator(), 1 << 20);
        (void)hob_value_write_json(&text, v, true, NULL, NULL);
        print_error("%s is not \"%s\" in %s\n", path, expected, text.data);
        hob_buf_done(&text);
        fail();
    }
}

void hob_test_number_is(hob_value v, const char *path, double expected) {
    hob_value found = hob_test_at(v, path);
    if (found.tag != HOB_TAG_NUMBER || found.as.number != expected) {
        fail_msg("%s is %g, not %g", path, found.tag == HOB_TAG_NUMBER ? found.as.number : -999.0,
                 expected);
    }
}

void hob_test_game_picture(hob_test_commands *t, hob_buf *out) {
    hob_buf_init(out, hob_heap_allocator(), SIZE_MAX / 4);
    hob_test_picture(t->memory, HOB_TEST_GAME, out);
}

bool hob_test_game_is(hob_test_commands *t, const hob_buf *picture) {
    hob_buf now;
    hob_test_game_picture(t, &now);
    bool same = hob_str_equal(hob_buf_str(&now), hob_buf_str(picture));
    hob_buf_done(&now);
    return same;
}
