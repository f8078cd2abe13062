/* Whole runs of the program: CPU time and memory of the process, from its start to its end. */
#define _DEFAULT_SOURCE /* wait4, nftw */
#define _XOPEN_SOURCE   700

#include "bench.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- temporary files ---- */

static char folder[256];

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *at) {
    (void)info;
    (void)kind;
    (void)at;
    return remove(path);
}

static void remove_folder(void) {
    (void)nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *bench_folder(void) {
    if (folder[0] == '\0') {
        const char *temporary = getenv("TMPDIR");
        (void)snprintf(folder, sizeof folder, "%s/hob-bench-XXXXXX",
                       temporary != NULL ? temporary : "/tmp");
        if (mkdtemp(folder) == NULL) {
            folder[0] = '\0';
            return NULL;
        }
        (void)atexit(remove_folder);
    }
    return folder;
}

bool bench_write_file(const char *path, hob_str text) {
    char full[600];
    (void)snprintf(full, sizeof full, "%s/%s", bench_folder(), path);
    for (char *slash = strchr(full + strlen(folder) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(full, 0777);
        *slash = '/';
    }
    FILE *file = fopen(full, "wb");
    if (file == NULL) {
        return false;
    }
    bool whole = fwrite(text.data, 1, text.length, file) == text.length;
    return fclose(file) == 0 && whole;
}

/* ---- runs ---- */

/* What a process used: ms of CPU, ms of wall time, KiB of memory, exit code. */
typedef struct usage {
    double cpu_ms, wall_ms;
    long kib;
    int code;
} usage;

static double wall_ms(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void be_silent(void) {
    int nowhere = open("/dev/null", O_RDWR);
    (void)dup2(nowhere, STDOUT_FILENO);
    (void)dup2(nowhere, STDERR_FILENO);
}

/* A process inherits the size of the one that made it, so this one is small: it is started anew. */
int bench_child(char **command) {
    double start = wall_ms();
    pid_t child = fork();
    if (child == 0) {
        be_silent();
        (void)execv(command[0], command);
        _exit(127);
    }
    int status = 0;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) != child) {
        return 1;
    }
    printf("%.6f %.6f %ld %d\n",
           (double)used.ru_utime.tv_sec * 1e3 + (double)used.ru_utime.tv_usec / 1e3 +
               (double)used.ru_stime.tv_sec * 1e3 + (double)used.ru_stime.tv_usec / 1e3,
           wall_ms() - start, used.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128);
    return 0;
}

/* `arguments` in the way of a shell, without quoting. */
static bool run_program(const char *arguments, usage *ret_usage) {
    char line[1400], self[300];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) {
        return false;
    }
    self[length] = '\0';
    (void)snprintf(line, sizeof line, "%s --child %s %s", self, HOB_TEST_PROGRAM, arguments);
    FILE *result = popen(line, "r");
    if (result == NULL) {
        return false;
    }
    int read = fscanf(result, "%lf %lf %ld %d", &ret_usage->cpu_ms, &ret_usage->wall_ms,
                      &ret_usage->kib, &ret_usage->code);
    return pclose(result) == 0 && read == 4;
}

static void measure(const char *name, const char *arguments, double goal_ms, double limit_ms,
                    double goal_mib, const char *peer, double peer_ms) {
    enum { ROUNDS = 15 };
    double cpu[ROUNDS], wall[ROUNDS], mib[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        usage used;
        if (!run_program(arguments, &used) || used.code != 0) {
            bench_row_skip(name, "the program does not do it");
            return;
        }
        cpu[i] = used.cpu_ms;
        wall[i] = used.wall_ms;
        mib[i] = (double)used.kib / 1024;
    }
    printf("hob %s: CPU %.2f ms, wall %.2f ms, memory %.1f MiB\n", arguments,
           bench_median(cpu, ROUNDS), bench_median(wall, ROUNDS), bench_median(mib, ROUNDS));
    bench_row time_row = {.scenario = name,
                          .figure = bench_median(cpu, ROUNDS),
                          .unit = "ms of CPU",
                          .peer = peer,
                          .peer_figure = peer_ms,
                          .goal = goal_ms,
                          .limit = limit_ms};
    bench_row_add(&time_row);
    bench_row memory = {
        .scenario = name, .figure = bench_median(mib, ROUNDS), .unit = "MiB", .goal = goal_mib};
    bench_row_add(&memory);
}

void bench_process(void) {
    measure("hob --version", "--version", 15, 0, 16, "Hearth", 565);
    if (bench_folder() == NULL) {
        bench_row_skip("hob test, platformer", "no place for temporary files");
        return;
    }
    char line[600];
    usage used;
    (void)snprintf(line, sizeof line, "new %s/platformer --template platformer", bench_folder());
    if (!run_program(line, &used) || used.code != 0) {
        bench_row_skip("hob test, platformer", "the program makes no platformer");
        return;
    }
    (void)snprintf(line, sizeof line, "-p %s/platformer validate", bench_folder());
    measure("hob validate, platformer", line, 15, 0, 16, "Hearth", 528);
    (void)snprintf(line, sizeof line, "-p %s/platformer test", bench_folder());
    measure("hob test, platformer", line, 40, 0, 16, "Hearth", 986);
}
