-- When all gems are there the screen goes dark and the menu comes back.
local M = {}

function M.onEvent(ctx, name, data)
  if name ~= "stateChanged" or data.key ~= "gems" or data.value < ctx.params.needed then
    return
  end
  ctx.state.add("runs", 1)
  ctx.camera.fade(1, 0.5, {
    color = "#101010",
    onComplete = function()
      ctx.state.reset("gems")
      ctx.scenes.load("Menu")
    end,
  })
end

return M
