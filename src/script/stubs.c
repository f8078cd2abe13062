/* Types of the script interface for editors. Results of members are written in the table as people
 * say them ("list of entity or null"); their little grammar is read here:
 *   type = item { " or " item }      item = [ "list of " | "promise of " ] word | "{" names "}" */
#include "script/stubs.h"

#include "script/api.h"

#include <string.h>

/* What the two languages call the same thing. */
static const struct {
    const char *said, *lua, *typescript;
} words[] = {
    {"text", "string", "string"},
    {"number", "number", "number"},
    {"degrees", "number", "number"},
    {"int", "integer", "number"},
    {"bool", "boolean", "boolean"},
    {"boolean", "boolean", "boolean"},
    {"null", "nil", "null"},
    {"nil", "nil", "null"},
    {"any", "any", "any"},
    {"map", "table<string, any>", "Record<string, any>"},
    {"component", "table", "Record<string, any>"},
    {"Transform", "HobTransform", "HobTransform"},
    {"camera", "table", "Record<string, any>"},
    {"vec2", "HobVec2", "HobVec2"},
    {"point", "HobVec2", "HobVec2"},
    {"normal", "HobVec2", "HobVec2"},
    {"color", "string", "string"},
    {"entity", "HobEntity", "HobEntity"},
    {"entities", "HobEntity", "HobEntity"},
    {"other", "HobEntity", "HobEntity"},
    {"timer", "HobTimer", "HobTimer"},
    {"effect", "HobEffect", "HobEffect"},
    {"loading", "HobLoading", "HobLoading"},
    {"piece", "HobPiece", "HobPiece"},
    {"input", "HobCtxInput", "HobCtxInput"},
    {"promise", "any", "Promise<void>"},
};
/* Members of objects that are said without a type. */
static const char *const texts[] = {"id", "name", "slot", "tile", "device", "camera"};
static const char *const bools[] = {"active", "down", "pressed", "released", "muted", "trigger"};

typedef struct writer {
    hob_stub_language language;
    hob_buf *out;
} writer;

static bool is_lua(const writer *w) {
    return w->language == HOB_STUB_LUA;
}

static bool is_among(hob_str word, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (hob_str_is(word, list[i])) {
            return true;
        }
    }
    return false;
}

static void write_word(writer *w, hob_str word) {
    for (size_t i = 0; i < HOB_COUNT(words); i++) {
        if (hob_str_is(word, words[i].said)) {
            hob_buf_add_cstr(w->out, is_lua(w) ? words[i].lua : words[i].typescript);
            return;
        }
    }
    hob_buf_add_cstr(w->out, "any");
}

static hob_str rest_after(hob_str text, size_t length) {
    return (hob_str){text.data + length, text.length - length};
}

static void write_type(writer *w, hob_str said);

/* A member of an object: its name says what it is. */
static void write_member(writer *w, hob_str said) {
    size_t space = hob_str_find(said, HOB_STR(" "));
    hob_str name = {said.data, space == SIZE_MAX ? said.length : space};
    hob_buf_format(w->out, "%.*s: ", (int)name.length, name.data);
    if (is_among(name, texts, HOB_COUNT(texts))) {
        hob_buf_add_cstr(w->out, "string");
    } else if (is_among(name, bools, HOB_COUNT(bools))) {
        hob_buf_add_cstr(w->out, "boolean");
    } else if (hob_str_is(name, "point") || hob_str_is(name, "normal") ||
               hob_str_is(name, "entity") || hob_str_is(name, "other")) {
        write_word(w, name);
    } else {
        hob_buf_add_cstr(w->out, "number");
    }
    if (space != SIZE_MAX) { /* "or null" */
        hob_buf_add_cstr(w->out, is_lua(w) ? "|nil" : " | null");
    }
}

static void write_object(writer *w, hob_str members) {
    hob_buf_add_cstr(w->out, "{ ");
    while (members.length > 0) {
        size_t comma = hob_str_find(members, HOB_STR(", "));
        write_member(w, (hob_str){members.data, comma == SIZE_MAX ? members.length : comma});
        hob_buf_add_cstr(w->out, comma == SIZE_MAX ? "" : is_lua(w) ? ", " : "; ");
        members = comma == SIZE_MAX ? HOB_STR("") : rest_after(members, comma + 2);
    }
    hob_buf_add_cstr(w->out, " }");
}

