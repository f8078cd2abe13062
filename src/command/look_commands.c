/* Commands that look at a running game: snapshot, screen as text, picture, what has happened, hash,
 * recording. They run where the game is (hob_command_host.live) and change nothing. */
#include "command/bridge/bridge.h"
#include "command/bridge/rows.h"
#include "command/command_internal.h"

#include <math.h>

static hob_bridge *bridge_of(const hob_command_call *call) {
    return call->host->live;
}

static hob_world *world_of(const hob_command_call *call) {
    return hob_session_world(hob_bridge_session(bridge_of(call)));
}

#define TEXTS(label, text) \
    HOB_P(label, LIST, .element = &hob_bridge_text_field, .flags = HOB_FIELD_OPTIONAL, .doc = text)
#define ROWS(label, text)   HOB_P(label, LIST, .element = &hob_bridge_any_field, .doc = text)
#define COUNTS(label, text) HOB_P(label, MAP, .element = &hob_bridge_any_field, .doc = text)
#define FRAME               HOB_P("frame", INT, .unit = "frames", .doc = "Steps run so far.")

static const hob_status look_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_SESSION_LOST,
                                         HOB_ERR_CAPABILITY_MISSING, HOB_OK};

/* ---- snapshotSession ---- */

static const hob_field snapshot_params[] = {
    HOB_BRIDGE_SESSION, TEXTS("entityIds", "Only entities with one of these ids."),
    TEXTS("entityNames", "Only entities with one of these names."),
    TEXTS("componentTypes", "Only these components, and entities that have one."), HOB_FIELDS_END};
static const hob_field snapshot_result[] = {
    HOB_BRIDGE_STATE,
    COUNTS("stats", "Declared game state, sorted by key."),
    ROWS("entities", "Live entities in order: id, name, parent, active, tags, transform in the "
                     "world, components {type, slot, index, state}, vars of scripts."),
    ROWS("projectionIssues", "What could not be shown whole: path and marker."),
    COUNTS("audio", "master, channels, playing."),
    COUNTS("time", "pending entries of game time, and in how many steps the next is due."),
    COUNTS("camera", "position, zoom, and the effects: shake, fade, flash."),
    COUNTS("ui", "shown pieces and anchored ones."),
    HOB_FIELDS_END};

static hob_status run_snapshot(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    const hob_bridge_filter filter = {
        .ids = hob_value_get(call->params, "entityIds"),
        .names = hob_value_get(call->params, "entityNames"),
        .types = hob_value_get(call->params, "componentTypes"),
    };
    hob_bridge_describe(bridge_of(call), call->arena, call->data);
    hob_bridge_snapshot(bridge_of(call), &filter, call->arena, call->data);
    return HOB_OK;
}

/* ---- viewSession ---- */

#define MOST_OVERLAPS 200

static const hob_field view_params[] = {
    HOB_BRIDGE_SESSION,
    HOB_P("limit", INT, .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 10000, .default_json = "100",
          .doc = "Most entities."),
    HOB_P("after", INT, .flags = HOB_FIELD_HAS_MIN, .min = 0, .doc = "Entities to pass over."),
    HOB_FIELDS_END};
static const hob_field box_fields[] = {
    HOB_P("id", TEXT, .doc = "Entity id."),
    HOB_P("name", TEXT, .doc = "Its name."),
    HOB_P("kind", TEXT,
          .doc = "What the box is of: ui, sprite, collider, tiles, or a point without one."),
    HOB_P("x", NUMBER, .unit = "px", .doc = "Left edge on the screen."),
    HOB_P("y", NUMBER, .unit = "px", .doc = "Top edge on the screen."),
    HOB_P("width", NUMBER, .unit = "px", .doc = "Width on the screen."),
    HOB_P("height", NUMBER, .unit = "px", .doc = "Height on the screen."),
    HOB_FIELDS_END};
static const hob_field box_row = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = box_fields, .doc = "One entity."};
static const hob_field overlap_row = {.name = "",
                                      .type = HOB_FIELD_LIST,
                                      .element = &hob_bridge_text_field,
                                      .doc = "Names of two entities whose boxes overlap."};
