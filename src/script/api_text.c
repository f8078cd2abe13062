/* ctx.text: texts in the language of the game (spec hob 6.5, rgame 3.4). */
#include "script/machine.h"
#include "text/game_text.h"

static bool get(hob_ctx_call *call) {
    hob_value text = HOB_VALUE_NULL;
    hob_error error = {.status = HOB_OK};
    hob_status status = hob_game_text(call->world, hob_ctx_text(call, 0), hob_ctx_plain(call, 1),
                                      call->a, &text, &error);
    if (status != HOB_OK) {
        return hob_ctx_fail(call, status, "%s", error.message);
    }
    return hob_ctx_return(call, text);
}

static bool has(hob_ctx_call *call) {
    const hob_texts *texts = call->world->outside.texts;
    return hob_ctx_return_bool(
        call,
        texts != NULL && hob_texts_has(texts, hob_game_locale(call->world), hob_ctx_text(call, 0)));
}

static bool locale(hob_ctx_call *call) {
    return hob_ctx_return_text(call, hob_str_from(hob_game_locale(call->world)));
}

static bool set_locale(hob_ctx_call *call) {
    hob_error error = {.status = HOB_OK};
    hob_status status = hob_game_set_locale(call->world, hob_ctx_text(call, 0), &error);
    return status == HOB_OK || hob_ctx_fail(call, status, "ctx.text.setLocale: %s", error.message);
}

static bool locales(hob_ctx_call *call) {
    const hob_texts *texts = call->world->outside.texts;
    hob_value list = hob_value_list(call->a, 4);
    for (size_t i = 0; texts != NULL && i < hob_texts_locale_count(texts); i++) {
        hob_list_add(call->a, list.as.list, hob_value_cstr(call->a, hob_texts_locale_at(texts, i)));
    }
    return hob_ctx_return(call, list);
}

static bool missing(hob_ctx_call *call) {
    const hob_texts *texts = call->world->outside.texts;
    char name[HOB_LOCALE_SIZE];
    hob_str asked =
        hob_ctx_given(call, 0) ? hob_ctx_text(call, 0) : hob_str_from(hob_game_locale(call->world));
    if (texts == NULL || !hob_locale_normalize(asked, name)) {
        return hob_ctx_return(call, hob_value_list(call->a, 0));
    }
    return hob_ctx_return(call, hob_texts_missing(texts, name, call->a));
}

static const hob_field get_params[] = {
    HOB_P("key", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Dotted key of the text."),
    HOB_P("vars", MAP, .doc = "Values for the names in it; count chooses a plural form."),
    HOB_FIELDS_END};
static const hob_field key_params[] = {
    HOB_P("key", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Dotted key of the text."),
    HOB_FIELDS_END};
static const hob_field locale_params[] = {
    HOB_P("locale", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Language: en, de-AT, zh-Hant-TW."),
    HOB_FIELDS_END};
static const hob_field missing_params[] = {
    HOB_P("locale", TEXT, .doc = "Language; left out, the current one."), HOB_FIELDS_END};

#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member members[] = {
    {.name = "get",
     .flags = M | F,
     .params = get_params,
     .result = "text",
     .call = get,
     .doc = "The text of a key in the current language, with its names replaced.",
     .js = "ctx.log(ctx.text.get(\"menu.start\", { name: \"Ann\" }));",
     .lua = "ctx.log(ctx.text.get(\"menu.start\", { name = \"Ann\" }))"},
    {.name = "has",
     .flags = M,
     .params = key_params,
     .result = "boolean",
     .call = has,
     .doc = "Whether the current language, or one it falls back to, has the key.",
     .js = "if (ctx.text.has(\"menu.start\")) ctx.log(\"yes\");",
     .lua = "if ctx.text.has(\"menu.start\") then ctx.log(\"yes\") end"},
    {.name = "locale",
     .flags = M,
     .result = "text",
     .call = locale,
     .doc = "The current language.",
     .js = "ctx.log(ctx.text.locale());"},
    {.name = "setLocale",
     .flags = M | W | F,
     .params = locale_params,
     .call = set_locale,
     .doc = "Changes the language; keyed texts follow at once.",
     .js = "ctx.text.setLocale(\"de\");"},
    {.name = "locales",
     .flags = M,
     .result = "list of text",
     .call = locales,
     .doc = "Languages that have texts.",
     .js = "ctx.log(ctx.text.locales().join(\", \"));",
     .lua = "ctx.log(table.concat(ctx.text.locales(), \", \"))"},
    {.name = "missing",
     .flags = M,
     .params = missing_params,
     .result = "list of text",
     .call = missing,
     .doc = "Keys that the default language has and this one lacks.",
     .js = "ctx.log(ctx.text.missing(\"de\").length);",
     .lua = "ctx.log(#ctx.text.missing(\"de\"))"},
    {.name = NULL},
};

const hob_api_family hob_api_text = {
    .path = "ctx.text", .doc = "Texts in the language of the game.", .members = members};
