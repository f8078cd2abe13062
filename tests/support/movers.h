/* Games of movers for tests: short texts of entities, and what the mover of one of them reports. */
#ifndef HOB_TESTS_MOVERS_H
#define HOB_TESTS_MOVERS_H

#include "support/game.h"

typedef struct hob_mover_game {
    hob_test_game game;
    bool is_open;
    char reports[2000]; /* "+layer/Name axis " and "-layer/Name " of the signals, "finished " */
} hob_mover_game;
extern hob_mover_game hob_movers;

/* Entities as text: single quotes stand for double ones, @ for a letter of an id that nobody else
 * has. `rate` steps a second; 0 = 60. What was open before is closed. */
void hob_movers_open(int rate, const char *entities);
int hob_movers_close(void **state); /* a teardown */
/* Notes the signals of that slot of an entity. */
void hob_movers_listen(const char *name, const char *slot);
/* Fails the test unless that is what was noted; forgets it. */
void hob_movers_expect(const char *reports);
void hob_movers_steps(int steps);
hob_vec2 *hob_movers_place(const char *name);
hob_entity_data *hob_movers_entity(const char *name);
void *hob_movers_component(const char *name, const char *slot);
/* A write from outside, as a script's; JSON with single quotes. */
void hob_movers_write(const char *name, const char *slot, const char *field, const char *json);
/* The one error record so far is of that code, entity and slot, and names a word. */
void hob_movers_expect_error(hob_status status, const char *entity, const char *slot,
                             const char *word);
/* Live bytes of the region, for tests of steadiness. */
size_t hob_movers_bytes(void);

#define EXPECT_AT(name, X, Y)                                                                   \
    do {                                                                                        \
        hob_vec2 *p_ = hob_movers_place(name);                                                  \
        if (p_->x != (X) || p_->y != (Y)) {                                                     \
            fail_msg("%s:%d: %s is at (%.17g, %.17g)", __FILE__, __LINE__, name, p_->x, p_->y); \
        }                                                                                       \
    } while (0)
#define EXPECT_NEAR(value, wanted, by)                                                     \
    do {                                                                                   \
        double v_ = (value), w_ = (wanted);                                                \
        if (!(v_ - w_ <= (by) && w_ - v_ <= (by))) {                                       \
            fail_msg("%s:%d: %s is %.17g, not %.17g", __FILE__, __LINE__, #value, v_, w_); \
        }                                                                                  \
    } while (0)

/* Texts of entities. Boxes have their top left corner at the entity's place. */
#define AT(x, y) "'Transform':{'position':{'x':" #x ",'y':" #y "}}"
#define BOX(w, h, half_w, half_h, layer)                                       \
    "'Collider':{'shape':'box','width':" #w ",'height':" #h ",'layer':'" layer \
    "','offset':{'x':" #half_w ",'y':" #half_h "}}"
#define BOX10(layer)              BOX(10, 10, 5, 5, layer)
#define BOX16(layer)              BOX(16, 16, 8, 8, layer)
#define ENTITY_(name, components) "{'id':'ent_@','name':'" name "','components':{" components "}}"

#endif
