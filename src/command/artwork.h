/* Artwork of drawing programs as assets: one sheet with all its frames, cut; one animation a tag.
 */
#ifndef HOB_COMMAND_ARTWORK_H
#define HOB_COMMAND_ARTWORK_H

#include "command/edit.h"

/* Whether the ending of a file (lower case) is artwork and no picture: ase, aseprite. */
bool hob_artwork_is(const char *ending);

/* The sheet lies at assets/sprites/<name>.png as asset `name` with frames `<name>_<i>`, and one
 * frame a slice (of the first picture). Tags become animations `<name>-<tag>`; a file without tags
 * and with several frames becomes one, `<name>-all`. `metadata` is added to. `ret_row` is the row
 * of the sheet. ASSET_DECODE, LIMIT_IMAGE, CONFLICT. */
hob_status hob_artwork_import(hob_command_call *call, hob_str name, hob_str bytes,
                              hob_value metadata, hob_value *ret_row, hob_error *reterr);

#endif
