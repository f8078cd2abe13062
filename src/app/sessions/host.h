/* The process of a session: `hob session-host`, started by the service, never by hand.
 *
 * It reads one line on its standard input {"root", "params", "owned"}, opens the project, loads the
 * scene, listens, and writes one line on its standard output {"id", "pid", "reply"}; then it
 * answers requests until it is told to stop, nothing was asked for `idleSeconds`, or, when it is
 * owned, its standard input ends. A request that takes longer than `budgetMs` ends it, whatever
 * hangs: a timer of the system does that. Its memory is bounded. */
#ifndef HOB_APP_SESSIONS_HOST_H
#define HOB_APP_SESSIONS_HOST_H

#include "command/command.h"

#define HOB_SESSION_HOST_WORD "session-host"
/* Exit code of the process. `host` is what commands get. */
int hob_session_host_run(const hob_command_host *host);

#endif
