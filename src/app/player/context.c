/* Graphics contexts. */
#include "app/player/context.h"

void hob_context_ask(void) {
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
}

hob_status hob_context_renew(SDL_Window *window, SDL_GLContext *context, hob_device *device,
                             hob_frame *frame, hob_error *reterr) {
    if (*context != NULL) {
        SDL_GL_DestroyContext(*context);
    }
    *context = SDL_GL_CreateContext(window);
    if (*context == NULL) {
        return hob_fail(reterr, HOB_ERR_CAPABILITY_MISSING,
                        "The graphics driver took the picture away, and there is no new one (%s).",
                        SDL_GetError());
    }
    hob_status status = hob_device_revive(device, reterr);
    if (status == HOB_OK && frame != NULL) {
        hob_frame_make_again(frame);
    }
    return status;
}
