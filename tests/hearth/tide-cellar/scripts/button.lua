local M = {}

function M.onUiEvent(ctx, event)
  if event.type == "click" then
    ctx.events.emit(ctx.params.event, { x = event.x, y = event.y })
  end
end

return M
