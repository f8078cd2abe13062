-- Falls along a wall and presses into it. Tells of every step: "fell" if it fell as freely as it
-- would without the wall, else "hung".
return {
  onUpdate = function(ctx, dt)
    local vars, body, y = ctx.vars, ctx.getComponent("PhysicsBody"), ctx.transform.position.y
    if ctx.time.frame >= 2 then
      local fallen = y - vars.y
      local right = math.abs(fallen - (vars.fallen + 980 * dt * dt)) < 1e-9
      ctx.events.emit(right and "fell" or "hung", { entity = ctx.entity.name, y = y })
      vars.fallen = fallen
    elseif ctx.time.frame == 1 then
      vars.fallen = y - vars.y
    end
    vars.y = y
    body.velocity.x = ctx.params.press
  end,
}
