/* Pictures off screen. */
#include "app/player/screen.h"

#include "app/player/context.h"
#include "render/frame.h"

#include <SDL3/SDL.h>
#include <stdio.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

struct hob_screen {
    const hob_allocator *allocator;
    const hob_log *log;
    SDL_Window *window;
    SDL_GLContext context;
    hob_device *device;
    hob_project *project; /* of what follows */
    hob_pictures *pictures;
    hob_fonts *fonts;
    hob_frame *frame;
    hob_canvas canvas;
    hob_image sheet;          /* of several pictures, while it is being filled */
    WebPAnimEncoder *encoder; /* of an animation, likewise */
    int animation_ms;
};

hob_screen *hob_screen_create(const hob_allocator *a, const hob_log *log) {
    hob_screen *screen = hob_alloc_zero(a, 1, sizeof *screen);
    if (screen != NULL) {
        screen->allocator = a;
        screen->log = log;
        hob_canvas_init(&screen->canvas, a);
    }
    return screen;
}

static void forget_project(hob_screen *screen) {
    hob_frame_destroy(screen->frame);
    hob_fonts_destroy(screen->fonts);
    hob_pictures_destroy(screen->pictures);
    screen->frame = NULL;
    screen->fonts = NULL;
    screen->pictures = NULL;
    screen->project = NULL;
}

static void drop_parts(hob_screen *screen) {
    hob_image_done(screen->allocator, &screen->sheet);
    WebPAnimEncoderDelete(screen->encoder);
    screen->encoder = NULL;
    screen->animation_ms = 0;
}

void hob_screen_destroy(hob_screen *screen) {
    if (screen == NULL) {
        return;
    }
    forget_project(screen);
    hob_device_destroy(screen->device, false);
    if (screen->window != NULL) {
        if (screen->context != NULL) {
            SDL_GL_DestroyContext(screen->context);
        }
        SDL_DestroyWindow(screen->window);
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
    }
    drop_parts(screen);
    hob_canvas_done(&screen->canvas);
    hob_free(screen->allocator, screen, sizeof *screen);
}

static hob_status no_context(hob_error *reterr, const char *what) {
    hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING, "Nothing can be drawn here: %s (%s).", what,
             SDL_GetError());
    hob_error_hint(reterr, "Install a driver for OpenGL ES 3; on Debian the packages libegl1, "
                           "libgles2 and libgl1-mesa-dri draw without a graphics card.");
    return HOB_ERR_CAPABILITY_MISSING;
}

/* An OpenGL ES 3 context that no window shows. */
static hob_status open_context(hob_screen *screen, hob_error *reterr) {
    if (screen->device != NULL) {
        return HOB_OK;
    }
    if (screen->window == NULL) {
        SDL_SetHint(SDL_HINT_VIDEO_DRIVER, "offscreen");
        SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
        if (!SDL_InitSubSystem(SDL_INIT_VIDEO)) {
            return no_context(reterr, "there is no off-screen video driver");
        }
        hob_context_ask();
        screen->window = SDL_CreateWindow("hob", 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
        if (screen->window == NULL) {
            SDL_QuitSubSystem(SDL_INIT_VIDEO);
            return no_context(reterr, "no off-screen window");
        }
        screen->context = SDL_GL_CreateContext(screen->window);
    }
    if (screen->context == NULL) {
        return no_context(reterr, "no OpenGL ES 3 context");
    }
    return hob_device_create(screen->allocator, &screen->device, reterr);
}

static hob_status open_project(hob_screen *screen, hob_project *project, hob_error *reterr) {
    if (screen->project == project) {
        return HOB_OK;
    }
    forget_project(screen);
    const hob_allocator *a = screen->allocator;
    screen->pictures = hob_pictures_create(a, project, screen->device, screen->log);
    screen->fonts = hob_fonts_create(a, project, screen->device, screen->log);
    screen->frame = screen->pictures != NULL && screen->fonts != NULL
                        ? hob_frame_create(a, screen->pictures, screen->fonts)
                        : NULL;
    if (screen->frame == NULL) {
        forget_project(screen);
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for drawing.");
    }
    screen->project = project;
    return HOB_OK;
}

/* ---- several pictures in one file ---- */

#define SHEET_GAP 4

/* Puts a picture into its cell; the file is written with the last. */
static hob_status add_to_sheet(hob_screen *screen, const hob_picture_request *request,
                               const hob_image *image, hob_buf *ret_png, hob_error *reterr) {
    uint32_t columns = request->columns, rows = (request->part_count + columns - 1) / columns;
    if (request->part == 0) {
        uint64_t width = columns * ((uint64_t)image->width + SHEET_GAP) + SHEET_GAP;
        uint64_t height = rows * ((uint64_t)image->height + SHEET_GAP) + SHEET_GAP;
        if (width * height > hob_image_default_limits.pixels) {
            return hob_fail(
                reterr, HOB_ERR_LIMIT_IMAGE,
                "The sheet would be %llu x %llu pixels: take fewer or smaller pictures.",
                (unsigned long long)width, (unsigned long long)height);
        }
        hob_status status = hob_image_create(screen->allocator, (uint32_t)width, (uint32_t)height,
                                             &screen->sheet, reterr);
        if (status != HOB_OK) {
            return status;
        }
        for (size_t i = 3; i < (size_t)(width * height * 4); i += 4) {
            screen->sheet.pixels[i] = 0xff;
        }
    }
    uint32_t x = SHEET_GAP + request->part % columns * (image->width + SHEET_GAP);
    uint32_t y = SHEET_GAP + request->part / columns * (image->height + SHEET_GAP);
    for (uint32_t row = 0; row < image->height; row++) {
        memcpy(screen->sheet.pixels + ((size_t)(y + row) * screen->sheet.width + x) * 4,
               image->pixels + (size_t)row * image->width * 4, (size_t)image->width * 4);
    }
    return request->part + 1 == request->part_count
               ? hob_image_write_png(&screen->sheet, ret_png, reterr)
               : HOB_OK;
}

static hob_status add_to_animation(hob_screen *screen, const hob_picture_request *request,
                                   const hob_image *image, hob_buf *ret_webp, hob_error *reterr) {
    WebPConfig config;
    WebPPicture picture;
    bool done = WebPConfigInit(&config) != 0 && WebPPictureInit(&picture) != 0;
    if (request->part == 0) {
        screen->encoder = WebPAnimEncoderNew((int)image->width, (int)image->height, NULL);
    }
    config.lossless = 1;
    config.quality = 30; /* of a lossless picture: effort */
    picture.use_argb = 1;
    picture.width = (int)image->width;
    picture.height = (int)image->height;
    done = done && screen->encoder != NULL &&
           WebPPictureImportRGBA(&picture, image->pixels, (int)image->width * 4) != 0 &&
           WebPAnimEncoderAdd(screen->encoder, &picture, screen->animation_ms, &config) != 0;
    WebPPictureFree(&picture);
    screen->animation_ms += (int)request->part_ms;
    if (done && request->part + 1 == request->part_count) {
        WebPData data = {0};
        done = WebPAnimEncoderAdd(screen->encoder, NULL, screen->animation_ms, NULL) != 0 &&
               WebPAnimEncoderAssemble(screen->encoder, &data) != 0;
        hob_buf_add(ret_webp, data.bytes, data.size);
        WebPDataClear(&data);
    }
    return done ? HOB_OK
                : hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "The animation could not be made.");
}

