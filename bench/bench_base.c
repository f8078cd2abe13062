/* What the lowest floor costs: region blocks, snapshots, reading and writing a large scene. */
#define _POSIX_C_SOURCE 200809L

#include "base/json.h"
#include "base/region.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ms(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void bench_region(void) {
    enum { LIVE = 20000, ROUNDS = 4000000 };
    hob_region *region = NULL;
    if (hob_region_create((size_t)256 << 20, NULL, &region, NULL) != HOB_OK) {
        return;
    }
    static void *blocks[LIVE];
    static size_t sizes[LIVE];
    uint32_t random = 1;
    double start = now_ms();
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t at = next_random(&random) % LIVE;
        if (blocks[at]) {
            hob_region_free(region, blocks[at], sizes[at]);
        }
        sizes[at] = 16 + next_random(&random) % 112;
        blocks[at] = hob_region_alloc(region, sizes[at]);
    }
    double spread = (now_ms() - start) * 1e6 / ROUNDS;
    start = now_ms();
    for (int i = 0; i < ROUNDS; i++) {
        void *block = hob_region_alloc(region, 40);
        hob_region_free(region, block, 40);
    }
    double same = (now_ms() - start) * 1e6 / ROUNDS;
    printf("region: free + alloc among %d live blocks %.1f ns, alloc + free of one %.1f ns\n", LIVE,
           spread, same);
    hob_region_stats stats = hob_region_get_stats(region);
    printf("region: %zu KiB live in %zu KiB\n", stats.live_bytes >> 10, stats.used_bytes >> 10);

    char *large = hob_region_alloc(region, (size_t)16 << 20);
    memset(large, 1, (size_t)16 << 20);
    hob_region_snapshot snapshot;
    start = now_ms();
    if (hob_region_save(region, hob_heap_allocator(), &snapshot, NULL) == HOB_OK) {
        double saved = now_ms();
        hob_region_restore(region, &snapshot);
        printf("region: snapshot of %.1f MB saved in %.2f ms, restored in %.2f ms\n",
               (double)snapshot.size / 1e6, saved - start, now_ms() - saved);
        hob_region_snapshot_done(&snapshot);
    }
    hob_region_destroy(region);
}

int main(void) {
    bench_region();
    return 0;
}