static const hob_field view_result[] = {
    FRAME,
    HOB_P("sceneName", TEXT, .doc = "Name of the running scene."),
    HOB_P("width", INT, .unit = "px", .doc = "Width of the screen."),
    HOB_P("height", INT, .unit = "px", .doc = "Height of the screen."),
    COUNTS("camera", "Where the main camera stands, and its zoom."),
    HOB_P("total", INT, .doc = "Entities on the screen."),
    HOB_P("entities", LIST, .element = &box_row, .doc = "Those of this page."),
    HOB_P("overlaps", LIST, .element = &overlap_row,
          .doc = "Pairs on this page, at most 200; points and elements of the UI are left out."),
    HOB_FIELDS_END};

static double rounded(double v) {
    double r = floor(v * 10 + 0.5) / 10;
    return r == 0 ? 0 : r; /* no -0 */
}

static hob_value box_value(hob_command_call *call, const hob_bridge_box *box) {
    hob_value row = hob_command__map(call);
    hob_command__put_str(call, row, "id", hob_text_view(box->e->id));
    hob_command__put_str(call, row, "name", hob_text_view(box->e->name));
    hob_command__put_text(call, row, "kind", hob_bridge_box_name(box->kind));
    hob_command__put_number(call, row, "x", rounded(box->x));
    hob_command__put_number(call, row, "y", rounded(box->y));
    hob_command__put_number(call, row, "width", rounded(box->width));
    hob_command__put_number(call, row, "height", rounded(box->height));
    return row;
}

static bool has_body(const hob_bridge_box *box) {
    return box->kind == HOB_BRIDGE_SPRITE || box->kind == HOB_BRIDGE_COLLIDER;
}

/* Areas, not edges; an entity and its parent are one thing. */
static bool overlap(const hob_bridge_box *a, const hob_bridge_box *b) {
    return has_body(a) && has_body(b) && a->e->parent_data != b->e && b->e->parent_data != a->e &&
           a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
           b->y < a->y + a->height;
}

static hob_value overlaps_of(hob_command_call *call, const hob_bridge_box *boxes, size_t count) {
    hob_value list = hob_command__list(call);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count && list.as.list->count < MOST_OVERLAPS; k++) {
            if (overlap(&boxes[i], &boxes[k])) {
                hob_value pair = hob_command__list(call);
                hob_command__add(call, pair,
                                 hob_command__text(call, hob_text_view(boxes[i].e->name)));
                hob_command__add(call, pair,
                                 hob_command__text(call, hob_text_view(boxes[k].e->name)));
                hob_command__add(call, list, pair);
            }
        }
    }
    return list;
}

static void describe_view(hob_command_call *call) {
    hob_buf text;
    hob_value d = call->data, camera = hob_value_get(d, "camera");
    hob_value rows = hob_value_get(d, "entities"), pairs = hob_value_get(d, "overlaps");
    hob_str scene = hob_value_get_str(d, "sceneName", "");
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 20);
    hob_buf_format(&text,
                   "  frame %.0f, scene %.*s, screen %.0fx%.0f, camera at (%.1f, %.1f) zoom %g\n",
                   hob_value_get_number(d, "frame", 0), hob_command__shown(scene), scene.data,
                   hob_value_get_number(d, "width", 0), hob_value_get_number(d, "height", 0),
                   hob_value_get_number(camera, "x", 0), hob_value_get_number(camera, "y", 0),
                   hob_value_get_number(camera, "zoom", 1));
    hob_buf_add_cstr(&text, "       x       y   width  height  kind      entity\n");
    for (uint32_t i = 0; i < rows.as.list->count; i++) {
        hob_value row = rows.as.list->items[i];
        hob_str kind = hob_value_get_str(row, "kind", "");
        hob_str name = hob_value_get_str(row, "name", ""), id = hob_value_get_str(row, "id", "");
        hob_buf_format(&text, "%8.1f%8.1f%8.1f%8.1f  %-8.*s  %.*s (%.*s)\n",
                       hob_value_get_number(row, "x", 0), hob_value_get_number(row, "y", 0),
                       hob_value_get_number(row, "width", 0),
                       hob_value_get_number(row, "height", 0), (int)kind.length, kind.data,
                       hob_command__shown(name), name.data, (int)id.length, id.data);
    }
    double total = hob_value_get_number(d, "total", 0);
    if (total > rows.as.list->count) {
        hob_buf_format(&text, "  %u of %.0f; --after shows the others\n",
                       (unsigned)rows.as.list->count, total);
    }
    for (uint32_t i = 0; i < pairs.as.list->count; i++) {
        hob_str a = hob_value_str(hob_list_get(pairs.as.list->items[i].as.list, 0));
        hob_str b = hob_value_str(hob_list_get(pairs.as.list->items[i].as.list, 1));
        hob_buf_format(&text, "  %.*s overlaps %.*s\n", (int)a.length, a.data, (int)b.length,
                       b.data);
    }
    hob_call_text(call, &text);
}

