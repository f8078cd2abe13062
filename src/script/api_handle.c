/* Entity handles (spec scripting 7.3, hob 6.4). A handle of a freed entity does nothing; its data
 * is the machine's copy. */
#include "script/api_parts.h"
#include "script/machine.h"
#include "world/instantiate.h"

static bool get_id(hob_ctx_call *call) {
    return hob_ctx_return_text(call, hob_text_view(call->e->id));
}

static bool get_name(hob_ctx_call *call) {
    return hob_ctx_return_text(call, hob_text_view(call->e->name));
}

static bool get_tags(hob_ctx_call *call) {
    return hob_ctx_return_tags(call);
}

static bool set_tags(hob_ctx_call *call) {
    hob_value v = hob_ctx_plain(call, 0);
    if (v.tag == HOB_TAG_MAP && v.as.map->count == 0) {
        v = hob_value_list(call->a, 0);
    }
    bool texts = v.tag == HOB_TAG_LIST;
    for (uint32_t i = 0; texts && i < v.as.list->count; i++) {
        texts = v.as.list->items[i].tag == HOB_TAG_TEXT;
    }
    if (!texts) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_TYPE, "tags must be a list of texts");
    }
    hob_entity_set_tags(call->world, call->e, hob_value_copy(call->world->heap, v));
    return true;
}

static bool get_transform(hob_ctx_call *call) {
    return hob_ctx_return_component(call, HOB_HEADER(call->e->transform));
}

static bool get_alive(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, call->e != NULL && call->e->live && !call->e->dead);
}

static bool get_parent(hob_ctx_call *call) {
    hob_entity_data *parent = hob_entity_live(call->world, call->e->parent);
    return hob_ctx_return_entity(call, parent == NULL ? HOB_NO_ENTITY : parent->self);
}

static bool get_seat(hob_ctx_call *call) {
    return hob_ctx_return_number(call, hob_entity_seat(call->world, call->e));
}

static bool want_bool(hob_ctx_call *call, bool *ret_value) {
    hob_value v = hob_ctx_arg(call, 0);
    if (v.tag != HOB_TAG_BOOL) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_TYPE, "%s must be true or false",
                            call->member->name);
    }
    *ret_value = v.as.boolean;
    return true;
}

static bool get_enabled(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, call->e->enabled);
}

static bool set_enabled(hob_ctx_call *call) {
    bool value = false;
    return want_bool(call, &value) && (hob_entity_set_enabled(call->world, call->e, value), true);
}

static bool get_visible(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, call->e->visible);
}

static bool set_visible(hob_ctx_call *call) {
    bool value = false;
    return want_bool(call, &value) && (hob_entity_set_visible(call->world, call->e, value), true);
}

static bool get_paused(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, call->e->paused);
}

static bool set_paused(hob_ctx_call *call) {
    bool value = false;
    return want_bool(call, &value) && (hob_entity_set_paused(call->world, call->e, value), true);
}

static bool get_owner(hob_ctx_call *call) {
    return call->e->owner < 0 || hob_ctx_return_number(call, call->e->owner);
}

static bool set_owner(hob_ctx_call *call) {
    hob_value v = hob_ctx_arg(call, 0);
    if (hob_value_is_absent(v)) {
        call->e->owner = -1;
        return true;
    }
    if (v.tag != HOB_TAG_NUMBER || !(v.as.number >= 0 && v.as.number < HOB_MAX_SEATS)) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_TYPE, "owner must be a seat from 0 to %d, or nil",
                            HOB_MAX_SEATS - 1);
    }
    call->e->owner = (int8_t)v.as.number;
    return true;
}

static bool children(hob_ctx_call *call) {
    hob_value list = hob_value_list(call->a, 4);
    for (hob_entity_data *c = call->e->first_child; c != NULL; c = c->next_sibling) {
        if (!c->dead) {
            hob_list_add(call->a, list.as.list, hob_value_entity(c->self));
        }
    }
    return hob_ctx_return(call, list);
}

static bool components(hob_ctx_call *call) {
    hob_value list = hob_value_list(call->a, call->e->slot_count);
    for (uint32_t i = 0; i < call->e->slot_count; i++) {
        hob_component *component = call->e->slots[i].component;
        if (!component->removed) {
            hob_list_add(call->a, list.as.list,
                         hob_value_text(call->a, hob_text_view(component->slot)));
        }
    }
    return hob_ctx_return(call, list);
}

static bool world_position(hob_ctx_call *call) {
    return hob_ctx_return_point(call, hob_entity_world_position(call->world, call->e));
}

