/* make bench: all groups, or those named as arguments, then one table. */
#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
    const char *name, *what;
    void (*run)(void);
} groups[] = {
    {"base", "region, snapshots, JSON", bench_base},
    {"schema", "reading component data", bench_schema},
    {"world", "building, walking and hashing 10 000 entities", bench_world_floor},
    {"physics", "collision scenes beside Chipmunk", bench_physics},
    {"movers", "1 000 to 100 000 movers, free and blocked", bench_movers},
    {"particles", "emitters", bench_particles},
    {"components", "one update of a component", bench_components},
    {"queries", "area, point, nearest and ray over static boxes", bench_queries},
    {"paths", "route search on grids", bench_paths},
    {"scripts", "a hook an entity and frame", bench_scripts},
    {"load", "a scene of 10 000 entities", bench_load},
    {"pictures", "sprites to the canvas, frames of a world", bench_pictures},
    {"screen", "pictures on a software driver: sprites, text, tiles, particles", bench_screen},
    {"process", "whole runs of the program", bench_process},
};

/* ---- time ---- */

/* Time of this process alone: other work on the machine counts only by what it does to caches. */
double bench_cpu_ms(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

double bench_median(const double *values, int count) {
    double sorted[64];
    count = count < 64 ? count : 64;
    memcpy(sorted, values, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_doubles);
    return sorted[count / 2];
}

/* ---- games ---- */

void bench_game_open(bench_game *bench, const char *manifest, const char *entities,
                     const hob_test_file *files) {
    hob_counting_allocator_init(&bench->heap, hob_heap_allocator());
    hob_test_game_project(&bench->game, manifest, entities, files);
    hob_session_options options = {.project = bench->game.project,
                                   .allocator = &bench->heap.allocator};
    hob_error error = {0};
    if (hob_session_create(&options, &bench->game.session, &error) != HOB_OK) {
        printf("The game does not open: %s\n", error.message);
        exit(1);
    }
    bench->game.world = hob_session_world(bench->game.session);
}

void bench_game_close(bench_game *bench) {
    size_t errors = hob_session_records(bench->game.session)->error_count;
    if (errors > 0) {
        printf("The game had %zu script errors: its figures mean nothing.\n", errors);
        exit(1);
    }
    hob_test_game_close(&bench->game);
}

bench_run bench_game_run(bench_game *bench, int steps) {
    hob_region_stats before = hob_region_get_stats(bench->game.world->region);
    uint64_t calls = bench->heap.calls;
    double start = bench_cpu_ms();
    for (int i = 0; i < steps; i++) {
        if (hob_session_step(bench->game.session, NULL) != HOB_OK) {
            printf("The region is full.\n");
            exit(1);
        }
    }
    double ms = bench_cpu_ms() - start;
    hob_region_stats after = hob_region_get_stats(bench->game.world->region);
    return (bench_run){
        .ms = ms / steps,
        .heap_calls = (double)(bench->heap.calls - calls) / steps,
        .region_calls = (double)(after.alloc_calls - before.alloc_calls) / steps,
        .growth = after.used_bytes - before.used_bytes,
    };
}

/* ---- the table ---- */

static struct {
    bench_row row;
    char name[64];
    char skipped[96]; /* the reason */
} table[200];
static size_t table_count;

void bench_row_add(const bench_row *row) {
    if (table_count < HOB_COUNT(table)) {
        table[table_count].row = *row;
        (void)snprintf(table[table_count].name, sizeof table->name, "%s", row->scenario);
        table_count++;
    }
}

void bench_row_skip(const char *scenario, const char *why) {
    if (table_count < HOB_COUNT(table)) {
        (void)snprintf(table[table_count].name, sizeof table->name, "%s", scenario);
        (void)snprintf(table[table_count].skipped, sizeof table->skipped, "%s", why);
        table_count++;
    }
}

/* Four digits that matter. */
static const char *number(double v, char text[24]) {
    int digits = v >= 1000 ? 0 : v >= 100 ? 1 : v >= 10 ? 2 : v >= 1 ? 3 : 4;
    (void)snprintf(text, 24, "%.*f", digits, v);
    return text;
}

static const char *verdict(const bench_row *row) {
    if (row->goal <= 0) {
        return "";
    }
    if (row->figure <= row->goal) {
        return "goal met";
    }
    return row->limit > 0 && row->figure <= row->limit ? "accepted" : "MISSED";
}

static void print_row(const bench_row *row, const char *name) {
    char figure[24], peer[24], goal[24], limit[24], ratio[24] = "", frames[24] = "";
    if (row->frames > 0) {
        (void)snprintf(frames, sizeof frames, "%d", row->frames);
    }
    if (row->goal > 0) {
        (void)snprintf(ratio, sizeof ratio, "%.2f", row->figure / row->goal);
    }
    printf("| %-34s | %6s | %9s %-14s | %-13s | %9s | %9s | %9s | %6s | %-8s |\n", name, frames,
           number(row->figure, figure), row->unit, row->peer != NULL ? row->peer : "",
           row->peer != NULL ? number(row->peer_figure, peer) : "",
           row->goal > 0 ? number(row->goal, goal) : "",
           row->limit > 0 ? number(row->limit, limit) : "", ratio, verdict(row));
}

static void print_table(void) {
    printf("\n| %-34s | %6s | %-24s | %-13s | %9s | %9s | %9s | %6s | %-8s |\n", "scenario",
           "frames", "figure", "beside", "is at", "goal", "accepted", "ratio", "");
    printf("|%.36s|%.8s|%.26s|%.15s|%.11s|%.11s|%.11s|%.8s|%.10s|\n",
           "--------------------------------------", "-------:", "--------------------------",
           "---------------",
           "----------:", "----------:", "----------:", "-------:", "----------");
    for (size_t i = 0; i < table_count; i++) {
        if (table[i].skipped[0] != '\0') {
            printf("| %-34s | not measured: %s |\n", table[i].name, table[i].skipped);
        } else {
            print_row(&table[i].row, table[i].name);
        }
    }
    printf(
        "\n\"ratio\" is figure / goal. \"accepted\" is what must hold where the goal is missed.\n"
        "CPU time on a shared machine: only what was measured beside it in the same run can be "
        "compared closely.\n");
}

static bool is_wanted(const char *name, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], name) == 0) {
            return true;
        }
    }
    return argc < 2;
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--child") == 0) {
        return bench_child(argv + 2);
    }
    for (size_t i = 0; i < HOB_COUNT(groups); i++) {
        if (is_wanted(groups[i].name, argc, argv)) {
            printf("== %s: %s\n", groups[i].name, groups[i].what);
            groups[i].run();
            fflush(stdout);
        }
    }
    if (table_count > 0) {
        print_table();
    }
    return 0;
}
