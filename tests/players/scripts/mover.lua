-- Moves its entity by the axes of the seat that owns it: 120 px/s.
return {
  onControl = function(ctx, input)
    local v = input.vector("moveX", "moveY")
    ctx.vars.vx, ctx.vars.vy = v.x * 120, v.y * 120
    if input.justPressed("jump") then ctx.state.add("jumps", 1) end
  end,
  onUpdate = function(ctx, dt)
    local p = ctx.transform.position
    p.x = p.x + (ctx.vars.vx or 0) * dt
    p.y = p.y + (ctx.vars.vy or 0) * dt
  end,
}
