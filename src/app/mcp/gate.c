#include "app/mcp/gate.h"

#include <string.h>

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool starts_like(hob_str s, const char *start) {
    size_t length = strlen(start);
    for (size_t i = 0; i < length; i++) {
        if (i >= s.length || lower(s.data[i]) != start[i]) {
            return false;
        }
    }
    return true;
}

static hob_str rest(hob_str s, size_t from) {
    return (hob_str){s.data + from, s.length - from};
}

/* Nothing, or ":" and our port. */
static bool is_our_port(hob_str s, int port) {
    long given = 0;
    if (s.length == 0) {
        return true;
    }
    for (size_t i = 1; i < s.length; i++) {
        if (s.data[i] < '0' || s.data[i] > '9' || i > 5) {
            return false;
        }
        given = given * 10 + (s.data[i] - '0');
    }
    return s.data[0] == ':' && s.length > 1 && given == port;
}

/* A name of this machine that no other machine's page can have. */
static bool is_our_host(hob_str s, int port) {
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    for (size_t i = 0; i < HOB_COUNT(names); i++) {
        if (starts_like(s, names[i]) && is_our_port(rest(s, strlen(names[i])), port)) {
            return true;
        }
    }
    return false;
}

static bool is_our_origin(hob_str s, int port) {
    static const char scheme[] = "http://";
    return starts_like(s, scheme) && is_our_host(rest(s, strlen(scheme)), port);
}

static bool is_json(hob_str type) {
    static const char json[] = "application/json";
    size_t length = strlen(json);
    return starts_like(type, json) &&
           (type.length == length || type.data[length] == ';' || type.data[length] == ' ');
}

static bool accepts(hob_str accept) {
    static const char *const fits[] = {"application/json", "text/event-stream", "*/*",
                                       "application/*"};
    for (size_t i = 0; i < HOB_COUNT(fits); i++) {
        if (hob_str_find(accept, hob_str_from(fits[i])) != SIZE_MAX) {
            return true;
        }
    }
    return accept.data == NULL;
}

bool hob_gate_equal(hob_str given, hob_str secret) {
    unsigned char difference = given.length == secret.length ? 0 : 1;
    for (size_t i = 0; i < secret.length; i++) {
        char c = i < given.length ? given.data[i] : '\0';
        difference = (unsigned char)(difference | (c ^ secret.data[i]));
    }
    return difference == 0;
}

static bool is_authorized(const hob_gate *gate, hob_str authorization) {
    static const char bearer[] = "bearer ";
    return gate->token.length == 0 ||
           (starts_like(authorization, bearer) &&
            hob_gate_equal(rest(authorization, strlen(bearer)), gate->token));
}

int hob_gate_check(const hob_gate *gate, const hob_gate_request *r) {
    bool fetches_here = r->fetch_site.data == NULL || hob_str_is(r->fetch_site, "same-origin") ||
                        hob_str_is(r->fetch_site, "none");
    if (r->repeated || !is_our_host(r->host, gate->port) || !fetches_here ||
        (r->origin.data != NULL && !is_our_origin(r->origin, gate->port))) {
        return 403;
    }
    if (!hob_gate_equal(r->path, gate->path)) {
        return 404; /* among them where a login by OAuth would be looked for */
    }
    if (!is_authorized(gate, r->authorization)) {
        return 401;
    }
    if (hob_str_is(r->method, "DELETE")) {
        return 0; /* ends a session */
    }
    if (!hob_str_is(r->method, "POST")) {
        return 405;
    }
    if (r->content_length.data != NULL && r->transfer_encoding.data != NULL) {
        return 400;
    }
    if (!is_json(r->content_type)) {
        return 415;
    }
    return accepts(r->accept) ? 0 : 406;
}
