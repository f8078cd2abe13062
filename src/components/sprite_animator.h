/* SpriteAnimator: writes frames of an animation into the SpriteRenderer (spec hob 4.1). */
#ifndef HOB_COMPONENTS_SPRITE_ANIMATOR_H
#define HOB_COMPONENTS_SPRITE_ANIMATOR_H

#include "components/animation.h"

typedef enum hob_animator_driver {
    HOB_DRIVER_NONE,
    HOB_DRIVER_HEADING,
    HOB_DRIVER_STATE
} hob_animator_driver;

typedef struct hob_sprite_animator {
    hob_text *asset_id; /* null = none */
    double fps;
    bool playing, loop;
    hob_value clips;     /* map name -> {asset, fps, loop, flipX} */
    hob_text *clip;      /* null = none */
    int32_t driver;      /* hob_animator_driver */
    int32_t directions;  /* hob_directions */
    hob_value fallbacks; /* map state -> state */
    bool size_from_frame;
    int32_t index;  /* R: frame of the animation */
    double elapsed; /* R: time in the frame, s */
    /* engine */
    hob_text *playing_of; /* asset id (without clips) or clip name that index and elapsed are of */
    bool started;         /* they are of something */
    bool flips;           /* something of it mirrors: from then on it writes flipX */
    bool warned;          /* beside an AnimationStateMachine */
    uint64_t shown_entry; /* driver state: the machine's entry that chose the clip */
    int32_t shown_facing; /* and the side, a hob_facing; -1 = none */
    bool mirrored;        /* the clip is drawn mirrored for another side */
    hob_animation_ref ref;
} hob_sprite_animator;

extern const hob_component_type hob_sprite_animator_type;

/* ctx.animate: plays that animation from its first frame, also when it is playing already. */
void hob_sprite_animator_play(hob_world *world, hob_component *animator, hob_str asset_id);
/* ctx.animator.play: another clip, or one that has ended, from its first frame; the one that plays
 * goes on. False when there is none of that name. */
bool hob_sprite_animator_play_clip(hob_world *world, hob_component *animator, hob_str clip);

#endif
