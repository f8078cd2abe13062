/* The state hash: 13 blocks, each a contributor in one table (spec hob 10). */
#include "world/state_hash.h"

#include "schema/read.h"
#include "world/feed.h"
#include "world/internal.h"
#include "world/scene_stack.h"

#include <string.h>

#define HASH_VERSION 1

static uint64_t serial_of(void *user, uint64_t entity) {
    const hob_entity_data *e = hob_entity_live(user, entity);
    return e ? e->serial : 0;
}

void hob_world_hash_value(hob_world *world, hob_hash *hash, hob_value v) {
    hob_value_hash_with(hash, v, serial_of, world);
}

/* ---- 1, 2 ---- */

static void feed_head(hob_world *world, hob_hash *hash) {
    hob_hash_u32(hash, HASH_VERSION);
    hob_feed_int(hash, world->frame);
    hob_feed_int(hash, world->outside.manifest->settings.fixed_timestep);
    hob_feed_number(hash, world->elapsed);
    hob_feed_bool(hash, world->paused);
    hob_feed_list(hash, world->below_count + 1); /* the scene stack, bottom first */
    for (uint32_t i = 0; i < world->below_count; i++) {
        hob_feed_str(hash, hob_scenes_id_at(world, i));
    }
    hob_feed_text(hash, world->scene_id);
    hob_feed_bool(hash, world->request.noted);
    if (world->request.noted) {
        hob_feed_int(hash, world->request.kind);
        hob_feed_text(hash, world->request.scene);
    }
}

static void feed_streams(hob_world *world, hob_hash *hash) {
    hob_feed_int(hash, world->seed);
    hob_feed_int(hash, world->random.state);
    hob_feed_int(hash, world->shake_stream.state);
    hob_feed_int(hash, (int64_t)world->next_serial);
    hob_feed_int(hash, (int64_t)world->next_runtime_id);
}

/* ---- 10 ---- */

static uint64_t static_hash(hob_world *world, hob_component *c) {
    if (c->static_dirty) {
        hob_hash hash;
        hob_hash_init(&hash);
        hob_fields_hash_with(c->type->fields, c + 1, true, &hash, serial_of, world);
        c->static_hash = hob_hash_end(&hash);
        c->static_dirty = false;
    }
    return c->static_hash;
}

static void feed_timers(hob_world *world, hob_hash *hash, const hob_code_slot *slot) {
    (void)world;
    for (uint32_t i = 0; i < slot->timer_count; i++) {
        const hob_timer *t = &slot->timers[i];
        if (!t->cancelled) {
            hob_feed_int(hash, t->number);
            hob_feed_bool(hash, t->repeating);
            hob_feed_number(hash, t->remaining);
            hob_feed_number(hash, t->interval);
        }
    }
    hob_feed_bool(hash, false); /* ends the timers */
    for (uint32_t i = 0; i < slot->tween_count; i++) {
        const hob_tween *t = &slot->tweens[i];
        if (!t->cancelled) {
            hob_feed_int(hash, t->number);
            hob_feed_number(hash, t->from);
            hob_feed_number(hash, t->to);
            hob_feed_number(hash, t->elapsed);
            hob_feed_number(hash, t->duration);
            hob_feed_int(hash, t->easing);
            hob_feed_text(hash, t->path);
        }
    }
    hob_feed_bool(hash, true);
}

static void feed_code(hob_world *world, hob_hash *hash, const hob_code_slot *slot) {
    hob_feed_bool(hash, slot->started);
    hob_feed_bool(hash, slot->disabled);
    hob_feed_bool(hash, slot->keep_timers);
    hob_feed_bool(hash, slot->budget_failed);
    hob_feed_int(hash, slot->errors_in_row);
    feed_timers(world, hash, slot);
}

static void feed_component(hob_world *world, hob_hash *hash, hob_component *c) {
    hob_feed_text(hash, c->slot);
    hob_feed_bool(hash, c->inert);
    hob_hash_u64(hash, static_hash(world, c));
    hob_fields_hash_with(c->type->fields, c + 1, false, hash, serial_of, world);
    if (c->type->hash) {
        c->type->hash(world, c, hash);
    }
    if (c->code) {
        feed_code(world, hash, c->code);
    }
}

/* vars and new ctx keys: Lua's lie in the entity, other machines keep their own. */
static void feed_own(hob_world *world, hob_hash *hash, hob_entity_data *e, hob_value own,
                     bool keys) {
    bool is_fed = own.tag == HOB_TAG_MAP && own.as.map->count > 0;
    if (is_fed) {
        hob_world_hash_value(world, hash, own);
    }
    for (size_t i = 0; i < HOB_COUNT(world->hosts); i++) {
        hob_script_host *host = world->hosts[i];
        if (host && host->hash_own) {
            is_fed = host->hash_own(host, e, keys, hash) || is_fed;
        }
    }
    if (!is_fed) {
        hob_world_hash_value(world, hash, HOB_VALUE_NULL);
    }
}

static void feed_entity(hob_world *world, hob_hash *hash, hob_entity_data *e) {
    hob_hash_u64(hash, e->serial);
    hob_feed_text(hash, e->id);
    hob_feed_text(hash, e->name);
    hob_feed_entity(world, hash, e->parent);
    hob_feed_bool(hash, e->enabled);
    hob_feed_bool(hash, e->visible);
    hob_feed_bool(hash, e->paused);
    hob_feed_int(hash, e->owner);
    hob_world_hash_value(world, hash, e->tags);
    hob_world_hash_value(world, hash, e->wires);
    feed_own(world, hash, e, e->vars, false);
    feed_own(world, hash, e, e->ctx_keys, true);
    hob_feed_int(hash, e->next_timer_number);
    hob_feed_int(hash, e->slot_count - e->removed_count);
    for (uint32_t i = 0; i < e->slot_count; i++) {
        if (e->slots[i].component && !e->slots[i].component->removed) {
            feed_component(world, hash, e->slots[i].component);
        }
    }
}

