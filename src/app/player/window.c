/* A game in a window. */
#include "app/player/window.h"

#include "app/player/context.h"
#include "app/player/keys.h"
#include "app/player/media.h"
#include "app/player/piece_pointer.h"
#include "app/player/sound.h"
#include "app/player/watch.h"
#include "render/frame.h"
#include "render/motion.h"
#include "render/present.h"
#include "script/reload.h"
#include "session/host.h"
#include "session/save_files.h"
#include "ui/ui.h"

#include <stdio.h>
#include <string.h>

#define MOST_PADS     8
#define ERROR_SECONDS 8.0
#define LOOK_SECONDS  0.25  /* between looks at the project's files */
#define SAVE_SECONDS  0.25  /* between writes of saves */
#define LOAD_SECONDS  0.008 /* of a displayed frame for loading ahead */
#define MOST_SCRIPT   ((size_t)16 << 20)

static const uint8_t white[4] = {255, 255, 255, 255}, red[4] = {255, 110, 110, 255};

typedef struct player {
    const hob_allocator *allocator;
    const hob_log *log;
    hob_session *session;
    hob_project *project;
    SDL_Window *window;
    SDL_GLContext context;
    hob_device *device;
    hob_pictures *pictures;
    hob_fonts *fonts;
    hob_frame *frame;
    hob_motion *motion; /* null: the last step is drawn as it is */
    hob_media *media;
    double loading_until; /* s */
    hob_speaker *speaker; /* null: silent */
    hob_watch *watch;
    double next_look; /* s */
    hob_save_files *saves;
    double next_save; /* s */
    bool save_failed; /* and it was told */
    hob_canvas canvas;
    hob_presentation shown;
    hob_piece_pointer piece_pointer;
    SDL_Gamepad *pads[MOST_PADS]; /* by the number that the game knows */
    bool closing, debug, figures, silenced;
    bool writing; /* a text field has the focus */
    hob_host_clock clock;
    size_t errors_seen;
    double error_until; /* s */
    double least;       /* s a picture takes at least, where the display does not hold it back */
    hob_status failed;  /* of an input */
    hob_error *error;
} player;

static double seconds(void) {
    return (double)SDL_GetTicksNS() / 1e9;
}

/* ---- inputs ---- */

static void deliver(player *p, hob_session_input input) {
    hob_error error;
    if (hob_session_deliver(p->session, &input, &error) == HOB_ERR_REGION_FULL) {
        p->failed = HOB_ERR_REGION_FULL;
        *p->error = error;
    }
}

static void deliver_code(player *p, const char *name, bool down) {
    if (name != NULL) {
        deliver(p, (hob_session_input){
                       .kind = HOB_INPUT_CODE, .name = hob_str_from(name), .down = down});
    }
}

static void deliver_to_piece(void *user, hob_session_input input) {
    deliver(user, input);
}

static void deliver_pointer(player *p, hob_input_kind kind, float window_x, float window_y) {
    hob_session_input input = {.kind = kind};
    float density = SDL_GetWindowPixelDensity(p->window);
    hob_present_point(&p->shown, (double)(window_x * density), (double)(window_y * density),
                      &input.x, &input.y);
    if (!hob_piece_pointer_at(&p->piece_pointer, p->frame, kind, input.x, input.y, deliver_to_piece,
                              p)) {
        deliver(p, input);
    }
}

static void deliver_finger(player *p, hob_touch_phase phase, const SDL_TouchFingerEvent *e) {
    int width = 0, height = 0;
    hob_session_input input = {
        .kind = HOB_INPUT_TOUCH, .touch = phase, .finger = (int64_t)e->fingerID};
    SDL_GetWindowSizeInPixels(p->window, &width, &height);
    hob_present_point(&p->shown, (double)(e->x * (float)width), (double)(e->y * (float)height),
                      &input.x, &input.y);
    const hob_input_kind kinds[] = {[HOB_TOUCH_DOWN] = HOB_INPUT_POINTER_DOWN,
                                    [HOB_TOUCH_MOVE] = HOB_INPUT_POINTER_MOVE,
                                    [HOB_TOUCH_UP] = HOB_INPUT_POINTER_UP,
                                    [HOB_TOUCH_CANCEL] = HOB_INPUT_POINTER_MOVE};
    if (!hob_piece_pointer_at(&p->piece_pointer, p->frame, kinds[phase], input.x, input.y,
                              deliver_to_piece, p)) {
        deliver(p, input);
    }
}

