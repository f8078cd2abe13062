/* From authored to live: scenes, spawns, prefabs (spec hob 1.4, step 5.1, 5.2). */
#include "support/test_project.h"
#include "support/world.h"
#include "world/internal.h"

#include <math.h>
#include <string.h>

static void unquote(char *text) {
    for (; *text; text++) {
        *text = *text == '\'' ? '"' : *text;
    }
}

/* ---- scenes ---- */

typedef struct scene_test {
    test_world t;
    hob_json json;
    hob_error_list findings;
} scene_test;

static const hob_scene_entry entry = {"scn_main", "Main", "scenes/main.scene.json"};

static void parse(scene_test *s, const char *entities) {
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), (size_t)1 << 20);
    hob_buf_format(&text, "{'id':'scn_main','settings':{'cellSize':32},'entities':[%s]}", entities);
    unquote(text.data);
    hob_error error;
    if (hob_json_parse(hob_heap_allocator(), hob_buf_str(&text), entry.path, HOB_JSON_STRICT,
                       &s->json, NULL, &error)) {
        fail_msg("%s", error.message);
    }
    hob_buf_done(&text);
}

static bool load(scene_test *s, const test_rules *rules, const char *entities) {
    test_world_open(&s->t, rules);
    parse(s, entities);
    hob_error_list_init(&s->findings, hob_heap_allocator());
    bool loaded = hob_instantiate_scene(s->t.world, &entry, &s->json, &s->findings);
    if (loaded) {
        hob_attach_all(s->t.world);
    }
    return loaded;
}

static void unload(scene_test *s) {
    hob_error_list_done(&s->findings);
    hob_json_done(&s->json);
    test_world_close(&s->t);
}

static hob_entity_data *named(scene_test *s, const char *name) {
    hob_entity e = hob_entity_find_name(s->t.world, hob_str_from(name));
    return hob_entity_get(s->t.world, e);
}

static void a_scene__is_built_in_file_order_with_its_own_ids(void **state) {
    (void)state;
    scene_test s;
    assert_true(load(
        &s, NULL,
        "{'id':'ent_b','name':'B','parentId':'ent_a','tags':['x','y'],'owner':2,'visible':false,"
        "'wires':[{'signal':'Body.hit','call':'f'}],'components':{'Body':{'number':5}}},"
        "{'id':'ent_a','name':'A','components':{'Transform':{'position':{'x':3}}}}"));
    hob_entity_data *a = named(&s, "A"), *b = named(&s, "B");
    assert_int_equal(s.findings.count, 0);
    assert_int_equal(b->serial, 1); /* file order, though its parent comes later */
    assert_int_equal(a->serial, 2);
    assert_ptr_equal(b->parent_data, a);
    assert_true(b->parent == a->self);
    assert_string_equal(hob_text_cstr(b->id), "ent_b");
    assert_true(hob_entity_find_id(s.t.world, HOB_STR("ent_a")) == a->self);
    assert_true(hob_entity_has_tag(b, HOB_STR("y")));
    assert_int_equal(hob_entity_seat(s.t.world, b), 2);
    assert_false(b->shown);
    hob_value wire = hob_list_get(b->wires.as.list, 0);
    assert_true(hob_str_is(hob_value_get_str(wire, "call", ""), "f"));
    assert_true(HOB_DATA(test_slot(&s.t, b, "Body"), test_body)->number == 5);
    assert_true(HOB_DATA(test_slot(&s.t, b, "Body"), test_body)->color->length == 7);
    assert_true(a->transform->position.x == 3 && a->transform->scale.y == 1);
    assert_true(b->transform->scale.x == 1);
    assert_true(s.t.world->scene_settings.cell_size == 32);
    assert_string_equal(hob_text_cstr(s.t.world->scene_id), "scn_main");
    assert_int_equal(s.t.world->next_runtime_id, 1);
    unload(&s);
}

static void slots__keep_their_file_order_and_init_comes_before_any_attach(void **state) {
    (void)state;
    scene_test s;
    assert_true(
        load(&s, NULL,
             "{'id':'ent_a','name':'A','components':{'Passive#z':{},'Script':{'path':'life'},"
             "'Passive':{}}},"
             "{'id':'ent_b','name':'B','components':{'Passive':{},'Transform':{}}}"));
    test_trace_is(&s.t,
                  "A.Passive#z init; A.Passive init; B.Passive init; "
                  "A.Passive#z attach; A.Script onAttach; A.Passive attach; B.Passive attach; ");
    hob_entity_data *b = named(&s, "B");
    assert_string_equal(hob_text_cstr(b->slots[0].component->slot), "Passive");
    assert_string_equal(hob_text_cstr(b->slots[1].component->slot), "Transform");
    unload(&s);
}

