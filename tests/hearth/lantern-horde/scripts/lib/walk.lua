-- A random walk through a grid of rows; the border stays closed. Gives the end (cells from 0).
local WAYS = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }

local M = {}

function M.carve(ctx, rows, x, y, steps)
  local function open()
    local row = rows[y + 1]
    rows[y + 1] = row:sub(1, x) .. "." .. row:sub(x + 2)
  end
  for _ = 1, steps do
    open()
    local way = WAYS[ctx.random.int(0, 3) + 1]
    x = ctx.math.clamp(x + way[1], 1, #rows[1] - 2)
    y = ctx.math.clamp(y + way[2], 1, #rows - 2)
  end
  open()
  return { x = x, y = y }
end

return M
