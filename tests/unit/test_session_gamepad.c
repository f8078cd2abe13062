/* Gamepads: mapping lines (case F1), one id for two pads (F2), slots (rgame I-18). */
#include "session/gamepad.h"
#include "support/testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GUID       "03000000c82d00000290000000000000"
#define NEAR(a, b) assert_true(fabs((a) - (b)) < 1e-9)

static int warnings;
static char last_warning[300];
static void note_warning(void *user, hob_log_level level, const char *message) {
    (void)user;
    warnings += level == HOB_LOG_WARN;
    snprintf(last_warning, sizeof last_warning, "%s", message);
}
static const hob_log log_lines = {note_warning, NULL};

static hob_mapping parse(const char *fields) {
    char line[600];
    hob_mapping m;
    hob_error error = {0};
    snprintf(line, sizeof line, GUID ",Pad,%s", fields);
    warnings = 0;
    if (hob_mapping_parse(hob_str_from(line), &log_lines, &m, &error) != HOB_OK) {
        fail_msg("%s", error.message);
    }
    return m;
}
static double value(const hob_mapping *m, const hob_raw_pad *raw, const char *control) {
    double values[HOB_PAD_CONTROLS];
    hob_mapping_apply(m, raw, values);
    return values[hob_pad_control(hob_str_from(control))];
}

static void forms_of_a_line__each_gives_its_sign_and_range(void **state) {
    (void)state;
    hob_raw_pad raw = {0};
    hob_mapping m = parse("leftx:a0,lefty:a1~,lefttrigger:a5,righttrigger:a4~,a:b3,dpup:h0.1,"
                          "dpleft:-a2,dpright:+a2,platform:Windows,");
    assert_int_equal(warnings, 0);
    raw.axes[0] = -0.5;
    raw.axes[1] = 1;
    raw.axes[5] = -1;
    raw.axes[4] = -1;
    NEAR(value(&m, &raw, "left-x"), -0.5);
    NEAR(value(&m, &raw, "left-y"), -1);
    NEAR(value(&m, &raw, "lt"), 0);
    NEAR(value(&m, &raw, "rt"), 1);
    raw.axes[5] = 1;
    raw.axes[4] = 0;
    NEAR(value(&m, &raw, "lt"), 1);
    NEAR(value(&m, &raw, "rt"), 0.5);
    raw.buttons[3] = true;
    raw.hats[0] = 1 | 2;
    raw.axes[2] = -0.75;
    NEAR(value(&m, &raw, "a"), 1);
    NEAR(value(&m, &raw, "dpad-up"), 1);
    NEAR(value(&m, &raw, "dpad-left"), 0.75);
    NEAR(value(&m, &raw, "dpad-right"), 0);
}

static void sticks_of_hats_and_buttons__both_halves(void **state) {
    (void)state;
    hob_raw_pad raw = {0};
    hob_mapping m = parse("+leftx:h0.2,+lefty:h0.4,-leftx:h0.8,-lefty:h0.1,+rightx:b9,-rightx:b4,"
                          "lefttrigger:+a3,righttrigger:-a3");
    raw.hats[0] = 8 | 4;
    NEAR(value(&m, &raw, "left-x"), -1);
    NEAR(value(&m, &raw, "left-y"), 1);
    raw.buttons[9] = true;
    NEAR(value(&m, &raw, "right-x"), 1);
    raw.buttons[4] = true;
    NEAR(value(&m, &raw, "right-x"), 0);
    raw.axes[3] = 0.6;
    NEAR(value(&m, &raw, "lt"), 0.6);
    NEAR(value(&m, &raw, "rt"), 0);
    raw.axes[3] = -0.3;
    NEAR(value(&m, &raw, "lt"), 0);
    NEAR(value(&m, &raw, "rt"), 0.3);
}

static void unknown_and_bad_fields__one_warning_each_and_the_rest_holds(void **state) {
    (void)state;
    hob_mapping m =
        parse("a:b0,frobnicate:b1,b:q2,x:b999,y:h0.99,misc1:b13,paddle1:b4,:,,start:b7");
    assert_int_equal(warnings, 5);
    assert_int_equal(m.count, 2);
    hob_error error = {0};
    static const char *const bad[] = {"", "#", "zz", "0300,x,a:b0", GUID, GUID ",", GUID ",Name"};
    for (size_t i = 0; i < HOB_COUNT(bad); i++) {
        assert_int_not_equal(hob_mapping_parse(hob_str_from(bad[i]), NULL, &m, &error), HOB_OK);
    }
}