static hob_status run_view(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    hob_world *world = world_of(call);
    const hob_settings *settings = &world->outside.manifest->settings;
    hob_bridge_box *boxes = NULL;
    const size_t total = hob_bridge_boxes(bridge_of(call), call->arena, &boxes);
    size_t after = (size_t)hob_call_number(call, "after");
    size_t limit = (size_t)hob_call_number(call, "limit");
    after = after < total ? after : total;
    const size_t count = limit < total - after ? limit : total - after;
    hob_value rows = hob_command__list(call), camera = hob_command__map(call);
    for (size_t i = 0; i < count; i++) {
        hob_command__add(call, rows, box_value(call, &boxes[after + i]));
    }
    hob_vec2 at = hob_view_position(world);
    hob_command__put_number(call, camera, "x", at.x);
    hob_command__put_number(call, camera, "y", at.y);
    hob_command__put_number(call, camera, "zoom", hob_view_zoom(world));
    hob_call_set_number(call, "frame", (double)world->frame);
    hob_call_set_str(call, "sceneName", hob_text_view(world->scene_name));
    hob_call_set_number(call, "width", settings->width);
    hob_call_set_number(call, "height", settings->height);
    hob_call_set(call, "camera", camera);
    hob_call_set_number(call, "total", (double)total);
    hob_call_set(call, "entities", rows);
    hob_call_set(call, "overlaps", overlaps_of(call, boxes + after, count));
    describe_view(call);
    return HOB_OK;
}

/* ---- screenshotSession ---- */

static const hob_field shot_params[] = {
    HOB_BRIDGE_SESSION,
    HOB_P("out", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "PNG file to write; left out, screenshot.png, or none where the answer can hold "
                 "the picture."),
    HOB_P("size", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "WIDTHxHEIGHT in pixels; left out, the project's logical screen."),
    HOB_P("overlay", BOOL, .doc = "Also draw colliders, velocities, light radii and names."),
    HOB_FIELDS_END};
static const hob_field shot_result[] = {
    HOB_P("path", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "The file; null = none."),
    HOB_P("width", INT, .unit = "px", .doc = "Its width."),
    HOB_P("height", INT, .unit = "px", .doc = "Its height."),
    FRAME,
    HOB_P("scene", TEXT, .doc = "Id of the scene that is shown."),
    HOB_P("driver", TEXT, .doc = "What drew it."),
    HOB_FIELDS_END};

