-- A slime walks `range` px to each side of its place. Landing on it squashes it, any other touch hurts.
local M = {}

local BOUNCE = 260 -- px/s: upward speed after a stomp

function M.onStart(ctx)
  ctx.vars.from = ctx.transform.position.x
  ctx.getComponent("PhysicsBody").velocity.x = ctx.params.speed
end

function M.onUpdate(ctx)
  local body = ctx.getComponent("PhysicsBody")
  local away = ctx.transform.position.x - ctx.vars.from
  if away > ctx.params.range then
    body.velocity.x = -ctx.params.speed
  elseif away < -ctx.params.range then
    body.velocity.x = ctx.params.speed
  end
  ctx.getComponent("SpriteRenderer").flipX = body.velocity.x < 0
end

function M.onTriggerEnter(ctx, other)
  if not other.hasTag("player") then
    return
  end
  local body = other.getComponent("PhysicsBody")
  local above = other.transform.position.y < ctx.transform.position.y - 8
  if above and body.velocity.y > 0 then
    body.velocity.y = -BOUNCE
    ctx.state.add("score", 5)
    ctx.audio.play("squash")
    ctx.particles.burst(12)
    ctx.destroySelf()
  else
    ctx.health.damage(other, 1)
  end
end

return M
