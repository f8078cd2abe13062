-- Frame by frame: what each member of ctx gives (scene "Bench").
local check = require("lib/check")
local pure = require("parts/pure")
local is, near, none, point, throws = check.is, check.near, check.none, check.point, check.throws
local DT = 1 / 60

local function names(list)
  local all = {}
  for _, item in ipairs(list) do
    all[#all + 1] = item.name
  end
  return table.concat(all, ",")
end

local function places(path)
  local all = {}
  for _, p in ipairs(path) do
    all[#all + 1] = p.x .. "," .. p.y
  end
  return table.concat(all, " ")
end

local function this_entity(ctx)
  is(ctx, "entity.id", ctx.entity.id, "ent_bench")
  is(ctx, "entity.name", ctx.entity.name, "Bench")
  is(ctx, "entity.tags", table.concat(ctx.entity.tags, ","), "bench,table")
  table.insert(ctx.entity.tags, "fresh")
  is(ctx, "findByTag after a push", #ctx.scene.findByTag("fresh"), 1)
  is(ctx, "findByTag finds this", ctx.scene.findByTag("fresh")[1].id, "ent_bench")
  is(ctx, "findByTag of none", #ctx.scene.findByTag("nobody"), 0)
  point(ctx, "transform.position", ctx.transform.position, 100, 200)
  is(ctx, "transform.rotation", ctx.transform.rotation, 15)
  point(ctx, "a scale given in part", ctx.transform.scale, 2, 0)
  ctx.transform.position = { x = 120, y = 220 }
  point(ctx, "position replaced", ctx.scene.find("Bench").transform.position, 120, 220)
  ctx.transform.rotation = 30
  is(ctx, "rotation written", ctx.scene.find("ent_bench").transform.rotation, 30)
  is(ctx, "getComponent", ctx.getComponent("Text").content, "Bench")
  none(ctx, "getComponent of none", ctx.getComponent("Camera"))
  ctx.getComponent("Text").content = "written"
  is(ctx, "component is live", ctx.scene.find("Bench").getComponent("Text").content, "written")
  point(ctx, "a point given in part", ctx.getComponent("LineRenderer").points[2], 10, 0)
  is(ctx, "params", ctx.params.speed, 5)
  is(ctx, "params list", #ctx.params.list, 3)
  is(ctx, "params inside", ctx.params.list[3].deep, "yes")
  is(ctx, "params empty list", #ctx.params.empty, 0)
  ctx.params.speed = 6
  is(ctx, "params are live", ctx.getComponent("Script").params.speed, 6)
  none(ctx, "vars at the start", ctx.vars.anything)
  is(ctx, "time.frame", ctx.time.frame, 0)
  is(ctx, "time.elapsed", ctx.time.elapsed, 0)
  is(ctx, "time.delta", ctx.time.delta, DT)
  throws(ctx, "time is read only", function()
    ctx.time.frame = 5
  end)
  is(ctx, "isGrounded without a collider", ctx.isGrounded(), false)
  is(ctx, "collisions without a collider", #ctx.collisions, 0)
  none(ctx, "hidden entities are not there", ctx.scene.find("Hidden"))
  none(ctx, "find takes no handle", ctx.scene.find(ctx.scene.find("Bench")))
end

local function stores(ctx)
  is(ctx, "scenes.current.id", ctx.scenes.current.id, "scn_bench")
  is(ctx, "scenes.current.name", ctx.scenes.current.name, "Bench")
  is(ctx, "scenes.list", names(ctx.scenes.list()), "Bench,Other Room")
  is(ctx, "scenes.load of none", ctx.scenes.load("Nowhere"), false)
  ctx.save("kept", { a = { 1, 2 }, b = "x" })
  is(ctx, "load", ctx.load("kept").a[2], 2)
  none(ctx, "load of none", ctx.load("nothing"))
  ctx.save("other", 3)
  ctx.clearSave("kept")
  none(ctx, "load after clearSave", ctx.load("kept"))
  is(ctx, "clearSave keeps others", ctx.load("other"), 3)
  is(ctx, "state.get", ctx.state.get("best"), 7)
  none(ctx, "state.get of none", ctx.state.get("nothing"))
  ctx.state.set("name", "bench")
  is(ctx, "state.set", ctx.state.get("name"), "bench")
  ctx.state.add("best", 2)
  is(ctx, "state.add", ctx.state.get("best"), 9)
  ctx.state.reset("best")
  is(ctx, "state.reset", ctx.state.get("best"), 7)
  throws(ctx, "state.set of none", function()
    ctx.state.set("nothing", 1)
  end)
  throws(ctx, "state.set of another type", function()
    ctx.state.set("open", 1)
  end)
  throws(ctx, "state.add to a text", function()
    ctx.state.add("name", 1)
  end)
end

-- Seed 0: the published stream, which math.random shares.
local function random_stream(ctx)
  is(ctx, "random.next", math.random(), 0.26642920868471265)
  is(ctx, "random.range", ctx.random.range(10, 20), 10 + 0.0003297457005828619 * 10)
  is(ctx, "random.int", math.random(1, 6), 2) -- 0.22327... of 6
  is(ctx, "random.int reversed", ctx.random.int(6, 1), 1) -- 0.14620... of 6
  is(ctx, "random.int without a whole number", ctx.random.int(0.2, 0.8), 1)
  is(ctx, "no draw was used", ctx.random.next(), 2007157716 / 4294967296)
end

local function input_at_rest(ctx)
  is(ctx, "isDown", ctx.input.isDown("jump"), false)
  is(ctx, "isDown of none", ctx.input.isDown("nothing"), false)
  is(ctx, "justPressed", ctx.input.justPressed("jump"), false)
  is(ctx, "axis", ctx.input.axis("steer"), 0)
  is(ctx, "axis of none", ctx.input.axis("nothing"), 0)
  point(ctx, "pointerScreen", ctx.input.pointerScreen(), 400, 300)
  point(ctx, "pointer", ctx.input.pointer(), 400, 300)
  is(ctx, "pointerDown", ctx.input.pointerDown(), false)
  is(ctx, "pointerPressed", ctx.input.pointerPressed(), false)
end

local function clocks(ctx)
  local v = ctx.vars
  v.zero = 0
  v.once = 0
  v.often = 0
  v.turned = 0
  v.never = 0
  local function counter(key)
    return function()
      v[key] = v[key] + 1
    end
  end
  is(ctx, "timers.after", ctx.timers.after(0, counter("zero")), "tmr_1")
  ctx.timers.after(0.1, counter("once"))
  v.timer = ctx.timers.every(0.05, counter("often"))
  is(
    ctx,
    "tweens.to",
    ctx.tweens.to("Transform.rotation", 90, 0.5, { easing = "easeIn", onComplete = counter("turned") }),
    "twn_4"
  )
  ctx.tweens.to("LineRenderer.points.1.x", 20, 0)
  v.tween = ctx.tweens.to("SpriteRenderer.opacity", 0, 1, { onComplete = counter("never") })
  is(ctx, "tweens.to nowhere", ctx.tweens.to("Nothing.x", 1, 1), "")
end

local frames = {}

frames[0] = function(ctx)
  is(ctx, "after(0) made in onStart", ctx.vars.zero, 1)
  is(ctx, "a tween of no time is done", ctx.getComponent("LineRenderer").points[2].x, 20)
  near(ctx, "tween after one step", ctx.getComponent("SpriteRenderer").opacity, 1 - DT)
end

frames[1] = function(ctx)
  local made = ctx.scene.spawn({
    name = "Spawned",
    position = { x = 5, y = 6 },
    tags = { "spawned" },
    components = { Health = { max = 4, current = 4 }, Collider = { isTrigger = true }, Nonsense = {} },
  })
  is(ctx, "spawn is found", ctx.scene.find("Spawned") == made, true)
  point(ctx, "spawn position", made.transform.position, 5, 6)
  is(ctx, "spawn components", made.getComponent("Health").max, 4)
  is(ctx, "spawn default", made.getComponent("Health").deathAction, "event-only")
  is(ctx, "isTrigger is read", made.getComponent("Collider").isTrigger, true)
  none(ctx, "unknown component is skipped", made.getComponent("Nonsense"))
  is(ctx, "spawn tags", #ctx.scene.findByTag("spawned"), 1)
  throws(ctx, "spawn with a wrong value", function()
    ctx.scene.spawn({ name = "Wrong", components = { Health = { max = "many" } } })
  end)
  local lamp = ctx.scene.spawnPrefab("Lamp", { position = { x = 50, y = 60 }, name = "Mine" })
  is(ctx, "spawnPrefab name", lamp.name, "Mine")
  point(ctx, "spawnPrefab position", lamp.transform.position, 50, 60)
  is(ctx, "spawnPrefab tags", lamp.tags[1], "lamp")
  is(ctx, "children keep their names", ctx.scene.find("Glow").getComponent("Light2D").radius, 80)
  is(ctx, "prefab name without one", ctx.scene.spawnPrefab("ast_lamp", {}).name, "Lamp")
  none(ctx, "spawnPrefab of none", ctx.scene.spawnPrefab("Nothing", {}))
  none(ctx, "spawnPrefab of another asset", ctx.scene.spawnPrefab("Spin", {}))
  ctx.particles.burst(5)
  is(ctx, "particles.count", ctx.particles.count(), 5)
  ctx.effects.flash()
  is(ctx, "effects.flash strength", ctx.getComponent("SpriteEffects").flashStrength, 1)
  is(ctx, "effects.flash colour", ctx.getComponent("SpriteEffects").flashColor, "#ffffff")
  is(ctx, "effects.flash time", ctx.getComponent("SpriteEffects").flashDuration, 0.15)
  ctx.animate("Spin")
  is(ctx, "animate", ctx.getComponent("SpriteAnimator").assetId, "ast_spin")
  is(ctx, "animate plays", ctx.getComponent("SpriteAnimator").playing, true)
end

frames[2] = function(ctx)
  near(ctx, "flash decays in its step", ctx.getComponent("SpriteEffects").flashStrength, 1 - DT / 0.15)
  ctx.effects.flash("#ff0000", 99)
  is(ctx, "flash time is bounded", ctx.getComponent("SpriteEffects").flashDuration, 10)
  is(ctx, "animation writes the picture", ctx.getComponent("SpriteRenderer").assetId, "ast_stand1")
  ctx.scene.destroy("Spawned")
  is(ctx, "destroy takes no names", ctx.scene.find("Spawned") ~= nil, true)
  is(ctx, "every(0.05)", ctx.vars.often, 1)
  is(ctx, "health.get", ctx.health.get("Dummy").current, 3)
  ctx.health.damage("Dummy", 1)
  is(ctx, "health.damage", ctx.health.get("ent_dummy").current, 2)
  is(ctx, "isInvulnerable", ctx.health.isInvulnerable("Dummy"), true)
  ctx.health.damage(ctx.scene.find("Dummy"), 1)
  is(ctx, "damage while immune", ctx.health.get("Dummy").current, 2)
  is(ctx, "no Health, no immunity", ctx.health.isInvulnerable("Mover"), false)
  throws(ctx, "health of nobody", function()
    return ctx.health.get("Nobody")
  end)
  throws(ctx, "health without one", function()
    ctx.health.damage("Mover", 1)
  end)
end

frames[3] = function(ctx)
  local spawned = ctx.scene.find("Spawned")
  ctx.scene.destroy(spawned)
  none(ctx, "destroyed at once", ctx.scene.find("Spawned"))
  is(ctx, "a dead handle still reads", spawned.getComponent("Health").max, 4)
  ctx.scene.destroy("no such id")
  point(ctx, "a body moves", ctx.scene.find("Mover").transform.position, 503, 50)
  ctx.respawn("Mover")
  point(ctx, "respawn", ctx.scene.find("Mover").transform.position, 500, 50)
  is(ctx, "respawn stops", ctx.scene.find("Mover").getComponent("PhysicsBody").velocity.x, 0)
  throws(ctx, "respawn without one", function()
    ctx.respawn("Dummy")
  end)
end

frames[4] = function(ctx)
  is(ctx, "after(0.1) waits", ctx.vars.once, 0)
  is(ctx, "animator.state", ctx.animator.state("Puppet"), "idle")
  is(ctx, "animator default", ctx.animator.getParam("Puppet", "speed"), 1.5)
  ctx.animator.setParam("Puppet", "moving", true)
  is(ctx, "animator.setParam", ctx.animator.getParam("ent_puppet", "moving"), true)
  is(ctx, "state changes later", ctx.animator.state("Puppet"), "idle")
  throws(ctx, "unknown parameter", function()
    ctx.animator.setParam("Puppet", "nothing", 1)
  end)
  throws(ctx, "parameter of another type", function()
    ctx.animator.setParam("Puppet", "speed", true)
  end)
  throws(ctx, "a trigger is fired", function()
    ctx.animator.setParam("Puppet", "leap", true)
  end)
  throws(ctx, "no machine", function()
    return ctx.animator.state("Mover")
  end)
end

frames[5] = function(ctx)
  is(ctx, "after(0.1)", ctx.vars.once, 1)
  is(ctx, "animator moved", ctx.animator.state("Puppet"), "walk")
  ctx.animator.fire("Puppet", "leap")
  is(ctx, "trigger is latched", ctx.animator.getParam("Puppet", "leap"), true)
end

frames[6] = function(ctx)
  is(ctx, "animator jumped", ctx.animator.state("Puppet"), "jump")
  is(ctx, "trigger is used up", ctx.animator.getParam("Puppet", "leap"), false)
  is(ctx, "immune", ctx.health.isInvulnerable("Dummy"), true)
  local from, to = { x = 112, y = 80 }, { x = 208, y = 80 }
  is(
    ctx,
    "findPath",
    places(ctx.scene.findPath(from, to)),
    "112,80 112,112 112,144 144,144 176,144 176,112 176,80 208,80"
  )
  is(
    ctx,
    "findPath with diagonals",
    places(ctx.scene.findPath(from, to, { diagonals = true })),
    "112,80 112,112 112,144 144,144 176,144 176,112 208,80"
  )
  none(ctx, "findPath into a wall", ctx.scene.findPath(from, { x = 80, y = 40 }))
end

frames[7] = function(ctx)
  is(ctx, "immunity ends", ctx.health.isInvulnerable("Dummy"), false)
  ctx.health.heal("Dummy", 5)
  is(ctx, "health.heal stops at max", ctx.health.get("Dummy").current, 3)
  ctx.health.heal("Dummy", 1)
  ctx.health.damage("Dummy", 10)
  none(ctx, "death destroys", ctx.scene.find("Dummy"))
  is(ctx, "a looping clip plays on", ctx.getComponent("SpriteAnimator").playing, true)
end

frames[8] = function(ctx)
  is(ctx, "every(0.05) thrice", ctx.vars.often, 3)
  ctx.timers.cancel(ctx.vars.timer)
  ctx.timers.cancel("tmr_99")
  is(ctx, "camera.getPosition.x", ctx.camera.getPosition().x, 400)
  ctx.camera.setPosition(410, 310)
  point(ctx, "camera.setPosition", ctx.camera.getPosition(), 410, 310)
  is(ctx, "camera.getZoom", ctx.camera.getZoom(), 1)
  ctx.camera.setZoom(2)
  is(ctx, "camera.setZoom", ctx.scene.find("Main Camera").getComponent("Camera").zoom, 2)
  ctx.camera.follow("Child")
end

frames[9] = function(ctx)
  point(ctx, "camera.follow: children add positions", ctx.camera.getPosition(), 15, 25)
  ctx.camera.follow("Nobody")
  ctx.camera.follow(nil)
  ctx.camera.setPosition(400, 300)
  ctx.camera.setZoom(1)
end

frames[10] = function(ctx)
  point(ctx, "camera.follow(null)", ctx.camera.getPosition(), 400, 300)
  ctx.tweens.cancel(ctx.vars.tween)
  ctx.vars.opacity = ctx.getComponent("SpriteRenderer").opacity
  ctx.camera.shake(4, 0.1, { seed = 5 })
  ctx.camera.flash("#ff0000", 0.1)
  ctx.vars.faded = 0
  ctx.camera.fade(0.5, 0.1, {
    color = "#000000",
    onComplete = function()
      ctx.vars.faded = ctx.vars.faded + 1
    end,
  })
  ctx.camera.zoomPunch(1.5, 0.1)
  is(ctx, "zoomPunch is no zoom", ctx.camera.getZoom(), 1)
end

frames[12] = function(ctx)
  local handle = ctx.audio.play("blip", { volume = 0.5, loop = true })
  is(ctx, "audio.play", handle, "snd_1")
  is(ctx, "audio.play by id", ctx.audio.play("ast_blip", {}), "snd_2")
  none(ctx, "audio.play of none", ctx.audio.play("nothing", {}))
  ctx.audio.stop(handle)
  ctx.audio.stop(handle)
  is(ctx, "audio.playMusic", ctx.audio.playMusic("theme", { fadeIn = 1 }), "mus_1")
  is(ctx, "music is replaced", ctx.audio.playMusic("theme", {}), "mus_2")
  ctx.audio.setMusicVolume(0.5, { fade = 1 })
  ctx.audio.stopMusic({ fadeOut = 1 })
  ctx.audio.stopMusic({})
end

frames[14] = function(ctx)
  local heard = {}
  local id = ctx.events.on("ring", function(data)
    heard[#heard + 1] = "on " .. data.n
  end)
  is(ctx, "events.on", type(id), "string")
  ctx.vars.seen = 0
  ctx.events.emit("ring", { n = 1 })
  ctx.events.off(id)
  ctx.events.off("nothing")
  ctx.events.emit("ring", { n = 2 })
  is(ctx, "events.emit", table.concat(heard, ","), "on 1")
  is(ctx, "onEvent hears its own", ctx.vars.seen, 2)
end

frames[16] = function(ctx)
  none(ctx, "ui.getFocused at first", ctx.ui.getFocused())
  ctx.ui.focus("Play")
  is(ctx, "ui.focus", ctx.ui.getFocused(), "ent_play")
  ctx.ui.moveFocus("down")
  is(ctx, "ui.moveFocus", ctx.ui.getFocused(), "ent_volume")
  ctx.ui.adjust(1)
  is(ctx, "ui.adjust", ctx.scene.find("Volume").getComponent("UISlider").value, 6)
  ctx.ui.moveFocus("down")
  ctx.ui.activate()
  is(ctx, "ui.activate", ctx.scene.find("Mute").getComponent("UIToggle").value, true)
  ctx.ui.moveFocus("up")
  ctx.ui.moveFocus("up")
  ctx.ui.activate()
  is(ctx, "activate clicks", ctx.ui.getFocused(), "ent_play")
  ctx.ui.focus("Bench")
  is(ctx, "focus of none stays", ctx.ui.getFocused(), "ent_play")
  ctx.ui.focus(nil)
  none(ctx, "ui.focus(null)", ctx.ui.getFocused())
end

frames[20] = function(ctx)
  is(ctx, "a cancelled timer is silent", ctx.vars.often, 3)
  is(ctx, "a cancelled tween stays", ctx.getComponent("SpriteRenderer").opacity, ctx.vars.opacity)
  is(ctx, "fade onComplete", ctx.vars.faded, 1)
  ctx.vars.elapsed = ctx.time.elapsed
  ctx.game.pause()
  is(ctx, "game.isPaused", ctx.game.isPaused(), true)
end

frames[23] = function(ctx)
  is(ctx, "time stands still", ctx.time.elapsed, ctx.vars.elapsed)
  is(ctx, "frames go on", ctx.time.frame, 23)
  ctx.game.resume()
  is(ctx, "game.resume", ctx.game.isPaused(), false)
end

frames[24] = function(ctx)
  near(ctx, "time goes on", ctx.time.elapsed, ctx.vars.elapsed + DT)
end

frames[35] = function(ctx)
  is(ctx, "tween ends on its target", ctx.transform.rotation, 90)
  is(ctx, "tween onComplete", ctx.vars.turned, 1)
  is(ctx, "cancelled tweens do not complete", ctx.vars.never, 0)
end

frames[40] = function(ctx)
  is(ctx, "pressed", ctx.input.isDown("jump"), true)
  is(ctx, "just pressed", ctx.input.justPressed("jump"), true)
end

frames[41] = function(ctx)
  is(ctx, "held", ctx.input.isDown("jump"), true)
  is(ctx, "not just pressed", ctx.input.justPressed("jump"), false)
end

frames[42] = function(ctx)
  is(ctx, "released", ctx.input.isDown("jump"), false)
  is(ctx, "axis held by the test", ctx.input.axis("steer"), 0.5)
end

frames[43] = function(ctx)
  point(ctx, "pointer moved", ctx.input.pointerScreen(), 200, 100)
  ctx.camera.setZoom(2)
  point(ctx, "pointer in the world", ctx.input.pointer(), 300, 200)
  ctx.camera.setZoom(1)
  is(ctx, "pointer down", ctx.input.pointerDown(), true)
  is(ctx, "pointer pressed", ctx.input.pointerPressed(), true)
end

frames[44] = function(ctx)
  is(ctx, "pointer up", ctx.input.pointerDown(), false)
  is(ctx, "axis stays", ctx.input.axis("steer"), 0.5)
  ctx.clearSave()
  none(ctx, "clearSave of all", ctx.load("other"))
end

frames[70] = function(ctx)
  is(ctx, "particles die", ctx.particles.count(), 0)
  is(ctx, "the machine came back", ctx.animator.state("Puppet"), "walk")
end

local M = {}

function M.onStart(ctx)
  this_entity(ctx)
  stores(ctx)
  random_stream(ctx)
  input_at_rest(ctx)
  pure.check(ctx)
  clocks(ctx)
end

function M.onUpdate(ctx)
  local look = frames[ctx.time.frame]
  if look and ctx.scenes.current.id == "scn_bench" then
    look(ctx)
  end
  if ctx.time.frame > 10 and ctx.input.justPressed("left") then
    ctx.scenes.load("Bench")
    ctx.scenes.load("other room") -- the last request counts, and case does not
  end
end

function M.onEvent(ctx, name, data)
  if name == "ring" then
    ctx.vars.seen = ctx.vars.seen + 1
  end
  if name == "damaged" and ctx.time.frame == 2 then
    is(ctx, "damaged.entity", data.entity, "Dummy")
    is(ctx, "damaged.amount", data.amount, 1)
    is(ctx, "damaged.current", data.current, 2)
  end
  if name == "died" then
    is(ctx, "died.entity", data.entity, "Dummy")
    is(ctx, "dead but there", ctx.scene.find("Dummy") ~= nil, true)
  end
  if name == "respawned" then
    is(ctx, "respawned.entity", data.entity, "Mover")
  end
end

return M
