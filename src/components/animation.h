/* The clock of frame animations, and writing a frame into a SpriteRenderer (spec runtime 13): what
 * SpriteAnimator and AnimationStateMachine share. */
#ifndef HOB_COMPONENTS_ANIMATION_H
#define HOB_COMPONENTS_ANIMATION_H

#include "components/sprite_renderer.h"
#include "world/world.h"

/* An animation that was looked up and is kept, since a look-up in the project is not for every
 * step. Not state: it follows from the id. Zero is empty. */
typedef struct hob_animation_ref {
    hob_text *id;
    uint64_t epoch;                 /* world->payload_epoch + 1 at the look-up */
    const hob_animation *animation; /* null: there is none */
} hob_animation_ref;
const hob_animation *hob_animation_ref_get(hob_world *world, hob_animation_ref *ref, hob_str id);
void hob_animation_ref_done(hob_world *world, hob_animation_ref *ref);

typedef struct hob_animation_clock {
    size_t index;
    double elapsed; /* s in the frame */
} hob_animation_clock;

/* How long a frame is shown. fps > 0 goes before the animation's own times; `speed` divides them.
 */
double hob_animation_frame_seconds(const hob_animation *animation, size_t index, double fps,
                                   double speed);
/* Advances by dt. True when a clip that does not loop has passed its last frame, which stays. */
bool hob_animation_advance(hob_animation_clock *clock, const hob_animation *animation, double fps,
                           double speed, bool loop, double dt);
/* The animation has at least one frame. */
void hob_animation_write_frame(hob_world *world, const hob_animation *animation, size_t index,
                               hob_sprite_renderer *sprite);
/* Width and height from the frame's size in the asset index; nothing when it is not known. */
void hob_animation_take_size(hob_world *world, const hob_animation *animation, size_t index,
                             hob_sprite_renderer *sprite);

#endif
