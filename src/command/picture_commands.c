/* Commands that make pictures of a running game. What draws is the program's
 * (hob_command_host.draw). */
#include "command/command_internal.h"

#include "session/session.h"

#include <string.h>

#define MOST_PNG ((size_t)512 << 20)

static const hob_field screenshot_params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Scene id or name; left out, the initial scene."),
    HOB_P("frame", INT, .flags = HOB_FIELD_BETWEEN, .min = 0, .max = 1000000, .default_json = "0",
          .unit = "frames", .doc = "Steps to run before the picture is taken."),
    HOB_P("seed", INT, .flags = HOB_FIELD_HAS_MIN, .min = 0, .doc = "Seed of the random stream."),
    HOB_P("size", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "WIDTHxHEIGHT in pixels; left out, the project's logical screen."),
    HOB_P("debug", BOOL, .doc = "Also draw colliders, velocities, light radii and names."),
    HOB_P("out", TEXT, .flags = HOB_FIELD_NOT_EMPTY, .default_json = "\"screenshot.png\"",
          .doc = "PNG file to write."),
    HOB_FIELDS_END};
static const hob_field screenshot_result[] = {
    HOB_P("path", TEXT, .doc = "The file."),
    HOB_P("width", INT, .unit = "px", .doc = "Its width."),
    HOB_P("height", INT, .unit = "px", .doc = "Its height."),
    HOB_P("frame", INT, .doc = "Steps that were run."),
    HOB_P("scene", TEXT, .doc = "Id of the scene that is shown."),
    HOB_P("driver", TEXT,
          .doc = "What drew it: the same frame gives the same bytes on one driver."),
    HOB_P("scriptErrors", INT, .doc = "Script errors on the way."),
    HOB_FIELDS_END};
static const hob_status screenshot_errors[] = {HOB_ERR_NOT_FOUND, HOB_ERR_CAPABILITY_MISSING,
                                               HOB_OK};

/* "640x360"; false for anything else and for sides that no picture has. */
static bool parse_size(hob_str text, uint32_t ret_sides[2]) {
    enum { MOST_SIDE = 16384 };
    size_t at = 0;
    for (int i = 0; i < 2; i++) {
        uint32_t n = 0;
        size_t begin = at;
        while (at < text.length && text.data[at] >= '0' && text.data[at] <= '9' && n <= MOST_SIDE) {
            n = n * 10 + (uint32_t)(text.data[at++] - '0');
        }
        bool separated = i == 1 ? at == text.length : at < text.length && text.data[at] == 'x';
        if (at == begin || n < 1 || n > MOST_SIDE || !separated) {
            return false;
        }
        ret_sides[i] = n;
        at += i == 0;
    }
    return true;
}

static void destroy_session(void *user) {
    hob_session_destroy(user);
}

static hob_status open_session(hob_command_call *call, hob_session **ret_session,
                               hob_error *reterr) {
    const hob_scene_entry *scene = NULL;
    if (hob_call_given(call, "scene")) {
        hob_status status = hob_command__scene(call, "scene", &scene, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    const hob_session_options options = {
        .project = call->project,
        .scene = scene != NULL ? scene->id : NULL,
        .seed = (uint32_t)hob_call_number(call, "seed"),
        .allocator = call->session->allocator,
        .log = call->host->log,
    };
    hob_status status = hob_session_create(&options, ret_session, reterr);
    if (status == HOB_OK) {
        call->cleanup = destroy_session;
        call->cleanup_user = *ret_session;
    }
    return status;
}

static hob_status run_screenshot(hob_command_call *call, hob_error *reterr) {
    hob_picture_request request = {.debug = hob_call_bool(call, "debug")};
    uint32_t sides[2] = {0, 0};
    if (call->host->draw == NULL) {
        hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING, "This program was built without drawing.");
        return hob_error_hint(reterr, "Use the program of `make build`, not the headless one.");
    }
    if (hob_call_given(call, "size") && !parse_size(hob_call_str(call, "size"), sides)) {
        hob_fail(reterr, HOB_ERR_INVALID_PARAMS, "The size must be WIDTHxHEIGHT, such as 640x360.");
        return hob_error_place(reterr, NULL, "/size", 0, 0);
    }
    hob_session *session = NULL;
    hob_status status = open_session(call, &session, reterr);
    double frames = hob_call_number(call, "frame");
    for (double i = 0; status == HOB_OK && i < frames; i++) {
        status = hob_session_step(session, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    char *driver = hob_arena_alloc(call->arena, HOB_DRIVER_TEXT);
    const hob_settings *settings = &hob_project_manifest(call->project)->settings;
    request.world = hob_session_world(session);
    request.width = sides[0] != 0 ? sides[0] : (uint32_t)settings->width;
    request.height = sides[1] != 0 ? sides[1] : (uint32_t)settings->height;
    request.ret_driver = driver;
    hob_buf png;
    hob_buf_init(&png, &call->arena->as_allocator, MOST_PNG);
    status = call->host->draw(call->host->draw_user, &request, &png, reterr);
    hob_str out = hob_call_str(call, "out");
    if (status == HOB_OK) {
        status = hob_command__write_outside(call, out, &png, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    size_t errors = hob_session_records(session)->error_count;
    hob_call_set_text(call, "path", hob_command__outside_path(call, out));
    hob_call_set_number(call, "width", request.width);
    hob_call_set_number(call, "height", request.height);
    hob_call_set_number(call, "frame", frames);
    hob_call_set_str(call, "scene", hob_text_view(request.world->scene_id));
    hob_call_set_text(call, "driver", driver);
    hob_call_set_number(call, "scriptErrors", (double)errors);
    call->exit_code = errors > 0 ? 1 : 0;
    return HOB_OK;
}

const hob_command hob_picture_commands[] = {
    {.name = "screenshot",
     .summary = "Runs a scene to a frame and writes what is seen as a PNG file.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = screenshot_params,
     .result = screenshot_result,
     .errors = screenshot_errors,
     .example_json = "{\"scene\": \"Main\", \"frame\": 30, \"size\": \"640x480\", \"out\": "
                     "\"main.png\"}",
     .run = run_screenshot,
     .cli = "screenshot [scene]"},
    {.name = NULL}};
