-- Jumps once. With a twin, which nothing stands in the way of, it tells of every step whether it is
-- exactly where that one is: "kept" or "strayed".
return {
  onUpdate = function(ctx)
    local frame = ctx.time.frame
    if frame == 1 then ctx.getComponent("PhysicsBody").velocity.y = -ctx.params.speed end
    if ctx.params.twin and frame >= 1 then
      local twin = ctx.scene.find(ctx.params.twin)
      local same = twin.transform.position.y == ctx.transform.position.y
      ctx.events.emit(same and "kept" or "strayed", { entity = ctx.entity.name })
    end
  end,
}
