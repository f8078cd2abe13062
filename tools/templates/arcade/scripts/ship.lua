-- The ship: moves along the bottom, one shot at a time.
local M = {}

local COOLDOWN = 0.2 -- s between two shots

function M.onStart(ctx)
  ctx.vars.wait = 0
  ctx.events.on("damaged", function()
    ctx.audio.play("hit")
    ctx.camera.shake(8, 0.3)
    ctx.camera.flash("#ff004d", 0.2)
  end)
  ctx.events.on("died", function()
    ctx.scenes.load("Lose")
  end)
end

function M.onUpdate(ctx, dt)
  ctx.vars.wait = ctx.vars.wait - dt
  local at = ctx.transform.position
  at.x = ctx.math.clamp(at.x, 24, 456)
  if ctx.input.justPressed("jump") and ctx.vars.wait <= 0 then
    ctx.vars.wait = COOLDOWN
    ctx.scene.spawnPrefab("Shot", { position = { x = at.x, y = at.y - 20 } })
    ctx.audio.play("laser")
  end
end

return M
