/* What the benches share: time, games that count their memory, and the table at the end.
 *
 * One program. Every group measures its scenarios, prints a line each with the details, and adds
 * rows to the table. Times are CPU time of this process; of several rounds the median counts, and
 * where there is a peer the rounds of both take turns and the median of their ratios counts, since
 * the level of one machine moves by more than what is compared. */
#ifndef HOB_BENCH_BENCH_H
#define HOB_BENCH_BENCH_H

#include "support/game.h"

enum { BENCH_ROUNDS = 5 };

double bench_cpu_ms(void);
double bench_median(const double *values, int count);

/* A session without ledger, as a player runs it, whose memory beside the region is counted. */
typedef struct bench_game {
    hob_test_game game;
    hob_counting_allocator heap;
} bench_game;
/* The process ends when the game does not open. */
void bench_game_open(bench_game *game, const char *manifest, const char *entities,
                     const hob_test_file *files);
void bench_game_close(bench_game *game);

typedef struct bench_run {
    double ms;           /* a step */
    double heap_calls;   /* a step, for memory beside the region */
    double region_calls; /* a step, script machines included */
    size_t growth;       /* of the region's used bytes, over all steps */
} bench_run;
bench_run bench_game_run(bench_game *game, int steps);

/* ---- the table ---- */

typedef struct bench_row {
    const char *scenario;
    int frames; /* measured; 0: not frames */
    double figure;
    const char *unit; /* of figure, peer figure, goal and limit */
    const char *peer; /* its name; null = none */
    double peer_figure;
    double goal;  /* perf-anchors: at most; 0 = none */
    double limit; /* what is accepted at most; 0 = the goal */
} bench_row;
void bench_row_add(const bench_row *row);
/* Something that could not be measured here, with the reason. */
void bench_row_skip(const char *scenario, const char *why);

/* ---- files ---- */

/* A folder that is gone when the process ends; null when there is none. */
const char *bench_folder(void);
/* "<bench_folder>/<path>" with its folders; false when it cannot be written. */
bool bench_write_file(const char *path, hob_str text);
/* bench --child PROGRAM [ARGUMENT...]: runs it in a small process, so that its memory is its own.
 */
int bench_child(char **command);

/* ---- groups ---- */

void bench_base(void);
void bench_schema(void);
void bench_world_floor(void);
void bench_physics(void);
void bench_movers(void);
void bench_particles(void);
void bench_components(void);
void bench_paths(void);
void bench_scripts(void);
void bench_load(void);
void bench_queries(void);
void bench_process(void);
void bench_pictures(void);
void bench_screen(void);

#endif
