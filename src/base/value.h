/* hob_value: data whose shape is only known when it runs: script params and vars, event payloads,
 * lists and maps of component fields, command parameters and results.
 *
 * Values are trees with one owner: lists and maps are never shared, texts are (counted). Everything
 * in a value that is stored in play state is allocated from the session's region; temporary ones
 * (arguments, results) from an arena's allocator. hob_value_copy moves between the two. Numbers are
 * doubles. Map order is insertion order.
 *
 * Out of memory: an allocator with a guard never returns null, so none of this fails. With any
 * other, functions that make a value return ABSENT (with nothing left allocated), and functions
 * that change a container return false, leave it as it was and free the value that was handed over.
 */
#ifndef HOB_BASE_VALUE_H
#define HOB_BASE_VALUE_H

#include "base/hash.h"
#include "base/text.h"

typedef enum hob_tag {
    HOB_TAG_NULL = 0,
    HOB_TAG_ABSENT, /* an omitted argument, a missing key: JavaScript undefined, Lua nil */
    HOB_TAG_BOOL,
    HOB_TAG_NUMBER,
    HOB_TAG_TEXT,
    HOB_TAG_LIST,
    HOB_TAG_MAP,
    HOB_TAG_ENTITY, /* hob_entity bits; a handle in scripts */
    HOB_TAG_SCRIPT, /* function, thread or object of a script machine: hob_script_ref */
} hob_tag;

/* A thing that lives in a script machine. `serial` is given by the machine's host in order of first
 * crossing. */
typedef struct hob_script_ref {
    uint32_t index;        /* slot in the host's reference table */
    uint32_t kind : 8;     /* 1 function, 2 thread, 3 object */
    uint32_t language : 8; /* hob_language of world/script_host.h */
} hob_script_ref;

typedef struct hob_value {
    hob_tag tag;
    union {
        bool boolean;
        double number;
        hob_text *text;
        struct hob_list *list;
        struct hob_map *map;
        uint64_t entity;
        hob_script_ref script;
    } as;
} hob_value;

typedef struct hob_list {
    uint32_t count, cap;
    uint32_t revision; /* +1 at every change below this list or in it */
    hob_value *items;
} hob_list;

typedef struct hob_map_entry {
    hob_text *key;
    hob_value value;
} hob_map_entry;

typedef struct hob_map {
    uint32_t count, cap;
    uint32_t revision;
    uint32_t slot_count; /* 0 or a power of two */
    hob_map_entry
        *entries;    /* in insertion order; read freely, change through the functions below */
    uint32_t *slots; /* lookup of larger maps: index into entries + 1; order of iteration never
                        depends on it */
} hob_map;

#define HOB_VALUE_NULL   ((hob_value){.tag = HOB_TAG_NULL})
#define HOB_VALUE_ABSENT ((hob_value){.tag = HOB_TAG_ABSENT})
hob_value hob_value_bool(bool b);
hob_value hob_value_number(double n);
hob_value hob_value_text(const hob_allocator *a, hob_str s);
hob_value hob_value_cstr(const hob_allocator *a, const char *s);
hob_value hob_value_list(const hob_allocator *a, uint32_t cap);
hob_value hob_value_map(const hob_allocator *a, uint32_t cap);
hob_value hob_value_entity(uint64_t entity);

void hob_value_done(const hob_allocator *a,
                    hob_value *v); /* frees the tree, leaves null; script refs are the host's */
hob_value hob_value_copy(const hob_allocator *to,
                         hob_value v); /* deep; texts are copied, not kept, but for shared ones */
hob_value hob_value_detach(const hob_allocator *to,
                           hob_value v); /* shared texts too: outlives what owns them */
hob_value hob_value_keep(const hob_allocator *same,
                         hob_value v); /* deep for lists and maps; texts are kept */
bool hob_value_equal(
    hob_value a,
    hob_value b); /* numbers: NaN equals NaN, 0 differs from -0; maps in order of keys of a */
bool hob_value_is_absent(hob_value v); /* null or absent */
/* Spec hob 10, value table: numbers always as tag 3, a key as the text it is, absent as null,
 * script refs by kind only. Entities are fed as `serial` (0 when dead) tells; without it as their
 * bits. */
typedef uint64_t (*hob_entity_serial_fn)(void *user, uint64_t entity);
void hob_value_hash(hob_hash *hash, hob_value v);
void hob_value_hash_with(hob_hash *hash, hob_value v, hob_entity_serial_fn serial, void *user);

/* Lists. add, insert and set take over the value. Index past the end: HOB_VALUE_ABSENT / ignored
 * (the value is freed). The bool results are false only when there is no memory. */
hob_value hob_list_get(const hob_list *list, uint32_t index);
bool hob_list_add(const hob_allocator *a, hob_list *list, hob_value v);
bool hob_list_insert(const hob_allocator *a, hob_list *list, uint32_t index, hob_value v);
bool hob_list_set(const hob_allocator *a, hob_list *list, uint32_t index,
                  hob_value v); /* index == count appends */
void hob_list_remove(const hob_allocator *a, hob_list *list, uint32_t index);
bool hob_list_resize(const hob_allocator *a, hob_list *list,
                     uint32_t count); /* new ones are null */

/* Maps. set takes over the value and copies the key; a key that is there keeps its place. set is
 * false when there is no memory, remove when the key was missing. */
hob_value hob_map_get(const hob_map *map, hob_str key); /* ABSENT when missing */
hob_value *hob_map_find(hob_map *map,
                        hob_str key); /* null when missing; valid until the next change */
bool hob_map_set(const hob_allocator *a, hob_map *map, hob_str key, hob_value v);
/* Appends a key that is known to be new; takes over both. False: no memory, both are freed. */
bool hob_map_append(const hob_allocator *a, hob_map *map, hob_text *key, hob_value v);
bool hob_map_remove(const hob_allocator *a, hob_map *map, hob_str key);
void hob_map_clear(const hob_allocator *a, hob_map *map);

/* Convenience readers on any value: default when the value is not of that kind or the key is
 * missing. */
hob_value hob_value_get(hob_value map, const char *key);
double hob_value_get_number(hob_value map, const char *key, double missing);
bool hob_value_get_bool(hob_value map, const char *key, bool missing);
hob_str hob_value_get_str(hob_value map, const char *key, const char *missing);
hob_str hob_value_str(hob_value v); /* empty view when not a text */

/* JSON text, compact or pretty (two spaces). NaN and infinities become null; script refs become
 * null; absent members are left out, absent elements are null; entities are written by
 * `entity_json` (null: null is written). False when lists and maps are nested more than
 * HOB_VALUE_MAX_DEPTH deep, or out of memory. */
#define HOB_VALUE_MAX_DEPTH 64
typedef void (*hob_entity_json_fn)(void *user, uint64_t entity, hob_buf *out);
bool hob_value_write_json(hob_buf *out, hob_value v, bool pretty, hob_entity_json_fn entity_json,
                          void *user);
/* Lenient reading of JSON text that scripts stored (save data): the last of equal keys wins,
 * inexact numbers round. JSON_ codes with line and column; JSON_DEPTH beyond HOB_VALUE_MAX_DEPTH.
 * For files use base/json.h. */
HOB_NODISCARD hob_status hob_value_parse_json(const hob_allocator *a, hob_str text,
                                              hob_value *ret_value, hob_error *reterr);

#endif
