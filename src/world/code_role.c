/* Functions of a project's role (project/declared.h), called through the guard. */
#include "world/internal.h"

bool hob_code_call_role(hob_world *world, hob_code_slot *slot, hob_role_table table, hob_str state,
                        hob_role_hook hook, const hob_value *args, uint32_t count) {
    static const char *const tables[] = {
        [HOB_ROLE_STATES] = "states", [HOB_ROLE_ALWAYS] = "always", [HOB_ROLE_DEFAULT] = "default"};
    hob_buf name;
    hob_buf_init(&name, &world->outside.scratch->as_allocator, 4096);
    hob_buf_add_cstr(&name, tables[table]);
    hob_buf_add_char(&name, '\0');
    if (table == HOB_ROLE_STATES) {
        hob_buf_add_str(&name, state);
        hob_buf_add_char(&name, '\0');
    }
    hob_buf_add_cstr(&name, hob_role_hook_names[hook]);
    return !name.failed && hob_code_call_named(world, slot, hob_buf_str(&name), args, count, NULL);
}
