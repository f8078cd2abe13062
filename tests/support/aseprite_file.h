/* Writing small .aseprite files: numbers, chunks, frames. */
#ifndef HOB_TESTS_ASEPRITE_FILE_H
#define HOB_TESTS_ASEPRITE_FILE_H

#include "base/text.h"

void hob_test_ase_u16(hob_buf *b, unsigned v);
void hob_test_ase_u32(hob_buf *b, uint32_t v);
void hob_test_ase_zeros(hob_buf *b, size_t count);
/* Begins one; gives where, for hob_test_ase_end. */
size_t hob_test_ase_chunk(hob_buf *b, unsigned type);
void hob_test_ase_frame(hob_buf *b, unsigned chunks, unsigned ms);
/* Puts the size of what began at `at` there: a chunk, a frame, the file. */
void hob_test_ase_end(hob_buf *b, size_t at);

#endif
