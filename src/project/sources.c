/* Input sources as hob.json names them (spec hob 1.2). */
#include "base/error.h"
#include "project/manifest.h"

#include <string.h>

static const char *const fixed_sources[] = {
    "mouse:left", "mouse:middle", "mouse:right", "touch:tap", NULL,
};
static const char *const pad_buttons[] = {
    "a",     "b",  "x",  "y",     "lb",      "rb",        "lt",        "rt",         "back",
    "start", "ls", "rs", "guide", "dpad-up", "dpad-down", "dpad-left", "dpad-right",
};
static const char *const pad_sticks[] = {"left-x", "left-y", "right-x", "right-y", "lt", "rt"};

/* KeyboardEvent.code of the UI Events specification. */
static const char *const key_codes[] = {
    "Backquote",
    "Backslash",
    "BracketLeft",
    "BracketRight",
    "Comma",
    "Digit0",
    "Digit1",
    "Digit2",
    "Digit3",
    "Digit4",
    "Digit5",
    "Digit6",
    "Digit7",
    "Digit8",
    "Digit9",
    "Equal",
    "IntlBackslash",
    "IntlRo",
    "IntlYen",
    "KeyA",
    "KeyB",
    "KeyC",
    "KeyD",
    "KeyE",
    "KeyF",
    "KeyG",
    "KeyH",
    "KeyI",
    "KeyJ",
    "KeyK",
    "KeyL",
    "KeyM",
    "KeyN",
    "KeyO",
    "KeyP",
    "KeyQ",
    "KeyR",
    "KeyS",
    "KeyT",
    "KeyU",
    "KeyV",
    "KeyW",
    "KeyX",
    "KeyY",
    "KeyZ",
    "Minus",
    "Period",
    "Quote",
    "Semicolon",
    "Slash",
    "AltLeft",
    "AltRight",
    "Backspace",
    "CapsLock",
    "ContextMenu",
    "ControlLeft",
    "ControlRight",
    "Enter",
    "MetaLeft",
    "MetaRight",
    "ShiftLeft",
    "ShiftRight",
    "Space",
    "Tab",
    "Convert",
    "KanaMode",
    "Lang1",
    "Lang2",
    "Lang3",
    "Lang4",
    "Lang5",
    "NonConvert",
    "Delete",
    "End",
    "Help",
    "Home",
    "Insert",
    "PageDown",
    "PageUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "NumLock",
    "Numpad0",
    "Numpad1",
    "Numpad2",
    "Numpad3",
    "Numpad4",
    "Numpad5",
    "Numpad6",
    "Numpad7",
    "Numpad8",
    "Numpad9",
    "NumpadAdd",
    "NumpadBackspace",
    "NumpadClear",
    "NumpadClearEntry",
    "NumpadComma",
    "NumpadDecimal",
    "NumpadDivide",
    "NumpadEnter",
    "NumpadEqual",
    "NumpadHash",
    "NumpadMemoryAdd",
    "NumpadMemoryClear",
    "NumpadMemoryRecall",
    "NumpadMemoryStore",
    "NumpadMemorySubtract",
    "NumpadMultiply",
    "NumpadParenLeft",
    "NumpadParenRight",
    "NumpadStar",
    "NumpadSubtract",
    "Escape",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F11",
    "F12",
    "F13",
    "F14",
    "F15",
    "F16",
    "F17",
    "F18",
    "F19",
    "F20",
    "F21",
    "F22",
    "F23",
    "F24",
    "Fn",
    "FnLock",
    "PrintScreen",
    "ScrollLock",
    "Pause",
    "BrowserBack",
    "BrowserFavorites",
    "BrowserForward",
    "BrowserHome",
    "BrowserRefresh",
    "BrowserSearch",
    "BrowserStop",
    "Eject",
    "LaunchApp1",
    "LaunchApp2",
    "LaunchMail",
    "MediaPlayPause",
    "MediaSelect",
    "MediaStop",
    "MediaTrackNext",
    "MediaTrackPrevious",
    "Power",
    "Sleep",
    "AudioVolumeDown",
    "AudioVolumeMute",
    "AudioVolumeUp",
    "WakeUp",
    "Abort",
    "Again",
    "Copy",
    "Cut",
    "Find",
    "Open",
    "Paste",
    "Props",
    "Select",
    "Suspend",
    "Undo",
    "Hiragana",
    "Katakana",
    NULL,
};

