/* The command that makes the actors most games begin with: prefabs whose layers and masks fit each
 * other (spec waica 1.6). Nothing that exists is ever written over. */
#include "command/edit.h"

#include <string.h>

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field layer_field = {
    .name = "", .type = HOB_FIELD_TEXT, .doc = "Layer, or * for all."};

static const char *const kinds[] = {"player", "enemy", "collectible", "hazard", "projectile", NULL};
static const char *const styles[] = {"platformer", "topdown", NULL};

/* Who is on which layer and meets whom. Whatever hurts or is collected trusts its mask: it does not
 * look again at who the other one is. */
typedef struct policy {
    const char *kind, *layer, *mask, *tag;
} policy;
static const policy policies[] = {
    {"player", "player", "*", "player"},
    {"enemy", "enemy", "player", "enemy"},
    {"collectible", "collectible", "player", "collectible"},
    {"hazard", "enemy", "player", "hazard"},
    {"projectile", "projectile", "enemy", "projectile"},
};
_Static_assert(HOB_COUNT(policies) + 1 == HOB_COUNT(kinds), "one row a kind");

/* What it is made of; layer and mask are put into its Collider. */
typedef struct body {
    const char *kind, *style; /* null: any style */
    const char *components;
} body;
static const body bodies[] = {
    {"player", "platformer",
     "{\"SpriteRenderer\": {\"color\": \"#3498db\", \"width\": 24, \"height\": 32}, "
     "\"Collider\": {\"width\": 22, \"height\": 32}, \"PhysicsBody\": {}, "
     "\"CharacterController\": {\"mode\": \"platformer\"}, "
     "\"Health\": {\"max\": 3, \"current\": 3, \"invulnerableFrames\": 45}, \"Respawn\": {}}"},
    {"player", "topdown",
     "{\"SpriteRenderer\": {\"color\": \"#3498db\", \"width\": 24, \"height\": 24}, "
     "\"Collider\": {\"width\": 22, \"height\": 22}, \"PhysicsBody\": {\"gravityScale\": 0}, "
     "\"CharacterController\": {\"mode\": \"topDown\"}, "
     "\"Health\": {\"max\": 3, \"current\": 3, \"invulnerableFrames\": 45}, \"Respawn\": {}}"},
    {"enemy", "platformer",
     "{\"SpriteRenderer\": {\"color\": \"#e74c3c\", \"width\": 28, \"height\": 22}, "
     "\"Collider\": {\"width\": 28, \"height\": 22, \"kind\": \"sensor\"}, \"Hazard\": {}, "
     "\"Health\": {\"max\": 1, \"current\": 1, \"deathAction\": \"destroy\"}}"},
    {"enemy", "topdown",
     "{\"SpriteRenderer\": {\"color\": \"#e74c3c\", \"width\": 24, \"height\": 24}, "
     "\"Collider\": {\"width\": 24, \"height\": 24, \"kind\": \"sensor\"}, "
     "\"CharacterBody\": {}, \"WanderController\": {}, "
     "\"Hazard\": {\"stompable\": false}, "
     "\"Health\": {\"max\": 2, \"current\": 2, \"deathAction\": \"destroy\"}}"},
    {"collectible", NULL,
     "{\"SpriteRenderer\": {\"shape\": \"circle\", \"color\": \"#f1c40f\", \"width\": 16, "
     "\"height\": 16}, \"Collider\": {\"shape\": \"circle\", \"radius\": 10, \"kind\": "
     "\"sensor\"}, \"Collectible\": {}}"},
    {"hazard", NULL,
     "{\"SpriteRenderer\": {\"color\": \"#9b59b6\", \"width\": 32, \"height\": 16}, "
     "\"Collider\": {\"width\": 28, \"height\": 12, \"kind\": \"sensor\"}, "
     "\"Hazard\": {\"stompable\": false}}"},
    {"projectile", NULL,
     "{\"SpriteRenderer\": {\"color\": \"#ecf0f1\", \"width\": 12, \"height\": 4}, "
     "\"Collider\": {\"width\": 12, \"height\": 4, \"kind\": \"sensor\"}, "
     "\"Velocity\": {\"velocity\": {\"x\": 320, \"y\": 0}}, \"Lifetime\": {\"seconds\": 2}, "
     "\"Hazard\": {\"stompable\": false}}"},
};

