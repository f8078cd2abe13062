/* Particles as in the performance anchors, section 4: ns a live particle and step, saturated. */
#define _POSIX_C_SOURCE 200809L

#include "components/particle_emitter.h"
#include "support/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ms(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void run(int emitters, int cap, double rate, const char *emission) {
    char *text = malloc((size_t)emitters * 400);
    if (text == NULL) {
        return;
    }
    size_t length = 0;
    for (int i = 0; i < emitters; i++) {
        length += (size_t)sprintf(
            text + length,
            "%s{\"id\":\"ent_e%d\",\"name\":\"E%d\",\"components\":{\"ParticleEmitter\":{"
            "\"emission\":\"%s\",\"rate\":%g,\"lifetime\":1,\"speed\":80,\"spread\":45,"
            "\"velocity\":{\"x\":30,\"y\":-60},\"velocitySpread\":{\"x\":20,\"y\":20},"
            "\"gravity\":{\"x\":0,\"y\":98},\"maxParticles\":%d,\"seed\":%d}}}",
            i == 0 ? "" : ",", i, i, emission, rate, cap, i);
    }
    hob_test_game game;
    hob_test_game_open(&game, "\"limits\":{\"particles\":1000000}", text, NULL, NULL, 0);
    hob_test_steps(&game, 90);
    double best = 1e9;
    int steps = 20000000 / (emitters * cap) / 10 + 10;
    for (int round = 0; round < 10; round++) {
        double start = now_ms();
        hob_test_steps(&game, steps);
        double spent = (now_ms() - start) / steps;
        best = spent < best ? spent : best;
    }
    printf("%-4s %3d x %-6d %8u live: %8.4f ms a step, %6.2f ns a particle\n", emission, emitters,
           cap, game.world->particle_count, best, best * 1e6 / game.world->particle_count);
    hob_test_game_close(&game);
    free(text);
}

int main(void) {
    printf("goal: 4 ns a particle, 50 x 256 at most 0.08 ms a step\n");
    static const char *const emissions[] = {"cone", "box"};
    for (size_t i = 0; i < HOB_COUNT(emissions); i++) {
        run(50, 256, 300, emissions[i]);
        run(1, 10000, 10000, emissions[i]);
        run(1, 65536, 65536, emissions[i]);
    }
    return 0;
}
