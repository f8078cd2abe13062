/* The texts of a game in all its languages: tables, lookup, interpolation, plurals (spec rgame 3.4,
 * hob 6.5).
 *
 * Tables are made from texts/ when a session begins and lie outside of the region: they are
 * constant during a run. The locale in use is state (world->locale); `hob_texts_get` takes it.
 * Rendered texts are kept a key, so that reading a text again with equal values gives the same
 * hob_text and renders nothing; that memory is a cache, never state. */
#ifndef HOB_TEXT_TEXTS_H
#define HOB_TEXT_TEXTS_H

#include "project/project.h"
#include "text/locale.h"

typedef struct hob_texts hob_texts;

typedef enum hob_missing_policy {
    HOB_MISSING_KEY,   /* the key itself is shown */
    HOB_MISSING_ERROR, /* TEXT_MISSING */
} hob_missing_policy;

HOB_NODISCARD hob_status hob_texts_create(const hob_allocator *a, const char *default_locale,
                                          hob_missing_policy missing, hob_texts **ret_texts,
                                          hob_error *reterr);
void hob_texts_destroy(hob_texts *texts);
/* Merges one file's texts into a locale's table, deep, the last value wins. Numbers become texts;
 * other values are refused with their place: FIELD_TYPE. Nothing is taken over from a refused file.
 */
HOB_NODISCARD hob_status hob_texts_add(hob_texts *texts, hob_str locale, yyjson_val *root,
                                       const char *file, hob_error *reterr);
/* All files below texts/, in path order; the locale is the file name up to the first dot. Broken
 * files are left out and told to `findings` (may be null). */
HOB_NODISCARD hob_status hob_texts_load(hob_texts *texts, hob_project *project,
                                        hob_error_list *findings, hob_error *reterr);

/* Locales with a table, in order of loading. */
size_t hob_texts_locale_count(const hob_texts *texts);
const char *hob_texts_locale_at(const hob_texts *texts, size_t index);
const char *hob_texts_default(const hob_texts *texts);
/* First of the preferred ones whose own chain (without the default) meets a table, normalised and
 * not shortened; else the default. */
void hob_texts_choose(const hob_texts *texts, const char *const *preferred, size_t count,
                      char out[HOB_LOCALE_SIZE]);
/* "de-AT", "de", then the default: each once. */
size_t hob_texts_chain(const hob_texts *texts, const char *locale, char (*out)[HOB_LOCALE_SIZE],
                       size_t most);

bool hob_texts_has(const hob_texts *texts, const char *locale, hob_str key);
/* The text of a dotted key. `vars`: map of values, or null. The result belongs to the cache, or to
 * `a`. TEXT_VARIABLE: a name in the text has no value, or a plural has no count; TEXT_MISSING under
 * the policy error. Values that the text does not name are ignored. */
HOB_NODISCARD hob_status hob_texts_get(hob_texts *texts, const char *locale, hob_str key,
                                       hob_value vars, const hob_allocator *a, hob_value *ret_text,
                                       hob_error *reterr);
/* Keys that the default has and the locale's own chain lacks, in the default table's order. */
hob_value hob_texts_missing(const hob_texts *texts, const char *locale, const hob_allocator *a);
/* Texts rendered so far: tests see by it that an unchanged read renders nothing. */
uint64_t hob_texts_rendered(const hob_texts *texts);
/* Moves with every change of the tables. */
uint64_t hob_texts_generation(const hob_texts *texts);

#endif
