/* Random streams: mulberry32, the one generator of the simulation (session, emitters, camera
 * shake).
 *
 * A stream is one 32-bit word, owned by what draws from it; copying it copies the stream. Each call
 * states how many draws it consumes: the number is part of the rules, since every later draw
 * depends on it. Forms that only one script language has (Lua's math.random(m, n)) are its host's,
 * built on next. Nothing can fail or allocates. */
#ifndef HOB_BASE_RANDOM_H
#define HOB_BASE_RANDOM_H

#include <stdint.h>

typedef struct hob_random {
    uint32_t state;
} hob_random;

/* Any number is a seed: truncated toward zero, modulo 2^32, NaN and infinities 0 (hob_to_uint32).
 */
hob_random hob_random_from_seed(double seed);

/* One draw: a whole number in [0, 2^32). */
uint32_t hob_random_next_u32(hob_random *random);
/* One draw: in [0, 1). */
double hob_random_next(hob_random *random);
/* One draw: min + u * (max - min); the ends may stand in either order. */
double hob_random_range(hob_random *random, double min, double max);
/* A whole number from ceil(smaller) to floor(larger), both included; one draw. When no whole number
 * lies between, the result is ceil(smaller) and nothing is drawn. */
double hob_random_int(hob_random *random, double min, double max);

#endif
