-- Tells of every step whether its place on the platform params.on is the one it had at first: "rode"
-- or "slipped".
return {
  onUpdate = function(ctx)
    local at, on = ctx.transform.position, ctx.scene.find(ctx.params.on).transform.position
    local dx, dy = at.x - on.x, at.y - on.y
    local frame, vars = ctx.time.frame, ctx.vars
    if frame == 9 then vars.dx, vars.dy = dx, dy end
    if frame >= 10 then
      local kept = math.abs(dx - vars.dx) <= 1e-4 and math.abs(dy - vars.dy) <= 1e-4
      ctx.events.emit(kept and "rode" or "slipped", { entity = ctx.entity.name })
    end
  end,
}
