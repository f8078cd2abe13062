-- Goes away in the frame that its params name; the hook that runs is finished.
local M = {}

function M.onUpdate(ctx)
  if ctx.time.frame == ctx.params.at then
    ctx.destroySelf()
    ctx.events.emit("mayfly gone", {})
  end
end

return M
