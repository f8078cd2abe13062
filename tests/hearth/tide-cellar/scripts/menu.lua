-- Music, focus by keys, and the way into the game.
local M = {}

function M.onStart(ctx)
  ctx.audio.playMusic("theme", { volume = ctx.state.get("volume"), fadeIn = 1 })
  ctx.camera.fade(0, 0.2)
  ctx.ui.focus("Start")
  ctx.events.on("start", function()
    ctx.camera.fade(1, 0.25, {
      color = "#05070a",
      onComplete = function()
        ctx.scenes.load("Cellar")
      end,
    })
  end)
end

function M.onUpdate(ctx)
  for _, way in ipairs({ "up", "down" }) do
    if ctx.input.justPressed(way) then
      ctx.ui.moveFocus(way)
    end
  end
  if ctx.input.justPressed("confirm") then
    ctx.ui.activate()
  end
end

return M
