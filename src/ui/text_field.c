/* Writing into UITextField (spec hob 4.7): at the end of its text, while it has the focus. */
#include "ui/internal.h"

#include <string.h>

static hob_component *focused_field(hob_world *world) {
    hob_ui_types types = hob_ui__types(world);
    const hob_entity_data *e = hob_entity_live(world, world->ui.focused);
    hob_component *c = e == NULL || !e->active ? NULL : hob_component_of(e, types.text_field);
    return c != NULL && c->ready ? c : NULL;
}

bool hob_ui_is_writing(hob_world *world) {
    return focused_field(world) != NULL;
}

static int64_t characters(hob_str s) {
    int64_t count = 0;
    uint32_t code;
    for (size_t at = 0; at < s.length; count++) {
        at += hob_utf8_decode(s, at, &code);
    }
    return count;
}

/* Where the last character begins. */
static size_t last_character(hob_str s) {
    size_t last = 0;
    uint32_t code;
    for (size_t at = 0; at < s.length;) {
        last = at;
        at += hob_utf8_decode(s, at, &code);
    }
    return last;
}

static void tell(hob_world *world, hob_component *c, const char *signal) {
    hob_value value = hob_value_text(&world->outside.scratch->as_allocator,
                                     hob_text_view(HOB_DATA(c, hob_ui_text_field)->value));
    hob_signal(world, c, signal, HOB_HOOK_COUNT, &value, 1);
}

static void set(hob_world *world, hob_component *c, hob_str text) {
    hob_world_set_text(world, &HOB_DATA(c, hob_ui_text_field)->value, text);
    tell(world, c, "changed");
}

static void write_character(hob_world *world, hob_component *c, uint32_t code) {
    const hob_ui_text_field *field = HOB_DATA(c, hob_ui_text_field);
    hob_str value = hob_text_view(field->value);
    char bytes[4];
    if (code == '\b') {
        if (value.length > 0) {
            set(world, c, (hob_str){value.data, last_character(value)});
        }
        return;
    }
    if (code == '\n' || code == '\r') {
        tell(world, c, "submitted");
        return;
    }
    if (code < ' ' || code == 0x7f || characters(value) >= field->max_length) {
        return;
    }
    size_t length = hob_utf8_encode(code, bytes);
    char *text = hob_arena_alloc(world->outside.scratch, value.length + length);
    if (value.length > 0) {
        memcpy(text, value.data, value.length);
    }
    memcpy(text + value.length, bytes, length);
    set(world, c, (hob_str){text, value.length + length});
}

/* Each character goes to what has the focus then: a listener may have moved it on. */
void hob_ui_write(hob_world *world, hob_str text) {
    uint32_t code;
    for (size_t at = 0; at < text.length;) {
        hob_component *c = focused_field(world);
        at += hob_utf8_decode(text, at, &code);
        if (c == NULL) {
            return;
        }
        write_character(world, c, code);
    }
}
