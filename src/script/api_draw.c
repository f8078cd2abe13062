/* ctx.draw: appends to the Drawing of this entity (spec hob 6.5, rgame 4.7). The last argument of
 * every call may be a table with color and z. */
#include "components/drawing.h"
#include "script/machine.h"

#include <string.h>

static hob_component *drawing_of(hob_ctx_call *call) {
    hob_component *drawing =
        hob_component_of(call->e, hob_component_type_index(call->world, &hob_drawing_type));
    if (drawing == NULL) {
        (void)hob_ctx_fail(call, HOB_ERR_NOT_FOUND, "ctx.draw.%s: %s has no Drawing",
                           call->member->name, hob_text_cstr(call->e->name));
    }
    return drawing;
}

static const hob_field *commands_field(void) {
    return hob_field_find(hob_drawing_type.fields, HOB_STR("commands"));
}

/* The command as a map: what was given by place, then color and z. False: a wrong value. */
static bool read_command(hob_ctx_call *call, const char *kind, const hob_field *table,
                         hob_value *ret_command) {
    hob_value map = hob_value_map(call->a, 12), options = HOB_VALUE_ABSENT;
    hob_map_set(call->a, map.as.map, HOB_STR("type"), hob_value_cstr(call->a, kind));
    if (call->count > 0) {
        options = hob_ctx_plain(call, call->count - 1);
    }
    uint32_t given = options.tag == HOB_TAG_MAP ? call->count - 1 : call->count, index = 0;
    for (const hob_field *field = table; field->name != NULL; field++, index++) {
        bool is_look = strcmp(field->name, "color") == 0 || strcmp(field->name, "z") == 0;
        hob_value v = !is_look && index < given ? hob_ctx_plain(call, index)
                                                : hob_value_get(options, field->name);
        if (hob_value_is_absent(v)) {
            if (field->default_json != NULL || is_look) {
                continue; /* its default is filled in */
            }
            return hob_ctx_fail(call, HOB_ERR_SCRIPT_ERROR,
                                "ctx.draw.%s: parameter \"%s\" is missing", kind, field->name);
        }
        hob_map_set(call->a, map.as.map, hob_str_from(field->name), v);
    }
    *ret_command = map;
    return true;
}

static bool append(hob_ctx_call *call) {
    size_t kind = 0;
    while (strcmp(hob_draw_kinds[kind], call->member->name) != 0) {
        kind++;
    }
    hob_component *drawing = drawing_of(call);
    hob_value command = HOB_VALUE_NULL;
    if (drawing == NULL ||
        !read_command(call, hob_draw_kinds[kind], hob_draw_fields[kind], &command)) {
        return false;
    }
    hob_list *list = HOB_DATA(drawing, hob_drawing)->commands.as.list;
    if (list->count >= HOB_DRAWING_MOST) {
        return hob_ctx_fail(call, HOB_ERR_LIMIT_REACHED,
                            "ctx.draw.%s: a Drawing holds at most %d shapes; clear it first",
                            call->member->name, HOB_DRAWING_MOST);
    }
    hob_error error = {.status = HOB_OK};
    hob_status status = hob_field_check_value(commands_field()->element, command, &error);
    if (status != HOB_OK) {
        return hob_ctx_fail(call, status, "ctx.draw.%s: %s", call->member->name, error.message);
    }
    hob_list_add(call->world->heap, list, hob_value_detach(call->world->heap, command));
    list->revision++;
    hob_component_changed(call->world, drawing, commands_field());
    return true;
}

static bool clear(hob_ctx_call *call) {
    hob_component *drawing = drawing_of(call);
    if (drawing == NULL) {
        return false;
    }
    hob_list *list = HOB_DATA(drawing, hob_drawing)->commands.as.list;
    hob_list_resize(call->world->heap, list, 0);
    list->revision++;
    hob_component_changed(call->world, drawing, commands_field());
    return true;
}

#define A(label) HOB_P(label, ANY, .doc = "See `hob describe Drawing`.")
#define O        HOB_P("options", ANY, .doc = "{color, z}."), HOB_FIELDS_END
static const hob_field rect_params[] = {A("x"), A("y"), A("width"), A("height"), O};
static const hob_field quad_params[] = {A("x1"), A("y1"), A("x2"), A("y2"), A("x3"),
                                        A("y3"), A("x4"), A("y4"), O};
static const hob_field triangle_params[] = {A("x1"), A("y1"), A("x2"), A("y2"),
                                            A("x3"), A("y3"), O};
static const hob_field line_params[] = {A("x1"), A("y1"), A("x2"), A("y2"), A("thickness"), O};
static const hob_field circle_params[] = {A("x"), A("y"), A("radius"), A("segments"), O};
static const hob_field text_params[] = {A("text"), A("x"), A("y"), A("size"), O};
static const hob_field image_params[] = {A("asset"), A("x"), A("y"), A("angle"), A("scale"), O};
static const hob_field nine_slice_params[] = {A("asset"), A("x"),      A("y"),
                                              A("width"), A("height"), O};

#define FLAGS (HOB_API_METHOD | HOB_API_WRITES | HOB_API_FAILS | HOB_API_SELF)
#define DRAW(label, table, text, example) \
    { .name = label, .flags = FLAGS, .params = table, .call = append, .doc = text, .js = example }

static const hob_api_member members[] = {
    DRAW("rect", rect_params, "A filled box.", "ctx.draw.rect(0, 0, 16, 8);"),
    DRAW("quad", quad_params, "Four corners in loop order.",
         "ctx.draw.quad(0, 0, 8, 0, 8, 8, 0, 8);"),
    DRAW("triangle", triangle_params, "Three corners.", "ctx.draw.triangle(0, 0, 8, 0, 4, 8);"),
    DRAW("line", line_params, "A line.", "ctx.draw.line(0, 0, 8, 8, 2);"),
    DRAW("circle", circle_params, "A filled circle.", "ctx.draw.circle(0, 0, 8);"),
    DRAW("text", text_params, "A line of text.", "ctx.draw.text(\"Hi\", 0, 0);"),
    DRAW("image", image_params, "A picture around its centre.", "ctx.draw.image(\"hero\", 0, 0);"),
    DRAW("nineSlice", nine_slice_params, "A picture whose corners keep their size.",
         "ctx.draw.nineSlice(\"hero\", 0, 0, 64, 32);"),
    {.name = "clear",
     .flags = FLAGS,
     .call = clear,
     .doc = "Takes all shapes away.",
     .js = "ctx.draw.clear();"},
    {.name = NULL},
};

const hob_api_family hob_api_draw = {
    .path = "ctx.draw", .doc = "Shapes of this entity's Drawing.", .members = members};
