#include "text/texts.h"

#include "base/numtext.h"

#include <stdio.h>
#include <string.h>

#define MOST_CHAIN 8
#define TEXT_BYTES ((size_t)1 << 20)

typedef struct entry {
    const char *key; /* dotted */
    size_t key_length;
    hob_text *forms[HOB_PLURAL_COUNT]; /* a plural: by form, null = missing */
    hob_text *text;                    /* else */
    bool plain;                        /* names nothing: `text` is what is shown */
    hob_text *cached;                  /* the last rendering, and the values that made it */
    hob_value cached_vars;
} entry;

typedef struct table {
    char locale[HOB_LOCALE_SIZE];
    entry *items;    /* in order of first loading */
    uint32_t *slots; /* open addressing: index + 1, at most half full */
    size_t count, cap, slot_count;
} table;

struct hob_texts {
    const hob_allocator *a;
    hob_arena arena; /* keys and texts */
    hob_guard guard;
    char fallback[HOB_LOCALE_SIZE];
    hob_missing_policy missing;
    table *tables;
    size_t count, cap;
    uint64_t rendered, generation;
};

hob_status hob_texts_create(const hob_allocator *a, const char *default_locale,
                            hob_missing_policy missing, hob_texts **ret_texts, hob_error *reterr) {
    hob_texts *texts = hob_alloc_zero(a, 1, sizeof *texts);
    if (texts == NULL) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for texts.");
    }
    texts->a = a;
    texts->missing = missing;
    hob_arena_init(&texts->arena, a, &texts->guard);
    if (!hob_locale_normalize(hob_str_from(default_locale), texts->fallback)) {
        (void)hob_locale_normalize(HOB_STR("en"), texts->fallback);
    }
    *ret_texts = texts;
    return HOB_OK;
}

void hob_texts_destroy(hob_texts *texts) {
    if (texts == NULL) {
        return;
    }
    const hob_allocator *a = texts->a;
    for (size_t t = 0; t < texts->count; t++) {
        table *in = &texts->tables[t];
        for (size_t i = 0; i < in->count; i++) {
            hob_text_drop(a, in->items[i].cached);
            hob_value_done(a, &in->items[i].cached_vars);
        }
        hob_free(a, in->items, in->cap * sizeof *in->items);
        hob_free(a, in->slots, in->slot_count * sizeof *in->slots);
    }
    hob_free(a, texts->tables, texts->cap * sizeof *texts->tables);
    hob_arena_done(&texts->arena);
    hob_free(a, texts, sizeof *texts);
}

/* ---- tables ---- */

static void *need(hob_texts *texts, void *block) {
    if (block == NULL) {
        hob_guard_leave(&texts->guard, HOB_ERR_OUT_OF_MEMORY, "There is no memory for texts.");
    }
    return block;
}

static table *find_table(const hob_texts *texts, const char *locale) {
    for (size_t i = 0; i < texts->count; i++) {
        if (strcmp(texts->tables[i].locale, locale) == 0) {
            return &texts->tables[i];
        }
    }
    return NULL;
}

static size_t slot_of(const table *in, hob_str key) {
    size_t mask = in->slot_count - 1, slot = (size_t)hob_str_hash(key) & mask;
    while (in->slots[slot] != 0) {
        const entry *e = &in->items[in->slots[slot] - 1];
        if (hob_str_equal((hob_str){e->key, e->key_length}, key)) {
            break;
        }
        slot = (slot + 1) & mask;
    }
    return slot;
}

static entry *find_entry(const table *in, hob_str key) {
    if (in == NULL || in->count == 0) {
        return NULL;
    }
    uint32_t at = in->slots[slot_of(in, key)];
    return at == 0 ? NULL : &in->items[at - 1];
}

static table *make_table(hob_texts *texts, const char *locale) {
    table *known = find_table(texts, locale);
    if (known != NULL) {
        return known;
    }
    if (texts->count == texts->cap) {
        size_t cap = texts->cap == 0 ? 8 : texts->cap * 2;
        texts->tables = need(texts, hob_resize(texts->a, texts->tables, texts->cap * sizeof(table),
                                               cap * sizeof(table)));
        texts->cap = cap;
    }
    table *fresh = &texts->tables[texts->count++];
    *fresh = (table){.items = NULL};
    memcpy(fresh->locale, locale, strlen(locale) + 1);
    return fresh;
}

