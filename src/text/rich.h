/* Rich text: spans of a text in other letters.
 *
 *     [b]bold[/b]  [i]italic[/i]  [color=#ff8800]orange[/color]  [size=24]large[/size]
 *
 * Spans nest and close in order; colours are those of every colour field, sizes are px. `[[` is a
 * bracket. What is not written so is no rich text as a whole: it is shown as it stands. Not here:
 * how spans are drawn (render/fonts.h). */
#ifndef HOB_TEXT_RICH_H
#define HOB_TEXT_RICH_H

#include "base/text.h"

#define HOB_RICH_SPANS 256 /* of one text */
#define HOB_RICH_DEPTH 16

typedef struct hob_rich_span {
    size_t end;  /* in the plain text, bytes; it begins where the one before ends */
    double size; /* px; 0 = the text's */
    bool bold, italic, colored;
    uint8_t rgba[4];
} hob_rich_span;

typedef struct hob_rich_text {
    hob_rich_span spans[HOB_RICH_SPANS];
    size_t count; /* at least one; the last one ends with the text */
} hob_rich_text;

/* The words without markup are added to `plain`. FIELD_PATTERN with what is wrong; OUT_OF_MEMORY.
 */
HOB_NODISCARD hob_status hob_rich_read(hob_str markup, hob_buf *plain, hob_rich_text *ret_text,
                                       hob_error *reterr);

#endif
