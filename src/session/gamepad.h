/* Gamepads before they are pads of the game: mapping lines (SDL_GameControllerDB), raw buttons,
 * axes and hats to controls, and which device gets which slot.
 *
 * Host side: not play state, no part of a snapshot. A program feeds raw events by instance; what
 * comes out are session inputs (plug, pad control) for a slot, which the session records. A mapping
 * of the project or player for one device beats the database, which beats a plain one (first come,
 * first mapped). Values: sticks -1 to 1, triggers and buttons 0 to 1. Memory comes from the
 * allocator that is given; the owner calls done. */
#ifndef HOB_SESSION_GAMEPAD_H
#define HOB_SESSION_GAMEPAD_H

#include "session/session.h"

#define HOB_GUID_LENGTH      32
#define HOB_RAW_AXES         16
#define HOB_RAW_BUTTONS      64
#define HOB_RAW_HATS         4
#define HOB_MAPPING_BINDINGS 64

typedef enum hob_raw_kind { HOB_RAW_BUTTON, HOB_RAW_AXIS, HOB_RAW_HAT } hob_raw_kind;
/* "+leftx:h0.2": hat 0, mask 2, drives the positive half of left-x. */
typedef struct hob_binding {
    int16_t control;     /* of world/input.h */
    int8_t control_half; /* 0 = the whole control, -1, 1 */
    int8_t kind;         /* hob_raw_kind */
    uint8_t index, mask; /* of a hat */
    int8_t half;         /* of an axis: 0 = whole */
    bool inverted;       /* "~" */
} hob_binding;
typedef struct hob_mapping {
    char guid[HOB_GUID_LENGTH + 1];
    char name[80];
    char platform[16]; /* empty = any */
    hob_binding bindings[HOB_MAPPING_BINDINGS];
    uint32_t count;
} hob_mapping;

/* One line. False for a line that is no mapping (JSON_SYNTAX names the place); an unknown key, or a
 * bad value of one key, is a warning on `log` and left out. Controls that Hob has no name for
 * (misc, paddles, touchpad) are left out in silence. */
HOB_NODISCARD hob_status hob_mapping_parse(hob_str line, const hob_log *log,
                                           hob_mapping *ret_mapping, hob_error *reterr);

/* Raw state of one device: axes -1 to 1 (a trigger rests at -1), buttons, hats as bits up 1, right
 * 2, down 4, left 8. */
typedef struct hob_raw_pad {
    double axes[HOB_RAW_AXES];
    bool buttons[HOB_RAW_BUTTONS];
    uint8_t hats[HOB_RAW_HATS];
} hob_raw_pad;
/* Values of all HOB_PAD_CONTROLS; several bindings of one half: the largest. */
void hob_mapping_apply(const hob_mapping *mapping, const hob_raw_pad *raw,
                       double ret_values[HOB_PAD_CONTROLS]);

/* ---- devices ---- */
typedef struct hob_device {
    int64_t instance;
    char guid[HOB_GUID_LENGTH + 1];
    int32_t slot;
    hob_mapping mapping;
    hob_raw_pad raw;
    double values[HOB_PAD_CONTROLS]; /* as last told */
} hob_device;
typedef struct hob_devices {
    const hob_allocator *allocator;
    const hob_log *log;
    int32_t slots; /* at most HOB_MAX_PADS */
    char platform[16];
    hob_device *devices[HOB_MAX_PADS]; /* by slot; null = free */
    char remembered[HOB_MAX_PADS][HOB_GUID_LENGTH + 1];
    hob_mapping *database, *overrides;
    uint32_t database_count, database_cap, override_count, override_cap;
    /* What comes out, in order; the name lives until the call returns. */
    void (*emit)(void *user, const hob_session_input *input);
    void *user;
} hob_devices;

void hob_devices_init(hob_devices *devices, const hob_allocator *allocator, int slots,
                      const char *platform, const hob_log *log);
void hob_devices_done(hob_devices *devices);
/* A file of lines: comments and lines of other platforms are passed over, bad lines are warnings.
 * Later lines of one device win. Returns how many were taken. */
uint32_t hob_devices_load(hob_devices *devices, hob_str text);
/* A mapping of the project or player; in force for a device that is plugged in, too. */
HOB_NODISCARD hob_status hob_devices_override(hob_devices *devices, hob_str line,
                                              hob_error *reterr);

/* The slot, or -1: all are taken, or the guid is none. A device that was here before gets its slot
 * back if it is free, else the lowest free one; what is remembered is a preference, no reservation.
 * The same instance twice keeps its slot. */
int hob_devices_connect(hob_devices *devices, int64_t instance, hob_str guid);
int hob_devices_disconnect(hob_devices *devices, int64_t instance); /* its slot, or -1 */
int hob_devices_slot(const hob_devices *devices, int64_t instance);
/* Raw events; unknown instances and indexes, and values that are no numbers, are ignored. */
void hob_devices_axis(hob_devices *devices, int64_t instance, int axis, double value);
void hob_devices_axis_int16(hob_devices *devices, int64_t instance, int axis, int value);
void hob_devices_button(hob_devices *devices, int64_t instance, int button, bool down);
void hob_devices_hat(hob_devices *devices, int64_t instance, int hat, int bits);

#endif
