/* Pages about the engine, and the guides that lie in a project: for editors (types of the script
 * interface) and for coding agents. All are made from the tables; `guides` makes them anew. */
#include "command/guides.h"
#include "command/reference.h"

#include "script/stubs.h"

#include <string.h>

/* ---- reference ---- */

static const char *const page_names[] = {"components", "commands", "script-api", "playtest-steps",
                                         "codes",      "files",    "lua-types",  "typescript-types",
                                         NULL};
static const hob_field page_params[] = {
    HOB_P("page", ENUM, .names = page_names, .flags = HOB_FIELD_REQUIRED, .doc = "Which page."),
    HOB_FIELDS_END};
static const hob_field page_result[] = {HOB_P("page", TEXT, .doc = "Its name."),
                                        HOB_P("text", TEXT,
                                              .doc = "The page: Markdown, or the "
                                                     "declarations."),
                                        HOB_FIELDS_END};

static hob_status run_reference(hob_command_call *call, hob_error *reterr) {
    hob_str name = hob_call_str(call, "page");
    hob_buf text;
    (void)reterr;
    hob_buf_init(&text, &call->arena->as_allocator, SIZE_MAX / 4);
    if (hob_str_is(name, "lua-types")) {
        hob_stubs_write(HOB_STUB_LUA, &text);
    } else if (hob_str_is(name, "typescript-types")) {
        hob_stubs_write(HOB_STUB_TYPESCRIPT, &text);
    }
    for (const hob_reference_page *page = hob_reference_pages; page->name != NULL; page++) {
        if (hob_str_is(name, page->name)) {
            hob_buf_format(&text, "# %s\n\n%s Printed by `hob reference %s`.\n", page->name,
                           page->doc, page->name);
            page->write(call->registry, &text);
        }
    }
    hob_call_set_str(call, "page", name);
    hob_call_set_str(call, "text", hob_buf_str(&text));
    hob_call_text(call, &text);
    return HOB_OK;
}

/* ---- guides ---- */

static const char agents_head[] =
    "# %s: for coding agents\n"
    "\n"
    "This is a game made with Hob, a 2D engine. `hob` is the one program: it edits, checks, runs "
    "and\n"
    "tests the game, and every command prints one result envelope with `--json`.\n"
    "\n"
    "## How to work\n"
    "\n"
    "1. `hob digest` tells what the game is; `hob inspect scene NAME` and `hob inspect entity "
    "SCENE "
    "NAME` show details.\n"
    "2. Change scenes, prefabs, assets and settings with commands, or edit the JSON files: both "
    "are "
    "right. Run\n"
    "   `hob validate` after an edit by hand.\n"
    "3. Scripts live in `scripts/` (Lua or JavaScript). `hob inspect api ctx.scene` lists what "
    "they "
    "can call;\n"
    "   `hob check-script PATH` compiles one.\n"
    "4. Prove it: `hob run SCENE --frames 300 --headless`, `hob screenshot SCENE --frame 120 --out "
    "shot.png`,\n"
    "   `hob test`. Write a play-test (`hob describe playtest-steps`) for what must not break.\n"
    "5. `hob undo` takes the last command back, `hob diff saved` shows edits by hand, `hob "
    "checkpoint NAME` and\n"
    "   `hob revert NAME --confirm` go back further. `hob batch` does several commands or none.\n"
    "\n"
    "Runs repeat bit for bit: the same seed and input give the same state. Nothing in a script may "
    "depend on the clock\n"
    "or on chance but `ctx.random`.\n"
    "\n"
    "## Where things are\n"
    "\n"
    "| path | what |\n"
    "|---|---|\n"
    "| `hob.json` | name, settings, input, scenes |\n"
    "| `scenes/` | one file a scene: entities and their components |\n"
    "| `scripts/`, `components/` | behaviour; component types of this game |\n"
    "| `assets/`, `assets.json` | pictures, sounds, animations, prefabs, and their index |\n"
    "| `ui/`, `texts/` | pieces of screen UI; texts by language |\n"
    "| `playtests/` | tests that play the game |\n"
    "| `.hob/` | the engine's own: journal, history, checkpoints, types for editors |\n"
    "\n"
    "## Commands\n"
    "\n";
static const char agents_tail[] =
    "\n"
    "`hob describe NAME` prints the parameters, result and an example of a command or a component; "
    "`hob reference\n"
    "components` and the other pages tell all. This file is made by `hob guides`; write your own "
    "notes with\n"
    "`hob remember` or in another file.\n";