static void disabled_entities__are_inactive_or_absent_by_rule(void **state) {
    (void)state;
    static const char entities[] = "{'id':'ent_a','name':'A','enabled':false,'components':{}},"
                                   "{'id':'ent_b','name':'B','parentId':'ent_a','components':{}}";
    scene_test s;
    assert_true(load(&s, NULL, entities));
    assert_false(named(&s, "A")->active);
    assert_false(named(&s, "B")->active);
    assert_ptr_equal(named(&s, "B")->parent_data, named(&s, "A"));
    unload(&s);
    assert_true(
        load(&s, &(test_rules){.rules = {.disabled_entities = HOB_DISABLED_ABSENT}}, entities));
    assert_null(named(&s, "A"));
    assert_true(named(&s, "B")->active);
    assert_null(named(&s, "B")->parent_data);
    assert_int_equal(hob_entity_count(s.t.world), 1);
    unload(&s);
}

static void the_rule_inherit__changes_the_default_only(void **state) {
    (void)state;
    scene_test s;
    assert_true(load(&s, &(test_rules){.rules = {.inherit = HOB_INHERIT_RULE_POSITION}},
                     "{'id':'ent_a','name':'A','components':{}},"
                     "{'id':'ent_b','name':'B','components':{'Transform':{}}},"
                     "{'id':'ent_c','name':'C','components':{'Transform':{'inherit':'all'}}}"));
    assert_int_equal(named(&s, "A")->transform->inherit, HOB_INHERIT_POSITION);
    assert_int_equal(named(&s, "B")->transform->inherit, HOB_INHERIT_POSITION);
    assert_int_equal(named(&s, "C")->transform->inherit, HOB_INHERIT_ALL);
    unload(&s);
}

static void missing_parents_and_cycles__leave_entities_without_a_parent(void **state) {
    (void)state;
    scene_test s;
    assert_true(load(&s, NULL,
                     "{'id':'ent_a','name':'A','parentId':'ent_c','components':{}},"
                     "{'id':'ent_b','name':'B','parentId':'ent_a','components':{}},"
                     "{'id':'ent_c','name':'C','parentId':'ent_b','components':{}},"
                     "{'id':'ent_d','name':'D','parentId':'ent_c','components':{}},"
                     "{'id':'ent_e','name':'E','parentId':'ent_e','components':{}},"
                     "{'id':'ent_f','name':'F','parentId':'ent_none','components':{}}"));
    /* From A over C and B back to A: the circle closes at B. */
    assert_ptr_equal(named(&s, "A")->parent_data, named(&s, "C"));
    assert_ptr_equal(named(&s, "C")->parent_data, named(&s, "B"));
    assert_null(named(&s, "B")->parent_data);
    assert_ptr_equal(named(&s, "D")->parent_data, named(&s, "C"));
    assert_null(named(&s, "E")->parent_data);
    assert_null(named(&s, "F")->parent_data);
    assert_int_equal(s.t.records.log_count, 2);
    unload(&s);
}

static void check_finding(const scene_test *s, hob_status status, const char *pointer) {
    for (size_t i = 0; i < s->findings.count; i++) {
        if (s->findings.items[i].status == status &&
            strcmp(s->findings.items[i].pointer, pointer) == 0) {
            assert_true(s->findings.items[i].line > 0);
            return;
        }
    }
    fail_msg("no %s at %s", hob_status_name(status), pointer);
}

