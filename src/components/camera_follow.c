#include "components/camera_follow.h"

#include "components/camera.h"
#include "world/world.h"

hob_component *hob_camera_follow_camera(hob_world *world, const hob_camera_follow *follow) {
    return follow->seat.tag == HOB_TAG_NUMBER
               ? hob_view_camera_of_seat(world, (int)follow->seat.as.number)
               : hob_view_camera(world, -1);
}

/* Before the cameras move: of several on one camera the last in entity order has it. */
static void take_camera(hob_world *world, hob_component *component) {
    const hob_camera_follow *follow = HOB_DATA(component, const hob_camera_follow);
    hob_component *camera = hob_camera_follow_camera(world, follow);
    hob_text **target = camera == NULL ? NULL : &HOB_DATA(camera, hob_camera)->follow;
    if (target != NULL &&
        !hob_str_equal(hob_text_view(*target), hob_text_view(component->owner->id))) {
        hob_world_set_text(world, target, hob_text_view(component->owner->id));
        hob_component_changed(world, camera,
                              hob_field_find(camera->type->fields, HOB_STR("follow")));
    }
}

static const hob_component_phase phases[] = {{"cameras", take_camera}, {NULL, NULL}};

#define S hob_camera_follow
static const hob_field fields[] = {
    {HOB_AT(S, seat, "seat", INT),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE | HOB_FIELD_BETWEEN, .max = 3,
     .doc = "Player whose camera follows this entity; null is the main camera."},
    {HOB_AT(S, offset, "offset", OBJECT), .flags = HOB_FIELD_STATIC, .fields = hob_vec2_fields,
     .unit = "px", .doc = "Point that the camera looks at, from the entity."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_camera_follow_type = {
    .name = "CameraFollow",
    .doc = "Makes a camera follow this entity, the main one or a seat's.",
    .size = sizeof(hob_camera_follow),
    .fields = fields,
    .phases = phases,
    .phases_first = true, /* the cameras move with the targets of this step */
};
