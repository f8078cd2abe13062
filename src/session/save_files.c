#include "session/save_files.h"

#include "base/hash.h"
#include "schema/pattern.h"

#include <stdio.h>
#include <string.h>

#define FORMAT    1
#define MAX_FILE  ((size_t)1 << 30)
#define MAX_PATH  4096
#define DATA_MARK "\"data\":"
#define DATA_FILE "data.save.json"
#define ENDING    ".save.json"
#define TEMPORARY ".tmp"

/* One file that there is, or was meant to be. */
typedef struct save_file {
    char slot[48]; /* empty: the save data of ctx.save */
    bool on_disk, broken;
    int32_t version; /* of the game that wrote it */
    uint64_t hash;   /* of the data's text that it holds */
    struct save_file *next;
} save_file;

struct hob_save_files {
    const hob_allocator *allocator;
    hob_fs *fs;
    const char *folder;
    const hob_log *log;
    save_file *files;
    hob_buf save_json, slots_json; /* for the start of a session */
    hob_error_list findings;
    void *lock; /* held from the first write on */
    bool due;
    uint64_t seen; /* writes of the world's store that are on disk */
};

static void path_of(const hob_save_files *s, const save_file *f, const char *more,
                    char ret_path[MAX_PATH]) {
    if (f->slot[0] == '\0') {
        snprintf(ret_path, MAX_PATH, "%s/%s%s", s->folder, DATA_FILE, more);
    } else {
        snprintf(ret_path, MAX_PATH, "%s/slots/%s%s%s", s->folder, f->slot, ENDING, more);
    }
}

static save_file *file_of(hob_save_files *s, hob_str slot) {
    save_file **link = &s->files;
    for (; *link != NULL; link = &(*link)->next) {
        if (hob_str_is(slot, (*link)->slot)) {
            return *link;
        }
    }
    save_file *f = hob_alloc_zero(s->allocator, 1, sizeof *f);
    if (f != NULL && slot.length < sizeof f->slot) {
        memcpy(f->slot, slot.data, slot.length);
        *link = f;
    }
    return f;
}

/* ---- reading ---- */

static int lines_in(hob_str text) {
    int count = 0;
    for (size_t i = 0; i < text.length; i++) {
        count += text.data[i] == '\n' ? 1 : 0;
    }
    return count;
}

/* The data's own text: from behind its key to the file's last brace, without space around. */
static bool split(hob_str text, hob_str *ret_head, hob_str *ret_data) {
    size_t mark = hob_str_find(text, HOB_STR(DATA_MARK)), end = text.length;
    if (mark == SIZE_MAX) {
        return false;
    }
    size_t begin = mark + strlen(DATA_MARK);
    while (end > begin && text.data[end - 1] != '}') {
        end--;
    }
    end -= end > begin ? 1 : 0;
    while (begin < end && strchr(" \t\r\n", text.data[begin]) != NULL) {
        begin++;
    }
    while (end > begin && strchr(" \t\r\n", text.data[end - 1]) != NULL) {
        end--;
    }
    *ret_head = (hob_str){text.data, mark};
    *ret_data = (hob_str){text.data + begin, end - begin};
    return end > begin;
}

