/* Following a pattern: all threads take each character together, in order of preference. */
#include "base/regex_internal.h"

#include <string.h>

#define SLOTS ((size_t)2 * HOB_REGEX_GROUPS)

bool hob_regex__is_word(uint32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

uint32_t hob_regex__lower(uint32_t c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool in_ranges(const hob_regex__set *set, uint32_t c) {
    for (size_t i = 0; i < set->range_count; i++) {
        if (c >= set->ranges[2 * i] && c <= set->ranges[2 * i + 1]) {
            return true;
        }
    }
    return false;
}

static bool takes(const hob_regex *p, const hob_regex__step *step, uint32_t c) {
    switch (step->op) {
    case HOB_REGEX_CHAR:
        return step->a == c || (p->ignore_case && hob_regex__lower(step->a) == hob_regex__lower(c));
    case HOB_REGEX_ANY:
        return c != '\n' && c != '\r';
    case HOB_REGEX_SET: {
        const hob_regex__set *set = &p->sets[step->a];
        bool inside = in_ranges(set, c);
        if (!inside && p->ignore_case) {
            uint32_t lower = hob_regex__lower(c);
            bool letter = lower >= 'a' && lower <= 'z';
            inside = letter && (in_ranges(set, lower) || in_ranges(set, lower - 'a' + 'A'));
        }
        return inside != set->negated;
    }
    default:
        return false;
    }
}

static bool is_word_at(hob_str line, size_t at) {
    return at < line.length && hob_regex__is_word((unsigned char)line.data[at]);
}

static bool holds(hob_regex__op op, hob_str line, size_t at) {
    bool edge = is_word_at(line, at) != (at > 0 && is_word_at(line, at - 1));
    switch (op) {
    case HOB_REGEX_BEGIN:
        return at == 0;
    case HOB_REGEX_END:
        return at == line.length;
    case HOB_REGEX_EDGE:
        return edge;
    default:
        return !edge;
    }
}

/* A thread at this step, and what it reaches without taking a character. `slots` comes back as it
 * was. */
static void add_thread(hob_regex *p, hob_regex__threads *list, uint32_t first, hob_str line,
                       size_t at, size_t *slots) {
    size_t open = 0;
    p->todo[open++] = (struct hob_regex__todo){first, UINT32_MAX, 0};
    while (open > 0) {
        struct hob_regex__todo todo = p->todo[--open];
        if (todo.slot != UINT32_MAX) {
            slots[todo.slot] = todo.old;
            continue;
        }
        const hob_regex__step *step = &p->steps[todo.at];
        if (p->seen[todo.at] == at + 1) {
            continue;
        }
        p->seen[todo.at] = at + 1;
        switch (step->op) {
        case HOB_REGEX_JUMP:
            p->todo[open++] = (struct hob_regex__todo){step->a, UINT32_MAX, 0};
            break;
        case HOB_REGEX_SPLIT:
            p->todo[open++] = (struct hob_regex__todo){step->b, UINT32_MAX, 0};
            p->todo[open++] = (struct hob_regex__todo){step->a, UINT32_MAX, 0};
            break;
        case HOB_REGEX_SAVE:
            p->todo[open++] = (struct hob_regex__todo){0, step->a, slots[step->a]};
            p->todo[open++] = (struct hob_regex__todo){todo.at + 1, UINT32_MAX, 0};
            slots[step->a] = at;
            break;
        case HOB_REGEX_BEGIN:
        case HOB_REGEX_END:
        case HOB_REGEX_EDGE:
        case HOB_REGEX_NO_EDGE:
            if (holds(step->op, line, at)) {
                p->todo[open++] = (struct hob_regex__todo){todo.at + 1, UINT32_MAX, 0};
            }
            break;
        default:
            memcpy(list->slots + list->count * SLOTS, slots, SLOTS * sizeof *slots);
            list->at[list->count++] = todo.at;
        }
    }
}

static void swap(hob_regex__threads *a, hob_regex__threads *b) {
    hob_regex__threads c = *a;
    *a = *b;
    *b = c;
}

static void tell(const hob_regex *p, const size_t *slots, hob_regex_match *ret_match) {
    ret_match->group_count = p->group_count;
    for (size_t i = 0; i < p->group_count; i++) {
        ret_match->start[i] = slots[2 * i];
        ret_match->end[i] = slots[2 * i + 1];
    }
}

/* Whether some thread goes on; a match ends those of less preference. */
static bool advance(hob_regex *p, hob_str line, size_t at, size_t used, uint32_t c,
                    hob_regex_match *ret_match) {
    bool found = false;
    p->next.count = 0;
    for (size_t i = 0; i < p->now.count && !found; i++) {
        const hob_regex__step *step = &p->steps[p->now.at[i]];
        size_t *slots = p->now.slots + i * SLOTS;
        if (step->op == HOB_REGEX_MATCH) {
            tell(p, slots, ret_match);
            found = true;
        } else if (used > 0 && takes(p, step, c)) {
            add_thread(p, &p->next, p->now.at[i] + 1, line, at + used, slots);
        }
    }
    return found;
}

bool hob_regex_find(hob_regex *p, hob_str line, size_t from, hob_regex_match *ret_match) {
    size_t slots[SLOTS];
    bool found = false;
    memset(p->seen, 0, p->step_count * sizeof *p->seen);
    p->now.count = 0;
    for (size_t at = from; at <= line.length;) {
        uint32_t c = 0;
        size_t used = hob_utf8_decode(line, at, &c);
        if (!found) { /* one more that begins here, behind those that began earlier */
            memset(slots, 0xff, sizeof slots);
            add_thread(p, &p->now, 0, line, at, slots);
        }
        found = advance(p, line, at, used, c, ret_match) || found;
        swap(&p->now, &p->next);
        if (used == 0 || (found && p->now.count == 0)) {
            break;
        }
        at += used;
    }
    return found;
}