static const char claude_page[] = "Read AGENTS.md: it tells how to work on this game with Hob.\n";
static const char luarc_page[] = "{\n"
                                 "  \"runtime.version\": \"Lua 5.4\",\n"
                                 "  \"workspace.library\": [\n"
                                 "    \".hob/types\"\n"
                                 "  ]\n"
                                 "}\n";
static const char jsconfig_page[] = "{\n"
                                    "  \"compilerOptions\": {\n"
                                    "    \"checkJs\": false,\n"
                                    "    \"lib\": [\n"
                                    "      \"es2023\"\n"
                                    "    ],\n"
                                    "    \"types\": []\n"
                                    "  },\n"
                                    "  \"include\": [\n"
                                    "    \".hob/types/hob.d.ts\",\n"
                                    "    \"components/**/*.js\",\n"
                                    "    \"scripts/**/*.js\"\n"
                                    "  ]\n"
                                    "}\n";

static void write_agents(const char *name, hob_buf *out) {
    hob_buf_format(out, agents_head, name);
    for (size_t i = 0; i < hob_command_count(); i++) {
        const hob_command *c = hob_command_at(i);
        if (c->cli != NULL) {
            size_t length = strcspn(c->cli, "{");
            hob_buf_format(out, "- `hob %.*s`: %s\n",
                           (int)(length > 0 && c->cli[length - 1] == ' ' ? length - 1 : length),
                           c->cli, c->summary);
        }
    }
    hob_buf_add_cstr(out, agents_tail);
}

static void write_lua(const char *name, hob_buf *out) {
    (void)name;
    hob_stubs_write(HOB_STUB_LUA, out);
}

static void write_typescript(const char *name, hob_buf *out) {
    (void)name;
    hob_stubs_write(HOB_STUB_TYPESCRIPT, out);
}

const hob_guide hob_guides[] = {
    {"AGENTS.md", NULL, write_agents},
    {"CLAUDE.md", claude_page, NULL},
    {".luarc.json", luarc_page, NULL},
    {"jsconfig.json", jsconfig_page, NULL},
    {".hob/types/hob.lua", NULL, write_lua},
    {".hob/types/hob.d.ts", NULL, write_typescript},
    {NULL, NULL, NULL},
};

void hob_guide_write(const hob_guide *guide, const char *name, hob_buf *out) {
    if (guide->text != NULL) {
        hob_buf_add_cstr(out, guide->text);
    } else {
        guide->write(name, out);
    }
}

static const hob_field no_params[] = {HOB_FIELDS_END};
static const hob_field path_field = {.name = "", .type = HOB_FIELD_TEXT, .doc = "A path."};
static const hob_field guides_result[] = {
    HOB_P("guides", LIST, .element = &path_field, .doc = "The files, as they are now."),
    HOB_FIELDS_END};

static hob_status run_guides(hob_command_call *call, hob_error *reterr) {
    const char *name = hob_text_cstr(hob_project_manifest(call->project)->name);
    hob_value list = hob_command__list(call);
    hob_status status = HOB_OK;
    for (const hob_guide *g = hob_guides; g->path != NULL && status == HOB_OK; g++) {
        hob_buf text;
        hob_buf_init(&text, &call->arena->as_allocator, SIZE_MAX / 4);
        hob_guide_write(g, name, &text);
        bool existed = hob_change_exists(call->change, g->path);
        status = hob_change_put(call->change, g->path, hob_buf_str(&text), reterr);
        hob_call_changed(call, "file", NULL, NULL, g->path, NULL, existed ? "modified" : "created");
        hob_command__add(call, list, hob_command__text(call, hob_str_from(g->path)));
    }
    hob_call_set(call, "guides", list);
    return status;
}

const hob_command hob_guide_commands[] = {
    {.name = "printReference",
     .summary = "Prints a page of the reference, or the types of the script interface.",
     .permission = HOB_PERMIT_READ_ONLY,
     .flags = HOB_COMMAND_IF_PROJECT,
     .params = page_params,
     .result = page_result,
     .example_json = "{\"page\": \"components\"}",
     .run = run_reference,
     .cli = "reference <page>"},
    {.name = "refreshGuides",
     .summary = "Makes AGENTS.md, CLAUDE.md and the types for editors of the project anew.",
     .permission = HOB_PERMIT_SAFE_EDIT,
     .flags = HOB_COMMAND_MUTATES,
     .params = no_params,
     .result = guides_result,
     .example_json = "{}",
     .example_after = "updateSettings",
     .run = run_guides,
     .cli = "guides"},
    {.name = NULL}};
