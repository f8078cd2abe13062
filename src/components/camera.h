/* Camera: the view into the world (spec hob 4.4). The entity's world position is its centre. */
#ifndef HOB_COMPONENTS_CAMERA_H
#define HOB_COMPONENTS_CAMERA_H

#include "world/component.h"

typedef enum hob_camera_bound { HOB_CAMERA_BOUND_NONE, HOB_CAMERA_BOUND_WORLD } hob_camera_bound;
typedef enum hob_camera_small_world {
    HOB_CAMERA_SMALL_CENTER,
    HOB_CAMERA_SMALL_START
} hob_camera_small_world;

typedef struct hob_camera_deadzone {
    double width, height;
} hob_camera_deadzone;

typedef struct hob_camera {
    double zoom;
    bool is_main;
    hob_text *background_color;
    double ambient_light;
    hob_value post_effects; /* list of maps with "type", every field filled in */
    hob_text *follow;       /* entity id or name; null = nobody */
    hob_vec2 offset;
    hob_camera_deadzone deadzone;
    hob_vec2 lookahead;
    double lookahead_from, smoothing;
    hob_value limits;    /* map minX, maxX, minY, maxY; null = none */
    int32_t bound;       /* hob_camera_bound */
    int32_t small_world; /* hob_camera_small_world */
    hob_value seat;      /* number, or null = main view only */
    bool pixel_snap;
} hob_camera;

extern const hob_component_type hob_camera_type;

/* Step 6 of a scene load: cameras with a target stand on it at once, limits not yet applied. */
void hob_cameras_center_all(hob_world *world);

#endif
