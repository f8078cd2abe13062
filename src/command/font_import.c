#include "command/font_import.h"

#include "command/image_probe.h"
#include "import/bitmap_font.h"

static hob_status add_page(hob_command_call *call, hob_str path, const hob_bitmap_font *font,
                           size_t index, const char *name, hob_value pages, hob_error *reterr) {
    hob_str bytes;
    hob_image_size size;
    const char *file = font->pages[index], *id = "";
    hob_status status = hob_command__read_beside(call, path, file, &bytes, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (!hob_image_probe(bytes, &size) || size.width < font->page_width ||
        size.height < font->page_height) {
        hob_fail(reterr, HOB_ERR_ASSET_DECODE, "\"%.100s\" is no picture of %d x %d pixels.", file,
                 font->page_width, font->page_height);
        return hob_error_hint(reterr, "Export the font and its pages together.");
    }
    hob_value metadata = hob_command__map(call), row;
    hob_command__put_text(call, metadata, "importedFrom", file);
    hob_command__put_number(call, metadata, "width", size.width);
    hob_command__put_number(call, metadata, "height", size.height);
    hob_command__put_text(call, metadata, "format", size.format);
    const char *ending = hob_arena_format(call->arena, ".%s", size.format);
    const char *to = hob_edit__slug_path(call, "assets/sprites", hob_str_from(name), ending);
    status =
        hob_edit__new_asset(call, "sprite", hob_str_from(name), to, metadata, &id, &row, reterr);
    hob_command__add(call, pages, hob_command__text(call, hob_str_from(id)));
    return status == HOB_OK ? hob_change_put(call->change, to, bytes, reterr) : status;
}

hob_status hob_font_import_pages(hob_command_call *call, hob_str path, hob_str name, hob_str bytes,
                                 hob_value metadata, hob_error *reterr) {
    hob_bitmap_font font;
    hob_value pages = hob_command__list(call);
    hob_status status = hob_bitmap_font_read(call->arena, bytes, &font, reterr);
    for (size_t i = 0; status == HOB_OK && i < font.page_count; i++) {
        const char *page =
            hob_arena_format(call->arena, "%.*s-page-%zu", (int)name.length, name.data, i);
        status = add_page(call, path, &font, i, page, pages, reterr);
    }
    if (status == HOB_OK) {
        hob_command__put(call, metadata, "pages", pages);
        hob_command__put_number(call, metadata, "size", font.size);
        hob_command__put_number(call, metadata, "lineHeight", font.line_height);
        hob_command__put_number(call, metadata, "characters", (double)font.glyph_count);
        hob_call_suggest(call, "Text at fontSize %d shows its letters as they were drawn",
                         font.size);
    }
    return status;
}
