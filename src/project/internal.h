/* What the files of the project floor share; nothing outside the folder includes it.
 *
 * Memory: everything the project keeps hangs on it (arenas, buffers, file nodes), so a call that
 * runs out of memory may leave by a jump: hob_project__guarded is the only place that catches it,
 * and every public function that may allocate goes through it. Half-made things stay attached to
 * their owner in the state "fresh" and are dropped at the next try or at close. */
#ifndef HOB_PROJECT_INTERNAL_H
#define HOB_PROJECT_INTERNAL_H

#include "project/change.h"
#include "project/names.h"
#include "project/scene.h"
#include "project/validate.h"
#include "project/version.h"

#define HOB_PROJECT__PATH_MAX   4096 /* bytes of an absolute path */
#define HOB_PROJECT__SCRIPT_MAX ((size_t)16 << 20)
#define HOB_PROJECT__TEMP       ".hob-tmp"
#define HOB_PROJECT__COMMITS    ".hob/commit"
#define HOB_PROJECT__LOCK       ".hob/lock"
#define HOB_PROJECT__JOURNAL    ".hob/journal.jsonl"

enum { HOB_PROJECT__LOCK_WAIT_MS = 5000 };

/* ---- kinds of JSON files (kinds.c) ---- */
typedef enum hob_project__kind_id {
    HOB_KIND_MANIFEST,
    HOB_KIND_INDEX,
    HOB_KIND_SCENE,
    HOB_KIND_PREFAB,
    HOB_KIND_ANIMATION,
    HOB_KIND_STATE_MACHINE,
    HOB_KIND_PLAYTEST,
    HOB_KIND_TILESET,
    HOB_KIND_TEXT,
    HOB_KIND_COUNT
} hob_project__kind_id;

typedef struct hob_project__kind {
    const char *name;   /* for sentences: "scene" */
    const char *path;   /* the whole path of a file of which there is one; or null */
    const char *folder; /* files lie below it; or null = anywhere */
    const char *suffix;
    const char *asset_type;  /* payload of assets of this type; or null */
    const hob_field *fields; /* null: any JSON object */
    const hob_field *entity; /* table of one element of "entities"; or null */
    bool versioned;          /* has formatVersion */
    bool hearth_unchecked;   /* Hearth never checked these: findings are warnings in its projects */
} hob_project__kind;

extern const hob_project__kind hob_project__kinds[HOB_KIND_COUNT];
/* Of payloads of such assets, and of a file by the index or its name (project null: by its name
 * alone); null = none. */
const hob_project__kind *hob_project__kind_of_type(const char *asset_type);
const hob_project__kind *hob_project__kind_of(const hob_project *project, const char *path);

/* ---- files (files.c) ---- */
typedef enum hob_project__state {
    HOB_FILE_FRESH,
    HOB_FILE_READY,
    HOB_FILE_BROKEN /* `error` says why */
} hob_project__state;

typedef struct hob_project__file {
    struct hob_project__file *next; /* in its bucket */
    char *path;
    size_t path_size;
    hob_project__state state;
    const struct hob_project__kind *kind; /* what it was read as */
    hob_file_info stamp;                  /* of what was read */
    hob_arena arena;                      /* what was made from the content */
    hob_buf raw; /* script text; a JSON file's bytes only while it is being parsed */
    hob_json json;
    const void *payload; /* compiled animation or state machine */
    hob_error error;
} hob_project__file;

/* The two files that are always read, with all that is made from them; replaced whole. */
typedef struct hob_project__manifest {
    hob_arena arena;
    hob_json json;
    hob_manifest fields;
    hob_scene_entry *scenes;
    size_t scene_count;
    hob_file_info stamp;
} hob_project__manifest;

typedef struct hob_project__index {
    hob_arena arena;
    hob_json json;
    bool exists;
    hob_asset *assets;
    size_t asset_count;
    hob_names by_id, by_name;
    hob_file_info stamp;
} hob_project__index;

typedef struct hob_project__playtests {
    hob_project__state state;
    hob_arena arena;
    hob_playtest_entry *items;
    size_t count;
} hob_project__playtests;

typedef struct hob_project__scripts {
    hob_project__state state;
    hob_arena arena;
    hob_script_file *items;
    size_t count;
    hob_names by_path;
} hob_project__scripts;

