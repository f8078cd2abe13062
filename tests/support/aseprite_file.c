#include "support/aseprite_file.h"

void hob_test_ase_u16(hob_buf *b, unsigned v) {
    const uint8_t bytes[2] = {(uint8_t)v, (uint8_t)(v >> 8)};
    hob_buf_add(b, bytes, 2);
}
void hob_test_ase_u32(hob_buf *b, uint32_t v) {
    hob_test_ase_u16(b, v & 0xFFFF);
    hob_test_ase_u16(b, v >> 16);
}
void hob_test_ase_zeros(hob_buf *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hob_buf_add_char(b, 0);
    }
}
void hob_test_ase_end(hob_buf *b, size_t at) {
    for (int i = 0; i < 4; i++) {
        b->data[at + (size_t)i] = (char)((b->length - at) >> (8 * i));
    }
}
size_t hob_test_ase_chunk(hob_buf *b, unsigned type) {
    size_t at = b->length;
    hob_test_ase_u32(b, 0);
    hob_test_ase_u16(b, type);
    return at;
}
void hob_test_ase_frame(hob_buf *b, unsigned chunks, unsigned ms) {
    hob_test_ase_u32(b, 0);
    hob_test_ase_u16(b, 0xF1FA);
    hob_test_ase_u16(b, chunks);
    hob_test_ase_u16(b, ms);
    hob_test_ase_zeros(b, 2);
    hob_test_ase_u32(b, chunks);
}
