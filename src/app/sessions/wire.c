#define _GNU_SOURCE /* SO_PEERCRED */

#include "app/sessions/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define MOST_SESSIONS 64 /* of one project */

int64_t hob_wire_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- lines ---- */

static hob_wire_result wait_for(int fd, short events, int64_t until) {
    for (;;) {
        int64_t left = until - hob_wire_now_ms();
        struct pollfd polled = {.fd = fd, .events = events};
        int ready = poll(&polled, 1, left > 0 ? (int)left : 0);
        if (ready > 0) {
            return HOB_WIRE_DONE;
        }
        if (ready == 0) {
            return HOB_WIRE_LATE;
        }
        if (errno != EINTR) {
            return HOB_WIRE_ENDED;
        }
    }
}

hob_wire_result hob_wire_read(int fd, int64_t timeout_ms, hob_buf *line) {
    const int64_t until = hob_wire_now_ms() + timeout_ms;
    hob_buf_clear(line);
    for (;;) {
        char chunk[65536];
        hob_wire_result result = wait_for(fd, POLLIN, until);
        if (result != HOB_WIRE_DONE) {
            return result;
        }
        ssize_t got = recv(fd, chunk, sizeof chunk, 0);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
            continue;
        }
        if (got <= 0) {
            return HOB_WIRE_ENDED;
        }
        const char *end = memchr(chunk, '\n', (size_t)got);
        hob_buf_add(line, chunk, end != NULL ? (size_t)(end - chunk) : (size_t)got);
        if (end != NULL || line->failed) {
            return line->failed ? HOB_WIRE_ENDED : HOB_WIRE_DONE;
        }
    }
}

static hob_wire_result write_all(int fd, const char *data, size_t length, int64_t until) {
    while (length > 0) {
        hob_wire_result result = wait_for(fd, POLLOUT, until);
        if (result != HOB_WIRE_DONE) {
            return result;
        }
        ssize_t sent = send(fd, data, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EINTR && errno != EAGAIN) {
            return HOB_WIRE_ENDED;
        }
        data += sent > 0 ? sent : 0;
        length -= sent > 0 ? (size_t)sent : 0;
    }
    return HOB_WIRE_DONE;
}

hob_wire_result hob_wire_write(int fd, hob_str line, int64_t timeout_ms) {
    const int64_t until = hob_wire_now_ms() + timeout_ms;
    hob_wire_result result = write_all(fd, line.data, line.length, until);
    return result == HOB_WIRE_DONE ? write_all(fd, "\n", 1, until) : result;
}

/* ---- places ---- */

static hob_status fail_io(const char *what, hob_error *reterr) {
    return hob_fail(reterr, HOB_ERR_FILE_IO, "%s: %s.", what, strerror(errno));
}

hob_status hob_wire_folder(const char *root, bool make, hob_buf *ret_folder, hob_error *reterr) {
    static const char *const parts[] = {"/.hob", "/sessions"};
    hob_buf_clear(ret_folder);
    hob_buf_add_cstr(ret_folder, root);
    for (size_t i = 0; i < HOB_COUNT(parts); i++) {
        hob_buf_add_cstr(ret_folder, parts[i]);
        if (ret_folder->failed) {
            return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "The project's path is too long.");
        }
        if (make && mkdir(ret_folder->data, i == 0 ? 0777 : 0700) != 0 && errno != EEXIST) {
            return fail_io("The folder of sessions cannot be made", reterr);
        }
    }
    return HOB_OK;
}

bool hob_wire_is_id(hob_str id) {
    for (size_t i = 1; i < id.length; i++) {
        if (id.data[i] < '0' || id.data[i] > '9') {
            return false;
        }
    }
    return id.length >= 2 && id.length <= 7 && id.data[0] == 's';
}

static void path_of(const char *folder, const char *id, char out[4096]) {
    (void)snprintf(out, 4096, "%s/%s.sock", folder, id);
}

void hob_wire_remove(const char *folder, const char *id) {
    char path[4096];
    path_of(folder, id, path);
    (void)unlink(path);
}

