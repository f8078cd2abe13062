/* Words, texts, comments and signs of a script, enough of the language to lay it out: nothing is
 * parsed, nothing allocates. */
#ifndef HOB_COMMAND_SCRIPT_TOKENS_H
#define HOB_COMMAND_SCRIPT_TOKENS_H

#include "base/text.h"

typedef enum hob_token_kind {
    HOB_TOKEN_END,  /* of the text */
    HOB_TOKEN_LINE, /* a line break outside of all others */
    HOB_TOKEN_WORD, /* names, keywords, numbers */
    HOB_TOKEN_TEXT, /* strings, templates, regular expressions; may span lines */
    HOB_TOKEN_COMMENT,
    HOB_TOKEN_SIGN,
    HOB_TOKEN_BAD, /* a text or comment that does not end */
} hob_token_kind;

typedef struct hob_token {
    hob_token_kind kind;
    hob_str text; /* blanks at the end of a line's comment are not part of it */
} hob_token;

#define HOB_TOKENS_NESTED 256
typedef struct hob_tokens {
    hob_str text;
    bool is_js;
    size_t at;
    hob_token last; /* of code: tells a regular expression from a division */
    /* JavaScript: which open parentheses belong to `if (...)` and the like. */
    bool heads[HOB_TOKENS_NESTED];
    size_t open;
    bool after_head;
} hob_tokens;

void hob_tokens_begin(hob_tokens *tokens, hob_str text, bool is_js);
hob_token hob_tokens_next(hob_tokens *tokens);
bool hob_token_is(hob_token token, const char *text);
bool hob_token_is_one_of(hob_token token, const char *const *texts); /* ends with null */

#endif
