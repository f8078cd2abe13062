-- Looks for the way through the cave, then goes it cell by cell.
local M = {}

function M.onUpdate(ctx, dt)
  if ctx.time.frame == 1 then
    local finish = ctx.load("end")
    local goal = ctx.math.vec2(finish.x * 32 + 16, finish.y * 32 + 16)
    ctx.vars.path = ctx.scene.findPath(ctx.transform.position, goal)
    ctx.vars.next = 0
    ctx.scene.find("Label").getComponent("Text").content = #ctx.vars.path .. " cells"
    ctx.events.emit("route", { cells = #ctx.vars.path })
  end
  local path = ctx.vars.path
  if path and ctx.vars.next < #path then
    local goal = path[ctx.vars.next + 1]
    local left = ctx.math.distance(ctx.transform.position, goal)
    local step = ctx.params.speed * dt
    if left <= step then
      ctx.transform.position = ctx.math.vec2(goal.x, goal.y)
      ctx.vars.next = ctx.vars.next + 1
      if ctx.vars.next == #path then
        ctx.events.emit("arrived", {})
      end
    else
      ctx.transform.position = ctx.math.lerpVec(ctx.transform.position, goal, step / left)
    end
  end
end

return M