/* The public extract, when it is there: every line maps without a warning, every stick keeps to its
 * range whatever the raw values are. */
static void public_extract__each_line_is_read_and_keeps_to_its_ranges(void **state) {
    (void)state;
    char path[400];
    snprintf(path, sizeof path, "%s/files/gamepad/mappings_extract.txt", hob_test_cases());
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        skip();
    }
    char line[1000];
    int lines = 0;
    warnings = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        hob_mapping m;
        hob_error error = {0};
        if (line[0] == '#') {
            continue;
        }
        line[strcspn(line, "\n")] = '\0';
        if (hob_mapping_parse(hob_str_from(line), &log_lines, &m, &error) != HOB_OK) {
            fail_msg("%s: %s", line, error.message);
        }
        lines++;
        uint64_t random = (uint64_t)lines;
        for (int round = 0; round < 50; round++) {
            hob_raw_pad raw;
            for (int i = 0; i < HOB_RAW_AXES; i++) {
                raw.axes[i] = hob_test_random_below(&random, 2001) / 1000.0 - 1;
            }
            for (int i = 0; i < HOB_RAW_BUTTONS; i++) {
                raw.buttons[i] = hob_test_random_below(&random, 2) == 1;
            }
            memset(raw.hats, (int)hob_test_random_below(&random, 16), sizeof raw.hats);
            double values[HOB_PAD_CONTROLS];
            hob_mapping_apply(&m, &raw, values);
            for (int i = 0; i < HOB_PAD_CONTROLS; i++) {
                assert_true(values[i] >= (i < HOB_PAD_STICKS ? 0 : -1) && values[i] <= 1);
            }
        }
    }
    (void)fclose(file);
    assert_int_equal(warnings, 0);
    assert_true(lines > 40);
}

/* ---- devices ---- */

static hob_devices devices;
static char out[2000];
static void note(void *user, const hob_session_input *input) {
    (void)user;
    size_t n = strlen(out);
    if (input->kind == HOB_INPUT_PAD_PLUG) {
        snprintf(out + n, sizeof out - n, "%s%d ", input->down ? "+" : "-", input->seat_or_pad);
    } else {
        snprintf(out + n, sizeof out - n, "%d:%.*s=%g ", input->seat_or_pad,
                 (int)input->name.length, input->name.data, input->value);
    }
}
static void out_is(const char *wanted) {
    assert_string_equal(out, wanted);
    out[0] = '\0';
}
static void open_devices(int slots) {
    hob_devices_init(&devices, hob_heap_allocator(), slots, "Linux", &log_lines);
    devices.emit = note;
    out[0] = '\0';
    warnings = 0;
}
static int close_devices(void **state) {
    (void)state;
    hob_devices_done(&devices);
    return 0;
}
static int connect(int64_t instance, char kind) {
    char guid[HOB_GUID_LENGTH + 1];
    memset(guid, kind, HOB_GUID_LENGTH);
    guid[HOB_GUID_LENGTH] = '\0';
    return hob_devices_connect(&devices, instance, hob_str_from(guid));
}

static void i18_slots__lowest_free_and_back_to_the_remembered_one(void **state) {
    (void)state;
    open_devices(4);
    assert_int_equal(connect(1, 'a'), 0);
    assert_int_equal(connect(2, 'b'), 1);
    assert_int_equal(connect(3, 'c'), 2);
    assert_int_equal(connect(2, 'b'), 1); /* the same instance twice */
    assert_int_equal(hob_devices_disconnect(&devices, 1), 0);
    assert_int_equal(hob_devices_disconnect(&devices, 2), 1);
    assert_int_equal(connect(9, 'b'), 1); /* although 0 is free */
    assert_int_equal(hob_devices_disconnect(&devices, 9), 1);
    assert_int_equal(connect(10, 'd'), 0);
    assert_int_equal(connect(11, 'e'), 1);  /* a remembered slot is no reservation */
    assert_int_equal(connect(12, 'b'), 3);  /* its owner takes the next */
    assert_int_equal(connect(13, 'f'), -1); /* a fifth */
    assert_int_equal(hob_devices_disconnect(&devices, 99), -1);
    assert_int_equal(hob_devices_slot(&devices, 3), 2);
    assert_int_equal(hob_devices_slot(&devices, 99), -1);
    assert_int_equal(hob_devices_connect(&devices, 50, HOB_STR("short")), -1);
}

