#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "support/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void must(bool done, const char *what) {
    if (!done) {
        fail_msg("%s: %s", what, strerror(errno));
    }
}

void hob_test_folder_make(char ret_folder[64]) {
    static const char *const places[] = {"/dev/shm/hob-test-XXXXXX", "/tmp/hob-test-XXXXXX",
                                         "hob-test-XXXXXX"};
    for (size_t i = 0; i < HOB_COUNT(places); i++) {
        memcpy(ret_folder, places[i], strlen(places[i]) + 1);
        if (mkdtemp(ret_folder) != NULL) {
            return;
        }
    }
    fail_msg("no folder for the test could be made");
}

void hob_test_folder_remove(const char *folder) {
    hob_status status = hob_fs_remove_tree(hob_fs_disk(), folder, NULL);
    assert_int_equal(status, HOB_OK);
}

static void copy_entry(hob_fs *fs, const char *from, const char *to, bool is_folder);

void hob_test_copy_folder(const char *from, const char *to) {
    hob_fs *fs = hob_fs_disk();
    hob_arena arena;
    hob_fs_entry *entries = NULL;
    size_t count = 0;
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    must(mkdir(to, 0777) == 0, to);
    assert_int_equal(fs->list(fs, from, &arena, &entries, &count, NULL), HOB_OK);
    for (size_t i = 0; i < count; i++) {
        copy_entry(fs, hob_path_join(&arena, from, entries[i].name),
                   hob_path_join(&arena, to, entries[i].name), entries[i].is_folder);
    }
    hob_arena_done(&arena);
}

static void copy_entry(hob_fs *fs, const char *from, const char *to, bool is_folder) {
    if (is_folder) {
        hob_test_copy_folder(from, to);
        return;
    }
    hob_buf bytes;
    hob_buf_init(&bytes, hob_heap_allocator(), SIZE_MAX / 4);
    assert_int_equal(fs->read(fs, from, SIZE_MAX / 4, &bytes, NULL), HOB_OK);
    int fd = open(to, O_WRONLY | O_CREAT | O_EXCL, 0644);
    must(fd >= 0, to);
    size_t at = 0;
    while (at < bytes.length) {
        ssize_t written = write(fd, bytes.data + at, bytes.length - at);
        must(written > 0, to);
        at += (size_t)written;
    }
    must(close(fd) == 0, to);
    hob_buf_done(&bytes);
}

/* ---- processes ---- */

static void child(const char *folder, const char *const *words, const int fds[3]) {
    union {
        const char *const *in;
        char *const *out;
    } arguments = {words};
    for (int i = 0; i < 3; i++) {
        if (dup2(fds[i], i) < 0) {
            _exit(126);
        }
    }
    if (chdir(folder) == 0) {
        execvp(words[0], arguments.out);
    }
    _exit(127);
}

/* Both outputs are read and the input is written as each is ready, so that none blocks. */
static void talk(hob_test_process *p, int in, int out, int err, const char *input) {
    size_t left = input != NULL ? strlen(input) : 0;
    if (left == 0) {
        close(in);
        in = -1;
    }
    while (out >= 0 || err >= 0) {
        struct pollfd polled[3] = {{in, POLLOUT, 0}, {out, POLLIN, 0}, {err, POLLIN, 0}};
        char chunk[65536];
        must(poll(polled, 3, -1) >= 0 || errno == EINTR, "poll");
        if (in >= 0 && polled[0].revents != 0) {
            ssize_t written = write(in, input, left);
            left -= written > 0 ? (size_t)written : left;
            input += written > 0 ? written : 0;
            if (left == 0) {
                close(in);
                in = -1;
            }
        }
        for (int i = 1; i < 3; i++) {
            if (polled[i].fd < 0 || polled[i].revents == 0) {
                continue;
            }
            ssize_t got = read(polled[i].fd, chunk, sizeof chunk);
            if (got > 0) {
                hob_buf_add(i == 1 ? &p->out : &p->err, chunk, (size_t)got);
            } else if (got == 0 || errno != EINTR) {
                close(polled[i].fd);
                *(i == 1 ? &out : &err) = -1;
            }
        }
    }
    if (in >= 0) {
        close(in);
    }
}

void hob_test_process_run(hob_test_process *p, const char *folder, const char *input,
                          const char *const *words) {
    int in[2], out[2], err[2], status;
    signal(SIGPIPE, SIG_IGN); /* a child may end without reading */
    hob_buf_init(&p->out, hob_heap_allocator(), SIZE_MAX / 4);
    hob_buf_init(&p->err, hob_heap_allocator(), SIZE_MAX / 4);
    must(pipe(in) == 0 && pipe(out) == 0 && pipe(err) == 0, "pipe");
    pid_t pid = fork();
    must(pid >= 0, "fork");
    if (pid == 0) {
        const int fds[3] = {in[0], out[1], err[1]};
        close(in[1]);
        close(out[0]);
        close(err[0]);
        child(folder, words, fds);
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    talk(p, in[1], out[0], err[0], input);
    must(waitpid(pid, &status, 0) == pid, "waitpid");
    p->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    hob_buf_add(&p->out, "", 0);
    hob_buf_add(&p->err, "", 0);
}

void hob_test_process_done(hob_test_process *p) {
    hob_buf_done(&p->out);
    hob_buf_done(&p->err);
}
