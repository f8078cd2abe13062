-- Each Timer says `timeout` for itself; its slot is its name.
local M = {}

local timers = { quick = "Quick", slow = "Slow", once = "Once" }
local names = { "quick", "slow", "once" }

function M.onStart(ctx)
  for _, name in ipairs(names) do
    ctx.signals.on(ctx.entity, "Timer#" .. name .. ".timeout", function()
      ctx.state.add(name, 1)
      local lamp = ctx.scene.find(timers[name]).getComponent("SpriteRenderer")
      lamp.color = lamp.color == "#ffec27" and "#7e2553" or "#ffec27"
    end)
  end
end

function M.onUpdate(ctx)
  if ctx.input.justPressed("action") then
    for _, name in ipairs(names) do
      local timer = ctx.getComponent("Timer#" .. name)
      timer.running = not timer.running
    end
  end
  if ctx.input.justPressed("jump") then
    ctx.getComponent("Timer#once").elapsed = 0
  end
end

return M
