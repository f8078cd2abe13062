/* Bitmap fonts as assets: the description is kept as it is, its pages become sprites. */
#ifndef HOB_COMMAND_FONT_IMPORT_H
#define HOB_COMMAND_FONT_IMPORT_H

#include "command/edit.h"

/* Reads the font and the pictures beside it. Page i becomes sprite `<name>-page-<i>`; `metadata`
 * gets their ids as `pages`, and `size`, `lineHeight`, `characters`. ASSET_DECODE, CONFLICT,
 * FILE_NOT_FOUND of a page. */
hob_status hob_font_import_pages(hob_command_call *call, hob_str path, hob_str name, hob_str bytes,
                                 hob_value metadata, hob_error *reterr);

#endif
