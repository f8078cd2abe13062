/* Whether a component finds what it needs beside it, and who else does what only one may do (spec
 * hob 4.3, 12.1). Decided here once, for files (validate) and for games (attach): both hand in an
 * entity's components as parts.
 *
 * Claims by family: Mover and Motor write the position, Controller steers, Edge answers to the edge
 * of the world, and so does a Mover whose blockedBy has bounds. A type's own claims come on top.
 * Nothing here allocates. */
#ifndef HOB_SCHEMA_NEEDS_H
#define HOB_SCHEMA_NEEDS_H

#include "schema/registry.h"

typedef struct hob_part {
    hob_str slot;
    const hob_component_type *type;
    const void *data; /* its struct; null = unknown: conditions do not hold */
} hob_part;

bool hob_type_in_family(const hob_component_type *type, const char *family);
/* Whether the slot, the type or a family has that name. */
bool hob_part_answers(const hob_part *part, hob_str name);
/* Whether the list `blockedBy` of a part has a word. */
bool hob_part_is_blocked_by(const hob_part *part, const char *word);
/* Set of HOB_CLAIM_ bits. */
uint32_t hob_part_claims(const hob_part *part);

/* Who, of parts before `index`, holds one of these claims that parts[index] makes too. Fails with
 * POSITION_WRITERS or EDGE_RESPONSES, naming both. */
HOB_NODISCARD hob_status hob_part_check_claim(const hob_part *parts, size_t index, uint32_t claim,
                                              hob_error *reterr);
bool hob_part_has_need(const hob_part *part, const hob_need *need);
/* The sibling that parts[index] needs; fails with the need's code, naming both sides. */
hob_status hob_part_find_sibling(const hob_part *parts, size_t count, size_t index,
                                 const hob_need *need, size_t *ret_index, hob_error *reterr);
/* The failure of a need that the scene does not meet: none, or several, answer. */
hob_status hob_part_fail_scene(const hob_part *part, const hob_need *need, bool several,
                               hob_error *reterr);
/* Failures of a contract that is asked for by name alone. */
hob_status hob_contract_fail(const char *contract, bool several, hob_error *reterr);

#endif