static const hob_field scaffold_params[] = {
    HOB_P("kind", ENUM, .names = kinds, .flags = HOB_FIELD_REQUIRED, .doc = "What it is."),
    HOB_P("name", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name of the prefab; left out, the kind's."),
    HOB_P("style", ENUM, .names = styles, .doc = "With gravity and jumps, or seen from above."),
    HOB_FIELDS_END};
static const hob_field scaffold_result[] = {
    HOB_P("created", BOOL, .doc = "It was made; else it was there, and is as it was."),
    HOB_P("name", TEXT, .doc = "Name of the prefab."),
    HOB_P("path", TEXT, .doc = "Its file."),
    HOB_P("asset", MAP, .element = &any_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Row of the asset index, when it was made."),
    HOB_P("layer", TEXT, .doc = "Layer that this kind is on."),
    HOB_P("collidesWith", LIST, .element = &layer_field, .doc = "Layers that it meets."),
    HOB_FIELDS_END};
static const hob_status scaffold_errors[] = {HOB_ERR_CONFLICT, HOB_ERR_PATH_INVALID, HOB_OK};

static const policy *policy_of(hob_str kind) {
    const policy *found = &policies[0];
    for (size_t i = 0; i < HOB_COUNT(policies); i++) {
        found = hob_str_is(kind, policies[i].kind) ? &policies[i] : found;
    }
    return found;
}

static const char *components_of(hob_str kind, hob_str style) {
    for (size_t i = 0; i < HOB_COUNT(bodies); i++) {
        if (hob_str_is(kind, bodies[i].kind) &&
            (bodies[i].style == NULL || hob_str_is(style, bodies[i].style))) {
            return bodies[i].components;
        }
    }
    return "{}";
}

/* The name that was given, else "Player". */
static hob_str name_of(hob_command_call *call) {
    hob_str kind = hob_call_str(call, "kind");
    if (hob_call_given(call, "name")) {
        return hob_call_str(call, "name");
    }
    char *name = hob_arena_text(call->arena, kind.data, kind.length);
    name[0] = (char)(name[0] - 'a' + 'A');
    return (hob_str){name, kind.length};
}

static yyjson_mut_val *make_components(hob_edit *payload, const policy *p) {
    hob_command_call *call = payload->call;
    hob_value parsed = HOB_VALUE_NULL;
    const char *text = components_of(hob_call_str(call, "kind"), hob_call_str(call, "style"));
    if (hob_value_parse_json(&call->arena->as_allocator, hob_str_from(text), &parsed, NULL) !=
        HOB_OK) {
        parsed = hob_command__map(call); /* the table is written right */
    }
    yyjson_mut_val *components = hob_edit__value(payload, parsed);
    yyjson_mut_val *collider = hob_edit__object_in(payload, components, "Collider");
    hob_edit__set_text(payload, collider, "layer", hob_str_from(p->layer));
    hob_edit__add(payload, hob_edit__list_in(payload, collider, "collidesWith"),
                  hob_edit__text(payload, hob_str_from(p->mask)));
    /* Points count where the game has them. */
    yyjson_mut_val *counts = yyjson_mut_obj_get(components, "Collectible");
    hob_value declared = hob_value_get(hob_project_manifest(call->project)->game_state, "points");
    if (counts != NULL && !hob_str_is(hob_value_get_str(declared, "type", ""), "number")) {
        hob_edit__set_text(payload, counts, "state", HOB_STR(""));
    }
    return components;
}

static void write_payload(hob_edit *payload, hob_str name, const policy *p) {
    hob_edit__set_text(payload, payload->root, "name", name);
    yyjson_mut_val *entity = hob_edit__object(payload);
    hob_edit__set_text(payload, entity, "id", HOB_STR("pfe_1"));
    hob_edit__set_text(payload, entity, "name", name);
    hob_edit__add(payload, hob_edit__list_in(payload, entity, "tags"),
                  hob_edit__text(payload, hob_str_from(p->tag)));
    hob_edit__set(payload, entity, HOB_STR("components"), make_components(payload, p));
    hob_edit__add(payload, hob_edit__list_in(payload, payload->root, "entities"), entity);
}

static hob_status run_scaffold(hob_command_call *call, hob_error *reterr) {
    const policy *p = policy_of(hob_call_str(call, "kind"));
    hob_str name = name_of(call);
    const char *path = hob_edit__slug_path(call, "prefabs", name, ".prefab.json"), *id;
    hob_value row, mask = hob_command__list(call), metadata = hob_command__map(call);
    hob_edit payload;
    hob_command__add(call, mask, hob_command__text(call, hob_str_from(p->mask)));
    hob_call_set_bool(call, "created", false);
    hob_call_set_str(call, "name", name);
    hob_call_set_text(call, "path", path);
    hob_call_set_text(call, "layer", p->layer);
    hob_call_set(call, "collidesWith", mask);
    if (hob_change_exists(call->change, path)) {
        return HOB_OK;
    }
    hob_command__put_number(call, metadata, "entityCount", 1);
    hob_status status =
        hob_edit__new_asset(call, "prefab", name, path, metadata, &id, &row, reterr);
    if (status == HOB_OK) {
        status = hob_edit__create(call, path, &payload, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    write_payload(&payload, name, p);
    hob_call_set_bool(call, "created", true);
    hob_call_set(call, "asset", row);
    hob_call_suggest(call, "hob prefab place \"%.*s\" SCENE --position 0,0",
                     hob_command__shown(name), name.data);
    return HOB_OK;
}

const hob_command hob_scaffold_commands[] = {
    {.name = "scaffold",
     .summary = "Makes a prefab of a player, enemy, collectible, hazard or projectile to begin "
                "with; what exists is left alone.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = scaffold_params,
     .result = scaffold_result,
     .errors = scaffold_errors,
     .example_json = "{\"kind\": \"player\", \"style\": \"topdown\"}",
     .run = run_scaffold,
     .cli = "scaffold <kind> [name]"},
    {.name = NULL}};
