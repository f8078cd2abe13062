/* Scripts as files: syntax through the checker that was handed in, and what they require. */
#include "project/check.h"
#include "project/require.h"

typedef struct edge {
    size_t to;
    int line, column;
} edge;
typedef struct script_node {
    edge *edges;
    size_t count, cap;
    bool may_circle; /* not yet shown to lie on no circle */
} script_node;

typedef struct script_graph {
    hob_check *check;
    script_node *nodes;
    size_t count;
} script_graph;

static bool is_lua(const char *path) {
    return hob_str_ends(hob_str_from(path), HOB_STR(".lua"));
}

/* ---- what a require means ---- */

/* scripts/ and the text, with the requiring file's extension when its last part has no dot. */
static char *path_of_target(hob_check *check, const char *from, hob_str target) {
    hob_str last = target;
    for (size_t i = 0; i < target.length; i++) {
        if (target.data[i] == '/') {
            last = (hob_str){target.data + i + 1, target.length - i - 1};
        }
    }
    const char *extension = is_lua(from) ? ".lua" : ".js";
    bool has_dot = hob_str_find(last, HOB_STR(".")) != SIZE_MAX;
    char *path = hob_arena_format(check->arena, "scripts/%.*s%s", (int)target.length, target.data,
                                  has_dot ? "" : extension);
    char *normal;
    return hob_path_normalise(check->arena, hob_str_from(path), &normal, NULL) ? NULL : normal;
}

static void add_edge(hob_check *check, script_node *node, edge made) {
    if (node->count == node->cap) {
        size_t cap = node->cap ? node->cap * 2 : 4;
        edge *edges = hob_arena_array(check->arena, edge, cap);
        for (size_t i = 0; i < node->count; i++) {
            edges[i] = node->edges[i];
        }
        node->edges = edges;
        node->cap = cap;
    }
    node->edges[node->count++] = made;
}

static void read_requires(script_graph *graph, size_t index) {
    hob_check *check = graph->check;
    const hob_script_file *script = hob_project_script_at(check->project, index);
    hob_require_scan scan;
    hob_require found;
    hob_require_begin(&scan, script->text, is_lua(script->path) ? HOB_SCRIPT_LUA : HOB_SCRIPT_JS);
    while (hob_require_next(&scan, &found)) {
        const char *path = path_of_target(check, script->path, found.target);
        const hob_script_file *target =
            path ? hob_project_script_find(check->project, hob_str_from(path)) : NULL;
        if (!target || is_lua(target->path) != is_lua(script->path)) {
            hob_check__report_at(
                check, script->path, found.line, found.column, HOB_ERR_SCRIPT_REQUIRE_NOT_FOUND,
                "Name a script of the same language, from scripts/ on.",
                "There is no script \"%.*s\" to require.",
                (int)(found.target.length < 80 ? found.target.length : 80), found.target.data);
            continue;
        }
        size_t to = (size_t)(target - hob_project_script_at(check->project, 0));
        add_edge(check, &graph->nodes[index], (edge){to, found.line, found.column});
    }
}

/* ---- circles ---- */

/* Scripts that require nothing which may circle lie on no circle; nearly all go this way. */
static void trim(script_graph *graph) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = graph->count; i-- > 0;) {
            script_node *node = &graph->nodes[i];
            bool leads_on = false;
            for (size_t k = 0; k < node->count; k++) {
                leads_on = leads_on || graph->nodes[node->edges[k].to].may_circle;
            }
            if (node->may_circle && !leads_on) {
                node->may_circle = false;
                changed = true;
            }
        }
    }
}