static bool world_rotation(hob_ctx_call *call) {
    return hob_ctx_return_number(call, hob_entity_world_rotation(call->world, call->e));
}

static bool set_world(hob_ctx_call *call) {
    hob_vec2 to = {hob_ctx_number(call, 0), hob_ctx_number(call, 1)};
    if (to.x - to.x != 0 || to.y - to.y != 0) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_NOT_FINITE, "setWorld: the place is not finite");
    }
    hob_entity_set_world_position(call->world, call->e, to);
    return true;
}

static bool set_parent(hob_ctx_call *call) {
    hob_entity_data *parent = NULL;
    if (hob_ctx_given(call, 0)) {
        parent = hob_ctx_entity_required(call, 0, false);
        if (parent == NULL) {
            return false;
        }
    }
    hob_value keep = hob_ctx_option(hob_ctx_arg(call, 1), "keepWorld");
    return hob_entity_set_parent(
               call->world, call->e, parent == NULL ? HOB_NO_ENTITY : parent->self,
               hob_value_is_absent(keep) || hob_ctx_truth(keep), call->error) == HOB_OK;
}

static bool has_tag(hob_ctx_call *call) {
    return hob_ctx_return_bool(call, hob_entity_has_tag(call->e, hob_ctx_text(call, 0)));
}

static bool add_tag(hob_ctx_call *call) {
    hob_str tag = hob_ctx_text(call, 0);
    if (!hob_entity_has_tag(call->e, tag)) {
        hob_value tags = hob_value_copy(call->world->heap, call->e->tags);
        hob_list_add(call->world->heap, tags.as.list, hob_value_text(call->world->heap, tag));
        hob_entity_set_tags(call->world, call->e, tags);
    }
    return true;
}

static bool remove_tag(hob_ctx_call *call) {
    hob_str tag = hob_ctx_text(call, 0);
    hob_value tags = hob_value_copy(call->world->heap, call->e->tags);
    for (uint32_t i = tags.as.list->count; i > 0; i--) {
        if (hob_str_equal(hob_value_str(tags.as.list->items[i - 1]), tag)) {
            hob_list_remove(call->world->heap, tags.as.list, i - 1);
        }
    }
    hob_entity_set_tags(call->world, call->e, tags);
    return true;
}

static bool get_component(hob_ctx_call *call) {
    return hob_api_find(&hob_api_ctx, HOB_STR("getComponent"))->call(call);
}

static bool add_component(hob_ctx_call *call) {
    hob_value fields = hob_ctx_plain(call, 1);
    hob_machine_empty_lists_of(call->machine, hob_ctx_text(call, 0), &fields, call->a);
    hob_component *component =
        hob_component_add(call->world, call->e, hob_ctx_text(call, 0), fields, call->error);
    return component != NULL && hob_ctx_return_component(call, component);
}

static bool remove_component(hob_ctx_call *call) {
    hob_component *component = hob_component_slot(call->world, call->e, hob_ctx_text(call, 0));
    return hob_ctx_return_bool(call,
                               component != NULL && hob_component_remove(call->world, component));
}

static bool destroy(hob_ctx_call *call) {
    hob_str how = hob_value_str(hob_ctx_option(hob_ctx_arg(call, 0), "children"));
    hob_entity_destroy(call->world, call->self,
                       hob_str_is(how, "cascade") ? HOB_CHILDREN_DO_CASCADE
                       : hob_str_is(how, "keep")  ? HOB_CHILDREN_DO_KEEP
                                                  : HOB_CHILDREN_BY_RULE);
    return true;
}