static hob_status deliver_picture(hob_screen *screen, const hob_picture_request *request,
                                  const hob_image *image, hob_buf *ret_file, hob_error *reterr) {
    if (request->part_count == 0) {
        return hob_image_write_png(image, ret_file, reterr);
    }
    if (request->part == 0) {
        drop_parts(screen);
    }
    return request->columns > 0 ? add_to_sheet(screen, request, image, ret_file, reterr)
                                : add_to_animation(screen, request, image, ret_file, reterr);
}

hob_status hob_screen_renew(hob_screen *screen, hob_error *reterr) {
    return screen->device == NULL ? HOB_OK
                                  : hob_context_renew(screen->window, &screen->context,
                                                      screen->device, screen->frame, reterr);
}

const hob_device_stats *hob_screen_stats(const hob_screen *screen) {
    return screen->device != NULL ? hob_device_get_stats(screen->device) : NULL;
}

/* The picture as the device has it then. */
static hob_status draw_world(hob_screen *screen, const hob_picture_request *request,
                             hob_error *reterr) {
    const hob_frame_options options = {
        .width = request->width, .height = request->height, .debug = request->debug};
    uint8_t background[4];
    hob_frame_build(screen->frame, request->world, &options, &screen->canvas, background);
    if (request->label != NULL) {
        static const uint8_t white[4] = {255, 255, 255, 255};
        hob_frame_message(screen->frame, hob_str_from(request->label), 0, white, &screen->canvas);
    }
    if (screen->canvas.failed) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for the picture.");
    }
    hob_device_draw(screen->device, &screen->canvas, background, NULL);
    return HOB_OK;
}

hob_status hob_screen_draw(void *user, const hob_picture_request *request, hob_buf *ret_png,
                           hob_error *reterr) {
    hob_screen *screen = user;
    hob_image image;
    hob_status status = open_context(screen, reterr);
    if (status == HOB_OK) {
        status = open_project(screen, request->world->outside.project, reterr);
    }
    if (status == HOB_OK) {
        status = draw_world(screen, request, reterr);
    }
    if (status == HOB_OK && hob_device_is_lost(screen->device)) {
        status = hob_screen_renew(screen, reterr);
        if (status == HOB_OK) {
            status = draw_world(screen, request, reterr);
        }
    }
    if (status == HOB_OK) {
        status = hob_device_read(screen->device, screen->allocator, &image, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    status = deliver_picture(screen, request, &image, ret_png, reterr);
    hob_image_done(screen->allocator, &image);
    snprintf(request->ret_driver, HOB_DRIVER_TEXT, "%s", hob_device_driver(screen->device));
    return status;
}
