/* From HTML to styled boxes. gumbo parses; its memory is the arena's. */
#include "render/markup_internal.h"

#include <gumbo.h>
#include <math.h>
#include <string.h>

typedef struct builder {
    const hob_markup_request *request;
    hob_style_sheet sheet;
} builder;

static void *arena_alloc(void *user, size_t size) {
    return hob_arena_alloc(user, size);
}
static void arena_free(void *user, void *block) {
    (void)user;
    (void)block;
}

static hob_str attribute(const GumboElement *element, const char *name) {
    const GumboAttribute *found = gumbo_get_attribute(&element->attributes, name);
    return found != NULL ? hob_str_from(found->value) : (hob_str){NULL, 0};
}

static hob_str tag_of(const builder *b, const GumboElement *element) {
    if (element->tag != GUMBO_TAG_UNKNOWN) {
        return hob_str_from(gumbo_normalized_tagname(element->tag));
    }
    GumboStringPiece name = element->original_tag; /* "<hp-bar class=…>" */
    gumbo_tag_from_original_text(&name);
    return hob_str_from(hob_arena_text(b->request->arena, name.data, name.length));
}

static bool is_text(const GumboNode *node) {
    return node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE ||
           node->type == GUMBO_NODE_CDATA;
}

/* ---- style elements, wherever they stand ---- */

static void collect_styles(builder *b, const GumboNode *node, uint32_t depth) {
    if ((node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) ||
        depth > HOB_MARKUP_DEPTH) {
        return;
    }
    const GumboVector *children = &node->v.element.children;
    for (unsigned i = 0; i < children->length; i++) {
        const GumboNode *child = children->data[i];
        if (node->v.element.tag == GUMBO_TAG_STYLE && is_text(child)) {
            hob_sheet__add(b->request->arena, &b->sheet, hob_str_from(child->v.text.text));
        } else {
            collect_styles(b, child, depth + 1);
        }
    }
}

/* ---- boxes ---- */

static hob_markup_box *add_box(builder *b, hob_markup_box *parent, hob_box_kind kind) {
    hob_markup_box *box = hob_arena_new(b->request->arena, hob_markup_box);
    *box = (hob_markup_box){.kind = kind, .parent = parent, .widest = HOB_UNKNOWN};
    if (parent != NULL) {
        box->depth = parent->depth + 1;
        box->variables = parent->variables;
        *(parent->last != NULL ? &parent->last->next : &parent->first) = box;
        parent->last = box;
    }
    hob_style__defaults(&box->style, parent != NULL ? &parent->style : NULL);
    return box;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* Runs of white space as one space, unless it is kept. */
static hob_str collapsed(const builder *b, const char *text, int32_t space) {
    size_t length = strlen(text), used = 0;
    if (space == HOB_SPACE_PRE) {
        return (hob_str){hob_arena_text(b->request->arena, text, length), length};
    }
    char *out = hob_arena_alloc(b->request->arena, length + 1);
    for (size_t i = 0; i < length; i++) {
        if (!is_blank(text[i])) {
            out[used++] = text[i];
        } else if (used == 0 || out[used - 1] != ' ') {
            out[used++] = ' ';
        }
    }
    return (hob_str){out, used};
}

static void build_children(builder *b, hob_markup_box *box, const GumboElement *element);

static void build_element(builder *b, hob_markup_box *parent, const GumboElement *element) {
    hob_markup_box *box = add_box(b, parent, HOB_BOX_ELEMENT);
    box->tag = tag_of(b, element);
    box->id = attribute(element, "id");
    box->classes = attribute(element, "class");
    box->own_style = attribute(element, "style");
    if (element->tag == GUMBO_TAG_BR) {
        box->kind = HOB_BOX_BREAK;
        return;
    }
    hob_style__element(box);
    if (element->tag == GUMBO_TAG_IMG) {
        box->style.image = attribute(element, "src");
    }
    hob_sheet__apply(b->request, &b->sheet, box);
    if (box->style.animation.length > 0) {
        box->animation = hob_animation__of(b->request, &b->sheet, box);
    }
    bool is_placed = box->style.position >= HOB_POSITION_ABSOLUTE;
    bool is_item = parent->style.display == HOB_DISPLAY_FLEX;
    if ((is_placed || is_item) && hob_box__is_inline(box)) {
        box->style.display = HOB_DISPLAY_BLOCK;
    }
    if (box->style.display != HOB_DISPLAY_NONE && box->depth < HOB_MARKUP_DEPTH) {
        build_children(b, box, element);
    }
}

static void build_children(builder *b, hob_markup_box *box, const GumboElement *element) {
    for (unsigned i = 0; i < element->children.length; i++) {
        const GumboNode *child = element->children.data[i];
        if (is_text(child)) {
            hob_str text = collapsed(b, child->v.text.text, box->style.letters.space);
            if (text.length > 0) {
                add_box(b, box, HOB_BOX_TEXT)->text = text;
            }
        } else if (child->type == GUMBO_NODE_ELEMENT) {
            build_element(b, box, &child->v.element);
        }
    }
}

hob_markup_box *hob_markup_build(const hob_markup_request *request) {
    builder b = {.request = request};
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = arena_alloc;
    options.deallocator = arena_free;
    options.userdata = request->arena;
    options.max_errors = 0;
    options.fragment_context = GUMBO_TAG_DIV;
    const GumboOutput *output =
        gumbo_parse_with_options(&options, request->source.data, request->source.length);
    collect_styles(&b, output->root, 0);
    hob_sheet__sort(&b.sheet);
    hob_markup_box *root = add_box(&b, NULL, HOB_BOX_ELEMENT);
    root->tag = HOB_STR("html");
    root->style.display = HOB_DISPLAY_BLOCK;
    root->style.position = HOB_POSITION_RELATIVE;
    hob_sheet__apply(request, &b.sheet, root);
    build_children(&b, root, &output->root->v.element);
    hob_room room = {request->width, request->height, HOB_UNKNOWN, HOB_UNKNOWN, request->shrinks};
    if (!request->shrinks) {
        room.forced_width = request->width;
        room.forced_height = request->height;
    }
    hob_box__lay_out(request, root, room);
    return root;
}
