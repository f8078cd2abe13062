/* Which fields of the world belong to one scene, and how they change places. */
#include "world/scene_stack.h"

#include "world/internal.h"

#include <string.h>

typedef enum base { OF_WORLD, OF_ENTITIES, OF_DEATHS } base;

typedef struct part {
    base base;
    size_t offset, size;
} part;

#define PART(member) \
    { OF_WORLD, offsetof(hob_world, member), sizeof(((hob_world *)0)->member) }
#define STORED(member)                                          \
    {                                                           \
        OF_ENTITIES, offsetof(struct hob_entity_store, member), \
            sizeof(((struct hob_entity_store *)0)->member)      \
    }
#define DYING(member)                                       \
    {                                                       \
        OF_DEATHS, offsetof(struct hob_death_list, member), \
            sizeof(((struct hob_death_list *)0)->member)    \
    }

/* Every field of a scene. Not here, because they are the session's or shared: clocks, streams but
 * the scene's own, pools, limits' counts, stores, input, sound, event counts. */
static const part parts[] = {
    PART(elapsed),
    PART(scene_id),
    PART(scene_name),
    PART(scene_first_frame),
    PART(scene_settings),
    PART(shake_stream),
    PART(code_slots),
    PART(event_slots),
    PART(collide_slots),
    PART(starts),
    PART(control_list),
    PART(turn_list),
    PART(schedules),
    PART(warned),
    PART(shut_files),
    PART(contacts),
    PART(drains),
    PART(events.subscriptions),
    PART(events.count),
    PART(events.cap),
    PART(events.removed_count),
    PART(time.entries),
    PART(time.count),
    PART(time.cap),
    PART(time.active_count),
    PART(time.spent_count),
    PART(view.effects),
    PART(view.count),
    PART(view.cap),
    PART(view.shake_x),
    PART(view.shake_y),
    PART(view.zoom_factor),
    PART(view.waica_x),
    PART(view.waica_y),
    PART(view.flash_alpha),
    PART(view.fade_level),
    PART(view.flash_color),
    PART(view.fade_color),
    PART(view.fade),
    PART(view.flash),
    PART(view.solo),
    PART(view.solo_camera),
    PART(view.request),
    PART(view.request_camera),
    PART(ui.hovered),
    PART(ui.pressed),
    PART(ui.focused),
    PART(ui.pieces.shown),
    PART(ui.pieces.shown_count),
    PART(ui.pieces.shown_cap),
    PART(ui.pieces.anchored),
    PART(ui.pieces.anchored_count),
    PART(ui.pieces.anchored_cap),
    PART(sound.below),
    STORED(live_count),
    STORED(order),
    STORED(ids),
    STORED(names),
    DYING(items),
    DYING(count),
    DYING(cap),
    DYING(hooks_done),
    DYING(noted),
    DYING(has_noted),
};

typedef struct column_part {
    uint32_t count;
    hob_order order;
} column_part;

/* One a depth, made at the first push to it and kept: an emptied scene's lists serve the next. */
struct hob_shelf {
    uint64_t steps; /* of game time at the push: what has passed since does not count below */
    column_part *columns;
    char *bytes; /* of the parts, one after the other */
};

static void exchange_bytes(void *a, void *b, size_t size) {
    char *left = a, *right = b;
    for (size_t i = 0; i < size; i++) {
        char kept = left[i];
        left[i] = right[i];
        right[i] = kept;
    }
}

static void exchange(hob_world *world, struct hob_shelf *shelf) {
    char *const bases[] = {
        [OF_WORLD] = (char *)world,
        [OF_ENTITIES] = (char *)world->entities,
        [OF_DEATHS] = (char *)world->deaths,
    };
    char *at = shelf->bytes;
    for (size_t i = 0; i < HOB_COUNT(parts); i++) {
        exchange_bytes(bases[parts[i].base] + parts[i].offset, at, parts[i].size);
        at += parts[i].size;
    }
    for (size_t i = 0; i < world->column_count; i++) {
        exchange_bytes(&world->columns[i].count, &shelf->columns[i].count, sizeof(uint32_t));
        exchange_bytes(&world->columns[i].order, &shelf->columns[i].order, sizeof(hob_order));
    }
}

static struct hob_shelf *make_shelf(hob_world *world) {
    size_t size = 0;
    for (size_t i = 0; i < HOB_COUNT(parts); i++) {
        size += parts[i].size;
    }
    struct hob_shelf *shelf = hob_region_alloc_zero(world->region, sizeof *shelf);
    shelf->bytes = hob_region_alloc_zero(world->region, size);
    shelf->columns =
        hob_region_alloc_zero(world->region, world->column_count * sizeof *shelf->columns);
    return shelf;
}

