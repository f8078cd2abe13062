-- Lives as long as its params say.
local M = {}

function M.onStart(ctx)
  ctx.timers.after(ctx.params.seconds, function()
    ctx.destroySelf()
  end)
end

return M
