/* Who uses an asset: every place in the project's JSON files that holds its id.
 *
 * Ids of assets are unique texts, so all values are looked at, whatever their tables say of them:
 * also parameters of scripts, recorded edits of prefab instances and fields of project components
 * that have no type. Scripts and UI pieces name assets in code, which cannot be told for sure;
 * where they mention one is found as text. */
#ifndef HOB_PROJECT_REFERENCES_H
#define HOB_PROJECT_REFERENCES_H

#include "project/project.h"

typedef struct hob_reference {
    const char *file;
    const char *pointer;                 /* "/entities/3/components/SpriteRenderer/assetId" */
    int line;                            /* of a mention; else 0 */
    const char *scene;                   /* id of the scene; null elsewhere */
    const char *entity_id, *entity_name; /* null outside of entities */
    const char *component;               /* slot, or null */
    bool is_mention;                     /* in a script or UI piece: by id, name or path */
} hob_reference;

/* In the order of manifest, index, scenes, payloads, play-tests, scripts, pieces; all of it in the
 * arena, which has a guard. Files that cannot be read are passed over. */
size_t hob_references_find(hob_project *project, const hob_asset *asset, hob_arena *arena,
                           const hob_reference **ret_references);

#endif
