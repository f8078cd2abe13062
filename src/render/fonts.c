/* Faces and the cache of laid-out texts. */
#include "render/fonts_internal.h"

#include <stdio.h>
#include <string.h>

#define KEPT_PICTURES 120

/* Made at build time from the font files of the package that the set-up names. */
extern const unsigned char hob_font_sans[], hob_font_mono[];
extern const size_t hob_font_sans_size, hob_font_mono_size;

typedef struct hob_layout_row {
    hob_text_layout layout;
    hob_line_list list;
    char *text;
    size_t length;
    uint64_t hash; /* of text and style */
    hob_text_style style;
    hob_font_face *face;
    uint64_t used; /* picture */
    struct hob_layout_row *next;
} hob_layout_row;

/* ---- faces ---- */

static hob_font_face *enter_face(hob_fonts *fonts, const char *asset, hob_font_face *face) {
    const hob_allocator *a = fonts->allocator;
    face->number = fonts->face_count++;
    if (asset != NULL) {
        size_t length = strlen(asset);
        face->asset = hob_alloc(a, length + 1);
        if (face->asset != NULL) {
            memcpy(face->asset, asset, length + 1);
        }
    }
    face->next = fonts->faces;
    fonts->faces = face;
    return face;
}

static hob_font_face *add_face(hob_fonts *fonts, const char *asset, const uint8_t *bytes,
                               size_t count) {
    hob_font_face *face = hob_alloc_zero(fonts->allocator, 1, sizeof *face);
    if (face == NULL || FT_New_Memory_Face(fonts->library, bytes, (FT_Long)count, 0, &face->face)) {
        hob_free(fonts->allocator, face, sizeof *face);
        return NULL;
    }
    face->shaper = hb_ft_font_create(face->face, NULL);
    return enter_face(fonts, asset, face);
}

static hob_font_face *add_bitmap_face(hob_fonts *fonts, const char *name, const hob_asset *asset,
                                      hob_str bytes) {
    hob_font_face *face = hob_alloc_zero(fonts->allocator, 1, sizeof *face);
    hob_bitmap_face *bitmap = face != NULL ? hob_bitmap_face_create(fonts, asset, bytes) : NULL;
    if (bitmap == NULL) {
        hob_free(fonts->allocator, face, sizeof *face);
        return NULL;
    }
    face->bitmap = bitmap;
    return enter_face(fonts, name, face);
}

static bool is_bitmap(const hob_asset *asset) {
    return strcmp(asset->type, "bitmapFont") == 0;
}

static bool is_font(const hob_asset *asset) {
    return asset != NULL && (strcmp(asset->type, "font") == 0 || is_bitmap(asset));
}

hob_fonts *hob_fonts_create(const hob_allocator *a, hob_project *project, hob_device *device,
                            const hob_log *log) {
    hob_fonts *fonts = hob_alloc_zero(a, 1, sizeof *fonts);
    if (fonts == NULL) {
        return NULL;
    }
    fonts->allocator = a;
    fonts->project = project;
    fonts->device = device;
    fonts->log = log;
    const hob_asset_backend backend = hob_assets_whole_files();
    fonts->own = hob_assets_create(a, project, &backend, 0, log);
    fonts->assets = fonts->own;
    fonts->pages = hob_glyph_pages_create(a, device);
    fonts->buffer = hb_buffer_create();
    if (fonts->pages == NULL || fonts->own == NULL || FT_Init_FreeType(&fonts->library) != 0) {
        hob_fonts_destroy(fonts);
        return NULL;
    }
    fonts->mono = add_face(fonts, NULL, hob_font_mono, hob_font_mono_size);
    fonts->sans = add_face(fonts, NULL, hob_font_sans, hob_font_sans_size);
    if (fonts->mono == NULL || fonts->sans == NULL) {
        hob_fonts_destroy(fonts);
        return NULL;
    }
    return fonts;
}

void hob_fonts_use_assets(hob_fonts *fonts, hob_assets *assets) {
    fonts->assets = assets;
}

static void free_row(hob_fonts *fonts, hob_layout_row *row) {
    const hob_allocator *a = fonts->allocator;
    hob_free(a, row->list.glyphs, row->list.cap * sizeof *row->list.glyphs);
    hob_free(a, row->text, row->length + 1);
    hob_free(a, row, sizeof *row);
}

static void free_rows(hob_fonts *fonts) {
    for (size_t i = 0; i < HOB_COUNT(fonts->slots); i++) {
        while (fonts->slots[i] != NULL) {
            hob_layout_row *row = fonts->slots[i];
            fonts->slots[i] = row->next;
            free_row(fonts, row);
        }
    }
}

void hob_fonts_make_again(hob_fonts *fonts) {
    free_rows(fonts);
    hob_glyph_pages_clear(fonts->pages);
}

void hob_fonts_destroy(hob_fonts *fonts) {
    if (fonts == NULL) {
        return;
    }
    const hob_allocator *a = fonts->allocator;
    free_rows(fonts);
    while (fonts->faces != NULL) {
        hob_font_face *face = fonts->faces;
        fonts->faces = face->next;
        hb_font_destroy(face->shaper);
        FT_Done_Face(face->face);
        hob_bitmap_face_destroy(fonts, face->bitmap);
        hob_free(a, face->asset, face->asset != NULL ? strlen(face->asset) + 1 : 0);
        hob_free(a, face, sizeof *face);
    }
    if (fonts->library != NULL) {
        FT_Done_FreeType(fonts->library);
    }
    hb_buffer_destroy(fonts->buffer);
    hob_glyph_pages_destroy(fonts->pages);
    hob_assets_destroy(fonts->own);
    hob_free(a, fonts, sizeof *fonts);
}