/* Together they fit into a message and its hint. */
static const char device_sources[] =
    "mouse:left, mouse:middle, mouse:right, touch:tap, pad: with one of a b x y lb rb lt rt back "
    "start guide ls rs dpad-up dpad-down dpad-left dpad-right, pad: with one of left-x left-y "
    "right-x right-y lt rt axis0 to axis15, which take + or - for one half";
static const char key_sources[] = "Keys: KeyA to KeyZ, Digit0 to Digit9, ArrowUp, ArrowDown, "
                                  "ArrowLeft, ArrowRight, Space, Enter, "
                                  "Escape, Tab, Backspace, ShiftLeft, ControlLeft, AltLeft, F1 to "
                                  "F24, Numpad0 to Numpad9 and all "
                                  "other KeyboardEvent.code names.";

static bool is_one_of(hob_str s, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (hob_str_is(s, names[i])) {
            return true;
        }
    }
    return false;
}

static hob_str after(hob_str s, size_t count) {
    return (hob_str){s.data + count, s.length - count};
}

static bool is_digits(hob_str s) {
    for (size_t i = 0; i < s.length; i++) {
        if (s.data[i] < '0' || s.data[i] > '9') {
            return false;
        }
    }
    return s.length > 0 && s.length <= 3;
}

static bool pad_valid(hob_str control) {
    if (is_one_of(control, pad_buttons, HOB_COUNT(pad_buttons))) {
        return true;
    }
    if (control.length &&
        (control.data[control.length - 1] == '+' || control.data[control.length - 1] == '-')) {
        control.length--; /* one half */
    }
    return is_one_of(control, pad_sticks, HOB_COUNT(pad_sticks)) ||
           (hob_str_starts(control, HOB_STR("axis")) && is_digits(after(control, 4)));
}

/* The names of codes are not listed here: keyboards have keys that no list knows. */
static bool code_valid(hob_str code) {
    for (size_t i = 0; i < code.length; i++) {
        char c = code.data[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!is_letter && (i == 0 || c < '0' || c > '9')) {
            return false;
        }
    }
    return code.length > 0;
}

bool hob_manifest_source_valid(hob_str source) {
    if (hob_str_starts(source, HOB_STR("pad:"))) {
        return pad_valid(after(source, 4));
    }
    return is_one_of(source, fixed_sources, HOB_COUNT(fixed_sources) - 1) || code_valid(source);
}

bool hob_manifest_source_known(hob_str source) {
    return hob_manifest_source_valid(source) &&
           (memchr(source.data, ':', source.length) != NULL ||
            is_one_of(source, key_codes, HOB_COUNT(key_codes) - 1));
}

const char *hob_manifest_source_nearest(hob_str source) {
    char asked[40];
    if (source.length == 0 || source.length >= sizeof asked) {
        return NULL;
    }
    memcpy(asked, source.data, source.length);
    asked[source.length] = '\0';
    const char *best = hob_nearest_name(asked, key_codes);
    return best != NULL ? best : hob_nearest_name(asked, fixed_sources);
}

hob_status hob_manifest_source_refuse(hob_str source, hob_str of, hob_error *reterr) {
    hob_fail(reterr, HOB_ERR_FIELD_PATTERN,
             "%.*s\"%.*s\" is no input source. Those of devices: %s.",
             (int)(of.length > 60 ? 60 : of.length), of.data,
             (int)(source.length > 40 ? 40 : source.length), source.data, device_sources);
    const char *near = hob_manifest_source_nearest(source);
    return hob_error_hint(reterr, "%s%s%s%s", near == NULL ? "" : "Did you mean ",
                          near == NULL ? "" : near, near == NULL ? "" : "? ", key_sources);
}
