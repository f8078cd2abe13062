/* One validation: what its checks share. The validate_*.c files include this, and the components
 * whose type has a `check`.
 *
 * A check looks at one file, one entity or one component and reports through hob_check__report,
 * which alone knows severities (validate_codes.c). Components are looked at as they stand in the
 * file; an absent field has its table's default. Everything lies in the project's arena for checks.
 */
#ifndef HOB_PROJECT_CHECK_H
#define HOB_PROJECT_CHECK_H

#include "project/internal.h"
#include "schema/needs.h"

#include <string.h>

typedef struct hob_check__part {
    hob_str slot;
    const hob_component_type *type;
    size_t type_index;
    yyjson_val *fields;
    hob_read_level level;
} hob_check__part;

typedef struct hob_check__entity {
    hob_entity_def def; /* zero but for id and name when the entity was refused */
    bool is_whole;
    hob_read_level level, components_level;
    hob_check__part *parts; /* known types only, in slot order */
    size_t part_count;
    char *subject; /* "Entity \"Player\"" */
} hob_check__entity;

/* Who answers a contract of the scene: the first two of those with the highest rank. */
struct hob_check__contract {
    const char *name;
    hob_answer_rank rank;
    const hob_check__part *first, *second;
    const hob_check__entity *second_entity;
};

typedef struct hob_check {
    hob_project *project;
    hob_error_list *findings;
    hob_arena *arena;
    bool is_hearth;
    uint32_t rules;
    struct hob_check__folders *folders; /* listings, by folder (validate_paths.c) */
    hob_names layers;                   /* collision layers of all scenes and prefabs */
    hob_names texts;                    /* scratch index of checks that count */

    /* the file at hand */
    const hob_project__kind *kind;
    hob_reader reader;
    yyjson_val *root;
    hob_read_level entities_level;
    hob_check__entity *entities;
    size_t entity_count;
    hob_names ids;                           /* of its entities, to their index */
    struct hob_check__contract contracts[4]; /* that something answers (validate_writers.c) */
    size_t contract_count;
} hob_check;

/* ---- reporting (validate_codes.c) ---- */
/* At a level of the file at hand, and a key there (null = the level itself). */
void hob_check__report(hob_check *check, const hob_read_level *level, const char *key,
                       hob_status status, const char *hint, const char *format, ...)
    HOB_PRINTF(6, 7);
/* The same with a severity that is not the code's own. */
void hob_check__report_as(hob_check *check, const hob_read_level *level, const char *key,
                          hob_status status, hob_severity severity, const char *hint,
                          const char *format, ...) HOB_PRINTF(7, 8);
/* In a file that is no JSON, or at a known place. */
void hob_check__report_at(hob_check *check, const char *file, int line, int column,
                          hob_status status, const char *hint, const char *format, ...)
    HOB_PRINTF(7, 8);
/* An error as it came from reading. */
void hob_check__add(hob_check *check, const hob_error *error);

/* ---- files (validate_files.c) ---- */
/* Loads a JSON file; every finding of its table is reported. False when there is nothing to look
 * at. `origin` is where the file is named, for one that is missing (level in the file at hand). */
bool hob_check__open(hob_check *check, const char *path, const hob_project__kind *kind);

/* ---- paths (validate_paths.c) ---- */
typedef enum hob_check__path_state {
    HOB_PATH_RIGHT,
    HOB_PATH_MISSING,
    HOB_PATH_OTHER_CASE /* a file is there whose name differs only in case or normal form */
} hob_check__path_state;
/* `ret_real` (may be null) is the name that is there. */
hob_check__path_state hob_check__look(hob_check *check, const char *path, const char **ret_real);
/* Reports what is wrong with a path in a file; false when it is. `missing` is the code for no file.
 */
bool hob_check__path(hob_check *check, const hob_read_level *level, const char *key,
                     const char *path, hob_status missing);

/* ---- entities (validate_entities.c) ---- */
/* Reads the entities of the file at hand, checks their tables and fills check->entities. */
void hob_check__read_entities(hob_check *check);
/* Runs the table of rules over them. */
void hob_check__run_rules(hob_check *check);

/* ---- fields of components (validate_fields.c) ---- */
const hob_check__part *hob_check__find(const hob_check__entity *entity, const char *type);
/* Whether the file that is looked at has such an entity. */
bool hob_check__is_entity(const hob_check *check, hob_str id_or_name);
bool hob_check__in_family(const hob_check__part *part, const char *family);
/* The value at a dot path as it stands in the file; null when absent. */
yyjson_val *hob_check__raw(const hob_check__part *part, const char *path);
double hob_check__number(hob_check *check, const hob_check__part *part, const char *path);
bool hob_check__flag(hob_check *check, const hob_check__part *part, const char *path);
hob_str hob_check__text(hob_check *check, const hob_check__part *part, const char *path);
bool hob_check__is_trigger(hob_check *check, const hob_check__part *collider);
hob_str hob_check__str(yyjson_val *v);

/* ---- the checks, each in the file of its name ---- */
typedef struct hob_check__rule {
    const char *type; /* run for each component of it, "*" for each of any; null = once an entity */
    bool in_prefabs, in_scenes;
    void (*run)(hob_check *check, const hob_check__entity *entity, const hob_check__part *part);
} hob_check__rule;
extern const hob_check__rule hob_check__rules[]; /* validate_rules.c; ends with a null run */

void hob_check__assets_of(hob_check *check, const hob_check__entity *entity,
                          const hob_check__part *part);
void hob_check__tilemap(hob_check *check, const hob_check__entity *entity,
                        const hob_check__part *part);
/* Uniforms against the shader that they are for. */
void hob_check__shader(hob_check *check, const hob_check__entity *entity,
                       const hob_check__part *part);
void hob_check__post_shaders(hob_check *check, const hob_check__entity *entity,
                             const hob_check__part *part);
void hob_check__shaders(hob_check *check); /* all shader assets */
void hob_check__writers(hob_check *check, const hob_check__entity *entity,
                        const hob_check__part *part);
void hob_check__wires(hob_check *check); /* of all entities of the file at hand */
/* Before the rules of a scene: who answers its contracts. */
void hob_check__contracts(hob_check *check);
/* The component that answers; null when none or several do. */
const hob_check__part *hob_check__answer(hob_check *check, const char *contract);
void hob_check__schedule(hob_check *check, const hob_check__entity *entity,
                         const hob_check__part *part);

void hob_check__manifest(hob_check *check);
void hob_check__index(hob_check *check);
void hob_check__collect_layers(hob_check *check);
void hob_check__scene(hob_check *check, size_t index);
void hob_check__prefabs(hob_check *check);
void hob_check__payloads(hob_check *check, hob_project__kind_id kind_id);
void hob_check__texts(hob_check *check);
void hob_check__scripts(hob_check *check);
bool hob_check__lua_returns(hob_str text); /* validate_lua.c */
void hob_check__playtests(hob_check *check);

#endif
