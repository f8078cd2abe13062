/* ctx.melee: blows (spec hob 6.4). */
#include "components/melee_attack.h"
#include "script/machine.h"

static bool strike(hob_ctx_call *call) {
    hob_component *melee = call->e == NULL ? NULL : hob_melee_of(call->world, call->e);
    hob_value hit = hob_value_list(call->a, 4);
    if (melee == NULL) {
        return hob_ctx_fail(call, HOB_ERR_NOT_FOUND, "ctx.melee.strike: there is no MeleeAttack");
    }
    (void)hob_melee_strike(call->world, melee, hob_ctx_text(call, 0), hit.as.list, call->a);
    return hob_ctx_return(call, hit);
}

static const hob_field strike_params[] = {
    HOB_P("facing", TEXT, .flags = HOB_FIELD_REQUIRED,
          .doc = "n, ne, e, se, s, sw, w or nw; anything else does nothing."),
    HOB_FIELDS_END};

static const hob_api_member members[] = {
    {.name = "strike",
     .flags = HOB_API_METHOD | HOB_API_WRITES | HOB_API_FAILS | HOB_API_SELF,
     .params = strike_params,
     .result = "list of entity",
     .call = strike,
     .doc = "Strikes with this entity's MeleeAttack; who lost hit points.",
     .js = "ctx.melee.strike(\"e\");"},
    {.name = NULL},
};

const hob_api_family hob_api_melee = {.path = "ctx.melee", .doc = "Blows.", .members = members};
