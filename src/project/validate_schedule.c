/* Whether the slots of an entity have an order (spec step 4). Only types that a project declares
 * can stand in the way of one. */
#include "project/check.h"

void hob_check__schedule(hob_check *check, const hob_check__entity *entity,
                         const hob_check__part *part) {
    (void)part;
    const hob_component_declarer *declarer = check->project->declarer;
    bool is_own = false;
    for (size_t i = 0; i < entity->part_count; i++) {
        is_own = is_own || entity->parts[i].type->script != NULL;
    }
    if (!is_own || !declarer || !declarer->schedule) {
        return;
    }
    hob_str *slots = hob_arena_array(check->arena, hob_str, entity->part_count);
    size_t *order = hob_arena_array(check->arena, size_t, entity->part_count), count = 0;
    for (size_t i = 0; i < entity->part_count; i++) {
        slots[i] = entity->parts[i].slot;
    }
    hob_error_list found;
    hob_error_list_init(&found, &check->arena->as_allocator);
    (void)declarer->schedule(check->project->registry, slots, entity->part_count, check->arena,
                             order, &count, &found);
    for (size_t i = 0; i < found.count; i++) {
        hob_check__report(check, &entity->components_level, NULL, found.items[i].status,
                          found.items[i].hint, "%s Nothing of it updates.", found.items[i].message);
    }
}
