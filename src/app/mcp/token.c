#include "app/mcp/token.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

hob_status hob_token_make(const hob_command_host *host, char ret_token[HOB_TOKEN_TEXT]) {
    ret_token[0] = '\0';
    if (host->entropy == NULL) {
        return HOB_ERR_INTERNAL_ERROR;
    }
    for (size_t i = 0; i + 8 < HOB_TOKEN_TEXT; i += 8) {
        host->entropy(host->user, ret_token + i);
    }
    return HOB_OK;
}

/* Of a text without blanks that fits. */
static hob_status take(hob_str text, char ret_token[HOB_TOKEN_TEXT], const char *from,
                       hob_error *reterr) {
    enum { SHORTEST = 16 };
    while (text.length > 0 &&
           (text.data[text.length - 1] == '\n' || text.data[text.length - 1] == '\r')) {
        text.length--;
    }
    bool good = text.length >= SHORTEST && text.length < HOB_TOKEN_TEXT;
    for (size_t i = 0; i < text.length; i++) {
        good = good && text.data[i] > ' ' && text.data[i] <= '~';
    }
    if (!good) {
        hob_fail(reterr, HOB_ERR_USAGE, "The token of %.200s is not one.", from);
        return hob_error_hint(reterr, "A token has 16 to 56 printable characters without blanks.");
    }
    memcpy(ret_token, text.data, text.length);
    ret_token[text.length] = '\0';
    return HOB_OK;
}

static hob_status read_or_make(const hob_command_host *host, const char *path, const char *folder,
                               char ret_token[HOB_TOKEN_TEXT], hob_error *reterr) {
    hob_fs *fs = host->fs;
    hob_buf text;
    hob_file_info info = {0};
    hob_buf_init(&text, hob_heap_allocator(), 4096);
    hob_status status = fs->info(fs, path, false, &info, reterr);
    if (status == HOB_OK && info.exists && (info.is_link || (info.mode & 077) != 0)) {
        hob_fail(reterr, HOB_ERR_FILE_PERMISSION, "\"%.200s\" can be read by others.", path);
        status = hob_error_hint(reterr, "Remove it; a new one is made.");
    } else if (status == HOB_OK && info.exists) {
        status = fs->read(fs, path, 4096, &text, reterr);
        status = status == HOB_OK ? take(hob_buf_str(&text), ret_token, path, reterr) : status;
    } else if (status == HOB_OK) {
        status = hob_token_make(host, ret_token);
        status = status == HOB_OK ? hob_fs_make_folders(fs, folder, reterr) : status;
        status = status == HOB_OK ? fs->write_new(fs, path, hob_str_from(ret_token), 0600, reterr)
                                  : status;
    }
    hob_buf_done(&text);
    return status;
}

hob_status hob_token_find(const hob_command_host *host, const char *root,
                          char ret_token[HOB_TOKEN_TEXT], char *place, size_t place_size,
                          hob_error *reterr) {
    const char *given = getenv("HOB_MCP_TOKEN");
    hob_arena arena;
    hob_file_info info = {0};
    if (given != NULL) {
        snprintf(place, place_size, "HOB_MCP_TOKEN");
        return take(hob_str_from(given), ret_token, "HOB_MCP_TOKEN", reterr);
    }
    hob_arena_init(&arena, hob_heap_allocator(), NULL);
    const char *manifest = hob_path_join(&arena, root, "hob.json");
    const char *folder = hob_path_join(&arena, root, ".hob/cache");
    const char *path = folder != NULL ? hob_path_join(&arena, folder, "mcp-token") : NULL;
    hob_status status = HOB_OK;
    if (path == NULL || manifest == NULL) {
        status = hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    } else if (host->fs->info(host->fs, manifest, true, &info, NULL) != HOB_OK || !info.exists) {
        hob_fail(reterr, HOB_ERR_USAGE, "Without a project there is no place for a token.");
        status = hob_error_hint(reterr, "Name a project with -p, or set HOB_MCP_TOKEN.");
    } else {
        snprintf(place, place_size, "%s", path);
        status = read_or_make(host, path, folder, ret_token, reterr);
    }
    hob_arena_done(&arena);
    return status;
}
