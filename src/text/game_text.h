/* The language of a running game: state in the world, over the tables of text/texts.h. */
#ifndef HOB_TEXT_GAME_TEXT_H
#define HOB_TEXT_GAME_TEXT_H

#include "text/texts.h"
#include "world/world.h"

/* Tables, and the language that the game begins with: texts.locale of the manifest, else chosen
 * from the machine's preferred ones. */
void hob_game_text_init(hob_world *world, hob_texts *texts, const char *const *preferred,
                        size_t count);
const char *hob_game_locale(const hob_world *world);
/* FIELD_PATTERN for what is no name of a language. The same one again changes nothing. */
HOB_NODISCARD hob_status hob_game_set_locale(hob_world *world, hob_str locale, hob_error *reterr);
/* hob_texts_get in the current language. */
HOB_NODISCARD hob_status hob_game_text(hob_world *world, hob_str key, hob_value vars,
                                       const hob_allocator *a, hob_value *ret_text,
                                       hob_error *reterr);

#endif