static void a_refused_scene__builds_nothing_and_moves_no_counter(void **state) {
    (void)state;
    static const struct {
        const char *entity;
        hob_status status;
        const char *pointer;
    } cases[] = {
        {"{'id':'ent_c','name':'C','components':{'Boddy':{}}}", HOB_ERR_COMPONENT_UNKNOWN,
         "/entities/2/components/Boddy"},
        {"{'id':'ent_c','name':'C','components':{'Body':{'count':'x'}}}", HOB_ERR_FIELD_TYPE,
         "/entities/2/components/Body/count"},
        {"{'id':'ent_c','name':'C','components':{'Body':{'count':200}}}", HOB_ERR_FIELD_RANGE,
         "/entities/2/components/Body/count"},
        {"{'id':'wrong','name':'C','components':{}}", HOB_ERR_FIELD_PATTERN, "/entities/2/id"},
        {"{'id':'ent_c','components':{}}", HOB_ERR_FIELD_MISSING, "/entities/2"},
        {"{'id':'ent_c','name':'C','components':{'Transform#b':{}}}", HOB_ERR_CONFLICT,
         "/entities/2/components/Transform#b"},
        {"{'id':'ent_c','name':'C','components':{'Single':{},'Single#b':{}}}", HOB_ERR_CONFLICT,
         "/entities/2/components/Single#b"},
    };
    for (size_t i = 0; i < HOB_COUNT(cases); i++) {
        char entities[600];
        (void)snprintf(entities, sizeof entities,
                       "{'id':'ent_a','name':'A','components':{'Body':{'text':'some'},"
                       "'Script':{'path':'all'}}},"
                       "{'id':'ent_b','name':'B','parentId':'ent_a','components':{'Walker':{}}},%s",
                       cases[i].entity);
        scene_test s;
        assert_false(load(&s, NULL, entities));
        check_finding(&s, cases[i].status, cases[i].pointer);
        assert_int_equal(hob_entity_count(s.t.world), 0);
        assert_int_equal(s.t.world->next_serial, 1);
        assert_int_equal(s.t.world->last_born, 0);
        assert_int_equal(s.t.world->entities->order.count, 0);
        test_trace_is(&s.t, ""); /* no init, no hook */
        hob_error error;
        assert_false(hob_scene_check(s.t.world, &entry, &s.json, &error));
        assert_int_equal(error.status, cases[i].status);
        assert_string_equal(hob_text_cstr(test_spawn(&s.t, "Next", "{}")->id), "rt_1");
        unload(&s);
    }
}

static void a_check__says_yes_without_building(void **state) {
    (void)state;
    scene_test s;
    test_world_open(&s.t, NULL);
    parse(&s, "{'id':'ent_a','name':'A','components':{'Body':{'number':3},'Passive':{}}}");
    hob_error error;
    assert_true(hob_scene_check(s.t.world, &entry, &s.json, &error));
    assert_int_equal(hob_entity_count(s.t.world), 0);
    test_trace_is(&s.t, "");
    hob_error_list_init(&s.findings, hob_heap_allocator());
    unload(&s);
}

static void unknown_keys__are_told_and_ignored(void **state) {
    (void)state;
    scene_test s;
    assert_true(load(&s, NULL, "{'id':'ent_a','name':'A','components':{'Body':{'nmber':3}}}"));
    check_finding(&s, HOB_ERR_FIELD_UNKNOWN, "/entities/0/components/Body/nmber");
    assert_non_null(strstr(s.findings.items[0].message, "Entity \"A\""));
    assert_int_equal(hob_entity_count(s.t.world), 1);
    unload(&s);
}

static void more_entities_than_the_limit__are_refused(void **state) {
    (void)state;
    scene_test s;
    test_world_open(&s.t, NULL);
    s.t.manifest.limits.entities = 1;
    parse(&s,
          "{'id':'ent_a','name':'A','components':{}},{'id':'ent_b','name':'B','components':{}}");
    hob_error_list_init(&s.findings, hob_heap_allocator());
    assert_false(hob_instantiate_scene(s.t.world, &entry, &s.json, &s.findings));
    check_finding(&s, HOB_ERR_LIMIT_REACHED, "/entities/1");
    assert_int_equal(hob_entity_count(s.t.world), 0);
    unload(&s);
}

static hob_status look_for_b(test_world *t, hob_component *c, const char *what,
                             const hob_value *args, uint32_t count) {
    (void)args;
    (void)count;
    if (strcmp(what, "attach") == 0 && strcmp(hob_text_cstr(c->owner->name), "A") == 0) {
        hob_entity_data *b =
            hob_entity_live(t->world, hob_entity_find_name(t->world, HOB_STR("B")));
        assert_non_null(b); /* found from attach on */
        assert_false(test_slot(t, b, "Passive")->attached);
        assert_false(test_slot(t, b, "Passive")->ready);
        hob_entity_destroy(t->world, b->self, HOB_CHILDREN_BY_RULE);
        test_spawn(t, "New", "{'Passive':{}}");
    }
    return HOB_OK;
}