static void toggle_fullscreen(player *p) {
    bool is_full = (SDL_GetWindowFlags(p->window) & SDL_WINDOW_FULLSCREEN) != 0;
    SDL_SetWindowFullscreen(p->window, !is_full);
}

/* Whether a key is letters of a text field: then it is nothing else. */
static bool write_key(player *p, const SDL_KeyboardEvent *e) {
    bool back = e->scancode == SDL_SCANCODE_BACKSPACE;
    bool enter = e->scancode == SDL_SCANCODE_RETURN || e->scancode == SDL_SCANCODE_KP_ENTER;
    bool letter = e->key >= SDLK_SPACE && e->key < SDLK_DELETE;
    if (!p->writing || !e->down || (e->mod & (SDL_KMOD_CTRL | SDL_KMOD_GUI)) != 0) {
        return false;
    }
    if (back || enter) {
        deliver(p, (hob_session_input){.kind = HOB_INPUT_TEXT,
                                       .name = back ? HOB_STR("\b") : HOB_STR("\n")});
    }
    return back || enter || letter;
}

/* A keyboard on the screen comes and goes with the focus of text fields. */
static void follow_writing(player *p, hob_session *session) {
    bool writing = hob_ui_is_writing(hob_session_world(session));
    if (writing != p->writing) {
        p->writing = writing;
        (void)(writing ? SDL_StartTextInput(p->window) : SDL_StopTextInput(p->window));
    }
}

static void on_key(player *p, const SDL_KeyboardEvent *e) {
    if (write_key(p, e)) {
        return;
    }
    bool alt_enter = e->scancode == SDL_SCANCODE_RETURN && (e->mod & SDL_KMOD_ALT) != 0;
    if (e->repeat) {
        return;
    }
    if (e->scancode == SDL_SCANCODE_F11 || alt_enter) {
        if (e->down) {
            toggle_fullscreen(p);
        }
    } else if (e->scancode == SDL_SCANCODE_F3 || e->scancode == SDL_SCANCODE_F4) {
        bool *shown = e->scancode == SDL_SCANCODE_F3 ? &p->figures : &p->debug;
        *shown = e->down ? !*shown : *shown;
    } else {
        deliver_code(p, hob_key_name(e->scancode), e->down);
    }
}

static void on_button(player *p, const SDL_MouseButtonEvent *e) {
    if (e->which == SDL_TOUCH_MOUSEID) {
        return; /* told as a finger */
    }
    if (e->button == SDL_BUTTON_LEFT) {
        deliver_pointer(p, e->down ? HOB_INPUT_POINTER_DOWN : HOB_INPUT_POINTER_UP, e->x, e->y);
    }
    deliver_code(p, hob_mouse_button_name(e->button), e->down);
}

/* ---- gamepads ---- */

static int pad_of(const player *p, SDL_JoystickID id) {
    for (int i = 0; i < MOST_PADS; i++) {
        if (p->pads[i] != NULL && SDL_GetGamepadID(p->pads[i]) == id) {
            return i;
        }
    }
    return -1;
}

static void plug(player *p, SDL_JoystickID id) {
    for (int i = 0; pad_of(p, id) < 0 && i < MOST_PADS; i++) {
        if (p->pads[i] != NULL) {
            continue;
        }
        p->pads[i] = SDL_OpenGamepad(id);
        if (p->pads[i] != NULL) {
            deliver(
                p, (hob_session_input){.kind = HOB_INPUT_PAD_PLUG, .seat_or_pad = i, .down = true});
        }
        return;
    }
}

static void unplug(player *p, SDL_JoystickID id) {
    int pad = pad_of(p, id);
    if (pad >= 0) {
        SDL_CloseGamepad(p->pads[pad]);
        p->pads[pad] = NULL;
        deliver(p, (hob_session_input){.kind = HOB_INPUT_PAD_PLUG, .seat_or_pad = pad});
    }
}

static void deliver_pad(player *p, SDL_JoystickID id, const char *name, double value) {
    int pad = pad_of(p, id);
    if (pad >= 0 && name != NULL) {
        deliver(p, (hob_session_input){.kind = HOB_INPUT_PAD,
                                       .seat_or_pad = pad,
                                       .name = hob_str_from(name),
                                       .value = value});
    }
}

