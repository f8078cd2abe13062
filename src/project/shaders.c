/* Fragment shaders: their text, the uniforms it declares, and the values that components give them.
 */
#include "project/check.h"
#include "project/names.h"

#include <string.h>

#define MOST_BYTES ((size_t)64 << 10)

static const struct {
    const char *name;
    uint32_t numbers;
    const char *takes;
} types[] = {
    [HOB_UNIFORM_FLOAT] = {"float", 1, "a number"},
    [HOB_UNIFORM_VEC2] = {"vec2", 2, "a point {x, y}"},
    [HOB_UNIFORM_VEC3] = {"vec3", 3, "a color"},
    [HOB_UNIFORM_VEC4] = {"vec4", 4, "a color"},
};

const char *hob_uniform_type_name(hob_uniform_type type) {
    return types[type].name;
}

uint32_t hob_uniform_numbers(hob_uniform_type type) {
    return types[type].numbers;
}

bool hob_uniform_takes(hob_uniform_type type, bool is_number, bool is_point, bool is_color) {
    return type == HOB_UNIFORM_FLOAT ? is_number : type == HOB_UNIFORM_VEC2 ? is_point : is_color;
}

/* ---- reading the text ---- */

typedef struct scan {
    hob_shader *shader;
    hob_arena *arena;
    char *text;  /* the source that is given on */
    char *plain; /* the same without comments: what is looked at */
    size_t length, at;
    uint32_t numbers;
    hob_error *error;
} scan;

static hob_status refuse(const scan *s, size_t at, const char *hint, const char *before,
                         hob_str name, const char *behind) {
    int line = 1, column = 1;
    for (size_t i = 0; i < at; i++) {
        column = s->plain[i] == '\n' ? 1 : column + 1;
        line += s->plain[i] == '\n';
    }
    hob_fail(s->error, HOB_ERR_SHADER_COMPILE, "%s%.*s%s", before,
             (int)(name.length < 80 ? name.length : 80), name.data, behind);
    hob_error_hint(s->error, "%s", hint);
    hob_error_place(s->error, s->shader->path, NULL, line, column);
    return HOB_ERR_SHADER_COMPILE;
}

/* Where the comment that begins at `from` ends; `from` when none does. */
static size_t end_of_comment(const char *text, size_t length, size_t from) {
    if (from + 1 >= length || text[from] != '/') {
        return from;
    }
    const char *end = NULL;
    if (text[from + 1] == '/') {
        end = memchr(text + from, '\n', length - from);
    } else if (text[from + 1] == '*') {
        end = strstr(text + from + 2, "*/");
        end = end != NULL ? end + 2 : NULL;
    } else {
        return from;
    }
    return end != NULL ? (size_t)(end - text) : length;
}

static void blank_comments(char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        size_t end = end_of_comment(text, length, i);
        if (end == i) {
            i++;
        }
        for (; i < end; i++) {
            text[i] = text[i] == '\n' ? '\n' : ' ';
        }
    }
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

/* The next name, number or sign; empty at the end. */
static hob_str next(scan *s) {
    while (s->at < s->length && (s->plain[s->at] == ' ' || s->plain[s->at] == '\t' ||
                                 s->plain[s->at] == '\n' || s->plain[s->at] == '\r')) {
        s->at++;
    }
    size_t from = s->at;
    while (s->at < s->length && is_letter(s->plain[s->at])) {
        s->at++;
    }
    s->at += s->at == from && s->at < s->length;
    return (hob_str){s->plain + from, s->at - from};
}