/* The face of a font asset; the built-in one when its file is missing or broken, told once. */
static hob_font_face *asset_face(hob_fonts *fonts, hob_str id) {
    for (hob_font_face *face = fonts->faces; face != NULL; face = face->next) {
        if (face->asset != NULL && hob_str_is(id, face->asset)) {
            return face;
        }
    }
    const hob_asset *asset = hob_project_asset_find(fonts->project, id);
    hob_font_face *face = NULL;
    hob_asset_use use;
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)id.length, id.data);
    if (is_font(asset) && hob_assets_request(fonts->assets, id, NULL, NULL, NULL, &use)) {
        const hob_asset_bytes *file = hob_assets_finish(fonts->assets, &use);
        if (file != NULL && is_bitmap(asset)) {
            face = add_bitmap_face(fonts, name, asset,
                                   (hob_str){(const char *)file->data, file->length});
        } else if (file != NULL) {
            face = add_face(fonts, name, file->data, file->length);
        }
    }
    if (face == NULL) {
        hob_log_write(fonts->log, HOB_LOG_WARN,
                      "The font \"%s\" cannot be read; the built-in one is used.", name);
        face = add_face(fonts, name, hob_font_sans, hob_font_sans_size);
    }
    return face != NULL ? face : fonts->sans;
}

void hob_fonts__set_size(hob_font_face *face, uint32_t size) {
    if (face->bitmap == NULL && face->size != size) {
        face->size = size;
        if (FT_Set_Pixel_Sizes(face->face, 0, size) == 0) {
            hb_ft_font_changed(face->shaper);
        }
    }
}

/* The asset's font, or by family: "monospace" alone has a font of its own; a family that names a
 * font asset is that asset. */
static hob_font_face *face_of(hob_fonts *fonts, const hob_text_style *style) {
    if (style->font.length > 0) {
        return asset_face(fonts, style->font);
    }
    if (hob_str_is(style->family, "monospace")) {
        return fonts->mono;
    }
    const hob_asset *named =
        style->family.length > 0 ? hob_project_asset_find(fonts->project, style->family) : NULL;
    return is_font(named) ? asset_face(fonts, style->family) : fonts->sans;
}

/* ---- the cache ---- */

static uint64_t hash_of(hob_str text, const hob_text_style *style, const hob_font_face *face) {
    uint64_t h = hob_str_hash(text);
    uint64_t parts[] = {face->number, (uint64_t)style->size, (uint64_t)(style->width * 16),
                        (uint64_t)style->align, (uint64_t)(style->rich * 16)};
    for (size_t i = 0; i < HOB_COUNT(parts); i++) {
        h = (h ^ parts[i]) * UINT64_C(0x100000001B3);
    }
    return h;
}

static bool is_row(const hob_layout_row *row, uint64_t hash, hob_str text,
                   const hob_text_style *style, const hob_font_face *face) {
    return row->hash == hash && row->face == face && row->length == text.length &&
           row->style.size == style->size && row->style.width == style->width &&
           row->style.align == style->align && row->style.rich == style->rich &&
           memcmp(row->text, text.data, text.length) == 0;
}

const hob_text_layout *hob_fonts_layout(hob_fonts *fonts, hob_str text,
                                        const hob_text_style *style) {
    static const hob_text_layout nothing;
    hob_font_face *face = face_of(fonts, style);
    uint64_t hash = hash_of(text, style, face);
    hob_layout_row **slot = &fonts->slots[hash % HOB_COUNT(fonts->slots)];
    for (hob_layout_row *row = *slot; row != NULL; row = row->next) {
        if (is_row(row, hash, text, style, face)) {
            row->used = fonts->picture;
            return &row->layout;
        }
    }
    hob_layout_row *row = hob_alloc_zero(fonts->allocator, 1, sizeof *row);
    char *copy = row != NULL ? hob_alloc(fonts->allocator, text.length + 1) : NULL;
    if (copy == NULL) {
        hob_free(fonts->allocator, row, sizeof *row);
        return &nothing;
    }
    memcpy(copy, text.data, text.length);
    copy[text.length] = '\0';
    *row = (hob_layout_row){.text = copy,
                            .length = text.length,
                            .hash = hash,
                            .style = *style,
                            .face = face,
                            .used = fonts->picture,
                            .next = *slot};
    hob_font_face *const chain[HOB_FONT_CHAIN] = {face, fonts->sans, fonts->mono};
    hob_fonts__lay_out(fonts, chain, text, style, &row->list);
    row->layout = (hob_text_layout){row->list.width, row->list.height, row->list.lines,
                                    row->list.glyphs, row->list.count};
    *slot = row;
    return &row->layout;
}

void hob_fonts_next_picture(hob_fonts *fonts) {
    fonts->picture++;
    hob_layout_row **link = &fonts->slots[fonts->picture % HOB_COUNT(fonts->slots)];
    while (*link != NULL) { /* one slot a picture */
        hob_layout_row *row = *link;
        if (row->used + KEPT_PICTURES < fonts->picture) {
            *link = row->next;
            free_row(fonts, row);
        } else {
            link = &row->next;
        }
    }
}
