/* The large scene: 10 000 entities of four components, once with every default written out as the
 * engine's own writer lays it out, once with only what differs. From files on disk: the project
 * opened, validated whole, and a session made that is ready to step. */
#include "bench.h"

#include "base/json.h"
#include "components/list.h"
#include "project/validate.h"
#include "script/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTITIES = 10000 };

/* ---- the scene ---- */

static void add_component(const hob_registry *registry, const char *name, int entity, bool all,
                          hob_buf *out) {
    const hob_allocator *heap = hob_heap_allocator();
    size_t index = (size_t)hob_registry_find(registry, hob_str_from(name));
    const hob_component_type *type = hob_registry_at(registry, index);
    hob_value fields =
        all ? hob_fields_get(type->fields, hob_registry_prototype(registry, index, 0), heap)
            : hob_value_map(heap, 4);
    for (const hob_field *field = type->fields; field->name; field++) {
        if ((field->flags & HOB_FIELD_RUNTIME) != 0) {
            (void)hob_map_remove(heap, fields.as.map, hob_str_from(field->name));
        }
    }
    if (strcmp(name, "Transform") == 0) {
        hob_value place = hob_value_map(heap, 2);
        (void)hob_map_set(heap, place.as.map, HOB_STR("x"), hob_value_number(entity % 100 * 64));
        (void)hob_map_set(heap, place.as.map, HOB_STR("y"), hob_value_number(entity * 0.64));
        (void)hob_map_set(heap, fields.as.map, HOB_STR("position"), place);
    } else if (strcmp(name, "PhysicsBody") == 0) {
        (void)hob_map_set(heap, fields.as.map, HOB_STR("bodyType"), hob_value_cstr(heap, "static"));
    }
    hob_buf_add_json_string(out, hob_str_from(name));
    hob_buf_add_char(out, ':');
    (void)hob_value_write_json(out, fields, false, NULL, NULL);
    hob_value_done(heap, &fields);
}

static void write_scene(const hob_registry *registry, bool all, hob_buf *out) {
    static const char *const slots[] = {"Transform", "SpriteRenderer", "Collider", "PhysicsBody"};
    hob_buf_add_cstr(out, "{\"formatVersion\":1,\"id\":\"scn_main\",\"entities\":[");
    for (int i = 0; i < ENTITIES; i++) {
        hob_buf_format(out, "%s{\"id\":\"ent_wall%d\",\"name\":\"Wall %d\",\"tags\":[\"wall\"],",
                       i > 0 ? "," : "", i, i);
        if (all) {
            hob_buf_add_cstr(out, "\"parentId\":null,\"enabled\":true,");
        }
        hob_buf_add_cstr(out, "\"components\":{");
        for (size_t s = 0; s < HOB_COUNT(slots); s++) {
            hob_buf_add_cstr(out, s > 0 ? "," : "");
            add_component(registry, slots[s], i, all, out);
        }
        hob_buf_add_cstr(out, "}}");
    }
    hob_buf_add_cstr(out,
                     ",{\"id\":\"ent_view\",\"name\":\"View\",\"components\":{\"Transform\":{},"
                     "\"Camera\":{}}}]}");
}

static bool write_project(const hob_registry *registry, bool all, size_t *ret_bytes) {
    hob_buf compact, pretty;
    hob_json json;
    hob_buf_init(&compact, hob_heap_allocator(), HOB_JSON_MAX_BYTES);
    hob_buf_init(&pretty, hob_heap_allocator(), HOB_JSON_MAX_BYTES);
    write_scene(registry, all, &compact);
    bool written = false;
    if (hob_json_parse(hob_heap_allocator(), hob_buf_str(&compact), "scene", HOB_JSON_STRICT, &json,
                       NULL, NULL) == HOB_OK) {
        written =
            hob_json_write(&pretty, json.root, NULL) == HOB_OK &&
            bench_write_file("load/scenes/main.scene.json", hob_buf_str(&pretty)) &&
            bench_write_file(
                "load/hob.json",
                HOB_STR("{\"formatVersion\":1,\"engineVersion\":\"0.1.0\",\"id\":\"prj_load\","
                        "\"name\":\"Load\",\"initialScene\":\"scn_main\",\"scenes\":[{\"id\":"
                        "\"scn_main\",\"name\":\"Main\",\"path\":\"scenes/main.scene.json\"}]"
                        "}\n"));
        hob_json_done(&json);
    }
    *ret_bytes = pretty.length;
    hob_buf_done(&compact);
    hob_buf_done(&pretty);
    return written;
}