static void attach__finds_later_entities_and_begins_nothing_for_the_dead(void **state) {
    (void)state;
    scene_test s;
    test_world_open(&s.t, NULL);
    s.t.on_call = look_for_b;
    parse(&s, "{'id':'ent_a','name':'A','components':{'Passive':{}}},"
              "{'id':'ent_b','name':'B','components':{'Passive':{}}},"
              "{'id':'ent_c','name':'C','components':{'Passive':{}}}");
    hob_error_list_init(&s.findings, hob_heap_allocator());
    assert_true(hob_instantiate_scene(s.t.world, &entry, &s.json, &s.findings));
    assert_null(named(&s, "B")); /* built, but nothing can find it yet */
    hob_attach_all(s.t.world);
    test_trace_is(&s.t, "A.Passive init; B.Passive init; C.Passive init; A.Passive attach; "
                        "New.Passive init; New.Passive attach; C.Passive attach; ");
    unload(&s);
}

/* ---- spawn ---- */

typedef struct init_check {
    test_world *t;
    bool was_called;
} init_check;

static void check_init(hob_world *world, hob_entity root, void *user) {
    init_check *check = user;
    check->was_called = true;
    hob_entity_data *e = hob_entity_live(world, root);
    assert_non_null(e);
    assert_true(hob_entity_find_name(world, HOB_STR("New")) == HOB_NO_ENTITY);
    hob_entity_pass pass = hob_entity_pass_begin(world);
    assert_null(hob_entity_pass_next(&pass));
    hob_entity_pass_end(&pass);
    assert_false(test_slot(check->t, e, "Passive")->attached);
    test_trace_is(check->t, "New.Passive init; ");
}

static void init__runs_before_attach_and_nothing_finds_the_newcomer_yet(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    init_check check = {&t, false};
    hob_spawn_options options = {.init = check_init, .init_user = &check};
    hob_value def = test_value(&t, "{'name':'New','components':{'Passive':{}}}");
    assert_true(hob_spawn(t.world, def, &options, NULL) != HOB_NO_ENTITY);
    assert_true(check.was_called);
    test_trace_is(&t, "New.Passive attach; ");
    test_world_close(&t);
}

static void spawn__takes_place_flags_tags_parent_and_wires(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_entity_data *parent = test_spawn(&t, "Parent", "{}");
    hob_value def =
        test_value(&t, "{'name':'New','position':{'x':4,'y':5},'tags':['t'],'parent':'Parent',"
                       "'enabled':false,'visible':false,'owner':1,'wires':[{'signal':'a.b'}],"
                       "'components':{'Transform':{'position':{'x':9,'y':9},'rotation':7}}}");
    hob_entity_data *e = hob_entity_get(t.world, hob_spawn(t.world, def, NULL, NULL));
    assert_true(e->transform->position.x == 4 && e->transform->position.y == 5);
    assert_true(e->transform->rotation == 7);
    assert_ptr_equal(e->parent_data, parent);
    assert_true(!e->active && !e->shown && e->owner == 1);
    assert_true(hob_entity_has_tag(e, HOB_STR("t")));
    assert_int_equal(e->wires.as.list->count, 1);
    hob_error error;
    def = test_value(&t, "{'name':'New','parent':'Nobody'}");
    assert_true(hob_spawn(t.world, def, NULL, &error) == HOB_NO_ENTITY);
    assert_int_equal(error.status, HOB_ERR_ENTITY_UNKNOWN);
    test_world_close(&t);
}

static void unknown_things_in_a_spawn__warn_once_and_are_skipped(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    for (int i = 0; i < 3; i++) {
        hob_value def = test_value(&t, "{'name':'N','colour':1,'components':{'Boddy':{},"
                                       "'Body':{'nmber':2,'count':5}}}");
        hob_entity_data *e = hob_entity_get(t.world, hob_spawn(t.world, def, NULL, NULL));
        assert_int_equal(e->slot_count, 2);
        assert_int_equal(HOB_DATA(test_slot(&t, e, "Body"), test_body)->count, 5);
    }
    assert_int_equal(t.records.log_count, 3); /* colour, Boddy, nmber */
    test_world_close(&t);
}

