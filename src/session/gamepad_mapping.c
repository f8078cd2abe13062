/* Mapping lines, and raw values to controls. */
#include "session/gamepad.h"

#include "base/dmath.h"

#include <math.h>
#include <string.h>

/* SDL's names; a null control is known and has no place in Hob. */
static const struct {
    const char *key, *control;
} keys[] = {
    {"a", "a"},
    {"b", "b"},
    {"x", "x"},
    {"y", "y"},
    {"back", "back"},
    {"start", "start"},
    {"guide", "guide"},
    {"leftstick", "ls"},
    {"rightstick", "rs"},
    {"leftshoulder", "lb"},
    {"rightshoulder", "rb"},
    {"lefttrigger", "lt"},
    {"righttrigger", "rt"},
    {"dpup", "dpad-up"},
    {"dpdown", "dpad-down"},
    {"dpleft", "dpad-left"},
    {"dpright", "dpad-right"},
    {"leftx", "left-x"},
    {"lefty", "left-y"},
    {"rightx", "right-x"},
    {"righty", "right-y"},
    {"misc1", NULL},
    {"misc2", NULL},
    {"misc3", NULL},
    {"misc4", NULL},
    {"misc5", NULL},
    {"misc6", NULL},
    {"paddle1", NULL},
    {"paddle2", NULL},
    {"paddle3", NULL},
    {"paddle4", NULL},
    {"touchpad", NULL},
    {"crc", NULL},
    {"hint", NULL},
    {"type", NULL},
    {"face", NULL},
    {"sdk>=", NULL},
    {"sdk<=", NULL},
};

static hob_str cut(hob_str *rest, char at) {
    const char *end = rest->length == 0 ? NULL : memchr(rest->data, at, rest->length);
    hob_str part = {rest->data, end == NULL ? rest->length : (size_t)(end - rest->data)};
    size_t used = part.length + (end != NULL ? 1 : 0);
    *rest = (hob_str){rest->data + used, rest->length - used};
    return part;
}

static hob_str trimmed(hob_str s) {
    while (s.length > 0 && (s.data[0] == ' ' || s.data[0] == '\t')) {
        s.data++;
        s.length--;
    }
    while (s.length > 0 && (s.data[s.length - 1] == ' ' || s.data[s.length - 1] == '\t' ||
                            s.data[s.length - 1] == '\r')) {
        s.length--;
    }
    return s;
}

static void copy(char *to, size_t room, hob_str s) {
    size_t n = s.length < room - 1 ? s.length : room - 1;
    memcpy(to, s.data, n);
    to[n] = '\0';
}

static int number(hob_str s) {
    int n = 0;
    for (size_t i = 0; i < s.length; i++) {
        if (s.data[i] < '0' || s.data[i] > '9' || i == 3) {
            return -1;
        }
        n = n * 10 + (s.data[i] - '0');
    }
    return s.length == 0 ? -1 : n;
}

static int8_t take_sign(hob_str *s) {
    if (s->length == 0 || (s->data[0] != '+' && s->data[0] != '-')) {
        return 0;
    }
    int8_t half = s->data[0] == '+' ? 1 : -1;
    *s = (hob_str){s->data + 1, s->length - 1};
    return half;
}

/* b3, a2, +a2, -a2, a2~, h0.4 */
static bool parse_value(hob_str value, hob_binding *b) {
    b->half = take_sign(&value);
    if (value.length > 0 && value.data[value.length - 1] == '~') {
        b->inverted = true;
        value.length--;
    }
    if (value.length < 2) {
        return false;
    }
    hob_str rest = {value.data + 1, value.length - 1};
    int index, mask = 0, limit;
    if (value.data[0] == 'h') {
        hob_str hat = cut(&rest, '.');
        index = number(hat);
        mask = number(rest);
        b->kind = HOB_RAW_HAT;
        limit = HOB_RAW_HATS;
        if (mask < 1 || mask > 15) {
            return false;
        }
    } else {
        index = number(rest);
        b->kind = value.data[0] == 'a' ? HOB_RAW_AXIS : HOB_RAW_BUTTON;
        limit = b->kind == HOB_RAW_AXIS ? HOB_RAW_AXES : HOB_RAW_BUTTONS;
        if (value.data[0] != 'a' && value.data[0] != 'b') {
            return false;
        }
    }
    b->index = (uint8_t)(index < 0 ? 0 : index);
    b->mask = (uint8_t)mask;
    return index >= 0 && index < limit;
}