/* One item of a union; gives what is left. */
static hob_str write_item(writer *w, hob_str said) {
    if (hob_str_starts(said, HOB_STR("list of "))) {
        hob_buf_add_cstr(w->out, is_lua(w) ? "(" : "Array<");
        hob_str rest = write_item(w, rest_after(said, 8));
        hob_buf_add_cstr(w->out, is_lua(w) ? ")[]" : ">");
        return rest;
    }
    if (hob_str_starts(said, HOB_STR("promise of "))) {
        hob_buf_add_cstr(w->out, is_lua(w) ? "(" : "Promise<");
        hob_str rest = write_item(w, rest_after(said, 11));
        hob_buf_add_cstr(w->out, is_lua(w) ? ")" : ">");
        return rest;
    }
    if (said.length > 0 && said.data[0] == '{') {
        size_t end = hob_str_find(said, HOB_STR("}"));
        size_t length = end == SIZE_MAX ? said.length : end;
        write_object(w, (hob_str){said.data + 1, length - 1});
        return end == SIZE_MAX ? HOB_STR("") : rest_after(said, end + 1);
    }
    size_t space = hob_str_find(said, HOB_STR(" "));
    size_t length = space == SIZE_MAX ? said.length : space;
    write_word(w, (hob_str){said.data, length});
    return rest_after(said, length);
}

static void write_type(writer *w, hob_str said) {
    hob_str rest = write_item(w, said);
    while (hob_str_starts(rest, HOB_STR(" or "))) {
        hob_buf_add_cstr(w->out, is_lua(w) ? "|" : " | ");
        rest = write_item(w, rest_after(rest, 4));
    }
}

/* ---- parameters ---- */

static void write_param_type(writer *w, const hob_field *f) {
    switch (f->type) {
    case HOB_FIELD_NUMBER:
        hob_buf_add_cstr(w->out, "number");
        break;
    case HOB_FIELD_INT:
        hob_buf_add_cstr(w->out, is_lua(w) ? "integer" : "number");
        break;
    case HOB_FIELD_BOOL:
        hob_buf_add_cstr(w->out, "boolean");
        break;
    case HOB_FIELD_ENUM:
        for (size_t i = 0; f->names[i] != NULL; i++) {
            hob_buf_format(w->out, "%s\"%s\"", i > 0 ? (is_lua(w) ? "|" : " | ") : "", f->names[i]);
        }
        break;
    case HOB_FIELD_TEXT:
    case HOB_FIELD_COLOR:
    case HOB_FIELD_ASSET:
        hob_buf_add_cstr(w->out, "string");
        break;
    case HOB_FIELD_REF:
    case HOB_FIELD_HANDLE:
        hob_buf_add_cstr(w->out, is_lua(w) ? "HobEntity|string" : "HobEntity | string");
        break;
    case HOB_FIELD_LIST:
        hob_buf_add_cstr(w->out, is_lua(w) ? "table" : "any[]");
        break;
    case HOB_FIELD_MAP:
    case HOB_FIELD_OBJECT:
        hob_buf_add_cstr(w->out, is_lua(w) ? "table" : "Record<string, any>");
        break;
    default:
        hob_buf_add_cstr(w->out, "any");
    }
}

static bool is_optional(const hob_field *f) {
    return (f->flags & HOB_FIELD_REQUIRED) == 0;
}

/* Words that neither language takes as the name of a parameter. */
static const char *name_of(const hob_field *f) {
    static const char *const kept[][2] = {
        {"end", "end_"},       {"function", "fn"},  {"in", "in_"},     {"default", "default_"},
        {"repeat", "repeat_"}, {"class", "class_"}, {"then", "then_"}, {"local", "local_"},
        {"for", "for_"},       {"with", "with_"}};
    for (size_t i = 0; i < HOB_COUNT(kept); i++) {
        if (strcmp(f->name, kept[i][0]) == 0) {
            return kept[i][1];
        }
    }
    return f->name;
}