static void feed_scene(hob_world *world, hob_hash *hash) {
    const hob_order *order = &world->entities->order;
    hob_feed_int(hash, world->entities->live_count);
    for (uint32_t i = 0; i < order->count; i++) {
        hob_entity_data *e = order->items[i].item;
        if (e && !e->dead) {
            feed_entity(world, hash, e);
        }
    }
    hob_feed_int(hash, world->deaths->count); /* deaths that wait for phase 21 */
    hob_drains_hash(world, hash);
    hob_world_hash_value(world, hash, world->shut_files);
}

uint64_t hob_entity_hash(hob_world *world, hob_entity_data *e) {
    hob_hash hash;
    hob_hash_init(&hash);
    feed_entity(world, &hash, e);
    return hob_hash_end(&hash);
}

/* ---- 11 ---- */

static void feed_record(hob_world *world, hob_hash *hash, const hob_contact *record) {
    hob_feed_entity(world, hash, record->a);
    hob_feed_entity(world, hash, record->b);
    hob_feed_text(hash, record->collider_a->slot);
    hob_feed_text(hash, record->collider_b->slot);
    hob_feed_number(hash, record->normal_x);
    hob_feed_number(hash, record->normal_y);
    hob_feed_bool(hash, record->trigger);
    hob_feed_bool(hash, record->interested_a);
    hob_feed_bool(hash, record->interested_b);
    hob_feed_bool(hash, record->physical);
    hob_feed_bool(hash, record->crossed);
}

static void feed_told(hob_hash *hash, const hob_told_list *list) {
    hob_feed_list(hash, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        const hob_told *told = &list->items[i];
        hob_hash_u64(hash, told->low.serial);
        hob_hash_u64(hash, told->high.serial);
        hob_feed_text(hash, told->low.slot);
        hob_feed_text(hash, told->high.slot);
        hob_feed_bool(hash, told->low.told);
        hob_feed_bool(hash, told->high.told);
    }
}

static void feed_contacts(hob_world *world, hob_hash *hash) {
    const hob_contacts *contacts = &world->contacts;
    hob_feed_list(hash, contacts->count);
    for (uint32_t i = 0; i < contacts->count; i++) {
        feed_record(world, hash, &contacts->records[i]);
    }
    feed_told(hash, &contacts->pairs);
    feed_told(hash, &contacts->collider_pairs);
}

/* ---- 10 of all scenes ---- */

/* Blocks 5 to 11 tell of the running scene; what a scene below has of them is told with it. */
static void feed_scene_at(hob_world *world, uint32_t depth, void *user) {
    hob_hash *hash = user;
    feed_scene(world, hash);
    if (depth < world->below_count) {
        hob_feed_number(hash, world->elapsed);
        hob_feed_int(hash, world->shake_stream.state);
        hob_gametime_hash(world, hash);
        hob_events_hash(world, hash);
        hob_view_hash(world, hash);
        hob_ui_hash(world, hash);
        feed_contacts(world, hash);
    }
}

static void feed_scenes(hob_world *world, hob_hash *hash) {
    hob_scenes_each(world, feed_scene_at, hash);
}

/* ---- 12, 13 ---- */

static void feed_ledger(hob_world *world, hob_hash *hash, hob_language language) {
    hob_script_host *host = hob_code_host(world, language);
    if (host && host->hash_ledger) {
        host->hash_ledger(host, hash);
    }
}

static void feed_lua(hob_world *world, hob_hash *hash) {
    feed_ledger(world, hash, HOB_LANGUAGE_LUA);
}

static void feed_js(hob_world *world, hob_hash *hash) {
    feed_ledger(world, hash, HOB_LANGUAGE_JS);
}

/* ---- all ---- */

const hob_hash_block hob_hash_blocks[] = {
    {1, "head", feed_head},          {2, "streams", feed_streams},
    {3, "stores", hob_store_hash},   {4, "input", hob_input_hash},
    {5, "time", hob_gametime_hash},  {6, "events", hob_events_hash},
    {7, "view", hob_view_hash},      {8, "sound", hob_sound_hash},
    {9, "ui", hob_ui_hash},          {10, "scenes", feed_scenes},
    {11, "contacts", feed_contacts}, {12, "lua", feed_lua},
    {13, "javascript", feed_js},     {0, NULL, NULL},
};

void hob_world_hash(hob_world *world, bool parts, hob_state_hash *ret_hash) {
    *ret_hash = (hob_state_hash){0};
    hob_hash all;
    hob_hash_init(&all);
    for (const hob_hash_block *block = hob_hash_blocks; block->name; block++) {
        hob_hash_u8(&all, block->number);
        block->feed(world, &all);
        if (block->number == 11) {
            ret_hash->world = hob_hash_end(&all);
        }
        if (parts) {
            hob_hash own;
            hob_hash_init(&own);
            hob_hash_u8(&own, block->number);
            block->feed(world, &own);
            ret_hash->blocks[block->number] = hob_hash_end(&own);
        }
    }
    ret_hash->all = hob_hash_end(&all);
}
