#include "components/identity.h"

#include "world/world.h"

static bool is_equal(hob_value a, hob_value b) {
    if (a.tag == HOB_TAG_NUMBER && b.tag == HOB_TAG_NUMBER) {
        return a.as.number == b.as.number;
    }
    return a.tag == HOB_TAG_TEXT && b.tag == HOB_TAG_TEXT &&
           hob_str_equal(hob_value_str(a), hob_value_str(b));
}

hob_entity hob_identity_find(hob_world *world, hob_value value) {
    const hob_order *order =
        hob_column_order(world, hob_component_type_index(world, &hob_identity_type));
    for (uint32_t i = 0; i < order->count; i++) {
        hob_component *c = order->items[i].item;
        if (c != NULL && c->attached && !c->removed && !c->owner->dead && c->owner->attached &&
            is_equal(HOB_DATA(c, hob_identity)->value, value)) {
            return c->owner->self;
        }
    }
    return HOB_NO_ENTITY;
}

static const hob_field as_number = {.name = "", .type = HOB_FIELD_NUMBER, .doc = "A number."};
static const hob_field as_text = {
    .name = "", .type = HOB_FIELD_TEXT, .flags = HOB_FIELD_NOT_EMPTY, .doc = "A text."};
static const hob_field *const kinds[] = {&as_number, &as_text, NULL};

#define S hob_identity
static const hob_field fields[] = {
    {HOB_AT(S, value, "value", UNION), .flags = HOB_FIELD_STATIC | HOB_FIELD_REQUIRED,
     .variants = kinds, .doc = "What the game knows the entity by, in saves."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_identity_type = {
    .name = "Identity",
    .doc = "A name of the game's own for the entity, for saves.",
    .size = sizeof(hob_identity),
    .fields = fields,
};