static void a_bad_value_in_a_spawn__builds_nothing(void **state) {
    (void)state;
    test_world t;
    test_world_open(&t, NULL);
    hob_error error;
    hob_value def = test_value(&t, "{'name':'N','components':{'Passive':{},'Body':{'count':-1}}}");
    assert_true(hob_spawn(t.world, def, NULL, &error) == HOB_NO_ENTITY);
    assert_int_equal(error.status, HOB_ERR_FIELD_RANGE);
    hob_spawn_options nowhere = {.has_position = true, .position = {0, (double)NAN}};
    assert_true(hob_spawn(t.world, test_value(&t, "{}"), &nowhere, &error) == HOB_NO_ENTITY);
    assert_int_equal(error.status, HOB_ERR_FIELD_NOT_FINITE);
    hob_value body = hob_value_get(hob_value_get(def, "components"), "Body");
    hob_map_set(&t.scratch.as_allocator, body.as.map, HOB_STR("count"), hob_value_number(1));
    hob_map_set(&t.scratch.as_allocator, body.as.map, HOB_STR("number"),
                hob_value_number((double)INFINITY));
    assert_true(hob_spawn(t.world, def, NULL, &error) == HOB_NO_ENTITY);
    assert_true(hob_spawn(t.world, hob_value_number(3), NULL, &error) == HOB_NO_ENTITY);
    assert_int_equal(error.status, HOB_ERR_INVALID_INPUT);
    assert_int_equal(hob_entity_count(t.world), 0);
    test_trace_is(&t, "");
    assert_string_equal(hob_text_cstr(test_spawn(&t, "E", "{}")->id), "rt_1");
    test_world_close(&t);
}

/* ---- prefabs, with a real project ---- */

typedef struct prefab_test {
    hob_test_project project;
    hob_world *world;
    hob_region *region;
    hob_arena scratch;
    hob_records records;
} prefab_test;

static void put(prefab_test *p, const char *path, const char *text) {
    char *copy = hob_arena_text(&p->scratch, text, strlen(text));
    unquote(copy);
    hob_test_project_put(&p->project, path, copy);
}

static void begin(prefab_test *p) {
    *p = (prefab_test){0};
    hob_arena_init(&p->scratch, hob_heap_allocator(), NULL);
    hob_test_project_begin(&p->project);
    hob_test_project_put_minimal(&p->project);
}

static void open_project(prefab_test *p, const char *rules) {
    char more[300];
    (void)snprintf(more, sizeof more, ", 'rules': {%s}", rules);
    unquote(more);
    hob_test_project_put_manifest(&p->project, more);
    hob_test_project_open(&p->project);
    assert_int_equal(hob_region_create((size_t)16 << 20, NULL, &p->region, NULL), HOB_OK);
    hob_records_init(&p->records, hob_heap_allocator(), hob_project_manifest(p->project.project));
    hob_world_options options = {.project = p->project.project, .records = &p->records};
    p->world = hob_world_create(p->region, &p->scratch, &options);
    hob_store_init(p->world);
}

static void end(prefab_test *p) {
    hob_records_done(&p->records);
    hob_region_destroy(p->region);
    hob_test_project_end(&p->project);
    hob_arena_done(&p->scratch);
}

static void put_assets(prefab_test *p, const char *names) { /* letters: one prefab each */
    hob_buf text;
    hob_buf_init(&text, &p->scratch.as_allocator, (size_t)1 << 16);
    hob_buf_add_cstr(&text, "{'formatVersion':1,'assets':[");
    for (const char *at = names; *at; at++) {
        hob_buf_format(
            &text, "%s{'id':'ast_%c','name':'%c','type':'prefab','path':'prefabs/%c.prefab.json'}",
            at == names ? "" : ",", *at, *at, *at);
    }
    hob_buf_add_cstr(&text, "]}");
    put(p, "assets.json", text.data);
}

static hob_entity_data *child(hob_entity_data *e, const char *name) {
    for (hob_entity_data *at = e->first_child; at; at = at->next_sibling) {
        if (strcmp(hob_text_cstr(at->name), name) == 0) {
            return at;
        }
    }
    fail_msg("%s has no child %s", hob_text_cstr(e->name), name);
    return NULL;
}

