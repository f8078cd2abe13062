-- Walks away from the dog while it is near.
return {
  onUpdate = function(ctx, dt)
    local dog = ctx.scene.find("Dog").transform.position
    local own = ctx.transform.position
    local dx, dy = own.x - dog.x, own.y - dog.y
    local distance = ctx.math.distance(own, dog)
    if distance < 90 and distance > 0 then
      own.x = ctx.math.clamp(own.x + dx / distance * 70 * dt, 40, 600)
      own.y = ctx.math.clamp(own.y + dy / distance * 70 * dt, 90, 400)
    end
  end,
}