typedef struct hob_project__texts {
    hob_project__state state;
    hob_arena arena;
    hob_text_file *items;
    size_t count;
} hob_project__texts;

typedef enum hob_project__code_kind {
    HOB_CODE_SCRIPTS,
    HOB_CODE_COMPONENTS,
    HOB_CODE_PIECES, /* ui/: no code, but read in the same way */
    HOB_CODE_COUNT
} hob_project__code_kind;

/* What a committed but unfinished change says a file is: read from elsewhere, or gone. */
typedef struct hob_project__overlay {
    const char *target, *temp;
    bool is_deleted;
} hob_project__overlay;

#define HOB_PROJECT__BUCKETS 256

struct hob_project {
    const hob_allocator *allocator;
    hob_fs *fs;
    const hob_registry *builtin, *registry; /* the second: with the project's own types */
    const hob_script_checker *checker;
    const hob_playtest_checker *playtest_checker;
    const hob_log *log;
    bool read_only, is_scratch;

    hob_guard guard;
    int guard_depth;
    bool ran_out;            /* some call was caught by the guard */
    hob_arena arena;         /* as long as the project */
    hob_arena scratch;       /* of one public call */
    hob_arena checks;        /* of one validation */
    hob_error_list findings; /* of one read */
    hob_buf buffer;          /* bytes of one read */
    hob_json record;         /* a commit record while it is parsed */

    const char *root;                                /* absolute, links resolved */
    hob_project__manifest *manifest, *half_manifest; /* half-made ones are only kept to be freed */
    hob_project__index *index, *half_index;
    hob_project__file *files[HOB_PROJECT__BUCKETS];
    hob_project__playtests playtests;
    hob_project__texts texts;
    hob_project__scripts code[HOB_CODE_COUNT];
    const hob_component_declarer *declarer;
    hob_declared *declared; /* what the files of components/ declare; null = nothing */

    hob_arena overlay_arena;
    hob_project__overlay *overlay;
    size_t overlay_count;

    hob_change *change; /* the open one */
    void *lock;         /* held while recovering; a change holds its own */
};

/* ---- project.c ---- */
typedef hob_status (*hob_project__work)(hob_project *project, void *arg, hob_error *reterr);
/* Runs `work`; out of memory anywhere in it comes back as OUT_OF_MEMORY. Calls nest. */
hob_status hob_project__guarded(hob_project *project, hob_project__work work, void *arg,
                                hob_error *reterr);
/* The same, with an arena of the caller's that leaves by the guard of the call meanwhile. */
hob_status hob_project__guarded_in(hob_project *project, hob_arena *arena, hob_project__work work,
                                   void *arg, hob_error *reterr);
/* Leaves the guarded call when `block` is null. */
void *hob_project__need(hob_project *project, void *block);
/* Leaves it when a call below ran out of memory, so that nobody can take that for an answer; else
 * the status itself. */
hob_status hob_project__memory(hob_project *project, hob_status status);

/* ---- reading and checking (read.c) ---- */
/* A reader for one file whose findings go to `findings` (may be null). */
hob_reader hob_project__reader(hob_project *project, const char *file, const hob_json *json,
                               const hob_allocator *allocator, hob_error_list *findings);
/* The first finding that refuses the file, as an error. */
hob_status hob_project__refusal(const hob_error_list *findings, const char *file,
                                hob_error *reterr);
/* Parses text of a file of this kind: JSON, version, migrations, the kind's own table. */
hob_status hob_project__parse(hob_project *project, const hob_project__kind *kind, const char *path,
                              hob_str text, hob_json *ret_json, hob_error *reterr);
/* A place in a JSON file, found by walking the text. */
hob_status hob_project__place(hob_error *error, const char *file, const hob_json *json,
                              const char *pointer, bool of_key);

/* ---- files.c ---- */
/* Absolute path; PATH_INVALID when it is too long. */
hob_status hob_project__full(const hob_project *project, const char *path,
                             char out[HOB_PROJECT__PATH_MAX], hob_error *reterr);
