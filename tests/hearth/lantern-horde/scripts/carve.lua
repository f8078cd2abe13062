-- Opens a cave and replaces the grid as a whole.
local walk = require("lib/walk")

local M = {}

function M.onStart(ctx)
  local map = ctx.getComponent("Tilemap")
  local rows = {}
  for i, row in ipairs(map.grid) do
    rows[i] = row
  end
  local finish = walk.carve(ctx, rows, ctx.params.x, ctx.params.y, ctx.params.steps)
  map.grid = rows
  local _, open = table.concat(rows):gsub("%.", "")
  ctx.scene.find("Label").getComponent("Text").content = open .. " open"
  ctx.events.emit("carved", { open = open, x = finish.x, y = finish.y })
  ctx.save("end", finish)
end

return M
