#include "text/game_text.h"

void hob_game_text_init(hob_world *world, hob_texts *texts, const char *const *preferred,
                        size_t count) {
    char locale[HOB_LOCALE_SIZE];
    world->outside.texts = texts;
    const hob_text *fixed = world->outside.manifest->texts_locale;
    if (fixed == NULL || fixed->length == 0 ||
        !hob_locale_normalize(hob_text_view(fixed), locale)) {
        hob_texts_choose(texts, preferred, count, locale);
    }
    hob_world_set_text(world, &world->locale, hob_str_from(locale));
}

const char *hob_game_locale(const hob_world *world) {
    return world->locale == NULL ? "en" : hob_text_cstr(world->locale);
}

hob_status hob_game_set_locale(hob_world *world, hob_str locale, hob_error *reterr) {
    char name[HOB_LOCALE_SIZE];
    if (!hob_locale_normalize(locale, name)) {
        return hob_fail(reterr, HOB_ERR_FIELD_PATTERN, "\"%.*s\" is no name of a language",
                        (int)(locale.length > 60 ? 60 : locale.length), locale.data);
    }
    if (world->locale == NULL || !hob_str_is(hob_text_view(world->locale), name)) {
        hob_world_set_text(world, &world->locale, hob_str_from(name));
        world->locale_serial++;
    }
    return HOB_OK;
}

hob_status hob_game_text(hob_world *world, hob_str key, hob_value vars, const hob_allocator *a,
                         hob_value *ret_text, hob_error *reterr) {
    if (world->outside.texts == NULL) {
        *ret_text = hob_value_text(a, key);
        return HOB_OK;
    }
    return hob_texts_get(world->outside.texts, hob_game_locale(world), key, vars, a, ret_text,
                         reterr);
}
