/* What a pattern becomes: a program whose threads walk over the text together. */
#ifndef HOB_BASE_REGEX_INTERNAL_H
#define HOB_BASE_REGEX_INTERNAL_H

#include "base/regex.h"

typedef enum hob_regex__op {
    HOB_REGEX_CHAR,  /* `a` */
    HOB_REGEX_ANY,   /* all but a line break */
    HOB_REGEX_SET,   /* set `a` */
    HOB_REGEX_SPLIT, /* go on at `a`, with less preference at `b` */
    HOB_REGEX_JUMP,  /* go on at `a` */
    HOB_REGEX_SAVE,  /* the place is slot `a` */
    HOB_REGEX_BEGIN, /* at the start of the line */
    HOB_REGEX_END,
    HOB_REGEX_EDGE,    /* a word begins or ends here */
    HOB_REGEX_NO_EDGE, /* it does not */
    HOB_REGEX_MATCH,
} hob_regex__op;

typedef struct hob_regex__step {
    hob_regex__op op;
    uint32_t a, b;
} hob_regex__step;

typedef struct hob_regex__set {
    uint32_t *ranges; /* pairs, both ends included */
    size_t range_count;
    bool negated;
} hob_regex__set;

/* Threads of one place in order of preference; each has its slots behind the others'. */
typedef struct hob_regex__threads {
    uint32_t *at;
    size_t *slots;
    size_t count;
} hob_regex__threads;

struct hob_regex {
    hob_regex__step *steps;
    size_t step_count;
    hob_regex__set *sets;
    size_t set_count, group_count;
    bool ignore_case;
    /* Room for a search. */
    hob_regex__threads now, next;
    size_t *seen; /* by step: place + 1 at which it was last reached */
    struct hob_regex__todo {
        uint32_t at;
        uint32_t slot; /* UINT32_MAX: go on at `at`; else put `old` back */
        size_t old;
    } * todo;
};

bool hob_regex__is_word(uint32_t c);
uint32_t hob_regex__lower(uint32_t c);

#endif
