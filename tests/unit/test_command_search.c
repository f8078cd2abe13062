/* Searching, replacing and laying out scripts. */
#include "support/test_command.h"

#include <string.h>

#define LUA HOB_TEST_GAME "/scripts/a.lua"
#define JS  HOB_TEST_GAME "/scripts/sub/b.js"

static void begin(hob_test_commands *t) {
    hob_test_commands_begin(t);
    hob_test_put_file(t, LUA, HOB_STR("local Speed = 1\r\nreturn { speed = Speed }\n"));
    hob_test_put_file(t, JS, HOB_STR("const speed = 2;\nmodule.exports = { speed };\n"));
}

static void search__tells_every_match_with_its_place(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    hob_value data = hob_test_do(&t, "searchScripts", "{\"query\": \"speed\"}");
    hob_test_number_is(data, "total", 5);
    hob_test_text_is(data, "matches.0.path", "scripts/a.lua");
    hob_test_number_is(data, "matches.0.line", 1);
    hob_test_number_is(data, "matches.0.column", 7);
    hob_test_text_is(data, "matches.0.preview", "local Speed = 1"); /* without the \r */
    hob_test_number_is(data, "matches.2.column", 18);
    data = hob_test_do(&t, "searchScripts",
                       "{\"query\": \"speed\", \"caseSensitive\": true, \"pathGlob\": "
                       "\"scripts/*\"}");
    hob_test_number_is(data, "total", 1);
    data = hob_test_do(&t, "searchScripts",
                       "{\"query\": \"sp[ef]{2}d\\\\b\", \"regex\": true, \"pathGlob\": "
                       "\"scripts/**.js\"}");
    hob_test_number_is(data, "total", 2);
    assert_true(!hob_value_get_bool(data, "capped", true));
    const hob_error *error = hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "searchScripts",
                                              "{\"query\": \"(speed\", \"regex\": true}");
    assert_string_equal(error->pointer, "/query");
    hob_test_commands_end(&t);
}

static void search__lists_500_and_counts_all(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), 1 << 20);
    hob_buf_add_cstr(&text, "local s = \"");
    for (int i = 0; i < 700; i++) {
        hob_buf_add_cstr(&text, "\xc3\xa4x"); /* two bytes, one character */
    }
    hob_buf_add_cstr(&text, "\"\nreturn {}\n");
    hob_test_put_file(&t, LUA, hob_buf_str(&text));
    hob_buf_done(&text);
    hob_value data = hob_test_do(&t, "searchScripts", "{\"query\": \"x\"}");
    hob_test_number_is(data, "total", 700);
    assert_true(hob_value_get_bool(data, "capped", false));
    assert_int_equal(hob_test_at(data, "matches").as.list->count, 500);
    hob_test_number_is(data, "matches.1.column", 15);
    hob_str preview = hob_value_str(hob_test_at(data, "matches.300.preview"));
    assert_true(preview.length <= 120 && preview.length >= 117);
    assert_true(hob_utf8_valid(preview, NULL));
    hob_test_commands_end(&t);
}

static void replace__keeps_line_breaks_and_a_dry_run_writes_nothing(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    static const char params[] = "{\"query\": \"(sp)eed = (\\\\d)\", \"replacement\": \"$1 = "
                                 "$2$$$3\", \"regex\": true, \"dryRun\": true}";
    hob_value data = hob_test_do(&t, "replaceInScripts", params);
    assert_true(!hob_value_get_bool(data, "applied", true));
    hob_test_number_is(data, "total", 2);
    hob_test_text_is(data, "changes.0.preview", "local Sp = 1$$3");
    assert_int_equal(hob_test_at(t.envelope.value, "files").as.list->count, 0);
    data = hob_test_do(&t, "replaceInScripts",
                       "{\"query\": \"speed\", \"replacement\": \"$1\", \"pathGlob\": "
                       "\"scripts/a.*\"}");
    hob_test_number_is(data, "total", 3);
    hob_test_number_is(data, "changes.0.count", 3);
    hob_test_number_is(data, "changes.0.lines", 2);
    hob_str text = hob_test_file(&t, LUA);
    assert_string_equal(text.data, "local $1 = 1\r\nreturn { $1 = $1 }\n");
    hob_test_text_is(t.envelope.value, "warnings.0.code", "SCRIPT_SYNTAX_ERROR");
    hob_test_text_is(t.envelope.value, "changed.0.path", "scripts/a.lua");
    data = hob_test_do(&t, "replaceInScripts", "{\"query\": \"void\", \"replacement\": \"\"}");
    assert_true(!hob_value_get_bool(data, "applied", true));
    assert_int_equal(hob_test_at(t.envelope.value, "changed").as.list->count, 0);
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "replaceInScripts",
                           "{\"query\": \"*\", \"replacement\": \"\", \"regex\": true}");
    hob_test_commands_end(&t);
}

