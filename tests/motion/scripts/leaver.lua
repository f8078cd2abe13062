-- Jumps off what carries it in the step params.at.
return {
  onUpdate = function(ctx)
    if ctx.time.frame == ctx.params.at then ctx.getComponent("PhysicsBody").velocity.y = ctx.params.speed end
  end,
}
