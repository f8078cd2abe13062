#include "components/noise.h"

void hob_noise_play(hob_world *world, const hob_text *sound, hob_entity at) {
    hob_str ref = hob_text_view(sound);
    if (ref.length == 0) {
        return;
    }
    const hob_asset *asset =
        world->outside.project == NULL ? NULL : hob_project_asset_find(world->outside.project, ref);
    if (asset == NULL) {
        if (hob_world_warn_once(world, hob_text_cstr(sound))) {
            hob_world_log(world, HOB_LOG_WARN, "The sound \"%s\" does not exist.",
                          hob_text_cstr(sound));
        }
        return;
    }
    hob_playing *playing = hob_sound_play(world, asset, 1, false);
    playing->positional = true;
    playing->at = at;
}
