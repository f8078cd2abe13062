/* SceneTransition: the way to another scene, with a fade if wanted (spec hob 4.5, waica 7.2).
 *
 * Overlap mode trusts the masks; interact mode needs an Interactable beside it. With a fade of S
 * seconds the view covers itself, S seconds of game time later the scene is asked for, and from the
 * step after that the view clears over S, whether or not the scene could be loaded. */
#ifndef HOB_COMPONENTS_SCENE_TRANSITION_H
#define HOB_COMPONENTS_SCENE_TRANSITION_H

#include "world/world.h"

typedef enum hob_transition_trigger {
    HOB_TRANSITION_OVERLAP,
    HOB_TRANSITION_INTERACT
} hob_transition_trigger;

typedef struct hob_scene_transition {
    hob_text *scene; /* id or name */
    int32_t trigger; /* hob_transition_trigger */
    double fade_seconds;
    hob_text *fade_color;
    /* engine */
    bool running; /* further triggers are ignored */
} hob_scene_transition;

extern const hob_component_type hob_scene_transition_type;

#endif