/* -32768 to 32767 as -1 to 1. */
static double axis_value(int raw) {
    return raw < -32767 ? -1 : raw / 32767.0;
}

/* ---- events ---- */

static void on_event(player *p, const SDL_Event *e) {
    switch (e->type) {
    case SDL_EVENT_QUIT:
    case SDL_EVENT_WINDOW_CLOSE_REQUESTED:
        p->closing = true;
        break;
    case SDL_EVENT_WINDOW_FOCUS_LOST:
        deliver(p, (hob_session_input){.kind = HOB_INPUT_FOCUS_LOST});
        break;
    case SDL_EVENT_KEY_DOWN:
    case SDL_EVENT_KEY_UP:
        on_key(p, &e->key);
        break;
    case SDL_EVENT_TEXT_INPUT:
        deliver(p, (hob_session_input){.kind = HOB_INPUT_TEXT, .name = hob_str_from(e->text.text)});
        break;
    case SDL_EVENT_MOUSE_MOTION:
        if (e->motion.which != SDL_TOUCH_MOUSEID) {
            deliver_pointer(p, HOB_INPUT_POINTER_MOVE, e->motion.x, e->motion.y);
        }
        break;
    case SDL_EVENT_MOUSE_BUTTON_DOWN:
    case SDL_EVENT_MOUSE_BUTTON_UP:
        on_button(p, &e->button);
        break;
    case SDL_EVENT_FINGER_DOWN:
        deliver_finger(p, HOB_TOUCH_DOWN, &e->tfinger);
        break;
    case SDL_EVENT_FINGER_MOTION:
        deliver_finger(p, HOB_TOUCH_MOVE, &e->tfinger);
        break;
    case SDL_EVENT_FINGER_UP:
        deliver_finger(p, HOB_TOUCH_UP, &e->tfinger);
        break;
    case SDL_EVENT_FINGER_CANCELED:
        deliver_finger(p, HOB_TOUCH_CANCEL, &e->tfinger);
        break;
    case SDL_EVENT_GAMEPAD_ADDED:
        plug(p, e->gdevice.which);
        break;
    case SDL_EVENT_GAMEPAD_REMOVED:
        unplug(p, e->gdevice.which);
        break;
    case SDL_EVENT_GAMEPAD_BUTTON_DOWN:
    case SDL_EVENT_GAMEPAD_BUTTON_UP:
        deliver_pad(p, e->gbutton.which, hob_pad_button_name(e->gbutton.button),
                    e->gbutton.down ? 1 : 0);
        break;
    case SDL_EVENT_GAMEPAD_AXIS_MOTION:
        deliver_pad(p, e->gaxis.which, hob_pad_axis_name(e->gaxis.axis),
                    axis_value(e->gaxis.value));
        break;
    default:
        break;
    }
}

/* A script is reloaded, its state kept; a picture is read again when it is next drawn. */
static void on_changed_file(void *user, const char *path, bool is_script) {
    player *p = user;
    char whole[4096];
    hob_buf text;
    hob_fs *fs = hob_project_fs(p->project);
    if (!is_script) {
        hob_pictures_forget(p->pictures, path);
        return;
    }
    snprintf(whole, sizeof whole, "%s/%s", hob_project_root(p->project), path);
    hob_buf_init(&text, p->allocator, MOST_SCRIPT);
    if (fs->read(fs, whole, MOST_SCRIPT, &text, NULL) == HOB_OK) {
        const hob_reload_file file = {hob_str_from(path), hob_buf_str(&text)};
        deliver(p, (hob_session_input){.kind = HOB_INPUT_RELOAD, .files = &file, .file_count = 1});
        hob_log_write(p->log, HOB_LOG_INFO, "%s was reloaded.", path);
    }
    hob_buf_done(&text);
}

static bool loaded_enough(void *user) {
    return seconds() >= ((const player *)user)->loading_until;
}

static void deliver_events(void *user, hob_session *session) {
    SDL_Event event;
    player *p = user;
    if (p->watch != NULL && seconds() >= p->next_look) {
        p->next_look = seconds() + LOOK_SECONDS;
        hob_watch_look(p->watch, on_changed_file, p);
    }
    follow_writing(p, session);
    while (SDL_PollEvent(&event)) {
        on_event(user, &event);
    }
    p->loading_until = seconds() + LOAD_SECONDS;
    hob_media_load(p->media, loaded_enough, p);
}

/* ---- drawing ---- */

