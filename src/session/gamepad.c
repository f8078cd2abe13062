/* Which device sits in which slot, and what its raw events become. */
#include "session/gamepad.h"

#include "base/dmath.h"

#include <math.h>
#include <string.h>

void hob_devices_init(hob_devices *d, const hob_allocator *allocator, int slots,
                      const char *platform, const hob_log *log) {
    memset(d, 0, sizeof *d);
    d->allocator = allocator;
    d->log = log;
    d->slots = slots < 1 ? 1 : slots > HOB_MAX_PADS ? HOB_MAX_PADS : slots;
    for (size_t i = 0; platform != NULL && platform[i] != '\0' && i + 1 < sizeof d->platform; i++) {
        d->platform[i] = platform[i];
    }
}

void hob_devices_done(hob_devices *d) {
    for (int i = 0; i < HOB_MAX_PADS; i++) {
        if (d->devices[i] != NULL) {
            hob_free(d->allocator, d->devices[i], sizeof(hob_device));
        }
    }
    hob_free(d->allocator, d->database, d->database_cap * sizeof(hob_mapping));
    hob_free(d->allocator, d->overrides, d->override_cap * sizeof(hob_mapping));
    memset(d, 0, sizeof *d);
}

/* ---- mappings ---- */

static bool put_mapping(hob_devices *d, hob_mapping **list, uint32_t *count, uint32_t *cap,
                        const hob_mapping *m) {
    for (uint32_t i = 0; i < *count; i++) {
        if (strcmp((*list)[i].guid, m->guid) == 0) {
            (*list)[i] = *m;
            return true;
        }
    }
    if (*count == *cap) {
        uint32_t more = *cap == 0 ? 16 : *cap * 2;
        hob_mapping *grown =
            hob_resize(d->allocator, *list, *cap * sizeof **list, more * sizeof **list);
        if (grown == NULL) {
            return false;
        }
        *list = grown;
        *cap = more;
    }
    (*list)[(*count)++] = *m;
    return true;
}

uint32_t hob_devices_load(hob_devices *d, hob_str text) {
    uint32_t taken = 0;
    int line_number = 0;
    while (text.length > 0) {
        const char *end = memchr(text.data, '\n', text.length);
        hob_str line = {text.data, end == NULL ? text.length : (size_t)(end - text.data)};
        size_t used = line.length + (end != NULL ? 1 : 0);
        text = (hob_str){text.data + used, text.length - used};
        line_number++;
        if (line.length == 0 || line.data[0] == '#' || line.data[0] == '\r') {
            continue;
        }
        hob_mapping m;
        hob_error error = {0};
        if (hob_mapping_parse(line, d->log, &m, &error) != HOB_OK) {
            hob_log_write(d->log, HOB_LOG_WARN, "Line %d of the mappings: %s", line_number,
                          error.message);
            continue;
        }
        bool here =
            m.platform[0] == '\0' || d->platform[0] == '\0' || strcmp(m.platform, d->platform) == 0;
        taken += here && put_mapping(d, &d->database, &d->database_count, &d->database_cap, &m);
    }
    return taken;
}

static const hob_mapping *find_in(const hob_mapping *list, uint32_t count, const char *guid) {
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(list[i].guid, guid) == 0) {
            return &list[i];
        }
    }
    return NULL;
}

static void choose_mapping(const hob_devices *d, hob_device *device) {
    static const char plain[] =
        "00000000000000000000000000000000,plain,a:b0,b:b1,x:b2,y:b3,leftshoulder:b4,"
        "rightshoulder:b5,back:b6,start:b7,leftx:a0,lefty:a1,rightx:a2,righty:a3,dpup:h0.1,"
        "dpright:h0.2,dpdown:h0.4,dpleft:h0.8,";
    const hob_mapping *found = find_in(d->overrides, d->override_count, device->guid);
    if (found == NULL) {
        found = find_in(d->database, d->database_count, device->guid);
    }
    if (found != NULL) {
        device->mapping = *found;
    } else {
        hob_status status = hob_mapping_parse(hob_str_from(plain), NULL, &device->mapping, NULL);
        HOB_ASSERT(status == HOB_OK);
        (void)status;
    }
}

/* ---- what comes out ---- */

static void emit(hob_devices *d, hob_session_input input) {
    if (d->emit != NULL) {
        d->emit(d->user, &input);
    }
}

static void tell_changes(hob_devices *d, hob_device *device) {
    double values[HOB_PAD_CONTROLS];
    hob_mapping_apply(&device->mapping, &device->raw, values);
    for (int i = 0; i < HOB_PAD_CONTROLS; i++) {
        if (values[i] != device->values[i]) {
            device->values[i] = values[i];
            emit(d, (hob_session_input){.kind = HOB_INPUT_PAD,
                                        .seat_or_pad = device->slot,
                                        .name = hob_str_from(hob_pad_control_name(i)),
                                        .value = values[i]});
        }
    }
}