/* What stands behind the word `uniform`, which began at `from`. */
static hob_status read_uniform(scan *s, size_t from) {
    hob_shader *shader = s->shader;
    hob_str type = next(s), name = next(s), end = next(s);
    int kind = -1;
    for (int i = 0; i < (int)HOB_COUNT(types); i++) {
        kind = hob_str_is(type, types[i].name) ? i : kind;
    }
    if (kind < 0) {
        return refuse(s, from, "A uniform is a float, vec2, vec3 or vec4; at(uv) is the picture.",
                      "A uniform has the type \"", type, "\".");
    }
    if (!hob_str_is(end, ";") || name.length == 0 || !is_letter(name.data[0])) {
        return refuse(s, from, "Write one uniform a declaration: uniform float glow;",
                      "The uniform \"", name, "\" is no name and a semicolon.");
    }
    for (size_t i = 0; i < shader->uniform_count; i++) {
        if (hob_str_is(name, shader->uniforms[i].name)) {
            return refuse(s, from, "Declare it once.", "The uniform \"", name,
                          "\" is there twice.");
        }
    }
    if (s->numbers + types[kind].numbers > HOB_SHADER_NUMBERS) {
        return refuse(s, from, "All uniforms together have at most 16 numbers.",
                      "There is no room for the uniform \"", name, "\".");
    }
    shader->uniforms[shader->uniform_count++] = (struct hob_uniform){
        hob_arena_text(s->arena, name.data, name.length), (hob_uniform_type)kind, s->numbers};
    s->numbers += types[kind].numbers;
    for (size_t i = from; i < s->at; i++) {
        s->text[i] = s->text[i] == '\n' ? '\n' : ' ';
    }
    return HOB_OK;
}

static hob_status read_text(scan *s) {
    bool has_shade = false;
    for (hob_str word = next(s), before = word; word.length > 0; before = word, word = next(s)) {
        size_t from = (size_t)(word.data - s->plain);
        hob_status status = HOB_OK;
        has_shade = has_shade || (hob_str_is(word, "shade") && hob_str_is(before, "vec4"));
        if (hob_str_is(word, "uniform")) {
            status = read_uniform(s, from);
        } else if (hob_str_is(word, "version") && hob_str_is(before, "#")) {
            status = refuse(s, from, "Leave the line out: it is always GLSL ES 3.00.",
                            "A shader has no #", word, ".");
        } else if (hob_str_is(word, "main") && hob_str_is(before, "void")) {
            status = refuse(s, from, "Write vec4 shade(vec2 uv, vec4 color) instead.",
                            "A shader has no function ", word, ".");
        }
        if (status != HOB_OK) {
            return status;
        }
    }
    return has_shade ? HOB_OK
                     : refuse(s, 0, "Write vec4 shade(vec2 uv, vec4 color) { return color; }",
                              "The shader has no function ", HOB_STR("shade"), ".");
}

/* ---- the payload ---- */

typedef struct shader_call {
    hob_str asset_id;
    const hob_shader *shader;
} shader_call;

