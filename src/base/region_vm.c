/* Where regions get their address space from: reserved and committed page by page on POSIX, one
 * block elsewhere. */
#if defined(__unix__) || defined(__APPLE__)
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#endif

#include "base/region_private.h"

#if (defined(__unix__) || defined(__APPLE__)) && !defined(__EMSCRIPTEN__)

#include <sys/mman.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

/* More than is needed is mapped, and what lies before and behind the aligned part is given back. */
static void *reserve_pages(void *user, size_t size, size_t align) {
    (void)user;
    if (size > SIZE_MAX - align) {
        return NULL;
    }
    char *at =
        mmap(NULL, size + align, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) {
        return NULL;
    }
    size_t before = (align - (uintptr_t)at % align) % align;
    if (before) {
        (void)munmap(at, before);
    }
    if (align - before) {
        (void)munmap(at + before + size, align - before);
    }
#ifdef MADV_HUGEPAGE
    /* A step walks all of it: large pages spare most look-ups of addresses. Only a wish. */
    (void)madvise(at + before, size, MADV_HUGEPAGE);
#endif
    return at + before;
}

static bool commit_pages(void *user, void *at, size_t size) {
    (void)user;
    return mprotect(at, size, PROT_READ | PROT_WRITE) == 0;
}

static void release_pages(void *user, void *base, size_t size) {
    (void)user;
    (void)munmap(base, size);
}

#else

#include <stdlib.h>

/* The whole block is there from the start; a web page grows its memory for it. */
static void *reserve_pages(void *user, size_t size, size_t align) {
    (void)user;
    return aligned_alloc(align, (size + align - 1) / align * align);
}

static bool commit_pages(void *user, void *at, size_t size) {
    (void)user;
    (void)at;
    (void)size;
    return true;
}

static void release_pages(void *user, void *base, size_t size) {
    (void)user;
    (void)size;
    free(base);
}

#endif

const hob_vm *hob_region__system_vm(void) {
    static const hob_vm vm = {reserve_pages, commit_pages, release_pages, NULL};
    return &vm;
}
