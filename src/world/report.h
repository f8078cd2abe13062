/* From the simulation's values to the rows of world/records.h: events, sounds, camera effects, and
 * the JSON form of handles. Not state: nothing here changes the simulation. */
#ifndef HOB_WORLD_REPORT_H
#define HOB_WORLD_REPORT_H

#include "world/world.h"

void hob_report_event(hob_world *world, hob_text *name, hob_value data);
void hob_report_sound(hob_world *world, const hob_text *asset_id, bool stop, bool music);
/* `effect` lives for ever. */
void hob_report_effect(hob_world *world, const char *effect, hob_value params);

/* Writes a handle as data: {"id", "name", "tags"}, null when freed. A hob_entity_json_fn; `user` is
 * the world. */
void hob_report_entity_json(void *user, uint64_t entity, hob_buf *out);

#endif
