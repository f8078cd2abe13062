/* Files of saves: what is read, written, refused and kept (spec hob 6.5, rgame 3.15), with a fault
 * or a kill at every call of the file system. */
#include "session/save_files.h"
#include "support/scripts.h"

#include <stdio.h>
#include <string.h>

#define FOLDER "/saves"

/* onStart reads slot one, logs what it holds and writes the next turn into it. */
#define PLAY_LUA                                                                    \
    "return { onStart = function(ctx) local d = ctx.saves.read('one', {turn = 0}) " \
    "ctx.log(d.turn, d.name, ctx.saves.exists('one'), ctx.load('best')) "           \
    "ctx.saves.write('one', {turn = d.turn + 1, name = d.name or 'new'}) "          \
    "ctx.save('best', d.turn) ctx.state.set('gold', d.turn * 10) end, "             \
    "onUpdate = function(ctx) if ctx.time.frame == 5 then ctx.saves.delete('one') end end }"
#define STATE "\"gameState\":{\"gold\":{\"type\":\"number\",\"initial\":0,\"persist\":true}}"

static hob_fs *disk;

static int setup(void **state) {
    (void)state;
    return hob_fs_memory_create(hob_heap_allocator(), &disk, NULL) != HOB_OK;
}
static int teardown(void **state) {
    (void)state;
    hob_fs_memory_destroy(disk);
    return 0;
}

static void put(const char *path, const char *text) {
    char folder[200];
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    assert_int_equal(hob_fs_make_folders(disk, folder, NULL), HOB_OK);
    (void)disk->remove(disk, path, NULL);
    assert_int_equal(disk->write_new(disk, path, hob_str_from(text), 0644, NULL), HOB_OK);
}

/* Into a static buffer; empty when there is none. */
static const char *get(const char *path) {
    static char text[4096];
    hob_buf bytes;
    hob_buf_init(&bytes, hob_heap_allocator(), sizeof text);
    text[0] = '\0';
    if (disk->read(disk, path, sizeof text - 1, &bytes, NULL) == HOB_OK) {
        snprintf(text, sizeof text, "%.*s", (int)bytes.length, bytes.data);
    }
    hob_buf_done(&bytes);
    return text;
}

static size_t files_in(const char *folder) {
    hob_arena arena;
    hob_fs_entry *entries;
    size_t count = 0;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    (void)disk->list(disk, folder, &arena, &entries, &count, NULL);
    hob_arena_done(&arena);
    return count;
}

typedef struct play {
    hob_test_game game;
    hob_save_files *saves;
} play;

static void open_play(play *p, hob_fs *fs, const char *manifest, const hob_test_file *files) {
    hob_session_options options = {0};
    hob_test_game_project(&p->game, manifest,
                          "{\"id\":\"ent_a\",\"name\":\"A\",\"components\":{\"Script\":{"
                          "\"scriptPath\":\"scripts/a.lua\"}}}",
                          files);
    options.project = p->game.project;
    assert_int_equal(hob_save_files_open(hob_heap_allocator(), fs, FOLDER, NULL, &p->saves, NULL),
                     HOB_OK);
    hob_save_files_start(p->saves, &options);
    assert_int_equal(hob_session_create(&options, &p->game.session, NULL), HOB_OK);
    p->game.world = hob_session_world(p->game.session);
}

static void close_play(play *p) {
    hob_save_files_close(p->saves);
    hob_test_game_close(&p->game);
}

static const hob_test_file simple[] = {{"scripts/a.lua", PLAY_LUA}, {NULL, NULL}};

static hob_status flush(play *p) {
    return hob_save_files_flush(p->saves, p->game.session, NULL);
}

/* Plays one step and writes; what the script logged. */
static const char *turn(const char *manifest, const hob_test_file *files) {
    static char logs[2000];
    play p;
    open_play(&p, disk, manifest, files);
    hob_test_steps(&p.game, 1);
    assert_int_equal(flush(&p), HOB_OK);
    snprintf(logs, sizeof logs, "%s", hob_script_logs(&p.game));
    close_play(&p);
    return logs;
}