/* -1 unknown, -2 known and left out. */
static int control_of(hob_str key) {
    for (size_t i = 0; i < HOB_COUNT(keys); i++) {
        if (hob_str_is(key, keys[i].key) ||
            (keys[i].control == NULL && hob_str_starts(key, HOB_STR("sdk")))) {
            return keys[i].control == NULL ? -2 : hob_pad_control(hob_str_from(keys[i].control));
        }
    }
    return -1;
}

static void add_field(hob_mapping *m, hob_str field, const hob_log *log) {
    hob_str value = field, key = cut(&value, ':');
    if (hob_str_is(key, "platform")) {
        copy(m->platform, sizeof m->platform, value);
        return;
    }
    hob_binding b = {0};
    hob_str bare = key;
    b.control_half = take_sign(&bare);
    int control = control_of(bare);
    if (control == -2) {
        return;
    }
    if (control < 0) {
        hob_log_write(log, HOB_LOG_WARN, "Mapping of %s: there is no control \"%.*s\".", m->name,
                      (int)key.length, key.data);
        return;
    }
    b.control = (int16_t)control;
    if (!parse_value(value, &b)) {
        hob_log_write(log, HOB_LOG_WARN, "Mapping of %s: \"%.*s\" is no button, axis or hat.",
                      m->name, (int)field.length, field.data);
        return;
    }
    if (m->count == HOB_MAPPING_BINDINGS) {
        hob_log_write(log, HOB_LOG_WARN, "Mapping of %s: more than %d entries.", m->name,
                      HOB_MAPPING_BINDINGS);
        return;
    }
    m->bindings[m->count++] = b;
}

static bool is_guid(hob_str s) {
    bool right = s.length == HOB_GUID_LENGTH;
    for (size_t i = 0; right && i < s.length; i++) {
        char c = s.data[i];
        right = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }
    return right;
}

hob_status hob_mapping_parse(hob_str line, const hob_log *log, hob_mapping *ret_mapping,
                             hob_error *reterr) {
    memset(ret_mapping, 0, sizeof *ret_mapping);
    hob_str rest = trimmed(line), guid = cut(&rest, ','), name = cut(&rest, ',');
    if (!is_guid(guid) || name.length == 0 || rest.length == 0) {
        return hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                        "A mapping line begins with 32 hex digits, a name and its controls.");
    }
    copy(ret_mapping->guid, sizeof ret_mapping->guid, guid);
    copy(ret_mapping->name, sizeof ret_mapping->name, name);
    for (char *c = ret_mapping->guid; *c != '\0'; c++) {
        *c = (char)(*c >= 'A' && *c <= 'F' ? *c - 'A' + 'a' : *c);
    }
    while (rest.length > 0) {
        hob_str field = trimmed(cut(&rest, ','));
        if (field.length > 0) {
            add_field(ret_mapping, field, log);
        }
    }
    return HOB_OK;
}

/* ---- values ---- */

/* What a raw input gives: `ret_signed` whether it has two directions. */
static double raw_value(const hob_binding *b, const hob_raw_pad *raw, bool *ret_signed) {
    *ret_signed = false;
    if (b->kind == HOB_RAW_BUTTON) {
        return raw->buttons[b->index] ? 1 : 0;
    }
    if (b->kind == HOB_RAW_HAT) {
        return (raw->hats[b->index] & b->mask) != 0 ? 1 : 0;
    }
    double v = raw->axes[b->index];
    if (b->half != 0) {
        v = hob_max(0, v * b->half);
        return b->inverted ? 1 - v : v;
    }
    *ret_signed = true;
    return b->inverted ? -v : v;
}

void hob_mapping_apply(const hob_mapping *mapping, const hob_raw_pad *raw,
                       double ret_values[HOB_PAD_CONTROLS]) {
    double low[HOB_PAD_CONTROLS] = {0}, high[HOB_PAD_CONTROLS] = {0};
    for (uint32_t i = 0; i < mapping->count; i++) {
        const hob_binding *b = &mapping->bindings[i];
        bool is_signed;
        double v = raw_value(b, raw, &is_signed);
        bool stick = b->control >= HOB_PAD_STICKS;
        if (is_signed && (!stick || b->control_half != 0)) {
            v = (v + 1) / 2; /* a whole axis on a trigger, button or half: it rests at -1 */
        }
        if (b->control_half < 0) {
            v = -v;
        }
        low[b->control] = hob_min(low[b->control], v);
        high[b->control] = hob_max(high[b->control], v);
    }
    for (int i = 0; i < HOB_PAD_CONTROLS; i++) {
        ret_values[i] = hob_clamp(low[i] + high[i], -1, 1);
    }
}
