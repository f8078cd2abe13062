-- Draws what the Navigator of `params.hero` has planned: its cells as dots, the smoothed path as lines.
local M = {}

function M.onUpdate(ctx)
  local navigator = ctx.scene.find(ctx.params.hero).getComponent("Navigator")
  ctx.draw.clear()
  if not navigator.cells or navigator.finished then
    return
  end
  for _, cell in ipairs(navigator.cells) do
    ctx.draw.circle(cell.col * 32 + 16, cell.row * 32 + 16, 3, 12, { color = "#83769c" })
  end
  local last
  for _, point in ipairs(navigator.path) do
    if last then
      ctx.draw.line(last.x, last.y, point.x, point.y, 2, { color = "#29adff" })
    end
    last = point
  end
end

return M