/* A socket's address is short. A longer path is reached through the folder's descriptor, which the
 * caller closes when it is done (-1: there is none). */
static bool address_of(const char *folder, const char *id, struct sockaddr_un *ret_address,
                       int *ret_folder) {
    char path[4096];
    *ret_folder = -1;
    *ret_address = (struct sockaddr_un){.sun_family = AF_UNIX};
    path_of(folder, id, path);
    if (strlen(path) >= sizeof ret_address->sun_path) {
        *ret_folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (*ret_folder < 0) {
            return false;
        }
        (void)snprintf(path, sizeof path, "/proc/self/fd/%d/%s.sock", *ret_folder, id);
    }
    memcpy(ret_address->sun_path, path, strlen(path) + 1);
    return true;
}

static void close_if(int fd) {
    if (fd >= 0) {
        close(fd);
    }
}

static int new_socket(void) {
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd >= 0) {
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
    return fd;
}

/* ---- both ends ---- */

hob_status hob_wire_connect(const char *folder, const char *id, int *ret_fd, hob_error *reterr) {
    struct sockaddr_un address;
    int at = -1, fd = new_socket();
    *ret_fd = -1;
    if (fd < 0) {
        return fail_io("There is no socket to be had", reterr);
    }
    if (!address_of(folder, id, &address, &at)) {
        close(fd);
        return HOB_OK; /* no folder: nobody */
    }
    int done = connect(fd, (const struct sockaddr *)&address, sizeof address);
    int why = errno;
    close_if(at);
    if (done == 0) {
        *ret_fd = fd;
        return HOB_OK;
    }
    close(fd);
    if (why == ECONNREFUSED) {
        hob_wire_remove(folder, id);
        return HOB_OK;
    }
    errno = why;
    return why == ENOENT ? HOB_OK : fail_io("The session cannot be reached", reterr);
}

static bool bind_to(int fd, const char *folder, const char *id) {
    struct sockaddr_un address;
    int at = -1;
    bool done = address_of(folder, id, &address, &at) &&
                bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
                listen(fd, 16) == 0;
    int why = errno;
    close_if(at);
    errno = why;
    return done;
}

/* One at a time looks for an id, so that a socket that was just made is not taken for a dead one.
 */
static int lock_folder(const char *folder) {
    char path[4096];
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    (void)snprintf(path, sizeof path, "%s/lock", folder);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    while (fd >= 0 && fcntl(fd, F_SETLKW, &lock) != 0 && errno == EINTR) {
    }
    return fd;
}

static hob_status listen_locked(const char *folder, char ret_id[16], int *ret_fd,
                                hob_error *reterr) {
    for (int n = 1; n <= MOST_SESSIONS; n++) {
        int other = -1;
        (void)snprintf(ret_id, 16, "s%d", n);
        hob_status status = hob_wire_connect(folder, ret_id, &other, reterr);
        if (status != HOB_OK) {
            return status;
        }
        if (other >= 0) { /* lives */
            close(other);
            continue;
        }
        int fd = new_socket();
        if (fd >= 0 && bind_to(fd, folder, ret_id)) {
            *ret_fd = fd;
            return HOB_OK;
        }
        status = fail_io("The session cannot listen", reterr);
        close_if(fd);
        return status;
    }
    hob_fail(reterr, HOB_ERR_LIMIT_REACHED, "There are %d sessions of this project already.",
             MOST_SESSIONS);
    return hob_error_hint(reterr, "End some with `hob session stop`.");
}

hob_status hob_wire_listen(const char *folder, char ret_id[16], int *ret_fd, hob_error *reterr) {
    int lock = lock_folder(folder);
    if (lock < 0) {
        return fail_io("The folder of sessions cannot be locked", reterr);
    }
    hob_status status = listen_locked(folder, ret_id, ret_fd, reterr);
    close(lock);
    return status;
}

int64_t hob_wire_peer(int fd) {
#if defined(SO_PEERCRED) && defined(__linux__)
    struct ucred who;
    socklen_t size = sizeof who;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 ? who.pid : 0;
#else
    (void)fd;
    return 0;
#endif
}
