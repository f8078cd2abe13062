-- One step of the list a frame, by a coroutine that is kept outside of vars.
local running = {}

local function flicker(steps)
  return coroutine.wrap(function()
    while true do
      for _, step in ipairs(steps) do
        coroutine.yield(step)
      end
    end
  end)
end

local M = {}

function M.onStart(ctx)
  running[ctx.entity.id] = flicker(ctx.params.steps)
end

function M.onUpdate(ctx)
  ctx.getComponent("SpriteRenderer").opacity = running[ctx.entity.id]()
end

return M