static void grow_table(hob_texts *texts, table *in) {
    if (in->count == in->cap) {
        size_t cap = in->cap == 0 ? 32 : in->cap * 2;
        in->items = need(texts, hob_resize(texts->a, in->items, in->cap * sizeof *in->items,
                                           cap * sizeof *in->items));
        in->cap = cap;
    }
    if ((in->count + 1) * 2 <= in->slot_count) {
        return;
    }
    size_t slot_count = in->slot_count == 0 ? 128 : in->slot_count * 2;
    uint32_t *slots = need(texts, hob_alloc_zero(texts->a, slot_count, sizeof *slots));
    hob_free(texts->a, in->slots, in->slot_count * sizeof *in->slots);
    in->slots = slots;
    in->slot_count = slot_count;
    for (size_t i = 0; i < in->count; i++) {
        slots[slot_of(in, (hob_str){in->items[i].key, in->items[i].key_length})] = (uint32_t)i + 1;
    }
}

static entry *make_entry(hob_texts *texts, table *in, hob_str key) {
    entry *known = find_entry(in, key);
    if (known != NULL) {
        hob_text_drop(texts->a, known->cached);
        hob_value_done(texts->a, &known->cached_vars);
        known->cached = NULL;
        memset(known->forms, 0, sizeof known->forms);
        known->text = NULL;
        return known;
    }
    grow_table(texts, in);
    entry *e = &in->items[in->count++];
    *e = (entry){.key = hob_arena_text(&texts->arena, key.data, key.length),
                 .key_length = key.length};
    in->slots[slot_of(in, key)] = (uint32_t)in->count;
    return e;
}

/* ---- reading a file ---- */

static hob_text *keep_text(hob_texts *texts, hob_str s) {
    hob_text *text = hob_text_create(&texts->arena.as_allocator, s);
    text->refs = HOB_TEXT_SHARED;
    return text;
}

static hob_text *text_of(hob_texts *texts, yyjson_val *v) {
    if (yyjson_is_num(v)) {
        char number[HOB_NUMBER_TEXT_SIZE];
        size_t length = hob_number_text(yyjson_get_num(v), HOB_NUMBER_SCRIPT, number);
        return keep_text(texts, (hob_str){number, length});
    }
    return keep_text(texts, (hob_str){yyjson_get_str(v), yyjson_get_len(v)});
}

static int form_of(yyjson_val *key) {
    for (int i = 0; i < HOB_PLURAL_COUNT; i++) {
        if (yyjson_equals_str(key, hob_plural_names[i])) {
            return i;
        }
    }
    return -1;
}

/* A map whose keys are all plural forms, other among them, with texts as values. */
static bool is_plural(yyjson_val *map) {
    yyjson_val *key, *v;
    size_t i, max;
    yyjson_obj_foreach(map, i, max, key, v) {
        if (form_of(key) < 0 || yyjson_is_ctn(v)) {
            return false;
        }
    }
    return yyjson_obj_get(map, "other") != NULL;
}

static bool names_nothing(const hob_text *text) {
    return hob_str_find(hob_text_view(text), HOB_STR("%{")) == SIZE_MAX;
}

typedef struct walk {
    hob_texts *texts;
    table *in; /* null: only checks */
    const char *file;
    hob_error *reterr;
    hob_status status;
} walk;

static bool refuse(walk *w, hob_str key, const char *problem) {
    w->status = hob_fail(w->reterr, HOB_ERR_FIELD_TYPE, "%.*s %s.",
                         (int)(key.length > 120 ? 120 : key.length), key.data, problem);
    (void)hob_error_hint(w->reterr, "Write a text, a number, or a map of texts.");
    (void)hob_error_place(w->reterr, w->file, NULL, 0, 0);
    return false;
}

static void add_plural(walk *w, hob_str key, yyjson_val *map) {
    yyjson_val *form, *v;
    size_t i, max;
    entry *e = make_entry(w->texts, w->in, key);
    yyjson_obj_foreach(map, i, max, form, v) {
        e->forms[form_of(form)] = text_of(w->texts, v);
    }
    e->plain = false;
}

