local M = {}

function M.onUpdate(ctx)
  local function held(action)
    return ctx.input.isDown(action) and 1 or 0
  end
  local way = ctx.math.normalize({ x = held("right") - held("left"), y = held("down") - held("up") })
  local body = ctx.getComponent("PhysicsBody")
  body.velocity.x = way.x * ctx.params.speed
  body.velocity.y = way.y * ctx.params.speed
end

return M
