#include "components/checks.h"

#include "schema/pattern.h"

hob_severity hob_components__layer_severity(const hob_reader *reader) {
    return (reader->rules & HOB_RULE_CONTACT_BOTH) ? HOB_SEVERITY_WARNING : HOB_SEVERITY_ERROR;
}

void hob_components__check_layer(hob_reader *reader, const hob_read_level *level, const char *key,
                                 hob_str layer) {
    char words[160];
    hob_str at = hob_str_from(key);
    if (!hob_pattern_find("layer")->matches(layer)) {
        hob_reader_find(reader, level, at, HOB_ERR_COLLISION_LAYER_INVALID,
                        hob_components__layer_severity(reader),
                        "Use lower-case letters, digits and hyphens, a letter first: enemy-shot.",
                        "%s is not a layer name: \"%.*s\".",
                        hob_reader_words(reader, level, at, words, sizeof words),
                        (int)(layer.length < 60 ? layer.length : 60), layer.data);
    } else if (hob_str_is(layer, "tiles") || hob_str_is(layer, "bounds")) {
        hob_reader_find(reader, level, at, HOB_ERR_COLLISION_LAYER_RESERVED,
                        hob_components__layer_severity(reader), "Choose another layer name.",
                        "%s may not be \"%.*s\": blockedBy uses that name for something else.",
                        hob_reader_words(reader, level, at, words, sizeof words), (int)layer.length,
                        layer.data);
    }
}