/* Refuses what leads out of the root through a link. A missing file is right when its folder is. */
hob_status hob_project__confine(hob_project *project, const char *path, hob_error *reterr);
/* Whole content as the project sees it (an unfinished commit included). */
hob_status hob_project__read(hob_project *project, const char *path, size_t max, hob_buf *out,
                             hob_file_info *ret_stamp, hob_error *reterr);
bool hob_project__exists(hob_project *project, const char *path);
/* Entries as the project sees them, sorted, temporary files left out; a missing folder is empty. */
hob_status hob_project__list(hob_project *project, const char *folder, hob_arena *arena,
                             hob_fs_entry **ret_entries, size_t *ret_count, hob_error *reterr);
/* The same with everything that lies there. */
hob_status hob_project__list_raw(hob_project *project, const char *folder, hob_arena *arena,
                                 hob_fs_entry **ret_entries, size_t *ret_count, hob_error *reterr);
/* Calls `visit` for each file below a folder ("" = the root), in name order folder by folder; links
 * to folders are not followed. Which folders are entered and how they are listed may be chosen. */
typedef struct hob_project__walker {
    hob_arena *arena; /* paths and lists */
    hob_status (*list)(hob_project *project, const char *folder, hob_arena *arena,
                       hob_fs_entry **ret_entries, size_t *ret_count, hob_error *reterr);
    bool (*enter)(const char *path); /* null: all */
    hob_status (*visit)(hob_project *project, const char *path, void *user, hob_error *reterr);
    void *user;
} hob_project__walker;
hob_status hob_project__walk(hob_project *project, const char *folder,
                             const hob_project__walker *walker, hob_error *reterr);

/* ---- content_hash.c ---- */
/* Each file that the project is made of; the bytes are gone after the visit. */
typedef void (*hob_project__content)(void *user, const char *path, hob_str bytes);
void hob_project__hash_content(void *hash, const char *path, hob_str bytes);
hob_status hob_project__each_content(hob_project *project, hob_project__content visit, void *user,
                                     hob_error *reterr);

/* ---- cache.c ---- */
hob_project__file *hob_project__file_at(hob_project *project, const char *path);
/* Parsed and checked as `kind`; an error is kept and given again. */
hob_status hob_project__file_json(hob_project *project, hob_project__file *file,
                                  const hob_project__kind *kind, hob_error *reterr);
void hob_project__file_forget(hob_project__file *file); /* back to fresh */
/* Keeps an error found later (payload rules) as the file's own. */
hob_status hob_project__file_break(hob_project__file *file, const hob_error *error,
                                   hob_error *reterr);
/* Forgets what changed on disk since it was read; the manifest and index are read again then. */
hob_status hob_project__refresh(hob_project *project, hob_error *reterr);
void hob_project__files_done(hob_project *project);

/* ---- manifest_read.c, manifest_check.c, assets.c ---- */
hob_status hob_project__manifest_parse(hob_project *project, hob_str text,
                                       hob_project__manifest **ret_manifest, hob_error *reterr);
void hob_project__manifest_drop(hob_project *project, hob_project__manifest *manifest);
hob_status hob_project__index_parse(hob_project *project, hob_str text, bool exists,
                                    hob_project__index **ret_index, hob_error *reterr);
void hob_project__index_drop(hob_project *project, hob_project__index *index);
/* Rules of the manifest beyond its table; findings go to the reader. */
void hob_project__manifest_check(hob_reader *reader, yyjson_val *root, const hob_manifest *fields);
void hob_project__install_manifest(hob_project *project, hob_project__manifest *manifest);
void hob_project__install_index(hob_project *project, hob_project__index *index);
/* Reads both files again. */
hob_status hob_project__load_roots(hob_project *project, hob_error *reterr);

/* ---- playtests.c, scripts.c ---- */
void hob_project__playtests_forget(hob_project *project);
void hob_project__scripts_forget(hob_project *project);
void hob_project__texts_forget(hob_project *project); /* texts.c */

/* ---- declared.c ---- */
/* Runs the files of components/ when there are any. Outside of the guard: a script machine runs. */
hob_status hob_project__declare(hob_project *project, hob_error *reterr);
void hob_project__declared_drop(hob_project *project);

/* ---- payloads.c ---- */
/* The parsed file of an asset of the right type. ASSET_NOT_FOUND, ASSET_WRONG_TYPE, or the file's.
 */
