/* What the lowest floor costs: region blocks, snapshots, reading and writing a large scene. */
#include "base/json.h"
#include "base/region.h"
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    double start = bench_cpu_ms();
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t at = next_random(&random) % LIVE;
        if (blocks[at]) {
            hob_region_free(region, blocks[at], sizes[at]);
        }
        sizes[at] = 16 + next_random(&random) % 112;
        blocks[at] = hob_region_alloc(region, sizes[at]);
    }
    double spread = (bench_cpu_ms() - start) * 1e6 / ROUNDS;
    start = bench_cpu_ms();
    for (int i = 0; i < ROUNDS; i++) {
        void *block = hob_region_alloc(region, 40);
        hob_region_free(region, block, 40);
    }
    double same = (bench_cpu_ms() - start) * 1e6 / ROUNDS;
    printf("region: free + alloc among %d live blocks %.1f ns, alloc + free of one %.1f ns\n", LIVE,
           spread, same);
    hob_region_stats stats = hob_region_get_stats(region);
    printf("region: %zu KiB live in %zu KiB\n", stats.live_bytes >> 10, stats.used_bytes >> 10);

    char *large = hob_region_alloc(region, (size_t)16 << 20);
    memset(large, 1, (size_t)16 << 20);
    hob_region_snapshot snapshot;
    start = bench_cpu_ms();
    if (hob_region_save(region, hob_heap_allocator(), &snapshot, NULL) == HOB_OK) {
        double saved = bench_cpu_ms();
        hob_region_restore(region, &snapshot);
        printf("region: snapshot of %.1f MB saved in %.2f ms, restored in %.2f ms\n",
               (double)snapshot.size / 1e6, saved - start, bench_cpu_ms() - saved);
        hob_region_snapshot_done(&snapshot);
    }
    hob_region_destroy(region);
}

/* 20000 entities with three components each: about 1.1 million values, 17 MB. */
static void make_scene(hob_buf *buf) {
    uint32_t random = 1;
    hob_buf_add_cstr(buf, "{\n  \"formatVersion\": 2,\n  \"entities\": [");
    for (int i = 0; i < 20000; i++) {
        hob_buf_format(
            buf,
            "%s\n    {\n      \"id\": \"ent_%08x\",\n      \"name\": \"Crate %d\",\n"
            "      \"parentId\": null,\n      \"tags\": [\"crate\", \"solid\"],\n"
            "      \"components\": {\n        \"Transform\": {\n"
            "          \"position\": {\"x\": %d.%d, \"y\": %d},\n          \"rotation\": 0,\n"
            "          \"scale\": {\"x\": 1, \"y\": 1},\n          \"elevation\": 0\n        },\n"
            "        \"SpriteRenderer\": {\n          \"sprite\": \"ast_%08x\",\n"
            "          \"layer\": %u,\n          \"flipX\": false,\n          \"flipY\": true,\n"
            "          \"opacity\": 0.%u,\n          \"tint\": \"#ffffff\"\n        },\n"
            "        \"Collider\": {\n          \"shape\": \"box\",\n"
            "          \"size\": {\"x\": 32, \"y\": 32},\n          \"layer\": \"solid\",\n"
            "          \"collidesWith\": [\"player\", \"enemy\", \"bullet\"],\n"
            "          \"trigger\": false\n        }\n      }\n    }",
            i ? "," : "", next_random(&random), i, (int)(next_random(&random) % 9000),
            (int)(next_random(&random) % 1000), (int)(next_random(&random) % 9000),
            next_random(&random), next_random(&random) % 10, next_random(&random) % 100);
    }
    hob_buf_add_cstr(buf, "\n  ]\n}\n");
}

static void bench_json(void) {
    hob_buf scene, out;
    hob_buf_init(&scene, hob_heap_allocator(), HOB_JSON_MAX_BYTES);
    hob_buf_init(&out, hob_heap_allocator(), HOB_JSON_MAX_BYTES);
    make_scene(&scene);
    double raw = 1e9, read = 1e9, written = 1e9;
    size_t values = 0;
    for (int round = 0; round < 7; round++) {
        yyjson_alc alc = hob_json_alc(hob_heap_allocator());
        double start = bench_cpu_ms();
        yyjson_doc *doc = yyjson_read_opts(scene.data, scene.length, 0, &alc, NULL);
        double took = bench_cpu_ms() - start;
        raw = took < raw ? took : raw;
        values = yyjson_doc_get_val_count(doc);
        yyjson_doc_free(doc);
        hob_json json;
        start = bench_cpu_ms();
        if (hob_json_parse(hob_heap_allocator(), hob_buf_str(&scene), "scene", HOB_JSON_STRICT,
                           &json, NULL, NULL) != HOB_OK) {
            return;
        }
        took = bench_cpu_ms() - start;
        read = took < read ? took : read;
        hob_buf_clear(&out);
        start = bench_cpu_ms();
        if (hob_json_write(&out, json.root, NULL) != HOB_OK) {
            return;
        }
        took = bench_cpu_ms() - start;
        written = took < written ? took : written;
        hob_json_done(&json);
    }
    printf("json: scene of %.1f MB, %zu values: yyjson alone %.1f ms, with verdicts and text kept "
           "%.1f ms, "
           "written in %.1f ms\n",
           (double)scene.length / 1e6, values, raw, read, written);
    hob_buf_done(&scene);
    hob_buf_done(&out);
}

void bench_base(void) {
    bench_region();
    bench_json();
}
