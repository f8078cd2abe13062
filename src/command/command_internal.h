/* Inside of the command floor: the session, values of results, lookups with nearest names. */
#ifndef HOB_COMMAND_COMMAND_INTERNAL_H
#define HOB_COMMAND_COMMAND_INTERNAL_H

#include "command/command.h"

struct hob_command_session {
    const hob_allocator *allocator;
    hob_command_host host;
    hob_registry *registry;
    char *project_folder; /* where to start looking for hob.json */
    hob_project *project; /* of the command that runs, or of the last one */
    /* The file system of the host is thrown away afterwards and nobody else writes to it: the
     * project stays open from command to command. */
    bool is_scratch;
};
/* The host's wall clock as ISO 8601 in UTC; 1970 without one. */
#define HOB_COMMAND__TIME 25 /* bytes, with the NUL */
void hob_command__time(const hob_command_call *call, char out[HOB_COMMAND__TIME]);
void hob_command__close_project(hob_command_session *session);

#define HOB_FAMILY(name) extern const hob_command hob_##name##_commands[];
#include "command/families.def"
#undef HOB_FAMILY

/* A project with everything that commands need of it: checker and declarer are filled in
 * (execute.c). */
HOB_NODISCARD hob_status hob_command__open_project(hob_project_options options, const char *root,
                                                   hob_project **ret_project, hob_error *reterr);

/* ---- the envelope (envelope.c) ---- */
hob_value hob_envelope__make(bool success, const char *command, hob_value data,
                             const hob_error_list *errors, const hob_error_list *warnings,
                             hob_value changed, hob_value files, hob_value suggestions,
                             hob_arena *arena);
/* The fields that every row of errors[], warnings[] and validate's findings has. */
extern const hob_field hob_command__finding;

/* ---- revisions (revision.c) ---- */
/* HOB_OK when `expected` is empty or what the project is at; REVISION_CONFLICT tells what came
 * between. Under the lock of the change. */
hob_status hob_command__check_revision(hob_command_call *call, hob_str expected, hob_error *reterr);

/* A picture into the answer, where the host takes pictures, and into a file, where there is one to
 * write: `ret_path` is null without (picture_commands.c). */
HOB_NODISCARD hob_status hob_command__put_picture(hob_command_call *call, hob_str out,
                                                  const hob_buf *picture, const char **ret_path,
                                                  hob_error *reterr);
/* The parameter `out`, or the usual name. */
hob_str hob_command__out_path(const hob_command_call *call, const char *usual);
/* "640x360"; false for anything else and for sides that no picture has (picture_commands.c). */
bool hob_command__parse_size(hob_str text, uint32_t ret_sides[2]);

/* ---- running games (forward.c) ---- */
/* Root of the project, without opening it. */
HOB_NODISCARD hob_status hob_command__root(hob_command_call *call, const char **ret_root,
                                           hob_error *reterr);
/* CAPABILITY_MISSING where there are no processes. */
HOB_NODISCARD hob_status hob_command__sessions(hob_command_call *call,
                                               const hob_session_service **ret_service,
                                               hob_error *reterr);
/* Has the process of a session run a command. Its errors and warnings become those of this call;
 * `ret_data` is the data of its envelope. */
HOB_NODISCARD hob_status hob_command__ask(hob_command_call *call, const char *root, hob_str session,
                                          const char *command, hob_value params,
                                          hob_value *ret_data, hob_error *reterr);
/* Takes a reply over, as the outcome of this call: errors, warnings, suggestions, page, exit code.
 */
HOB_NODISCARD hob_status hob_command__take_reply(hob_command_call *call, hob_str reply,
                                                 hob_value *ret_data, hob_error *reterr);
/* Runs a command flagged HOB_COMMAND_LIVE elsewhere. */
HOB_NODISCARD hob_status hob_command__forward(hob_command_call *call, hob_error *reterr);

/* Adds a play-test {name, scene, steps, trace, maxFrames, seed}, and what createPlaytest tells of
 * it (playtest_commands.c). */
HOB_NODISCARD hob_status hob_command__create_playtest(hob_command_call *call, hob_value playtest,
                                                      hob_error *reterr);

/* ---- values in the call's arena (values.c); they never fail, memory leaves by the guard ---- */
hob_value hob_command__map(hob_command_call *call);
hob_value hob_command__list(hob_command_call *call);
hob_value hob_command__text(hob_command_call *call, hob_str s);
void hob_command__put(hob_command_call *call, hob_value map, const char *key, hob_value v);
void hob_command__put_text(hob_command_call *call, hob_value map, const char *key,
                           const char *text); /* null = null */
