/* Sessions as seen by who asks: starts their processes and talks to them; fills
 * hob_command_host.sessions. POSIX; elsewhere there are none.
 *
 * A process that an owning service starts ends with the program (its standard input ends); one of
 * a service that owns nothing lives until it is stopped or idle. Nothing is kept but descriptors.
 */
#ifndef HOB_APP_SESSIONS_SERVICE_H
#define HOB_APP_SESSIONS_SERVICE_H

#include "command/command.h"

typedef struct hob_sessions hob_sessions;
typedef struct hob_sessions_options {
    const hob_allocator *allocator; /* null: the heap */
    const char *program;            /* file of this program; null: found by itself */
    bool owns;
} hob_sessions_options;
/* Null = no memory. */
hob_sessions *hob_sessions_create(const hob_sessions_options *options);
void hob_sessions_destroy(hob_sessions *sessions); /* ends those it owns */
/* Valid as long as `sessions`. */
const hob_session_service *hob_sessions_service(hob_sessions *sessions);

#endif
