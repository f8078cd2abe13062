/* Animation state machine payloads: rules beyond the table, and the compiled form with indexes in
 * place of names (spec project-format 4.5). */
#include "project/internal.h"
#include "project/tables.h"

#include <string.h>

#define STRICT_OBJECT(table, text) \
    { .type = HOB_FIELD_OBJECT, .fields = table, .flags = HOB_FIELD_STRICT, .doc = text }
#define NAME_FLAGS HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY

static const char *const param_types[] = {"bool", "number", "trigger", NULL};
static const char *const op_names[] = {"eq", "neq", "gt", "gte", "lt", "lte", NULL};
static const hob_field bool_value = {.type = HOB_FIELD_BOOL, .doc = "Yes or no."};
static const hob_field number_value = {.type = HOB_FIELD_NUMBER, .doc = "A number."};
static const hob_field *const values[] = {&bool_value, &number_value, NULL};
static const hob_field param_fields[] = {
    HOB_P("type", ENUM, .flags = HOB_FIELD_REQUIRED, .names = param_types, .doc = "Type."),
    HOB_P("default", UNION, .variants = values, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Value at the start."),
    HOB_FIELDS_END,
};
static const hob_field param_field = STRICT_OBJECT(param_fields, "One parameter.");
static const hob_field state_fields[] = {
    HOB_P("name", TEXT, .flags = NAME_FLAGS, .doc = "Unique in the file."),
    HOB_P("animation", TEXT, .flags = NAME_FLAGS, .doc = "Animation asset id."),
    HOB_P("speed", NUMBER, .default_json = "1", .flags = HOB_FIELD_ABOVE, .doc = "Playback speed."),
    HOB_FIELDS_END,
};
static const hob_field state_field = STRICT_OBJECT(state_fields, "One state.");
static const hob_field condition_fields[] = {
    HOB_P("param", TEXT, .flags = NAME_FLAGS, .doc = "Declared parameter."),
    HOB_P("op", ENUM, .names = op_names, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Comparison; not for a trigger."),
    HOB_P("value", UNION, .variants = values, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Compared value; not for a trigger."),
    HOB_FIELDS_END,
};
static const hob_field condition_field = STRICT_OBJECT(condition_fields, "One condition.");
static const hob_field transition_fields[] = {
    HOB_P("from", TEXT, .flags = NAME_FLAGS, .doc = "State name, or any."),
    HOB_P("to", TEXT, .flags = NAME_FLAGS, .doc = "State name."),
    HOB_P("conditions", LIST, .element = &condition_field, .doc = "All must hold."),
    HOB_P("exitTime", NUMBER, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_BETWEEN, .min = 0, .max = 1,
          .doc = "Share of the clip that must have run."),
    HOB_FIELDS_END,
};
static const hob_field transition_field = STRICT_OBJECT(transition_fields, "One transition.");
const hob_field hob_project__state_machine_fields[] = {
    HOB_P("formatVersion", INT, .default_json = "1", .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 1,
          .doc = "Generation of the file format."),
    HOB_P("params", MAP, .element = &param_field, .doc = "Parameters by name."),
    HOB_P("states", LIST, .element = &state_field,
          .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, .doc = "The states."),
    HOB_P("initial", TEXT, .flags = NAME_FLAGS, .doc = "State at the start."),
    HOB_P("transitions", LIST, .element = &transition_field,
          .doc = "Transitions; the first that fits is taken."),
    HOB_FIELDS_END,
};

/* ---- names to indexes ---- */

static hob_str text_of(yyjson_val *v) {
    return (hob_str){yyjson_get_str(v), yyjson_get_len(v)};
}

static int state_index(yyjson_val *root, hob_str name) {
    yyjson_val *item;
    size_t i, max;
    yyjson_arr_foreach(yyjson_obj_get(root, "states"), i, max, item) {
        if (hob_str_equal(text_of(yyjson_obj_get(item, "name")), name)) {
            return (int)i;
        }
    }
    return -1;
}

static int param_index(yyjson_val *root, hob_str name) {
    yyjson_val *key, *value;
    size_t i, max;
    hob_json_each_member(yyjson_obj_get(root, "params"), i, max, key, value) {
        if (hob_str_equal(text_of(key), name)) {
            return (int)i;
        }
    }
    return -1;
}

static int name_index(const char *const *names, hob_str name) {
    for (int i = 0; names[i]; i++) {
        if (hob_str_is(name, names[i])) {
            return i;
        }
    }
    return -1;
}

static hob_asm_type param_type(yyjson_val *root, hob_str name) {
    yyjson_val *param = yyjson_obj_getn(yyjson_obj_get(root, "params"), name.data, name.length);
    return (hob_asm_type)name_index(param_types, text_of(yyjson_obj_get(param, "type")));
}

/* ---- rules ---- */

/* The sentence is `before`, the name in quotes, `after`. */
static void refuse(hob_reader *reader, const hob_read_level *level, const char *key,
                   hob_status status, const char *hint, const char *before, hob_str name,
                   const char *after) {
    int length = (int)(name.length < 100 ? name.length : 100);
    hob_reader_find(reader, level, hob_str_from(key), status, HOB_SEVERITY_ERROR, hint,
                    "%s\"%.*s\"%s", before, length, name.data ? name.data : "", after);
    reader->refused = true;
}

static void check_condition(hob_reader *reader, const hob_read_level *level, yyjson_val *root,
                            yyjson_val *condition) {
    hob_str name = text_of(yyjson_obj_get(condition, "param"));
    yyjson_val *op = yyjson_obj_get(condition, "op"), *value = yyjson_obj_get(condition, "value");
    if (param_index(root, name) < 0) {
        refuse(reader, level, "param", HOB_ERR_STATE_PARAM_UNKNOWN, "Declare it in params.",
               "Parameter ", name, " is not declared.");
        return;
    }
    hob_asm_type type = param_type(root, name);
    if (type == HOB_ASM_TRIGGER) {
        if (op || value) {
            refuse(reader, level, op ? "op" : "value", HOB_ERR_STATE_CONDITION_INVALID,
                   "Leave op and value out.", "", name, " is a trigger, which is not compared.");
        }
        return;
    }
    if (!op || !value) {
        refuse(reader, level, "", HOB_ERR_STATE_CONDITION_INVALID, "Add op and value.",
               "The condition on ", name, " needs op and value.");
    } else if (type == HOB_ASM_BOOL && name_index(op_names, text_of(op)) > 1) {
        refuse(reader, level, "op", HOB_ERR_STATE_CONDITION_INVALID, "Use eq or neq.", "", name,
               " is a bool, which is only equal or not.");
    }
}

static void check_transition(hob_reader *reader, const hob_read_level *level, yyjson_val *root,
                             yyjson_val *transition) {
    hob_str from = text_of(yyjson_obj_get(transition, "from"));
    hob_str to = text_of(yyjson_obj_get(transition, "to"));
    yyjson_val *conditions = yyjson_obj_get(transition, "conditions"), *item;
    bool is_any = hob_str_is(from, "any");
    if (!is_any && state_index(root, from) < 0) {
        refuse(reader, level, "from", HOB_ERR_STATE_TARGET_MISSING, "Name a state of this file.",
               "There is no state ", from, ".");
    }
    if (state_index(root, to) < 0) {
        refuse(reader, level, "to", HOB_ERR_STATE_TARGET_MISSING, "Name a state of this file.",
               "There is no state ", to, ".");
    }
    if (!yyjson_arr_size(conditions) && (is_any || !yyjson_obj_get(transition, "exitTime"))) {
        refuse(reader, level, conditions ? "conditions" : "", HOB_ERR_STATE_CONDITION_INVALID,
               is_any ? "Add a condition." : "Add a condition or an exitTime.",
               "The transition to ", to, " would be taken at once.");
    }
    hob_read_level list = {.up = level, .key = HOB_STR_INIT("conditions")};
    size_t i, max;
    yyjson_arr_foreach(conditions, i, max, item) {
        hob_read_level at = {.up = &list, .index = i};
        check_condition(reader, &at, root, item);
    }
}

void hob_project__state_machine_check(hob_project *project, hob_reader *reader, yyjson_val *root) {
    (void)project;
    hob_read_level states = {.key = HOB_STR_INIT("states")};
    hob_read_level transitions = {.key = HOB_STR_INIT("transitions")};
    yyjson_val *item;
    size_t i, max;
    yyjson_arr_foreach(yyjson_obj_get(root, "states"), i, max, item) {
        hob_str name = text_of(yyjson_obj_get(item, "name"));
        if (state_index(root, name) != (int)i) {
            hob_read_level level = {.up = &states, .index = i};
            refuse(reader, &level, "name", HOB_ERR_STATE_NAME_DUPLICATE, "Give it another name.",
                   "There are two states ", name, ".");
        }
    }
    hob_str initial = text_of(yyjson_obj_get(root, "initial"));
    if (state_index(root, initial) < 0) {
        refuse(reader, NULL, "initial", HOB_ERR_STATE_TARGET_MISSING, "Name a state of this file.",
               "There is no state ", initial, ".");
    }
    yyjson_arr_foreach(yyjson_obj_get(root, "transitions"), i, max, item) {
        hob_read_level level = {.up = &transitions, .index = i};
        check_transition(reader, &level, root, item);
    }
}

/* ---- the compiled form ---- */

static const char *copy_text(hob_arena *arena, yyjson_val *v) {
    return hob_arena_text(arena, yyjson_get_str(v), yyjson_get_len(v));
}

/* A value of the wrong type counts as false or 0. */
static double plain_value(hob_asm_type type, yyjson_val *v) {
    if (type == HOB_ASM_NUMBER) {
        return yyjson_is_num(v) ? yyjson_get_num(v) : 0;
    }
    return yyjson_is_true(v) ? 1 : 0;
}

static void compile_params(hob_arena *arena, yyjson_val *root, hob_state_machine_asset *made) {
    yyjson_val *params = yyjson_obj_get(root, "params"), *key, *value;
    made->param_count = yyjson_obj_size(params);
    made->params = hob_arena_array(arena, struct hob_asm_param, made->param_count + 1);
    size_t i, max;
    hob_json_each_member(params, i, max, key, value) {
        hob_asm_type type = param_type(root, text_of(key));
        made->params[i] = (struct hob_asm_param){
            .name = copy_text(arena, key),
            .type = type,
            .initial = plain_value(type, yyjson_obj_get(value, "default")),
        };
    }
}

static void compile_states(hob_arena *arena, yyjson_val *root, hob_state_machine_asset *made) {
    yyjson_val *states = yyjson_obj_get(root, "states"), *item;
    made->state_count = yyjson_arr_size(states);
    made->states = hob_arena_array(arena, struct hob_asm_state, made->state_count + 1);
    size_t i, max;
    yyjson_arr_foreach(states, i, max, item) {
        yyjson_val *speed = yyjson_obj_get(item, "speed");
        made->states[i] = (struct hob_asm_state){
            .name = copy_text(arena, yyjson_obj_get(item, "name")),
            .animation = copy_text(arena, yyjson_obj_get(item, "animation")),
            .speed = yyjson_is_num(speed) ? yyjson_get_num(speed) : 1,
        };
    }
}

static size_t count_conditions(yyjson_val *root) {
    yyjson_val *item;
    size_t i, max, count = 0;
    yyjson_arr_foreach(yyjson_obj_get(root, "transitions"), i, max, item) {
        count += yyjson_arr_size(yyjson_obj_get(item, "conditions"));
    }
    return count;
}

static void compile_conditions(yyjson_val *root, yyjson_val *list, hob_state_machine_asset *made) {
    yyjson_val *item;
    size_t i, max;
    yyjson_arr_foreach(list, i, max, item) {
        hob_str name = text_of(yyjson_obj_get(item, "param"));
        int op = name_index(op_names, text_of(yyjson_obj_get(item, "op")));
        made->conditions[made->condition_count++] = (struct hob_asm_condition){
            .param = param_index(root, name),
            .op = (hob_asm_op)(op + 1),
            .value = plain_value(param_type(root, name), yyjson_obj_get(item, "value")),
        };
    }
}

static void compile_transitions(hob_arena *arena, yyjson_val *root, hob_state_machine_asset *made) {
    yyjson_val *transitions = yyjson_obj_get(root, "transitions"), *item;
    made->transition_count = yyjson_arr_size(transitions);
    made->transitions =
        hob_arena_array(arena, struct hob_asm_transition, made->transition_count + 1);
    made->conditions = hob_arena_array(arena, struct hob_asm_condition, count_conditions(root) + 1);
    size_t i, max;
    yyjson_arr_foreach(transitions, i, max, item) {
        hob_str from = text_of(yyjson_obj_get(item, "from"));
        yyjson_val *conditions = yyjson_obj_get(item, "conditions");
        yyjson_val *exit_time = yyjson_obj_get(item, "exitTime");
        made->transitions[i] = (struct hob_asm_transition){
            .from = hob_str_is(from, "any") ? -1 : state_index(root, from),
            .to = state_index(root, text_of(yyjson_obj_get(item, "to"))),
            .first_condition = (int)made->condition_count,
            .condition_count = (int)yyjson_arr_size(conditions),
            .exit_time = yyjson_is_num(exit_time) ? yyjson_get_num(exit_time) : -1,
        };
        compile_conditions(root, conditions, made);
    }
}

static const hob_state_machine_asset *compile(hob_arena *arena, const hob_asset *asset,
                                              yyjson_val *root) {
    hob_state_machine_asset *made = hob_arena_new(arena, hob_state_machine_asset);
    made->asset_id = hob_arena_text(arena, asset->id, strlen(asset->id));
    compile_params(arena, root, made);
    compile_states(arena, root, made);
    compile_transitions(arena, root, made);
    made->initial = state_index(root, text_of(yyjson_obj_get(root, "initial")));
    return made;
}

typedef struct machine_call {
    hob_str asset_id;
    const hob_state_machine_asset *machine;
} machine_call;

static hob_status read_machine(hob_project *project, void *arg, hob_error *reterr) {
    machine_call *call = arg;
    hob_project__file *file;
    hob_status status =
        hob_project__payload(project, call->asset_id, HOB_KIND_STATE_MACHINE, &file, reterr);
    if (status) {
        return status;
    }
    if (!file->payload) {
        hob_error error;
        if (hob_project__payload_check(project, file, &error, hob_project__state_machine_check)) {
            return hob_project__file_break(file, &error, reterr);
        }
        file->payload = compile(&file->arena, hob_project_asset_by_id(project, call->asset_id),
                                file->json.root);
    }
    call->machine = file->payload;
    return HOB_OK;
}

const hob_state_machine_asset *hob_project_state_machine(hob_project *project, hob_str asset_id,
                                                         hob_error *reterr) {
    machine_call call = {.asset_id = asset_id};
    return hob_project__guarded(project, read_machine, &call, reterr) ? NULL : call.machine;
}