static void i18_identical_pads__each_returns_to_its_own(void **state) {
    (void)state;
    open_devices(4);
    assert_int_equal(connect(1, 'a'), 0);
    assert_int_equal(connect(2, 'a'), 1);
    hob_devices_disconnect(&devices, 2);
    assert_int_equal(connect(3, 'a'), 1);
    hob_devices_disconnect(&devices, 1);
    assert_int_equal(connect(4, 'a'), 0);
}

static void i19_unplugged_and_raw_extremes__all_gone_and_clamped(void **state) {
    (void)state;
    open_devices(4);
    connect(1, 'a');
    hob_devices_axis_int16(&devices, 1, 0, -32768);
    hob_devices_button(&devices, 1, 0, true);
    out_is("+0 0:left-x=-1 0:a=1 ");
    hob_devices_button(&devices, 1, 0, true); /* no change, nothing told */
    hob_devices_axis(&devices, 1, 99, 1);
    hob_devices_axis(&devices, 1, 0, NAN);
    hob_devices_button(&devices, 77, 0, true);
    out_is("");
    hob_devices_disconnect(&devices, 1);
    hob_devices_button(&devices, 1, 1, true);
    out_is("-0 ");
    connect(1, 'a'); /* comes back with nothing held */
    hob_devices_hat(&devices, 1, 0, 2);
    out_is("+0 0:dpad-right=1 ");
}

/* Case F2: two entries of one id; what the player says for it beats both. */
static void override_of_one_device__beats_the_database_at_once(void **state) {
    (void)state;
    open_devices(4);
    static const char lines[] =
        "# comment\n" GUID ",Windows one,a:b0,b:b1,platform:Windows,\n" GUID
        ",First,a:b0,b:b1,platform:Linux,\nnonsense\n" GUID ",Second,a:b1,b:b0,platform:Linux,\n";
    assert_int_equal(hob_devices_load(&devices, hob_str_from(lines)), 2);
    assert_int_equal(warnings, 1);
    assert_non_null(strstr(last_warning, "Line 4"));
    assert_int_equal(hob_devices_connect(&devices, 5, HOB_STR(GUID)), 0);
    hob_devices_button(&devices, 5, 0, true);
    out_is("+0 0:b=1 ");
    assert_int_equal(hob_devices_override(&devices, HOB_STR(GUID ",Mine,a:b0,b:b1,"), NULL),
                     HOB_OK);
    out_is("0:a=1 0:b=0 ");
    hob_devices_disconnect(&devices, 5);
    hob_devices_connect(&devices, 6, HOB_STR(GUID));
    hob_devices_button(&devices, 6, 1, true);
    out_is("-0 +0 0:b=1 ");
    hob_error error = {0};
    assert_int_not_equal(hob_devices_override(&devices, HOB_STR("what"), &error), HOB_OK);
}

static void trigger_on_a_whole_axis__at_rest_before_its_first_event(void **state) {
    (void)state;
    open_devices(4);
    (void)hob_devices_load(&devices, HOB_STR(GUID ",T,a:b0,lefttrigger:a5,righttrigger:a4~,"));
    hob_devices_connect(&devices, 5, HOB_STR(GUID));
    hob_devices_button(&devices, 5, 0, true);
    out_is("+0 0:a=1 ");
    hob_devices_axis(&devices, 5, 5, 0);
    out_is("0:lt=0.5 ");
}

#define CASE(name) cmocka_unit_test_teardown(name, close_devices)
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_a_line__each_gives_its_sign_and_range),
        cmocka_unit_test(sticks_of_hats_and_buttons__both_halves),
        cmocka_unit_test(unknown_and_bad_fields__one_warning_each_and_the_rest_holds),
        cmocka_unit_test(public_extract__each_line_is_read_and_keeps_to_its_ranges),
        CASE(i18_slots__lowest_free_and_back_to_the_remembered_one),
        CASE(i18_identical_pads__each_returns_to_its_own),
        CASE(i19_unplugged_and_raw_extremes__all_gone_and_clamped),
        CASE(override_of_one_device__beats_the_database_at_once),
        CASE(trigger_on_a_whole_axis__at_rest_before_its_first_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