hob_status hob_project__payload(hob_project *project, hob_str asset_id,
                                hob_project__kind_id kind_id, hob_project__file **ret_file,
                                hob_error *reterr);
/* Runs the rules beyond a table; the first finding that refuses comes back. */
hob_status hob_project__payload_check(hob_project *project, hob_project__file *file,
                                      hob_error *reterr,
                                      void (*check)(hob_project *, hob_reader *, yyjson_val *));
/* Those rules, also used by validation. */
void hob_project__animation_check(hob_project *project, hob_reader *reader, yyjson_val *root);
void hob_project__state_machine_check(hob_project *project, hob_reader *reader, yyjson_val *root);
void hob_project__prefab_check(hob_project *project, hob_reader *reader, yyjson_val *root);
/* The part of it that no table says. */
void hob_project__prefab_invariants(hob_project *project, hob_reader *reader, yyjson_val *root);

/* ---- recover.c ---- */
/* At open: finishes or discards what a crash left, under the lock; without it an unfinished commit
 * is only looked through (the overlay). */
hob_status hob_project__recover_at_open(hob_project *project, hob_error *reterr);
/* With the lock held: finishes committed records. */
hob_status hob_project__recover_records(hob_project *project, hob_error *reterr);
/* Looks for commit records and makes the overlay; touches no file. */
hob_status hob_project__overlay_load(hob_project *project, bool *ret_found, hob_error *reterr);
/* Takes the writer lock, making .hob first. PROJECT_BUSY. */
hob_status hob_project__lock(hob_project *project, int wait_ms, void **ret_lock, hob_error *reterr);

/* ---- record.c ---- */
typedef struct hob_commit__file {
    const char *target, *temp; /* project-relative; temp null when deleted */
    uint64_t hash;             /* of the new content */
    bool is_delete;
} hob_commit__file;
typedef struct hob_commit__record {
    uint64_t seq;
    hob_str journal; /* the whole line, without its end */
    hob_commit__file *files;
    size_t file_count;
} hob_commit__record;
const char *hob_commit__record_path(hob_arena *arena, uint64_t seq);
void hob_commit__record_write(const hob_commit__record *record, hob_buf *out);
/* False when it is torn or no record. Everything lies in `arena`. */
bool hob_commit__record_parse(hob_project *project, hob_str text, hob_arena *arena,
                              hob_commit__record *ret_record);
/* Step 5 of spec hob 9.3: moves the files into place, writes the journal line, removes the record.
 * Can be repeated. `verify` checks first that every file is what the record says. */
hob_status hob_commit__finish(hob_project *project, const hob_commit__record *record, bool verify,
                              hob_error *reterr);

/* ---- journal.c ---- */
typedef struct hob_journal__end {
    uint64_t seq;         /* of the last whole line, 0 = none */
    uint64_t whole_bytes; /* up to the end of that line */
    bool is_torn;         /* something follows it */
    size_t line_count;
} hob_journal__end;
hob_status hob_journal__look(hob_project *project, hob_journal__end *ret_end, hob_error *reterr);
/* Appends a line unless its seq is there already; cuts a torn tail first. Lock held. */
hob_status hob_journal__put(hob_project *project, uint64_t seq, hob_str line, hob_error *reterr);
/* Cuts a torn tail. Lock held. */
hob_status hob_journal__mend(hob_project *project, hob_error *reterr);
/* {"seq":N, and what `object_text` holds, in the arena. */
hob_str hob_journal__line(hob_arena *arena, uint64_t seq, hob_str object_text);

/* ---- order.c ---- */
/* Brings the keys of a document into the order of the tables (spec hob 9.2). */
void hob_project__order(hob_project *project, const char *path, yyjson_mut_doc *doc,
                        hob_arena *arena);

/* ---- tile_shapes.c ---- */

/* One entry of `shapes`; not HOB_OK: why it is no shape. */
hob_status hob_project__tile_shape(yyjson_val *json, double tile_width, double tile_height,
                                   hob_tile_shape *ret_shape);
void hob_project__tile_outline(hob_arena *arena, yyjson_val *shapes, hob_tileset *tileset,
                               size_t tile);

#endif