/* Format, version and check, from what stands before the data. */
static hob_status read_head(hob_arena *arena, hob_str head, hob_str data, int32_t *ret_version,
                            hob_error *reterr) {
    hob_buf text;
    hob_value v;
    char hex[17];
    hob_buf_init(&text, &arena->as_allocator, head.length + 64);
    hob_buf_add_str(&text, head);
    hob_buf_add_cstr(&text, DATA_MARK "null}");
    hob_status status = hob_value_parse_json(&arena->as_allocator, hob_buf_str(&text), &v, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (hob_value_get_number(v, "formatVersion", 0) > FORMAT) {
        return hob_fail(reterr, HOB_ERR_FORMAT_NEWER,
                        "The save file is of format %.0f; this program knows %d.",
                        hob_value_get_number(v, "formatVersion", 0), FORMAT);
    }
    double version = hob_value_get_number(v, "saveVersion", 1);
    *ret_version = version >= 1 && version <= INT32_MAX ? (int32_t)version : 1;
    hob_str check = hob_value_get_str(v, "check", "");
    hob_hash_hex(hob_hash_once(data.data, data.length), hex);
    if (check.length > 0 && !hob_str_is(check, hex)) {
        hob_fail(reterr, HOB_ERR_FILE_DAMAGED,
                 "The data of the save file are not those that were written (check %.*s, found "
                 "%s).",
                 (int)(check.length > 32 ? 32 : check.length), check.data, hex);
        return hob_error_hint(reterr, "After a change by hand, take its \"check\" line out.");
    }
    return HOB_OK;
}

static hob_status read_text(hob_arena *arena, hob_str text, save_file *f, hob_value *ret_data,
                            hob_str *ret_text, hob_error *reterr) {
    hob_str head, data;
    if (!split(text, &head, &data)) {
        return hob_fail(reterr, HOB_ERR_FILE_DAMAGED,
                        text.length == 0 ? "The save file is empty."
                                         : "The save file ends before its data.");
    }
    hob_status status = hob_value_parse_json(&arena->as_allocator, data, ret_data, reterr);
    if (status != HOB_OK && reterr != NULL && reterr->line > 0) {
        reterr->line += lines_in((hob_str){text.data, (size_t)(data.data - text.data)});
    }
    if (status == HOB_OK) {
        status = read_head(arena, head, data, &f->version, reterr);
    }
    if (status == HOB_OK && f->slot[0] == '\0' && ret_data->tag != HOB_TAG_MAP) {
        status = hob_fail(reterr, HOB_ERR_FILE_DAMAGED, "Save data must be an object.");
    }
    f->hash = hob_hash_once(data.data, data.length);
    *ret_text = data;
    return status;
}

/* {"key": "JSON text"} for the session's options. */
static void add_save_data(hob_save_files *s, hob_value data) {
    const hob_map *map = data.as.map;
    for (uint32_t i = 0; i < map->count; i++) {
        hob_buf text;
        hob_buf_init(&text, s->allocator, MAX_FILE);
        (void)hob_value_write_json(&text, map->entries[i].value, false, NULL, NULL);
        hob_buf_add_cstr(&s->save_json, i > 0 ? "," : "");
        hob_buf_add_json_string(&s->save_json, hob_text_view(map->entries[i].key));
        hob_buf_add_char(&s->save_json, ':');
        hob_buf_add_json_string(&s->save_json, hob_buf_str(&text));
        hob_buf_done(&text);
    }
}

/* {"slot": {"version": 1, "data": "JSON text"}} */
static void add_slot(hob_save_files *s, const save_file *f, hob_str text) {
    hob_buf_format(&s->slots_json,
                   "%s\"%s\":{\"version\":%d,\"data\":", s->slots_json.length > 1 ? "," : "",
                   f->slot, (int)f->version);
    hob_buf_add_json_string(&s->slots_json, text);
    hob_buf_add_char(&s->slots_json, '}');
}

static void report(hob_save_files *s, save_file *f, hob_error *error) {
    char path[MAX_PATH];
    path_of(s, f, "", path);
    hob_error_place(error, path, NULL, error->line, error->column);
    hob_error_hint(error, "It is taken as absent and kept as it is; what is saved in its place "
                          "goes into a new file.");
    hob_error_list_add(&s->findings, error);
    hob_log_write(s->log, HOB_LOG_ERROR, "%s:%d: %s %s", path, error->line, error->message,
                  error->hint);
}

/* A broken one is a finding; false: no memory. */
static bool read_one(hob_save_files *s, hob_str slot) {
    save_file *f = file_of(s, slot);
    hob_error error = {0};
    hob_value data;
    hob_str text;
    hob_buf bytes;
    hob_arena arena;
    char path[MAX_PATH];
    if (f == NULL) {
        return false;
    }
    path_of(s, f, "", path);
    hob_buf_init(&bytes, s->allocator, MAX_FILE);
    hob_arena_init(&arena, s->allocator, NULL);
    hob_status status = s->fs->read(s->fs, path, MAX_FILE, &bytes, &error);
    f->on_disk = status != HOB_ERR_FILE_NOT_FOUND;
    if (status == HOB_OK) {
        status = read_text(&arena, hob_buf_str(&bytes), f, &data, &text, &error);
    }
    f->broken = f->on_disk && status != HOB_OK;
    if (f->broken) {
        report(s, f, &error);
    } else if (f->on_disk && f->slot[0] != '\0') {
        add_slot(s, f, text);
    } else if (f->on_disk) {
        add_save_data(s, data);
    }
    hob_arena_done(&arena);
    hob_buf_done(&bytes);
    return true;
}

static hob_status read_slots(hob_save_files *s, hob_error *reterr) {
    char folder[MAX_PATH];
    hob_fs_entry *entries;
    size_t count = 0;
    hob_arena arena;
    hob_arena_init(&arena, s->allocator, NULL);
    snprintf(folder, sizeof folder, "%s/slots", s->folder);
    hob_status status = s->fs->list(s->fs, folder, &arena, &entries, &count, reterr);
    if (status == HOB_ERR_FILE_NOT_FOUND) {
        status = HOB_OK;
    }
    for (size_t i = 0; status == HOB_OK && i < count; i++) {
        hob_str name = hob_str_from(entries[i].name);
        size_t ending = strlen(ENDING);
        if (entries[i].is_folder || !hob_str_ends(name, HOB_STR(ENDING))) {
            continue; /* kept ones, temporary ones */
        }
        hob_str slot = {name.data, name.length - ending};
        if (hob_pattern_find("save-slot")->matches(slot) && !read_one(s, slot)) {
            status = hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for the saves.");
        }
    }
    hob_arena_done(&arena);
    return status;
}

hob_status hob_save_files_open(const hob_allocator *a, hob_fs *fs, const char *folder,
                               const hob_log *log, hob_save_files **ret_files, hob_error *reterr) {
    hob_save_files *s = hob_alloc_zero(a, 1, sizeof *s);
    if (s == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for the saves.");
    }
    s->allocator = a;
    s->fs = fs;
    s->folder = folder;
    s->log = log;
    hob_buf_init(&s->save_json, a, MAX_FILE);
    hob_buf_init(&s->slots_json, a, MAX_FILE);
    hob_error_list_init(&s->findings, a);
    hob_buf_add_char(&s->save_json, '{');
    hob_buf_add_char(&s->slots_json, '{');
    hob_status status = HOB_OK;
    if (!read_one(s, HOB_STR(""))) {
        status = hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for the saves.");
    }
    if (status == HOB_OK) {
        status = read_slots(s, reterr);
    }
    hob_buf_add_char(&s->save_json, '}');
    hob_buf_add_char(&s->slots_json, '}');
    if (status == HOB_OK && (s->save_json.failed || s->slots_json.failed)) {
        status = hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for the saves.");
    }
    if (status != HOB_OK) {
        hob_save_files_close(s);
        return status;
    }
    *ret_files = s;
    return HOB_OK;
}

void hob_save_files_start(const hob_save_files *s, hob_session_options *options) {
    options->save_json = s->save_json.data;
    options->slots_json = s->slots_json.data;
}

const hob_error_list *hob_save_files_findings(const hob_save_files *s) {
    return &s->findings;
}

void hob_save_files_close(hob_save_files *s) {
    if (s == NULL) {
        return;
    }
    if (s->lock != NULL) {
        s->fs->unlock(s->fs, s->lock);
    }
    while (s->files != NULL) {
        save_file *f = s->files;
        s->files = f->next;
        hob_free(s->allocator, f, sizeof *f);
    }
    hob_buf_done(&s->save_json);
    hob_buf_done(&s->slots_json);
    hob_error_list_done(&s->findings);
    hob_free(s->allocator, s, sizeof *s);
}

/* ---- writing ---- */

/* Folders, and the lock that keeps a second game out. */
static hob_status take_folder(hob_save_files *s, hob_error *reterr) {
    char path[MAX_PATH];
    if (s->lock != NULL) {
        return HOB_OK;
    }
    snprintf(path, sizeof path, "%s/slots", s->folder);
    hob_status status = hob_fs_make_folders(s->fs, path, reterr);
    if (status != HOB_OK) {
        return status;
    }
    snprintf(path, sizeof path, "%s/lock", s->folder);
    status = s->fs->lock(s->fs, path, true, 0, &s->lock, reterr);
    if (status == HOB_ERR_PROJECT_BUSY) {
        hob_fail(reterr, HOB_ERR_PROJECT_BUSY,
                 "Another running game holds the save folder %s: nothing is saved here until it "
                 "ends.",
                 s->folder);
    }
    return status;
}

/* Keeps the bytes of a file that is about to be replaced, under a name that is free. */
static hob_status put_aside(hob_save_files *s, const save_file *f, const char *path,
                            hob_error *reterr) {
    char kept[MAX_PATH + 32], what[32];
    hob_buf bytes;
    hob_buf_init(&bytes, s->allocator, MAX_FILE);
    hob_status status = s->fs->read(s->fs, path, MAX_FILE, &bytes, reterr);
    snprintf(what, sizeof what, f->broken ? ".broken" : ".v%d", (int)f->version);
    for (int i = 1; i < 1000; i++) {
        snprintf(kept, sizeof kept, i == 1 ? "%s%s" : "%s%s%d", path, what, i);
        hob_file_info info;
        if (s->fs->info(s->fs, kept, false, &info, NULL) == HOB_OK && !info.exists) {
            break;
        }
    }
    status = status == HOB_OK
                 ? s->fs->write_new(s->fs, kept, hob_buf_str(&bytes), 0644, reterr)
                 : s->fs->rename(s->fs, path, kept, reterr); /* unreadable, but not lost */
    hob_buf_done(&bytes);
    return status;
}

static hob_status replace(hob_save_files *s, const save_file *f, hob_str content,
                          hob_error *reterr) {
    char path[MAX_PATH], temporary[MAX_PATH];
    hob_file_info info;
    path_of(s, f, "", path);
    path_of(s, f, TEMPORARY, temporary);
    if (s->fs->info(s->fs, temporary, false, &info, NULL) == HOB_OK && info.exists) {
        (void)s->fs->remove(s->fs, temporary, NULL); /* of a run that was killed */
    }
    hob_status status = s->fs->write_new(s->fs, temporary, content, 0644, reterr);
    if (status != HOB_OK) {
        return status;
    }
    status = s->fs->rename(s->fs, temporary, path, reterr);
    if (status != HOB_OK) {
        (void)s->fs->remove(s->fs, temporary, NULL);
        return status;
    }
    char *slash = strrchr(path, '/');
    *slash = '\0';
    return s->fs->flush_folder(s->fs, path, reterr);
}

static hob_status write_one(hob_save_files *s, hob_str slot, hob_str data, int32_t version,
                            hob_error *reterr) {
    save_file *f = file_of(s, slot);
    uint64_t hash = hob_hash_once(data.data, data.length);
    char hex[17], path[MAX_PATH];
    if (f == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for the saves.");
    }
    if (f->on_disk && !f->broken && f->hash == hash && f->version == version) {
        return HOB_OK;
    }
    hob_status status = take_folder(s, reterr);
    path_of(s, f, "", path);
    if (status == HOB_OK && f->on_disk && (f->broken || f->version != version)) {
        status = put_aside(s, f, path, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_buf content;
    hob_buf_init(&content, s->allocator, MAX_FILE);
    hob_hash_hex(hash, hex);
    hob_buf_format(&content,
                   "{\n  \"formatVersion\": %d,\n  \"saveVersion\": %d,\n  \"check\": \"%s\",\n"
                   "  \"data\": ",
                   FORMAT, (int)version, hex);
    hob_buf_add_str(&content, data);
    hob_buf_add_cstr(&content, "\n}\n");
    status = content.failed ? hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory to save.")
                            : replace(s, f, hob_buf_str(&content), reterr);
    hob_buf_done(&content);
    if (status == HOB_OK) {
        f->on_disk = true;
        f->broken = false;
        f->version = version;
        f->hash = hash;
    }
    return status;
}

static void keep_first(hob_status *status, hob_status more) {
    *status = *status == HOB_OK ? more : *status;
}

static hob_status write_data(hob_save_files *s, const hob_world *world, int32_t version,
                             hob_error *reterr) {
    hob_value save = world->store.save;
    hob_buf text;
    uint32_t count = save.tag == HOB_TAG_MAP ? save.as.map->count : 0;
    const save_file *f = file_of(s, HOB_STR(""));
    if (f == NULL || (count == 0 && (!f->on_disk || f->broken))) {
        return HOB_OK; /* nothing was ever saved */
    }
    hob_buf_init(&text, s->allocator, MAX_FILE);
    hob_buf_add_char(&text, '{');
    for (uint32_t i = 0; i < count; i++) {
        hob_buf_add_cstr(&text, i > 0 ? ",\n" : "\n");
        hob_buf_add_json_string(&text, hob_text_view(save.as.map->entries[i].key));
        hob_buf_add_char(&text, ':');
        hob_buf_add_str(&text, hob_value_str(save.as.map->entries[i].value));
    }
    hob_buf_add_char(&text, '}');
    hob_status status = text.failed
                            ? hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory to save.")
                            : write_one(s, HOB_STR(""), hob_buf_str(&text), version, reterr);
    hob_buf_done(&text);
    return status;
}

/* Files of slots that the game has deleted go; broken ones stay. */
static hob_status remove_deleted(hob_save_files *s, hob_world *world, hob_error *reterr) {
    hob_status status = HOB_OK;
    for (save_file *f = s->files; f != NULL; f = f->next) {
        hob_str text;
        char path[MAX_PATH];
        if (f->slot[0] == '\0' || !f->on_disk || f->broken ||
            hob_slot_read(world, hob_str_from(f->slot), &text)) {
            continue;
        }
        hob_status one = take_folder(s, reterr);
        path_of(s, f, "", path);
        if (one == HOB_OK) {
            one = s->fs->remove(s->fs, path, reterr);
        }
        f->on_disk = one != HOB_OK && one != HOB_ERR_FILE_NOT_FOUND;
        keep_first(&status, f->on_disk ? one : HOB_OK);
    }
    return status;
}

hob_status hob_save_files_flush(hob_save_files *s, hob_session *session, hob_error *reterr) {
    hob_world *world = hob_session_world(session);
    int32_t version = world->outside.manifest->saves_version;
    if (!s->due && s->seen == world->store.writes) {
        return HOB_OK;
    }
    hob_status status = write_data(s, world, version, reterr);
    hob_value slots = world->store.slots;
    for (uint32_t i = 0; slots.tag == HOB_TAG_MAP && i < slots.as.map->count; i++) {
        hob_str slot = hob_text_view(slots.as.map->entries[i].key);
        keep_first(&status,
                   write_one(s, slot, hob_value_str(slots.as.map->entries[i].value),
                             hob_slot_version(world, slot), status == HOB_OK ? reterr : NULL));
    }
    keep_first(&status, remove_deleted(s, world, status == HOB_OK ? reterr : NULL));
    s->seen = world->store.writes;
    s->due = status != HOB_OK;
    return status;
}
