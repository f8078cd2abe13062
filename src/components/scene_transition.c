#include "components/scene_transition.h"

#include "base/easing.h"
#include "components/complain.h"
#include "components/name_checks.h"
#include "world/feed.h"

#include <string.h>

#define MOST_SECONDS 5

static double fade_of(const hob_scene_transition *t) {
    return t->fade_seconds > 0 ? (t->fade_seconds < MOST_SECONDS ? t->fade_seconds : MOST_SECONDS)
                               : 0;
}

/* #rgb and #rrggbbaa as the #rrggbb that effects take. */
static void color_of(const hob_scene_transition *t, char ret_color[8]) {
    hob_str color = hob_text_view(t->fade_color);
    if (color.length == 4) {
        for (int i = 0; i < 3; i++) {
            ret_color[1 + 2 * i] = ret_color[2 + 2 * i] = color.data[1 + i];
        }
        ret_color[0] = '#';
    } else {
        memcpy(ret_color, color.length >= 7 ? color.data : "#000000", 7);
    }
    ret_color[7] = '\0';
}

/* The step after the request: also in the new scene. */
static void uncover(hob_world *world, hob_component *component, uint64_t number) {
    (void)component;
    const hob_time_entry *entry = hob_gametime_find(world, number);
    (void)hob_view_effect_fade(world, HOB_STR(""), entry == NULL ? 0 : entry->from,
                               HOB_EASING_LINEAR, NULL);
}

/* Still in the old scene a step later: it may fire again. */
static void ready_again(hob_world *world, hob_component *component, uint64_t number) {
    (void)world;
    (void)number;
    HOB_DATA(component, hob_scene_transition)->running = false;
}

static const hob_scene_entry *target_of(hob_world *world, const hob_scene_transition *t) {
    hob_str ref = hob_text_view(t->scene);
    return ref.length == 0 || world->outside.project == NULL
               ? NULL
               : hob_project_scene_find(world->outside.project, ref);
}

static void load(hob_world *world, hob_component *component) {
    const hob_scene_transition *t = HOB_DATA(component, const hob_scene_transition);
    const hob_scene_entry *scene = target_of(world, t);
    if (scene == NULL || !hob_world_request_scene(world, hob_str_from(scene->id), false)) {
        hob_complain_once(world, component, "scene",
                          scene == NULL ? "names no scene; it stays here."
                                        : "gives way: another scene was asked for already.");
    }
    if (hob_gametime_native(world, component, false, 0, ready_again) == 0) {
        HOB_DATA(component, hob_scene_transition)->running = false;
    }
}

/* The view is covered. */
static void covered(hob_world *world, hob_component *component, uint64_t number) {
    double seconds = fade_of(HOB_DATA(component, const hob_scene_transition));
    (void)number;
    (void)hob_gametime_engine(world, HOB_SCOPE_SESSION, 0, seconds, uncover, NULL);
    load(world, component);
}

static void begin(hob_world *world, hob_component *component) {
    hob_scene_transition *t = HOB_DATA(component, hob_scene_transition);
    char color[8];
    if (t->running || world->leaving) {
        return;
    }
    if (target_of(world, t) == NULL) {
        hob_complain_once(world, component, "scene", "names no scene; it stays here.");
        return;
    }
    t->running = true;
    hob_signal(world, component, "started", HOB_HOOK_COUNT, NULL, 0);
    if (!hob_component_works(component)) {
        return;
    }
    double seconds = fade_of(t);
    if (seconds == 0 || hob_gametime_native(world, component, false, seconds, covered) == 0) {
        load(world, component);
        return;
    }
    color_of(t, color);
    (void)hob_view_effect_fade(world, hob_str_from(color), seconds, HOB_EASING_LINEAR, NULL);
}

static void collide(hob_world *world, hob_component *component, uint64_t other) {
    (void)other;
    if (HOB_DATA(component, const hob_scene_transition)->trigger == HOB_TRANSITION_OVERLAP) {
        begin(world, component);
    }
}

static void interact(hob_world *world, hob_component *component, uint64_t by) {
    (void)by;
    if (HOB_DATA(component, const hob_scene_transition)->trigger == HOB_TRANSITION_INTERACT) {
        begin(world, component);
    }
}

static void hash(hob_world *world, hob_component *component, hob_hash *out) {
    (void)world;
    hob_feed_bool(out, HOB_DATA(component, const hob_scene_transition)->running);
}

/* ---- the table ---- */

static bool waits_for_interaction(const void *of_struct) {
    return ((const hob_scene_transition *)of_struct)->trigger == HOB_TRANSITION_INTERACT;
}

static const char *const trigger_names[] = {"overlap", "interact", NULL};

#define S hob_scene_transition
static const hob_field fields[] = {
    {HOB_AT(S, scene, "scene", TEXT), .flags = HOB_FIELD_STATIC,
     .doc = "Where it leads, by id or name."},
    {HOB_AT(S, trigger, "trigger", ENUM), .flags = HOB_FIELD_STATIC, .names = trigger_names,
     .doc = "Whether a touch is enough, or its Interactable must be used."},
    {HOB_AT(S, fade_seconds, "fadeSeconds", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN,
     .max = MOST_SECONDS, .unit = "s", .doc = "Time to cover the view, and again to clear it."},
    {HOB_AT(S, fade_color, "fadeColor", COLOR), .flags = HOB_FIELD_STATIC,
     .default_json = "\"#000000\"", .doc = "Colour that covers the view."},
    HOB_FIELDS_END,
};
#undef S

static const hob_need needs[] = {
    {.kind = HOB_NEED_SIBLING,
     .name = "Interactable",
     .when = waits_for_interaction,
     .because = "trigger is interact"},
    {.name = NULL},
};

static const hob_signal_type signals[] = {
    {"started", "", "It was triggered; the fade and the scene come next."},
    {NULL, NULL, NULL},
};

static void check(hob_check *checks, const hob_check__entity *entity, const hob_check__part *part) {
    (void)entity;
    hob_check_scene(checks, part, "scene");
}

const hob_component_type hob_scene_transition_type = {
    .name = "SceneTransition",
    .doc = "Leads to another scene when it is touched or used.",
    .size = sizeof(hob_scene_transition),
    .fields = fields,
    .signals = signals,
    .needs = needs,
    .collide = collide,
    .interact = interact,
    .hash = hash,
    .check = check,
};