/* ---- loading it ---- */

typedef struct load_times {
    double parse, open, validate, session;
} load_times;

static bool load_once(const hob_registry *registry, const char *root, load_times *ret_times) {
    hob_project *project = NULL;
    hob_session *session = NULL;
    hob_error error = {0};
    hob_project_options options = {.registry = registry, .checker = hob_script_syntax_checker()};
    double start = bench_cpu_ms();
    if (hob_project_open(root, &options, &project, &error) != HOB_OK) {
        printf("The project does not open: %s\n", error.message);
        return false;
    }
    ret_times->open = bench_cpu_ms() - start;
    hob_error_list findings;
    hob_error_list_init(&findings, hob_heap_allocator());
    start = bench_cpu_ms();
    const hob_json *json = NULL;
    bool right =
        hob_project_scene_json(project, hob_project_scene_at(project, 0), &json, NULL) == HOB_OK;
    ret_times->parse = bench_cpu_ms() - start;
    start = bench_cpu_ms();
    right = right && hob_project_validate(project, &findings, &error) == HOB_OK;
    ret_times->validate = bench_cpu_ms() - start;
    for (size_t i = 0; i < findings.count && i < 3; i++) {
        printf("validation: %s: %s\n", findings.items[i].file, findings.items[i].message);
    }
    right = right && findings.count == 0;
    hob_error_list_done(&findings);
    start = bench_cpu_ms();
    hob_session_options session_options = {.project = project};
    right = right && hob_session_create(&session_options, &session, &error) == HOB_OK;
    ret_times->session = bench_cpu_ms() - start;
    if (right) {
        right = hob_session_step(session, NULL) == HOB_OK;
    }
    hob_session_destroy(session);
    hob_project_close(project);
    return right;
}

static void measure(const hob_registry *registry, const char *name, bool all, double peer,
                    double goal, double limit) {
    size_t bytes;
    if (bench_folder() == NULL || !write_project(registry, all, &bytes)) {
        bench_row_skip(name, "no place for temporary files");
        return;
    }
    char root[300];
    (void)snprintf(root, sizeof root, "%s/load", bench_folder());
    enum { ROUNDS = 9 };
    double parse[ROUNDS], validate[ROUNDS], session[ROUNDS], all_ms[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        load_times times;
        if (!load_once(registry, root, &times)) {
            bench_row_skip(name, "the scene does not load");
            return;
        }
        parse[i] = times.parse;
        validate[i] = times.validate;
        session[i] = times.session;
        all_ms[i] = times.open + times.parse + times.validate + times.session;
    }
    printf("%s: %.1f MB: %.1f ms (read and parsed %.1f, validated %.1f, session made %.1f)\n", name,
           (double)bytes / 1e6, bench_median(all_ms, ROUNDS), bench_median(parse, ROUNDS),
           bench_median(validate, ROUNDS), bench_median(session, ROUNDS));
    bench_row row = {.scenario = name,
                     .figure = bench_median(all_ms, ROUNDS),
                     .unit = "ms",
                     .peer = peer > 0 ? "Hearth ms" : NULL,
                     .peer_figure = peer,
                     .goal = goal,
                     .limit = limit};
    bench_row_add(&row);
}

void bench_load(void) {
    hob_registry *registry = NULL;
    if (hob_registry_create(hob_heap_allocator(), &registry, NULL) != HOB_OK ||
        hob_components_register(registry, NULL) != HOB_OK) {
        return;
    }
    measure(registry, "scene load, every default written", true, 1226, 80, 120);
    measure(registry, "scene load, only what differs", false, 0, 25, 0);
    hob_registry_destroy(registry);
}