/* TypeScript wants what may be left out last. */
static bool later_is_required(const hob_field *f) {
    for (f++; f->name != NULL; f++) {
        if (!is_optional(f)) {
            return true;
        }
    }
    return false;
}

/* ---- classes ---- */

/* "ctx.camera.effects" is HobCtxCameraEffects. */
static void write_class(writer *w, const char *path) {
    hob_buf_add_cstr(w->out, "Hob");
    bool is_start = true;
    for (const char *c = path; *c != '\0'; c++) {
        if (*c == '.') {
            is_start = true;
            continue;
        }
        hob_buf_add_char(w->out, is_start && *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
        is_start = false;
    }
}

static void write_result(writer *w, const hob_api_member *m) {
    if (m->object != NULL) {
        write_class(w, m->object->path);
    } else if (m->result != NULL) {
        write_type(w, hob_str_from(m->result));
    } else {
        hob_buf_add_cstr(w->out, is_lua(w) ? "nil" : "void");
    }
}

static void lua_family(writer *w, const hob_api_family *family) {
    hob_buf_format(w->out, "\n--- %s\n---@class ", family->doc);
    write_class(w, family->path);
    hob_buf_add_char(w->out, '\n');
    for (const hob_api_member *m = family->members; m->name != NULL; m++) {
        if ((m->flags & (HOB_API_METHOD | HOB_API_PROMISE)) == 0) {
            hob_buf_format(w->out, "---@field %s ", m->name);
            write_result(w, m);
            hob_buf_format(w->out, " %s\n", m->doc);
        }
    }
    hob_buf_add_cstr(w->out, "local ");
    write_class(w, family->path);
    hob_buf_add_cstr(w->out, " = {}\n");
    for (const hob_api_member *m = family->members; m->name != NULL; m++) {
        if ((m->flags & HOB_API_METHOD) == 0) {
            continue;
        }
        hob_buf_format(w->out, "\n--- %s\n", m->doc);
        for (const hob_field *p = m->params; p != NULL && p->name != NULL; p++) {
            bool is_rest = (p->flags & HOB_FIELD_REST) != 0;
            hob_buf_format(w->out, "---@param %s%s ", is_rest ? "..." : name_of(p),
                           is_optional(p) && !is_rest ? "?" : "");
            write_param_type(w, p);
            hob_buf_format(w->out, " %s\n", p->doc != NULL ? p->doc : "");
        }
        if (m->result != NULL || m->object != NULL) {
            hob_buf_add_cstr(w->out, "---@return ");
            write_result(w, m);
            hob_buf_add_char(w->out, '\n');
        }
        hob_buf_add_cstr(w->out, "function ");
        write_class(w, family->path);
        hob_buf_format(w->out, ".%s(", m->name);
        for (const hob_field *p = m->params; p != NULL && p->name != NULL; p++) {
            bool is_rest = (p->flags & HOB_FIELD_REST) != 0;
            hob_buf_format(w->out, "%s%s", p == m->params ? "" : ", ",
                           is_rest ? "..." : name_of(p));
        }
        hob_buf_add_cstr(w->out, ") end\n");
    }
}

static void typescript_family(writer *w, const hob_api_family *family) {
    hob_buf_format(w->out, "\n/** %s */\ninterface ", family->doc);
    write_class(w, family->path);
    hob_buf_add_cstr(w->out, " {\n");
    for (const hob_api_member *m = family->members; m->name != NULL; m++) {
        hob_buf_format(w->out, "  /** %s */\n  ", m->doc);
        if ((m->flags & HOB_API_METHOD) == 0) {
            hob_buf_format(w->out, "%s%s: ", m->set == NULL ? "readonly " : "", m->name);
        } else {
            hob_buf_format(w->out, "%s(", m->name);
            for (const hob_field *p = m->params; p != NULL && p->name != NULL; p++) {
                bool is_rest = (p->flags & HOB_FIELD_REST) != 0;
                bool may_lack = is_optional(p) && !later_is_required(p) && !is_rest;
                hob_buf_format(w->out, "%s%s%s%s: ", p == m->params ? "" : ", ",
                               is_rest ? "..." : "", name_of(p), may_lack ? "?" : "");
                write_param_type(w, p);
                hob_buf_add_cstr(w->out, is_rest                       ? "[]"
                                         : is_optional(p) && !may_lack ? " | undefined"
                                                                       : "");
            }
            hob_buf_add_cstr(w->out, "): ");
        }
        write_result(w, m);
        hob_buf_add_cstr(w->out, ";\n");
    }
    hob_buf_add_cstr(w->out, "}\n");
}

/* ---- the functions of a script ---- */

static void write_argument_type(writer *w, hob_str name) {
    if (hob_str_is(name, "ctx")) {
        hob_buf_add_cstr(w->out, "HobCtx");
    } else if (hob_str_is(name, "dt")) {
        hob_buf_add_cstr(w->out, "number");
    } else if (hob_str_is(name, "other")) {
        hob_buf_add_cstr(w->out, "HobEntity");
    } else if (hob_str_is(name, "name")) {
        hob_buf_add_cstr(w->out, "string");
    } else if (hob_str_is(name, "input")) {
        hob_buf_add_cstr(w->out, "HobCtxInput");
    } else {
        hob_buf_add_cstr(w->out, "any");
    }
}

static void write_hook(writer *w, const hob_hook_entry *hook) {
    hob_buf_format(w->out, is_lua(w) ? "---@field %s? fun(" : "  %s?(", hook->name);
    hob_str rest = hob_str_from(hook->arguments);
    while (rest.length > 0) {
        size_t comma = hob_str_find(rest, HOB_STR(", "));
        hob_str name = {rest.data, comma == SIZE_MAX ? rest.length : comma};
        hob_buf_format(w->out, "%.*s: ", (int)name.length, name.data);
        write_argument_type(w, name);
        hob_buf_add_cstr(w->out, comma == SIZE_MAX ? "" : ", ");
        rest = comma == SIZE_MAX ? HOB_STR("") : rest_after(rest, comma + 2);
    }
    hob_buf_add_cstr(w->out, is_lua(w) ? ") " : "): any; /** ");
    hob_buf_format(w->out, "%s%s\n", hook->doc, is_lua(w) ? "" : " */");
}

static const char lua_head[] =
    "---@meta\n"
    "-- The script interface of Hob, for the Lua language server. Made by `hob guides`.\n"
    "-- Members are called with a dot: ctx.log(\"hi\"), not ctx:log(\"hi\").\n"
    "\n---@class HobVec2\n---@field x number\n---@field y number\n"
    "\n---@class HobTransform\n---@field position HobVec2\n---@field rotation number\n"
    "---@field scale HobVec2\n---@field elevation number\n"
    "\n--- What a script file returns: the functions that the engine calls.\n---@class HobScript\n";
static const char typescript_head[] =
    "// The script interface of Hob, for TypeScript and JavaScript. Made by `hob guides`.\n"
    "interface HobVec2 { x: number; y: number }\n"
    "interface HobTransform { position: HobVec2; rotation: number; scale: HobVec2; elevation: "
    "number }\n"
    "declare var module: { exports: HobScript };\n"
    "\n/** What a script file exports: the functions that the engine calls. */\n"
    "interface HobScript {\n";

void hob_stubs_write(hob_stub_language language, hob_buf *out) {
    writer w = {language, out};
    hob_buf_add_cstr(out, is_lua(&w) ? lua_head : typescript_head);
    for (size_t i = 0; i < HOB_HOOK_COUNT; i++) {
        write_hook(&w, &hob_hooks[i]);
    }
    hob_buf_add_cstr(out, is_lua(&w) ? "" : "  [name: string]: any;\n}\n");
    for (const hob_api_family *const *f = hob_api_families; *f != NULL; f++) {
        if (is_lua(&w)) {
            lua_family(&w, *f);
        } else {
            typescript_family(&w, *f);
        }
    }
}
