/* CharacterController: steers a PhysicsBody by a player's input (spec hob 4.2, runtime 8). */
#ifndef HOB_COMPONENTS_CHARACTER_CONTROLLER_H
#define HOB_COMPONENTS_CHARACTER_CONTROLLER_H

#include "schema/registry.h"

typedef enum hob_controller_mode {
    HOB_CONTROLLER_TOP_DOWN,
    HOB_CONTROLLER_PLATFORMER
} hob_controller_mode;

typedef struct hob_controller_actions {
    hob_text *left, *right, *up, *down, *jump;
} hob_controller_actions;

typedef struct hob_controller_axes {
    hob_text *x, *y; /* null = none */
} hob_controller_axes;

typedef struct hob_character_controller {
    int32_t mode; /* hob_controller_mode */
    double speed, acceleration, drag, jump_height;
    int32_t coyote_frames, jump_buffer_frames;
    double max_fall_speed, air_control;
    bool drop_down;
    hob_controller_actions actions;
    hob_controller_axes axes;
    bool enabled;
    int32_t coyote, buffer; /* R: steps left */
} hob_character_controller;

extern const hob_component_type hob_character_controller_type;

#endif
