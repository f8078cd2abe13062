#include "world/sprite_renderer.h"

#include "world/world.h"

bool hob_entity_size(hob_world *world, const hob_entity_data *e, hob_vec2 *ret_size) {
    const hob_component *c = hob_component_of(e, hob_known_type(world, HOB_KNOWN_SPRITE_RENDERER));
    if (c == NULL) {
        return false;
    }
    const hob_sprite_renderer *sprite = HOB_DATA(c, const hob_sprite_renderer);
    *ret_size = (hob_vec2){sprite->width, sprite->height};
    return true;
}
