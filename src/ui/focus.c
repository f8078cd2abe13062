/* Focus by keys, pads and scripts (spec runtime 17.4). */
#include "base/dmath.h"
#include "ui/internal.h"

static bool is_candidate(hob_world *world, const hob_ui_types *types, hob_entity e) {
    const hob_entity_data *data = hob_entity_live(world, e);
    const hob_ui_element *element =
        data == NULL || !data->active ? NULL : hob_ui__element(types, data);
    return element != NULL && element->focusable;
}

/* focus and blur carry the element's own place. */
static void tell_at_own_place(hob_world *world, hob_entity e, const char *type) {
    hob_entity_data *data = hob_entity_live(world, e);
    hob_vec2 at;
    if (data != NULL && hob_ui_position(world, data, &at)) {
        hob_ui__tell(world, e, type, at.x, at.y, HOB_VALUE_ABSENT);
    }
}

bool hob_ui_focus(hob_world *world, hob_entity e) {
    hob_ui_types types = hob_ui__types(world);
    if (e != HOB_NO_ENTITY && !is_candidate(world, &types, e)) {
        return false;
    }
    hob_entity old = world->ui.focused;
    if (e == old) {
        return true;
    }
    world->ui.focused = e;
    tell_at_own_place(world, old, "blur");
    tell_at_own_place(world, e, "focus");
    return true;
}

/* Where a move starts: at the focus, else at the top left candidate. False: no candidate at all. */
static bool start_of_move(hob_world *world, const hob_ui_items *list, hob_vec2 *ret_start) {
    bool any = false;
    for (uint32_t i = 0; i < list->count; i++) {
        const hob_ui_item *item = &list->items[i];
        if (!item->element->focusable || !item->placed) {
            continue;
        }
        if (item->entity->self == world->ui.focused) {
            *ret_start = item->position;
            return true;
        }
        bool before = item->position.y < ret_start->y ||
                      (item->position.y == ret_start->y && item->position.x < ret_start->x);
        if (!any || before) {
            *ret_start = item->position;
            any = true;
        }
    }
    return any;
}

bool hob_ui_move_focus(hob_world *world, int dx, int dy) {
    hob_ui_types types = hob_ui__types(world);
    hob_ui_items list = hob_ui__collect(world, &types);
    hob_vec2 start = {0, 0};
    if (!start_of_move(world, &list, &start)) {
        return false;
    }
    hob_entity best = HOB_NO_ENTITY;
    double best_distance = 0;
    for (uint32_t i = 0; i < list.count; i++) {
        const hob_ui_item *item = &list.items[i];
        hob_vec2 offset = {item->position.x - start.x, item->position.y - start.y};
        if (!item->element->focusable || !item->placed || !(offset.x * dx + offset.y * dy > 0)) {
            continue;
        }
        double distance = hob_hypot(offset.x, offset.y);
        if (best == HOB_NO_ENTITY || distance < best_distance) {
            best = item->entity->self;
            best_distance = distance;
        }
    }
    return best != HOB_NO_ENTITY && hob_ui_focus(world, best);
}

bool hob_ui_activate(hob_world *world) {
    hob_ui_types types = hob_ui__types(world);
    hob_entity_data *e = hob_entity_live(world, world->ui.focused);
    hob_vec2 at;
    if (e == NULL || !is_candidate(world, &types, e->self) ||
        !hob_ui__element(&types, e)->interactive || !hob_ui_position(world, e, &at)) {
        return false;
    }
    hob_ui_pointer(world, HOB_UI_POINTER_DOWN, at.x, at.y);
    hob_ui_pointer(world, HOB_UI_POINTER_UP, at.x, at.y);
    return true;
}

bool hob_ui_adjust(hob_world *world, double delta) {
    hob_ui_types types = hob_ui__types(world);
    hob_entity_data *e = hob_entity_live(world, world->ui.focused);
    hob_ui_slider *slider = e == NULL ? NULL : hob_ui__slider(&types, e);
    hob_vec2 at;
    if (slider == NULL || !is_candidate(world, &types, e->self) ||
        !hob_ui_position(world, e, &at)) {
        return false;
    }
    double step = slider->step > 0 ? slider->step : (slider->max - slider->min) / 10;
    hob_ui__set_slider(world, e, slider, slider->value + delta * step, at.x, at.y);
    return true;
}

/* ---- endings ---- */

/* Phase 21: the last thing a dead focus hears. */
void hob_ui_blur_dead(hob_world *world) {
    hob_ui_state *ui = &world->ui;
    hob_entity_data *e = hob_entity_get(world, ui->focused);
    if (ui->focused == HOB_NO_ENTITY || (e != NULL && !e->dead)) {
        return;
    }
    ui->focused = HOB_NO_ENTITY;
    if (e == NULL) {
        return;
    }
    const hob_allocator *a = &world->outside.scratch->as_allocator;
    hob_value event = hob_value_map(a, 3);
    hob_map_set(a, event.as.map, HOB_STR("type"), hob_value_cstr(a, "blur"));
    hob_map_set(a, event.as.map, HOB_STR("x"), hob_value_number(0));
    hob_map_set(a, event.as.map, HOB_STR("y"), hob_value_number(0));
    for (uint16_t i = 0; i < e->slot_count; i++) {
        hob_code_slot *slot = e->slots[i].component->code;
        if (slot != NULL) {
            hob_code_call_hook_late(world, slot, HOB_HOOK_UI_EVENT, &event, 1);
        }
    }
}

void hob_ui_leave_scene(hob_world *world) {
    world->ui.hovered = HOB_NO_ENTITY;
    world->ui.pressed = HOB_NO_ENTITY;
    world->ui.focused = HOB_NO_ENTITY;
}