static void format_is(hob_test_commands *t, const char *path, const char *before,
                      const char *after) {
    hob_buf params;
    hob_buf_init(&params, hob_heap_allocator(), 4096);
    hob_buf_format(&params, "%s/%s", HOB_TEST_GAME, path);
    hob_test_put_file(t, params.data, hob_str_from(before));
    hob_buf_clear(&params);
    hob_buf_format(&params, "{\"path\": \"%s\"}", path);
    hob_value data = hob_test_do(t, "formatScript", params.data);
    assert_int_equal(hob_value_get_bool(hob_test_at(data, "results.0"), "changed", false),
                     strcmp(before, after) != 0);
    hob_buf_clear(&params);
    hob_buf_format(&params, "%s/%s", HOB_TEST_GAME, path);
    assert_string_equal(hob_test_file(t, params.data).data, after);
    hob_buf_done(&params);
    assert_int_equal(hob_test_at(t->envelope.value, "warnings").as.list->count, 0);
}

static void lua_layout__follows_blocks_and_leaves_texts_alone(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    static const char after[] = "-- a \t b\n"
                                "local script = {}\n"
                                "\n"
                                "function script.onUpdate(ctx, dt)\n"
                                "  if dt > 1 then\n"
                                "    for i = 1, 3 do\n"
                                "      print(i)\n"
                                "    end\n"
                                "  elseif dt > 2 then\n"
                                "    repeat\n"
                                "      dt = dt - 1\n"
                                "    until dt < 0\n"
                                "  else\n"
                                "    local text = [[\n"
                                " end  \n"
                                "\t]] .. \"end\"\n"
                                "      .. text\n"
                                "    ctx.log(text, function()\n"
                                "      return { a = 1,\n"
                                "        b = 2 }\n"
                                "    end)\n"
                                "  end\n"
                                "end\n"
                                "\n"
                                "return script\n";
    format_is(&t, "scripts/f.lua",
              "\n-- a \t b  \r\nlocal script = {}\r\n\n\n\nfunction script.onUpdate(ctx, dt)\n"
              "if dt > 1 then\n\tfor i = 1, 3 do\nprint(i)\nend\n     elseif dt > 2 then\nrepeat\n"
              "dt = dt - 1\nuntil dt < 0\nelse\nlocal text = [[\n end  \n\t]] .. \"end\"\n.. text\n"
              "ctx.log(text, function()\nreturn { a = 1,\nb = 2 }\nend)\nend\nend   \n\nreturn "
              "script",
              after);
    format_is(&t, "scripts/f.lua", after, after);
    hob_test_commands_end(&t);
}

