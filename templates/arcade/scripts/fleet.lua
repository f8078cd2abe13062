-- Marches all invaders together: sideways, and a row down at each edge. None left wins; one at the ship's height loses.
local M = {}

local LEFT, RIGHT = 28, 452
local ROW = 16 -- px down at an edge

function M.onStart(ctx)
  ctx.vars.way = 1
  ctx.vars.shift = 0
  ctx.events.on("invader-down", function()
    if #ctx.scene.findByTag("invader") == 0 then
      ctx.audio.play("win")
      ctx.scenes.load("Win")
    end
  end)
end

local function march(ctx, invaders, dx, dy)
  for _, invader in ipairs(invaders) do
    local at = invader.transform.position
    at.x = at.x + dx
    at.y = at.y + dy
    if at.y > ctx.params.line then
      ctx.health.damage("Ship", 1)
      invader.destroy()
    end
  end
end

function M.onUpdate(ctx, dt)
  local invaders = ctx.scene.findByTag("invader")
  local dx = ctx.vars.way * ctx.params.speed * dt
  for _, invader in ipairs(invaders) do
    local x = invader.transform.position.x + dx
    if x < LEFT or x > RIGHT then
      ctx.vars.way = -ctx.vars.way
      march(ctx, invaders, 0, ROW)
      return
    end
  end
  march(ctx, invaders, dx, 0)
end

return M
