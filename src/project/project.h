/* An opened project: its files, parsed and checked, behind one object. Authoring data only; a
 * running game never changes it.
 *
 * Opening reads the manifest and the asset index; scenes, prefabs, animations, state machines and
 * play-tests are read when first asked for and then kept. Commands change files through
 * project/change.h and see the new state after the commit. Everything returned lives as long as the
 * project, or until the next commit that touches that file. Scripts are known only by path and
 * text; a hob_script_checker handed in parses them for validation. */
#ifndef HOB_PROJECT_PROJECT_H
#define HOB_PROJECT_PROJECT_H

#include "base/fs.h"
#include "base/log.h"
#include "project/declared.h"
#include "project/manifest.h"
#include "schema/registry.h"

typedef struct hob_project hob_project;

/* Handed in by the program: syntax check of one script. */
typedef struct hob_script_checker {
    void *user;
    /* SCRIPT_SYNTAX_ERROR with line (and column) in `reterr`. */
    hob_status (*check)(void *user, const char *path, hob_str text, hob_error *reterr);
} hob_script_checker;

typedef struct hob_project_options {
    const hob_allocator *allocator;         /* null: the heap */
    hob_fs *fs;                             /* null: the disk */
    const hob_registry *registry;           /* required */
    const hob_script_checker *checker;      /* null: script syntax is not checked */
    const hob_component_declarer *declarer; /* null: components/ declares nothing */
    const hob_log *log;                     /* null: silent */
    bool read_only; /* do not take the lock to recover; apply a committed record in memory */
    /* The file system is thrown away or looked through afterwards (hob_fs_overlay_create): commits
     * write their files straight, without record, journal and history. */
    bool is_scratch;
} hob_project_options;

/* The folder that holds hob.json, walking up from `start`; in the arena. PROJECT_NOT_FOUND. */
HOB_NODISCARD hob_status hob_project_find(hob_fs *fs, const char *start, hob_arena *arena,
                                          char **ret_root, hob_error *reterr);
/* Recovers what a crash left (spec hob 9.3), reads manifest and index. A bad manifest or index
 * fails; a bad scene, prefab or play-test does not: it is reported when asked for, and by
 * validation. */
HOB_NODISCARD hob_status hob_project_open(const char *root, const hob_project_options *options,
                                          hob_project **ret_project, hob_error *reterr);
void hob_project_close(hob_project *project);
/* Some call since opening found no memory: a list that came back empty, or a lookup that found
 * nothing, may have meant that. */
bool hob_project_ran_out(const hob_project *project);
/* Forgets what changed on disk since it was read, for programs that stay open (a change does it by
 * itself). What was returned before may be gone then. */
HOB_NODISCARD hob_status hob_project_refresh(hob_project *project, hob_error *reterr);

const char *hob_project_root(const hob_project *project);
const hob_manifest *hob_project_manifest(const hob_project *project);
/* The component types handed in, and behind them those that the project declares. */
const hob_registry *hob_project_registry(const hob_project *project);
hob_fs *hob_project_fs(const hob_project *project);
const hob_allocator *hob_project_allocator(const hob_project *project);
/* hob.json and assets.json as parsed. */
const hob_json *hob_project_manifest_json(const hob_project *project);
const hob_json *
hob_project_assets_json(const hob_project *project); /* null when there is no assets.json */

/* Scenes, in manifest order. Lookup by id, exact name, then name ignoring ASCII case. */
typedef struct hob_scene_entry {
    const char *id, *name, *path;
} hob_scene_entry;
size_t hob_project_scene_count(const hob_project *project);
const hob_scene_entry *hob_project_scene_at(const hob_project *project, size_t index);
const hob_scene_entry *hob_project_scene_find(const hob_project *project, hob_str ref); /* null */
const char *hob_project_scene_nearest(const hob_project *project, hob_str ref);
/* Reads and parses the file; checked for JSON and top-level shape (project/scene.h reads entities).
 */
HOB_NODISCARD hob_status hob_project_scene_json(hob_project *project, const hob_scene_entry *scene,
                                                const hob_json **ret_json, hob_error *reterr);

