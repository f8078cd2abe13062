-- Slides along the ground at params.speed. Tells of every step: "slid" if it went exactly as far as
-- its speed says and nothing pushed it sideways, else "caught".
return {
  onUpdate = function(ctx, dt)
    local vars, body, x = ctx.vars, ctx.getComponent("PhysicsBody"), ctx.transform.position.x
    if ctx.time.frame >= 6 then
      local sideways = false
      for _, contact in ipairs(ctx.collisions) do
        sideways = sideways or contact.normal.x ~= 0
      end
      local right = x == vars.x + ctx.params.speed * dt and not sideways and ctx.isGrounded()
      ctx.events.emit(right and "slid" or "caught", { entity = ctx.entity.name, x = x })
    end
    vars.x = x
    body.velocity.x = ctx.time.frame >= 5 and ctx.params.speed or 0
  end,
}
