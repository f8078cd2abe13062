#include "components/dust_puffs.h"

#include "components/motion.h"

/* From idle or run into jump; whoever comes from elsewhere is in the air already. */
static void entered(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    hob_component *component = user;
    if (hob_cue_is(args, count, 0, HOB_STR("jump")) &&
        (hob_cue_is(args, count, 1, HOB_STR("idle")) ||
         hob_cue_is(args, count, 1, HOB_STR("run")))) {
        hob_cue_emit(world, component, HOB_DATA(component, const hob_dust_puffs)->jump_count, 0);
    }
}

static void exited(hob_world *world, void *user, const hob_value *args, uint32_t count) {
    hob_component *component = user;
    if ((hob_cue_is(args, count, 0, HOB_STR("jump")) ||
         hob_cue_is(args, count, 0, HOB_STR("fall"))) &&
        hob_motion_grounded(world, component->owner)) {
        hob_cue_emit(world, component, HOB_DATA(component, const hob_dust_puffs)->land_count, 0);
    }
}

static bool attach(hob_world *world, hob_component *component) {
    return hob_cue_attach(world, component, entered, exited);
}

static const hob_field fields[] = {
    {HOB_AT(hob_dust_puffs, jump_count, "jumpCount", INT),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .max = 64, .default_json = "5",
     .doc = "Particles when it jumps from the ground."},
    {HOB_AT(hob_dust_puffs, land_count, "landCount", INT),
     .flags = HOB_FIELD_STATIC | HOB_FIELD_BETWEEN, .max = 64, .default_json = "12",
     .doc = "Particles when it lands."},
    HOB_FIELDS_END,
};

const hob_component_type hob_dust_puffs_type = {
    .name = "DustPuffs",
    .doc = "Makes particles when the entity takes off and lands.",
    .size = sizeof(hob_dust_puffs),
    .fields = fields,
    .families = hob_cue_families,
    .attach = attach,
    .detach = hob_cue_detach,
    .hash = hob_cue_hash,
    .check = hob_cue_check,
};