static hob_status run_shot(hob_command_call *call, hob_error *reterr) {
    enum { MOST_PNG = 512 << 20 };
    hob_world *world = world_of(call);
    const hob_settings *settings = &world->outside.manifest->settings;
    uint32_t sides[2] = {(uint32_t)settings->width, (uint32_t)settings->height};
    const char *path = NULL;
    hob_buf png;
    if (call->host->draw == NULL) {
        return hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING,
                        "This program was built without drawing.");
    }
    if (hob_call_given(call, "size") &&
        !hob_command__parse_size(hob_call_str(call, "size"), sides)) {
        hob_fail(reterr, HOB_ERR_INVALID_PARAMS, "The size must be WIDTHxHEIGHT, such as 640x360.");
        return hob_error_place(reterr, NULL, "/size", 0, 0);
    }
    const hob_picture_request request = {
        .world = world,
        .width = sides[0],
        .height = sides[1],
        .debug = hob_call_bool(call, "overlay"),
        .ret_driver = hob_arena_alloc(call->arena, HOB_DRIVER_TEXT),
    };
    hob_buf_init(&png, &call->arena->as_allocator, MOST_PNG);
    hob_status status = hob_bridge_await_assets(bridge_of(call), reterr);
    if (status == HOB_OK) {
        status = call->host->draw(call->host->draw_user, &request, &png, reterr);
    }
    if (status == HOB_OK) {
        status = hob_command__put_picture(call, hob_command__out_path(call, "screenshot.png"), &png,
                                          &path, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_call_set_text(call, "path", path);
    hob_call_set_number(call, "width", sides[0]);
    hob_call_set_number(call, "height", sides[1]);
    hob_call_set_number(call, "frame", (double)world->frame);
    hob_call_set_str(call, "scene", hob_text_view(world->scene_id));
    hob_call_set_text(call, "driver", request.ret_driver);
    return HOB_OK;
}

/* ---- readSessionEvents ---- */

static const hob_field events_params[] = {
    HOB_BRIDGE_SESSION,
    HOB_P("since", TEXT, .flags = HOB_FIELD_OPTIONAL,
          .doc = "Cursor of the last answer; left out, from the beginning."),
    HOB_P("limit", INT, .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 10000, .default_json = "200",
          .doc = "Most items."),
    HOB_FIELDS_END};
static const hob_field events_result[] = {
    ROWS("items", "In order of frames: {frame, kind: scene, error, event, sound or log, ...}."),
    HOB_P("cursor", TEXT, .doc = "For `since` of the next call."),
    HOB_P("more", BOOL, .doc = "There is more than `limit`."),
    HOB_P("lost", BOOL, .doc = "Logs went by that are not kept any more."),
    FRAME,
    HOB_FIELDS_END};

static void describe_news(hob_command_call *call, const hob_bridge_news *news) {
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 1 << 20);
    const hob_list *items = news->items.as.list;
    for (uint32_t i = 0; i < items->count; i++) {
        const hob_map *row = items->items[i].as.map;
        hob_str kind = hob_value_get_str(items->items[i], "kind", "");
        hob_buf_format(&text, "  frame %.0f %.*s",
                       hob_value_get_number(items->items[i], "frame", 0), (int)kind.length,
                       kind.data);
        for (uint32_t k = 2; k < row->count; k++) { /* after frame and kind */
            hob_value v = row->entries[k].value;
            if (v.tag == HOB_TAG_TEXT) {
                hob_buf_format(&text, " %s", hob_text_cstr(v.as.text));
            } else if (v.tag != HOB_TAG_NULL) {
                hob_buf_format(&text, " %s ", hob_text_cstr(row->entries[k].key));
                (void)hob_value_write_json(&text, v, false, NULL, NULL);
            }
        }
        hob_buf_add_char(&text, '\n');
    }
    hob_buf_format(&text, "  cursor %s%s%s\n", news->cursor, news->more ? ", there is more" : "",
                   news->lost ? ", older logs are gone" : "");
    hob_call_text(call, &text);
}

static hob_status run_events(hob_command_call *call, hob_error *reterr) {
    hob_bridge_news news;
    hob_status status =
        hob_bridge_read_news(bridge_of(call), hob_call_str(call, "since"),
                             (size_t)hob_call_number(call, "limit"), call->arena, &news, reterr);
    if (status != HOB_OK) {
        return hob_error_place(reterr, NULL, "/since", 0, 0);
    }
    hob_call_set(call, "items", news.items);
    hob_call_set_text(call, "cursor", news.cursor);
    hob_call_set_bool(call, "more", news.more);
    hob_call_set_bool(call, "lost", news.lost);
    hob_call_set_number(call, "frame", (double)world_of(call)->frame);
    describe_news(call, &news);
    return HOB_OK;
}

/* ---- hashSession, recordSession ---- */

static const hob_field only_session[] = {HOB_BRIDGE_SESSION, HOB_FIELDS_END};
static const hob_field hash_result[] = {
    FRAME, HOB_P("stateHash", TEXT, .doc = "Hash of the whole state, as runScene gives it."),
    COUNTS("blocks", "Hash of each block of the state by name."), HOB_FIELDS_END};

static void put_hash(hob_command_call *call, hob_value map, const char *key, uint64_t hash) {
    char hex[17];
    hob_hash_hex(hash, hex);
    hob_command__put_text(call, map, key, hex);
}

