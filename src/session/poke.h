/* Acting on a running game from outside of its rules: writing a field, calling a function of a
 * script. For the bridge and for play-tests; no player can do this.
 *
 * Between steps only, and applied at once, hooks included, as inputs are. Nothing is kept here:
 * results are copied into the caller's arena. Writes follow the border table of the spec (hob 7).
 */
#ifndef HOB_SESSION_POKE_H
#define HOB_SESSION_POKE_H

#include "schema/read.h"
#include "session/session.h"

/* A live entity by id, then name. ENTITY_UNKNOWN with the nearest name. */
HOB_NODISCARD hob_status hob_session_entity(hob_session *session, hob_str ref,
                                            hob_entity_data **ret_entity, hob_error *reterr);
/* The value at "Slot.path", or of a whole component at "Slot", in the arena. COMPONENT_UNKNOWN,
 * FIELD_UNKNOWN with the nearest name. */
HOB_NODISCARD hob_status hob_session_get_property(hob_session *session, hob_entity_data *e,
                                                  hob_str property, hob_arena *arena,
                                                  hob_value *ret_value, hob_error *reterr);
/* Also INVALID_INPUT for a whole component and for what only the engine writes, and the errors of
 * hob_field_set; nothing changes then. */
HOB_NODISCARD hob_status hob_session_set_property(hob_session *session, hob_entity_data *e,
                                                  hob_str property, hob_value v, hob_error *reterr);
/* Calls a function that a script of the entity exports, with plain data. `slot` empty: the first
 * script that has it. NOT_FOUND, or SCRIPT_ERROR with what the script raised. */
typedef struct hob_session_call_request {
    hob_entity_data *entity;
    hob_str slot, function;
    hob_value arguments; /* list, or null */
} hob_session_call_request;
HOB_NODISCARD hob_status hob_session_call(hob_session *session,
                                          const hob_session_call_request *request, hob_arena *arena,
                                          hob_value *ret_value, hob_error *reterr);

#endif
