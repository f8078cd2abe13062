-- Walks `range` px to each side of its place at `speed` px/s; a touch sends the player back.
local M = {}

function M.onStart(ctx)
  ctx.vars.from = ctx.transform.position.x
  ctx.vars.direction = 1
end

function M.onUpdate(ctx, dt)
  local position = ctx.transform.position
  position.x = position.x + ctx.vars.direction * ctx.params.speed * dt
  if math.abs(position.x - ctx.vars.from) > ctx.params.range then
    position.x = ctx.vars.from + ctx.vars.direction * ctx.params.range
    ctx.vars.direction = -ctx.vars.direction
  end
  ctx.getComponent("SpriteRenderer").flipX = ctx.vars.direction < 0
end

function M.onCollision(ctx, other)
  for _, tag in ipairs(other.tags) do
    if tag == "player" then
      ctx.audio.play("hit-sound")
      ctx.respawn(other)
    end
  end
end

return M