static hob_component *sprite_of(prefab_test *p, hob_entity_data *e) {
    hob_component *c = hob_component_slot(p->world, e, HOB_STR("SpriteRenderer"));
    assert_non_null(c);
    return c;
}

static double width_of(prefab_test *p, hob_entity_data *e) {
    hob_component *c = sprite_of(p, e);
    hob_field_place place;
    assert_true(hob_field_resolve(c->type->fields, c + 1, HOB_STR("width"), &place));
    return *place.number;
}

static const char gun[] =
    "{'formatVersion':1,'name':'Gun','entities':["
    "{'id':'pfe_1','name':'Body','tags':['gun'],'components':"
    "{'Transform':{'position':{'x':1,'y':2}},'SpriteRenderer':{'width':10}}},"
    "{'id':'pfe_2','name':'Barrel','parentId':'pfe_1','components':{'SpriteRenderer':{'width':4}}},"
    "{'id':'pfe_3','name':'Tip','parentId':'pfe_2','enabled':false,'components':{}}]}";

static void a_prefab__is_spawned_in_payload_order_with_rt_ids(void **state) {
    (void)state;
    prefab_test p;
    begin(&p);
    put_assets(&p, "g");
    put(&p, "prefabs/g.prefab.json", gun);
    open_project(&p, "");
    hob_entity_data *root =
        hob_entity_get(p.world, hob_spawn_prefab(p.world, HOB_STR("ast_g"), NULL, NULL));
    assert_string_equal(hob_text_cstr(root->name), "Gun"); /* the prefab's own name */
    assert_string_equal(hob_text_cstr(root->id), "rt_1");
    assert_true(root->transform->position.y == 2);
    hob_entity_data *barrel = child(root, "Barrel");
    assert_string_equal(hob_text_cstr(barrel->id), "rt_2");
    assert_false(child(barrel, "Tip")->active);
    hob_spawn_options options = {
        .name = HOB_STR("Named"), .has_position = true, .position = {7, 8}, .parent = root->self};
    hob_entity_data *second =
        hob_entity_get(p.world, hob_spawn_prefab(p.world, HOB_STR("ast_g"), &options, NULL));
    assert_string_equal(hob_text_cstr(second->name), "Named");
    assert_true(second->transform->position.x == 7);
    assert_ptr_equal(second->parent_data, root);
    assert_true(hob_entity_find_name(p.world, HOB_STR("Named")) == second->self);
    end(&p);
}

static void rule_absent__enables_all_of_a_spawned_prefab(void **state) { /* RUN 3.1 */
    (void)state;
    prefab_test p;
    begin(&p);
    put_assets(&p, "g");
    put(&p, "prefabs/g.prefab.json", gun);
    open_project(&p, "'disabledEntities':'absent'");
    hob_entity_data *root =
        hob_entity_get(p.world, hob_spawn_prefab(p.world, HOB_STR("ast_g"), NULL, NULL));
    assert_true(child(child(root, "Barrel"), "Tip")->active);
    end(&p);
}

static void an_instance_without_components__is_built_from_its_prefab(void **state) {
    (void)state;
    prefab_test p;
    begin(&p);
    put_assets(&p, "gt");
    put(&p, "prefabs/g.prefab.json", gun);
    put(&p, "prefabs/t.prefab.json",
        "{'formatVersion':1,'name':'Tank','entities':["
        "{'id':'pfe_1','name':'Hull','components':{'SpriteRenderer':{'width':50}}},"
        "{'id':'pfe_2','name':'Left','parentId':'pfe_1','prefab':{'asset':'ast_g','overrides':["
        "{'entity':'pfe_2','component':'SpriteRenderer','path':'width','value':99},"
        "{'entity':'pfe_1','component':'Transform','path':'position.x','value':-5},"
        "{'entity':'pfe_1','component':'Nothing','path':'x','value':1},"
        "{'entity':'pfe_1','component':'SpriteRenderer','path':'width','value':'wide'}]}},"
        "{'id':'pfe_3','name':'Right','parentId':'pfe_1','tags':[],'prefab':{'asset':'ast_g'}},"
        "{'id':'pfe_4','name':'Flag','parentId':'pfe_3','components':{}}]}");
    open_project(&p, "");
    hob_entity_data *root =
        hob_entity_get(p.world, hob_spawn_prefab(p.world, HOB_STR("ast_t"), NULL, NULL));
    hob_entity_data *left = child(root, "Left"), *right = child(root, "Right");
    assert_true(width_of(&p, left) == 10 && width_of(&p, root) == 50);
    assert_true(left->transform->position.x == -5 && left->transform->position.y == 2);
    assert_true(width_of(&p, child(left, "Barrel")) == 99);
    assert_true(width_of(&p, child(right, "Barrel")) == 4);
    assert_true(hob_entity_has_tag(left, HOB_STR("gun")));
    assert_false(hob_entity_has_tag(right, HOB_STR("gun")));
    assert_string_equal(hob_text_cstr(child(right, "Flag")->name), "Flag");
    /* Payload order, an instance at its place. */
    assert_true(left->serial < child(left, "Barrel")->serial);
    assert_true(child(child(left, "Barrel"), "Tip")->serial < right->serial);
    assert_int_equal(p.records.log_count, 2); /* the two overrides that have no place */
    end(&p);
}

