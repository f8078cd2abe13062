/* Where elements are (spec runtime 17.1): on an anchor of the screen, or in a slot of a container.
 */
#include "ui/internal.h"
#include "world/view_layout.h"

hob_ui_types hob_ui__types(hob_world *world) {
    return (hob_ui_types){
        .element = hob_known_type(world, HOB_KNOWN_UI_ELEMENT),
        .layout = hob_known_type(world, HOB_KNOWN_UI_LAYOUT),
        .slider = hob_known_type(world, HOB_KNOWN_UI_SLIDER),
        .toggle = hob_known_type(world, HOB_KNOWN_UI_TOGGLE),
        .text_field = hob_known_type(world, HOB_KNOWN_UI_TEXT_FIELD),
        .sprite = hob_known_type(world, HOB_KNOWN_SPRITE_RENDERER),
        .text = hob_known_type(world, HOB_KNOWN_TEXT),
    };
}

/* What a layout pass fills in: one wanted entity, or all items of a list. */
typedef struct placing {
    const hob_ui_types *types;
    hob_ui_items *items;           /* may be null */
    const hob_entity_data *wanted; /* may be null */
    hob_vec2 found;
    bool was_found;
} placing;

static void place(placing *p, const hob_entity_data *e, hob_vec2 at) {
    if (e == p->wanted) {
        p->found = at;
        p->was_found = true;
    }
    uint32_t low = 0, high = p->items == NULL ? 0 : p->items->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (p->items->items[middle].entity->serial < e->serial) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (p->items != NULL && low < p->items->count && p->items->items[low].entity == e) {
        p->items->items[low].position = at;
        p->items->items[low].placed = true;
    }
}

/* ---- containers ---- */

static const hob_ui_layout *container(const hob_ui_types *types, const hob_entity_data *e) {
    if (e == NULL || e->dead || hob_component_of(e, types->element) == NULL) {
        return NULL;
    }
    hob_component *c = hob_component_of(e, types->layout);
    return c == NULL ? NULL : HOB_DATA(c, const hob_ui_layout);
}

static const hob_entity_data *next_child(const hob_ui_types *types, const hob_entity_data *child) {
    while (child != NULL && (child->dead || hob_component_of(child, types->element) == NULL)) {
        child = child->next_sibling;
    }
    return child;
}

/* Along the stacking axis, and across it. */
typedef struct extent {
    double main, cross;
} extent;

static hob_vec2 size_of(const hob_ui_types *types, const hob_entity_data *e, int depth);

static extent child_extent(const hob_ui_types *types, const hob_ui_layout *layout,
                           const hob_entity_data *child, int depth) {
    hob_vec2 size = size_of(types, child, depth);
    return layout->direction == HOB_UI_HORIZONTAL ? (extent){size.x, size.y}
                                                  : (extent){size.y, size.x};
}

static hob_vec2 container_size(const hob_ui_types *types, const hob_entity_data *e,
                               const hob_ui_layout *layout, int depth) {
    double main = 0, cross = 0;
    int count = 0;
    for (const hob_entity_data *c = next_child(types, e->first_child); c != NULL;
         c = next_child(types, c->next_sibling)) {
        extent own = child_extent(types, layout, c, depth + 1);
        main += own.main;
        cross = own.cross > cross ? own.cross : cross;
        count++;
    }
    main += (count > 1 ? count - 1 : 0) * layout->gap + 2 * layout->padding;
    cross += 2 * layout->padding;
    return layout->direction == HOB_UI_HORIZONTAL ? (hob_vec2){main, cross}
                                                  : (hob_vec2){cross, main};
}

static hob_vec2 size_of(const hob_ui_types *types, const hob_entity_data *e, int depth) {
    const hob_ui_layout *layout = depth < HOB_UI_MAX_NESTING ? container(types, e) : NULL;
    if (layout != NULL) {
        return container_size(types, e, layout, depth);
    }
    hob_rect rect;
    if (!hob_ui__own_rect(types, e, &rect)) {
        return (hob_vec2){0, 0};
    }
    return (hob_vec2){rect.max_x - rect.min_x, rect.max_y - rect.min_y};
}

