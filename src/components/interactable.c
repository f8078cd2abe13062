#include "components/interactable.h"

#include "base/dmath.h"
#include "components/complain.h"
#include "components/overhead.h"
#include "components/tally.h"
#include "world/feed.h"

#define LEAST_RADIUS 8   /* px */
#define MOST_RADIUS  160 /* px */

#define ACTION HOB_STR("interact")
#define BUBBLE HOB_STR("npc-bubble")
#define LINE   HOB_STR("npc-line")
#define PROMPT HOB_STR("interact-prompt")

/* ---- pieces on it ---- */

static void close_prompt(hob_world *world, hob_interactable *i) {
    hob_piece_remove(world, i->prompt);
    i->prompt = 0;
    i->prompt_by = HOB_NO_ENTITY;
}

static void close_bubble(hob_world *world, hob_interactable *i) {
    hob_piece_remove(world, i->bubble);
    i->bubble = 0;
    i->bubble_by = HOB_NO_ENTITY;
}

/* Of all but one, which may be null. */
static void close_others(hob_world *world, hob_entity by, const hob_component *kept) {
    hob_pass pass = hob_pass_begin(world, hob_component_type_index(world, &hob_interactable_type));
    for (hob_component *c; (c = hob_pass_next(&pass)) != NULL;) {
        hob_interactable *i = HOB_DATA(c, hob_interactable);
        if (c != kept && i->prompt_by == by) {
            close_prompt(world, i);
        }
        if (c != kept && i->bubble_by == by) {
            close_bubble(world, i);
        }
    }
    hob_pass_end(&pass);
}

/* The first source, as a key cap shows it. */
static hob_str key_of(const hob_action_state *action) {
    hob_str code = hob_text_view(action->sources.items[0].text);
    static const char *const before[] = {"Key", "Digit"};
    for (size_t i = 0; i < HOB_COUNT(before); i++) {
        hob_str start = hob_str_from(before[i]);
        if (hob_str_starts(code, start) && code.length > start.length) {
            return (hob_str){code.data + start.length, code.length - start.length};
        }
    }
    return code;
}

static void show_prompt(hob_world *world, hob_component *c, const hob_entity_data *by) {
    hob_interactable *i = HOB_DATA(c, hob_interactable);
    const hob_action_state *action =
        hob_input_find_action(world, hob_entity_seat(world, by), ACTION);
    if (action == NULL || action->sources.count == 0 || !hob_piece_exists(world, PROMPT) ||
        hob_piece_find(world, i->bubble) != NULL || hob_piece_find(world, i->prompt) != NULL) {
        return;
    }
    hob_overhead_value key = {
        "key", hob_value_text(&world->outside.scratch->as_allocator, key_of(action))};
    i->prompt = hob_overhead_attach(world, c->owner, PROMPT, 0, by->self, &key, 1);
    i->prompt_by = i->prompt != 0 ? by->self : HOB_NO_ENTITY;
}

/* ---- talking ---- */

/* The game state `npcLine`, where there is such a key or one may be made. */
static void publish(hob_world *world, const hob_component *c, bool has_bubble) {
    bool is_open = world->outside.manifest->settings.open_state;
    if (has_bubble && !is_open && hob_state_find(world, HOB_STR("npcLine")) == NULL) {
        return; /* the bubble shows it; the game does without the key */
    }
    const hob_allocator *a = &world->outside.scratch->as_allocator;
    hob_text *key = hob_text_create(a, HOB_STR("npcLine"));
    hob_str line = hob_text_view(HOB_DATA(c, const hob_interactable)->line);
    hob_tally_set(world, c, key, hob_value_text(a, line));
}

static void speak(hob_world *world, hob_component *c, const hob_entity_data *by) {
    hob_interactable *i = HOB_DATA(c, hob_interactable);
    bool has_bubble = hob_piece_exists(world, BUBBLE);
    hob_overhead_value line = {
        "line", hob_value_text(&world->outside.scratch->as_allocator, hob_text_view(i->line))};
    publish(world, c, has_bubble);
    if (!hob_component_works(c) || by->dead) {
        return; /* a listener of stateChanged */
    }
    if (has_bubble) {
        close_prompt(world, i);
        close_bubble(world, i);
        i->bubble = hob_overhead_attach(world, c->owner, BUBBLE, 0, by->self, &line, 1);
        i->bubble_by = by->self;
    } else if (!hob_piece_show(world, LINE, HOB_SCOPE_SCENE) &&
               hob_world_warn_once(world, "no piece npc-line")) {
        hob_world_log(world, HOB_LOG_WARN,
                      "Interactable of \"%s\": the project has no UI piece npc-line or npc-bubble "
                      "to show its line.",
                      hob_text_cstr(c->owner->name));
    }
}

