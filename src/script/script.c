#include "script/script.h"

#include "script/script_hosts.h"

static bool is_js(hob_str path) {
    return hob_str_ends(path, HOB_STR(".js"));
}

hob_status hob_script_hosts_create(hob_world *world, hob_error *reterr) {
    hob_project *project = world->outside.project;
    bool lua = false, js = false;
    size_t declared = hob_project_component_file_count(project);
    size_t count = declared + hob_project_script_count(project);
    for (size_t i = 0; i < count; i++) {
        hob_str path =
            hob_str_from(i < declared ? hob_project_component_file_at(project, i)->path
                                      : hob_project_script_at(project, i - declared)->path);
        lua = lua || hob_str_ends(path, HOB_STR(".lua"));
        js = js || is_js(path);
    }
    hob_status status = HOB_OK;
    if (lua && world->hosts[HOB_LANGUAGE_LUA] == NULL) {
        status = hob_lua_host_create(world, reterr);
    }
    if (status == HOB_OK && js && world->hosts[HOB_LANGUAGE_JS] == NULL) {
        status = hob_js_host_create(world, reterr);
    }
    return status;
}

void hob_script_hosts_destroy(hob_world *world) {
    for (int language = 0; language < 4; language++) {
        hob_script_host *host = world->hosts[language];
        if (host != NULL) {
            host->destroy(host);
            world->hosts[language] = NULL;
        }
    }
}

hob_status hob_script_code_hash(const char *path, hob_str text, uint64_t *ret_hash,
                                hob_error *reterr) {
    if (hob_str_ends(hob_str_from(path), HOB_STR(".lua"))) {
        return hob_lua_check(path, text, ret_hash, reterr);
    }
    return is_js(hob_str_from(path)) ? hob_js_check(path, text, ret_hash, reterr) : HOB_OK;
}

static hob_status check(void *user, const char *path, hob_str text, hob_error *reterr) {
    (void)user;
    return hob_script_code_hash(path, text, NULL, reterr);
}

const hob_script_checker *hob_script_syntax_checker(void) {
    static const hob_script_checker checker = {.check = check};
    return &checker;
}