static void written_by_one_run__read_by_the_next(void **state) {
    (void)state;
    assert_string_equal(turn(STATE, simple), "0 null false null");
    assert_string_equal(turn(STATE, simple), "1 new true 0");
    assert_string_equal(turn(STATE, simple), "2 new true 1");
    assert_non_null(strstr(get(FOLDER "/slots/one.save.json"), "\"turn\":3}"));
    assert_non_null(strstr(get(FOLDER "/data.save.json"), "\"best\":2"));
    assert_non_null(strstr(get(FOLDER "/data.save.json"), "\"hob:state:gold\":20"));
    assert_int_equal(files_in(FOLDER "/slots"), 1);
    play p;
    open_play(&p, disk, STATE, simple);
    assert_true(hob_state_find(p.game.world, HOB_STR("gold"))->value.as.number == 20);
    hob_test_steps(&p.game, 6); /* it deletes the slot */
    assert_int_equal(flush(&p), HOB_OK);
    assert_int_equal(files_in(FOLDER "/slots"), 0);
    close_play(&p);
}

static void nothing_was_saved__no_folder_is_made(void **state) {
    (void)state;
    static const hob_test_file idle[] = {{"scripts/a.lua", "return {}"}, {NULL, NULL}};
    (void)turn(NULL, idle);
    hob_file_info info;
    assert_int_equal(disk->info(disk, FOLDER, false, &info, NULL), HOB_OK);
    assert_false(info.exists);
}

static void unchanged__nothing_is_written(void **state) {
    (void)state;
    hob_fs_fault counted;
    play p;
    hob_fs_fault_init(&counted, disk);
    open_play(&p, &counted.fs, STATE, simple);
    hob_test_steps(&p.game, 1);
    assert_int_equal(flush(&p), HOB_OK);
    uint64_t calls = counted.calls;
    assert_true(calls > 0);
    hob_test_steps(&p.game, 2);
    assert_int_equal(flush(&p), HOB_OK);
    assert_int_equal(counted.calls, calls);
    close_play(&p);
}

#define GOOD "{\n  \"formatVersion\": 1,\n  \"saveVersion\": 1,\n"

static const struct {
    const char *text;
    hob_status status;
    int line;
} broken[] = {
    {"", HOB_ERR_FILE_DAMAGED, 0},
    {"no JSON", HOB_ERR_FILE_DAMAGED, 0},
    {GOOD "  \"data\": {\"turn\":1", HOB_ERR_FILE_DAMAGED, 0}, /* cut off */
    {GOOD "  \"data\": {\"turn\":1,\n}\n}\n", HOB_ERR_JSON_SYNTAX, 4},
    {GOOD "  \"check\": \"0000000000000000\",\n  \"data\": {\"turn\":1}\n}\n", HOB_ERR_FILE_DAMAGED,
     0},
    {"{\"formatVersion\":2,\"data\":{}}", HOB_ERR_FORMAT_NEWER, 0},
};

/* A clear error with the file; the game gets its default; the bytes are kept. */
static void sv01_broken_file__is_told_and_kept(void **state) {
    (void)state;
    for (size_t i = 0; i < HOB_COUNT(broken); i++) {
        play p;
        put(FOLDER "/slots/one.save.json", broken[i].text);
        (void)disk->remove(disk, FOLDER "/slots/one.save.json.broken", NULL);
        (void)disk->remove(disk, FOLDER "/data.save.json", NULL);
        open_play(&p, disk, NULL, simple);
        const hob_error_list *found = hob_save_files_findings(p.saves);
        assert_int_equal(found->count, 1);
        assert_int_equal(found->items[0].status, broken[i].status);
        assert_string_equal(found->items[0].file, FOLDER "/slots/one.save.json");
        assert_int_equal(found->items[0].line, broken[i].line);
        assert_int_equal(flush(&p), HOB_OK); /* nothing changed: it stays in its place */
        assert_string_equal(get(FOLDER "/slots/one.save.json"), broken[i].text);
        hob_test_steps(&p.game, 1);
        assert_non_null(strstr(hob_script_logs(&p.game), "0 null false null"));
        assert_int_equal(flush(&p), HOB_OK);
        assert_non_null(strstr(get(FOLDER "/slots/one.save.json"), "\"turn\":1"));
        assert_string_equal(get(FOLDER "/slots/one.save.json.broken"), broken[i].text);
        close_play(&p);
    }
}

