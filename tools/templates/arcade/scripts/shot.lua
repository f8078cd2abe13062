-- A shot flies up until it leaves the screen or hits.
local M = {}

function M.onUpdate(ctx)
  if ctx.transform.position.y < -16 then
    ctx.destroySelf()
  end
end

function M.onTriggerEnter(ctx, other)
  if other.hasTag("invader") then
    ctx.call(other, "explode")
    ctx.destroySelf()
  end
end

return M
