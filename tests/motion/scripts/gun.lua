-- Throws its body at the wall params.wall every six steps, at up to 20 000 px/s and up to 70 degrees
-- off; a wall that moves comes towards it. Tells "stopped" or "passed" of each throw; at a sensor
-- "crossed", if enter and exit were told once, or "missed".
local function judge(ctx, wall)
  local ahead = wall.transform.position.x - ctx.transform.position.x
  if ctx.params.sensor then
    local told = ctx.vars.entered == 1 and ctx.vars.left == 1
    ctx.events.emit(told and "crossed" or "missed", { speed = ctx.vars.speed })
  else
    ctx.events.emit(ahead > 0 and "stopped" or "passed", { entity = ctx.entity.name, speed = ctx.vars.speed, ahead = ahead })
  end
end

return {
  onUpdate = function(ctx)
    local vars, frame = ctx.vars, ctx.time.frame % 6
    local body = ctx.getComponent("PhysicsBody")
    local wall = ctx.scene.find(ctx.params.wall)
    local driven = wall.getComponent("PhysicsBody")
    if frame == 5 then
      judge(ctx, wall)
    elseif frame == 0 then
      -- Both are put back and stand for a step.
      vars.y = vars.y or ctx.transform.position.y
      ctx.transform.position.x, ctx.transform.position.y = -math.random() * 10, vars.y
      wall.transform.position.x, wall.transform.position.y = 40, vars.y
      body.velocity.x, body.velocity.y = 0, 0
      driven.velocity.x = 0
    elseif frame == 1 then
      local angle = math.rad(math.random() * 140 - 70)
      local speed = 2000 + math.random() * 18000
      vars.entered, vars.left, vars.speed = 0, 0, speed
      vars.vx = speed * math.cos(angle)
      body.velocity.y = speed * math.sin(angle)
      driven.velocity.x = ctx.params.moves and -2000 - math.random() * 18000 or 0
    end
    if frame >= 1 and frame < 4 then body.velocity.x = vars.vx end
  end,
  onTriggerEnter = function(ctx) ctx.vars.entered = ctx.vars.entered + 1 end,
  onTriggerExit = function(ctx) ctx.vars.left = ctx.vars.left + 1 end,
}
