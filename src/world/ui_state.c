#include "world/ui_state.h"

#include "world/feed.h"
#include "world/state_hash.h"

static void feed_anchored(hob_world *world, hob_hash *hash, const hob_anchored_piece *p) {
    hob_feed_int(hash, (int64_t)p->number);
    hob_feed_text(hash, p->name);
    hob_feed_text(hash, p->html);
    hob_feed_entity(world, hash, p->entity);
    hob_feed_entity(world, hash, p->viewer);
    hob_feed_number(hash, p->frozen.x);
    hob_feed_number(hash, p->frozen.y);
    hob_feed_number(hash, p->offset.x);
    hob_feed_number(hash, p->offset.y);
    hob_feed_int(hash, (int64_t)p->timer);
    hob_feed_number(hash, p->start);
    hob_world_hash_value(world, hash, p->values);
}

static void feed_pieces(hob_world *world, hob_hash *hash, const hob_pieces *pieces) {
    hob_feed_int(hash, (int64_t)pieces->last_number);
    hob_feed_list(hash, pieces->definition_count);
    for (uint32_t i = 0; i < pieces->definition_count; i++) {
        hob_feed_text(hash, pieces->definitions[i].name);
        hob_feed_text(hash, pieces->definitions[i].html);
    }
    hob_feed_list(hash, pieces->shown_count);
    for (uint32_t i = 0; i < pieces->shown_count; i++) {
        const hob_shown_piece *p = &pieces->shown[i];
        hob_feed_text(hash, p->name);
        hob_feed_text(hash, p->html);
        hob_feed_int(hash, p->scope);
        hob_feed_bool(hash, p->visible);
        hob_feed_number(hash, p->start);
    }
    hob_feed_list(hash, pieces->anchored_count);
    for (uint32_t i = 0; i < pieces->anchored_count; i++) {
        feed_anchored(world, hash, &pieces->anchored[i]);
    }
}

void hob_ui_hash(hob_world *world, hob_hash *hash) {
    hob_feed_entity(world, hash, world->ui.focused);
    hob_feed_entity(world, hash, world->ui.hovered);
    hob_feed_entity(world, hash, world->ui.pressed);
    feed_pieces(world, hash, &world->ui.pieces);
}
