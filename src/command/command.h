/* The command registry: everything that can be done to a project or a game is one typed command
 * here.
 *
 * One table entry a command: name, summary, permission, parameters and result as field tables,
 * example, run. The command line, the MCP server and the editor are thin adapters over
 * hob_command_execute; help, JSON Schema and reference pages come from the table.
 *
 * Execution order (spec commands 1.1): name, permission, parameters, open project, run, save at one
 * commit point, journal. A failing command changes nothing. Out of memory anywhere inside is the
 * error OUT_OF_MEMORY, with everything as it was. */
#ifndef HOB_COMMAND_COMMAND_H
#define HOB_COMMAND_COMMAND_H

#include "project/change.h"
#include "project/project.h"

typedef enum hob_permission {
    HOB_PERMIT_READ_ONLY = 1 << 0,
    HOB_PERMIT_SAFE_EDIT = 1 << 1,
    HOB_PERMIT_CODE_EDIT = 1 << 2,
    HOB_PERMIT_ASSET_EDIT = 1 << 3,
    HOB_PERMIT_BUILD = 1 << 4,
} hob_permission;
#define HOB_PERMIT_DEFAULT \
    (HOB_PERMIT_READ_ONLY | HOB_PERMIT_SAFE_EDIT | HOB_PERMIT_CODE_EDIT | HOB_PERMIT_ASSET_EDIT)
const char *hob_permission_name(hob_permission permission); /* "safe-edit" */
/* Comma list or "all"; read-only is always added. INVALID_PARAMS names an unknown mode and the
 * nearest. */
HOB_NODISCARD hob_status hob_permissions_parse(hob_str text, unsigned *ret_permissions,
                                               hob_error *reterr);

struct hob_session;
struct hob_world;

/* A picture of a running game, for hob_command_host.draw. */
#define HOB_DRIVER_TEXT 200
typedef struct hob_picture_request {
    struct hob_world *world;
    uint32_t width, height; /* 0 = the project's */
    bool debug;             /* with colliders, velocities, lights and names */
    char *ret_driver;       /* HOB_DRIVER_TEXT bytes: pictures of one driver are comparable */
    /* One of several pictures in one file (`part_count` above 0): asked for in order of `part`; the
     * file is there with the last one. */
    uint32_t part, part_count;
    uint32_t columns;  /* of the sheet; 0 = an animation (WebP) */
    uint32_t part_ms;  /* of an animation: how long this picture stays */
    const char *label; /* written on the picture; null = none */
} hob_picture_request;

/* A game in a window, for hob_command_host.play. */
typedef struct hob_play_request {
    int64_t frames; /* steps after which it ends; 0 = when it is closed */
    bool debug;
    bool smooth; /* pictures between steps where the display is quicker */
    const hob_log *log;
    struct hob_save_files *saves; /* written while it runs; null: nothing is */
} hob_play_request;

/* Games that run in processes of their own, each with an id in its project, as "s1". `root` is the
 * project's folder. A process answers commands flagged HOB_COMMAND_LIVE: `request` is one line
 * {"command", "params"}, the reply one line {"exitCode", "text", "pictures", "envelope"}; in the
 * buffers without the line's end. It writes no files. NOT_FOUND for an unknown id; SESSION_LOST
 * when the process ended instead of answering, with the reason. */
typedef struct hob_session_row {
    const char *id;
    int64_t pid;
    bool busy; /* in a request now */
} hob_session_row;
typedef struct hob_session_service {
    /* Comes back when the game is ready, or with what kept it from starting: the reply to
     * startSession. `params` are the checked ones of the command, as JSON text. */
    hob_status (*start)(void *user, const char *root, hob_str params, char ret_id[16],
                        int64_t *ret_pid, hob_buf *ret_reply, hob_error *reterr);
    hob_status (*ask)(void *user, const char *root, hob_str id, hob_str request, hob_buf *ret_reply,
                      hob_error *reterr);
    /* In order of their numbers; what dead ones have left is removed. */
    hob_status (*list)(void *user, const char *root, hob_arena *arena, hob_session_row **ret_rows,
                       size_t *ret_count, hob_error *reterr);
    /* Comes back when the process is gone; one that does not answer is killed. */
    hob_status (*stop)(void *user, const char *root, hob_str id, bool *ret_killed,
                       hob_error *reterr);
    void *user;
} hob_session_service;

