-- The pause panel is made when it is needed; destroying its root leaves the rest, so all of it goes
-- by its tag.
local M = {}

local function close(ctx)
  for _, entity in ipairs(ctx.scene.findByTag("pause-ui")) do
    entity.destroy()
  end
  ctx.game.resume()
end

function M.onStart(ctx)
  ctx.events.on("resume", function()
    close(ctx)
  end)
end

function M.onUpdate(ctx)
  if ctx.input.justPressed("pause") then
    if ctx.game.isPaused() then
      close(ctx)
    else
      ctx.game.pause()
      ctx.scene.spawnPrefab("Pause Panel", {})
      ctx.ui.focus("Resume")
    end
  elseif ctx.game.isPaused() and ctx.input.justPressed("confirm") then
    ctx.ui.activate()
  end
end

return M
