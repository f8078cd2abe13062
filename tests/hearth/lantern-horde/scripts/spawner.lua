-- Moths all around the lantern, one after the other.
local M = {}

function M.onStart(ctx)
  local params = ctx.params
  ctx.vars.made = 0
  ctx.vars.timer = ctx.timers.every(params.every, function()
    local centre = ctx.scene.find("Lantern").transform.position
    local from = ctx.math.fromAngle(ctx.random.range(0, 360), params.distance)
    ctx.scene.spawnPrefab(params.prefab, { position = ctx.math.add(centre, from) })
    ctx.vars.made = ctx.vars.made + 1
    if ctx.vars.made == params.count then
      ctx.timers.cancel(ctx.vars.timer)
    end
  end)
end

return M
