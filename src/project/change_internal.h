/* An open change, shared by change.c (collecting) and commit.c (writing). */
#ifndef HOB_PROJECT_CHANGE_INTERNAL_H
#define HOB_PROJECT_CHANGE_INTERNAL_H

#include "project/internal.h"

typedef enum hob_change__how { HOB_CHANGE_JSON, HOB_CHANGE_PUT, HOB_CHANGE_DELETE } hob_change__how;

typedef struct hob_change__entry {
    struct hob_change__entry *next;
    const char *path; /* where the file really lies */
    hob_change__how how;
    bool existed;        /* before the change */
    bool is_changed;     /* decided at commit */
    bool is_hidden;      /* the engine's own, as those of the history: added when prepared */
    uint32_t mode;       /* permission bits of the old file */
    yyjson_mut_doc *doc; /* JSON */
    hob_buf content;     /* PUT from the start, JSON at commit */
    bool temp_written;
} hob_change__entry;

/* Ids that are taken in one file, so that many new ones do not each walk the file. */
typedef struct hob_change__taken {
    struct hob_change__taken *next;
    const char *prefix, *container; /* container null = the project */
    hob_names names;
} hob_change__taken;

struct hob_change {
    hob_project *project;
    void *lock;
    hob_arena arena;
    hob_change__entry *first, *last;
    hob_change__taken *taken;
    hob_allocator watched; /* of the documents: remembers that it ran out */
    bool ran_out;
    bool wants_hash;                 /* of the project after the commit */
    bool travels;                    /* takes an entry of the history back, or does one again */
    hob_buf spare;                   /* canonical text of a file while it is compared or checked */
    hob_json checked;                /* of hob_change_check */
    hob_project__manifest *manifest; /* what the changed hob.json and assets.json mean */
    hob_project__index *index;
};

hob_change__entry *hob_change__find(hob_change *change, const char *path);
hob_status hob_change__add(hob_change *change, const char *path, hob_change__how how,
                           hob_change__entry **ret_entry, hob_error *reterr);
/* The mutable document of a file, made on first use. */
hob_status hob_change__edit(hob_change *change, const char *path, hob_change__entry **ret_entry,
                            hob_error *reterr);
/* The tree of a JSON file as it is before the change; null when there is none. */
hob_status hob_change__old_tree(hob_change *change, const char *path, yyjson_val **ret_root,
                                hob_error *reterr);
/* Whether two trees say the same, order of keys included; null is like nothing else. */
bool hob_change__same(yyjson_val *old, yyjson_mut_val *edited);

#endif
