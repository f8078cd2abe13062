#include "components/script_component.h"

#include "schema/read.h"
#include "world/world.h"

/* What the guard asks of a slot, from the fields. */
static void set_switches(hob_component *component) {
    const hob_script_component *script = HOB_DATA(component, hob_script_component);
    if (component->code != NULL) {
        component->code->run_while_paused = script->run_while_paused;
        component->code->off = !script->enabled;
    }
}

/* The slot belongs to the file that the component names when it is built (spec scripting 2). */
static void init(hob_world *world, hob_component *component) {
    const hob_script_component *script = HOB_DATA(component, hob_script_component);
    hob_code_slot_create(world, component, hob_text_view(script->script_path));
    set_switches(component);
}

static void changed(hob_world *world, hob_component *component, const hob_field *field) {
    (void)world;
    (void)field;
    set_switches(component);
}

static void validate(const void *of_struct, hob_reader *reader, const hob_read_level *level) {
    const hob_script_component *script = of_struct;
    if (hob_text_view(script->script_path).length == 0) {
        char words[160];
        hob_str key = HOB_STR("scriptPath");
        hob_reader_find(reader, level, key, HOB_ERR_EMPTY_SCRIPT_PATH, HOB_SEVERITY_WARNING,
                        "Name a file under scripts/, or remove the component.",
                        "%s is empty: there is nothing to run.",
                        hob_reader_words(reader, level, key, words, sizeof words));
    }
}

static const hob_field param = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};

#define S hob_script_component
static const hob_field fields[] = {
    {HOB_AT(S, script_path, "scriptPath", TEXT), .flags = HOB_FIELD_STATIC | HOB_FIELD_UNHASHED,
     .doc = "Lua or JavaScript file under scripts/, from the project's folder."},
    {HOB_AT(S, params, "params", MAP), .flags = HOB_FIELD_STATIC, .element = &param,
     .doc = "Free values that the script sees as ctx.params."},
    {HOB_AT(S, run_while_paused, "runWhilePaused", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Goes on updating during a game pause."},
    {HOB_AT(S, enabled, "enabled", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "False calls none of its functions."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_script_component_type = {
    .name = "Script",
    .doc = "Behaviour of the entity in Lua or JavaScript.",
    .size = sizeof(hob_script_component),
    .fields = fields,
    .flags = HOB_COMPONENT_CODE | HOB_COMPONENT_TURN,
    .init = init,
    .changed = changed,
    .validate = validate,
};