/* What a program can do beside the simulation; null members: CAPABILITY_MISSING. */
typedef struct hob_command_host {
    const hob_allocator *allocator; /* null: the heap */
    hob_fs *fs;                     /* null: the disk */
    const hob_log *log;             /* progress and messages for people */
    /* 8 random letters and digits for new project ids; from the machine's entropy. */
    void (*entropy)(void *user, char out[9]);
    int64_t (*clock_ms)(void *user); /* wall clock for journals: milliseconds since 1970 */
    int64_t (*timer_ns)(void *user); /* a clock that only goes on, for measuring */
    void *user;
    const char *working_folder; /* where relative paths of parameters start */
    const char *source;         /* "cli", "mcp", "editor": for the journal */
    unsigned permissions;       /* 0: the default grant */
    /* Draws a world as a PNG file, or as a part of a file. */
    hob_status (*draw)(void *draw_user, const hob_picture_request *request, hob_buf *ret_png,
                       hob_error *reterr);
    void *draw_user;
    /* Shows a session until its window is closed. */
    hob_status (*play)(void *play_user, struct hob_session *session,
                       const hob_play_request *request, hob_error *reterr);
    void *play_user;
    /* Where a shown game keeps its saves, for a project id; false: nowhere. */
    bool (*save_folder)(void *user, const char *project_id, hob_buf *ret_path);
    /* The mix of a run without a device: begin gives a recorder (null: no memory), step after each
     * step of the session (false: no memory), end writes a WAV file, or with null throws it away.
     */
    void *(*record_begin)(void *record_user, struct hob_session *session, const hob_log *log);
    bool (*record_step)(void *recorder, struct hob_session *session);
    void (*record_end)(void *recorder, hob_buf *ret_wav);
    void *record_user;
    /* Called often by long commands with how far they are (`total` 0: not known). False: somebody
     * wants them to stop, which ends them with CANCELLED. */
    bool (*poll)(void *poll_user, double done, double total);
    void *poll_user;
    /* Pictures are wanted in the envelope; then commands write files only where they are told. */
    bool takes_pictures;
    const hob_session_service *sessions;
    /* This program runs one game: commands flagged HOB_COMMAND_LIVE act on it. */
    struct hob_bridge *live;
} hob_command_host;

/* Keeps the registry of component types and the host between commands. The project is opened anew
 * for every command, so that files edited by hand or by another program are seen. */
typedef struct hob_command_session hob_command_session;
HOB_NODISCARD hob_status hob_command_session_create(const hob_command_host *host,
                                                    const char *project_folder,
                                                    hob_command_session **ret_session,
                                                    hob_error *reterr);
void hob_command_session_destroy(hob_command_session *session);

typedef struct hob_command hob_command;

/* A picture that a command made, in the arena of its call. */
typedef struct hob_command_picture hob_command_picture;
struct hob_command_picture {
    hob_command_picture *next;
    const char *mime; /* "image/png" */
    hob_str bytes;
};

/* What a running command sees. */
typedef struct hob_command_call {
    hob_command_session *session;
    const hob_command_host *host;
    const hob_registry *registry;
    const hob_command *command;
    hob_arena *arena;     /* of this call; out of memory leaves by its guard */
    hob_project *project; /* null for commands flagged HOB_COMMAND_NO_PROJECT */
    /* Mutating commands only: put changes here; committed after run returns HOB_OK. */
    hob_change *change;
    hob_value params; /* checked, defaults filled in */
    /* Called once when the command ends, however it ends: frees what run keeps outside the arena.
     */
    void (*cleanup)(void *user);
    void *cleanup_user;
    /* The envelope, filled by run. */
    hob_value data;        /* map; starts empty */
    hob_value changed;     /* list of {kind, id, name, path, scene, action}: use hob_call_changed */
    hob_value suggestions; /* list of texts */
    hob_value detail;      /* map for the journal; null = none */
    hob_error_list *warnings;
    /* Several findings at once: add them here and return the first one's status without setting
     * reterr. */
    hob_error_list *errors;
    hob_str text; /* page for people; hob_call_text */
    hob_command_picture *pictures;
    int exit_code; /* not 0: instead of the code's (failure) or of 0 (verdict commands) */
    bool is_dry;   /* only tells what it would do: no line in the journal */
} hob_command_call;

enum {
    HOB_COMMAND_NO_PROJECT = 1 << 0, /* needs none and opens none */
    HOB_COMMAND_MUTATES = 1 << 1,    /* gets a change; journaled, failures of run too */
    HOB_COMMAND_TOLERANT = 1 << 2,   /* runs although the project does not open: project is null
                                        then, and the reason is a warning */
    HOB_COMMAND_IF_PROJECT = 1 << 3, /* TOLERANT, and also where there is no project */
    HOB_COMMAND_ALONE = 1 << 4,      /* is no part of a batch */
    HOB_COMMAND_MENDS = 1 << 6,      /* changes nothing where nothing is wrong */
    HOB_COMMAND_LIVE = 1 << 5, /* acts on a running game, which has its own project: run is called
                                  where host.live is; elsewhere the process of the session that
                                  the parameter `session` names is asked */
};

