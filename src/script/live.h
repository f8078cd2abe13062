/* Live things that scripts hold: what a proxy of either machine stands for, and how it is read and
 * written.
 *
 * A live is a place, not a copy: an object of the API (ctx, ctx.input, an entity handle, a timer
 * handle), a component, a group of fields inside one, or a list or map inside a field, in an
 * entity's tags or in its vars. There is one a place and machine; the machine's proxy embeds it,
 * anchors it as long as the entity is there and links it into the entity's record. When the entity
 * is freed, `e` becomes null and the machine gives the proxy the last data as plain values of its
 * own.
 *
 * All of it lies in the session's region. Writes follow the border table of the spec (hob 7): wrong
 * types and numbers that are not finite are refused and the old value stays. */
#ifndef HOB_SCRIPT_LIVE_H
#define HOB_SCRIPT_LIVE_H

#include "world/world.h"

struct hob_api_family;

typedef enum hob_live_kind {
    HOB_LIVE_OBJECT,    /* an object whose members stand in a family of the API table */
    HOB_LIVE_COMPONENT, /* a component */
    HOB_LIVE_STRUCT,    /* fields inside a component: position */
    HOB_LIVE_VALUE,     /* a list or map: in a field, in tags or vars, or inside another one */
} hob_live_kind;

typedef enum hob_live_root {
    HOB_ROOT_FIELD,
    HOB_ROOT_TAGS,
    HOB_ROOT_VARS,
    HOB_ROOT_KEYS,
    HOB_ROOT_INSIDE
} hob_live_root;

/* What every read touches stands first. */
typedef struct hob_live {
    hob_entity_data *e;       /* null: belongs to none, or was freed */
    hob_component *component; /* COMPONENT, STRUCT, VALUE in a field; ctx: its Script */
    uint64_t born;            /* the component's number: rows are used again */
    const void *shape;        /* the machine's: names of the members to their places */
    void *hot;                /* the machine's: the member read last that is anchored, or null */
    union {
        const hob_field *fields; /* COMPONENT, STRUCT: table of the members; VALUE: null */
        const struct hob_api_family *family; /* OBJECT */
    };
    const hob_field *top; /* STRUCT, VALUE in a field: the component's own field that it lies in */
    uint32_t offset;      /* STRUCT: from the component's data */
    uint8_t kind;         /* hob_live_kind */
    uint8_t root;         /* hob_live_root; VALUE: where it begins */
    bool by_key;          /* VALUE inside: step from the parent is `key`, else `index` (from 0) */
    uint8_t hot_at;       /* its place; 255 = none */

    void *members;           /* the machine's: what it anchors by place, or null */
    const hob_field *field;  /* STRUCT, VALUE: the entry that describes it; null: any data (vars) */
    hob_entity entity;       /* HOB_NO_ENTITY: belongs to none */
    hob_text *slot;          /* of the component, to find it again when it was replaced */
    struct hob_live *parent; /* STRUCT, VALUE: what it lies in; only valid while `e` is there */
    struct hob_live *next;   /* of the entity's record, in order of making */
    uint32_t index;
    hob_text *key;
    uint64_t number; /* OBJECT: its own: timer, effect, seat + 1, camera entity; else 0 */
} hob_live;

/* A value that stands for a live thing, inside the script floor only: arguments, results. Never
 * stored. */
#define HOB_TAG_LIVE ((hob_tag)64)
hob_value hob_live_as_value(hob_live *live);
hob_live *hob_live_of_value(hob_value v); /* null when it is none */

/* ---- where it is; null when it is gone ---- */
hob_component *hob_live_component(hob_live *live);
void *hob_live_struct(hob_live *live); /* COMPONENT, STRUCT: what offsets of `fields` count from */
hob_value *hob_live_value(hob_live *live);
/* The code slot of a ctx, null when its Script was taken off. */
hob_code_slot *hob_live_code(hob_live *live);

/* ---- reading ---- */
typedef enum hob_read_kind {
    HOB_READ_VALUE,  /* `value` holds it; texts are borrowed */
    HOB_READ_STRUCT, /* `field`: a group of fields, show a STRUCT */
    HOB_READ_LIST,   /* show a VALUE */
    HOB_READ_MAP,
    HOB_READ_NAME, /* of an enum: `name` */
} hob_read_kind;
typedef struct hob_read {
    hob_read_kind kind;
    hob_value value;
    const char *name;
} hob_read;
/* A member of a COMPONENT or STRUCT. */
hob_read hob_live_read_field(void *of_struct, const hob_field *field);
/* A member of a VALUE: by index (lists) or key (maps). Missing: ABSENT. */
hob_read hob_live_read_index(hob_live *live, uint32_t index);
hob_read hob_live_read_key(hob_live *live, hob_str key);
bool hob_live_is_list(hob_live *live); /* VALUE that is a list now */
uint32_t hob_live_count(hob_live *live);
/* Everything under it as plain data in `a`: a component's shown fields, a handle's id, name and
 * tags; other objects: null. */
hob_value hob_live_copy(hob_live *live, const hob_allocator *a);
/* The same for any value: lives inside are copied too. */
hob_value hob_live_plain(hob_value v, const hob_allocator *a);

/* ---- writing; `v` is plain data or script refs and is copied into the region ---- */
HOB_NODISCARD hob_status hob_live_write_field(hob_world *world, hob_live *live,
                                              const hob_field *field, hob_value v,
                                              hob_error *reterr);
/* index == count appends; beyond it the gap is filled with copies of `v`. */
HOB_NODISCARD hob_status hob_live_write_index(hob_world *world, hob_live *live, uint32_t index,
                                              hob_value v, hob_error *reterr);
HOB_NODISCARD hob_status hob_live_write_key(hob_world *world, hob_live *live, hob_str key,
                                            hob_value v, hob_error *reterr);
HOB_NODISCARD hob_status hob_live_resize(hob_world *world, hob_live *live, uint32_t count,
                                         hob_error *reterr);
/* The whole list or map. */
HOB_NODISCARD hob_status hob_live_replace(hob_world *world, hob_live *live, hob_value v,
                                          hob_error *reterr);
HOB_NODISCARD hob_status hob_live_remove_key(hob_world *world, hob_live *live, hob_str key,
                                             hob_error *reterr);
/* FIELD_UNKNOWN with the nearest name. */
hob_status hob_live_unknown(const hob_live *live, hob_str key, hob_error *reterr);

/* "Transform.position of Player (ent_1)": for tostring and messages. */
void hob_live_describe(const hob_live *live, hob_buf *out);

/* Frees the texts of a live whose proxy is freed. */
void hob_live_done(hob_live *live, const hob_allocator *heap);

#endif
