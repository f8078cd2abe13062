-- Goes; what it carries stays, without the cart's place.
local M = {}

function M.onUpdate(ctx)
  if ctx.time.frame == ctx.params.frame then
    ctx.destroySelf()
  end
end

return M