static void fit(player *p) {
    const hob_settings *settings = &hob_project_manifest(p->project)->settings;
    int width = 0, height = 0;
    SDL_GetWindowSizeInPixels(p->window, &width, &height);
    p->shown = hob_present((hob_scale_mode)settings->scale_mode, (uint32_t)settings->width,
                           (uint32_t)settings->height, (uint32_t)(width > 0 ? width : 1),
                           (uint32_t)(height > 0 ? height : 1), settings->pixel_perfect);
}

static void draw_figures(player *p) {
    char text[300];
    const hob_device_stats *stats = hob_device_get_stats(p->device);
    const hob_world *world = hob_session_world(p->session);
    snprintf(text, sizeof text,
             "%.0f pictures/s  step %lld  %u entities  %u quads  %u draw calls  %u errors",
             p->clock.fps, (long long)world->frame, (unsigned)hob_entity_count(world),
             (unsigned)stats->quads, (unsigned)stats->draw_calls,
             (unsigned)hob_session_records(p->session)->error_count);
    hob_frame_message(p->frame, hob_str_from(text), 0, white, &p->canvas);
}

/* The newest error, for a while after it came. */
static void draw_error(player *p) {
    const hob_records *records = hob_session_records(p->session);
    if (records->error_count != p->errors_seen) {
        p->errors_seen = records->error_count;
        p->error_until = seconds() + ERROR_SECONDS;
    }
    if (records->error_count > 0 && seconds() < p->error_until) {
        const hob_script_error_record *e = &records->errors[records->error_count - 1];
        char text[800];
        bool named =
            e->script != NULL && !hob_str_starts(hob_str_from(e->message), hob_str_from(e->script));
        snprintf(text, sizeof text, "%s%s%s", named ? e->script : "", named ? ": " : "",
                 e->message);
        hob_frame_message(p->frame, hob_str_from(text), p->figures ? 1 : 0, red, &p->canvas);
    }
}

static void note_places(void *user, hob_session *session) {
    player *p = user;
    if (p->motion != NULL) {
        hob_motion_note(p->motion, hob_session_world(session));
    }
}

static void present(void *user, hob_session *session, double blend) {
    player *p = user;
    hob_speaker_follow(p->speaker);
    fit(p);
    uint32_t width = p->shown.canvas_width, height = p->shown.canvas_height;
    uint8_t background[4];
    bool is_held = hob_assets_held(hob_session_assets(session));
    if (is_held != p->silenced) {
        p->silenced = is_held;
        hob_speaker_pause(p->speaker, is_held);
    }
    if (is_held) {
        hob_frame_loading(p->frame, &hob_project_manifest(p->project)->settings, seconds(), width,
                          height, &p->canvas, background);
    } else {
        const hob_frame_options options = {.width = width,
                                           .height = height,
                                           .debug = p->debug,
                                           .motion = p->motion,
                                           .blend = blend};
        hob_frame_build(p->frame, hob_session_world(session), &options, &p->canvas, background);
    }
    if (p->figures) {
        draw_figures(p);
    }
    draw_error(p);
    hob_device_draw(p->device, &p->canvas, background, &p->shown.output);
    bool shown = SDL_GL_SwapWindow(p->window);
    if (!shown || hob_device_is_lost(p->device)) {
        hob_error error;
        hob_log_write(p->log, HOB_LOG_WARN, "The graphics context was lost; a new one is made.");
        if (hob_context_renew(p->window, &p->context, p->device, p->frame, &error) != HOB_OK) {
            p->failed = error.status;
            *p->error = error;
        }
    }
}

/* ---- saves ---- */

/* A failure is told once, and tried again until it works. */
static void write_saves(player *p) {
    hob_error error = {0};
    if (p->saves == NULL || seconds() < p->next_save) {
        return;
    }
    p->next_save = seconds() + SAVE_SECONDS;
    bool has_failed = hob_save_files_flush(p->saves, p->session, &error) != HOB_OK;
    if (has_failed && !p->save_failed) {
        hob_log_write(p->log, HOB_LOG_ERROR, "The game cannot be saved: %s", error.message);
    }
    p->save_failed = has_failed;
}

/* ---- opening and closing ---- */

static hob_status refuse(hob_error *reterr, const char *what) {
    hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING, "The game cannot be shown: %s (%s).", what,
             SDL_GetError());
    hob_error_hint(reterr, "Without a display, use --headless, or `hob screenshot`.");
    return HOB_ERR_CAPABILITY_MISSING;
}

