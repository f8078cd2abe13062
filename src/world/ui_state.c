#include "world/ui_state.h"

#include "world/feed.h"

void hob_ui_hash(hob_world *world, hob_hash *hash) {
    hob_feed_entity(world, hash, world->ui.focused);
    hob_feed_entity(world, hash, world->ui.hovered);
    hob_feed_entity(world, hash, world->ui.pressed);
}