static hob_status read_file(hob_project *project, hob_project__file *file, hob_error *reterr) {
    hob_buf *bytes = &project->buffer;
    hob_buf_done(bytes);
    hob_buf_init(bytes, project->allocator, MOST_BYTES);
    hob_status status =
        hob_project__read(project, file->path, MOST_BYTES, bytes, &file->stamp, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_shader *shader = hob_arena_new(&file->arena, hob_shader);
    shader->path = file->path;
    scan s = {.shader = shader,
              .arena = &file->arena,
              .text = hob_arena_text(&file->arena, bytes->data, bytes->length),
              .plain = hob_arena_text(&file->arena, bytes->data, bytes->length),
              .length = bytes->length,
              .error = reterr};
    hob_buf_done(bytes);
    blank_comments(s.plain, s.length);
    shader->source = (hob_str){s.text, s.length};
    file->payload = shader;
    return read_text(&s);
}

static hob_status read_shader(hob_project *project, void *arg, hob_error *reterr) {
    /* No JSON: the kind only keeps the file from being read as another. */
    static const hob_project__kind kind = {.name = "shader", .asset_type = "shader"};
    shader_call *call = arg;
    char *path;
    const hob_asset *asset = hob_project_asset_by_id(project, call->asset_id);
    if (asset == NULL || strcmp(asset->type, kind.asset_type) != 0) {
        return hob_fail(reterr, HOB_ERR_ASSET_NOT_FOUND, "There is no shader \"%.*s\".",
                        (int)(call->asset_id.length < 200 ? call->asset_id.length : 200),
                        call->asset_id.data);
    }
    hob_status status =
        hob_path_normalise(&project->scratch, hob_str_from(asset->path), &path, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_project__file *file = hob_project__file_at(project, path);
    if (file->state == HOB_FILE_FRESH) {
        hob_error error = {.status = HOB_OK};
        hob_project__file_forget(file);
        file->kind = &kind;
        if (read_file(project, file, &error) != HOB_OK) {
            return hob_project__file_break(file, &error, reterr);
        }
        file->state = HOB_FILE_READY;
    }
    if (file->kind != &kind || file->state != HOB_FILE_READY) {
        return file->state == HOB_FILE_BROKEN ? hob_project__file_break(file, &file->error, reterr)
                                              : HOB_ERR_ASSET_WRONG_TYPE;
    }
    call->shader = file->payload;
    return HOB_OK;
}

const hob_shader *hob_project_shader(hob_project *project, hob_str asset_id, hob_error *reterr) {
    shader_call call = {.asset_id = asset_id};
    return hob_project__guarded(project, read_shader, &call, reterr) ? NULL : call.shader;
}

/* ---- validation ---- */

static const struct hob_uniform *uniform_of(const hob_shader *shader, hob_str name) {
    for (size_t i = 0; i < shader->uniform_count; i++) {
        if (hob_str_is(name, shader->uniforms[i].name)) {
            return &shader->uniforms[i];
        }
    }
    return NULL;
}

static void check_value(hob_check *check, const hob_read_level *level, const hob_shader *shader,
                        hob_str name, yyjson_val *v) {
    const struct hob_uniform *uniform = uniform_of(shader, name);
    char key[80];
    (void)snprintf(key, sizeof key, "%.*s", (int)name.length, name.data);
    if (uniform == NULL) {
        char list[300] = "none";
        size_t used = 0;
        for (size_t i = 0; i < shader->uniform_count && used < sizeof list; i++) {
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "",
                                     shader->uniforms[i].name);
        }
        hob_check__report(check, level, key, HOB_ERR_SHADER_UNIFORM_UNKNOWN,
                          hob_arena_format(check->arena, "It has: %s.", list),
                          "The shader %s has no uniform \"%s\".", shader->path, key);
    } else if (!hob_uniform_takes(uniform->type, yyjson_is_num(v), yyjson_is_obj(v),
                                  yyjson_is_str(v))) {
        hob_check__report(check, level, key, HOB_ERR_SHADER_UNIFORM_TYPE,
                          hob_arena_format(check->arena, "Give it %s.", types[uniform->type].takes),
                          "The uniform \"%s\" of %s is a %s.", key, shader->path,
                          types[uniform->type].name);
    }
}

/* `values`: an object with `shader` and `uniforms`, at `level`. */
static void check_shader(hob_check *check, const hob_read_level *level, yyjson_val *values) {
    hob_str id = hob_check__str(yyjson_obj_get(values, "shader"));
    const hob_asset *asset = id.length ? hob_project_asset_by_id(check->project, id) : NULL;
    if (asset == NULL || strcmp(asset->type, "shader") != 0) {
        return; /* its own finding */
    }
    const hob_shader *shader = hob_project_shader(check->project, id, NULL);
    hob_read_level uniforms = {.up = level, .key = HOB_STR_INIT("uniforms")};
    size_t i, max;
    yyjson_val *key, *v;
    hob_json_each_member(yyjson_obj_get(values, "uniforms"), i, max, key, v) {
        if (shader != NULL) {
            check_value(check, &uniforms, shader, hob_check__str(key), v);
        }
    }
}

void hob_check__shader(hob_check *check, const hob_check__entity *entity,
                       const hob_check__part *part) {
    (void)entity;
    check_shader(check, &part->level, part->fields);
}

void hob_check__post_shaders(hob_check *check, const hob_check__entity *entity,
                             const hob_check__part *part) {
    (void)entity;
    hob_read_level list = {.up = &part->level, .key = HOB_STR_INIT("postEffects")};
    size_t i, max;
    yyjson_val *effect;
    yyjson_arr_foreach(yyjson_obj_get(part->fields, "postEffects"), i, max, effect) {
        hob_read_level level = {.up = &list, .index = i};
        check_shader(check, &level, effect);
    }
}

void hob_check__shaders(hob_check *check) {
    for (size_t i = 0; i < hob_project_asset_count(check->project); i++) {
        const hob_asset *asset = hob_project_asset_at(check->project, i);
        hob_error error;
        if (strcmp(asset->type, "shader") == 0 &&
            hob_project_shader(check->project, hob_str_from(asset->id), &error) == NULL &&
            error.status == HOB_ERR_SHADER_COMPILE) { /* a missing file is found elsewhere */
            hob_check__add(check, &error);
        }
    }
}
