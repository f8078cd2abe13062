/* The clock of frame animations, and writing a frame into a SpriteRenderer (spec runtime 13): what
 * SpriteAnimator and AnimationStateMachine share. */
#ifndef HOB_COMPONENTS_ANIMATION_H
#define HOB_COMPONENTS_ANIMATION_H

#include "components/sprite_renderer.h"
#include "world/world.h"

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
