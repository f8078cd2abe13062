/* `hob mcp --http` as a process, spoken to byte by byte. Programs without HTTP say so. */
#define _DEFAULT_SOURCE
#define _POSIX_C_SOURCE 200809L

#include "support/program.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define TOKEN "tokenoftestswithmanyletters"
#define JSON  "Content-Type: application/json\r\n"
#define AUTH  "Authorization: Bearer " TOKEN "\r\n"
#define NEW   "MCP-Protocol-Version: 2026-07-28\r\n"
#define META                                                                 \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"," \
    "\"io.modelcontextprotocol/clientCapabilities\":{}}"
#define REQUEST(method, members) \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" method "\",\"params\":{" members META "}}"
#define LIST REQUEST("tools/list", "")
#define BEGIN                                                                                  \
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":" \
    "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}"

typedef struct served {
    char folder[64];
    pid_t pid;
    int input; /* closing it ends the server */
    int port;  /* 0: the program has no HTTP */
} served;

static void begin(served *s) {
    static const char *const words[] = {HOB_TEST_PROGRAM, "new", "g", "--id", "prj_test", NULL};
    hob_test_process p;
    int in[2], err[2];
    char line[1024] = "";
    size_t length = 0;
    hob_test_folder_make(s->folder);
    hob_test_process_run(&p, s->folder, NULL, words);
    assert_int_equal(p.exit_code, 0);
    hob_test_process_done(&p);
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(err), 0);
    s->pid = fork();
    assert_true(s->pid >= 0);
    if (s->pid == 0) {
        (void)dup2(in[0], 0);
        (void)dup2(err[1], 2);
        close(in[0]);
        close(in[1]);
        close(err[0]);
        close(err[1]);
        setenv("HOB_MCP_TOKEN", TOKEN, 1);
        if (chdir(s->folder) == 0) {
            execl(HOB_TEST_PROGRAM, "hob", "-p", "g", "mcp", "--http", (char *)NULL);
        }
        _exit(127);
    }
    close(in[0]);
    close(err[1]);
    s->input = in[1];
    /* Until the address is there, or all of what keeps it from serving. */
    while (length + 1 < sizeof line && read(err[0], line + length, 1) == 1 &&
           (line[length] != '\n' || strstr(line, "127.0.0.1:") == NULL)) {
        length++;
    }
    close(err[0]);
    s->port = 0;
    assert_null(strstr(line, TOKEN));
    const char *at = strstr(line, "127.0.0.1:");
    if (at == NULL) {
        assert_non_null(strstr(line, "CAPABILITY_MISSING"));
    } else {
        s->port = (int)strtol(at + strlen("127.0.0.1:"), NULL, 10);
    }
}

static void end(served *s) {
    int status = 0;
    close(s->input);
    assert_int_equal(waitpid(s->pid, &status, 0), s->pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), s->port != 0 ? 0 : 1);
    hob_test_folder_remove(s->folder);
}

static int dial(const served *s) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)s->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

/* Sends bytes; gives the status of the answer, and the answer whole. */
static int talk(const served *s, const char *bytes, size_t length, char *ret_text, size_t size) {
    int fd = dial(s);
    size_t got = 0;
    while (length > 0) {
        ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0) {
            break; /* it refuses before all is there */
        }
        bytes += sent;
        length -= (size_t)sent;
    }
    for (ssize_t n; got + 1 < size && (n = recv(fd, ret_text + got, size - got - 1, 0)) > 0;) {
        got += (size_t)n;
    }
    ret_text[got] = '\0';
    close(fd);
    return got > 12 ? (int)strtol(ret_text + 9, NULL, 10) : 0;
}

static char answer[1 << 18];

static int post(const served *s, const char *line, const char *host, const char *headers,
                const char *body) {
    static char text[1 << 16];
    int length = snprintf(text, sizeof text,
                          "%s HTTP/1.1\r\n%sConnection: close\r\n%sContent-Length: %zu\r\n\r\n%s",
                          line, host, headers, strlen(body), body);
    assert_in_range(length, 1, sizeof text - 1);
    return talk(s, text, (size_t)length, answer, sizeof answer);
}

#define HOST "Host: localhost\r\n"