static void js_layout__follows_brackets_switches_and_templates(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    static const char after[] = "const re = /[/\"`]{2}/g;\n"
                                "module.exports = {\n"
                                "  onUpdate(ctx, dt) {\n"
                                "    switch (ctx.state) {\n"
                                "      case 1:\n"
                                "        ctx.log(`a\n"
                                "   ${dt + `x`}  \n"
                                "`);\n"
                                "        break;\n"
                                "      default:\n"
                                "        if (dt) /`/.test(\"\");\n"
                                "    }\n"
                                "    ctx.timer.after(1, () => {\n"
                                "      ctx.log(1 /\n"
                                "          2);\n"
                                "    });\n"
                                "    return ctx\n"
                                "      .find()\n"
                                "      .map((x) => x);\n"
                                "  },\n"
                                "};\n";
    format_is(
        &t, "scripts/f.js",
        "const re = /[/\"`]{2}/g;\nmodule.exports = {\nonUpdate(ctx, dt) {\nswitch "
        "(ctx.state) {\ncase 1:\nctx.log(`a\n   ${dt + `x`}  \n`);\nbreak;\ndefault:\nif (dt) "
        "/`/.test(\"\");\n}\nctx.timer.after(1, () => {\nctx.log(1 /\n2);\n});\nreturn "
        "ctx\n.find()\n        .map((x) => x);\n},\n};",
        after);
    format_is(&t, "scripts/f.js", after, after);
    hob_test_commands_end(&t);
}

static void layout_of_all__leaves_what_does_not_compile(void **state) {
    (void)state;
    hob_test_commands t;
    begin(&t);
    hob_test_put_file(&t, HOB_TEST_GAME "/scripts/bad.lua", HOB_STR("  return {\n"));
    hob_test_put_file(&t, HOB_TEST_GAME "/scripts/notes.txt", HOB_STR("  notes\n"));
    hob_value data = hob_test_do(&t, "formatScript", "{\"all\": true}");
    hob_test_text_is(data, "results.0.path", "scripts/a.lua");
    assert_true(hob_value_get_bool(hob_test_at(data, "results.0"), "changed", false));
    hob_test_text_is(t.envelope.value, "warnings.0.code", "FORMAT_FAILED");
    assert_string_equal(hob_test_file(&t, HOB_TEST_GAME "/scripts/bad.lua").data, "  return {\n");
    (void)hob_test_do(&t, "formatScript", "{\"all\": true}");
    assert_int_equal(hob_test_at(t.envelope.value, "files").as.list->count, 0);
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "formatScript", "{}");
    (void)hob_test_refuses(&t, HOB_ERR_INVALID_INPUT, "formatScript",
                           "{\"path\": \"scripts/a.lua\", \"all\": true}");
    (void)hob_test_refuses(&t, HOB_ERR_NOT_FOUND, "formatScript",
                           "{\"path\": \"scripts/none.lua\"}");
    hob_test_commands_end(&t);
}

static void written_script__is_laid_out_as_the_project_says(void **state) {
    (void)state;
    hob_test_commands t;
    hob_test_commands_begin(&t);
    hob_value data =
        hob_test_do(&t, "createScript", "{\"name\": \"x\", \"source\": \"   return {}\"}");
    hob_test_text_is(data, "source", "return {}\n");
    assert_true(hob_value_get_bool(data, "formatted", false));
    data = hob_test_do(&t, "editScript",
                       "{\"path\": \"scripts/x.lua\", \"source\": \"   return {}\", \"format\": "
                       "false}");
    hob_test_text_is(data, "source", "   return {}");
    (void)hob_test_do(&t, "updateSettings", "{\"codeStyle\": {\"formatOnSave\": false}}");
    data = hob_test_do(&t, "editScript",
                       "{\"path\": \"scripts/x.lua\", \"source\": \"    return {}\"}");
    hob_test_text_is(data, "source", "    return {}");
    assert_true(!hob_value_get_bool(data, "formatted", true));
    hob_test_commands_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search__tells_every_match_with_its_place),
        cmocka_unit_test(search__lists_500_and_counts_all),
        cmocka_unit_test(replace__keeps_line_breaks_and_a_dry_run_writes_nothing),
        cmocka_unit_test(lua_layout__follows_blocks_and_leaves_texts_alone),
        cmocka_unit_test(js_layout__follows_brackets_switches_and_templates),
        cmocka_unit_test(layout_of_all__leaves_what_does_not_compile),
        cmocka_unit_test(written_script__is_laid_out_as_the_project_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
