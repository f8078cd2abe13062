# Run by the build: a font file as a C array.
#   cmake -DFONT=.../DejaVuSans.ttf -DNAME=hob_font_sans -DOUT=.../sans.c -P embed-font.cmake
file(SIZE ${FONT} size)
file(READ ${FONT} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${OUT} "/* Made by cmake/embed-font.cmake. */
#include <stddef.h>
extern const unsigned char ${NAME}[];
extern const size_t ${NAME}_size;
const unsigned char ${NAME}[] = {${bytes}0};
const size_t ${NAME}_size = ${size};
")
