/* Functions of the ctx table that stand in one file and are listed in another. */
#ifndef HOB_SCRIPT_API_PARTS_H
#define HOB_SCRIPT_API_PARTS_H

#include "script/api.h"

bool hob_ctx_animate(hob_ctx_call *call);
bool hob_ctx_respawn(hob_ctx_call *call);
bool hob_ctx_entity_size(hob_ctx_call *call);
bool hob_ctx_save(hob_ctx_call *call);
bool hob_ctx_load(hob_ctx_call *call);
bool hob_ctx_clear_save(hob_ctx_call *call);
bool hob_ctx_input_pick(hob_ctx_call *call);
bool hob_ctx_find_path(hob_ctx_call *call);
bool hob_ctx_go_to(hob_ctx_call *call);
bool hob_ctx_stop_walk(hob_ctx_call *call);
bool hob_ctx_restart_walk(hob_ctx_call *call);
bool hob_ctx_find_by_identity(hob_ctx_call *call);
bool hob_ctx_piece_show(hob_ctx_call *call);
bool hob_ctx_piece_hide(hob_ctx_call *call);
bool hob_ctx_piece_toggle(hob_ctx_call *call);
bool hob_ctx_piece_is_visible(hob_ctx_call *call);
bool hob_ctx_piece_has(hob_ctx_call *call);
bool hob_ctx_piece_names(hob_ctx_call *call);
bool hob_ctx_piece_define(hob_ctx_call *call);
bool hob_ctx_piece_on(hob_ctx_call *call);
bool hob_ctx_piece_attach(hob_ctx_call *call);

#endif