static void one_byte_changed__is_noticed_everywhere(void **state) {
    (void)state;
    (void)turn(NULL, simple);
    char good[1000];
    snprintf(good, sizeof good, "%s", get(FOLDER "/slots/one.save.json"));
    size_t data = (size_t)(strstr(good, "\"data\": ") - good) + 8;
    for (size_t i = data; i < strlen(good) - 3; i++) {
        char bad[1000];
        hob_save_files *saves;
        memcpy(bad, good, sizeof bad);
        bad[i] = bad[i] == '7' ? '8' : '7';
        put(FOLDER "/slots/one.save.json", bad);
        assert_int_equal(
            hob_save_files_open(hob_heap_allocator(), disk, FOLDER, NULL, &saves, NULL), HOB_OK);
        if (hob_save_files_findings(saves)->count != 1) {
            fail_msg("not noticed: %s", bad);
        }
        hob_save_files_close(saves);
    }
}

/* ---- versions ---- */

#define VERSION_3 "\"saves\":{\"version\":3,\"migrations\":\"scripts/old."
static const hob_test_file migrated_lua[] = {
    {"scripts/a.lua", PLAY_LUA},
    {"scripts/old.lua", "return { function(d) d.turn = d.turn + 10 return d end, "
                        "function(d) return {turn = d.turn * 2, name = 'old'} end }"},
    {NULL, NULL}};
static const hob_test_file migrated_js[] = {{"scripts/a.lua", PLAY_LUA},
                                            {"scripts/old.js",
                                             "module.exports = [d => { d.turn += 10; return d; }, "
                                             "d => ({turn: d.turn * 2, name: 'old'})];"},
                                            {NULL, NULL}};

static void older_version__goes_through_the_list_in_either_language(void **state) {
    (void)state;
    static const struct {
        const char *manifest;
        const hob_test_file *files;
    } cases[] = {{VERSION_3 "lua\"}", migrated_lua}, {VERSION_3 "js\"}", migrated_js}};
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        const char *first = GOOD "  \"data\": {\"turn\": 1}}";
        put(FOLDER "/slots/one.save.json", first);
        (void)disk->remove(disk, FOLDER "/slots/one.save.json.v1", NULL);
        (void)disk->remove(disk, FOLDER "/data.save.json", NULL);
        assert_string_equal(turn(cases[i].manifest, cases[i].files), "22 old true null");
        assert_non_null(strstr(get(FOLDER "/slots/one.save.json"), "\"saveVersion\": 3"));
        assert_non_null(strstr(get(FOLDER "/slots/one.save.json"), "\"turn\":23"));
        assert_string_equal(get(FOLDER "/slots/one.save.json.v1"), first); /* not lost */
        assert_string_equal(turn(cases[i].manifest, cases[i].files), "23 old true 22");
    }
}

static const hob_test_file failing[] = {
    {"scripts/a.lua", "return { onStart = function(ctx) "
                      "ctx.log(ctx.saves.read('one', {turn = 7}).turn) end }"},
    {"scripts/old.lua", "return { function(d) return d end, function(d) error('no way') end }"},
    {NULL, NULL}};

static void failing_or_missing_migration__default_one_error_file_untouched(void **state) {
    (void)state;
    static const struct {
        const char *manifest, *text, *error;
    } cases[] = {
        {VERSION_3 "lua\"}", GOOD "  \"data\": {\"turn\":1}}", "no way"},
        {"\"saves\":{\"version\":4,\"migrations\":\"scripts/old.lua\"}",
         "{\"formatVersion\":1,\"saveVersion\":3,\"data\":{}}", "has no function 3"},
        {"\"saves\":{\"version\":2}", GOOD "  \"data\": {\"turn\":1}}", "has no function 1"},
        {"\"saves\":{\"version\":2}", "{\"saveVersion\":9,\"data\":{}}", "of version 9"},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        play p;
        put(FOLDER "/slots/one.save.json", cases[i].text);
        open_play(&p, disk, cases[i].manifest, failing);
        hob_test_steps(&p.game, 1);
        assert_non_null(strstr(hob_script_logs(&p.game), "7"));
        assert_int_equal(hob_script_error_count(&p.game), 1);
        assert_non_null(strstr(hob_script_error(&p.game, 0)->message, cases[i].error));
        assert_int_equal(flush(&p), HOB_OK);
        assert_string_equal(get(FOLDER "/slots/one.save.json"), cases[i].text);
        assert_int_equal(files_in(FOLDER "/slots"), 1);
        close_play(&p);
    }
}

