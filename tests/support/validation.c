#include "support/validation.h"

#include <string.h>

/* A stand-in for the languages: "!bad" does not parse. */
static hob_status check_script(void *user, const char *path, hob_str text, hob_error *reterr) {
    (void)user;
    size_t at = hob_str_find(text, HOB_STR("!bad"));
    if (at == SIZE_MAX) {
        return HOB_OK;
    }
    int line = 1;
    for (size_t i = 0; i < at; i++) {
        line += text.data[i] == '\n';
    }
    (void)hob_fail(reterr, HOB_ERR_SCRIPT_SYNTAX_ERROR, "Unexpected \"!\".");
    (void)hob_error_place(reterr, path, NULL, line, 1);
    return HOB_ERR_SCRIPT_SYNTAX_ERROR;
}
static const hob_script_checker checker = {.check = check_script};

static void print_findings(const hob_error_list *findings) {
    for (size_t i = 0; i < findings->count; i++) {
        const hob_error *found = &findings->items[i];
        print_message("  %s %s %s %s:%d:%d %s [%s]\n",
                      found->severity == HOB_SEVERITY_ERROR ? "error" : "warning",
                      hob_status_name(found->status), found->file, found->pointer, found->line,
                      found->column, found->message, found->hint);
    }
}

static bool is_as_expected(const hob_error *found, const hob_expected *wanted) {
    return found->status == wanted->status && found->severity == wanted->severity &&
           strcmp(found->file, wanted->file) == 0 && found->line == wanted->line &&
           (!wanted->pointer || strcmp(found->pointer, wanted->pointer) == 0) &&
           found->message[0] && found->hint[0];
}

static size_t expected_count(const hob_validation_case *c) {
    size_t count = 0;
    while (count < HOB_COUNT(c->found) && c->found[count].status) {
        count++;
    }
    return count;
}

static void put_case(hob_test_project *t, const hob_validation_case *c) {
    hob_test_project_put_manifest(t, c->manifest ? c->manifest : "");
    hob_test_project_put_scene(t, c->entities ? c->entities : "", c->keys ? c->keys : "");
    for (size_t i = 0; i < HOB_COUNT(c->files) && c->files[i].path; i++) {
        hob_test_project_put(t, c->files[i].path, c->files[i].text);
    }
}

static bool run_case(const hob_validation_case *c) {
    hob_test_project t;
    hob_error_list findings;
    hob_test_project_begin(&t);
    t.checker = &checker;
    put_case(&t, c);
    hob_test_project_open(&t);
    hob_error_list_init(&findings, hob_heap_allocator());
    assert_int_equal(hob_project_validate(t.project, &findings, NULL), HOB_OK);
    size_t wanted = expected_count(c);
    bool same = findings.count == wanted;
    for (size_t i = 0; i < wanted && same; i++) {
        same = is_as_expected(&findings.items[i], &c->found[i]);
    }
    if (!same) {
        print_message("case \"%s\": wanted %zu, found:\n", c->name, wanted);
        print_findings(&findings);
    }
    hob_error_list_done(&findings);
    hob_test_project_end(&t);
    return same;
}

void hob_test_validation(const hob_validation_case *cases, size_t count) {
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        wrong += !run_case(&cases[i]);
    }
    assert_int_equal(wrong, 0);
}

static bool has_case(const hob_validation_case *cases, size_t count, hob_status status) {
    for (size_t i = 0; i < count; i++) {
        for (size_t f = 0; f < HOB_COUNT(cases[i].found); f++) {
            if (cases[i].found[f].status == status) {
                return true;
            }
        }
    }
    return false;
}

void hob_test_validation_codes(const hob_validation_case *cases, size_t count,
                               const hob_status *codes, size_t code_count) {
    for (size_t i = 0; i < code_count; i++) {
        if (!has_case(cases, count, codes[i])) {
            fail_msg("no case for %s", hob_status_name(codes[i]));
        }
    }
}