/* What belongs to the session lies in lists beside what belongs to the scene, and changes over. */
typedef struct carried {
    hob_time_entry *entries;
    hob_shown_piece *pieces;
    uint32_t entry_count, piece_count;
} carried;

static carried take_carried(hob_world *world) {
    carried taken = {0};
    hob_gametime__take_session(world, &taken.entries, &taken.entry_count);
    hob_pieces *pieces = &world->ui.pieces;
    taken.pieces = hob_arena_alloc(world->outside.scratch,
                                   (size_t)(pieces->shown_count + 1) * sizeof *taken.pieces);
    uint32_t left = 0;
    for (uint32_t i = 0; i < pieces->shown_count; i++) {
        if (pieces->shown[i].scope == (int32_t)HOB_SCOPE_SESSION) {
            taken.pieces[taken.piece_count++] = pieces->shown[i];
        } else {
            pieces->shown[left++] = pieces->shown[i];
        }
    }
    pieces->shown_count = left;
    return taken;
}

static void give_carried(hob_world *world, const carried *taken) {
    hob_gametime__put_session(world, taken->entries, taken->entry_count);
    hob_pieces *pieces = &world->ui.pieces;
    for (uint32_t i = 0; i < taken->piece_count; i++) {
        pieces->shown = hob_world_grow(world, pieces->shown, &pieces->shown_cap,
                                       pieces->shown_count + 1, sizeof *pieces->shown);
        pieces->shown[pieces->shown_count++] = taken->pieces[i];
    }
}

static void exchange_modules(hob_world *world, uint32_t depth) {
    for (size_t i = 0; i < HOB_COUNT(world->hosts); i++) {
        if (world->hosts[i] && world->hosts[i]->exchange_scene) {
            world->hosts[i]->exchange_scene(world->hosts[i], depth);
        }
    }
}

void hob_scenes_push(hob_world *world) {
    uint32_t depth = world->below_count;
    HOB_ASSERT(depth < HOB_SCENES_BELOW);
    if (!world->shelves[depth]) {
        world->shelves[depth] = make_shelf(world);
    }
    carried taken = take_carried(world);
    world->shelves[depth]->steps = world->time.steps;
    exchange(world, world->shelves[depth]);
    exchange_modules(world, depth);
    world->below_count = world->scene_depth = depth + 1;
    if (!world->schedules) {
        world->entities->names.by_name = true;
        hob_schedule__create_cache(world);
    }
    hob_view__begin_pushed(world);
    world->sound.below = world->sound.last_sound;
    give_carried(world, &taken);
}

void hob_scenes_pop(hob_world *world) {
    HOB_ASSERT(world->below_count > 0);
    uint32_t depth = world->below_count - 1;
    hob_view__begin_pushed(world); /* a fade that outlives a switch does not outlive its scene */
    carried taken = take_carried(world);
    exchange(world, world->shelves[depth]);
    exchange_modules(world, depth);
    world->below_count = world->scene_depth = depth;
    for (uint32_t i = 0; i < world->time.count; i++) {
        world->time.entries[i].held += world->time.steps - world->shelves[depth]->steps;
    }
    give_carried(world, &taken);
}

void hob_scenes_exchange(hob_world *world, uint32_t depth) {
    if (depth < world->below_count) {
        exchange(world, world->shelves[depth]);
        exchange_modules(world, depth);
        world->scene_depth = world->scene_depth == depth ? world->below_count : depth;
    }
}

void hob_scenes_undo_push(hob_world *world) {
    hob_scenes_exchange(world, world->below_count - 1);
    world->scene_depth = --world->below_count;
}

void hob_scenes_each(hob_world *world, void (*call)(hob_world *world, uint32_t depth, void *user),
                     void *user) {
    for (uint32_t depth = 0; depth < world->below_count; depth++) {
        exchange(world, world->shelves[depth]);
        world->scene_depth = depth;
        call(world, depth, user);
        world->scene_depth = world->below_count;
        exchange(world, world->shelves[depth]);
    }
    call(world, world->below_count, user);
}

/* A text of the parts, where it lies in the shelf. */
static hob_str text_at(const hob_world *world, uint32_t depth, size_t offset) {
    const char *at = world->shelves[depth]->bytes;
    for (size_t i = 0; i < HOB_COUNT(parts); i++) {
        if (parts[i].base == OF_WORLD && parts[i].offset == offset) {
            hob_text *text;
            memcpy(&text, at, sizeof text);
            return hob_text_view(text);
        }
        at += parts[i].size;
    }
    return HOB_STR("");
}

hob_str hob_scenes_id_at(const hob_world *world, uint32_t depth) {
    return text_at(world, depth, offsetof(hob_world, scene_id));
}

hob_str hob_scenes_name_at(const hob_world *world, uint32_t depth) {
    return text_at(world, depth, offsetof(hob_world, scene_name));
}