static bool take(walk *w, hob_str path, yyjson_val *map, int depth) {
    yyjson_val *key, *v;
    size_t i, max;
    yyjson_obj_foreach(map, i, max, key, v) {
        char name[512];
        int length = snprintf(name, sizeof name, "%.*s%s%s", (int)path.length, path.data,
                              path.length > 0 ? "." : "", yyjson_get_str(key));
        hob_str full = {name, (size_t)length};
        if (full.length >= sizeof name || depth > 16) {
            return refuse(w, path, "is nested too deeply, or has a key that is too long");
        }
        if (yyjson_is_obj(v) && !is_plural(v)) {
            if (!take(w, full, v, depth + 1)) {
                return false;
            }
            continue;
        }
        bool fits = yyjson_is_str(v) || yyjson_is_num(v) || yyjson_is_obj(v);
        if (!fits) {
            return refuse(w, full, "is no text");
        }
        if (yyjson_is_obj(v)) {
            yyjson_val *form, *text;
            size_t k, k_max;
            yyjson_obj_foreach(v, k, k_max, form, text) {
                if (!yyjson_is_str(text) && !yyjson_is_num(text)) {
                    return refuse(w, full, "has a plural form that is no text");
                }
            }
        }
        if (w->in != NULL && yyjson_is_obj(v)) {
            add_plural(w, full, v);
        } else if (w->in != NULL) {
            entry *e = make_entry(w->texts, w->in, full);
            e->text = text_of(w->texts, v);
            e->plain = names_nothing(e->text) &&
                       hob_str_find(hob_text_view(e->text), HOB_STR("%%{")) == SIZE_MAX;
        }
    }
    return true;
}

static hob_status add_guarded(walk *w, const char *locale, yyjson_val *root) {
    if (hob_guard_enter(&w->texts->guard) != 0) {
        if (w->reterr != NULL) {
            *w->reterr = w->texts->guard.error;
        }
        return w->texts->guard.error.status;
    }
    if (!take(w, HOB_STR(""), root, 0)) {
        return w->status;
    }
    w->in = make_table(w->texts, locale);
    (void)take(w, HOB_STR(""), root, 0);
    w->texts->generation++;
    return HOB_OK;
}

hob_status hob_texts_add(hob_texts *texts, hob_str locale, yyjson_val *root, const char *file,
                         hob_error *reterr) {
    char name[HOB_LOCALE_SIZE];
    walk w = {.texts = texts, .file = file, .reterr = reterr};
    if (!hob_locale_normalize(locale, name)) {
        (void)hob_fail(reterr, HOB_ERR_FIELD_PATTERN, "\"%.*s\" is no name of a language.",
                       (int)(locale.length > 60 ? 60 : locale.length), locale.data);
        return hob_error_hint(reterr, "Write it as en, de-AT or zh-Hant-TW.");
    }
    if (!yyjson_is_obj(root)) {
        (void)hob_fail(reterr, HOB_ERR_FIELD_TYPE, "A file of texts holds one object.");
        return hob_error_place(reterr, file, NULL, 0, 0);
    }
    return add_guarded(&w, name, root);
}

hob_status hob_texts_load(hob_texts *texts, hob_project *project, hob_error_list *findings,
                          hob_error *reterr) {
    for (size_t i = 0; i < hob_project_text_count(project); i++) {
        const hob_text_file *file = hob_project_text_at(project, i);
        hob_error error = {.status = HOB_OK};
        hob_status status = file->error != NULL
                                ? (error = *file->error, file->error->status)
                                : hob_texts_add(texts, hob_str_from(file->locale), file->json->root,
                                                file->path, &error);
        if (status == HOB_ERR_OUT_OF_MEMORY) {
            return hob_fail(reterr, status, "There is no memory for texts.");
        }
        if (status != HOB_OK && findings != NULL) {
            hob_error_list_add(findings, &error);
        }
    }
    return HOB_OK;
}

/* ---- locales ---- */

size_t hob_texts_locale_count(const hob_texts *texts) {
    return texts->count;
}

const char *hob_texts_locale_at(const hob_texts *texts, size_t index) {
    return index < texts->count ? texts->tables[index].locale : NULL;
}

const char *hob_texts_default(const hob_texts *texts) {
    return texts->fallback;
}

void hob_texts_choose(const hob_texts *texts, const char *const *preferred, size_t count,
                      char out[HOB_LOCALE_SIZE]) {
    for (size_t i = 0; i < count; i++) {
        char at[HOB_LOCALE_SIZE];
        if (!hob_locale_normalize(hob_str_from(preferred[i]), out)) {
            continue;
        }
        memcpy(at, out, sizeof at);
        do {
            if (find_table(texts, at) != NULL) {
                return;
            }
        } while (hob_locale_shorten(at));
    }
    memcpy(out, texts->fallback, HOB_LOCALE_SIZE);
}

