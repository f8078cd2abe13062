-- A screen that waits for a press or a click and goes on to the scene in `params.next`.
local M = {}

local function go(ctx)
  if ctx.vars.left then
    return
  end
  ctx.vars.left = true
  ctx.audio.play("blip")
  if ctx.params.restart then
    ctx.state.reset()
  end
  ctx.scenes.load(ctx.params.next)
end

function M.onUpdate(ctx)
  if ctx.input.justPressed("action") then
    go(ctx)
  end
end

function M.onUiEvent(ctx, event)
  if event.type == "click" then
    go(ctx)
  end
end

return M