hob_status hob_devices_override(hob_devices *d, hob_str line, hob_error *reterr) {
    hob_mapping m;
    hob_status status = hob_mapping_parse(line, d->log, &m, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (!put_mapping(d, &d->overrides, &d->override_count, &d->override_cap, &m)) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is no memory for a mapping.");
    }
    for (int i = 0; i < d->slots; i++) {
        if (d->devices[i] != NULL && strcmp(d->devices[i]->guid, m.guid) == 0) {
            d->devices[i]->mapping = m;
            tell_changes(d, d->devices[i]);
        }
    }
    return HOB_OK;
}

/* ---- slots ---- */

static hob_device *device_of(const hob_devices *d, int64_t instance) {
    for (int i = 0; i < d->slots; i++) {
        if (d->devices[i] != NULL && d->devices[i]->instance == instance) {
            return d->devices[i];
        }
    }
    return NULL;
}

int hob_devices_slot(const hob_devices *d, int64_t instance) {
    const hob_device *device = device_of(d, instance);
    return device == NULL ? -1 : device->slot;
}

/* What is remembered is a preference, no reservation. */
static int free_slot(const hob_devices *d, const char *guid) {
    int lowest = -1;
    for (int i = 0; i < d->slots; i++) {
        if (d->devices[i] != NULL) {
            continue;
        }
        if (strcmp(d->remembered[i], guid) == 0) {
            return i;
        }
        lowest = lowest < 0 ? i : lowest;
    }
    return lowest;
}

int hob_devices_connect(hob_devices *d, int64_t instance, hob_str guid) {
    int slot = hob_devices_slot(d, instance);
    if (slot >= 0 || guid.length != HOB_GUID_LENGTH) {
        return slot;
    }
    char text[HOB_GUID_LENGTH + 1];
    memcpy(text, guid.data, HOB_GUID_LENGTH);
    text[HOB_GUID_LENGTH] = '\0';
    slot = free_slot(d, text);
    hob_device *device = slot < 0 ? NULL : hob_alloc_zero(d->allocator, 1, sizeof *device);
    if (device == NULL) {
        return -1;
    }
    device->instance = instance;
    device->slot = slot;
    memcpy(device->guid, text, sizeof text);
    memcpy(d->remembered[slot], text, sizeof text);
    choose_mapping(d, device);
    for (int i = 0; i < HOB_RAW_AXES; i++) {
        device->raw.axes[i] = 0;
    }
    for (uint32_t i = 0; i < device->mapping.count; i++) {
        const hob_binding *b = &device->mapping.bindings[i];
        bool trigger = b->control < HOB_PAD_STICKS && b->kind == HOB_RAW_AXIS && b->half == 0;
        if (trigger) { /* at rest until its first event */
            device->raw.axes[b->index] = b->inverted ? 1 : -1;
        }
    }
    d->devices[slot] = device;
    emit(d, (hob_session_input){.kind = HOB_INPUT_PAD_PLUG, .seat_or_pad = slot, .down = true});
    return slot;
}

int hob_devices_disconnect(hob_devices *d, int64_t instance) {
    hob_device *device = device_of(d, instance);
    if (device == NULL) {
        return -1;
    }
    int slot = device->slot;
    hob_free(d->allocator, device, sizeof *device);
    d->devices[slot] = NULL;
    emit(d, (hob_session_input){.kind = HOB_INPUT_PAD_PLUG, .seat_or_pad = slot});
    return slot;
}

/* ---- raw events ---- */

void hob_devices_axis(hob_devices *d, int64_t instance, int axis, double value) {
    hob_device *device = device_of(d, instance);
    if (device != NULL && axis >= 0 && axis < HOB_RAW_AXES && value == value) {
        device->raw.axes[axis] = hob_clamp(value, -1, 1);
        tell_changes(d, device);
    }
}

void hob_devices_axis_int16(hob_devices *d, int64_t instance, int axis, int value) {
    hob_devices_axis(d, instance, axis, value / 32767.0);
}

void hob_devices_button(hob_devices *d, int64_t instance, int button, bool down) {
    hob_device *device = device_of(d, instance);
    if (device != NULL && button >= 0 && button < HOB_RAW_BUTTONS) {
        device->raw.buttons[button] = down;
        tell_changes(d, device);
    }
}

void hob_devices_hat(hob_devices *d, int64_t instance, int hat, int bits) {
    hob_device *device = device_of(d, instance);
    if (device != NULL && hat >= 0 && hat < HOB_RAW_HATS) {
        device->raw.hats[hat] = (uint8_t)(bits & 15);
        tell_changes(d, device);
    }
}
