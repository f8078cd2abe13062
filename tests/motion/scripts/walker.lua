-- Walks at params.speed and tells of every step in which it has "lost" the ground.
return {
  onUpdate = function(ctx)
    ctx.getComponent("PhysicsBody").velocity.x = ctx.params.speed
    if ctx.time.frame >= 5 and not ctx.isGrounded() then ctx.events.emit("lost", { x = ctx.transform.position.x }) end
  end,
}
