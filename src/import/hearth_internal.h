/* What the files of the Hearth importer share; nothing outside of them includes it.
 *
 * Each part reads its source file through hob_hearth__open, builds the new document with the copy
 * functions and puts it into the target. Memory: the import's arena, and `scratch`, which lives for
 * one file; both have the guard, so nothing returns null. */
#ifndef HOB_IMPORT_HEARTH_INTERNAL_H
#define HOB_IMPORT_HEARTH_INTERNAL_H

#include "import/hearth.h"
#include "import/hearth_tables.h"
#include "import/source.h"
#include "import/target.h"
#include "schema/read.h"

/* Longest name in Hob, in characters. */
#define HOB_HEARTH__NAME_MAX 200

/* A scene of the manifest and what becomes of it. */
typedef struct hob_hearth__scene {
    hob_str id, name, path; /* in hearth.json */
    const char *file;       /* normalised path; null: the path is refused */
    hob_str file_id;        /* in the scene file */
    const char *new_id, *new_path;
} hob_hearth__scene;

/* An asset and where its file goes. */
typedef struct hob_hearth__asset {
    hob_str id, type;
    const char *file;     /* normalised path in the source; null: it has none */
    const char *new_path; /* in the target */
    bool is_first;        /* of those that share the file: this one is written */
} hob_hearth__asset;

typedef struct hob_hearth__import {
    hob_guard guard;
    hob_arena arena, scratch;
    const hob_allocator *allocator;
    hob_error_list *findings;
    hob_import_source source;
    hob_import_target target;
    hob_import_result result;
    hob_error refusal; /* the first one; status HOB_OK = none */

    struct hob_hearth__file *manifest;
    int64_t next_id; /* counter of hob.json */
    hob_hearth__scene *scenes;
    size_t scene_count;
    hob_hearth__asset *assets;
    size_t asset_count;
    hob_names settled; /* source paths that need no copy: payloads, and what was copied */
} hob_hearth__import;

typedef enum hob_hearth__need {
    HOB_HEARTH_REQUIRED, /* Hearth does not load a project in which it is wrong */
    HOB_HEARTH_PAYLOAD,  /* Hearth reads it only when the game runs: what is wrong is a warning */
} hob_hearth__need;

/* A source file that is being converted. */
typedef struct hob_hearth__file {
    hob_hearth__import *import;
    hob_arena *arena; /* of everything in it */
    const char *path;
    hob_hearth__need need;
    hob_json json;
    hob_reader reader;    /* its findings go to `found` */
    hob_error_list found; /* in scratch; hob_hearth__settle hands them on */
    yyjson_mut_doc *doc;  /* the new document */
    bool keeps_gaps;      /* objects given in part stay so: Hob's defaults in them are Hearth's */
} hob_hearth__file;

/* ---- files (hearth_file.c) ---- */
/* Reads and checks a file; the new document is empty. Lies in `arena`, which is reset when it is
 * scratch. False: it cannot be read, which is among the findings. */
bool hob_hearth__open(hob_hearth__import *import, hob_arena *arena, const char *path,
                      const hob_field *table, hob_hearth__need need, hob_hearth__file *ret_file);
/* Hands the findings so far on. False: one of them refuses the file. */
bool hob_hearth__settle(hob_hearth__file *file);
/* An error that refuses the project, once all files have been looked at. */
void hob_hearth__refuse(hob_hearth__import *import, const hob_error *error);
void hob_hearth__warn(hob_hearth__file *file, const hob_read_level *level, const char *key,
                      hob_status status, const char *hint, const char *format, ...)
    HOB_PRINTF(6, 7);
hob_status hob_hearth__put(hob_hearth__file *file, const char *path, hob_error *reterr);
/* Copies a file as it is. */
hob_status hob_hearth__copy_file(hob_hearth__import *import, const char *from, const char *to,
                                 hob_error *reterr);

/* ---- values (hearth_copy.c) ---- */
hob_str hob_hearth__text(yyjson_val *v); /* data null when it is no text */
void hob_hearth__add(hob_hearth__file *file, yyjson_mut_val *object, hob_str key,
                     yyjson_mut_val *v);
yyjson_mut_val *hob_hearth__json(hob_hearth__file *file, const char *json); /* of a constant */
yyjson_mut_val *hob_hearth__new_text(hob_hearth__file *file, hob_str s);
/* A checked value: known keys only, objects inside given in full (see keeps_gaps), map keys in the
 * order in which Hearth iterates. */
yyjson_mut_val *hob_hearth__copy(hob_hearth__file *file, const hob_field *field, yyjson_val *v);
/* The known keys of a checked object, in table order; absent ones stay absent. */
yyjson_mut_val *hob_hearth__copy_known(hob_hearth__file *file, const hob_field *table,
                                       yyjson_val *object);
/* A name cut to what Hob takes, with a warning. */
yyjson_mut_val *hob_hearth__copy_name(hob_hearth__file *file, const hob_read_level *level,
                                      yyjson_val *name);
/* A whole number that Hearth keeps as a double and uses as 32 bits: those bits. */
yyjson_mut_val *hob_hearth__copy_bits(hob_hearth__file *file, const hob_read_level *level,
                                      yyjson_val *v, bool is_signed);

/* ---- entities (hearth_entities.c) ---- */
/* The entities of a scene or prefab file. */
yyjson_mut_val *hob_hearth__copy_entities(hob_hearth__file *file, yyjson_val *entities,
                                          bool is_prefab);

/* ---- the parts, each in the file of its name ---- */
/* False: refused, and nothing more can be said. The file stays open as import->manifest. */
bool hob_hearth__read_manifest(hob_hearth__import *import);
hob_status hob_hearth__write_manifest(hob_hearth__import *import, hob_error *reterr);
/* "input" of hob.json (hearth_input.c). */
yyjson_mut_val *hob_hearth__input(hob_hearth__file *file, yyjson_val *mappings);

/* Lists the scenes of the manifest and decides about their ids and paths. */
void hob_hearth__list_scenes(hob_hearth__import *import);
hob_status hob_hearth__write_scenes(hob_hearth__import *import, hob_error *reterr);
/* The scene that an old id means, of the manifest or of a file; then also a name. Null = none. */
const hob_hearth__scene *hob_hearth__scene_by_id(const hob_hearth__import *import, hob_str id);
const hob_hearth__scene *hob_hearth__scene_by_ref(const hob_hearth__import *import, hob_str ref);

/* Writes assets.json and decides about the paths of its files. */
hob_status hob_hearth__write_index(hob_hearth__import *import, hob_error *reterr);
hob_status hob_hearth__write_payloads(hob_hearth__import *import, hob_error *reterr);
hob_status hob_hearth__write_playtests(hob_hearth__import *import, hob_error *reterr);
/* Pictures, sounds, scripts, notes (hearth_copies.c). */
hob_status hob_hearth__write_copies(hob_hearth__import *import, hob_error *reterr);

#endif