static void requests__pass_the_gate_or_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *line, *host, *headers, *body;
        int status;
    } rows[] = {
        {"POST /mcp", HOST, AUTH JSON NEW "Mcp-Method: tools/list\r\n", LIST, 200},
        {"POST /mcp", "", AUTH JSON NEW "Mcp-Method: tools/list\r\n", LIST, 403},
        {"POST /mcp", "Host: evil.example\r\n", AUTH JSON, LIST, 403},
        {"POST /mcp", HOST HOST, AUTH JSON, LIST, 403},
        {"POST /mcp", HOST, AUTH JSON "Origin: http://evil.example\r\n", LIST, 403},
        {"POST /mcp", HOST, AUTH JSON "Origin: null\r\n", LIST, 403},
        {"POST /mcp", HOST, AUTH JSON "Sec-Fetch-Site: cross-site\r\n", LIST, 403},
        {"POST /mcp", HOST, JSON, LIST, 401},
        {"POST /mcp", HOST, JSON "Authorization: Bearer wrong\r\n", LIST, 401},
        {"POST /mcp", HOST, JSON AUTH AUTH, LIST, 403},
        {"GET /mcp", HOST, AUTH, "", 405},
        {"PUT /mcp", HOST, AUTH JSON, LIST, 405},
        {"OPTIONS /mcp", HOST, AUTH, "", 405},
        {"DELETE /mcp", HOST, AUTH, "", 400},
        {"DELETE /mcp", HOST, AUTH "Mcp-Session-Id: x\r\n", "", 404},
        {"GET /.well-known/oauth-authorization-server", HOST, "", "", 404},
        {"POST /", HOST, AUTH JSON, LIST, 404},
        {"POST /mcp", HOST, AUTH "Content-Type: text/plain\r\n", LIST, 415},
        {"POST /mcp", HOST, AUTH JSON "Accept: text/html\r\n", LIST, 406},
        {"POST /mcp", HOST, AUTH JSON, "{", 400},
        {"POST /mcp", HOST, AUTH JSON, "[]", 400},
        {"POST /mcp", HOST, AUTH JSON, "", 400},
        {"POST /mcp", HOST, AUTH JSON, LIST, 400}, /* the headers are missing */
        {"POST /mcp", HOST, AUTH JSON NEW, LIST, 400},
        {"POST /mcp", HOST, AUTH JSON NEW "Mcp-Method: ping\r\n", LIST, 400},
        {"POST /mcp", HOST, AUTH JSON "MCP-Protocol-Version: 2025-11-25\r\n", LIST, 400},
        {"POST /mcp", HOST, AUTH JSON NEW "Mcp-Method: tools/call\r\nMcp-Name: b\r\n",
         REQUEST("tools/call", "\"name\":\"inspect_project\","), 400},
        {"POST /mcp", HOST, AUTH JSON NEW "Mcp-Method: tools/call\r\nMcp-Name: inspect_project\r\n",
         REQUEST("tools/call", "\"name\":\"inspect_project\","), 200},
        {"POST /mcp", HOST, AUTH JSON NEW "Mcp-Method: nope\r\n", REQUEST("nope", ""), 404},
        {"POST /mcp", HOST, AUTH JSON, "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}", 202},
        {"POST /mcp", HOST, AUTH JSON "Mcp-Session-Id: nobody\r\n", BEGIN, 404},
        {"POST /mcp", HOST, AUTH JSON NEW, BEGIN, 400},
        {"POST /mcp", HOST, AUTH JSON, BEGIN, 200},
    };
    served s;
    begin(&s);
    for (size_t i = 0; s.port != 0 && i < HOB_COUNT(rows); i++) {
        int status = post(&s, rows[i].line, rows[i].host, rows[i].headers, rows[i].body);
        if (status != rows[i].status) {
            (void)kill(s.pid, SIGKILL);
            fail_msg("row %zu: %d, not %d: %s", i, status, rows[i].status, answer);
        }
        assert_null(strstr(answer, "Access-Control"));
    }
    end(&s);
}