struct hob_command {
    const char *name; /* "createScene"; null ends a table */
    const char *summary;
    hob_permission permission;
    unsigned flags;
    const hob_field *params;  /* parameter table */
    const hob_field *result;  /* table of data; every field that is not OPTIONAL is always there */
    const hob_status *errors; /* codes beyond the general ones; ends with HOB_OK; may be null */
    /* Parameters of an example call that works in a new project of template "empty", after the
     * examples of the commands that `example_after` names, with spaces between (null = at once);
     * they may have some before them too. Files that it names lie in the working folder. */
    const char *example_json, *example_after;
    hob_status (*run)(hob_command_call *call, hob_error *reterr);
    /* The list in data that is handed out in pages (command/page.h); null = none. */
    const char *list;
    /* How the command line spells it; null = only by `exec`. See app/cli.h. */
    const char *cli; /* "create scene <name> {--no-camera withCamera=false}" */
    /* The busy verbs have a tool of their own for MCP clients, "create_scene"; the others (null)
     * are reached through `run_command`. Each costs every client its size: see app/mcp/tools.c. */
    const char *tool;
};

/* All commands, in the order of help; families in command/families.def. */
size_t hob_command_count(void);
const hob_command *hob_command_at(size_t index);
const hob_command *hob_command_find(hob_str name);
const char *hob_command_nearest(hob_str name);

/* ---- the envelope (spec commands 1) ---- */
typedef struct hob_envelope {
    bool success;
    int exit_code;
    hob_error error;                     /* the first one when !success */
    hob_str text;                        /* page for people; empty = show data */
    const hob_command_picture *pictures; /* when the host takes them */
    /* {success, command, data, errors, warnings, changed, files, suggestions} in the arena. Null
     * when there was not even memory for it: print `error`. */
    hob_value value;
} hob_envelope;
/* How a command is run, beside its parameters. */
typedef struct hob_command_options {
    /* 16 hex digits of an earlier envelope: a mutating command is refused with REVISION_CONFLICT
     * when the project is not as it was then. Empty = whatever it is. */
    hob_str if_revision;
    /* The envelope has a member `revision`: the hash of the project that a command read, or that
     * it left. Reads every file of the project. Implied by if_revision. */
    bool wants_revision;
} hob_command_options;
void hob_command_execute_with(hob_command_session *session, hob_str name, hob_str params_json,
                              const hob_command_options *options, hob_arena *arena,
                              hob_envelope *ret_envelope);
/* `params` is JSON text (empty = {}). Never fails as a call: the envelope tells. `arena` may have a
 * guard or not. */
void hob_command_execute(hob_command_session *session, hob_str name, hob_str params_json,
                         hob_arena *arena, hob_envelope *ret_envelope);
/* An envelope for what failed before a command was found (usage). */
void hob_envelope_failure(const char *command, const hob_error *error, hob_arena *arena,
                          hob_envelope *ret_envelope);
/* The line with which the process of a session answers: {"exitCode", "text", "pictures",
 * "envelope"}. */
void hob_envelope_write_reply(hob_buf *out, const hob_envelope *envelope);
hob_value hob_error_to_value(const hob_error *error, hob_arena *arena);

/* ---- helpers for run functions ---- */
void hob_call_changed(hob_command_call *call, const char *kind, const char *id, const char *name,
                      const char *path, const char *scene, const char *action);
void hob_call_suggest(hob_command_call *call, const char *format, ...) HOB_PRINTF(2, 3);
void hob_call_warn(hob_command_call *call, hob_status status, const char *hint, const char *format,
                   ...) HOB_PRINTF(4, 5);
void hob_call_set(hob_command_call *call, const char *key, hob_value v);           /* data[key] */
void hob_call_set_text(hob_command_call *call, const char *key, const char *text); /* null = null */
void hob_call_set_str(hob_command_call *call, const char *key, hob_str text);
void hob_call_set_number(hob_command_call *call, const char *key, double number);
void hob_call_set_bool(hob_command_call *call, const char *key, bool b);
void hob_call_detail(hob_command_call *call, const char *key, hob_value v);
/* The page that people read instead of data's members; not part of the JSON envelope. */
void hob_call_text(hob_command_call *call, const hob_buf *text);
/* For hosts that take pictures; `bytes` stay where they are. */
void hob_call_picture(hob_command_call *call, const char *mime, hob_str bytes);
/* Long commands ask again and again whether to go on: CANCELLED when not. */
HOB_NODISCARD hob_status hob_call_go_on(hob_command_call *call, double done, double total,
                                        hob_error *reterr);
/* Parameters. */
hob_str hob_call_str(const hob_command_call *call, const char *param); /* empty when not given */
bool hob_call_given(const hob_command_call *call, const char *param);  /* there and not null */
double hob_call_number(const hob_command_call *call, const char *param);
bool hob_call_bool(const hob_command_call *call, const char *param);

#endif
