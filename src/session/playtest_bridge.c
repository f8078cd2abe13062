/* Play-test steps that do what the bridge does to a session, so that a session can be written out
 * as a play-test: a hard cut, a field, a call, a click in the world, the hash at the end. */
#include "session/playtest_internal.h"
#include "session/poke.h"

static bool tell(const hob_error *error, hob_buf *message) {
    hob_buf_add_cstr(message, error->message);
    if (error->hint[0] != '\0') {
        hob_buf_format(message, "; %s", error->hint);
    }
    return false;
}

static bool say_frame(const hob_playtest_run *run, hob_buf *message) {
    hob_buf_format(message, "at frame %lld", (long long)run->world->frame);
    return true;
}

static bool deliver(hob_playtest_run *run, hob_session_input input, hob_buf *message) {
    hob_error error = {0};
    return hob_session_deliver(run->session, &input, &error) == HOB_OK ? say_frame(run, message)
                                                                       : tell(&error, message);
}

bool hob_playtest__change_scene(hob_playtest_run *run, hob_value step, hob_buf *message) {
    return deliver(
        run,
        (hob_session_input){.kind = HOB_INPUT_SCENE, .name = hob_value_get_str(step, "scene", "")},
        message);
}

bool hob_playtest__click_world(hob_playtest_run *run, hob_value step, hob_buf *message) {
    return deliver(run,
                   (hob_session_input){.kind = HOB_INPUT_CLICK_WORLD,
                                       .x = hob_value_get_number(step, "x", 0),
                                       .y = hob_value_get_number(step, "y", 0)},
                   message);
}

bool hob_playtest__set_property(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_error error = {0};
    hob_entity_data *e = NULL;
    hob_status status =
        hob_session_entity(run->session, hob_value_get_str(step, "entity", ""), &e, &error);
    if (status == HOB_OK) {
        status = hob_session_set_property(run->session, e, hob_value_get_str(step, "property", ""),
                                          hob_value_get(step, "value"), &error);
    }
    return status == HOB_OK ? say_frame(run, message) : tell(&error, message);
}

bool hob_playtest__call(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_error error = {0};
    hob_session_call_request request = {
        .slot = hob_value_get_str(step, "component", ""),
        .function = hob_value_get_str(step, "function", ""),
        .arguments = hob_value_get(step, "arguments"),
    };
    hob_value result;
    hob_status status = hob_session_entity(run->session, hob_value_get_str(step, "entity", ""),
                                           &request.entity, &error);
    if (status == HOB_OK) {
        status = hob_session_call(run->session, &request, run->arena, &result, &error);
    }
    return status == HOB_OK ? say_frame(run, message) : tell(&error, message);
}

bool hob_playtest__assert_hash(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_state_hash hash;
    char hex[17];
    hob_str wanted = hob_value_get_str(step, "hash", "");
    hob_session_hash(run->session, false, &hash);
    hob_hash_hex(hash.all, hex);
    hob_buf_format(message, "state hash %s", hex);
    if (hob_str_is(wanted, hex)) {
        return true;
    }
    hob_buf_format(message, ", wanted %.*s", (int)wanted.length, wanted.data);
    return false;
}

#define TYPE HOB_P("type", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Kind of step.")
#define ENTITY                                                              \
    HOB_P("entity", REF, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Entity by id or exact name.")
#define NEEDED_TEXT(label, text) \
    HOB_P(label, TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, .doc = text)

static const hob_field argument = {.name = "", .type = HOB_FIELD_ANY, .doc = "One argument."};
const hob_field hob_playtest__change_scene_fields[] = {
    TYPE, NEEDED_TEXT("scene", "Scene id or exact name."), HOB_FIELDS_END};
const hob_field hob_playtest__click_world_fields[] = {
    TYPE,
    HOB_P("x", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "Place in the world."),
    HOB_P("y", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "Place in the world."),
    HOB_FIELDS_END};
const hob_field hob_playtest__set_property_fields[] = {
    TYPE, ENTITY, NEEDED_TEXT("property", "Component slot and path, as Transform.position.x."),
    HOB_P("value", ANY, .flags = HOB_FIELD_REQUIRED, .doc = "New value."), HOB_FIELDS_END};
const hob_field hob_playtest__call_fields[] = {
    TYPE,
    ENTITY,
    HOB_P("component", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Slot of the script; left out, the first that has the function."),
    NEEDED_TEXT("function", "Name of the function."),
    HOB_P("arguments", LIST, .flags = HOB_FIELD_OPTIONAL, .element = &argument,
          .doc = "Arguments, plain data."),
    HOB_FIELDS_END};
const hob_field hob_playtest__assert_hash_fields[] = {
    TYPE, NEEDED_TEXT("hash", "Hash as commands print it."), HOB_FIELDS_END};