static hob_status run_hash(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    hob_state_hash hash;
    hob_value blocks = hob_command__map(call);
    hob_session_hash(hob_bridge_session(bridge_of(call)), true, &hash);
    for (const hob_hash_block *b = hob_hash_blocks; b->name != NULL; b++) {
        put_hash(call, blocks, b->name, hash.blocks[b->number]);
    }
    hob_call_set_number(call, "frame", (double)world_of(call)->frame);
    put_hash(call, call->data, "stateHash", hash.all);
    hob_call_set(call, "blocks", blocks);
    return HOB_OK;
}

static const hob_field record_result[] = {
    ROWS("steps", "What was done so far, as steps of a play-test."),
    HOB_P("scene", TEXT, .doc = "Id of the first scene."),
    HOB_P("finalScene", TEXT, .doc = "Id of the scene now."),
    HOB_P("seed", INT, .doc = "Seed of the random stream."),
    HOB_P("frames", INT, .unit = "frames", .doc = "Steps run so far."),
    HOB_P("whole", BOOL, .doc = "False: more was done than is kept."),
    HOB_P("scriptErrors", INT, .doc = "Errors recorded so far."),
    HOB_P("stateHash", TEXT, .doc = "Hash of the whole state."),
    HOB_FIELDS_END};

static hob_status run_record(hob_command_call *call, hob_error *reterr) {
    (void)reterr;
    hob_session *session = hob_bridge_session(bridge_of(call));
    hob_bridge_recording recording;
    hob_state_hash hash;
    hob_bridge_get_recording(bridge_of(call), call->arena, &recording);
    hob_session_hash(session, false, &hash);
    hob_call_set(call, "steps", recording.steps);
    hob_call_set_text(call, "scene", recording.scene);
    hob_call_set_str(call, "finalScene", hob_text_view(world_of(call)->scene_id));
    hob_call_set_number(call, "seed", hob_bridge_seed(bridge_of(call)));
    hob_call_set_number(call, "frames", (double)recording.frames);
    hob_call_set_bool(call, "whole", recording.whole);
    hob_call_set_number(call, "scriptErrors", (double)hob_session_records(session)->error_count);
    put_hash(call, call->data, "stateHash", hash.all);
    return HOB_OK;
}

/* ---- the table ---- */

#define LOOKS                                                                          \
    .permission = HOB_PERMIT_READ_ONLY, .flags = HOB_COMMAND_LIVE | HOB_COMMAND_ALONE, \
    .errors = look_errors, .example_after = "startSession"

const hob_command hob_look_commands[] = {
    {LOOKS, .name = "snapshotSession",
     .summary = "The state of a session: game state, entities with components, sound, time, UI.",
     .params = snapshot_params, .result = snapshot_result,
     .example_json = "{\"session\": \"s1\", \"componentTypes\": [\"Camera\"]}", .run = run_snapshot,
     .cli = "session snapshot <session>"},
    {LOOKS, .name = "viewSession",
     .summary = "What is on the screen of a session, as text: entities, their boxes, overlaps.",
     .params = view_params, .result = view_result, .example_json = "{\"session\": \"s1\"}",
     .run = run_view, .cli = "session view <session>", .tool = "view_session"},
    {LOOKS, .name = "screenshotSession",
     .summary = "Writes what is seen of a session now as a PNG file.", .params = shot_params,
     .result = shot_result,
     .example_json = "{\"session\": \"s1\", \"out\": \"now.png\", \"overlay\": true}",
     .run = run_shot, .cli = "session screenshot <session>", .tool = "screenshot_session"},
    {LOOKS, .name = "readSessionEvents",
     .summary = "What has happened in a session since a cursor: events, logs, errors, sounds.",
     .params = events_params, .result = events_result,
     .example_json = "{\"session\": \"s1\", \"limit\": 50}", .run = run_events,
     .cli = "session events <session>"},
    {LOOKS, .name = "hashSession", .summary = "The hash of the state of a session.",
     .params = only_session, .result = hash_result, .example_json = "{\"session\": \"s1\"}",
     .run = run_hash, .cli = "session hash <session>"},
    {LOOKS, .name = "recordSession",
     .summary = "What was done to a session so far, as steps of a play-test.",
     .params = only_session, .result = record_result, .example_json = "{\"session\": \"s1\"}",
     .run = run_record, .cli = "session record <session>"},
    {.name = NULL}};