static void the_entities_of_an_expanded_instance__are_taken_as_they_stand(void **state) {
    (void)state;
    prefab_test p;
    begin(&p);
    put_assets(&p, "gt");
    put(&p, "prefabs/g.prefab.json", gun);
    put(&p, "prefabs/t.prefab.json",
        "{'formatVersion':1,'name':'Tank','entities':["
        "{'id':'pfe_1','name':'Hull','components':{}},"
        "{'id':'pfe_2','name':'Left','parentId':'pfe_1','prefab':{'asset':'ast_g','ids':"
        "{'pfe_1':'pfe_2'},'overrides':[]},'components':{'SpriteRenderer':{'width':77}}}]}");
    open_project(&p, "");
    hob_entity_data *root =
        hob_entity_get(p.world, hob_spawn_prefab(p.world, HOB_STR("ast_t"), NULL, NULL));
    assert_int_equal(hob_entity_count(p.world), 2);
    assert_true(width_of(&p, child(root, "Left")) == 77);
    end(&p);
}

static void prefabs_that_contain_themselves_or_nest_too_deeply__are_refused(void **state) {
    (void)state;
    prefab_test p;
    begin(&p);
    put_assets(&p, "abcdefghijklmnopqrstu");
    for (char name = 'a'; name <= 't'; name++) { /* each contains the next; t contains s again */
        char path[64], text[400];
        (void)snprintf(path, sizeof path, "prefabs/%c.prefab.json", name);
        (void)snprintf(text, sizeof text,
                       "{'formatVersion':1,'name':'P','entities':[{'id':'pfe_1','name':'R',"
                       "'components':{}},{'id':'pfe_2','name':'I','parentId':'pfe_1','prefab':"
                       "{'asset':'ast_%c'}}]}",
                       name == 't' ? 's' : name + 1);
        put(&p, path, text);
    }
    put(&p, "prefabs/u.prefab.json",
        "{'formatVersion':1,'name':'U','entities':[{'id':'pfe_1','name':'R','components':{}}]}");
    open_project(&p, "");
    hob_error error;
    assert_true(hob_spawn_prefab(p.world, HOB_STR("ast_s"), NULL, &error) == HOB_NO_ENTITY);
    assert_int_equal(error.status, HOB_ERR_PREFAB_CYCLE);
    assert_true(hob_spawn_prefab(p.world, HOB_STR("ast_a"), NULL, &error) == HOB_NO_ENTITY);
    assert_int_equal(error.status, HOB_ERR_PREFAB_CYCLE);
    assert_int_equal(hob_entity_count(p.world), 0);
    assert_true(hob_spawn_prefab(p.world, HOB_STR("ast_none"), NULL, &error) == HOB_NO_ENTITY);
    assert_true(hob_spawn_prefab(p.world, HOB_STR("ast_u"), NULL, &error) != HOB_NO_ENTITY);
    end(&p);
}

