/* Runs a fuzz target over stored inputs without a fuzzer: each argument is a file or a folder of
 * files. Every input that ever broke something stays in fuzz/corpus/<name>/ and is replayed by
 * CTest with any compiler. */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return -1;
    }
    uint8_t *data = NULL;
    size_t size = 0, cap = 0, got = 0;
    do {
        size += got;
        if (size == cap) {
            cap = cap == 0 ? 4096 : cap * 2;
            uint8_t *grown = realloc(data, cap);
            if (grown == NULL) {
                free(data);
                fclose(file);
                return -1;
            }
            data = grown;
        }
        got = fread(data + size, 1, cap - size, file);
    } while (got > 0);
    fclose(file);
    /* An exact copy, so that a sanitizer sees a read past the end. */
    uint8_t *exact = malloc(size > 0 ? size : 1);
    if (exact != NULL) {
        memcpy(exact, data, size);
        LLVMFuzzerTestOneInput(exact, size);
    }
    free(exact);
    free(data);
    return exact == NULL ? -1 : 1;
}

/* Number of inputs run, or -1. */
static int run_path(const char *path) {
    struct stat info;
    if (stat(path, &info) != 0) {
        perror(path);
        return -1;
    }
    if (!S_ISDIR(info.st_mode)) {
        return run_file(path);
    }
    struct dirent **names = NULL;
    int count = scandir(path, &names, NULL, alphasort), ran = 0;
    for (int i = 0; i < count; i++) {
        char child[4096];
        int length = snprintf(child, sizeof child, "%s/%s", path, names[i]->d_name);
        int result = 0;
        if (names[i]->d_name[0] != '.' && length > 0 && (size_t)length < sizeof child) {
            result = run_file(child);
        }
        free(names[i]);
        ran = result < 0 || ran < 0 ? -1 : ran + result;
    }
    free(names);
    return ran;
}

int main(int argc, char **argv) {
    int total = 0;
    for (int i = 1; i < argc; i++) {
        int ran = run_path(argv[i]);
        if (ran < 0) {
            return 1;
        }
        total += ran;
    }
    printf("%d inputs replayed\n", total);
    return total > 0 ? 0 : 1; /* an empty corpus proves nothing */
}
