/* Commands that make pictures of a running game. What draws is the program's
 * (hob_command_host.draw). */
#include "command/command_internal.h"

#include "session/session.h"

#include <math.h>
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
    HOB_P("out", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "PNG file to write; left out, screenshot.png, or none where the answer can hold "
                 "the picture."),
    HOB_FIELDS_END};
static const hob_field screenshot_result[] = {
    HOB_P("path", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "The file, if one was written."),
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

bool hob_command__parse_size(hob_str text, uint32_t ret_sides[2]) {
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

/* The size, what is shown beside the game, and room for the driver's name. */
static hob_status begin(hob_command_call *call, hob_picture_request *ret_request,
                        hob_error *reterr) {
    const hob_settings *settings = &hob_project_manifest(call->project)->settings;
    uint32_t sides[2] = {(uint32_t)settings->width, (uint32_t)settings->height};
    if (call->host->draw == NULL) {
        hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING, "This program was built without drawing.");
        return hob_error_hint(reterr, "Use the program of `make build`, not the headless one.");
    }
    if (hob_call_given(call, "size") &&
        !hob_command__parse_size(hob_call_str(call, "size"), sides)) {
        hob_fail(reterr, HOB_ERR_INVALID_PARAMS, "The size must be WIDTHxHEIGHT, such as 640x360.");
        return hob_error_place(reterr, NULL, "/size", 0, 0);
    }
    *ret_request = (hob_picture_request){
        .width = sides[0],
        .height = sides[1],
        .debug = hob_call_bool(call, "debug"),
        .ret_driver = hob_arena_alloc(call->arena, HOB_DRIVER_TEXT),
    };
    return HOB_OK;
}

hob_status hob_command__put_picture(hob_command_call *call, hob_str out, const hob_buf *picture,
                                    const char **ret_path, hob_error *reterr) {
    bool animated = hob_str_ends(out, HOB_STR(".webp"));
    hob_call_picture(call, animated ? "image/webp" : "image/png", hob_buf_str(picture));
    *ret_path = NULL;
    if (call->host->takes_pictures && !hob_call_given(call, "out")) {
        return HOB_OK;
    }
    *ret_path = hob_command__outside_path(call, out);
    return hob_command__write_outside(call, out, picture, reterr);
}

hob_str hob_command__out_path(const hob_command_call *call, const char *usual) {
    hob_str out = hob_call_str(call, "out");
    return out.length > 0 ? out : hob_str_from(usual);
}

static hob_status run_screenshot(hob_command_call *call, hob_error *reterr) {
    hob_picture_request request;
    hob_status status = begin(call, &request, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_session *session = NULL;
    status = open_session(call, &session, reterr);
    double frames = hob_call_number(call, "frame");
    for (double i = 0; status == HOB_OK && i < frames; i++) {
        status = hob_call_go_on(call, i, frames, reterr);
        status = status == HOB_OK ? hob_session_step(session, reterr) : status;
    }
    if (status != HOB_OK) {
        return status;
    }
    request.world = hob_session_world(session);
    hob_buf png;
    hob_buf_init(&png, &call->arena->as_allocator, MOST_PNG);
    status = call->host->draw(call->host->draw_user, &request, &png, reterr);
    const char *path = NULL;
    if (status == HOB_OK) {
        status = hob_command__put_picture(call, hob_command__out_path(call, "screenshot.png"), &png,
                                          &path, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    size_t errors = hob_session_records(session)->error_count;
    hob_call_set_text(call, "path", path);
    hob_call_set_number(call, "width", request.width);
    hob_call_set_number(call, "height", request.height);
    hob_call_set_number(call, "frame", frames);
    hob_call_set_str(call, "scene", hob_text_view(request.world->scene_id));
    hob_call_set_text(call, "driver", request.ret_driver);
    hob_call_set_number(call, "scriptErrors", (double)errors);
    call->exit_code = errors > 0 ? 1 : 0;
    return HOB_OK;
}

/* ---- capture ---- */

#define MOST_PICTURES 64
#define AUTO_PICTURES 31 /* about so many when no step is given */

static const hob_field capture_params[] = {
    HOB_P("scene", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "Scene id or name; left out, the initial scene."),
    HOB_P("from", INT, .flags = HOB_FIELD_BETWEEN, .min = 0, .max = 1000000, .default_json = "0",
          .unit = "frames", .doc = "First frame."),
    HOB_P("to", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_BETWEEN, .min = 0, .max = 1000000,
          .unit = "frames", .doc = "Last frame, included."),
    HOB_P("step", INT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_BETWEEN, .min = 1, .max = 1000000,
          .unit = "frames",
          .doc = "Frames from one picture to the next; left out, so many that "
                 "there are about thirty pictures."),
    HOB_P("sheet", BOOL, .default_json = "true",
          .doc = "One sheet with a number on each picture; false: a file each, NAME-f30.png."),
    HOB_P("seed", INT, .flags = HOB_FIELD_HAS_MIN, .min = 0, .doc = "Seed of the random stream."),
    HOB_P("size", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "WIDTHxHEIGHT of one picture; left out, the project's logical screen."),
    HOB_P("debug", BOOL, .doc = "Also draw colliders, velocities, light radii and names."),
    HOB_P("out", TEXT, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_NOT_EMPTY,
          .doc = "File to write, one that ends in .webp becomes an animation; left out, "
                 "capture.png, or none where the answer can hold the picture."),
    HOB_FIELDS_END};
static const hob_field path_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "A file."};
static const hob_field frame_field = {.name = "", .type = HOB_FIELD_INT, .doc = "A frame."};
static const hob_field sheet_fields[] = {
    HOB_P("columns", INT, .doc = "Pictures beside each other."),
    HOB_P("rows", INT, .doc = "Rows of them."), HOB_FIELDS_END};
static const hob_field capture_result[] = {
    HOB_P("outPaths", LIST, .element = &path_field, .doc = "Files written."),
    HOB_P("frames", LIST, .element = &frame_field, .doc = "Frames shown."),
    HOB_P("width", INT, .unit = "px", .doc = "Width of one picture."),
    HOB_P("height", INT, .unit = "px", .doc = "Its height."),
    HOB_P("sheet", OBJECT, .flags = HOB_FIELD_NULLABLE, .fields = sheet_fields,
          .doc = "How the pictures lie; null without a sheet."),
    HOB_P("driver", TEXT, .doc = "What drew it."),
    HOB_P("scriptErrors", INT, .doc = "Script errors on the way."),
    HOB_FIELDS_END};

/* "shots/run.png" and 30: "shots/run-f30.png". */
static hob_str numbered(hob_command_call *call, hob_str out, double frame) {
    hob_str end = HOB_STR(".png");
    hob_str stem = hob_str_ends(out, end) ? (hob_str){out.data, out.length - end.length} : out;
    return hob_str_from(
        hob_arena_format(call->arena, "%.*s-f%.0f.png", (int)stem.length, stem.data, frame));
}

/* Draws one picture; what it gives goes into a file when there is something. */
static hob_status take(hob_command_call *call, hob_picture_request *request, hob_str path,
                       hob_value paths, hob_error *reterr) {
    hob_buf png;
    hob_buf_init(&png, &call->arena->as_allocator, MOST_PNG);
    hob_status status = call->host->draw(call->host->draw_user, request, &png, reterr);
    if (status == HOB_OK && png.length > 0) {
        const char *written = NULL;
        status = hob_command__put_picture(call, path, &png, &written, reterr);
        if (written != NULL) {
            hob_command__add(call, paths, hob_command__text(call, hob_str_from(written)));
        }
    }
    if (!call->host->takes_pictures) {
        hob_buf_done(&png);
    }
    return status;
}

static hob_status run_capture(hob_command_call *call, hob_error *reterr) {
    hob_picture_request request;
    double from = hob_call_number(call, "from"), to = hob_call_number(call, "to");
    hob_status status = begin(call, &request, reterr);
    if (status != HOB_OK) {
        return status;
    }
    double step = hob_call_given(call, "step")
                      ? hob_call_number(call, "step")
                      : floor((to - from + AUTO_PICTURES - 1) / AUTO_PICTURES);
    step = step < 1 ? 1 : step;
    double count = floor((to - from) / step) + 1;
    if (to < from || count > MOST_PICTURES) {
        hob_fail(reterr, HOB_ERR_INVALID_PARAMS,
                 to < from ? "The last frame lies before the first."
                           : "That would be %.0f pictures; at most %d are taken.",
                 count, MOST_PICTURES);
        hob_error_hint(reterr, to < from ? "Let `to` be `from` or more."
                                         : "Take a larger step, or fewer frames.");
        return hob_error_place(reterr, NULL, to < from ? "/to" : "/step", 0, 0);
    }
    hob_session *session = NULL;
    status = open_session(call, &session, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_str out = hob_command__out_path(call, "capture.png");
    bool animated = hob_str_ends(out, HOB_STR(".webp"));
    bool sheet = !animated && hob_call_bool(call, "sheet");
    double rate = hob_project_manifest(call->project)->settings.fixed_timestep;
    request.world = hob_session_world(session);
    request.part_count = sheet || animated ? (uint32_t)count : 0;
    request.columns = sheet ? (uint32_t)ceil(sqrt(count)) : 0;
    request.part_ms = (uint32_t)(step * 1000 / rate + 0.5);
    hob_value paths = hob_command__list(call), frames = hob_command__list(call);
    for (double frame = 0; status == HOB_OK && frame <= to; frame++) {
        if (frame >= from && fmod(frame - from, step) == 0) {
            hob_str path = request.part_count > 0 ? out : numbered(call, out, frame);
            request.label = sheet ? hob_arena_format(call->arena, "%.0f", frame) : NULL;
            status = take(call, &request, path, paths, reterr);
            request.part++;
            hob_command__add(call, frames, hob_value_number(frame));
        }
        if (status == HOB_OK && frame < to) {
            status = hob_call_go_on(call, frame, to, reterr);
            status = status == HOB_OK ? hob_session_step(session, reterr) : status;
        }
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_value shape = HOB_VALUE_NULL;
    if (sheet) {
        shape = hob_command__map(call);
        hob_command__put_number(call, shape, "columns", request.columns);
        hob_command__put_number(call, shape, "rows", ceil(count / request.columns));
    }
    size_t errors = hob_session_records(session)->error_count;
    hob_call_set(call, "outPaths", paths);
    hob_call_set(call, "frames", frames);
    hob_call_set_number(call, "width", request.width);
    hob_call_set_number(call, "height", request.height);
    hob_call_set(call, "sheet", shape);
    hob_call_set_text(call, "driver", request.ret_driver);
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
     .cli = "screenshot [scene]",
     .tool = "screenshot"},
    {.name = "capture",
     .summary =
         "Runs a scene and writes pictures of several frames: a sheet, files, or an animation.",
     .permission = HOB_PERMIT_READ_ONLY,
     .params = capture_params,
     .result = capture_result,
     .errors = screenshot_errors,
     .example_json = "{\"scene\": \"Main\", \"to\": 60, \"step\": 20, \"size\": \"320x240\", "
                     "\"out\": \"sheet.png\"}",
     .run = run_capture,
     .cli = "capture [scene] {--no-sheet sheet=false}"},
    {.name = NULL}};