static void sixteen_prefabs_deep__is_allowed_and_seventeen_not(void **state) {
    (void)state;
    prefab_test p;
    begin(&p);
    put_assets(&p, "abcdefghijklmnopq");
    for (char name = 'a'; name <= 'q'; name++) {
        char path[64], text[400], inner[128] = "";
        (void)snprintf(path, sizeof path, "prefabs/%c.prefab.json", name);
        if (name < 'q') {
            (void)snprintf(inner, sizeof inner,
                           ",{'id':'pfe_2','name':'I','parentId':'pfe_1','prefab':"
                           "{'asset':'ast_%c'}}",
                           name + 1);
        }
        (void)snprintf(text, sizeof text,
                       "{'formatVersion':1,'name':'P','entities':[{'id':'pfe_1','name':'R',"
                       "'components':{}}%s]}",
                       inner);
        put(&p, path, text);
    }
    open_project(&p, "");
    hob_error error;
    assert_true(hob_spawn_prefab(p.world, HOB_STR("ast_b"), NULL, &error) != HOB_NO_ENTITY);
    assert_int_equal(hob_entity_count(p.world), 16);
    assert_true(hob_spawn_prefab(p.world, HOB_STR("ast_a"), NULL, &error) == HOB_NO_ENTITY);
    assert_int_equal(error.status, HOB_ERR_PREFAB_CYCLE);
    end(&p);
}

static void an_instance_in_a_scene__keeps_the_scenes_id_and_name(void **state) {
    (void)state;
    prefab_test p;
    begin(&p);
    put_assets(&p, "g");
    put(&p, "prefabs/g.prefab.json", gun);
    char more[] = ",\n{'id':'ent_gun','name':'My gun','prefab':{'asset':'ast_g','overrides':["
                  "{'entity':'ent_gun','component':'SpriteRenderer','path':'width','value':3}]}},\n"
                  "{'id':'ent_on','name':'On','parentId':'ent_gun','components':{}}";
    unquote(more);
    hob_test_project_put_scene(&p.project, more, "");
    open_project(&p, "");
    const hob_scene_entry *scene = hob_project_scene_at(p.project.project, 0);
    const hob_json *json = NULL;
    assert_int_equal(hob_project_scene_json(p.project.project, scene, &json, NULL), HOB_OK);
    hob_error_list findings;
    hob_error_list_init(&findings, &p.scratch.as_allocator);
    assert_true(hob_instantiate_scene(p.world, scene, json, &findings));
    hob_attach_all(p.world);
    hob_entity_data *root =
        hob_entity_get(p.world, hob_entity_find_id(p.world, HOB_STR("ent_gun")));
    assert_non_null(root);
    assert_string_equal(hob_text_cstr(root->name), "My gun");
    assert_true(width_of(&p, root) == 3);
    assert_string_equal(hob_text_cstr(child(root, "Barrel")->id), "rt_1");
    assert_string_equal(hob_text_cstr(child(root, "On")->id), "ent_on");
    end(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scene__is_built_in_file_order_with_its_own_ids),
        cmocka_unit_test(slots__keep_their_file_order_and_init_comes_before_any_attach),
        cmocka_unit_test(disabled_entities__are_inactive_or_absent_by_rule),
        cmocka_unit_test(the_rule_inherit__changes_the_default_only),
        cmocka_unit_test(missing_parents_and_cycles__leave_entities_without_a_parent),
        cmocka_unit_test(a_refused_scene__builds_nothing_and_moves_no_counter),
        cmocka_unit_test(a_check__says_yes_without_building),
        cmocka_unit_test(unknown_keys__are_told_and_ignored),
        cmocka_unit_test(more_entities_than_the_limit__are_refused),
        cmocka_unit_test(attach__finds_later_entities_and_begins_nothing_for_the_dead),
        cmocka_unit_test(init__runs_before_attach_and_nothing_finds_the_newcomer_yet),
        cmocka_unit_test(spawn__takes_place_flags_tags_parent_and_wires),
        cmocka_unit_test(unknown_things_in_a_spawn__warn_once_and_are_skipped),
        cmocka_unit_test(a_bad_value_in_a_spawn__builds_nothing),
        cmocka_unit_test(a_prefab__is_spawned_in_payload_order_with_rt_ids),
        cmocka_unit_test(rule_absent__enables_all_of_a_spawned_prefab),
        cmocka_unit_test(an_instance_without_components__is_built_from_its_prefab),
        cmocka_unit_test(the_entities_of_an_expanded_instance__are_taken_as_they_stand),
        cmocka_unit_test(prefabs_that_contain_themselves_or_nest_too_deeply__are_refused),
        cmocka_unit_test(sixteen_prefabs_deep__is_allowed_and_seventeen_not),
        cmocka_unit_test(an_instance_in_a_scene__keeps_the_scenes_id_and_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