/* Assets, in index order. Lookup by id, then exact name. */
typedef struct hob_asset {
    const char *id, *name, *type, *path; /* type: sprite tile audio animation prefab font data other
                                            stateMachine tileset shader bitmapFont */
    int pixel_art;                       /* 1, 0, -1 = project's */
    yyjson_val *metadata;                /* object or null */
} hob_asset;
size_t hob_project_asset_count(const hob_project *project);
const hob_asset *hob_project_asset_at(const hob_project *project, size_t index);
const hob_asset *hob_project_asset_by_id(const hob_project *project, hob_str id);
const hob_asset *hob_project_asset_find(const hob_project *project, hob_str id_or_name);
/* Frame of a sliced sheet (metadata.frames), px. An atlas may have cut empty edges away: `width` x
 * `height` is what it kept, which lies at the offset in a picture of the source size. A rotated one
 * lies in the sheet turned 90 degrees clockwise, `height` wide and `width` high. */
typedef struct hob_sheet_frame {
    int x, y, width, height;
    int offset_x, offset_y, source_width, source_height;
    bool rotated;
} hob_sheet_frame;
/* False when there is none. */
bool hob_asset_frame(const hob_asset *asset, hob_str name, hob_sheet_frame *ret_frame);

/* Payloads, compiled; null when the asset is missing, of another type, or broken (reported to
 * `reterr` when given). */
typedef struct hob_animation {
    const char *asset_id;
    size_t frame_count;
    struct hob_animation_frame {
        hob_text *asset; /* id */
        hob_text *frame; /* name in the sheet, or null */
    } * frames;
    double frame_duration;
    double *durations; /* one a frame, or null */
    bool loop, flip_x;
} hob_animation;
const hob_animation *hob_project_animation(hob_project *project, hob_str asset_id,
                                           hob_error *reterr);

typedef enum hob_asm_type { HOB_ASM_BOOL, HOB_ASM_NUMBER, HOB_ASM_TRIGGER } hob_asm_type;
typedef enum hob_asm_op {
    HOB_ASM_NONE,
    HOB_ASM_EQ,
    HOB_ASM_NEQ,
    HOB_ASM_GT,
    HOB_ASM_GTE,
    HOB_ASM_LT,
    HOB_ASM_LTE
} hob_asm_op;
typedef struct hob_state_machine_asset {
    const char *asset_id;
    size_t param_count, state_count, transition_count, condition_count;
    struct hob_asm_param {
        const char *name;
        hob_asm_type type;
        double initial;
    } * params; /* bool as 0, 1 */
    struct hob_asm_state {
        const char *name;
        const char *animation;
        double speed;
    } * states;
    struct hob_asm_transition {
        int from; /* state index, -1 = any */
        int to;
        int first_condition, condition_count;
        double exit_time; /* -1 = none */
    } * transitions;
    struct hob_asm_condition {
        int param;
        hob_asm_op op;
        double value;
    } * conditions;
    int initial;
} hob_state_machine_asset;
const hob_state_machine_asset *hob_project_state_machine(hob_project *project, hob_str asset_id,
                                                         hob_error *reterr);

/* Tile ids count from 0 here; a Tilemap adds the first id that it gives the tileset. */
enum {
    HOB_TILE_POINTS = 8,  /* of one shape */
    HOB_TILE_SHAPES = 16, /* of one tile */
};
typedef struct hob_tile_shape {
    uint32_t point_count;
    hob_vec2 points[HOB_TILE_POINTS]; /* shares of the tile, from its top left corner; convex */
    bool is_box, is_one_way;
} hob_tile_shape;
typedef struct hob_tile_outline {
    size_t shape_count;
    hob_tile_shape *shapes;
} hob_tile_outline;

typedef struct hob_tileset {
    const char *asset_id, *image;                          /* ids */
    int tile_width, tile_height, margin, spacing, columns; /* px of the picture */
    size_t count;
    hob_vec2 offset;            /* of drawing, px */
    const uint8_t *solid;       /* one a tile: blocks */
    hob_tile_outline *outlines; /* one a tile: where it blocks; without shapes all of it */
    size_t animation_count;
    struct hob_tile_animation {
        size_t tile; /* the tile that moves */
        size_t frame_count;
        struct hob_tile_frame {
            size_t tile;
            double ms;
        } * frames;
        double total_ms;
    } * animations; /* by tile */
} hob_tileset;
const hob_tileset *hob_project_tileset(hob_project *project, hob_str asset_id, hob_error *reterr);

