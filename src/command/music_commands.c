/* The command that makes music from notes. */
#include "command/edit.h"
#include "command/music.h"
#include "command/wav.h"

static const hob_field any_field = {.name = "", .type = HOB_FIELD_ANY, .doc = "Any value."};
static const hob_field track_fields[] = {
    HOB_P("wave", ENUM, .names = hob_music_waves, .flags = HOB_FIELD_REQUIRED,
          .doc = "Form of the wave."),
    HOB_P("volume", NUMBER, .flags = HOB_FIELD_BETWEEN, .min = 0, .max = 1, .default_json = "0.6",
          .doc = "How loud."),
    HOB_P("notes", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "A sixteenth each, with blanks between: C4, F#3, Bb2; - rests, . goes on."),
    HOB_FIELDS_END};
static const hob_field track_row = {.name = "",
                                    .type = HOB_FIELD_OBJECT,
                                    .flags = HOB_FIELD_STRICT,
                                    .fields = track_fields,
                                    .doc = "A voice."};
static const hob_field music_params[] = {
    HOB_P("name", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY | HOB_FIELD_HAS_MAX,
          .max = 200, .doc = "Name of the asset; the file is named after it."),
    HOB_P("tempo", NUMBER, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_BETWEEN, .min = 40, .max = 300,
          .doc = "Quarters a minute."),
    HOB_P("tracks", LIST, .element = &track_row, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_BETWEEN,
          .min = 1, .max = HOB_MUSIC_TRACKS, .doc = "Voices that begin together."),
    HOB_P("loop", BOOL, .doc = "It is meant to be repeated; stands in the metadata."),
    HOB_FIELDS_END};
static const hob_field music_result[] = {
    HOB_P("asset", MAP, .element = &any_field, .doc = "Row of the asset index."), HOB_FIELDS_END};
static const hob_status music_errors[] = {HOB_ERR_CONFLICT, HOB_ERR_INVALID_INPUT, HOB_OK};

static int wave_of(hob_str name) {
    for (int i = 0; hob_music_waves[i] != NULL; i++) {
        if (hob_str_is(name, hob_music_waves[i])) {
            return i;
        }
    }
    return 0; /* the table knows the same names */
}

static hob_status read_tracks(hob_command_call *call, hob_music_track *tracks, size_t *ret_count,
                              hob_value ret_rows, hob_error *reterr) {
    const hob_list *list = hob_value_get(call->params, "tracks").as.list;
    double longest = (double)HOB_MUSIC_SECONDS * HOB_WAV_RATE;
    uint32_t step = hob_music_step(hob_call_number(call, "tempo"));
    for (uint32_t i = 0; i < list->count; i++) {
        hob_value given = hob_list_get(list, i), row = hob_command__map(call);
        hob_str wave = hob_value_get_str(given, "wave", "");
        tracks[i] = (hob_music_track){.wave = wave_of(wave),
                                      .volume = hob_value_get_number(given, "volume", 0)};
        hob_status status =
            hob_music_read(call->arena, hob_value_get_str(given, "notes", ""), &tracks[i], reterr);
        if (status == HOB_OK && (double)tracks[i].steps * step > longest) {
            hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The track is longer than %d s.",
                     HOB_MUSIC_SECONDS);
            status = hob_error_hint(reterr, "Leave notes out, or let it go faster.");
        }
        if (status != HOB_OK) {
            hob_error_place(reterr, "", hob_arena_format(call->arena, "/tracks/%u/notes", i), 0, 0);
            return status;
        }
        hob_command__put_str(call, row, "wave", wave);
        hob_command__put_number(call, row, "volume", tracks[i].volume);
        hob_command__put_number(call, row, "steps", tracks[i].steps);
        hob_command__add(call, ret_rows, row);
    }
    *ret_count = list->count;
    return HOB_OK;
}

static hob_status run_music(hob_command_call *call, hob_error *reterr) {
    hob_music_track tracks[HOB_MUSIC_TRACKS];
    hob_value rows = hob_command__list(call), music = hob_command__map(call);
    hob_value metadata = hob_command__map(call), row;
    size_t count = 0;
    hob_status status = read_tracks(call, tracks, &count, rows, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_buf bytes;
    hob_buf_init(&bytes, &call->arena->as_allocator, (size_t)16 << 20);
    hob_music_render(call->arena, tracks, count, hob_call_number(call, "tempo"), &bytes);
    hob_command__put_number(call, music, "tempo", hob_call_number(call, "tempo"));
    hob_command__put_bool(call, music, "loop", hob_call_bool(call, "loop"));
    hob_command__put(call, music, "tracks", rows);
    hob_command__put_bool(call, metadata, "procedural", true);
    hob_command__put(call, metadata, "music", music);
    hob_str name = hob_call_str(call, "name");
    const char *path = hob_edit__slug_path(call, "assets/sounds", name, ".wav"), *id;
    status = hob_edit__new_asset(call, "audio", name, path, metadata, &id, &row, reterr);
    if (status == HOB_OK) {
        status = hob_change_put(call->change, path, hob_buf_str(&bytes), reterr);
    }
    if (status == HOB_OK) {
        hob_call_set(call, "asset", row);
        hob_call_suggest(call, "play it in a script: ctx.audio.playMusic(\"%.*s\")",
                         hob_command__shown(name), name.data);
        hob_call_suggest(call, "or give an entity an AudioSource with music and this asset");
    }
    return status;
}

const hob_command hob_music_commands[] = {
    {.name = "createMusic",
     .summary = "Makes a piece of music from notes.",
     .permission = HOB_PERMIT_ASSET_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = music_params,
     .result = music_result,
     .errors = music_errors,
     .example_json =
         "{\"name\": \"Theme\", \"tempo\": 120, \"tracks\": [{\"wave\": \"square\", "
         "\"notes\": \"C4 . E4 . G4 . - -\"}, {\"wave\": \"triangle\", \"volume\": 0.8, "
         "\"notes\": \"C3 . . . G2 . . .\"}], \"loop\": true}",
     .run = run_music,
     .cli = "create music <name>"},
    {.name = NULL}};
