-- A cursor that goes from cell to cell, again every `repeat` seconds while it is held. A press of `action` sends the
-- hero; a place that no way leads to is refused, and the report says so.
local M = {}

local function report(ctx, text, color)
  local label = ctx.scene.find(ctx.params.report).getComponent("Text")
  label.content = text
  label.color = color
end

local function sign(x)
  return x > 0.5 and 1 or x < -0.5 and -1 or 0
end

function M.onStart(ctx)
  ctx.vars.wait = 0
  ctx.signals.on(ctx.scene.find(ctx.params.hero), "Navigator.finished", function()
    report(ctx, "there", "#00e436")
  end)
end

local function move(ctx, dx, dy)
  local map = ctx.scene.find(ctx.params.map)
  local size = ctx.tiles.size(map)
  local here = ctx.transform.position
  local cell = ctx.tiles.cellAt(map, here.x, here.y)
  local col = math.max(0, math.min(size.cols - 1, cell.col + dx))
  local row = math.max(0, math.min(size.rows - 1, cell.row + dy))
  local box = ctx.tiles.cellBounds(map, col, row)
  here.x = box.x + box.width / 2
  here.y = box.y + box.height / 2
end

function M.onUpdate(ctx, dt)
  local dx, dy = sign(ctx.input.axis("moveX")), sign(ctx.input.axis("moveY"))
  ctx.vars.wait = ctx.vars.wait - dt
  if dx == 0 and dy == 0 then
    ctx.vars.wait = 0
  elseif ctx.vars.wait <= 0 then
    ctx.vars.wait = ctx.params["repeat"]
    move(ctx, dx, dy)
  end

  if ctx.input.justPressed("action") then
    local goal = ctx.transform.position
    if ctx.nav.goTo(goal.x, goal.y, ctx.scene.find(ctx.params.hero)) then
      report(ctx, "on the way", "#ffffff")
    else
      report(ctx, "no way leads there", "#ff004d")
    end
  end
end

return M