/* ---- faults ---- */

/* What the next run reads from the slot; fails when a file is broken. */
static int turn_on_disk(void) {
    hob_save_files *saves;
    hob_session_options options = {0};
    assert_int_equal(hob_save_files_open(hob_heap_allocator(), disk, FOLDER, NULL, &saves, NULL),
                     HOB_OK);
    assert_int_equal(hob_save_files_findings(saves)->count, 0);
    hob_save_files_start(saves, &options);
    const char *at = strstr(options.slots_json, "\\\"turn\\\":");
    int number = at != NULL ? at[strlen("\\\"turn\\\":")] - '0' : -1;
    hob_save_files_close(saves);
    return number;
}

/* Turn 1 is on disk; the fault comes at call `n` of writing turn 2. False: there are fewer. */
static bool write_with(hob_fault fault, uint64_t n) {
    hob_fs_fault bad;
    play p;
    hob_fs_memory_destroy(disk);
    assert_int_equal(hob_fs_memory_create(hob_heap_allocator(), &disk, NULL), HOB_OK);
    (void)turn(STATE, simple);
    assert_int_equal(turn_on_disk(), 1);
    hob_fs_fault_init(&bad, disk);
    open_play(&p, &bad.fs, STATE, simple);
    hob_test_steps(&p.game, 1);
    bad.fault = fault;
    bad.status = HOB_ERR_FILE_IO;
    bad.fail_at = bad.calls + n;
    hob_status status = flush(&p);
    bool was_hit = bad.calls >= bad.fail_at;
    assert_true(was_hit || status == HOB_OK);
    int found = turn_on_disk();
    assert_true(found == 1 || found == 2);
    if (fault != HOB_FAULT_KILL) { /* it stays due, and works the next time */
        bad.fault = HOB_FAULT_NONE;
        assert_int_equal(flush(&p), HOB_OK);
        assert_int_equal(turn_on_disk(), 2);
        assert_int_equal(files_in(FOLDER "/slots"), 1);
    }
    close_play(&p);
    if (fault == HOB_FAULT_KILL) { /* the next run clears what was left */
        (void)turn(STATE, simple);
        assert_int_equal(turn_on_disk(), found + 1);
        assert_int_equal(files_in(FOLDER "/slots"), 1);
    }
    return was_hit;
}

static void fault_at_every_call__old_or_new_and_whole(void **state) {
    (void)state;
    static const hob_fault faults[] = {HOB_FAULT_ERROR, HOB_FAULT_SHORT_WRITE, HOB_FAULT_KILL};
    for (size_t i = 0; i < HOB_COUNT(faults); i++) {
        uint64_t n = 1;
        while (write_with(faults[i], n)) {
            n++;
        }
        assert_true(n > 6);
    }
}

static void second_game__writes_only_after_the_first_has_ended(void **state) {
    (void)state;
    play first, second;
    open_play(&first, disk, STATE, simple);
    open_play(&second, disk, STATE, simple);
    hob_test_steps(&first.game, 1);
    hob_test_steps(&second.game, 1);
    assert_int_equal(flush(&first), HOB_OK);
    hob_error error = {0};
    assert_int_equal(hob_save_files_flush(second.saves, second.game.session, &error),
                     HOB_ERR_PROJECT_BUSY);
    assert_non_null(strstr(error.message, FOLDER));
    close_play(&first);
    assert_int_equal(flush(&second), HOB_OK);
    close_play(&second);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(written_by_one_run__read_by_the_next),
        CASE(nothing_was_saved__no_folder_is_made),
        CASE(unchanged__nothing_is_written),
        CASE(sv01_broken_file__is_told_and_kept),
        CASE(one_byte_changed__is_noticed_everywhere),
        CASE(older_version__goes_through_the_list_in_either_language),
        CASE(failing_or_missing_migration__default_one_error_file_untouched),
        CASE(fault_at_every_call__old_or_new_and_whole),
        CASE(second_game__writes_only_after_the_first_has_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
