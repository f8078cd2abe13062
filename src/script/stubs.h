/* Types of the script interface for editors, made from the ctx table: annotations for the Lua
 * language server, a declaration file for TypeScript and JavaScript. */
#ifndef HOB_SCRIPT_STUBS_H
#define HOB_SCRIPT_STUBS_H

#include "base/text.h"

typedef enum hob_stub_language { HOB_STUB_LUA, HOB_STUB_TYPESCRIPT } hob_stub_language;

/* The whole file. Out of memory shows in the buffer. */
void hob_stubs_write(hob_stub_language language, hob_buf *out);

#endif
