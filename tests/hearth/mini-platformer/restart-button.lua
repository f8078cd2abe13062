local M = {}

function M.onUiEvent(ctx, event)
  if event.type == "click" then
    ctx.audio.play("click-sound")
    ctx.state.reset()
    ctx.scenes.load(ctx.scenes.current.id)
  end
end

return M