void hob_command__put_str(hob_command_call *call, hob_value map, const char *key, hob_str s);
void hob_command__put_number(hob_command_call *call, hob_value map, const char *key, double n);
void hob_command__put_bool(hob_command_call *call, hob_value map, const char *key, bool b);
void hob_command__add(hob_command_call *call, hob_value list, hob_value v);
/* Parameters, and what is shown of files, is nested at most this deep, so that envelopes stay
 * within HOB_VALUE_MAX_DEPTH. */
#define HOB_COMMAND__DEPTH 48
size_t hob_command__depth(yyjson_val *v); /* 0 for what holds nothing */
hob_value hob_command__of_json(hob_command_call *call, yyjson_val *v); /* missing = null */
hob_value hob_command__of_mut(hob_command_call *call, yyjson_mut_val *v);
/* An immutable copy in the arena, for checks. */
yyjson_val *hob_command__fixed(hob_command_call *call, yyjson_mut_val *v);
/* Before a point of no return: OUT_OF_MEMORY when a lookup of the project ran out, so that what was
 * made of it is not believed; and what the report needs of memory afterwards is there. */
HOB_NODISCARD hob_status hob_command__reserve(hob_command_call *call, hob_error *reterr);
const char *hob_command__cstr(hob_command_call *call, hob_str s);
/* As much of a text as a sentence shows, for "%.*s". */
int hob_command__shown(hob_str s);
/* A path that a person gave: relative ones start at the working folder. */
const char *hob_command__outside_path(hob_command_call *call, hob_str path);
/* A whole file from outside of the project, in the arena. A missing one is wrong usage (exit 2). */
hob_status hob_command__read_outside(hob_command_call *call, const char *path, size_t max,
                                     hob_str *ret_bytes, hob_error *reterr);
/* A file that another one names, by its path from that one's folder. A missing one is not wrong
 * usage. */
hob_status hob_command__read_beside(hob_command_call *call, hob_str other, const char *path,
                                    hob_str *ret_bytes, hob_error *reterr);
/* Replaces or makes a file outside of the project, whole or not at all. */
hob_status hob_command__write_outside(hob_command_call *call, hob_str path, const hob_buf *text,
                                      hob_error *reterr);

/* ---- findings (values.c) ---- */
/* Adds them all to the call's errors and gives the first error's status: run returns it. */
hob_status hob_command__fail_findings(hob_command_call *call, const hob_error_list *findings);
/* As warnings of the envelope. */
void hob_command__warn_findings(hob_command_call *call, const hob_error_list *findings);
/* Runs validation into data (valid, errorCount, warningCount, findings). */
hob_status hob_command__validate(hob_command_call *call, size_t *ret_errors, size_t *ret_warnings,
                                 hob_error *reterr);
extern const hob_field hob_command__validation_fields[];

/* ---- lookups (find.c): NOT_FOUND with the nearest name ---- */
/* Names to choose from, in the arena. */
typedef struct hob_command__names {
    const char **items; /* ends with null once `done` was called */
    size_t count, cap;
} hob_command__names;
void hob_command__name(hob_command_call *call, hob_command__names *names, hob_str name);
/* "There is no <what> "<asked>"."; `listing` says where all of them are found. */
hob_status hob_command__not_found(hob_command_call *call, const char *what, hob_str asked,
                                  hob_command__names *names, const char *listing,
                                  hob_error *reterr);
hob_status hob_command__scene(hob_command_call *call, const char *param,
                              const hob_scene_entry **ret_scene, hob_error *reterr);
/* Whether a new scene may have this name and file (scene_commands.c). CONFLICT. */
hob_status hob_command__new_scene(hob_command_call *call, hob_str name, const char *path,
                                  hob_error *reterr);
/* By id, then exact name, in the entities of a scene file. */
hob_status hob_command__entity(hob_command_call *call, const hob_scene_entry *scene,
                               yyjson_val *scene_root, const char *param, yyjson_val **ret_entity,
                               hob_error *reterr);
hob_status hob_command__entity_mut(hob_command_call *call, const hob_scene_entry *scene,
                                   yyjson_mut_val *entities, hob_str ref,
                                   yyjson_mut_val **ret_entity, hob_error *reterr);
hob_status hob_command__asset(hob_command_call *call, hob_str ref, const hob_asset **ret_asset,
                              hob_error *reterr);
hob_status hob_command__script(hob_command_call *call, hob_str path,
                               const hob_script_file **ret_script, hob_error *reterr);
hob_status hob_command__playtest(hob_command_call *call, hob_str ref,
                                 const hob_playtest_entry **ret_playtest, hob_error *reterr);
/* The type of a slot: COMPONENT_UNKNOWN, FIELD_PATTERN. */
hob_status hob_command__slot_type(hob_command_call *call, hob_str slot, size_t *ret_index,
                                  hob_error *reterr);

#endif