static bool leads_back(const script_graph *graph, size_t from, size_t to, bool *seen,
                       size_t *open) {
    size_t open_count = 1;
    memset(seen, 0, graph->count * sizeof *seen);
    open[0] = from;
    seen[from] = true;
    while (open_count) {
        size_t at = open[--open_count];
        if (at == to) {
            return true;
        }
        const script_node *node = &graph->nodes[at];
        for (size_t k = 0; k < node->count; k++) {
            size_t next = node->edges[k].to;
            if (!seen[next] && graph->nodes[next].may_circle) {
                seen[next] = true;
                open[open_count++] = next;
            }
        }
    }
    return false;
}

static void report_circles(script_graph *graph) {
    hob_check *check = graph->check;
    bool *seen = hob_arena_array(check->arena, bool, graph->count + 1);
    size_t *open = hob_arena_array(check->arena, size_t, graph->count + 1);
    for (size_t i = 0; i < graph->count; i++) {
        const script_node *node = &graph->nodes[i];
        for (size_t k = 0; k < node->count && node->may_circle; k++) {
            if (graph->nodes[node->edges[k].to].may_circle &&
                leads_back(graph, node->edges[k].to, i, seen, open)) {
                hob_check__report_at(
                    check, hob_project_script_at(check->project, i)->path, node->edges[k].line,
                    node->edges[k].column, HOB_ERR_SCRIPT_REQUIRE_CYCLE,
                    "Move what both need into a third script.",
                    "Requiring \"%s\" leads back to this script.",
                    hob_project_script_at(check->project, node->edges[k].to)->path);
                break;
            }
        }
    }
}

/* ---- files ---- */

static hob_status note_unknown(hob_project *project, const char *path, void *user,
                               hob_error *reterr) {
    (void)project;
    (void)reterr;
    if (hob_str_ends(hob_str_from(path), HOB_STR(".ts"))) {
        hob_check__report_at(user, path, 0, 0, HOB_ERR_SCRIPT_UNKNOWN_EXTENSION,
                             "Compile it to JavaScript and keep the .js file here.",
                             "TypeScript is not run.");
    }
    return HOB_OK;
}

static void check_syntax(hob_check *check, const hob_script_file *script) {
    const hob_script_checker *checker = check->project->checker;
    hob_error error = {.status = HOB_OK};
    if (script->error) {
        hob_check__add(check, script->error);
        return;
    }
    if (!checker || !checker->check(checker->user, script->path, script->text, &error)) {
        if (hob_str_ends(hob_str_from(script->path), HOB_STR(".lua")) &&
            !hob_check__lua_returns(script->text)) {
            hob_check__report_at(check, script->path, 0, 0, HOB_ERR_SCRIPT_RETURNS_NOTHING,
                                 "End it with `return M`, M being the table of its functions.",
                                 "The file returns nothing, so none of its functions is called.");
        }
        return;
    }
    if (!error.file[0]) {
        hob_error_place(&error, script->path, NULL, error.line, error.column);
    }
    hob_check__add(check, &error);
}

void hob_check__scripts(hob_check *check) {
    const hob_project__walker walker = {
        .arena = check->arena, .list = hob_project__list, .visit = note_unknown, .user = check};
    hob_error error;
    if (hob_project__walk(check->project, "scripts", &walker, &error)) {
        hob_check__add(check, &error);
        return;
    }
    size_t declared = hob_project_component_file_count(check->project);
    for (size_t i = 0; !check->project->declared && i < declared; i++) { /* else they were run */
        check_syntax(check, hob_project_component_file_at(check->project, i));
    }
    const hob_error_list *found = hob_project_declared_findings(check->project);
    for (size_t i = 0; found && i < found->count; i++) {
        hob_check__add(check, &found->items[i]);
    }
    size_t count = hob_project_script_count(check->project);
    script_graph graph = {.check = check, .count = count};
    graph.nodes = hob_arena_array(check->arena, script_node, count + 1);
    for (size_t i = 0; i < count; i++) {
        graph.nodes[i].may_circle = true;
        check_syntax(check, hob_project_script_at(check->project, i));
        read_requires(&graph, i);
    }
    trim(&graph);
    report_circles(&graph);
}
