#include "components/overhead.h"

#include "components/sprite_renderer.h"

#define ABOVE_PICTURE 3.2 /* px */
#define ABOVE_PLACE   16  /* px */

hob_vec2 hob_overhead_offset(hob_world *world, const hob_entity_data *e) {
    const hob_component *c =
        hob_component_of(e, hob_component_type_index(world, &hob_sprite_renderer_type));
    if (c == NULL) {
        return (hob_vec2){0, -ABOVE_PLACE};
    }
    const hob_sprite_renderer *sprite = HOB_DATA(c, const hob_sprite_renderer);
    return (hob_vec2){0, sprite->offset.y - sprite->height * sprite->anchor.y - ABOVE_PICTURE};
}

uint64_t hob_overhead_attach(hob_world *world, const hob_entity_data *e, hob_str piece,
                             double seconds, hob_entity viewer, const hob_overhead_value *values,
                             size_t count) {
    if (piece.length == 0 || e->dead) {
        return 0;
    }
    const hob_allocator *a = &world->outside.scratch->as_allocator;
    hob_piece_options options = {.offset = hob_overhead_offset(world, e),
                                 .has_seconds = seconds > 0,
                                 .seconds = seconds,
                                 .viewer = viewer,
                                 .values = hob_value_map(a, (uint32_t)count)};
    for (size_t i = 0; i < count; i++) {
        hob_map_set(a, options.values.as.map, hob_str_from(values[i].name), values[i].value);
    }
    return hob_piece_attach(world, piece, e->self, &options, NULL);
}