/* With `own`: without the default. */
static size_t chain_of(const hob_texts *texts, const char *locale, bool own,
                       char (*out)[HOB_LOCALE_SIZE], size_t most) {
    char at[HOB_LOCALE_SIZE];
    size_t count = 0;
    bool has_default = false;
    if (hob_locale_normalize(hob_str_from(locale), at)) {
        do {
            if (count < most) {
                memcpy(out[count++], at, sizeof at);
            }
            has_default = has_default || strcmp(at, texts->fallback) == 0;
        } while (hob_locale_shorten(at));
    }
    if (!own && !has_default && count < most) {
        memcpy(out[count++], texts->fallback, sizeof at);
    }
    return count;
}

size_t hob_texts_chain(const hob_texts *texts, const char *locale, char (*out)[HOB_LOCALE_SIZE],
                       size_t most) {
    return chain_of(texts, locale, false, out, most);
}

/* ---- reading ---- */

static entry *look_up(const hob_texts *texts, const char *locale, hob_str key, bool own,
                      const char **ret_locale) {
    char chain[MOST_CHAIN][HOB_LOCALE_SIZE];
    size_t count = chain_of(texts, locale, own, chain, MOST_CHAIN);
    for (size_t i = 0; i < count; i++) {
        const table *in = find_table(texts, chain[i]);
        entry *e = find_entry(in, key);
        if (e != NULL) {
            *ret_locale = in->locale;
            return e;
        }
    }
    return NULL;
}

bool hob_texts_has(const hob_texts *texts, const char *locale, hob_str key) {
    const char *found;
    return look_up(texts, locale, key, false, &found) != NULL;
}

static hob_status no_value(hob_str key, hob_str name, hob_error *reterr) {
    (void)hob_fail(reterr, HOB_ERR_TEXT_VARIABLE, "the text \"%.*s\" needs a value for \"%.*s\"",
                   (int)(key.length > 120 ? 120 : key.length), key.data,
                   (int)(name.length > 60 ? 60 : name.length), name.data);
    return HOB_ERR_TEXT_VARIABLE;
}

static void add_value(hob_buf *out, hob_value v) {
    char number[HOB_NUMBER_TEXT_SIZE];
    switch (v.tag) {
    case HOB_TAG_NUMBER:
        hob_buf_add(out, number, hob_number_text(v.as.number, HOB_NUMBER_SCRIPT, number));
        break;
    case HOB_TAG_BOOL:
        hob_buf_add_cstr(out, v.as.boolean ? "true" : "false");
        break;
    case HOB_TAG_TEXT:
        hob_buf_add_str(out, hob_value_str(v));
        break;
    default:
        (void)hob_value_write_json(out, v, false, NULL, NULL);
        break;
    }
}

/* %{name} is replaced, %%{ stands for %{. */
static hob_status render(hob_str key, hob_str text, hob_value vars, hob_buf *out,
                         hob_error *reterr) {
    for (size_t i = 0; i < text.length; i++) {
        hob_str rest = {text.data + i, text.length - i};
        if (hob_str_starts(rest, HOB_STR("%%{"))) {
            hob_buf_add_cstr(out, "%{");
            i += 2;
            continue;
        }
        size_t end =
            hob_str_starts(rest, HOB_STR("%{")) ? hob_str_find(rest, HOB_STR("}")) : SIZE_MAX;
        if (end == SIZE_MAX) {
            hob_buf_add_char(out, text.data[i]);
            continue;
        }
        hob_str name = {rest.data + 2, end - 2};
        hob_value v = vars.tag == HOB_TAG_MAP ? hob_map_get(vars.as.map, name) : HOB_VALUE_ABSENT;
        if (hob_value_is_absent(v)) {
            return no_value(key, name, reterr);
        }
        add_value(out, v);
        i += end;
    }
    return HOB_OK;
}