/* A fragment shader (spec hob 4.1: SpriteRenderer.shader). Its file is GLSL ES 3.00 without
 * #version and main: uniforms of the types below, 16 numbers of them at most, and the function vec4
 * shade(vec2 uv, vec4 color) with uv from (0, 0), the top left corner of the box, to (1, 1), and
 * the color that would be drawn there, not premultiplied; it gives back the color that is. `at(uv)`
 * is the picture there. The uniforms `float time` (s of game time) and `vec2 size` (px of the box)
 * are filled in unless they are given. Only the text is checked here; compiling is up to who draws.
 */
#define HOB_SHADER_NUMBERS  16
#define HOB_SHADER_UNIFORMS 16
typedef enum hob_uniform_type {
    HOB_UNIFORM_FLOAT,
    HOB_UNIFORM_VEC2,
    HOB_UNIFORM_VEC3,
    HOB_UNIFORM_VEC4
} hob_uniform_type;
typedef struct hob_shader {
    const char *path;
    hob_str source; /* the file's lines, with the declarations of uniforms blanked */
    size_t uniform_count;
    struct hob_uniform {
        const char *name;
        hob_uniform_type type;
        uint32_t first; /* of its numbers */
    } uniforms[HOB_SHADER_UNIFORMS];
} hob_shader;
const hob_shader *hob_project_shader(hob_project *project, hob_str asset_id, hob_error *reterr);
const char *hob_uniform_type_name(hob_uniform_type type);
uint32_t hob_uniform_numbers(hob_uniform_type type);
/* Whether a value that a file or a script gives fits: numbers for float, {x, y} for vec2, colors
 * for vec3 and vec4. */
bool hob_uniform_takes(hob_uniform_type type, bool is_number, bool is_point, bool is_color);

/* Prefab payload: the parsed file; entities[] root first. Null and an error when broken. */
const hob_json *hob_project_prefab(hob_project *project, hob_str asset_id, hob_error *reterr);

/* Play-tests by listing; lookup by id, then exact name. Broken files are listed with `error`. */
typedef struct hob_playtest_entry {
    const char *id, *name, *scene, *path; /* id, name, scene null when broken */
    const hob_json *json;                 /* null when broken */
    const hob_error *error;               /* null when right */
} hob_playtest_entry;
size_t hob_project_playtest_count(hob_project *project);
const hob_playtest_entry *hob_project_playtest_at(hob_project *project, size_t index);
const hob_playtest_entry *hob_project_playtest_find(hob_project *project, hob_str ref);

/* Scripts: files under scripts/, sorted by path bytes. */
typedef struct hob_script_file {
    const char *path; /* "scripts/player.lua" */
    hob_str text;
    const hob_error *error; /* unreadable; null when right */
} hob_script_file;
size_t hob_project_script_count(hob_project *project);
const hob_script_file *hob_project_script_at(hob_project *project, size_t index);
const hob_script_file *hob_project_script_find(hob_project *project, hob_str path);

/* Files directly or deeper below components/, in the same order (project/declared.h). */
size_t hob_project_component_file_count(hob_project *project);
const hob_script_file *hob_project_component_file_at(hob_project *project, size_t index);
/* A file of either folder. */
const hob_script_file *hob_project_code_find(hob_project *project, hob_str path);

/* UI pieces: ui/<name>.html, sorted by path bytes. */
size_t hob_project_piece_count(hob_project *project);
const hob_script_file *hob_project_piece_at(hob_project *project, size_t index);
const hob_script_file *hob_project_piece_find(hob_project *project, hob_str name); /* null */
hob_str hob_piece_file_name(const hob_script_file *file);
/* Puts another text in place of a file's, in memory only: a hot reload. It stands until the list is
 * read again. NOT_FOUND. */
HOB_NODISCARD hob_status hob_project_code_replace(hob_project *project, hob_str path, hob_str text,
                                                  hob_error *reterr);

/* Files of texts/, in path order; the locale is the file name up to its first dot. Broken files are
 * listed with `error`. */
typedef struct hob_text_file {
    const char *path, *locale;
    const hob_json *json;   /* null when broken */
    const hob_error *error; /* null when right */
} hob_text_file;
size_t hob_project_text_count(hob_project *project);
const hob_text_file *hob_project_text_at(hob_project *project, size_t index);

/* XXH64 over all project files by path, without .hob/, build/, export/. */
HOB_NODISCARD hob_status hob_project_content_hash(hob_project *project, uint64_t *ret_hash,
                                                  hob_error *reterr);

#endif
