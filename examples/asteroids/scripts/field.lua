-- The field of rocks: sends the first ones in, lets shots out of their pool, splits what was hit and counts points.
local SPEED = { 40, 60, 85, 115 } -- px/s by tier; there are as many tiers
local POINTS = { 20, 50, 100, 200 }
local SHOT = 480 -- px/s

local function rock(ctx, tier, x, y, angle)
  local made = ctx.pool.spawn("Pool#rocks" .. tier, { position = { x = x, y = y } })
  local velocity = made.getComponent("Velocity")
  velocity.velocity = { x = math.cos(angle) * SPEED[tier], y = math.sin(angle) * SPEED[tier] }
  velocity.spin = 30 * tier
  ctx.vars.rocks = ctx.vars.rocks + 1
end

local function fire(ctx)
  local ship = ctx.scene.find("Ship")
  local angle = math.rad(ship.transform.rotation)
  local dx, dy = math.sin(angle), -math.cos(angle)
  local at = ship.transform.position
  local shot = ctx.pool.spawn("Pool#shots", { position = { x = at.x + dx * 20, y = at.y + dy * 20 } })
  if shot then
    shot.getComponent("Velocity").velocity = { x = dx * SHOT, y = dy * SHOT }
    ctx.audio.play("laser")
  end
end

local function wave(ctx)
  rock(ctx, 1, 320, 70, 0)
  rock(ctx, 1, 80, 400, ctx.random.range(0, 6))
  rock(ctx, 1, 560, 400, ctx.random.range(0, 6))
end

local function hit(ctx, data)
  ctx.state.add("score", POINTS[data.tier])
  ctx.vars.rocks = ctx.vars.rocks - 1
  ctx.audio.play("explosion")
  if data.tier < #SPEED then
    local angle = ctx.random.range(0, 6)
    rock(ctx, data.tier + 1, data.x, data.y, angle)
    rock(ctx, data.tier + 1, data.x, data.y, angle + math.pi)
  elseif ctx.vars.rocks == 0 then
    wave(ctx)
  end
end

return {
  onStart = function(ctx)
    ctx.vars.rocks = 0
    ctx.state.set("score", 0)
    wave(ctx)
    ctx.signals.on("Ship", "ActionTrigger.triggered", function() fire(ctx) end)
    ctx.events.on("rock-hit", function(data) hit(ctx, data) end)
    ctx.events.on("ship-hit", function()
      if ctx.vars.over then return end
      ctx.vars.over = true
      ctx.state.set("best", math.max(ctx.state.get("best"), ctx.state.get("score")))
      ctx.scenes.push("Over")
    end)
  end,
  onUpdate = function(ctx)
    if ctx.vars.left then return end
    if ctx.vars.over then -- the scene above has gone
      ctx.vars.left = true
      ctx.scenes.load("Start")
    end
  end,
}
