-- Flies straight at its target and bites once.
local M = {}

function M.onUpdate(ctx, dt)
  local target = ctx.scene.find(ctx.params.target)
  if target and ctx.params.speed > 0 then
    local way = ctx.math.normalize(ctx.math.sub(target.transform.position, ctx.transform.position))
    ctx.transform.position = ctx.math.add(ctx.transform.position, ctx.math.scale(way, ctx.params.speed * dt))
  end
end

function M.onCollision(ctx, other)
  ctx.health.damage(other, 1)
  ctx.destroySelf()
end

return M