void hob_interactable_tell(hob_world *world, hob_component *interactable, hob_entity by) {
    hob_entity_data *e = interactable->owner;
    hob_value arg = hob_value_entity(by);
    if (!hob_component_works(interactable) || hob_entity_live(world, by) == NULL) {
        return;
    }
    hob_signal(world, interactable, "interacted", HOB_HOOK_COUNT, &arg, 1);
    uint32_t slots = e->slot_count;
    for (uint32_t i = 0; i < slots && !e->dead; i++) {
        hob_component *c = e->slots[i].component;
        if (c == NULL || !hob_component_works(c)) {
            continue;
        }
        if (c->type->interact != NULL) {
            c->type->interact(world, c, by);
        }
        if (c->code != NULL) {
            (void)hob_code_call_hook(world, c->code, HOB_HOOK_INTERACT, &arg, 1);
        }
    }
}

/* ---- looking ---- */

static double radius_of(const hob_interactable *i) {
    return hob_max(LEAST_RADIUS, hob_min(MOST_RADIUS, i->radius));
}

static hob_component *nearest_to(hob_world *world, const hob_entity_data *e) {
    hob_vec2 at = hob_entity_world_position(world, e);
    hob_component *nearest = NULL;
    double least = 0;
    hob_pass pass = hob_pass_begin(world, hob_component_type_index(world, &hob_interactable_type));
    for (hob_component *c; (c = hob_pass_next(&pass)) != NULL;) {
        hob_vec2 there = hob_entity_world_position(world, c->owner);
        double distance = hob_hypot(there.x - at.x, there.y - at.y);
        if (c->owner != e && distance <= radius_of(HOB_DATA(c, const hob_interactable)) &&
            (nearest == NULL || distance < least)) {
            nearest = c;
            least = distance;
        }
    }
    hob_pass_end(&pass);
    return nearest;
}

static bool is_pressed(hob_world *world, int seat) {
    const hob_action_state *action = hob_input_find_action(world, seat, ACTION);
    return action != NULL && hob_input_just_pressed(world, seat, ACTION) && !action->consumed;
}

void hob_interactable_look(hob_world *world, hob_entity_data *e) {
    if (hob_column_count(world, hob_component_type_index(world, &hob_interactable_type)) == 0) {
        return;
    }
    hob_component *nearest = nearest_to(world, e);
    int seat = hob_entity_seat(world, e);
    close_others(world, e->self, nearest);
    if (nearest == NULL) {
        if (hob_piece_is_visible(world, LINE)) {
            (void)hob_piece_hide(world, LINE);
        }
    } else if (is_pressed(world, seat)) {
        (void)hob_input_consume(world, seat, ACTION);
        speak(world, nearest, e);
        hob_interactable_tell(world, nearest, e->self);
    } else {
        show_prompt(world, nearest, e);
    }
}

/* ---- life ---- */

static void detach(hob_world *world, hob_component *c) {
    close_prompt(world, HOB_DATA(c, hob_interactable));
    close_bubble(world, HOB_DATA(c, hob_interactable));
}

static void hash(hob_world *world, hob_component *c, hob_hash *out) {
    const hob_interactable *i = HOB_DATA(c, const hob_interactable);
    hob_feed_int(out, (int64_t)i->prompt);
    hob_feed_int(out, (int64_t)i->bubble);
    hob_feed_entity(world, out, i->prompt_by);
    hob_feed_entity(world, out, i->bubble_by);
}

/* ---- the table ---- */

static const hob_field fields[] = {
    {HOB_AT(hob_interactable, line, "line", TEXT), .flags = HOB_FIELD_STATIC,
     .doc = "What it says."},
    {HOB_AT(hob_interactable, radius, "radius", NUMBER),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .min = LEAST_RADIUS, .max = MOST_RADIUS,
     .default_json = "24", .unit = "px", .doc = "From how far away it can be used."},
    HOB_FIELDS_END,
};

static const hob_signal_type signals[] = {
    {"interacted", "by", "Somebody used it or talked to it."},
    {NULL, NULL, NULL},
};

const hob_component_type hob_interactable_type = {
    .name = "Interactable",
    .doc = "Can be talked to or used by players that are near.",
    .size = sizeof(hob_interactable),
    .fields = fields,
    .flags = HOB_COMPONENT_SINGLE,
    .signals = signals,
    .detach = detach,
    .hash = hash,
};