static hob_status choose_form(const entry *e, const char *locale, hob_str key, hob_value vars,
                              hob_text **ret_text, hob_error *reterr) {
    if (e->text != NULL) {
        *ret_text = e->text;
        return HOB_OK;
    }
    hob_value count = hob_value_get(vars, "count");
    if (count.tag != HOB_TAG_NUMBER) {
        return no_value(key, HOB_STR("count"), reterr);
    }
    hob_plural form = hob_plural_of(locale, count.as.number);
    if (count.as.number == 0 && e->forms[HOB_PLURAL_ZERO] != NULL) {
        form = HOB_PLURAL_ZERO;
    }
    *ret_text = e->forms[form] != NULL ? e->forms[form] : e->forms[HOB_PLURAL_OTHER];
    return HOB_OK;
}

static hob_status missing(const hob_texts *texts, const char *locale, hob_str key,
                          const hob_allocator *a, hob_value *ret_text, hob_error *reterr) {
    if (texts->missing == HOB_MISSING_KEY) {
        *ret_text = hob_value_text(a, key);
        return HOB_OK;
    }
    char chain[MOST_CHAIN][HOB_LOCALE_SIZE], names[200];
    size_t count = chain_of(texts, locale, false, chain, MOST_CHAIN), length = 0;
    names[0] = '\0';
    for (size_t i = 0; i < count && length < sizeof names; i++) {
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
                                   chain[i]);
    }
    return hob_fail(reterr, HOB_ERR_TEXT_MISSING, "there is no text \"%.*s\" in %s",
                    (int)(key.length > 120 ? 120 : key.length), key.data, names);
}

/* Keeps what was rendered; without memory nothing is kept. */
static void keep(hob_texts *texts, entry *e, hob_value vars, hob_str rendered) {
    hob_text *text = hob_text_create(texts->a, rendered);
    hob_value copy = hob_value_detach(texts->a, vars);
    if (text == NULL || copy.tag == HOB_TAG_ABSENT) {
        hob_text_drop(texts->a, text);
        hob_value_done(texts->a, &copy);
        return;
    }
    hob_text_drop(texts->a, e->cached);
    hob_value_done(texts->a, &e->cached_vars);
    e->cached = text;
    e->cached_vars = copy;
}

hob_status hob_texts_get(hob_texts *texts, const char *locale, hob_str key, hob_value vars,
                         const hob_allocator *a, hob_value *ret_text, hob_error *reterr) {
    const char *found = NULL;
    entry *e = look_up(texts, locale, key, false, &found);
    if (e == NULL) {
        return missing(texts, locale, key, a, ret_text, reterr);
    }
    ret_text->tag = HOB_TAG_TEXT;
    if (e->plain) {
        ret_text->as.text = e->text;
        return HOB_OK;
    }
    if (e->cached != NULL && hob_value_equal(e->cached_vars, vars)) {
        ret_text->as.text = e->cached;
        return HOB_OK;
    }
    hob_text *form = NULL;
    hob_status status = choose_form(e, found, key, vars, &form, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_buf out;
    hob_buf_init(&out, a, TEXT_BYTES);
    status = render(key, hob_text_view(form), vars, &out, reterr);
    if (status == HOB_OK && out.failed) {
        status = hob_fail(reterr, HOB_ERR_LIMIT_REACHED, "the text \"%.*s\" becomes too long",
                          (int)(key.length > 120 ? 120 : key.length), key.data);
    }
    if (status == HOB_OK) {
        texts->rendered++;
        keep(texts, e, vars, hob_buf_str(&out));
        *ret_text = hob_value_text(a, hob_buf_str(&out));
        if (e->cached != NULL && hob_value_equal(e->cached_vars, vars)) {
            hob_value_done(a, ret_text);
            *ret_text = (hob_value){.tag = HOB_TAG_TEXT, .as.text = e->cached};
        }
    }
    hob_buf_done(&out);
    return status;
}

hob_value hob_texts_missing(const hob_texts *texts, const char *locale, const hob_allocator *a) {
    hob_value list = hob_value_list(a, 8);
    const table *in = find_table(texts, texts->fallback);
    for (size_t i = 0; in != NULL && i < in->count; i++) {
        hob_str key = {in->items[i].key, in->items[i].key_length};
        const char *found;
        if (look_up(texts, locale, key, true, &found) == NULL) {
            (void)hob_list_add(a, list.as.list, hob_value_text(a, key));
        }
    }
    return list;
}

uint64_t hob_texts_rendered(const hob_texts *texts) {
    return texts->rendered;
}

uint64_t hob_texts_generation(const hob_texts *texts) {
    return texts->generation;
}