/* Places the children of a container whose top left corner is at `corner`. */
static void lay_out(placing *p, const hob_entity_data *e, const hob_ui_layout *layout,
                    hob_vec2 corner, int depth) {
    bool horizontal = layout->direction == HOB_UI_HORIZONTAL;
    double largest = 0;
    for (const hob_entity_data *c = next_child(p->types, e->first_child); c != NULL;
         c = next_child(p->types, c->next_sibling)) {
        extent own = child_extent(p->types, layout, c, depth + 1);
        largest = own.cross > largest ? own.cross : largest;
    }
    double cursor = layout->padding;
    for (const hob_entity_data *c = next_child(p->types, e->first_child); c != NULL;
         c = next_child(p->types, c->next_sibling)) {
        const hob_ui_layout *inner = depth + 1 < HOB_UI_MAX_NESTING ? container(p->types, c) : NULL;
        extent own = child_extent(p->types, layout, c, depth + 1);
        double main = cursor + own.main / 2;
        double cross = layout->padding + own.cross / 2;
        if (layout->align == HOB_UI_ALIGN_CENTER) {
            cross = layout->padding + largest / 2;
        } else if (layout->align == HOB_UI_ALIGN_END) {
            cross = layout->padding + largest - own.cross / 2;
        }
        if (inner != NULL) { /* a container stands by its corner, anything else by its middle */
            main -= own.main / 2;
            cross -= own.cross / 2;
        }
        hob_vec2 offset = hob_ui__element(p->types, c)->offset;
        hob_vec2 at = {corner.x + (horizontal ? main : cross) + offset.x,
                       corner.y + (horizontal ? cross : main) + offset.y};
        place(p, c, at);
        if (inner != NULL) {
            lay_out(p, c, inner, at, depth + 1);
        }
        cursor += own.main + layout->gap;
    }
}

/* On the whole screen, or in the view of its seat; false while that seat has none. */
static bool on_screen(hob_world *world, const hob_ui_element *element, hob_vec2 *ret_at) {
    const hob_settings *settings = &world->outside.manifest->settings;
    hob_view_rect area = {0, 0, settings->width, settings->height};
    if (element->seat.tag == HOB_TAG_NUMBER &&
        !hob_views_of_seat(world, (int)element->seat.as.number, &area)) {
        return false;
    }
    double x = area.x + area.width * (element->anchor % 3) / 2.0;
    double y = area.y + area.height * (element->anchor / 3) / 2.0;
    *ret_at = (hob_vec2){x + element->offset.x, y + element->offset.y};
    return true;
}

/* Places an element, and with it all of the outermost container that it lies in. */
static void place_element(hob_world *world, placing *p, const hob_entity_data *e) {
    const hob_entity_data *root = e;
    for (int depth = 1;
         depth < HOB_UI_MAX_NESTING && container(p->types, root->parent_data) != NULL; depth++) {
        root = root->parent_data;
    }
    hob_vec2 at;
    if (!on_screen(world, hob_ui__element(p->types, root), &at)) {
        return;
    }
    place(p, root, at);
    const hob_ui_layout *layout = container(p->types, root);
    if (layout != NULL) {
        lay_out(p, root, layout, at, 0);
    }
}

bool hob_ui_position(hob_world *world, hob_entity_data *e, hob_vec2 *ret_position) {
    hob_ui_types types = hob_ui__types(world);
    if (e->dead || hob_ui__element(&types, e) == NULL) {
        return false;
    }
    placing p = {.types = &types, .wanted = e};
    place_element(world, &p, e);
    *ret_position = p.found;
    return p.was_found;
}

bool hob_ui_hit_rect(hob_world *world, hob_entity_data *e, hob_rect *ret_rect) {
    hob_ui_types types = hob_ui__types(world);
    hob_vec2 at;
    hob_rect own;
    if (!hob_ui__own_rect(&types, e, &own) || !hob_ui_position(world, e, &at)) {
        return false;
    }
    *ret_rect = (hob_rect){at.x + own.min_x, at.y + own.min_y, at.x + own.max_x, at.y + own.max_y};
    return true;
}

hob_ui_items hob_ui__collect(hob_world *world, const hob_ui_types *types) {
    hob_ui_items list = {0};
    uint32_t room = types->element < 0 ? 0 : hob_column_count(world, types->element);
    list.items = hob_arena_array(world->outside.scratch, hob_ui_item, room + 1);
    hob_pass pass = hob_pass_begin(world, types->element);
    for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
        list.items[list.count++] =
            (hob_ui_item){.entity = c->owner, .element = HOB_DATA(c, hob_ui_element)};
    }
    hob_pass_end(&pass);
    placing p = {.types = types, .items = &list};
    for (uint32_t i = 0; i < list.count; i++) {
        if (!list.items[i].placed) {
            place_element(world, &p, list.items[i].entity);
        }
    }
    return list;
}