static void session__is_kept_by_its_id(void **state) {
    (void)state;
    served s;
    char headers[400];
    begin(&s);
    if (s.port != 0) {
        assert_int_equal(post(&s, "POST /mcp", HOST, AUTH JSON, BEGIN), 200);
        const char *id = strstr(answer, "Mcp-Session-Id: ");
        assert_non_null(id);
        snprintf(headers, sizeof headers, AUTH JSON "%.*s\r\n", (int)strcspn(id, "\r"), id);
        static const char list[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
        assert_int_equal(post(&s, "POST /mcp", HOST, headers, list), 200);
        assert_int_equal(post(&s, "POST /mcp", HOST, AUTH JSON, list), 400);
        assert_int_equal(post(&s, "DELETE /mcp", HOST, headers, ""), 204);
        assert_int_equal(post(&s, "POST /mcp", HOST, headers, list), 404);
    }
    end(&s);
}

static void progress__comes_as_a_stream_of_events(void **state) {
    (void)state;
    served s;
    begin(&s);
    if (s.port != 0) {
        static const char run[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/"
                                  "call\",\"params\":{\"name\":\"run_scene\","
                                  "\"arguments\":{\"frames\":2000},\"_meta\":{\"progressToken\":1,"
                                  "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                                  "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
        assert_int_equal(post(&s, "POST /mcp", HOST,
                              AUTH JSON NEW "Mcp-Method: tools/call\r\nMcp-Name: run_scene\r\n",
                              run),
                         200);
        assert_non_null(strstr(answer, "text/event-stream"));
        assert_non_null(strstr(answer, "notifications/progress"));
        assert_non_null(strstr(answer, "\"id\":1,\"result\""));
    }
    end(&s);
}

/* A client of the newer generation that hangs up stops its command: the next one is answered long
 * before a million frames are over. */
static void lost_connection__stops_the_command(void **state) {
    (void)state;
    served s;
    begin(&s);
    if (s.port != 0) {
        static const char body[] =
            REQUEST("tools/call", "\"name\":\"run_scene\",\"arguments\":{\"frames\":1000000},");
        char text[2048];
        int length = snprintf(text, sizeof text,
                              "POST /mcp HTTP/1.1\r\n" HOST AUTH JSON NEW
                              "Mcp-Method: tools/call\r\nMcp-Name: run_scene\r\n"
                              "Content-Length: %zu\r\n\r\n%s",
                              strlen(body), body);
        int fd = dial(&s);
        assert_int_equal(send(fd, text, (size_t)length, MSG_NOSIGNAL), length);
        assert_int_equal(
            post(&s, "POST /mcp", HOST, AUTH JSON NEW "Mcp-Method: tools/list\r\n", LIST),
            200); /* answered meanwhile */
        close(fd);
        assert_int_equal(post(&s, "POST /mcp", HOST,
                              AUTH JSON NEW "Mcp-Method: tools/call\r\nMcp-Name: list_commands\r\n",
                              REQUEST("tools/call", "\"name\":\"list_commands\",")),
                         200);
    }
    end(&s);
}

static void sizes__are_bounded(void **state) {
    (void)state;
    enum { LARGE = 17 << 20, LONG = 20000 };
    served s;
    begin(&s);
    if (s.port != 0) {
        char *text = test_malloc(LARGE + 1024);
        int length = sprintf(text,
                             "POST /mcp HTTP/1.1\r\n" HOST AUTH JSON
                             "Connection: close\r\nContent-Length: %d\r\n\r\n",
                             LARGE);
        memset(text + length, ' ', LARGE);
        assert_int_equal(talk(&s, text, (size_t)length + 1000, answer, sizeof answer), 413);
        length = sprintf(text, "POST /mcp HTTP/1.1\r\n" HOST AUTH JSON "X: ");
        memset(text + length, 'x', LONG);
        memcpy(text + length + LONG, "\r\n\r\n", 4);
        int status = talk(&s, text, (size_t)length + LONG + 4, answer, sizeof answer);
        assert_true(status == 0 || status == 400 || status == 413);
        test_free(text);
        assert_int_equal(
            post(&s, "POST /mcp", HOST, AUTH JSON NEW "Mcp-Method: tools/list\r\n", LIST),
            200); /* it lives on */
    }
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests__pass_the_gate_or_are_refused),
        cmocka_unit_test(session__is_kept_by_its_id),
        cmocka_unit_test(progress__comes_as_a_stream_of_events),
        cmocka_unit_test(lost_connection__stops_the_command),
        cmocka_unit_test(sizes__are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