static hob_status open_window(player *p, hob_error *reterr) {
    const hob_manifest *manifest = hob_project_manifest(p->project);
    const hob_settings *settings = &manifest->settings;
    hob_str title = hob_text_view(settings->title);
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    if (!SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMEPAD)) {
        return refuse(reterr, "there is no display");
    }
    hob_context_ask();
    SDL_WindowFlags flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE |
                            SDL_WINDOW_HIGH_PIXEL_DENSITY |
                            (settings->fullscreen ? SDL_WINDOW_FULLSCREEN : 0);
    p->window = SDL_CreateWindow(title.length > 0 ? hob_text_cstr(settings->title)
                                                  : hob_text_cstr(manifest->name),
                                 settings->width, settings->height, flags);
    if (p->window == NULL) {
        return refuse(reterr, "no window");
    }
    p->context = SDL_GL_CreateContext(p->window);
    if (p->context == NULL) {
        return refuse(reterr, "no OpenGL ES 3");
    }
    (void)SDL_GL_SetSwapInterval(1);
    const SDL_DisplayMode *mode = SDL_GetCurrentDisplayMode(SDL_GetDisplayForWindow(p->window));
    p->least = 0.9 / (mode != NULL && mode->refresh_rate > 1 ? (double)mode->refresh_rate : 60);
    hob_status status = hob_device_create(p->allocator, &p->device, reterr);
    if (status != HOB_OK) {
        return status;
    }
    p->pictures = hob_pictures_create(p->allocator, p->project, p->device, p->log);
    p->fonts = hob_fonts_create(p->allocator, p->project, p->device, p->log);
    p->frame = p->pictures != NULL && p->fonts != NULL
                   ? hob_frame_create(p->allocator, p->pictures, p->fonts)
                   : NULL;
    p->media = p->frame != NULL ? hob_media_open(p->session, p->pictures, p->fonts, p->log) : NULL;
    return p->media != NULL
               ? HOB_OK
               : hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for drawing.");
}

static void close_window(player *p) {
    for (int i = 0; i < MOST_PADS; i++) {
        if (p->pads[i] != NULL) {
            SDL_CloseGamepad(p->pads[i]);
        }
    }
    hob_watch_destroy(p->watch);
    hob_speaker_close(p->speaker);
    hob_motion_destroy(p->motion);
    hob_frame_destroy(p->frame);
    hob_fonts_destroy(p->fonts);
    hob_media_close(p->media);
    hob_pictures_destroy(p->pictures);
    hob_device_destroy(p->device, false);
    hob_canvas_done(&p->canvas);
    if (p->context != NULL) {
        SDL_GL_DestroyContext(p->context);
    }
    if (p->window != NULL) {
        SDL_DestroyWindow(p->window);
    }
    SDL_Quit();
}

hob_status hob_window_play(void *user, hob_session *session, const hob_play_request *request,
                           hob_error *reterr) {
    (void)user;
    player p = {.allocator = hob_heap_allocator(),
                .log = request->log,
                .session = session,
                .project = hob_session_project(session),
                .debug = request->debug,
                .saves = request->saves,
                .error = reterr};
    hob_canvas_init(&p.canvas, p.allocator);
    p.clock = hob_host_clock_of(session);
    hob_status status = open_window(&p, reterr);
    const hob_host host = {.deliver = deliver_events,
                           .before_step = note_places,
                           .present = present,
                           .log = request->log,
                           .user = &p};
    int64_t left = request->frames;
    if (status == HOB_OK) {
        fit(&p);
        p.motion = request->smooth ? hob_motion_create(p.allocator) : NULL;
        p.watch = hob_watch_create(p.allocator, p.project);
        p.speaker = hob_speaker_open(session, request->log);
    }
    while (status == HOB_OK && !p.closing && p.failed == HOB_OK &&
           (request->frames == 0 || left > 0)) {
        int steps = 0;
        double begin = seconds();
        status = hob_host_frame(&host, &p.clock, session, seconds(), &steps, reterr);
        left -= steps;
        write_saves(&p);
        double rest = p.least - (seconds() - begin);
        if (rest > 0) {
            SDL_DelayNS((Uint64)(rest * 1e9));
        }
    }
    p.next_save = 0;
    write_saves(&p);
    close_window(&p);
    return status != HOB_OK ? status : p.failed;
}