static const hob_field type_param[] = {
    HOB_P("type", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Component type, slot or family."),
    HOB_FIELDS_END};
static const hob_field slot_param[] = {
    HOB_P("slot", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Type, or Type#name."), HOB_FIELDS_END};
static const hob_field add_params[] = {
    HOB_P("slot", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Type, or Type#name."),
    HOB_P("fields", MAP, .doc = "Field values; the others take their defaults."), HOB_FIELDS_END};
static const hob_field tag_param[] = {
    HOB_P("tag", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "The tag."), HOB_FIELDS_END};
static const hob_field place_params[] = {
    HOB_P("x", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "World place."),
    HOB_P("y", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "World place."),
    HOB_FIELDS_END};
static const hob_field parent_params[] = {
    HOB_P("parent", REF, .flags = HOB_FIELD_NULLABLE, .doc = "Handle, id or name; nil: none."),
    HOB_P("options", MAP, .doc = "keepWorld: stay at the same place in the world (true)."),
    HOB_FIELDS_END};
static const hob_field destroy_params[] = {
    HOB_P("options", MAP, .doc = "children: cascade or keep."), HOB_FIELDS_END};

#define M HOB_API_METHOD
#define C HOB_API_CONSTANT
#define W HOB_API_WRITES
#define F HOB_API_FAILS
#define S HOB_API_SELF

static const hob_api_member members[] = {
    {.name = "id", .flags = S, .result = "text", .call = get_id, .doc = "Id of the entity."},
    {.name = "name", .flags = S, .result = "text", .call = get_name, .doc = "Name of the entity."},
    {.name = "tags",
     .flags = S,
     .result = "list of text",
     .call = get_tags,
     .set = set_tags,
     .doc = "Live tags of the entity."},
    {.name = "transform",
     .flags = C | S,
     .result = "Transform",
     .call = get_transform,
     .doc = "Live place of the entity."},
    {.name = "alive",
     .result = "bool",
     .call = get_alive,
     .doc = "Whether the entity is not destroyed."},
    {.name = "parent",
     .flags = S,
     .result = "entity or nil",
     .call = get_parent,
     .doc = "The parent."},
    {.name = "seat",
     .flags = S,
     .result = "int",
     .call = get_seat,
     .doc = "Seat whose input the entity reads."},
    {.name = "enabled",
     .flags = S,
     .result = "bool",
     .call = get_enabled,
     .set = set_enabled,
     .doc = "Own flag: takes part."},
    {.name = "visible",
     .flags = S,
     .result = "bool",
     .call = get_visible,
     .set = set_visible,
     .doc = "Own flag: is drawn."},
    {.name = "paused",
     .flags = S,
     .result = "bool",
     .call = get_paused,
     .set = set_paused,
     .doc = "Own flag: the entity and what is below it stand still."},
    {.name = "owner",
     .flags = S,
     .result = "int or nil",
     .call = get_owner,
     .set = set_owner,
     .doc = "Seat that owns the entity; nil: the parent's."},
    {.name = "getComponent",
     .flags = M | S,
     .params = type_param,
     .result = "component or nil",
     .call = get_component,
     .doc = "Live data of one component."},
    {.name = "children",
     .flags = M | S,
     .result = "list of entity",
     .call = children,
     .doc = "Children in entity order."},
    {.name = "components",
     .flags = M | S,
     .result = "list of text",
     .call = components,
     .doc = "Slots in slot order."},
    {.name = "size",
     .flags = M | S,
     .result = "{width, height}",
     .call = hob_ctx_entity_size,
     .doc = "Extent of the collider, else of the picture; 0 without either."},
    {.name = "world",
     .flags = M | S,
     .result = "vec2",
     .call = world_position,
     .doc = "Place in the world."},
    {.name = "worldRotation",
     .flags = M | S,
     .result = "number",
     .call = world_rotation,
     .doc = "Angle in the world, degrees."},
    {.name = "setWorld",
     .flags = M | S | W,
     .params = place_params,
     .call = set_world,
     .doc = "Moves the entity to a place in the world."},
    {.name = "setParent",
     .flags = M | S | W | F,
     .params = parent_params,
     .call = set_parent,
     .doc = "Hangs the entity below another one."},
    {.name = "hasTag",
     .flags = M | S,
     .params = tag_param,
     .result = "bool",
     .call = has_tag,
     .doc = "Whether it carries a tag."},
    {.name = "addTag",
     .flags = M | S | W,
     .params = tag_param,
     .call = add_tag,
     .doc = "Adds a tag."},
    {.name = "removeTag",
     .flags = M | S | W,
     .params = tag_param,
     .call = remove_tag,
     .doc = "Takes a tag away."},
    {.name = "addComponent",
     .flags = M | S | W | F,
     .params = add_params,
     .result = "component",
     .call = add_component,
     .doc = "Adds a component and attaches it at once."},
    {.name = "removeComponent",
     .flags = M | S | W,
     .params = slot_param,
     .result = "bool",
     .call = remove_component,
     .doc = "Takes a component off at once; Transform cannot go."},
    {.name = "destroy",
     .flags = M | S | W,
     .params = destroy_params,
     .call = destroy,
     .doc = "Destroys the entity at the end of the step."},
    {.name = NULL},
};

const hob_api_family hob_api_handle = {
    .path = "entity",
    .doc = "Handle of an entity: what find, spawn and the hooks give.",
    .members = members};
