/* Rows of result and parameter tables that commands on running games share. */
#ifndef HOB_COMMAND_BRIDGE_ROWS_H
#define HOB_COMMAND_BRIDGE_ROWS_H

#include "schema/field.h"

#define HOB_BRIDGE_SESSION                                                    \
    HOB_P("session", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Id of the session, as startSession gave it.")

extern const hob_field hob_bridge_text_field, hob_bridge_number_field, hob_bridge_any_field;
extern const hob_field hob_bridge_asset_fields[];

/* Metadata of every answer (spec waica 6.2), and where the game stands. */
#define HOB_BRIDGE_STATE                                                                          \
    HOB_P("bridgeVersion", INT, .doc = "Version of these answers."),                              \
        HOB_P("engineVersion", TEXT, .doc = "Version of the engine."),                            \
        HOB_P("mode", TEXT, .doc = "paused, or real-time."),                                      \
        HOB_P("frame", INT, .unit = "frames", .doc = "Steps run so far."),                        \
        HOB_P("simulationTime", NUMBER, .unit = "s", .doc = "The same as time."),                 \
        HOB_P("capabilities", LIST, .element = &hob_bridge_text_field, .doc = "What it can do."), \
        HOB_P("assets", OBJECT, .fields = hob_bridge_asset_fields, .doc = "Assets by state."),    \
        HOB_P("scene", TEXT, .doc = "Id of the running scene."),                                  \
        HOB_P("sceneName", TEXT, .doc = "Its name."),                                             \
        HOB_P("entityCount", INT, .doc = "Live entities."),                                       \
        HOB_P("scriptErrors", INT, .doc = "Errors recorded so far; sessionEvents tells them."),   \
        HOB_P("dead", BOOL, .doc = "The game ran out of memory and cannot go on."),               \
        HOB_P("heldActions", LIST, .element = &hob_bridge_text_field,                             \
              .doc = "Actions that are held; those of the second player as 1/jump."),             \
        HOB_P("actionValues", LIST, .element = &hob_bridge_number_field,                          \
              .doc = "How strongly, in the same order.")

#endif
