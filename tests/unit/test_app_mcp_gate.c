/* Who may come in over HTTP. */
#include "app/mcp/gate.h"
#include "support/testing.h"

#define TOKEN "0123456789abcdef0123456789abcdef"
#define NONE  ((hob_str){NULL, 0})

static const hob_gate gate = {
    .port = 4000, .path = HOB_STR_INIT("/mcp"), .token = HOB_STR_INIT(TOKEN)};

static hob_gate_request good(void) {
    return (hob_gate_request){.method = HOB_STR("POST"),
                              .path = HOB_STR("/mcp"),
                              .host = HOB_STR("127.0.0.1:4000"),
                              .authorization = HOB_STR("Bearer " TOKEN),
                              .content_type = HOB_STR("application/json"),
                              .accept = HOB_STR("application/json, text/event-stream"),
                              .content_length = HOB_STR("2")};
}

static void right_request__comes_in(void **state) {
    (void)state;
    hob_gate_request r = good();
    assert_int_equal(hob_gate_check(&gate, &r), 0);
    r.accept = NONE;
    r.content_type = HOB_STR("Application/JSON; charset=utf-8");
    r.authorization = HOB_STR("bearer " TOKEN);
    r.origin = HOB_STR("http://localhost:4000");
    r.fetch_site = HOB_STR("same-origin");
    assert_int_equal(hob_gate_check(&gate, &r), 0);
    r.method = HOB_STR("DELETE");
    r.content_type = NONE;
    assert_int_equal(hob_gate_check(&gate, &r), 0);
}

static void host__is_this_machine_at_our_port(void **state) {
    (void)state;
    static const struct {
        const char *host; /* null: none */
        int status;
    } rows[] = {{"127.0.0.1:4000", 0},
                {"localhost:4000", 0},
                {"LOCALHOST:4000", 0},
                {"[::1]:4000", 0},
                {"localhost", 0},
                {NULL, 403},
                {"", 403},
                {"evil.example", 403},
                {"evil.example:4000", 403},
                {"localhost:4001", 403},
                {"localhost:", 403},
                {"localhost:4000x", 403},
                {"localhost:04000000", 403},
                {"localhost.evil.example:4000", 403},
                {"127.0.0.1.evil.example", 403},
                {"127.0.0.10:4000", 403},
                {"0.0.0.0:4000", 403}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_gate_request r = good();
        r.host = hob_str_from(rows[i].host);
        assert_int_equal(hob_gate_check(&gate, &r), rows[i].status);
    }
}

static void origin__is_none_or_ours(void **state) {
    (void)state;
    static const struct {
        const char *origin;
        int status;
    } rows[] = {{"http://127.0.0.1:4000", 0},
                {"http://localhost", 0},
                {"null", 403},
                {"", 403},
                {"https://localhost:4000", 403},
                {"http://evil.example", 403},
                {"http://localhost:4001", 403},
                {"http://localhost:4000/", 403},
                {"http://localhost.evil.org", 403},
                {"file://", 403}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_gate_request r = good();
        r.origin = hob_str_from(rows[i].origin);
        assert_int_equal(hob_gate_check(&gate, &r), rows[i].status);
    }
    hob_gate_request r = good();
    r.fetch_site = HOB_STR("cross-site");
    assert_int_equal(hob_gate_check(&gate, &r), 403);
    r = good();
    r.repeated = true;
    assert_int_equal(hob_gate_check(&gate, &r), 403);
}

static void token__is_asked_for_on_the_one_path(void **state) {
    (void)state;
    static const struct {
        const char *path, *authorization;
        int status;
    } rows[] = {{"/mcp", NULL, 401},
                {"/mcp", "", 401},
                {"/mcp", "Bearer ", 401},
                {"/mcp", "Bearer 0123456789abcdef0123456789abcdeX", 401},
                {"/mcp", "Bearer " TOKEN "0", 401},
                {"/mcp", "Bearer 0123", 401},
                {"/mcp", "Basic " TOKEN, 401},
                {"/mcp", TOKEN, 401},
                {"/", "Bearer " TOKEN, 404},
                {"/mcp/", "Bearer " TOKEN, 404},
                {"/mcp?x", "Bearer " TOKEN, 404},
                {"/.well-known/oauth-protected-resource", NULL, 404}};
    for (size_t i = 0; i < HOB_COUNT(rows); i++) {
        hob_gate_request r = good();
        r.path = hob_str_from(rows[i].path);
        r.authorization = hob_str_from(rows[i].authorization);
        assert_int_equal(hob_gate_check(&gate, &r), rows[i].status);
    }
}

static void form__is_a_post_of_json(void **state) {
    (void)state;
    hob_gate_request r = good();
    r.method = HOB_STR("GET");
    assert_int_equal(hob_gate_check(&gate, &r), 405);
    static const char *const types[] = {NULL, "", "text/plain", "application/jsonx",
                                        "application/x-www-form-urlencoded"};
    for (size_t i = 0; i < HOB_COUNT(types); i++) {
        r = good();
        r.content_type = hob_str_from(types[i]);
        assert_int_equal(hob_gate_check(&gate, &r), 415);
    }
    r = good();
    r.accept = HOB_STR("text/html");
    assert_int_equal(hob_gate_check(&gate, &r), 406);
    r = good();
    r.transfer_encoding = HOB_STR("chunked");
    assert_int_equal(hob_gate_check(&gate, &r), 400);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_request__comes_in),
        cmocka_unit_test(host__is_this_machine_at_our_port),
        cmocka_unit_test(origin__is_none_or_ours),
        cmocka_unit_test(token__is_asked_for_on_the_one_path),
        cmocka_unit_test(form__is_a_post_of_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
