local M = {}

function M.onStart(ctx)
  ctx.getComponent("UISlider").value = ctx.state.get("volume")
end

function M.onUiEvent(ctx, event)
  if event.type == "change" then
    ctx.state.set("volume", event.value)
    ctx.audio.setMusicVolume(event.value, { fade = 0.1 })
    ctx.events.emit("volume", { value = event.value })
  end
end

return M
