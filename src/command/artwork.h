/* Artwork of drawing programs as assets: sheets with named frames, and animations of them. */
#ifndef HOB_COMMAND_ARTWORK_H
#define HOB_COMMAND_ARTWORK_H

#include "command/edit.h"
#include "import/artwork.h"

typedef struct hob_artwork_file {
    const hob_artwork_format *format;
    hob_str path, file; /* as it was named; without folders */
    hob_str name;       /* of the asset */
    hob_str bytes;
} hob_artwork_file;

/* Every sheet lies at assets/sprites/<its name>; the first one is asset `name`. Frames of slices
 * come behind the others. Tags and sequences become animations `<name>-<theirs>`. `metadata` is
 * added to. `ret_row` is the row of the first sheet. ASSET_DECODE, LIMIT_IMAGE, CONFLICT, JSON_*,
 * FILE_NOT_FOUND of a picture. */
hob_status hob_artwork_import(hob_command_call *call, const hob_artwork_file *file,
                              hob_value metadata, hob_value *ret_row, hob_error *reterr);

#endif
