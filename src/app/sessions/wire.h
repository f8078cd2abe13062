/* Lines over sockets of the machine: how programs and the processes of sessions talk. POSIX.
 *
 * A session listens at <project>/.hob/sessions/<id>.sock, in a folder that only its user may enter.
 * One connection is one request line and one reply line. Nothing waits but in poll, and never
 * longer than it is told. Descriptors are the caller's. */
#ifndef HOB_APP_SESSIONS_WIRE_H
#define HOB_APP_SESSIONS_WIRE_H

#include "base/error.h"
#include "base/text.h"

#define HOB_WIRE_LINE_MAX ((size_t)64 << 20)

typedef enum hob_wire_result {
    HOB_WIRE_DONE,
    HOB_WIRE_ENDED, /* the other side closed, or is gone */
    HOB_WIRE_LATE
} hob_wire_result;

int64_t hob_wire_now_ms(void); /* of a clock that only goes on */
/* One line without its end; the buffer is cleared first. */
hob_wire_result hob_wire_read(int fd, int64_t timeout_ms, hob_buf *line);
/* A line and its end. */
hob_wire_result hob_wire_write(int fd, hob_str line, int64_t timeout_ms);

/* The folder of sockets, made when it is not there. The file of one session. */
HOB_NODISCARD hob_status hob_wire_folder(const char *root, bool make, hob_buf *ret_folder,
                                         hob_error *reterr);
bool hob_wire_is_id(hob_str id); /* "s1" to "s999999" */
void hob_wire_remove(const char *folder, const char *id);

/* A connection, or -1 with HOB_OK: nobody listens there, and what was left of it is removed. */
HOB_NODISCARD hob_status hob_wire_connect(const char *folder, const char *id, int *ret_fd,
                                          hob_error *reterr);
/* Takes the lowest free id and listens. */
HOB_NODISCARD hob_status hob_wire_listen(const char *folder, char ret_id[16], int *ret_fd,
                                         hob_error *reterr);
/* The process at the other end; 0 = this system does not tell. */
int64_t hob_wire_peer(int fd);

#endif
